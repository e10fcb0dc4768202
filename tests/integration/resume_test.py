"""Nothing that was committed is lost and nothing is measured twice: after kill -9, after Ctrl-C, beside a second runner."""

import contextlib
import json
import signal
import sqlite3
import threading

import support

KEYS = "select engine, suite, item, k, outcome, content_sha256, body_sha256, points from run_result order by 1, 2, 3, 4"
SLOW = """scenario: slow
suites: [./suite.yaml]
runs: 3
engines:
  e: {first_token_ms: 15, default: {content: {gold: true}}}
"""


class Gate:
    """An engine that answers only while the gate is open."""

    def __init__(self, test):
        self.open = threading.Event()
        self.asked = []
        server = support.Trickster(self.answer)
        test.addCleanup(server.__exit__)
        test.addCleanup(self.open.set)
        self.url = server.url

    def answer(self, path, _, body):
        if not path.endswith("/chat/completions"):
            return support.http_answer('{"object": "list", "data": [{"id": "e"}]}')
        self.asked.append(body)
        self.open.wait(support.LIMIT)
        return support.http_answer(support.completion(support.code_answer(body)))


class Resume(support.TestCase):
    def slow_experiment(self):
        self.write("suite.yaml", support.suite_text(40))
        sim = self.sim(self.write("slow.yaml", SLOW))
        self.config({"e": {"base_url": sim.url, "concurrency": 2}})
        return sim

    def start(self, *arguments):
        process = support.start_kilter("run", *arguments, cwd=self.folder)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(lambda: process.poll() is None and process.kill())
        return process

    def assertWhole(self, planned):
        rows = self.rows(KEYS)
        self.assertEqual(len(rows), planned)
        self.assertEqual(len({(row["engine"], row["suite"], row["item"], row["k"]) for row in rows}), planned)
        self.assertEqual({row["outcome"] for row in rows}, {"answered"})
        self.assertNotIn(None, {row["points"] for row in rows})
        self.assertEqual(len(self.rows("select distinct experiment from run_result")), 1)
        return rows

    def test_kill_9_in_the_middle(self):
        sim = self.slow_experiment()
        process = self.start()
        support.wait_until(lambda: self.trials() >= 30, "30 committed trials")
        process.kill()
        process.wait(support.LIMIT)
        committed = self.rows(KEYS)
        self.assertLess(len(committed), 120)
        done = self.kilter("run", "--json", code=0)
        self.assertIn(f"{len(committed)} trials are stored already", done.err)
        rows = self.assertWhole(120)
        for row in committed:  # a verdict may have come after its trial's row
            self.assertIn({**row, "points": 1.0}, rows)
        self.assertLessEqual(len(sim.asked()), 120 + 2)
        row = done.json()["engines"][0]
        self.assertEqual(row["trials"]["stored"], 120)
        self.assertEqual(row["unstable"]["items"], 0)

    def test_kill_9_again_and_again(self):
        sim = self.slow_experiment()
        for goal in (10, 25, 50, 90):
            process = self.start()
            support.wait_until(lambda goal=goal: self.trials() >= goal, f"{goal} committed trials")
            process.kill()
            process.wait(support.LIMIT)
        self.kilter("run", code=0)
        self.assertWhole(120)
        self.assertLessEqual(len(sim.asked()), 120 + 4 * 2)

    def test_one_interrupt_ends_what_is_in_flight_and_resumes(self):
        sim = self.slow_experiment()
        process = self.start()
        support.wait_until(lambda: self.trials() >= 20, "20 committed trials")
        process.send_signal(signal.SIGINT)
        ended = support.finish(process)
        self.assertEqual(ended.code, 130, ended)
        self.assertIn("finishing what is in flight", ended.err)
        self.assertIn("Run the same command again to go on", ended.err)
        stored = self.trials()
        self.assertLess(stored, 120)
        self.assertEqual(len(sim.asked()), stored)  # nothing in flight was lost
        self.assertIn("Partial", ended.out)
        self.kilter("run", code=0)
        self.assertWhole(120)
        self.assertEqual(len(sim.asked()), 120)

    def test_two_interrupts_cancel_what_is_in_flight(self):
        gate = Gate(self)
        self.write("suite.yaml", support.suite_text(4))
        self.config({"e": gate.url}, runs=1)
        process = self.start()
        support.wait_until(lambda: gate.asked, "a request in flight")
        process.send_signal(signal.SIGINT)
        for line in process.stderr:
            if b"interrupt again" in line:
                break
        process.send_signal(signal.SIGINT)
        ended = support.finish(process)
        self.assertEqual(ended.code, 130, ended)
        self.assertEqual(self.trials(), 0)  # interrupted is never final
        gate.open.set()
        self.kilter("run", code=0)
        self.assertWhole(4)
        self.assertEqual(len(gate.asked), 5)

    def test_a_second_runner_is_told_who_holds_the_experiment_before_any_request(self):
        gate = Gate(self)
        self.write("suite.yaml", support.suite_text(3))
        self.config({"e": gate.url}, runs=1)
        first = self.start()
        support.wait_until(lambda: gate.asked, "a request in flight")
        for extra in ((), ("--retry-errors",)):
            second = self.kilter("run", *extra, code=2)
            self.assertIn(str(first.pid), second.err)
            self.assertEqual(len(second.err.strip().splitlines()), 1, second)
            self.assertEqual(second.out, "")
        self.assertEqual(len(gate.asked), 1)
        gate.open.set()
        ended = support.finish(first)
        self.assertEqual(ended.code, 0, ended)
        self.assertWhole(3)

    def test_a_crash_gives_the_experiment_free(self):
        gate = Gate(self)
        self.write("suite.yaml", support.suite_text(3))
        self.config({"e": gate.url}, runs=1)
        first = self.start()
        support.wait_until(lambda: gate.asked, "a request in flight")
        first.kill()
        first.wait(support.LIMIT)
        gate.open.set()
        self.kilter("run", code=0)
        self.assertWhole(3)

    def test_a_complete_experiment_sends_nothing_and_new_measures_again(self):
        self.write("suite.yaml", support.suite_text(2))
        sim = self.sim(self.write("slow.yaml", SLOW))
        self.config({"e": sim.url}, runs=2)
        first = self.kilter("run", "--json", code=0)
        again = self.kilter("run", "--json", code=0)
        self.assertEqual(len(sim.asked()), 4)
        self.assertIn("Nothing to send", again.err)
        self.assertEqual(first.json(), again.json())
        self.kilter("run", "--new", code=0)
        self.assertEqual(len(sim.asked()), 8)
        self.assertEqual(len(self.rows("select distinct experiment from run_result")), 2)

    def test_b05_another_sampling_is_another_experiment(self):
        self.write("suite.yaml", support.suite_text(2))
        sim = self.sim(self.write("slow.yaml", SLOW))
        config = self.config({"e": sim.url}, runs=1)
        self.kilter("run", code=0)
        config.write_text(config.read_text().replace("max_tokens: 64", "max_tokens: 64, temperature: 0.7"))
        self.kilter("run", code=0)
        self.assertEqual(len(sim.asked()), 4)
        self.assertEqual(len({entry["body_sha256"] for entry in sim.asked()}), 4)

    def test_edited_gold_scores_what_is_stored_and_sends_nothing(self):
        suite = self.write("suite.yaml", support.suite_text(2))
        sim = self.sim(self.write("slow.yaml", SLOW))
        self.config({"e": sim.url}, runs=1)
        self.kilter("run", code=0)
        suite.write_text(support.suite_text(2).replace("gold: {code: C-01}", "gold: {code: C-77}"))
        board = self.kilter("run", "--json", code=0).json()
        self.assertEqual(len(sim.asked()), 2)
        self.assertEqual(board["engines"][0]["points"]["mean"], 1.0)

    def test_a_crash_between_a_trial_and_its_verdict_is_made_good(self):
        self.write("suite.yaml", support.suite_text(2))
        sim = self.sim(self.write("slow.yaml", SLOW))
        self.config({"e": sim.url}, runs=1)
        self.kilter("run", code=0)
        with contextlib.closing(sqlite3.connect(self.store)) as connection, connection:
            connection.execute("delete from verdict where rowid = (select min(rowid) from verdict)")
        self.kilter("board", code=3)  # unscored is not wrong, and not right
        board = self.kilter("run", "--json", code=0).json()
        self.assertEqual(board["engines"][0]["points"]["mean"], 2.0)
        self.assertEqual(len(sim.asked()), 2)

    def test_retry_errors_reopens_failed_trials_and_no_others(self):
        self.write("suite.yaml", support.suite_text(2))
        sim = self.sim(self.write("flaky.yaml", """scenario: flaky
suites: [./suite.yaml]
runs: 2
engines:
  e:
    default: {content: {gold: true}}
    items:
      i-01: {runs: AB, A: {fault: {status: 500}}, B: {}}
"""))
        self.config({"e": sim.url}, runs=1)
        failed = self.kilter("run", "--json", code=3).json()["engines"][0]
        self.assertEqual(failed["trials"]["failed"], 1)
        self.assertEqual(failed["points"]["mean"], 1.0)
        self.assertEqual(failed["points"]["answered_only"], 2.0)
        final = self.kilter("run", code=3)  # a failed outcome is final
        self.assertIn("is stored, 1 of them failed. --retry-errors sends those again", final.err)
        self.assertEqual(len(sim.asked()), 2)
        self.kilter("run", "--retry-errors", code=0)
        self.assertEqual([entry["item"] for entry in sim.asked()], ["i-00", "i-01", "i-01"])
        rows = self.rows("select item, outcome, attempts from run_result order by item")
        self.assertEqual([(row["item"], row["outcome"], row["attempts"]) for row in rows],
                         [("i-00", "answered", 1), ("i-01", "answered", 2)])

    def test_b02_a_resumed_run_keeps_every_differing_answer(self):
        counter = iter(range(1000))

        def answer(path, _, body):
            if not path.endswith("/chat/completions"):
                return support.http_answer('{"object": "list", "data": []}')
            return support.http_answer(support.completion(json.dumps({"code": next(counter)})))

        with support.Trickster(answer) as engine:
            self.write("suite.yaml", support.suite_text(1))
            self.config({"e": engine.url}, runs=5)
            first = self.kilter("run", "--json", code=0).json()["engines"][0]
            again = self.kilter("run", "--json", code=0).json()["engines"][0]
        self.assertEqual(next(counter), 5)
        self.assertEqual(first, again)
        self.assertEqual(first["unstable"]["items"], 1)
        self.assertEqual(len(self.rows("select distinct content_sha256 from run_result")), 5)


if __name__ == "__main__":
    support.main()

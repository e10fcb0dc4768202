"""B01-B12: repeats are real, resume is exact, and nothing is stored under another trial."""

import os
import sqlite3
import subprocess

import support
from quirks import Case, answer, right, whole

COUNTED = {"body": answer('{"code": "{ask}"}')}


class Repeats(Case):
    def test_b01_every_repeat_is_a_request_of_its_own(self):
        rows = self.ask(COUNTED, runs=5, code=0)
        self.assertEqual(len(self.engine.asked()), 5)
        self.assertEqual(len({row["content_sha256"] for row in rows}), 5)
        self.assertEqual((self.row()["unstable"]["items"], self.row()["unstable"]["of"]), (1, 1))

    def test_b02_a_resumed_run_sends_nothing_and_keeps_the_same_answers(self):
        first = self.ask(COUNTED, runs=5, code=0)
        self.assertEqual([row["k"] for row in first], [0, 1, 2, 3, 4])
        self.kilter("run", code=0)
        self.assertEqual(len(self.engine.asked()), 5)
        self.assertEqual(self.trial_rows(), first)

    def test_b03_no_answer_is_stored_under_another_trial(self):
        # All six are open at once; the first request is the last to be answered.
        last = {"wait": {"open": 6}, "body": answer("{item} {ask}"), "then": "close"}
        slow = {**last, "body": [{"wait": {"ms": 5}}, answer("{item} {ask}")]}
        rows = self.ask({"i-00": [slow, last], "i-01": [last, slow]}, items=2, runs=3, concurrency=6)
        self.assertEqual([row["item"] for row in rows], ["i-00"] * 3 + ["i-01"] * 3)
        contents = [self.content(row) for row in rows]
        for row, content in zip(rows, contents):
            self.assertTrue(content.startswith(row["item"] + " "), contents)
        self.assertEqual(len(set(contents)), 6)

    def test_b04_engines_that_differ_in_the_extra_body_share_nothing(self):
        sim = self.serve(COUNTED)
        both = {name: {"base_url": sim.url, "model": "e", "extra_body": {"reasoning_effort": name}}
                for name in ("low", "high")}
        self.config(both, runs=1)
        self.kilter("run", code=0)
        rows = self.trial_rows()
        self.assertEqual([row["engine"] for row in rows], ["high", "low"])
        self.assertEqual(len({row["request_sha256"] for row in rows}), 2)
        self.assertEqual(len({entry["body_sha256"] for entry in sim.asked()}), 2)

    def test_b05_another_temperature_is_never_resumed_from_the_old_one(self):
        sim = self.serve(COUNTED, request="max_tokens: 64, temperature: 0")
        self.kilter("run", code=0)
        self.configure(request="max_tokens: 64, temperature: 0.7")
        self.kilter("run", code=0)
        self.assertEqual(len(sim.asked()), 2)
        self.assertEqual(len(self.rows("select distinct experiment from run_result")), 2)

    def test_b06_thinking_that_ate_the_budget_is_one_attempt_and_no_crash(self):
        row = self.one_of(self.ask(whole(None, "length", reasoning_content="aaa"), code=0, retries=3))
        self.assertEqual((row["outcome"], row["attempts"]), ("truncated_in_reasoning", 1))
        self.assertEqual(self.row()["points"]["mean"], 0.0)
        self.assertEqual(len(self.engine.asked()), 1)

    def killed_after_seven(self):
        gated = {"wait": {"file": "go"}, "body": answer(right(), more={"usage": {"completion_tokens": 3}})}
        script = {f"i-{i:02}": [whole(right(f"i-{i:02}"), more={"usage": {"completion_tokens": 3}})] if i < 7 else gated
                  for i in range(12)}
        self.serve(script, items=12)
        process = support.start_kilter("run", cwd=self.folder)
        support.wait_until(lambda: self.trials() == 7 and len(self.engine.asked()) == 8, "seven trials and one in flight")
        process.kill()
        process.communicate(timeout=support.LIMIT)
        self.write("go", "")

    def test_b07_kill_9_loses_no_finished_request(self):
        self.killed_after_seven()
        before = self.trial_rows()
        self.assertEqual(len(before), 7)
        self.kilter("run", code=0)
        after = self.trial_rows()
        self.assertEqual(len(after), 12)
        for row in before:
            self.assertIn(row, after)
        self.assertEqual(len(self.engine.asked()), 8 + 5)

    def test_b08_totals_cover_both_sessions(self):
        self.killed_after_seven()
        self.done = self.kilter("run", "--json", code=0)
        self.assertEqual(self.row()["trials"]["stored"], 12)
        self.assertEqual(sum(row["completion_tokens"] for row in self.trial_rows()), 36)
        self.assertEqual(len(self.rows("select * from attempt where total_ms > 0")), 12)

    def test_b09_every_repeat_sends_the_same_bytes(self):
        suite = ("suite: turns\nversion: '1'\nitems:\n  - id: i-00\n    messages:\n"
                 "      - {role: user, content: Remember C-00.}\n      - {role: assistant, content: Done.}\n"
                 "      - {role: user, content: Which code is it}\n"
                 "    answer: {type: json, schema: {type: object, properties: {code: {type: string}}}}\n"
                 "    fields: {code: id}\n    gold: {code: C-00}\n")
        rows = self.ask(whole(right()), suite=suite, runs=3, code=0)
        self.assertEqual(len(rows), 3)
        self.assertEqual(len({row["request_sha256"] for row in rows}), 1)
        self.assertEqual(len({entry["body_sha256"] for entry in self.engine.asked()}), 1)

    def test_b10_two_processes_and_an_open_reader_on_one_store(self):
        self.serve({f"i-{i:02}": whole(right(f"i-{i:02}")) for i in range(40)}, items=40, runs=5, concurrency=4)
        self.kilter("run", "--runs", "1", code=0)  # the store is there
        other = self.config({"e": {"base_url": self.engine.url, "concurrency": 4}}, runs=4, name="other.yaml")
        reader = sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)
        self.addCleanup(reader.close)
        reader.execute("select * from trial").fetchone()
        started = [support.start_kilter("run", *config, cwd=self.folder) for config in ((), (str(other),))]
        for process in started:
            ended = support.finish(process)
            self.assertEqual(ended.code, 0, ended)
        counts = self.rows("select count(*) as n from run_result group by experiment order by n")
        self.assertEqual([row["n"] for row in counts], [40, 160, 200])

    def test_b11_two_items_of_one_id_are_refused_before_any_request(self):
        sim = self.serve(whole(right()))
        self.write("suite.yaml", support.suite_text(2).replace("id: i-01", "id: i-00"))
        done = self.kilter("run", code=2)
        self.assertRegex(done.err, r"suite\.yaml:9:\d+: error: .*i-00")
        self.assertIn("8", done.err)  # the line of the first one
        self.assertEqual(sim.asked(), [])

    def test_b12_memory_is_bounded_by_the_answer_not_by_their_number(self):
        long = whole(right(), reasoning_content="thought " * 8192)
        config = self.serve(long, items=8, runs=4) and self.folder / "kilter.yaml"
        peaks = [self.peak(config, runs) for runs in (4, 40)]
        self.assertLess(peaks[1], peaks[0] * 1.25, peaks)

    def peak(self, config, runs):
        process = subprocess.Popen([support.KILTER, "run", str(config), "--runs", str(runs), "--json"], cwd=self.folder,
                                   env=support.environment(**support.QUIET_ASAN), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return used.ru_maxrss


if __name__ == "__main__":
    support.main()

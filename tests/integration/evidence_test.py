"""Evidence on the board: who answered, whom else the engine served, and what came between. A small server of our own."""

import contextlib
import json
import sqlite3

import support


def reply(body, **head):
    return support.http_answer(body, extra="Connection: close\r\n", **head)


class Engine:
    """Answers as vLLM does, by `change(n, body)` in the members that it gives; n counts the answers from 0."""

    def __init__(self, change=lambda n, answer: None, running=None, owner="vllm"):
        self.change, self.running, self.owner, self.answers, self.asked = change, running, owner, 0, []

    def __call__(self, path, _, body):
        self.asked.append(path)
        if path == "/metrics" and self.running is not None:
            count = self.running.pop(0) if len(self.running) > 1 else self.running[0]
            text = (f"# TYPE vllm:num_requests_running gauge\nvllm:num_requests_running{{model_name=\"m\"}} {count}.0\n"
                    "vllm:num_requests_waiting{model_name=\"m\"} 0.0\n")
            return reply(text, content_type="text/plain")
        if path == "/v1/models":
            return reply(json.dumps({"data": [{"id": "m", "owned_by": self.owner}]}))
        if path != "/v1/chat/completions":
            return reply("{}", status="404 Not Found")
        answer = json.loads(support.completion(support.code_answer(body)))
        answer["id"] = f"chatcmpl-{self.answers}"
        self.change(self.answers, answer)
        self.answers += 1
        return reply(json.dumps(answer))


class Evidence(support.TestCase):
    def run_on(self, engine, items=2, runs=3, suite=None, **settings):
        server = support.Trickster(engine)
        self.addCleanup(server.__exit__)
        self.write("suite.yaml", suite or support.suite_text(items))
        config = self.config({"e": {"base_url": server.url, "model": "m", "dialect": "vllm", **settings}}, runs=runs)
        config.write_text(config.read_text().replace("max_tokens: 64", "max_tokens: 64, stream: false"))
        self.row = self.kilter("run", "--json").json()["engines"][0]
        self.text = " ".join(self.kilter("board").out.split())
        return self.row

    def test_others_on_the_engine_show_in_what_it_says_of_its_requests(self):
        engine = Engine(running=[0, 5])
        row = self.run_on(engine)
        self.assertEqual(row["load"], {"samples": 2, "running_min": 0, "running_max": 5, "waiting_max": 0})
        self.assertEqual(engine.asked.count("/metrics"), 2)  # before and after; a run this short has no between
        self.assertIn("Up to 5 requests were running on the engine while concurrency was 1: others used it", self.text)

    def test_a_quiet_engine_shows_too_and_sessions_add_up(self):
        engine = Engine(running=[0, 1])
        self.run_on(engine)
        self.assertIn("At most 1 request was running on the engine (2 samples).", self.text)
        self.kilter("run")  # nothing is missing: nothing is sent, and nobody is asked
        self.assertEqual(engine.asked.count("/metrics"), 2)

    def test_an_engine_without_the_page_is_asked_once_and_one_of_no_such_dialect_never(self):
        engine = Engine()
        self.assertIsNone(self.run_on(engine)["load"])
        self.assertEqual(engine.asked.count("/metrics"), 1)
        plain = Engine(running=[0])
        self.assertIsNone(self.run_on(plain, dialect="openai")["load"])
        self.assertEqual(plain.asked.count("/metrics"), 0)

    def test_a_change_of_engine_in_the_middle_splits_the_board(self):
        # Run-major, two items, K = 3: the answers 0 to 2 are of build 1, the others of build 2, which
        # answers otherwise: item i-00 has runs 0, 1 | 2, item i-01 has 0 | 1, 2.
        def change(n, answer):
            answer["system_fingerprint"] = "build-1" if n < 3 else "build-2"
            if n >= 3:
                answer["choices"][0]["message"]["content"] += " "
        row = self.run_on(Engine(change))
        parts = row["fingerprints"]["parts"]
        self.assertEqual([(part["part"], part["system_fingerprint"], part["runs"], part["measurable"], part["unstable"])
                          for part in parts], [("A", "build-1", 3, 1, 0), ("B", "build-2", 3, 1, 0)])
        self.assertEqual(row["fingerprints"]["unstable_within"], [])
        self.assertEqual(row["fingerprints"]["unstable_across"], ["i-00", "i-01"])
        self.assertIn("2 engines answered: 3 runs under A (system_fingerprint build-1)", self.text)
        self.assertLess(self.text.index("2 engines answered"), self.text.index("attainable."))

    def test_declared_notes_stand_in_the_report(self):
        self.run_on(Engine(), notes={"launch": "vllm serve m"})
        self.assertEqual(self.row["notes"], {"launch": "vllm serve m"})
        self.kilter("report", "-o", "r.md")
        self.assertIn("declared: launch: vllm serve m", (self.folder / "r.md").read_text())

    def test_b01_one_response_id_for_all_runs_of_an_item(self):
        row = self.run_on(Engine(lambda n, answer: answer.update(id=f"cached-{n % 2}")))
        self.assertEqual(row["evidence"]["shared_response_ids"]["items"], ["i-00", "i-01"])
        self.assertIn("An intermediary cache may have answered: 2 items", self.text)

    def test_b01_one_creation_time_for_runs_that_were_sent_seconds_apart(self):
        # Times of their own by item, one for all its runs; the engine takes no time, so the store is told that
        # the runs lay a minute apart each.
        def change(n, answer):
            answer["created"] = 1767225600 + n % 2 * 7
        row = self.run_on(Engine(change))
        self.assertEqual(row["evidence"]["shared_creation_times"], {"count": 0, "of": 2, "rate": 0.0, "items": []})
        self.assertNotIn("creation time", self.text)
        self.assertEqual([trial["created"] for trial in self.rows("select created from trial order by item, k")],
                         [1767225600] * 3 + [1767225607] * 3)
        with contextlib.closing(sqlite3.connect(self.store)) as store:
            store.execute("update attempt set started_at = printf('2026-01-01T00:%02d:%02d.000Z', k, item)")
            store.commit()
        row = self.kilter("board", "--json").json()["engines"][0]
        self.assertEqual(row["evidence"]["shared_creation_times"]["items"], ["i-00", "i-01"])
        self.assertIn("2 items whose runs share one creation time, although they were sent seconds apart",
                      " ".join(self.kilter("board").out.split()))

    def test_b24_a_demanded_form_that_is_not_enforced(self):
        def change(n, answer):
            if n == 0:
                answer["choices"][0]["message"]["content"] = "Sure! The total is 5."
        suite = support.suite_text(1).replace("defaults:", "defaults:\n  structured: true")
        row = self.run_on(Engine(change), suite=suite)
        self.assertEqual(row["evidence"]["constraint_not_enforced"],
                         {"count": 1, "of": 3, "rate": 0.3333, "items": ["i-00"]})
        self.assertIn("The demanded form was not enforced: 1 of 3 answers", self.text)

    def test_b25_an_answer_in_the_reasoning(self):
        def change(n, answer):
            message = answer["choices"][0]["message"]
            message.update(content=None, reasoning=message["content"])
        row = self.run_on(Engine(change), items=1)
        self.assertEqual(row["trials"]["outcomes"], {"stopped_in_reasoning": 3})
        self.assertEqual(row["evidence"]["answer_in_reasoning"]["count"], 3)
        self.assertIn("Answer-shaped JSON stands in the reasoning of 3 runs without an answer (i-00)", self.text)

    def test_b27_repeats_from_a_prefix_cache(self):
        def change(n, answer):
            cached = 0 if n == 0 else 900
            answer["usage"] = {"prompt_tokens": 1000, "completion_tokens": 5, "total_tokens": 1005,
                               "prompt_tokens_details": {"cached_tokens": cached}}
        cache = self.run_on(Engine(change), items=1)["evidence"]["cache"]
        self.assertEqual(cache["repeats_served"], {"count": 2, "of": 2, "rate": 1.0})
        self.assertEqual(cache["repeat_share"], 0.9)
        self.assertIn("2 of 2 repeats that tell were served from a prefix cache (90% of their prompt)", self.text)

    def test_b29_a_prompt_that_was_cut(self):
        def change(n, answer):
            answer["usage"] = {"prompt_tokens": 2050, "completion_tokens": 5, "total_tokens": 2055}
        words = " ".join(f"w{i % 97:02}" for i in range(5200))  # more than 20 KB
        suite = support.suite_text(1).replace("The code is", words + ". The code is")
        row = self.run_on(Engine(change), suite=suite)
        self.assertEqual(row["evidence"]["prompt_truncated_suspected"]["items"], ["i-00"])
        self.assertIn("Prompts may have been cut before they were read on 1 of 1 items (i-00)", self.text)


if __name__ == "__main__":
    support.main()

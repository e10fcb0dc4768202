"""B21-B35: streams and transport. What cuts, comments, errors and lost connections do to an answer."""

import json

import support
from quirks import Case, event, right, stream, usage, whole

FINISH = event(finish="stop")


class Stream(Case):
    def hashes(self, rows):
        return {(row["outcome"], row["content_sha256"], row["reasoning_sha256"]) for row in rows}

    def test_b21_one_event_byte_by_byte(self):
        parts = (event({"content": right()}), FINISH)
        rows = self.ask([stream(*parts), stream(*parts, cut="every_byte")], runs=2, code=0)
        self.assertEqual(len(self.hashes(rows)), 1)
        self.assertEqual(self.content(rows[1]), right())

    def test_b22_characters_of_many_bytes_cut_at_every_byte(self):
        parts = (event({"content": "é✓🙂ő"}), FINISH)
        length = len("".join(parts).encode()) + len("data: [DONE]\n\n")
        rows = self.ask(stream(*parts, cut="by_ask"), runs=length - 1, concurrency=4, code=0)
        self.assertEqual(len(rows), length - 1)
        self.assertEqual(len(self.hashes(rows)), 1)
        self.assertEqual(self.content(rows[0]), "é✓🙂ő")

    def test_b23_comments_are_no_json(self):
        comments = ":\n\n" * 3 + ": OPENROUTER PROCESSING\n\n"
        rows = self.ask([stream(comments, event({"content": right()}), FINISH),
                         stream("data: : PING\n\n", event({"content": right()}), FINISH)], runs=2, code=0)
        self.assertEqual(len(self.hashes(rows)), 1)
        self.assertEqual(self.content(rows[0]), right())
        self.assertEqual([("event_not_json" in row["flags"]) for row in rows], [False, True])

    def test_b24_a_demanded_form_that_is_not_enforced_is_wrong_and_told(self):
        suite = support.suite_text(1).replace("  fields:", "  structured: true\n  fields:")
        sure = {**whole("Sure! The code is C-00."), "needs": ['"response_format"']}
        self.ask(sure, suite=suite, runs=2, code=0)
        self.assertEqual(self.row()["points"]["mean"], 0.0)
        loose = self.row()["evidence"]["constraint_not_enforced"]
        self.assertEqual((loose["count"], loose["of"], loose["items"]), (2, 2, ["i-00"]))
        self.assertIn("The demanded form was not enforced", " ".join(self.kilter("board").out.split()))

    def test_b25_json_in_the_reasoning_is_hinted_at_and_not_scored(self):
        row = self.one_of(self.ask(whole(None, reasoning=right()), code=0))
        self.assertEqual(row["outcome"], "stopped_in_reasoning")
        self.assertEqual(self.row()["points"]["mean"], 0.0)
        self.assertEqual(self.row()["evidence"]["answer_in_reasoning"]["items"], ["i-00"])
        self.assertIn("Answer-shaped JSON stands in the reasoning", " ".join(self.kilter("board").out.split()))

    def test_b26_the_first_of_four_runs_stands_alone(self):
        self.ask([whole('{"code": "C-99"}'), whole(right())], runs=4, code=0)
        row = self.row()
        self.assertEqual(row["unstable"]["items"], 1)
        item = row["stability"]["items"][0]
        self.assertEqual(item["pattern"], "first_differs")
        self.assertEqual(item["sizes"], [3, 1])
        self.assertEqual((row["majority"]["points"], row["majority"]["errors"]["count"]), (1.0, 0))
        self.assertEqual(row["stability"]["first_run"]["items"], 1)
        shown = self.kilter("show", "i-00", "--json", code=0).json()["engines"][0]
        self.assertEqual((shown["divergence"]["channel"], shown["divergence"]["kind"], shown["divergence"]["code_point"]),
                         ("content", "mismatch", 12))
        self.assertEqual([run["variant"]["full"] for run in shown["runs"]], ["B", "A", "A", "A"])

    def test_b27_answers_that_follow_the_cache_are_told_by_their_cached_tokens(self):
        def told(content, cached):
            return whole(content, more={"usage": {"prompt_tokens": 1000, "completion_tokens": 5,
                                                  "prompt_tokens_details": {"cached_tokens": cached}}})
        self.ask({f"i-{i:02}": [told('{"code": "C-99"}', 0), told(right(f"i-{i:02}"), 900)] for i in range(4)},
                 items=4, runs=3, code=0)
        row = self.row()
        self.assertEqual(row["stability"]["first_run"]["items"], 4)
        cache = row["stability"]["cache"]
        self.assertEqual(cache["none"], {"runs": 4, "deviating": 4})
        self.assertEqual(cache["some"], {"runs": 8, "deviating": 0})
        self.assertEqual((row["evidence"]["cache"]["repeats_served"]["count"],
                          row["evidence"]["cache"]["repeats_served"]["of"]), (8, 8))

    def test_b28_cold_on_llama_cpp_stands_in_the_request(self):
        rows = self.ask({**whole(right()), "needs": ['"cache_prompt":false']}, dialect="llama_cpp", cache="cold", code=0)
        cold = self.one_of(rows)
        self.configure(dialect="llama_cpp", cache="as_is")
        self.kilter("run", code=3)  # the engine refuses a request without it
        warm = self.rows("select request_sha256 from attempt order by id desc limit 1")[0]
        self.assertNotEqual(cold["request_sha256"], warm["request_sha256"])
        self.assertIn("cache_prompt", self.rows("select error from attempt order by id desc limit 1")[0]["error"])

    def test_b29_a_prompt_that_was_cut_to_a_window_is_suspected(self):
        suite = support.suite_text(1).replace("The code is", "word " * 4000 + "The code is")
        self.ask(whole(right(), more={"usage": {"prompt_tokens": 2050, "completion_tokens": 5}}), suite=suite, code=0)
        cut = self.row()["evidence"]["prompt_truncated_suspected"]
        self.assertEqual((cut["items"], cut["of"]), (["i-00"], 1))
        self.assertIn("Prompts may have been cut", " ".join(self.kilter("board").out.split()))

    def test_b30_a_chunk_without_choices_first_in_the_middle_and_last(self):
        counts, content = usage(prompt_tokens=7, completion_tokens=5), event({"content": right()})
        rows = self.ask([stream(counts, content, FINISH), stream(content, counts, FINISH), stream(content, FINISH, counts)],
                        runs=3, code=0)
        self.assertEqual(len(self.hashes(rows)), 1)
        self.assertEqual([(row["prompt_tokens"], row["completion_tokens"]) for row in rows], [(7, 5)] * 3)

    def test_b31_a_connection_lost_in_the_middle_is_no_answer(self):
        part = event({"content": '{"code":'})
        lost = [stream(part, done=False, framing="none"), stream(part, done=False, unfinished=True),
                stream(part, done=False, unfinished=True, then="reset")]
        for script, outcome in zip(lost, ("stream_incomplete", "transport_error", "transport_error")):
            with self.subTest(script):
                self.store.unlink(missing_ok=True)
                row = self.one_of(self.ask(script, retries=1, code=3))
                self.assertEqual((row["outcome"], row["attempts"]), (outcome, 2))
                self.assertEqual(self.content(row), '{"code":')
                self.assertEqual(self.rows("select points from run_result"), [{"points": None}])

    def test_b32_three_ways_to_report_an_error_inside_a_stream(self):
        part = event({"content": '{"code":'})
        variants = ['error: {"code": 500, "message": "x-ray"}\n\n',
                    'data: {"error": {"message": "x-ray", "code": 500}}\n\ndata: [DONE]\n\n',
                    'event: error\ndata: {"message": "x-ray"}\n\n']
        rows = self.ask([stream(part, one, done=False) for one in variants], runs=3, code=3)
        self.assertEqual({row["outcome"] for row in rows}, {"protocol_error"})
        for row in rows:
            self.assertIn("x-ray", row["error"])

    def test_b33_choices_null_and_an_error_is_that_error(self):
        error = {"body": json.dumps({"choices": None, "error": {"code": 429, "message": "slow down"}})}
        row = self.one_of(self.ask([error, whole(right())], retries=1, code=0))
        self.assertEqual((row["outcome"], row["attempts"]), ("answered", 2))
        first = self.rows("select outcome, error from attempt order by number")[0]
        self.assertEqual(first["outcome"], "protocol_error")
        self.assertIn("slow down", first["error"])

    def test_b34_an_engine_that_closes_after_each_reply_and_once_before_one(self):
        served = {**whole(right()), "then": "close"}
        rows = self.ask([served, {"status": None, "then": "close"}, served], runs=6, retries=2, code=0)
        self.assertEqual([row["outcome"] for row in rows], ["answered"] * 6)
        self.assertEqual(sum(row["attempts"] for row in rows), 7)

    def test_b34_a_kept_connection_that_the_engine_closes_is_not_a_failed_trial(self):
        # The close comes after a whole reply that announced nothing of it: the next request meets a dead socket.
        rows = self.ask({**whole(right()), "headers": ["Content-Type: application/json", "Connection: keep-alive"],
                         "then": "reset"}, runs=8, retries=1, code=0)
        self.assertEqual([row["outcome"] for row in rows], ["answered"] * 8)

    def test_b35_as_many_requests_are_open_as_the_config_says(self):
        script = {**whole(right()), "wait": {"open": 150}}
        rows = self.ask(script, runs=150, concurrency=150, code=0)
        self.assertEqual(len(rows), 150)
        self.assertEqual(max(entry["in_flight"] for entry in self.engine.asked()), 150)

    def test_b35_concurrency_one_never_has_two(self):
        self.ask([{**whole(right()), "wait": {"ms": 2}}], runs=20, concurrency=1, code=0)
        self.assertEqual({entry["in_flight"] for entry in self.engine.asked()}, {1})


class Cuts(Case):
    """One answer with characters of many bytes, escapes and halves of surrogate pairs gives one hash however it came."""
    CONTENT = 'é✓🙂ő \\"\\u00e9\\ud83d\\ude42\\\\n\\n{}'  # as it stands between the quotes of the JSON text
    TEXT = 'é✓🙂ő "é🙂\\n\n{}'

    def bodies(self):
        split = self.CONTENT.index("\\ude42")  # the deltas part between the two halves
        texts = (self.CONTENT[:split], self.CONTENT[split:])
        deltas = ['data: {"choices":[{"index":0,"delta":{"reasoning":"é\\ud83d\\ude42"}}]}\r\n\r\n']
        deltas += [f'data: {{"choices":[{{"index":0,"delta":{{"content":"{text}"}}}}]}}\n\n' for text in texts]
        body = (f'{{"choices":[{{"index":0,"message":{{"role":"assistant","content":"{self.CONTENT}",'
                f'"reasoning":"é\\ud83d\\ude42"}},"finish_reason":"stop"}}]}}')
        return stream(*deltas, FINISH), {"framing": "chunked", "body": body}

    def test_one_answer_cut_at_every_offset_has_one_hash(self):
        seen = set()
        for script in self.bodies():
            self.store.unlink(missing_ok=True)
            body = script["body"]
            length = len(("".join(body) if isinstance(body, list) else body).encode())
            self.serve({**script, "cut": "by_ask"}, runs=length - 1, concurrency=8)
            self.kilter("run", code=0)
            rows = self.trial_rows()
            self.assertEqual(len(rows), length - 1)
            self.assertEqual({row["flags"] for row in rows}, {""})
            seen |= {(row["content_sha256"], row["reasoning_sha256"]) for row in rows}
            self.assertEqual(self.content(rows[0]), self.TEXT)
            self.serve([script, {**script, "cut": "every_byte"}, {**script, "framing": "none"},
                        {**script, "framing": "none", "cut": {"each": 3}}], runs=4)
            self.kilter("run", "--new", code=0)
            seen |= {(row["content_sha256"], row["reasoning_sha256"]) for row in self.trial_rows()}
        self.assertEqual(len(seen), 1)


if __name__ == "__main__":
    support.main()

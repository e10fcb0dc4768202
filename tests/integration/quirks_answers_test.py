"""B13-B20: empty, null, reasoning under all its names; thinking is never scored as the answer."""

import support
from quirks import Case, event, right, stream, whole


class Answers(Case):
    def test_b13_a_budget_eaten_by_thinking_is_told_apart_from_wrong(self):
        eaten = whole(None, "length", {"usage": {"prompt_tokens": 9, "completion_tokens": 64}}, reasoning="aaa")
        self.ask({"i-00": eaten, "i-01": whole('{"code": "C-99"}')}, items=2, runs=3, code=0)
        never = self.row()["evidence"]["never_answered"]
        self.assertEqual((never["count"], never["of"]), (3, 6))
        self.assertEqual(self.row()["trials"]["outcomes"], {"answered": 3, "truncated_in_reasoning": 3})
        self.assertIn("3 of 6 never produced an answer (budget)", " ".join(self.kilter("board").out.split()))

    def test_b14_null_content_without_reasoning_and_usage(self):
        row = self.one_of(self.ask(whole(None, "length"), code=0))
        self.assertEqual((row["outcome"], row["content_state"]), ("empty", "null"))
        self.assertIsNone(row["completion_tokens"])
        self.assertIsNone(self.shown()[0]["completion_tokens"])
        self.assertIsNone(self.row()["speed"]["output_tok_per_s"])

    def test_b15_an_unclosed_block_of_thinking_is_no_answer(self):
        row = self.one_of(self.ask(whole('<think>maybe {"code": "C-00"}', "length"), code=0))
        self.assertEqual(row["outcome"], "truncated_in_reasoning")
        self.assertIn("reasoning_unclosed", row["flags"])
        self.assertEqual(self.shown()[0]["parse_status"], "unclosed_think")
        self.assertEqual(self.row()["points"]["mean"], 0.0)

    def test_b16_the_draft_inside_the_thinking_is_not_the_answer(self):
        for opening in ("<think>", ""):
            with self.subTest(opening):
                self.store.unlink(missing_ok=True)
                content = opening + 'draft {"code": "C-99"}</think>{"code": "C-00"}'
                self.ask(whole(content), code=0)
                self.assertEqual(self.row()["points"]["mean"], 1.0)
                self.assertEqual(self.shown()[0]["fields"][0]["raw"], "C-00")

    def test_b17_reasoning_is_the_same_under_both_names(self):
        self.serve([whole(right(), reasoning="a thought"), whole(right(), reasoning_content="a thought"),
                    stream(event({"reasoning": "a thought"}), event({"content": right()}), event(finish="stop"))], runs=3)
        self.kilter("run", code=0)
        rows = self.trial_rows()
        self.assertEqual([row["reasoning_source"] for row in rows], ["reasoning", "reasoning_content", "reasoning"])
        self.assertEqual(len({row["reasoning_sha256"] for row in rows}), 1)
        self.assertEqual(self.blob(rows[0]["reasoning_sha256"]), b"a thought")

    def test_b18_the_first_token_is_the_first_of_any_channel(self):
        pause = 60  # ms
        row = self.one_of(self.ask(stream(event({"reasoning": "x"}), {"wait": {"ms": pause}},
                                          event({"content": right()}), event(finish="stop")), code=0))
        first_answer = self.rows("select first_answer_ms from trial")[0]["first_answer_ms"]
        self.assertGreaterEqual(first_answer - row["first_token_ms"], pause * 0.8)

    def test_b19_content_as_a_list_of_parts(self):
        parts = [{"type": "text", "text": '{"code": '}, {"type": "text", "text": '"C-00"}'}]
        row = self.one_of(self.ask(whole(parts), code=0))
        self.assertEqual(self.content(row), right())
        self.assertIn("content_parts", row["flags"])
        self.assertEqual(self.row()["points"]["mean"], 1.0)

    def test_b20_reasoning_is_not_scored_where_the_content_is_null(self):
        row = self.one_of(self.ask(whole(None, reasoning=f"so the answer is {right()}"), code=0))
        self.assertEqual(row["outcome"], "stopped_in_reasoning")
        self.assertEqual(self.row()["points"]["mean"], 0.0)


if __name__ == "__main__":
    support.main()

"""B36-B46: what is counted, what is undefined, and text that is no text."""

import support
from quirks import Case, answer, right, whole

ERROR_500 = {"status": "500 Internal Server Error", "body": '{"error": {"message": "broken", "code": 500}}'}
ERROR_429 = {"status": "429 Too Many Requests", "headers": ["Retry-After: 0"], "body": '{"error": {"message": "slow"}}'}


class Numbers(Case):
    def test_b36_an_error_stays_in_the_denominator(self):
        script = {f"i-{i:02}": whole(right(f"i-{i:02}")) for i in range(8)}
        script.update({"i-08": whole('{"code": "C-99"}'), "i-09": ERROR_500})
        self.ask(script, items=10, code=3)
        row = self.row()
        self.assertEqual((row["points"]["mean"], row["points"]["attainable"]), (8.0, 10.0))
        self.assertAlmostEqual(row["points"]["answered_only"], 10 * 8 / 9, places=3)
        self.assertEqual(row["trials"]["failed"], 1)
        self.assertEqual(row["trials"]["outcomes"], {"answered": 9, "http_error": 1})

    def test_b37_a_rate_limit_is_neither_wrong_nor_dropped(self):
        self.ask({"i-00": ERROR_429, "i-01": whole(right("i-01"))}, items=2, runs=2, retries=1, code=3)
        row = self.row()
        self.assertEqual(row["trials"]["outcomes"], {"answered": 2, "http_error": 2})
        self.assertEqual(row["trials"]["failed"], 2)
        self.assertEqual((row["unstable"]["of"], row["unstable"]["unmeasurable"]), (1, 1))
        self.assertEqual(self.rows("select distinct points from run_result where item = 'i-00'"), [{"points": None}])

    def test_b38_nothing_to_score_and_one_run_give_null_with_a_reason(self):
        row = self.one_of(self.ask(ERROR_500, runs=1, code=3))
        self.assertEqual(row["outcome"], "http_error")
        board = self.row()  # read by a strict parser: no NaN, no Infinity
        self.assertIsNone(board["unstable"]["rate"])
        self.assertIsNone(board["disagreement"])
        self.assertTrue(board["warnings"])
        self.exports()

    def test_b39_nan_is_no_json(self):
        self.ask(whole('{"code": NaN}'), code=0)
        self.assertEqual(self.row()["points"]["mean"], 0.0)
        self.assertNotEqual(self.shown()[0]["parse_status"], "clean")

    def test_b40_one_usable_run_of_three_says_nothing_about_stability(self):
        self.ask([ERROR_500, ERROR_500, whole('{"code": "C-99"}')], runs=3, code=3)
        row = self.row()
        self.assertEqual((row["unstable"]["of"], row["unstable"]["unmeasurable"]), (0, 1))
        self.assertIsNone(row["pass_at_k"])
        self.assertEqual(row["partition"]["all_right_one_text"], 0)
        self.assertEqual(row["stable_failed"], [])

    def test_b41_bytes_that_are_no_utf8(self):
        before, after = answer("MARK").split("MARK")
        bad = {"body": [before, {"hex": "c3 28"}, after]}
        page = {"status": "500 Internal Server Error", "headers": ["Content-Type: text/html; charset=iso-8859-1"],
                "body": ["<html>Schl", {"hex": "fc"}, "ssel</html>"]}
        rows = self.ask([bad, page], runs=2, code=3)
        self.assertEqual([row["outcome"] for row in rows], ["answered", "http_error"])
        self.assertIn("invalid_utf8", rows[0]["flags"])
        self.assertEqual(self.blob(rows[0]["content_sha256"]), b"\xc3(")
        self.assertIn(b"\xfc", self.blob(self.rows("select body_sha256 from attempt order by id")[1]["body_sha256"]))
        self.exports()
        self.kilter("show", "i-00", code=0)

    def test_b42_half_a_surrogate_pair(self):
        row = self.one_of(self.ask({"body": answer("aHALFb").replace("HALF", "\\ud835")}, code=0))
        self.assertEqual(self.content(row), "a\ufffdb")
        self.assertIn("repaired_surrogate", row["flags"])
        self.exports()

    def test_b43_the_bytes_of_a_suite(self):
        text = support.suite_text(1).replace("The code is", "őű€ The code is")
        script = whole(right())
        sim = self.serve(script, suite=text)
        for data in (text.encode(), b"\xef\xbb\xbf" + text.encode(), text.replace("\n", "\r\n").encode()):
            (self.folder / "suite.yaml").write_bytes(data)
            self.kilter("run", "--new", code=0)
        self.assertEqual(len({entry["body_sha256"] for entry in sim.asked()}), 1)
        self.assertEqual(len(sim.asked()), 3)
        (self.folder / "suite.yaml").write_bytes(text.replace("€", "").encode("cp1250"))
        offset = text.encode().index("ő".encode())
        refused = self.kilter("run", code=2)
        self.assertIn("UTF-8", refused.err)
        self.assertIn(f"byte {offset}", refused.err)
        self.assertEqual(len(sim.asked()), 3)

    def test_b44_loops_in_the_reasoning_and_a_table_that_is_none(self):
        lines = "".join(f"Line {i} weighs the {i * 7919 % 1009} facts of the note once more.\n" for i in range(40))
        paragraph = ("The note names one date only, so the deadline must be the day that follows from the rule of "
                     "thirty days after the receipt of the letter, unless the letter says otherwise on its back. ")[:180]
        self.assertEqual(len(paragraph), 180)
        table = "".join(f"| row | item number | price in euro | {i * 7919 % 10007} | {i * 31 % 97} |\n" for i in range(60))
        self.ask({"i-00": whole(None, "length", reasoning=lines + paragraph * 22),
                  "i-01": whole(None, "length", reasoning="Wait, X.\nOkay.\n" * 200),
                  "i-02": whole(None, "length", reasoning=table)}, items=3, code=0)
        self.assertEqual(self.row()["loops"]["items"], ["i-00", "i-01"])
        first, second = (self.shown(item)[0]["loops"][0] for item in ("i-00", "i-01"))
        self.assertEqual((first["channel"], first["period"], round(first["repeats"])), ("reasoning", 180, 22))
        self.assertEqual((second["channel"], second["period"], round(second["repeats"])), ("reasoning", 15, 200))

    def test_b45_every_sampling_field_is_sent_though_nobody_set_it(self):
        fields = ['"temperature":0', '"top_p":1', '"presence_penalty":0', '"frequency_penalty":0', '"n":1']
        row = self.one_of(self.ask({**whole(right()), "needs": fields}, code=0))
        self.assertEqual(row["outcome"], "answered")
        shown = self.kilter("check", "--offline", "--request", "i-00", code=0).out
        for field in fields:
            self.assertIn(field, shown.replace(" ", ""))

    def test_b46_a_speed_that_the_prompt_cache_made_is_marked(self):
        def timed(cached, prompt):
            return whole(right(), more={"usage": {"prompt_tokens": 1000, "completion_tokens": 5},
                                        "timings": {"cache_n": cached, "prompt_n": 1000 - cached, "prompt_ms": prompt}})
        rows = self.ask([timed(0, 900), timed(900, 10)], runs=3, code=0)
        self.assertEqual([row["cached_tokens"] for row in rows], [0, 900, 900])
        self.assertIs(self.row()["speed"]["cache_affected"], True)


if __name__ == "__main__":
    support.main()

"""One run shows nothing of stability and holds no vote; and output that keeps to narrow terminals and safe names."""

import json

import support

WRONG = {"engine": "once", "item": "i-00", "content": '{"code": "C-99"}'}


class FewRuns(support.TestCase):
    def setUp(self):
        super().setUp()
        self.suite = self.write("suite.yaml", support.suite_text(2))

    def bring_in(self, lines, *more):
        answers = self.write("answers.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        return self.kilter("import", "answers", answers, "--suite", self.suite, "--answered-only", "--store", self.store,
                           "--json", *more, code=0).json()

    def test_one_run(self):
        row = self.bring_in([WRONG])["engines"][0]
        self.assertEqual(row["stable_failed"], [])
        self.assertEqual(row["majority"]["of"], 0)
        self.assertIsNone(row["majority"]["points"])
        shown = self.kilter("show", "i-00", "--json", "--store", self.store, code=0).json()["engines"][0]
        self.assertIs(shown["stable_failed"], False)
        self.assertIsNone(shown["pattern"])
        self.assertIsNone(shown["divergence"]["kind"])
        self.assertIsNone(shown["parting"]["reference_k"])
        self.assertEqual(shown["majority"], {"decision": None, "votes": None, "of": 1, "right": None})
        self.assertEqual(len(shown["warnings"]), 2)
        text = self.kilter("show", "i-00", "--store", self.store, code=0).out
        self.assertIn("1 valid run of 1: nothing to compare", text)
        self.assertIn("no vote below 3 runs", text)

    def test_two_equal_runs_hold_no_vote(self):
        self.bring_in([WRONG, WRONG])
        shown = self.kilter("show", "i-00", "--json", "--store", self.store, code=0).json()["engines"][0]
        self.assertIs(shown["stable_failed"], True)
        self.assertEqual(shown["pattern"], "one_text")
        self.assertIsNone(shown["majority"]["decision"])
        self.assertIsNone(shown["field_votes"]["fields"][0]["decided"])

    def test_an_experiment_named_twice_stands_once(self):
        self.bring_in([WRONG])
        once = self.kilter("board", "latest", "--json", "--store", self.store, code=0).json()
        twice = self.kilter("board", "latest", "latest", "--json", "--store", self.store, code=0).json()
        self.assertEqual(once, twice)

    def test_a_narrow_terminal(self):
        self.bring_in([WRONG])
        for asked, width in ((20, 20), (30, 30), (3, 20)):
            out = self.kilter("show", "i-00", "--store", self.store, env={"COLUMNS": asked}, code=0).out
            words = [line for line in out.splitlines() if len(line) > width and " " in line.strip()]
            self.assertEqual(words, [], asked)

    def test_a_file_name_is_shown_never_sent(self):
        self.bring_in([WRONG])
        report = self.folder / "x\x1b[31m.md"
        done = self.kilter("report", "-o", report, "--store", self.store, code=0)
        self.assertTrue(report.exists())
        self.assertNotIn("\x1b", done.err)
        self.assertIn("x\\x1b[31m.md", done.err)


if __name__ == "__main__":
    support.main()

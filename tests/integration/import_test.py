"""Answers made elsewhere: import, then board, show, list, report and score work on them like on any other trial."""

import hashlib
import json

import support

# Item i-00: two runs right, one wrong on e1. Item i-01: always right. e2 has one empty answer.
LINES = [
    {"engine": "e1", "item": "i-00", "content": '{"code": "C-00"}', "reasoning": "The note says C-00.",
     "completion_tokens": 20, "prompt_tokens": 10},
    {"engine": "e1", "item": "i-00", "content": '{"code": "C-00"}', "reasoning": "The note says C-00."},
    {"engine": "e1", "item": "i-00", "content": '{"code": "C-99"}', "reasoning": "The note says C-99."},
    {"engine": "e1", "item": "i-01", "content": '{"code": "C-01"}'},
    {"engine": "e1", "item": "i-01", "content": '{"code": "C-01"}'},
    {"engine": "e1", "item": "i-01", "content": '{"code": "C-01"}'},
    {"engine": "e2", "item": "i-00", "k": 0, "content": '{"code": "C-00"}'},
    {"engine": "e2", "item": "i-00", "k": 1, "content": '{"code": "C-00"}'},
    {"engine": "e2", "item": "i-00", "k": 2, "content": '{"code": "C-00"}'},
    {"engine": "e2", "item": "i-01", "k": 0, "content": None, "reasoning": "hm", "finish_reason": "length"},
    {"engine": "e2", "item": "i-01", "k": 1, "content": '{"code": "C-01"}'},
    {"engine": "e2", "item": "i-01", "k": 2, "content": '{"code": "C-01"}'},
]


class Import(support.TestCase):
    def setUp(self):
        super().setUp()
        self.suite = self.write("suite.yaml", support.suite_text(2))
        self.answers = self.write("answers.jsonl", "".join(json.dumps(line) + "\n" for line in LINES))

    def bring_in(self, *more, code=0):
        return self.kilter("import", "answers", self.answers, "--suite", self.suite, "--store", self.store, *more,
                           code=code)

    def test_the_board_of_imported_answers(self):
        board = self.bring_in("--json").json()
        self.assertIs(board["partial"], False)
        rows = {row["engine"]: row for row in board["engines"]}
        self.assertEqual(rows["e1"]["points"]["per_run"], [2.0, 2.0, 1.0])
        self.assertEqual(rows["e1"]["unstable"]["items"], 1)
        self.assertEqual(rows["e1"]["unstable"]["ids"], ["i-00"])
        self.assertEqual(rows["e1"]["value_flips"]["items"], 1)
        self.assertEqual(rows["e1"]["divergence"]["reasoning"]["median_code_point"], 16)
        self.assertEqual(rows["e2"]["trials"]["outcomes"], {"answered": 5, "truncated_in_reasoning": 1})
        self.assertEqual(rows["e2"]["unstable"]["items"], 1)
        self.assertEqual(rows["e2"]["value_flips"]["items"], 0)
        self.assertEqual(rows["e2"]["points"]["per_run"], [1.0, 2.0, 2.0])
        self.assertIsNone(rows["e1"]["condition"])
        self.assertEqual(self.kilter("board", "--json", "--store", self.store, code=0).json(), board)

    def test_items_that_nobody_answered_are_missing(self):
        some = self.write("some.jsonl", "".join(json.dumps(line) + "\n" for line in LINES if line["item"] == "i-00"))
        arguments = ("import", "answers", some, "--suite", self.suite, "--json", "--store", self.store)
        board = self.kilter(*arguments, code=3).json()
        self.assertIs(board["partial"], True)
        self.assertGreater(board["engines"][0]["trials"]["missing"], 0)
        whole = self.kilter(*arguments, "--answered-only", code=0).json()
        self.assertIs(whole["partial"], False)
        self.assertEqual(whole["engines"][0]["items"], 1)

    def test_the_store_is_plain_sql(self):
        self.bring_in()
        rows = self.rows("select * from run_result order by engine, item, k")
        self.assertEqual(len(rows), 12)
        self.assertEqual(rows[0]["prompt_tokens"], 10)
        self.assertEqual(rows[0]["completion_tokens"], 20)
        self.assertIsNone(rows[1]["completion_tokens"])
        self.assertEqual(rows[0]["content_sha256"], hashlib.sha256(b'{"code": "C-00"}').hexdigest())
        self.assertEqual(rows[0]["content_sha256"], rows[1]["content_sha256"])
        self.assertNotEqual(rows[0]["content_sha256"], rows[2]["content_sha256"])

    def test_show_list_and_reports(self):
        self.bring_in()
        text = self.kilter("show", "i-00", "--engine", "e1", "--store", self.store, code=0).out
        self.assertIn("parts in the reasoning at code point 16 (byte 16): mismatch", text)
        self.assertIn("majority: value A with 2 of 3 votes, right", text)
        self.assertIn("C-99", text)
        both = self.kilter("show", "i-00,small/i-01", "--json", "--store", self.store, code=0).json()
        self.assertEqual(both["schema"], "kilter.show-list/1")
        self.assertEqual([item["item"] for item in both["items"]], ["i-00", "i-01"])
        listed = self.kilter("list", "--store", self.store, code=0).out
        self.assertIn("import", listed)
        self.assertIn("12/12", listed)
        done = self.kilter("report", "-o", "r.md", "-o", "r.json", "--store", self.store, code=0)
        self.assertEqual(done.out, "")
        self.assertIn("wrote r.md", done.err)
        self.assertEqual(json.loads((self.folder / "r.json").read_text()),
                         self.kilter("board", "--json", "--store", self.store).json())
        markdown = (self.folder / "r.md").read_text()
        self.assertIn("| e1 | 1.67 |", markdown)
        self.assertIn("# kilter: accuracy and stability", markdown)
        self.assertFalse([path for path in self.folder.iterdir() if path.suffix not in
                          (".md", ".json", ".jsonl", ".yaml", ".db", ".db-wal", ".db-shm")])

    def test_score_with_an_edited_gold_says_which_verdicts_changed(self):
        self.bring_in()
        unchanged = self.kilter("score", "--json", "--store", self.store, code=0).json()
        self.assertEqual(unchanged["scored"], 12)
        self.assertEqual(unchanged["changed"], [])
        self.suite.write_text(support.suite_text(2).replace("gold: {code: C-00}", "gold: {code: C-99}"))
        changed = self.kilter("score", "--suite", self.suite, "--json", "--store", self.store, code=0).json()
        self.assertEqual(changed["schema"], "kilter.score/1")
        e1 = [one for one in changed["changed"] if one["engine"] == "e1"]
        self.assertEqual([(one["item"], one["k"], one["points_before"], one["points_after"]) for one in e1],
                         [("i-00", 0, 1.0, 0.0), ("i-00", 1, 1.0, 0.0), ("i-00", 2, 0.0, 1.0)])
        board = self.kilter("board", "--json", "--store", self.store, code=0).json()
        rows = {row["engine"]: row for row in board["engines"]}
        self.assertEqual(rows["e1"]["points"]["per_run"], [1.0, 1.0, 2.0])
        self.assertEqual(rows["e1"]["majority"]["errors"]["items"], ["i-00"])
        text = self.kilter("score", "--store", self.store, code=0).out
        self.assertIn("12 trials scored, 0 verdicts changed", text)

    def test_score_refuses_other_prompts_and_other_suites(self):
        self.bring_in()
        self.suite.write_text(support.suite_text(2).replace("Which code is named?", "Which one?"))
        refused = self.kilter("score", "--suite", self.suite, "--store", self.store, code=2)
        self.assertIn("its prompts differ", refused.err)
        self.suite.write_text(support.suite_text(2, name="other"))
        refused = self.kilter("score", "--suite", self.suite, "--store", self.store, code=2)
        self.assertIn("'other'", refused.err)

    def test_the_engine_is_named_after_the_file(self):
        lonely = self.write("my-engine.jsonl", '{"item": "i-00", "content": "{}"}\n')
        board = self.kilter("import", "answers", lonely, "--suite", self.suite, "--json", "--store", self.store,
                            "--answered-only", code=0).json()
        self.assertEqual([row["engine"] for row in board["engines"]], ["my-engine"])

    def test_a_partial_experiment_is_inconclusive(self):
        lines = [line for line in LINES if line["engine"] == "e1"][:-1]
        self.answers.write_text("".join(json.dumps(line) + "\n" for line in lines))
        board = self.bring_in("--json", code=3).json()
        self.assertIs(board["partial"], True)
        self.assertEqual(board["engines"][0]["points"]["per_run"], [2.0, 2.0, None])
        self.assertEqual(board["engines"][0]["unstable"]["short"], 1)

    def test_boards_of_several_experiments_and_their_order(self):
        self.bring_in()
        self.bring_in()
        ids = [one["id"] for one in self.kilter("list", "--json", "--store", self.store).json()["experiments"]]
        board = self.kilter("board", *ids, "--sort", "engine", "--json", "--store", self.store, code=0).json()
        self.assertEqual([row["engine"] for row in board["engines"]], ["e1", "e1", "e2", "e2"])
        self.assertEqual(sorted({row["experiment"] for row in board["engines"]}), sorted(ids))
        stable_first = self.kilter("board", ids[0], "--sort", "unstable", "--json", "--store", self.store).json()
        self.assertEqual(len(stable_first["engines"]), 2)

    def test_hostile_texts_reach_neither_terminal_nor_markdown(self):
        self.answers.write_text(json.dumps({"item": "i-00", "content": '{"code": "\x1b[2J<script>|\u202e"}',
                                            "reasoning": "\x1b]0;x\x07"}) + "\n")
        self.bring_in("--answered-only")
        self.kilter("report", "-o", "r.md", "--store", self.store, code=0)
        shown = self.kilter("show", "i-00", "--store", self.store, code=0).out
        for text in (shown, (self.folder / "r.md").read_text()):
            for sign in ("\x1b", "\x07", "\u202e"):
                self.assertNotIn(sign, text)
        self.assertIn("\\x1b[2J<script>|\\u202e", shown)

    def test_a_closed_pipe_is_no_crash(self):
        self.bring_in()
        process = support.start_kilter("board", "--json", "--store", self.store)
        process.stdout.close()
        process.stderr.read()
        process.stderr.close()
        self.assertEqual(process.wait(support.LIMIT), 0)


if __name__ == "__main__":
    support.main()

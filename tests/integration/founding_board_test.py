"""The case that founded this project, found by the real binary over real sockets: every key of its board."""

import collections
import json
import pathlib
import tempfile

import support
from support import ROOT

CONFIG = ROOT / "config/founding.yaml"
# Different in every run, or the machine's business.
VOLATILE = {"experiment", "prompts_digest", "scoring_digest", "scorer_version", "speed"}
UNSTABLE = ["T1-03", "T1-07", "T1-11", "T2-04", "T2-07", "T3-02", "T3-05", "T3-08", "T4-02", "T4-06", "T5-02", "T5-05",
            "T6-02"]
FLIPS = ["T2-04", "T3-05", "T3-08", "T4-06", "T5-02"]
STEADY = {"items": 0, "of": 50, "short": 0, "unmeasurable": 0, "level": "full", "rate": 0.0, "ci95": [0.0, 0.0713],
          "ids": []}


class FoundingBoard(support.TestCase):
    @classmethod
    def setUpClass(cls):
        """One run for all tests of this class. They name its experiment, so that one may add another."""
        folder = tempfile.TemporaryDirectory(prefix="kilter-it-")
        cls.addClassCleanup(folder.cleanup)
        cls.shared_store = pathlib.Path(folder.name) / "founding.db"
        cls.engine = support.Sim("qsa-topk", pathlib.Path(folder.name) / "asked.jsonl")
        cls.engine.__enter__()
        cls.addClassCleanup(cls.engine.__exit__)
        cls.env = {"KILTER_SIM_URL": cls.engine.url}
        cls.run_outcome = support.kilter("run", CONFIG, "--json", "--store", cls.shared_store, cwd=folder.name,
                                         env=cls.env)
        cls.asked = cls.engine.asked()
        cls.board = cls.run_outcome.json()
        cls.by_engine = {row["engine"]: row for row in cls.board["engines"]}
        cls.experiment = cls.board["engines"][0]["experiment"]

    def setUp(self):
        super().setUp()
        self.store = self.shared_store
        self.here = ("--in", self.experiment, "--store", self.store)

    def test_the_run_ends_well_and_stdout_is_one_json_document(self):
        self.assertEqual(self.run_outcome.code, 0, self.run_outcome)
        self.assertEqual(self.board["schema"], "kilter.board/1")
        self.assertIs(self.board["partial"], False)
        self.assertNotIn("totals", self.board)
        self.assertIn("750/750 trials", self.run_outcome.err)
        self.assertIn("13 items unstable", self.run_outcome.err)
        self.assertIn("1 loop", self.run_outcome.err)

    def test_every_key_of_the_stock_engine(self):
        row = dict(self.by_engine["stock"])
        speed = row.pop("speed")
        accuracy = row.pop("accuracy")
        for measured_below in ("stability", "voting", "evidence", "fingerprints", "load", "notes"):
            row.pop(measured_below)
        digests = {key: row[key] for key in ("experiment", "prompts_digest", "scoring_digest", "scorer_version")}
        self.assertEqual(row, {
            **digests,
            "engine": "stock", "suite": "founding-main", "items": 50, "runs": 3,
            "condition": {"concurrency": 1, "order": "run_major", "cache": "as_is", "stream": True,
                          "max_tokens": 16384},
            "trials": {"planned": 150, "stored": 150, "missing": 0, "failed": 0,
                       "outcomes": {"answered": 149, "truncated_in_reasoning": 1}},
            "points": {"mean": 95.3333, "min": 94.0, "max": 96.0, "per_run": [96.0, 96.0, 94.0],
                       "answered_only": 95.3333, "attainable": 98.0, "max_points": 100.0,
                       "ci95": row["points"]["ci95"]},
            "unstable": {"level": "full", "items": 13, "of": 50, "short": 0, "unmeasurable": 0, "rate": 0.26,
                         "ci95": [0.1587, 0.3955], "ids": UNSTABLE},
            "unstable_by_level": {"full": 13, "reasoning": 13, "content": 9, "norm": 9, "value": 6, "outcome": 6},
            "value_flips": {"items": 5, "of": 50, "ids": FLIPS},
            "disagreement": 0.1733,
            "divergence": {
                "reasoning": {"items": 13, "at_start": 12, "absent": 0, "median_code_point": 0},
                "content": {"items": 0, "at_start": 0, "absent": 0, "median_code_point": None},
                "tool_calls": {"items": 0, "at_start": 0, "absent": 0, "median_code_point": None}},
            "majority": {"rule": "strict", "of": 50, "decided": 50, "points": 97.0,
                         "errors": {"count": 1, "items": ["T3-05"]}, "harmful": ["T3-05"], "no_decision": []},
            "partition": {"all_right_one_text": 37, "all_right_texts_differ": 7, "all_wrong_one_value": 0,
                          "all_wrong_values_differ": 0, "mixed_majority_right": 5, "mixed_majority_wrong": 1,
                          "mixed_no_decision": 0},
            "stable_failed": [],
            # The loop is 3,960 of 56,960 code points, and as much of the 16,384 tokens.
            "loops": {"runs": 1, "of": 150, "items": ["T6-02"], "items_all_runs": [], "recovered_runs": 0,
                      "repetitive_runs": 0, "suspect_runs": 0, "tokens_wasted": 1139.0562, "tokens_told_runs": 1},
            "pass_at_k": 1.0, "pass_hat_k": 0.88,
            "detection_power": {"minority_share": 0.1, "power": 0.27},
            "warnings": [],
        })
        low, high = row["points"]["ci95"]
        self.assertAlmostEqual(low, 93.12, delta=0.005)
        self.assertAlmostEqual(high, 97.55, delta=0.005)
        self.assertEqual(set(speed), {"output_tok_per_s", "output_runs", "first_token_ms_p50", "first_token_runs",
                                      "cache_affected", "prefill_tok_per_s", "prefill_runs", "prefill_cached_runs",
                                      "prefill_cache_unknown_runs"})
        self.assertGreater(speed["output_tok_per_s"], 0)
        self.assertGreaterEqual(speed["first_token_ms_p50"], 0)
        self.assertIs(speed["cache_affected"], False)
        for key, value in digests.items():
            self.assertTrue(value, key)
        # 360 fields with gold and 18 without: 5 wrong, 1 invented, 3 missed in the runaway, so that
        # F1 = 704 / (704 + 6 + 8); 7 of 150 answers have something wrong.
        self.assertEqual(accuracy["field_f1_micro"], 0.9805)
        self.assertEqual(accuracy["doc_exact"], {"count": 143, "of": 150, "rate": 0.9533})
        self.assertEqual(accuracy["hallucination"], {"count": 1, "of": 18, "rate": 0.0556})
        self.assertEqual(accuracy["miss"], {"count": 3, "of": 360, "rate": 0.0083})
        self.assertEqual(accuracy["parse_statuses"], {"clean": 149, "empty": 1})

    def test_the_stock_engines_runs_and_their_parting(self):
        stability = self.by_engine["stock"]["stability"]
        # 13 items of two runs and one: two draws differ with 2/3, three always.
        self.assertEqual(stability["unstable_at"], [{"k": 2, "items": 8.6667, "of": 50, "distinct": 1.1733},
                                                    {"k": 3, "items": 13.0, "of": 50, "distinct": 1.26}])
        self.assertEqual(stability["patterns"], {"one_text": 37, "first_differs": 4, "one_differs": 9,
                                                 "changes_once": 0, "all_differ": 0, "others": 0})
        # 4 of 13 with the first run apart, where one of three would be chance: no hint.
        first = stability["first_run"]
        self.assertEqual((first["items"], first["of"], first["cold"], first["hint"]), (4, 13, 0, False))
        self.assertAlmostEqual(first["p_value"], 0.6776, places=4)
        self.assertEqual([item["item"] for item in stability["items"]], UNSTABLE)
        self.assertEqual({tuple(item["sizes"]) for item in stability["items"]}, {(2, 1)})
        self.assertEqual([item["item"] for item in stability["items"] if item["value_flip"]], FLIPS)
        self.assertEqual(stability["prompt_tokens"], {"stable": {"median": 6072, "items": 37},
                                                      "unstable": {"median": 6038, "items": 13}})
        # 9 items differ in the content, 6 in the value (the runaway has none).
        self.assertEqual(stability["tar_raw"], {"count": 41, "of": 50, "rate": 0.82})
        self.assertEqual(stability["tar_answer"], {"count": 44, "of": 50, "rate": 0.88})
        fields = {field["field"]: field["items"] for field in stability["fields"] if field["items"]}
        self.assertEqual(fields, {"deadline": ["T3-05", "T3-08"], "grand_total": ["T2-04"], "order_number": ["T5-02"],
                                  "section": ["T4-06"]})

    def test_b13_the_stock_engines_evidence(self):
        evidence = self.by_engine["stock"]["evidence"]
        # The runaway never answered; nothing was cached, cut, shared or demanded.
        self.assertEqual(evidence["never_answered"], {"count": 1, "of": 150, "rate": 0.0067})
        self.assertEqual(evidence["shared_response_ids"], {"count": 0, "of": 50, "rate": 0.0, "items": []})
        self.assertEqual(evidence["prompt_truncated_suspected"], {"items": [], "of": 50, "constant_tokens": None})
        # One engine from beginning to end, which does not tell how many requests it runs.
        row = self.by_engine["stock"]
        self.assertEqual(row["fingerprints"], {"parts": [], "unstable_within": [], "unstable_across": [], "changes": []})
        self.assertIsNone(row["load"])

    def test_the_stock_engines_votes(self):
        voting = self.by_engine["stock"]["voting"]
        # 97 by vote, 95 1/3 by the mean: five items gain, T3-05 loses.
        self.assertEqual((voting["gain"], voting["gain_items"], voting["loss_items"]), (1.6667, 5, 1))
        self.assertEqual(voting["plurality"], {"decided": 50, "points": 97.0})
        # 44 items right in three runs, 5 in two, 1 in one.
        self.assertEqual(voting["pass_at"], [0.9533, 0.9933, 1.0])
        self.assertEqual(voting["pass_hat"], [0.9533, 0.9133, 0.88])
        self.assertEqual(voting["composite_unseen"], [])

    def test_the_steady_engines_have_their_points_and_a_bound_beside_every_zero(self):
        points = {"fixed": 98.0, "control-a": 98.0, "control-b": 97.0, "control-c": 96.0}
        for name, mean in points.items():
            with self.subTest(name):
                row = self.by_engine[name]
                self.assertEqual(row["points"]["mean"], mean)
                self.assertEqual(row["points"]["attainable"], 98.0)
                self.assertEqual(row["unstable"], STEADY)
                self.assertEqual(row["value_flips"], {"items": 0, "of": 50, "ids": []})
                self.assertEqual(row["loops"]["runs"], 0)
                self.assertEqual(row["trials"]["outcomes"], {"answered": 150})
        self.assertEqual([row["engine"] for row in self.board["engines"]],
                         ["fixed", "control-a", "control-b", "control-c", "stock"])

    def test_the_json_board_is_the_golden_one(self):
        board = json.loads(json.dumps(self.board))
        for row in board["engines"]:
            for key in VOLATILE:
                del row[key]
            del row["stability"]  # long, and worked out by hand above
        self.assertGolden("founding_board.json", json.dumps(board, indent=1, ensure_ascii=False) + "\n")

    def test_the_terminal_board_is_the_golden_one(self):
        text = self.kilter("board", self.experiment, "--store", self.store, code=0).out
        self.assertGolden("founding_board.txt", support.without_speed(text))
        self.assertTrue(all(len(line) <= 80 for line in text.splitlines()))
        self.assertNotIn("eterministic", text)

    def test_the_bytes_of_an_items_requests_are_identical(self):
        self.assertEqual(len(self.asked), 750)
        hashes = collections.defaultdict(set)
        for entry in self.asked:
            self.assertIs(entry["bytes_differ"], False)
            hashes[entry["model"], entry["item"]].add(entry["body_sha256"])
        self.assertEqual(len(hashes), 250)
        self.assertTrue(all(len(one) == 1 for one in hashes.values()))

    def test_what_was_sent_is_what_is_stored(self):
        stored = {(row["engine"], row["item"]): row["request_sha256"] for row in self.rows(
            "select engine, item, request_sha256 from run_result where k = 0 and experiment = ?", self.experiment)}
        sent = {(entry["model"], entry["item"]): entry["body_sha256"] for entry in self.asked}
        self.assertEqual(stored, sent)

    def test_the_view_has_one_row_per_trial(self):
        rows = self.rows("select * from run_result where item = 'T6-02' and engine = 'stock' and experiment = ?"
                         " order by k", self.experiment)
        self.assertEqual([row["outcome"] for row in rows], ["answered", "answered", "truncated_in_reasoning"])
        self.assertEqual([row["points"] for row in rows], [2.0, 2.0, 0.0])
        self.assertEqual(rows[2]["finish_reason"], "length")
        self.assertEqual(rows[2]["completion_tokens"], 16384)
        self.assertEqual({row["prompt_tokens"] for row in rows}, {7020})
        self.assertEqual({row["attempts"] for row in rows}, {1})
        self.assertEqual(set(rows[0]), {
            "experiment", "engine", "suite", "item", "k", "outcome", "finish_reason", "content_sha256",
            "reasoning_sha256", "request_sha256", "body_sha256", "points", "max_points", "attainable",
            "scorer_version", "prompt_tokens", "completion_tokens", "cached_tokens", "first_token_ms", "total_ms",
            "attempts"})

    def test_show_at_the_point_of_parting(self):
        item = self.kilter("show", "T3-05", "--engine", "stock", *self.here, "--json", code=0).json()
        engine = item["engines"][0]
        self.assertEqual([run["points"] for run in engine["runs"]], [1.0, 1.0, 2.0])
        self.assertEqual([run["variant"]["value"] for run in engine["runs"]], ["A", "A", "B"])
        self.assertEqual(engine["divergence"], {"channel": "reasoning", "kind": "mismatch", "code_point": 0, "byte": 0,
                                                "token_index": None, "at_start": True})
        self.assertEqual(engine["majority"], {"decision": "A", "votes": 2, "of": 3, "right": False})
        deadline = [field for field in engine["runs"][0]["fields"] if field["field"] == "deadline"][0]
        self.assertEqual((deadline["raw"], deadline["gold"], deadline["class"]), ("2026-11-05", "2026-11-10", "FD"))
        runaway = self.kilter("show", "T6-02", "--engine", "stock", *self.here, "--json", code=0).json()
        loop = runaway["engines"][0]["runs"][2]["loops"][0]
        self.assertEqual((loop["channel"], loop["verdict"], loop["period"]), ("reasoning", "loop", 180))
        self.assertAlmostEqual(loop["repeats"], 22, delta=0.5)
        text = self.kilter("show", "T3-05", "--engine", "stock", *self.here, code=0).out
        self.assertIn("parts in the reasoning at code point 0", text)
        self.assertIn("A felhasználó", text)
        self.assertIn("We need answer", text)

    def test_rerun_unstable_sends_exactly_the_thirteen_items(self):
        before = len(self.engine.asked())
        done = self.kilter("rerun", self.experiment, "--unstable", "--engine", "stock", "--json", "--store", self.store,
                           env=self.env, code=0)
        asked = self.engine.asked()[before:]
        self.assertEqual(sorted({entry["item"] for entry in asked}), UNSTABLE)
        self.assertEqual({entry["model"] for entry in asked}, {"stock"})
        self.assertEqual(len(asked), 39)
        self.assertEqual(done.json()["engines"][0]["unstable"]["items"], 13)
        listed = self.kilter("list", "--json", "--store", self.store, code=0).json()["experiments"]
        self.assertEqual([one["kind"] for one in listed], ["run", "rerun"])
        self.assertEqual(listed[1]["parent"], listed[0]["id"])
        self.assertEqual(listed[1]["trials"], {"planned": 39, "stored": 39, "failed": 0})


if __name__ == "__main__":
    support.main()

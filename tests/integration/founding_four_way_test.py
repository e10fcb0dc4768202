"""The four-way board of the founding case and its loop item, by the real binary over real sockets."""

import collections
import pathlib
import statistics
import tempfile

import support
from support import ROOT

FOUR_WAY = ROOT / "config/founding-four-way.yaml"
SPECULATION = ROOT / "config/founding-speculation.yaml"
# Points by majority vote; which of them the case itself tells stands in suites/founding/README.md.
SPLIT = {
    "stock": {"founding-main": 97.0, "founding-hard": 100.0, "founding-language": 100.0},
    "control-a": {"founding-main": 98.0, "founding-hard": 100.0, "founding-language": 96.0},
    "control-c": {"founding-main": 96.0, "founding-hard": 93.3333, "founding-language": 100.0},
    "control-b": {"founding-main": 97.0, "founding-hard": 90.0, "founding-language": 88.0},
}


class Founding(support.TestCase):
    """One run of CONFIG for all tests of a class."""

    CONFIG = None  # each class below has its own

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="kilter-it-")
        cls.addClassCleanup(folder.cleanup)
        cls.shared_store = pathlib.Path(folder.name) / "founding.db"
        with support.Sim("qsa-topk", pathlib.Path(folder.name) / "asked.jsonl") as engine:
            support.kilter("run", cls.CONFIG, "--json", "--store", cls.shared_store, cwd=folder.name,
                           env={"KILTER_SIM_URL": engine.url}, code=0)
        cls.asked = engine.asked()
        cls.board = support.kilter("board", "--sort", "majority", "--json", "--store", cls.shared_store, code=0).json()
        cls.by_row = {(row["engine"], row["suite"]): row for row in cls.board["engines"]}

    def setUp(self):
        super().setUp()
        self.store = self.shared_store

    def board_as_text(self):
        text = self.kilter("board", "--sort", "majority", "--store", self.store, code=0).out
        self.assertTrue(all(len(line) <= 80 for line in text.splitlines()))
        self.assertNotIn("eterministic", text)
        return support.without_speed(text)


class FourWayBoard(Founding):
    CONFIG = FOUR_WAY

    def test_the_majority_column_reads_297_294_289_33_and_275_of_300(self):
        totals = self.board["totals"]
        self.assertEqual([(row["engine"], round(row["majority"]["points"], 2)) for row in totals],
                         [("stock", 297.0), ("control-a", 294.0), ("control-c", 289.33), ("control-b", 275.0)])
        for row in totals:
            self.assertEqual((row["attainable"], row["max_points"]), (298.0, 300.0))

    def test_only_the_top_row_is_unstable_and_its_mean_stands_beside_the_vote(self):
        totals = self.board["totals"]
        self.assertEqual([row["unstable"] for row in totals],
                         [{"items": 13, "of": 65}] + [{"items": 0, "of": 65}] * 3)
        # 95 1/3 + 100 + 100
        self.assertEqual([row["points"] for row in totals], [295.3333, 294.0, 289.3333, 275.0])
        self.assertLess(totals[0]["points"], totals[0]["majority"]["points"])

    def test_the_rows_of_the_suites_add_up_to_the_totals(self):
        self.assertEqual(len(self.board["engines"]), 12)
        for engine, suites in SPLIT.items():
            for suite, points in suites.items():
                with self.subTest(engine=engine, suite=suite):
                    row = self.by_row[engine, suite]
                    self.assertEqual(row["majority"]["points"], points)
                    self.assertEqual(row["trials"]["missing"], 0)
                    if engine != "stock":
                        self.assertEqual(row["points"]["per_run"], [points] * 3)
        unstable = {key: row["unstable"]["items"] for key, row in self.by_row.items() if row["unstable"]["items"] > 0}
        self.assertEqual(unstable, {("stock", "founding-main"): 13})
        self.assertEqual({suite: (row["items"], row["points"]["max_points"])
                          for (engine, suite), row in self.by_row.items() if engine == "stock"},
                         {"founding-main": (50, 100.0), "founding-hard": (10, 100.0), "founding-language": (5, 100.0)})

    def test_one_item_at_a_third_of_its_points_makes_the_thirds(self):
        rows = self.rows("select points from run_result where engine = 'control-c' and item = 'H-03'")
        self.assertEqual(len(rows), 3)
        for row in rows:
            self.assertAlmostEqual(row["points"], 10 / 3, places=12)

    def test_the_medians_of_prompt_tokens_stand_beside_each_other(self):
        row = self.by_row["stock", "founding-main"]
        self.assertEqual(row["stability"]["prompt_tokens"], {"stable": {"median": 6072, "items": 37},
                                                             "unstable": {"median": 6038, "items": 13}})
        steady = self.by_row["control-a", "founding-main"]["stability"]["prompt_tokens"]
        self.assertEqual(steady["unstable"], {"median": None, "items": 0})
        self.assertEqual(steady["stable"]["items"], 50)

    def test_the_kept_prompt_lengths_have_the_medians_of_the_case(self):
        unstable = set(self.by_row["stock", "founding-main"]["unstable"]["ids"])
        rows = self.rows("select item, prompt_tokens from run_result where engine = 'stock' and k = 0"
                         " and suite = 'founding-main'")
        self.assertEqual(len(rows), 50)
        wavering = [row["prompt_tokens"] for row in rows if row["item"] in unstable]
        still = [row["prompt_tokens"] for row in rows if row["item"] not in unstable]
        self.assertEqual((statistics.median(wavering), statistics.median(still)), (6038, 6072))

    def test_the_text_board_is_the_golden_one(self):
        self.assertGolden("founding_four_way.txt", self.board_as_text())

    def test_the_bytes_of_an_items_requests_are_identical(self):
        self.assertEqual(len(self.asked), 780)
        hashes = collections.defaultdict(set)
        for entry in self.asked:
            hashes[entry["model"], entry["item"]].add(entry["body_sha256"])
        self.assertEqual(len(hashes), 260)
        self.assertTrue(all(len(one) == 1 for one in hashes.values()))


class LoopItem(Founding):
    CONFIG = SPECULATION

    def test_it_is_stable_and_failed_and_listed_with_its_loop(self):
        row = self.by_row["fixed-speculative", "founding-hard"]
        self.assertEqual(row["stable_failed"], ["H-04"])
        self.assertEqual(row["unstable"]["items"], 0)
        self.assertEqual(row["trials"]["outcomes"], {"answered": 27, "truncated_in_reasoning": 3})
        self.assertEqual((row["loops"]["runs"], row["loops"]["of"]), (3, 30))
        self.assertEqual(row["loops"]["items"], ["H-04"])
        self.assertEqual(row["loops"]["items_all_runs"], ["H-04"])
        # Each run's loop is 3,960 of 56,960 code points, and as much of its 16,384 tokens.
        self.assertAlmostEqual(row["loops"]["tokens_wasted"], 3 * 16384 * 3960 / 56960, places=3)
        self.assertEqual(row["points"]["per_run"], [90.0] * 3)

    def test_its_three_runs_are_the_same_16384_tokens(self):
        rows = self.rows("select * from run_result where engine = 'fixed-speculative' and item = 'H-04'")
        self.assertEqual(len(rows), 3)
        self.assertEqual({row["completion_tokens"] for row in rows}, {16384})
        self.assertEqual({row["finish_reason"] for row in rows}, {"length"})
        self.assertEqual(len({row["reasoning_sha256"] for row in rows}), 1)
        self.assertEqual(len({row["content_sha256"] for row in rows}), 1)

    def test_show_names_the_paragraph_of_180_code_points_22_times(self):
        item = self.kilter("show", "H-04", "--engine", "fixed-speculative", "--store", self.store, "--json",
                           code=0).json()
        runs = item["engines"][0]["runs"]
        self.assertEqual([run["variant"]["full"] for run in runs], ["A", "A", "A"])
        for run in runs:
            loop = run["loops"][0]
            self.assertEqual((loop["channel"], loop["view"], loop["verdict"], loop["period"], loop["start"]),
                             ("reasoning", "exact", "loop", 180, 53000))
            self.assertAlmostEqual(loop["repeats"], 22.0, delta=0.005)

    def test_without_speculative_decoding_the_item_is_right_at_864_tokens(self):
        row = self.by_row["fixed", "founding-hard"]
        self.assertEqual(row["points"]["mean"], 100.0)
        self.assertEqual(row["stable_failed"], [])
        self.assertEqual(row["loops"]["runs"], 0)
        rows = self.rows("select * from run_result where engine = 'fixed' and item = 'H-04'")
        self.assertEqual({row["completion_tokens"] for row in rows}, {864})
        self.assertEqual([row["points"] for row in rows], [10.0] * 3)

    def test_the_text_board_is_the_golden_one(self):
        text = self.board_as_text()
        self.assertIn("3 of 30 runs ended in a repetition loop: H-04", text)
        self.assertIn("no points: H-04 (a loop)", text)
        self.assertGolden("founding_speculation.txt", text)


del Founding  # it is no test itself


if __name__ == "__main__":
    support.main()

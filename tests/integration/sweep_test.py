"""`kilter sweep` against the simulated engine: cells, brackets, bisection, resume."""

import support
from support import ROOT

NOT_MONOTONE = """scenario: waves
about: steady, wavering, steady again
runs: 1
engines:
  waves:
    other:
      lengths:
        - {up_to: 600, runs: A}
        - {up_to: 1200, runs: AB}
        - {runs: A}
      A: {content: one}
      B: {content: two}
"""


def cells(report, engine):
    return {cell["value"]: cell for cell in report["cells"] if cell["engine"] == engine}


class Founding(support.TestCase):
    def test_the_bracket_of_the_founding_case_with_partial_and_missing_cells_apart(self):
        engine = self.sim("qsa-topk")
        arguments = ("sweep", ROOT / "config/founding-sweep.yaml", "--store", self.store, "--engine", "stock",
                     "--engine", "patched", "--lengths", "5731,6953,7785,8591,9839")
        env = {"KILTER_SIM_URL": engine.url}
        report = self.kilter(*arguments, "--json", code=3, env=env).json()
        self.assertEqual(report["schema"], "kilter.sweep/1")
        self.assertEqual(report["axis"], "prompt_tokens")
        stock, patched = cells(report, "stock"), cells(report, "patched")
        found = {value: (cell["distinct"], cell["n"], cell["of"], cell["reading"]) for value, cell in stock.items()}
        self.assertEqual(found, {5731: (1, 8, 8, "steady"), 6953: (1, 2, 8, "partial"), 7785: (1, 8, 8, "steady"),
                                 8591: (5, 8, 8, "wavering"), 9839: (None, 0, 8, "missing")})
        self.assertEqual({value: cell["distinct"] for value, cell in patched.items()},
                         {5731: 1, 6953: 1, 7785: 1, 8591: 3, 9839: 6})
        self.assertEqual(report["bracket"], {"engine": "stock", "low": 7785, "high": 8591})
        self.assertEqual([(one["engine"], one["low"], one["high"]) for one in report["thresholds"]],
                         [("stock", 7785, 8591), ("patched", 7785, 8591)])
        # Stored, it is shown again; the same command sends nothing.
        before = len(engine.asked())
        again = self.kilter(*arguments, code=3, env=env)
        self.assertEqual(len(engine.asked()), before)
        self.assertIn("(7785, 8591]", again.out)
        stored = self.kilter("sweep", "--stored", "--store", self.store, code=3)
        self.assertEqual(stored.out, again.out)
        self.assertGolden("sweep_founding.txt", stored.out)
        self.assertTrue(all(len(line) <= 80 for line in stored.out.splitlines()), stored.out)
        self.assertNotIn("eterministic", stored.out)

    def test_one_of_16_at_2k_and_three_of_16_at_42k(self):
        engine = self.sim("qsa-topk")
        report = self.kilter("sweep", ROOT / "config/founding-sweep.yaml", "--store", self.store, "--engine", "glm",
                             "--lengths", "2k,42k", "--runs", "16", "--json", code=0,
                             env={"KILTER_SIM_URL": engine.url}).json()
        self.assertEqual([(cell["value"], cell["distinct"], cell["n"]) for cell in report["cells"]],
                         [(2048, 1, 16), (43008, 3, 16)])


class Thresholds(support.TestCase):
    def setUp(self):
        super().setUp()
        self.write("suite.yaml", support.suite_text(1))

    def sweep(self, engine, *arguments, code=0):
        self.config({engine: self.engine.url})
        return self.kilter("sweep", "--engine", engine, *arguments, "--json", code=code)

    def test_bisection_narrows_the_step_and_goes_on_where_it_was(self):
        self.engine = self.sim("length_threshold")
        first = self.sweep("threshold", "--lengths", "1k,4k").json()
        self.assertEqual(first["bracket"], {"engine": "threshold", "low": 1024, "high": 4096})
        before = len(self.engine.asked())
        # (1024, 4096]: 2560 wavers, 1792 not, 2176 does, 1984 not, 2080 does, 2032 not.
        done = self.sweep("threshold", "--lengths", "1k,4k", "--bracket", "64").json()
        self.assertEqual(len(self.engine.asked()), before + 6 * 8)
        self.assertEqual(done["bracket"], {"engine": "threshold", "low": 2032, "high": 2080})
        self.assertEqual(done["thresholds"][0]["bisection"], "narrow")
        self.assertEqual([cell["value"] for cell in done["cells"]],
                         [1024, 1792, 1984, 2032, 2080, 2176, 2560, 4096])
        self.assertEqual(done["experiment"], first["experiment"])
        self.assertEqual(len(done["steps"]), 6)
        listed = self.kilter("list", "--json", code=0).json()["experiments"]
        self.assertEqual({one["kind"] for one in listed}, {"sweep"})
        self.assertEqual({one["parent"] for one in listed if one["id"] in done["steps"]}, {done["experiment"]})
        # All of it is stored: nothing is sent again, and --new measures anew.
        before = len(self.engine.asked())
        self.assertEqual(self.sweep("threshold", "--lengths", "1k,4k", "--bracket", "64").json()["cells"],
                         done["cells"])
        self.assertEqual(len(self.engine.asked()), before)
        anew = self.sweep("threshold", "--lengths", "1k,4k", "--new").json()
        self.assertNotEqual(anew["experiment"], done["experiment"])
        self.assertEqual(anew["steps"], [])

    def test_gaps_and_a_steady_engine(self):
        self.engine = self.sim("length_threshold")
        gaps = self.sweep("gaps", "--lengths", "1000,1200,2000,3000,5000", code=3).json()
        self.assertEqual([(cell["n"], cell["distinct"]) for cell in gaps["cells"]],
                         [(8, 1), (2, 1), (8, 1), (8, 3), (0, None)])
        self.assertEqual(gaps["bracket"], {"engine": "gaps", "low": 2000, "high": 3000})
        level = self.sweep("level", "--lengths", "500,3000").json()
        self.assertIsNone(level["bracket"])
        self.assertEqual(level["thresholds"][0]["finding"], "all_steady")

    def test_what_fits_no_one_threshold_is_said(self):
        self.engine = self.sim(self.write("waves.yaml", NOT_MONOTONE))
        report = self.sweep("waves", "--lengths", "500,1000,2000", "--bracket", "64").json()
        self.assertIsNone(report["bracket"])
        threshold = report["thresholds"][0]
        self.assertEqual((threshold["finding"], threshold["first_wavering"], threshold["steady_above"]),
                         ("not_monotone", 1000, [2000]))
        self.assertEqual(threshold["bisection"], "no_bracket")
        words = " ".join(self.kilter("sweep", "--stored", code=0).out.split())
        self.assertIn("gave one output at 2000 above it: no one threshold fits", words)

    def test_requests_at_a_time(self):
        self.engine = self.sim("batch_dependent")
        report = self.sweep("batched", "--concurrency", "1,4", "--lengths", "200").json()
        self.assertEqual(report["axis"], "concurrency")
        alone, four = report["cells"]
        self.assertEqual((alone["engine"], alone["value"], alone["distinct"]), ("batched", 1, 1))
        self.assertEqual(four["value"], 4)
        self.assertGreater(four["distinct"], 1)
        self.assertEqual(report["bracket"], {"engine": "batched", "low": 1, "high": 4})
        self.assertEqual({cell["prompt_tokens"] for cell in report["cells"]}, {200})

    def test_a_document_fills_the_prompt(self):
        self.engine = self.sim("length_threshold")
        document = self.write("contract.txt", "Clause one says nothing.\n")
        self.sweep("threshold", "--lengths", "600", "--document", document, "--runs", "2")
        body = self.rows("select b.data, b.size from blob b where b.sha256 in "
                         "(select request_sha256 from run_result where item = 't-600')")[0]
        self.assertIn(b"Clause one says nothing", support.unpack(body["data"], body["size"]))

    def test_one_clear_line_for_each_mistake(self):
        self.engine = self.sim("length_threshold")
        self.config({"threshold": self.engine.url})
        cases = [(["--lengths", "8q"], "'8q' is no length"),
                 (["--lengths", "0"], "'0' is no length"),
                 (["--lengths", "5"], "a prompt of 5 tokens cannot be made"),
                 (["--concurrency", "1,2", "--lengths", "1k,2k"], "--concurrency sweeps one length"),
                 (["--concurrency", "1,2", "--bracket", "5"], "leave out --concurrency"),
                 (["--concurrency", "16"], "needs --runs 16"),
                 (["--document", "nowhere.txt"], "nowhere.txt"),
                 (["--stored"], "the store holds no sweep yet")]
        self.kilter("list")
        for arguments, words in cases:
            with self.subTest(arguments):
                if arguments == ["--stored"]:
                    answers = self.write("a.jsonl", '{"item": "i-00", "content": "x"}\n')
                    self.kilter("import", "answers", answers, "--suite", "suite.yaml", "--store", "other.db")
                    arguments = ["--stored", "--store", "other.db"]
                refused = self.kilter("sweep", *arguments, code=2)
                self.assertIn(words, refused.err)
                self.assertEqual(refused.out, "")


if __name__ == "__main__":
    support.main()

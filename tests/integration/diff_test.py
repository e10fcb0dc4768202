"""`kilter diff` over answers of the simulated engine: verdicts, the point of parting, refusals, exit codes."""

import support
from support import ROOT

CONFIG = """store: store.db
suites: [{suite}]
runs: {runs}
request: {{temperature: 0, top_p: 1, max_tokens: {max_tokens}, stream: true{more}}}
engines:
  - {{name: plain, base_url: "{url}", model: "off", dialect: openai, retries: 0}}
  - {{name: speculative, extends: plain, model: "on"}}
"""
PARTING = ["S-HU-4", "S-EN-1", "S-EN-3"]


class Speculative(support.TestCase):
    def setUp(self):
        super().setUp()
        self.engine = self.sim("speculative")

    def measure(self, *arguments, runs=3, max_tokens=512, more=""):
        config = self.write("kilter.yaml", CONFIG.format(suite=ROOT / "suites/starter/main.yaml", url=self.engine.url,
                                                         runs=runs, max_tokens=max_tokens, more=more))
        done = self.kilter("run", config, "--json", *arguments, code=0)
        return done.json()["engines"][0]["experiment"]

    def test_both_steady_and_different_at_the_token_that_the_engine_named(self):
        self.measure(more=", logprobs: 0")
        done = self.kilter("diff", "plain", "speculative", "--level", "full", "--json", code=1).json()
        self.assertEqual(done["schema"], "kilter.diff/1")
        self.assertEqual(done["verdict"], "steady_different")
        self.assertEqual((done["a"]["engine"], done["b"]["engine"]), ("plain", "speculative"))
        differing = {item["item"]: item for item in done["items"] if item["verdict"] != "identical"}
        self.assertEqual(sorted(differing), sorted(PARTING))
        for item in differing.values():
            self.assertEqual(item["verdict"], "steady_different")
            self.assertEqual(item["excess_disagreement"], 1.0)
            at = item["divergence"]
            self.assertEqual((at["channel"], at["kind"], at["code_point"], at["token_index"], at["token_source"]),
                             ("reasoning", "mismatch", 18, 4, "logprobs"))
            self.assertIsNone(at["token_estimate"])
        # 3 of 8 items fully apart, 5 the same: E = 3/8, p = 0.1^3.
        self.assertEqual(done["excess_disagreement"], 0.375)
        self.assertAlmostEqual(done["excess_test"]["p_value"], 0.001, places=6)
        self.assertEqual(done["changes"]["regressed"], ["S-EN-1"])
        self.assertEqual(done["changes"]["fixed"], [])
        self.assertLess(done["points"]["difference"], 0)
        self.assertIn({"setting": "model", "a": "off", "b": "on"}, done["settings"])

    def test_without_tokens_an_estimate_is_marked_as_one(self):
        self.measure()
        item = self.kilter("diff", "plain", "speculative", "--level", "full", "--item", "S-EN-1", "--json",
                           code=1).json()["items"][0]
        self.assertIsNone(item["divergence"]["token_index"])
        self.assertIsNone(item["divergence"]["token_source"])
        self.assertGreater(item["divergence"]["token_estimate"], 0)
        text = self.kilter("diff", "plain", "speculative", "--level", "full", code=1).out
        self.assertIn("(estimated from lengths)", text)
        self.assertNotIn("eterministic", text)
        self.assertTrue(all(len(line) <= 80 for line in text.splitlines()), text)
        wide = self.kilter("diff", "plain", "speculative", code=1, env={"COLUMNS": "50"}).out
        self.assertTrue(all(len(line) <= 50 for line in wide.splitlines()), wide)

    def test_the_content_alone_differs_in_one_item(self):
        self.measure()
        done = self.kilter("diff", "plain", "speculative", "--json", code=1).json()
        self.assertEqual(done["level"], "content")
        self.assertEqual([item["item"] for item in done["items"] if item["verdict"] != "identical"], ["S-EN-1"])
        self.assertEqual(done["counts"]["identical_at"]["reasoning"], 5)
        self.assertEqual(done["counts"]["identical_at"]["content"], 7)

    def test_one_engine_twice_is_the_same(self):
        first, second = self.measure(), self.measure("--new")
        done = self.kilter("diff", f"{first}:plain", f"{second}:plain", "--level", "full", code=0)
        self.assertIn("identical: 8 of 8 items", done.out)
        self.assertIn("No setting that kilter knows differs", done.out)
        self.assertIn("Requests the same to the byte: 8 of 8 items", done.out)
        self.kilter("diff", first, second, "--engine", "plain", code=0)
        trouble = self.kilter("diff", f"{first}:plain", f"{first}:plain", code=2)
        self.assertIn("name two", trouble.err)

    def test_unlike_conditions_are_refused_by_name_with_both_values(self):
        first = self.measure()
        cases = {"max_tokens 512 and 600": {"max_tokens": 600}, "runs 3 and 2": {"runs": 2},
                 "seed (not set) and 7": {"more": ", seed: 7"}}
        for words, changed in cases.items():
            with self.subTest(words):
                second = self.measure(**changed)
                refused = self.kilter("diff", f"{first}:plain", f"{second}:speculative", code=2)
                self.assertIn(words, refused.err)
                self.assertEqual(refused.out, "")
                self.assertEqual(len(refused.err.strip().splitlines()), 1)

    def test_other_prompts_are_refused(self):
        old = self.write("one.yaml", support.suite_text(2)), self.write("two.yaml", support.suite_text(2).replace(
            "Which code", "What code"))
        ids = []
        for suite in old:
            answers = self.write(f"{suite.stem}.jsonl", '{"item": "i-00", "content": "x"}\n')
            ids.append(self.kilter("import", "answers", answers, "--suite", suite, "--json").json()
                       ["engines"][0]["experiment"])
        refused = self.kilter("diff", *ids, code=2)
        self.assertIn("prompts digest of suite small", refused.err)

    def test_words_with_several_readings_list_them(self):
        first, second = self.measure(), self.measure("--new")
        several = self.kilter("diff", first, second, code=2)
        self.assertIn(f"{first}:plain", several.err)
        self.assertIn(f"{first}:speculative", several.err)
        unknown = self.kilter("diff", "plain", "nobody", code=2)
        self.assertIn("'nobody' is no engine", unknown.err)
        self.assertIn("plain speculative", unknown.err)
        self.assertIn("has no engine 'nobody'", self.kilter("diff", f"{first}:nobody", "plain", code=2).err)
        self.kilter("diff", "plain", "speculative", "--in", first, "--item", "S-EN-2", code=0)


class Missing(support.TestCase):
    def test_what_is_missing_is_no_sameness(self):
        suite = self.write("suite.yaml", support.suite_text(2))
        lines = [f'{{"engine": "{engine}", "item": "i-0{item}", "k": {k}, "content": "{{}}"}}'
                 for engine in ("a", "b") for item in (0, 1) for k in (0, 1) if (engine, item, k) != ("b", 1, 1)]
        answers = self.write("answers.jsonl", "\n".join(lines) + "\n")
        self.kilter("import", "answers", answers, "--suite", suite)
        done = self.kilter("diff", "a", "b", "--json", code=2)
        self.assertEqual(done.json()["verdict"], "identical")
        self.assertEqual(done.json()["counts"]["incomplete"], ["i-01"])
        self.assertIn("something is missing", done.err)
        self.assertTrue(any("imported answers" in warning for warning in done.json()["warnings"]))


class Founding(support.TestCase):
    def test_the_loop_item_of_speculative_decoding_parts_near_token_5(self):
        engine = self.sim("qsa-topk")
        self.kilter("run", ROOT / "config/founding-speculation.yaml", "--store", self.store, code=0,
                    env={"KILTER_SIM_URL": engine.url})
        done = self.kilter("diff", "fixed", "fixed-speculative", "--store", self.store, code=1)
        self.assertIn("H-04: both steady, different near token 5 (estimated from lengths)", done.out)
        self.assertGolden("diff_speculation.txt", done.out)
        item = [item for item in self.kilter("diff", "fixed", "fixed-speculative", "--store", self.store, "--json",
                                             code=1).json()["items"] if item["item"] == "H-04"][0]
        self.assertEqual(item["verdict"], "steady_different")
        self.assertEqual((item["divergence"]["channel"], item["divergence"]["code_point"]), ("reasoning", 16))
        self.assertEqual((item["a"]["points"], item["b"]["points"]), (10.0, 0.0))

    def test_the_stock_engine_against_the_fixed_one(self):
        engine = self.sim("qsa-topk")
        self.kilter("run", ROOT / "config/founding.yaml", "--store", self.store, "--engine", "stock", "--engine",
                    "fixed", code=0, env={"KILTER_SIM_URL": engine.url})
        done = self.kilter("diff", "stock", "fixed", "--store", self.store, "--level", "full", "--json", code=1).json()
        self.assertEqual(len(done["changes"]["newly_stable"]), 13)
        self.assertEqual(done["changes"]["newly_unstable"], [])
        self.assertEqual(done["changes"]["fixed"], ["T2-04", "T3-05", "T3-08", "T4-06", "T5-02", "T6-02"])
        self.assertEqual(done["changes"]["regressed"], [])
        # Six items moved, all one way: 2 x 0.5^6, by items and by the signs of their differences.
        self.assertEqual(done["changes"]["mcnemar"]["p_value"], 0.0313)
        self.assertEqual(done["points"]["p_value"], 0.0313)
        self.assertEqual((done["points"]["a"], done["points"]["b"]), (95.3333, 98.0))
        self.assertEqual(done["points"]["difference"], 2.6667)
        text = self.kilter("diff", "stock", "fixed", "--store", self.store, "--level", "full", code=1).out
        self.assertTrue(all(len(line) <= 80 for line in text.splitlines()), text)


if __name__ == "__main__":
    support.main()

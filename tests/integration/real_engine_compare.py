"""The real engine swept over concurrency and length, and compared with itself, prompt cache on and off. Plumbing and
consistency only: what a real engine answers is printed, not demanded.

Skipped, and says so in one line, where the engine cannot be installed or started.
"""

import unittest

import real_engine
import support
from support import ROOT

support.LIMIT = 400  # seconds: a busy machine answers slowly


class RealEngineCompared(support.TestCase):
    start_engine = real_engine.RealEngine.start_engine
    stop = staticmethod(real_engine.RealEngine.stop)

    def setUp(self):
        super().setUp()
        self.url, reason = self.start_engine()
        if self.url is None:
            line = f"SKIPPED: the real engine cannot be had: {reason.splitlines()[-1] if reason else 'no reason given'}"
            print(line, flush=True)
            raise unittest.SkipTest(line)
        self.settings = self.write("kilter.yaml", real_engine.CONFIG.format(
            suite=ROOT / "suites/starter/main.yaml", url=self.url))

    def test_swept_over_concurrency_and_length_and_compared(self):
        self.swept()
        self.compared()

    def swept(self):
        arguments = ("sweep", self.settings, "--engine", "warm", "--runs", "4", "--max-tokens", "16")
        swept = self.kilter(*arguments, "--concurrency", "1,4", "--lengths", "200", "--json", code=0).json()
        self.assertEqual([(cell["value"], cell["n"], cell["of"]) for cell in swept["cells"]], [(1, 4, 4), (4, 4, 4)])
        for cell in swept["cells"]:
            self.assertAlmostEqual(cell["prompt_tokens"], 200, delta=10)
            self.assertEqual(sum(cell["sizes"]), 4)
            self.assertEqual(cell["distinct"], len(cell["sizes"]))
        by_length = self.kilter(*arguments, "--lengths", "150,400", "--json", code=0).json()
        for cell in by_length["cells"]:
            self.assertAlmostEqual(cell["value"], cell["target"], delta=cell["target"] * 0.05)
        print(self.kilter("sweep", "--stored", swept["experiment"]).out)
        print(self.kilter("sweep", "--stored", by_length["experiment"]).out)

    def compared(self):
        items = ("S-EN-3", "S-EN-4")
        self.kilter("run", self.settings, *[word for item in items for word in ("--item", item)], code=0)
        done = self.kilter("diff", "warm", "cold", "--json")
        self.assertIn(done.code, (0, 1), done)
        report = done.json()
        self.assertEqual(report["counts"]["compared"], len(items))
        self.assertEqual(report["counts"]["incomplete"], [])
        self.assertEqual(done.code, 0 if report["verdict"] == "identical" else 1)
        self.assertIn({"setting": "cache", "a": "as_is", "b": "cold"}, report["settings"])
        print(self.kilter("diff", "warm", "cold").out)


if __name__ == "__main__":
    support.main()

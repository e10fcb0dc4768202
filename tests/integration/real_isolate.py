"""kilter isolate on the real engine, small: that the switches are tried and proven, never what or whether it wavers.

Two receipts of public sample data, where it lies (KILTER_TEST_DATA, else beside the checkout); else two items of the
starter suite, and says so. Skipped, and says so in one line, where the engine cannot be installed or started.
"""

import os
import pathlib
import sys
import unittest

import real_engine
import support
from support import ROOT

DATA = pathlib.Path(os.environ.get("KILTER_TEST_DATA") or ROOT.parent / "shared" / "data") / "sroie"

CONFIG = """store: store.db
suites: [{suite}]
runs: 2
request: {{temperature: 0, top_p: 1, max_tokens: 16, stream: true}}
engines:
  - {{name: local, base_url: "{url}", model: smollm2-135m}}
"""


class RealIsolate(support.TestCase):
    start_engine = real_engine.RealEngine.start_engine
    stop = staticmethod(real_engine.RealEngine.stop)

    def items(self):
        """The suite and two of its items."""
        if DATA.is_dir():
            self.kilter("suite", "import", "sroie", DATA, "-o", "receipts", "--source", "sample", "--license", "none",
                        code=0)
            return "receipts/suite.yaml", ("000", "001")
        print(f"NOTE: no receipts in {DATA}; two items of the starter suite instead", file=sys.stderr, flush=True)
        return ROOT / "suites/starter/main.yaml", ("S-EN-3", "S-EN-4")

    def test_the_switches_of_a_real_engine(self):
        url, reason = self.start_engine()
        if url is None:
            line = f"SKIPPED: the real engine cannot be had: {reason.splitlines()[-1] if reason else 'no reason given'}"
            print(line, flush=True)
            raise unittest.SkipTest(line)
        suite, items = self.items()
        config = self.write("kilter.yaml", CONFIG.format(suite=suite, url=url))
        done = self.kilter("isolate", config, "--json", "--item", items[0], "--item", items[1], code=0).json()
        self.assertEqual((done["dialect"], done["items"], done["runs"]), ("llama_cpp", 2, 2))
        arms = {arm["arm"]: arm for arm in done["arms"]}
        self.assertEqual(list(arms), ["baseline", "aa", "cache", "concurrency", "stream", "logprobs", "structured",
                                      "seed", "order"])
        self.assertEqual(done["not_tried"], [])
        for name, arm in arms.items():
            with self.subTest(name):
                self.assertEqual(arm["trials"], {"planned": 4, "stored": 4, "missing": 0, "failed": 0})
                self.assertEqual(arm["unstable"]["of"], 2)
                if name != "aa":
                    self.assertEqual(arm["versus_aa"]["test"], "mcnemar")
        # This server tells its cached tokens: where the cache is off none may come.
        self.assertIn("no run had cached tokens", arms["cache"]["evidence"][0]["evidence"])
        cold = self.rows("select max(cached_tokens) as most from run_result where engine = 'cache'")
        self.assertEqual(cold[0]["most"], 0)
        self.assertIs(arms["stream"]["live"], True)
        self.assertIs(arms["logprobs"]["live"], True)
        self.assertIs(arms["order"]["live"], True)
        self.assertIsNone(arms["seed"]["live"])
        text = self.kilter("isolate", "--stored", "--store", self.store, code=0).out
        self.assertIn("cache: cold", text)
        self.assertIn("Yardstick", text)


if __name__ == "__main__":
    support.main()

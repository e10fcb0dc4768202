"""The real engine once: a llama.cpp server with a small model. Plumbing only, never what or whether it wavers.

Skipped, and says so in one line, where the engine cannot be installed or started.
"""

import contextlib
import json
import subprocess
import sys
import unittest

import support
from support import ROOT

SCRIPT = ROOT / "scripts/local-engine"
LIMIT = 300  # seconds: it may have to download

CONFIG = """store: store.db
suites: [{suite}]
runs: 3
request: {{temperature: 0, top_p: 1, max_tokens: 24, seed: 1, stream: true}}
engines:
  - {{name: warm, base_url: "{url}", model: smollm2-135m, dialect: llama_cpp, cache: as_is}}
  - {{name: cold, extends: warm, cache: cold}}
"""


class RealEngine(support.TestCase):
    def start_engine(self):
        installed = subprocess.run([sys.executable, SCRIPT, "install"], capture_output=True, text=True, timeout=LIMIT,
                                   check=False)
        if installed.returncode != 0:
            return None, installed.stderr.strip()
        process = subprocess.Popen([sys.executable, SCRIPT, "run", "--port", "0"], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(self.stop, process)
        url = process.stdout.readline().decode().strip()
        return (url, "") if url else (None, process.stderr.read().decode().strip())

    @staticmethod
    def stop(process):
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        process.wait(support.LIMIT)
        process.stdout.close()
        process.stderr.close()

    def engine_or_skip(self):
        url, reason = self.start_engine()
        if url is None:
            line = f"SKIPPED: the real engine cannot be had: {reason.splitlines()[-1] if reason else 'no reason given'}"
            print(line, flush=True)
            raise unittest.SkipTest(line)
        return url

    def test_a_probe_of_a_real_engine(self):
        """What it says of the engine is the engine's business; that it compared what came back is ours."""
        url = self.engine_or_skip()
        longer = "Which of these boats is the largest? " + " ".join(f"Boat {i} has {i * 7 % 31} seats." for i in range(30))
        for more, cache in ((["--new"], "as_is"), (["--cold"], "cold")):
            report = self.kilter("probe", url, "--model", "smollm2-135m", "--store", self.store, "--runs", "5", "--json",
                                 "--prompt", "Name a colour.", "--prompt", longer, *more, code=0).json()
            print(f"probe, cache {cache}: {report['verdict']}", flush=True)
            engine = report["engines"][0]
            self.assertEqual((engine["dialect"], engine["cache"], engine["top_logprobs"]), ("llama_cpp", cache, 20))
            self.assertEqual(engine["trials"], {"planned": 20, "stored": 20, "missing": 0, "failed": 0})
            for row in report["prompts"]:
                self.assertEqual((row["n"], len(row["positions"])), (5, row["tokens"]), row)
                self.assertNotEqual(row["class"], "unsupported")
                first = row["positions"][0]
                self.assertEqual(first["listed"], {"min": 20, "max": 20})
                self.assertIsNotNone(first["max_delta_nats"])
                self.assertGreaterEqual(first["gap_nats"]["min"], 0)
                for request in row["requests"]:
                    self.assertGreater(request["prompt_tokens"], 0)
                    if cache == "cold":
                        self.assertEqual(request["cached_tokens"], 0)
            lengths = [min(one["prompt_tokens"] for one in row["requests"]) for row in report["prompts"]]
            self.assertEqual(lengths, sorted(lengths))  # the second prompt is longer

    def test_two_rows_of_a_real_engine(self):
        url = self.engine_or_skip()
        config = self.write("kilter.yaml", CONFIG.format(suite=ROOT / "suites/starter/main.yaml", url=url))
        checked = self.kilter("check", config, "--json", code=0).json()
        self.assertEqual([engine["dialect"] for engine in checked["engines"]], ["llama_cpp", "llama_cpp"])
        items = ("S-EN-3", "S-EN-4")
        arguments = ["run", config, "--json"]
        for item in items:
            arguments += ["--item", item]
        done = self.kilter(*arguments, code=0)
        rows = self.rows("select * from run_result order by engine, item, k")
        self.assertEqual(len(rows), 2 * len(items) * 3)
        for row in rows:
            with self.subTest(f"{row['engine']} {row['item']} {row['k']}"):
                self.assertNotIn(row["outcome"], ("timeout", "transport_error", "http_error", "protocol_error"))
                self.assertEqual(len(row["content_sha256"]), 64)
                self.assertEqual(len(row["request_sha256"]), 64)
                self.assertEqual(len(row["body_sha256"]), 64)
                self.assertGreater(row["prompt_tokens"], 0)
                self.assertGreater(row["completion_tokens"], 0)
                self.assertLessEqual(row["completion_tokens"], 24)
                self.assertIsNotNone(row["cached_tokens"])
                self.assertGreater(row["total_ms"], 0)
                self.assertGreater(row["first_token_ms"], 0)
                if row["engine"] == "cold":
                    self.assertEqual(row["cached_tokens"], 0)
        # Later runs of an item meet the prompt that the first one left in the cache.
        warm = [row["cached_tokens"] for row in rows if row["engine"] == "warm" and row["k"] > 0]
        self.assertTrue(any(tokens > 0 for tokens in warm), warm)
        self.assertEqual(len({(row["item"], row["request_sha256"]) for row in rows}), 2 * len(items))
        board = json.loads(done.out)
        self.assertEqual({row["engine"]: row["condition"]["cache"] for row in board["engines"]},
                         {"warm": "as_is", "cold": "cold"})
        for row in board["engines"]:
            self.assertEqual(row["trials"]["stored"], len(items) * 3)
            self.assertGreater(row["speed"]["output_tok_per_s"], 0)
        self.assertIn("Nothing to send", self.kilter(*arguments, code=0).err)


if __name__ == "__main__":
    support.main()

"""The quickstart's own path with the real binary and the simulated engines: quickstart_path.py KILTER."""

import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
KILTER = pathlib.Path(sys.argv.pop(1)).resolve()
ITEMS, RUNS = 8, 3


class QuickstartPath(unittest.TestCase):
    def test_two_calls(self):
        with tempfile.TemporaryDirectory() as folder:
            self.first_call(folder)
            self.second_call_measures_afresh(folder)

    def quickstart(self, folder):
        done = subprocess.run([ROOT / "quickstart", "--simulated", "--kilter", KILTER, "--out", folder],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def rows(self, folder, query):
        with sqlite3.connect(f"file:{folder}/quickstart.db?mode=ro", uri=True) as store:
            return store.execute(query).fetchall()

    def first_call(self, folder):
        printed = self.quickstart(folder)
        report = pathlib.Path(folder, "quickstart-report.md").read_text()
        for engine in ("sim-steady", "sim-racing"):
            self.assertIn(engine, printed)
            self.assertIn(engine, report)
        trials = self.rows(folder, "SELECT engine, count(*) FROM run_result GROUP BY engine ORDER BY engine")
        self.assertEqual(trials, [("sim-racing", ITEMS * RUNS), ("sim-steady", ITEMS * RUNS)])

        board = json.loads(subprocess.run([KILTER, "board", "--json", "--store", f"{folder}/quickstart.db"],
                                          stdout=subprocess.PIPE, check=True).stdout)
        unstable = {row["engine"]: row["unstable"]["items"] for row in board["engines"]}
        self.assertEqual(unstable["sim-steady"], 0)
        self.assertGreater(unstable["sim-racing"], 0)

    def second_call_measures_afresh(self, folder):
        self.quickstart(folder)
        self.assertEqual(self.rows(folder, "SELECT count(DISTINCT experiment), count(*) FROM run_result"),
                         [(2, 2 * 2 * ITEMS * RUNS)])


if __name__ == "__main__":
    unittest.main()

"""Kill -9 at random moments loses no committed trial and makes no second one.

Five moments by default; KILTER_KILLS says how many (50 before a release), KILTER_SEED which.
"""

import os
import random

import support
from quirks import Case

KILLS = int(os.environ.get("KILTER_KILLS", "5"))
SEED = int(os.environ.get("KILTER_SEED", "20261110"))
ITEMS, RUNS, CONCURRENCY = 100, 3, 8
ROWS = "select engine, suite, item, k, outcome, content_sha256, body_sha256 from run_result order by 1, 2, 3, 4"
SLOW = """scenario: slow
suites: [./suite.yaml]
runs: 3
engines:
  e: {first_token_ms: 5, default: {content: {gold: true}}}
"""


class MustHold(Case):
    def test_kill_9_at_random_moments(self):
        print(f"seed {SEED}, {KILLS} kills")
        chance = random.Random(SEED)
        self.write("suite.yaml", support.suite_text(ITEMS))
        sim = self.sim(self.write("slow.yaml", SLOW))
        self.config({"e": {"base_url": sim.url, "concurrency": CONCURRENCY}}, runs=RUNS)
        committed = []
        for goal in sorted(chance.sample(range(1, ITEMS * RUNS - CONCURRENCY), KILLS)):
            process = support.start_kilter("run", cwd=self.folder)
            support.wait_until(lambda goal=goal: self.trials() >= goal, f"{goal} committed trials")
            for _ in range(chance.randrange(20_000)):  # somewhere between two commits
                pass
            process.kill()
            process.communicate(timeout=support.LIMIT)
            rows = self.rows(ROWS)
            for row in committed:
                self.assertIn(row, rows)
            committed = rows
        self.kilter("run", code=0)
        rows = self.rows(ROWS)
        self.assertEqual(len(rows), ITEMS * RUNS)
        self.assertEqual(len({(row["item"], row["k"]) for row in rows}), ITEMS * RUNS)
        self.assertEqual({row["outcome"] for row in rows}, {"answered"})
        for row in committed:
            self.assertIn(row, rows)
        self.assertEqual(len(self.rows("select distinct experiment from run_result")), 1)
        self.assertLessEqual(len(sim.asked()), ITEMS * RUNS + KILLS * CONCURRENCY)


if __name__ == "__main__":
    support.main()

"""Memory does not grow with the number of trials: bodies go to the store. A ratio of two runs, never a clock."""

import os
import subprocess

import support

ITEMS = 20
ANSWER = 64 << 10  # bytes of reasoning, in each answer
ALLOWED = 1.25


class Memory(support.TestCase):
    def peak(self, config, runs):
        """The largest resident set of one run, in KiB."""
        store = self.folder / f"k{runs}.db"
        process = subprocess.Popen([support.KILTER, "run", str(config), "--runs", str(runs), "--json", "--store", str(store)],
                                   cwd=self.folder, env=support.environment(**support.QUIET_ASAN), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        self.store = store
        self.assertEqual(self.trials(), ITEMS * runs)
        return usage.ru_maxrss

    def test_ten_times_the_trials_take_the_same_memory(self):
        self.write("suite.yaml", support.suite_text(ITEMS))
        sim = self.sim(self.write("long.yaml", f"""scenario: long
suites: [./suite.yaml]
runs: 4
engines:
  e:
    chunk: 8192
    default: {{content: {{gold: true}}, reasoning: {{prose: {{seed: 3, length: {ANSWER}}}}}}}
    items:
      i-00:
        runs: ABCD
        A: {{reasoning: {{prose: {{seed: 4, length: {ANSWER}}}}}}}
        B: {{reasoning: {{prose: {{seed: 5, length: {ANSWER}}}}}}}
        C: {{reasoning: {{prose: {{seed: 6, length: {ANSWER}}}}}}}
        D: {{reasoning: {{prose: {{seed: 7, length: {ANSWER}}}}}}}
"""))
        config = self.config({"e": {"base_url": sim.url, "concurrency": 4}})
        few = self.peak(config, 4)
        many = self.peak(config, 40)
        print(f"peak: {few} KiB for {ITEMS * 4} trials, {many} KiB for {ITEMS * 40} trials")
        self.assertLess(many, few * ALLOWED)


if __name__ == "__main__":
    support.main()

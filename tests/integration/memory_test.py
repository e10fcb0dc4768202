"""Memory does not grow with the number of trials: bodies go to the store. A ratio of two runs, never a clock."""

import json
import os
import subprocess

import support

ITEMS = 20
ANSWER = 64 << 10  # bytes of reasoning, in each answer
ALLOWED = 1.25


class Memory(support.TestCase):
    def peak_of(self, *arguments, codes=(0,)):
        """The largest resident set of one command, in KiB."""
        process = subprocess.Popen([support.KILTER, *map(str, arguments)], cwd=self.folder,
                                   env=support.environment(**support.QUIET_ASAN), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertIn(process.returncode, codes)
        return usage.ru_maxrss

    def peak(self, config, runs):
        self.store = self.folder / f"k{runs}.db"
        peak = self.peak_of("run", config, "--runs", runs, "--json", "--store", self.store)
        self.assertEqual(self.trials(), ITEMS * runs)
        return peak

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

    def stored(self, items):
        """A store of items whose two runs part in the middle of 150,000 characters: of 40 items, 12 MB."""
        half = "A b c d. " * 8192
        with open(self.folder / "answers.jsonl", "w", encoding="utf-8") as file:
            for i in range(items):
                for k in range(2):
                    print(json.dumps({"engine": "e", "item": f"i-{i:02}", "k": k, "content": f"{half}{i} {k} {half}"}), file=file)
        self.write("suite.yaml", support.suite_text(items))
        store = f"{items}.db"
        self.kilter("import", "answers", "answers.jsonl", "--suite", "suite.yaml", "--store", store, code=0)
        return store

    def test_a_report_reads_the_texts_of_one_item_at_a_time(self):
        few, many = self.stored(4), self.stored(40)
        page = self.kilter("report", "-o", "try.html", "--store", few).code != 2  # this build may lack the page
        kinds = ["json", "csv", "xml"] + (["html"] if page else [])
        for kind in kinds:
            peaks = [self.peak_of("report", "-o", f"r.{kind}", "--texts", "0", "--store", store) for store in (few, many)]
            print(f"{kind}: {peaks[0]} KiB for 4 items, {peaks[1]} KiB for 40 items")
            self.assertLess(peaks[1], peaks[0] * ALLOWED, kind)


if __name__ == "__main__":
    support.main()

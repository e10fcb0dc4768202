"""Two processes on one store, and a store that cannot grow."""

import random
import resource
import subprocess

import support
from quirks import Case, right, whole


class TwoProcesses(Case):
    def test_the_second_runner_is_told_who_holds_the_experiment(self):
        sim = self.serve({**whole(right()), "wait": {"file": "go"}})
        first = support.start_kilter("run", cwd=self.folder)
        support.wait_until(lambda: sim.asked(), "a request in flight")
        second = self.kilter("run", code=2)
        self.assertIn(f"process {first.pid}", second.err)
        self.assertEqual(len(sim.asked()), 1)
        self.write("go", "")
        ended = support.finish(first)
        self.assertEqual(ended.code, 0, ended)
        self.assertEqual(self.trials(), 1)

    def test_started_at_one_moment_they_make_one_experiment(self):
        sim = self.serve({**whole(right()), "wait": {"file": "go"}}, runs=4)
        started = [support.start_kilter("run", cwd=self.folder) for _ in range(6)]
        support.wait_until(lambda: sim.asked(), "a request in flight")
        support.wait_until(lambda: sum(one.poll() is None for one in started) == 1, "all but one to be refused")
        self.write("go", "")
        codes = sorted(support.finish(one).code for one in started)
        self.assertEqual(codes, [0, 2, 2, 2, 2, 2])
        self.assertEqual(len(self.rows("select * from experiment")), 1)
        self.assertEqual(self.trials(), 4)
        self.assertEqual(len(sim.asked()), 4)

    def test_different_experiments_at_once_lose_no_row(self):
        script = {f"i-{i:02}": whole(right(f"i-{i:02}")) for i in range(20)}
        self.serve(script, items=20)
        configs = [self.config({"e": {"base_url": self.engine.url, "concurrency": 4}}, runs=runs, name=f"{runs}.yaml")
                   for runs in (2, 3, 4)]
        started = [support.start_kilter("run", str(config), cwd=self.folder) for config in configs]
        for process in started:
            ended = support.finish(process)
            self.assertEqual(ended.code, 0, ended)
        counts = self.rows("select count(*) as n, count(points) as scored from run_result group by experiment order by n")
        self.assertEqual([(row["n"], row["scored"]) for row in counts], [(40, 40), (60, 60), (80, 80)])

    def test_a_full_disk_stops_sending_and_keeps_what_is_committed(self):
        # No file may grow above a limit: writes fail as on a full disk. SIGXFSZ stays ignored, as Python has it.
        chance = random.Random(7)
        script = {f"i-{i:02}": whole(right(f"i-{i:02}"), reasoning=chance.randbytes(16 << 10).hex()) for i in range(60)}
        sim = self.serve(script, items=60, concurrency=1)
        limit = 400 << 10

        def no_large_file():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        done = subprocess.run([support.KILTER, "run", "--json"], cwd=self.folder, env=support.environment(),
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=support.LIMIT,
                              preexec_fn=no_large_file, restore_signals=False)
        message = done.stderr.decode()
        self.assertEqual(done.returncode, 3, message)
        self.assertIn("the store cannot be", message)
        kept = self.trials()
        self.assertGreater(kept, 0)
        self.assertLess(kept, 60)
        self.assertLessEqual(len(sim.asked()), kept + 2)
        self.kilter("run", code=0)  # there is room again
        self.assertEqual(self.trials(), 60)


if __name__ == "__main__":
    support.main()

"""What every part of bench/run is given: where things are, how to run them, and whether this is a trial run."""

from measuring.mock import Mock
from measuring.process import Runner
from measuring.workload import Workload


class Bench:
    def __init__(self, root, build, quick):
        self.root, self.build, self.quick = root, build, quick
        self.kilter = build / "kilter"
        self.programs, self.peer_programs = build / "bench", build / "bench/peers"
        self.installed = root / "build/bench/peers"
        self.run = Runner(self.peer_programs / "bench_measured")

    def log(self):
        """Where a program's output goes that is read back at once."""
        (self.build / "work").mkdir(parents=True, exist_ok=True)
        return self.build / "work/log"

    def work(self, name, items):
        return Workload(self.build / "work" / name, items)

    def mock(self, **options):
        return Mock(self.peer_programs / "bench_mock_server", **options)

    def kilter_run(self, work, server, runs, concurrency, **config):
        """Usage of one `kilter run` into a fresh store."""
        server.forget()
        return self.run([self.kilter, "run", work.kilter_config(server.url, runs, concurrency, **config)], cwd=work.folder, log=work.folder / "log")

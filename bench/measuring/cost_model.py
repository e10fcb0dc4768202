"""What a trial costs as items, runs, engines and answers grow: measured points, and the line through them.

Every point is one `kilter run` against the mock server, into a fresh store. Points of one engine send their answers as one
body or as a stream of events with 5 bytes of text each, about a token.
"""

import dataclasses

from measuring.fit import fit, off
from measuring.process import note

KB = 1024


@dataclasses.dataclass
class Point:
    items: int = 250
    runs: int = 4
    engines: int = 1
    answer: int = KB
    stream: bool = False
    differing: int = 0  # per cent of the items whose runs all differ
    cpu: float = 0.0
    memory: float = 0.0
    disk: int = 0

    @property
    def trials(self):
        return self.items * self.runs * self.engines

    @property
    def kilobytes(self):
        """Of answer text in all trials."""
        return self.trials * self.answer / KB

    @property
    def kept(self):
        """KB of different texts: those of an item are one where its runs agree."""
        each = self.runs * self.engines
        return self.items * self.answer / KB * (1 + (each - 1) * self.differing / 100)

    def name(self):
        way = "stream" if self.stream else "one body"
        return f"{self.items:,} items x {self.runs}, {self.engines} eng., {self.answer // KB} KB, {way}, {self.differing} % differ"


GROWTH = {
    "items": [Point(items=items) for items in (250, 1000, 4000)],
    "runs": [Point(runs=runs) for runs in (2, 8, 32)],
    "engines": [Point(engines=engines) for engines in (2, 4)],
    "answer": [Point(items=50, answer=size * KB) for size in (1, 16, 64)],
    "answer, streamed": [Point(items=50, answer=size * KB, stream=True) for size in (1, 16, 64)],
    "differing": [Point(items=50, answer=16 * KB, stream=stream, differing=share) for stream in (False, True) for share in (50, 100)],
}


def store_bytes(store):
    return sum(path.stat().st_size for path in store.parent.glob(store.name + "*") if path.suffix != ".lock")


def measure(bench, point):
    work = bench.work("cost", point.items)
    with bench.mock(answer=point.answer, differing=point.differing, wrong_every=0, tick_us=500, events=64) as server:
        usage = bench.kilter_run(work, server, point.runs, 32, stream=point.stream, engines=point.engines, max_tokens=32768)
    point.cpu, point.memory, point.disk = usage.cpu, usage.memory, store_bytes(work.store)


def _print_fit(table, name, unit, points, measured, terms):
    coefficients = fit([[value(point) for value in terms.values()] for point in points], measured)
    error = off([[value(point) for value in terms.values()] for point in points], measured, coefficients)
    words = " + ".join(f"{c:,.3g}{f' x {term}' if term != '1' else ''}" for c, term in zip(coefficients, terms))
    table.note(f"{name}, {unit}: {words}   (no point is more than {error:.0%} off)")
    return coefficients


def cost_model(table, bench):
    table.head("kilter run, 32 at a time", "CPU", "CPU a trial", "memory", "store", "each trial")
    points = []
    for what, group in GROWTH.items():
        for point in group:
            if bench.quick:
                point.items = max(10, point.items // 10)
            note(f"cost: {what}: {point.name()}")
            measure(bench, point)
            points.append(point)
            table.row(point.name(), (point.cpu, "s", None, 2), (point.cpu / point.trials * 1e3, "ms", None, 3), (point.memory, "MB", None, 0),
                      (point.disk / KB / KB, "MB", None, 1), (point.disk / KB / point.trials, "KB", None, 1))
    table.head("Fitted")
    for stream in (False, True):
        some = [point for point in points if point.stream == stream]
        way = "a stream" if stream else "one body"
        one = {"1": lambda p: 1} if not stream else {}
        _print_fit(table, f"CPU, {way}", "ms", some, [p.cpu * 1e3 for p in some],
                   {**one, "trials": lambda p: p.trials, "KB of answers": lambda p: p.kilobytes})
        items = {"items": lambda p: p.items} if not stream else {}
        _print_fit(table, f"store, {way}", "KB", some, [p.disk / KB for p in some],
                   {**items, "trials": lambda p: p.trials, "KB of answers": lambda p: p.kilobytes, "KB of different answers": lambda p: p.kept})
    plain = [point for point in points if not point.stream]
    _print_fit(table, "peak memory", "MB", plain, [p.memory for p in plain], {"1": lambda p: 1, "items": lambda p: p.items, "KB of an answer": lambda p: p.answer / KB})
    _limits(table, points)


def _limits(table, points):
    """Where one machine ends, from the longest streams of the table."""
    longest = max((p for p in points if p.stream and p.differing == 0), key=lambda p: p.answer)
    tokens = longest.trials * longest.answer / 5
    table.note(f"{tokens / longest.cpu / 1e6:.2f} million tokens a second and core, streamed, of {longest.answer // KB} KB answers: read, watched, hashed, scored, kept.")
    a_day = 50 * 3 * 4
    week = 7 * a_day * longest.disk / longest.trials / 1e9
    table.note(f"{7 * a_day:,} trials a week (50 items x 3 runs x 4 engines, daily) of {longest.answer // KB} KB each: {week:.2f} GB.")

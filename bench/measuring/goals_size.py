"""How much memory kilter takes (G4, G5), how late it sees a first token, and how often it keeps the same text (G9)."""

import sqlite3

from measuring.mock import was_the_limit
from measuring.process import Broken, median, note

LIMITS = ("measured", "goal", "aim")
STREAMS = 1024
GROWTH = 1.10
NS_A_MS = 1e6


def query(store, sql):
    base = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    try:
        return base.execute(sql).fetchall()
    finally:
        base.close()


def flat(table, bench):
    """Peak memory while trials grow: by runs of the same items, and by items."""
    scale = 10 if bench.quick else 1
    steps = (10_000, 30_000, 100_000)
    table.head("Peak memory of kilter run", *(f"{step // scale:,}" for step in steps), "last / first")
    with bench.mock() as server:
        for name, shape in (("500 items, more runs each", lambda trials: (500, trials // 500)), ("4 runs each, more items", lambda trials: (trials // 4, 4))):
            peaks = []
            for step in steps:
                items, runs = shape(step // scale)
                note(f"memory: {items:,} items x {runs}")
                peaks.append(bench.kilter_run(bench.work("flat", items), server, runs, 32).memory)
            growth = peaks[-1] / peaks[0]
            table.row(name, *((peak, "MB", None, 1) for peak in peaks), (growth, "x", GROWTH, 2))


def streams(table, bench):
    """Every one of the streams is open while the last of it arrives."""
    count = STREAMS // 8 if bench.quick else STREAMS
    work = bench.work("streams", count)
    with bench.mock(answer=64 * 1024, delta=64, events=16, tick_us=60_000, latency_us=500_000) as server:
        peaks, problem = [], None
        for turn in range(1 if bench.quick else 3):
            note(f"streams, {turn + 1}")
            peaks.append(bench.kilter_run(work, server, 1, count, stream=True, max_tokens=16384).memory)
            seen = server.seen()
            if seen["most_open"] != count:
                problem = f"{seen['most_open']} of {count} streams were open at the same time"
            elif was_the_limit(seen):
                problem = "the server was the limit"
    table.goal(f"{count:,} streams of 64 KB at the same time, peak memory", median(peaks), 160, 110, "MB", 0, problem)


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _kilter_waits(store):
    return {int(item.removeprefix("note-")): ms / 1e3 for item, ms in query(store, "SELECT item, first_token_ms FROM run_result") if ms is not None}


def first_token(table, bench):
    """What a client says it waited, less what the server knows it waited; kilter's less a bare reader's."""
    items, concurrency, rounds = (64, 32, 1) if bench.quick else (1024, 256, 5)
    work = bench.work("first-token", items)
    errors = {"kilter": {0.5: [], 0.99: []}, "bare reader": {0.5: [], 0.99: []}}
    problem = None
    with bench.mock(answer=300, delta=5, tick_us=20_000, latency_us=100_000, spread_us=100_000, grid_us=0) as server:
        for turn in range(rounds):
            note(f"first token, {turn + 1} of {rounds}")
            bench.kilter_run(work, server, 1, concurrency, stream=True)
            _add(errors["kilter"], _kilter_waits(work.store), server.waits(), items)
            server.forget()
            usage = bench.run([bench.peer_programs / "bench_epoll_reader", server.port, work.stream_bodies, concurrency], log=work.folder / "log")
            bare = {at: int(line) / 1e9 for at, line in enumerate(usage.out.splitlines(), 1)}
            _add(errors["bare reader"], bare, server.waits(), items)
            problem = "the server was the limit" if was_the_limit(server.seen()) else problem
    table.head(f"First token, {concurrency} streams of 50 tokens a second", "p50", "p99")
    for name, error in errors.items():
        table.row(f"{name}: later than the server sent it", (median(error[0.5]) * 1e3, "ms", None, 3), (median(error[0.99]) * 1e3, "ms", None, 3))
    table.head("First token, kilter less the bare reader", *LIMITS)
    for share, goal, aim in ((0.5, 0.2, None), (0.99, 2, 1)):
        beyond = median(errors["kilter"][share]) - median(errors["bare reader"][share])
        table.goal(f"p{share * 100:.0f}", beyond * 1e3, goal, aim, "ms", 3, problem)


def _add(into, said, sent, items):
    if len(said) != items or len(sent) != items:
        raise Broken(f"{len(said)} first tokens seen and {len(sent)} sent, of {items}")
    late = [said[number] - sent[number] for number in sent]
    for share, values in into.items():
        values.append(quantile(late, share))


TEXTS = ("SELECT sum(length(data)), sum(size) FROM blob WHERE sha256 IN "
         "(SELECT content_sha256 FROM trial UNION SELECT reasoning_sha256 FROM trial)")


def stored_text(table, bench):
    work, kept = bench.work("stored", 20), {}
    with bench.mock(answer=16 * 1024, wrong_every=0) as server:
        for runs in (1, 10):
            bench.kilter_run(work, server, runs, 8, max_tokens=16384)
            kept[runs], size = query(work.store, TEXTS)[0]
    table.goal("text kept of 10 equal outputs / of one, bytes", kept[10] / kept[1], 1, None, "x", 3)
    table.note(f"One is kept in {kept[1] / size:.0%} of its bytes (zstd).")

"""kilter beside its peers: what one trial costs each of them (G1, G2), and what is asked again after a kill."""

from measuring.duel import duel, print_figures, ratio_goal
from measuring.process import median, note

COLUMNS = ("CPU a trial", "spread", "start CPU", "peak memory", "server busy", "client busy")
LIMITS = ("measured", "goal", "aim")
START_S = 0.05

# Against each: CPU a trial as (goal, aim), both shares; the peak of memory is to be a tenth.
HARNESSES = {"lm-eval": (1 / 10, 1 / 20), "promptfoo": (1 / 100, 1 / 180), "Inspect": (1 / 200, 1 / 400)}


def full_path(table, bench):
    """Ask, parse, hash, score, keep: against clients that do less."""
    items, repeats, rounds = (500, 2, 2) if bench.quick else (5000, 4, 5)
    work, one = bench.work("full", items), bench.work("full-1", 1)
    figures = duel(bench, ("wrk", "libcurl", "aiohttp", "kilter"), work, one, repeats, 64, rounds,
                   {"answer": 1600})
    table.head(f"{items * repeats:,} requests, 64 at a time, 2 KB each way, {rounds} rounds", *COLUMNS)
    print_figures(table, figures, "us", 1e6, 1)
    table.head("Full path", *LIMITS)
    ratio_goal(table, "kilter / wrk, CPU a trial", figures, "kilter", "wrk", "cpu", 10, 7)
    ratio_goal(table, "kilter / aiohttp loop, CPU a trial", figures, "kilter", "aiohttp", "cpu", 1 / 6, 1 / 8, 3)


def harnesses(table, bench):
    items, repeats, rounds = (20, 2, 1) if bench.quick else (500, 4, 5)
    work, one = bench.work("harness", items), bench.work("harness-1", 1)
    figures = duel(bench, ("aiohttp", *HARNESSES, "kilter"), work, one, repeats, 32, rounds,
                   {"latency_us": 20_000, "answer": 1000})
    table.head(f"{items} items x {repeats}, 32 at a time, 20 ms each, {rounds} rounds", *COLUMNS)
    print_figures(table, figures, "ms", 1e3, 3)
    table.head("Harnesses", *LIMITS)
    for peer, (goal, aim) in HARNESSES.items():
        ratio_goal(table, f"kilter / {peer}, CPU a trial", figures, "kilter", peer, "cpu", goal, aim, 4)
        ratio_goal(table, f"kilter / {peer}, peak memory", figures, "kilter", peer, "memory", 1 / 10, None, 3)
    table.goal("kilter, CPU of its start: one item, once", median(figures["kilter"].start), START_S, None, "s", 3)
    resume(table, bench, work, items, repeats)


def resume(table, bench, work, items, repeats):
    """Killed with SIGKILL half way, then run again: what the server saw beyond one request a trial."""
    again, trials = [], items * repeats
    with bench.mock(latency_us=20_000) as server:
        for turn in range(3):
            note(f"kill and resume, {turn + 1} of 3")
            command = [bench.kilter, "run", work.kilter_config(server.url, repeats, 32)]
            server.forget()
            bench.run(command, cwd=work.folder, kill_when=lambda: server.seen()["requests"] >= trials // 2)
            bench.run(command, cwd=work.folder)
            again.append(server.seen()["requests"] - trials)
    table.goal(f"asked again after SIGKILL at {trials // 2:,} of {trials:,} (most of 3)", max(again), 32, None, "", 0)

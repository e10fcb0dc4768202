"""What kilter does alone, without a server: finding answers, reading streams (G3), judging a large store (G6), reporting it (G7)."""

import shutil

from measuring.process import median, note

EXTRACTION_MS = 50  # of 1 MB
SLOPE = 8.0  # at most this for four times the text: 4 is linear, 16 quadratic
STEADY_MS = 1.0  # below it the ratio of two times says nothing
STREAM_NS = 1200  # an event, with the watch for loops and the hashes
ANALYSIS_MB = 128
ITEMS, RUNS, BYTES, LOOPING = 2000, 5, 64 * 1024, 5
SHARES = {"30 % of the items unstable": 30, "every run another text": 100}
LIMITS = ("measured", "goal", "aim")


def extraction(table, bench):
    lines = bench.run([bench.programs / "bench_extraction", "1" if bench.quick else "5"], log=bench.log()).out.splitlines()
    table.head("1 MB of text (goal: 50 ms, and 4 x for 4 x the text)", "extract", "4 x text", "and score", "4 x text")
    for line in lines:
        name, *times, status = line.split("\t")
        extract, extract_slope, score, score_slope = map(float, times)
        table.row(f"{name} ({status})", (extract, "ms", EXTRACTION_MS, 1), (extract_slope if extract >= STEADY_MS else None, "x", SLOPE, 1),
                  (score, "ms", EXTRACTION_MS, 1), (score_slope if score >= STEADY_MS else None, "x", SLOPE, 1))


def stream(table, bench):
    lines = bench.run([bench.programs / "bench_stream", "1" if bench.quick else "9"], log=bench.log()).out.splitlines()
    table.head(f"16,384 events of a stream (goal: {STREAM_NS:,} ns each for all)", "full parse", "fast path", "and all")
    for line in lines:
        name, *times, size = line.split("\t")
        full, fast, everything = map(float, times)
        table.row(f"{name} ({size} bytes an event)", (full, "ns", None, 0), (fast, "ns", None, 0), (everything, "ns", STREAM_NS, 0))


def make_store(bench, items, size, unstable):
    folder = bench.build / "stores" / f"{items}-{size}-{unstable}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    bench.run([bench.programs / "bench_analysis_store", folder / "bench.db", items, RUNS, size, unstable, LOOPING], log=bench.log())
    return folder / "bench.db"


def analysis(table, bench):
    """3 as exit code: a board that lacks something, here gates and an engine's answers to preflight."""
    items = ITEMS // 10 if bench.quick else ITEMS
    rows = []
    for name, unstable in SHARES.items():
        note(f"analysis: {name}")
        store = make_store(bench, items, BYTES, unstable)
        for command in ("score", "board"):
            rows.append((f"kilter {command}: {name}", bench.run([bench.kilter, command, "--store", store], (0, 3)),
                         bench.run([bench.kilter, command, "--store", store], (0, 3), all_cores=True)))
        shutil.rmtree(store.parent)
    table.head(f"{items * RUNS:,} completions of 64 KB", *LIMITS)
    for name, one, all_cores in rows:
        table.goal(f"{name}, CPU", one.cpu, 15, 8, "s")
        table.goal(f"{name}, on two cores", all_cores.wall, 9, 5, "s")
        table.goal(f"{name}, memory", max(one.memory, all_cores.memory), ANALYSIS_MB, None, "MB", 0)


def store_write(table, bench):
    """Keeping a trial, beside a bare loop of prepared statements that writes the same rows, made before."""
    folder = bench.build / "stores/write"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    note("writing to a store")
    lines = bench.run([bench.programs / "bench_store_write", folder, *((500, 1) if bench.quick else (10_000, 5))], log=bench.log()).out.splitlines()
    shutil.rmtree(folder)
    table.head("Keeping a trial, CPU", "store", "bare loop", "packing", "bytes")
    rows = [(name, *map(float, figures)) for name, *figures in (line.split("\t") for line in lines)]
    for name, store, bare, packing, size in rows:
        table.row(name, (store, "us", None, 1), (bare, "us", None, 1), (packing, "us", None, 1), (size, "", None, 0))
    table.head("Keeping a trial", *LIMITS)
    for name, store, bare, packing, _ in rows:
        table.goal(f"bare loop / store, {name}", bare / store * 100, 50, 80, "%", 0, least=True)
        table.row(f"  bare loop and packing / store, {name}", ((bare + packing) / store * 100, "%", None, 0))


def report(table, bench):
    store = make_store(bench, ITEMS // 10 if bench.quick else ITEMS, 2048, 30)
    bench.run([bench.kilter, "score", "--store", store], (0, 3))
    table.head(f"kilter report of {(ITEMS // 10 if bench.quick else ITEMS) * RUNS:,} trials, CPU", *LIMITS)
    for name, kind, *more in (("json", "json"), ("md", "md"), ("csv", "csv"), ("xml", "xml"),
                              ("html without texts", "html", "--texts", "0")):
        command = [bench.kilter, "report", "--store", store, "-o", store.parent / f"report.{kind}", *more]
        runs = [bench.run(command, (0, 1, 3), log=bench.log()) for _ in range(1 if bench.quick else 5)]
        table.goal(f"{name}, CPU", median([one.cpu for one in runs]), 0.5, 0.2, "s")
        table.row(f"{name}, memory", (max(one.memory for one in runs), "MB", None, 0))
    shutil.rmtree(store.parent)

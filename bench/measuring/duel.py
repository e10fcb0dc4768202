"""Clients against each other: every client once, then every client again, and the medians of it."""

import dataclasses
import shutil

from measuring.mock import busy
from measuring.peers import Clients
from measuring.process import BUSY, SPREAD, Broken, median, note, spread


@dataclasses.dataclass
class Figures:
    """Of one client, one value a repeat."""

    cpu: list  # seconds a request, start-up taken off
    start: list  # seconds of CPU for one item, once
    memory: list  # MB
    server: list  # share of its core that the server was busy
    client: list  # the same of the client's core, start-up included

    def problem(self, name):
        """Why the figures of this name cannot be used, or nothing.

        A client that waits for a saturated server costs otherwise than one that is busy; one that never waits costs what it costs.
        """
        if name == "cpu" and any(server > BUSY > client for server, client in zip(self.server, self.client)):
            return f"the server was the limit: {max(self.server):.0%} busy, the client {min(self.client):.0%}"
        apart = spread(getattr(self, name))
        return f"the repeats lie {apart:.0%} apart" if apart > SPREAD else ""


def _once(bench, clients, name, work, server, repeats, concurrency, scratch):
    out = scratch / name
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    job = clients.job(name, work, server, repeats, concurrency, out)
    server.forget()
    usage = bench.run(job.command, job.good, cwd=job.cwd or out, env=job.env, log=out / "log")
    seen = server.seen()
    if job.requests is not None and (seen["requests"], seen["notes"], seen["most_of_one"]) != (job.requests, work.items, repeats):
        raise Broken(f"{name} sent {seen['requests']} requests for {seen['notes']} items, at most {seen['most_of_one']} for one;"
                     f" wanted {job.requests}, {work.items}, {repeats}")
    return usage, seen


def duel(bench, names, work, one, repeats, concurrency, rounds, options):
    """name -> Figures of those clients that are there; `one` is the same work with a single item."""
    clients = Clients(bench)
    missing = clients.missing(names)
    for name in missing:
        print(f"{name} is left out: not installed (bench/peers/install)", flush=True)
    names = [name for name in names if name not in missing]
    figures = {name: Figures([], [], [], [], []) for name in names}
    scratch = work.folder / "peers"
    with bench.mock(**options) as server:
        for name in names:  # compiled files of Python, pages of programs: not counted
            _once(bench, clients, name, one, server, 1, 1 if name != "wrk" else concurrency, scratch)
        for turn in range(rounds):
            for name in names:
                note(f"{name}, {turn + 1} of {rounds}")
                _repeat(bench, figures[name], clients, name, work, one, server, repeats, concurrency, scratch)
    return figures


def _repeat(bench, into, clients, name, work, one, server, repeats, concurrency, scratch):
    start, before = (None, None) if name == "wrk" else _once(bench, clients, name, one, server, 1, 1, scratch)
    usage, seen = _once(bench, clients, name, work, server, repeats, concurrency, scratch)
    if start is None:
        into.cpu.append(usage.cpu / seen["requests"])
        into.start.append(0.0)
    else:
        into.cpu.append((usage.cpu - start.cpu) / (seen["requests"] - before["requests"]))
        into.start.append(start.cpu)
    into.memory.append(usage.memory)
    into.server.append(busy(seen))
    into.client.append(usage.busy)


def print_figures(table, figures, unit, scale, digits):
    for name, each in figures.items():
        table.row(name, (median(each.cpu) * scale, unit, None, digits), (spread(each.cpu) * 100, "%", None, 0),
                  (median(each.start), "s", None, 3), (median(each.memory), "MB", None, 1),
                  (median(each.server) * 100, "%", None, 0), (median(each.client) * 100, "%", None, 0))


def ratio_goal(table, name, figures, top, under, what, goal, aim, digits=2):
    """`top` over `under` of the medians of `what`, a name in Figures, against a goal; left out where a client is not there."""
    if top not in figures or under not in figures:
        table.note(f"{name}: left out")
        return
    problems = [(who, figures[who].problem(what)) for who in (top, under)]
    ratio = median(getattr(figures[top], what)) / median(getattr(figures[under], what))
    table.goal(name, ratio, goal, aim, "x", digits, "; ".join(f"{who}: {problem}" for who, problem in problems if problem))

"""Runs a program on one core and says what it took: CPU time and peak memory by wait4, never by the clock on the wall."""

import dataclasses
import os
import resource
import signal
import statistics
import subprocess
import sys
import time

SERVER_CORE, CLIENT_CORE = 0, 1
SPREAD = 0.30  # over the repeats; beyond it a figure says nothing
BUSY = 0.90  # of a core; a server beyond it was the limit, and its clients waited in ways of their own


class Broken(Exception):
    """Something did not run as it should: no figure comes of it."""


@dataclasses.dataclass
class Usage:
    code: int
    cpu: float  # seconds, user and system, of the process and of those it waited for
    wall: float
    memory: float  # MB, the most resident memory of the largest of them
    out: str
    err: str

    @property
    def busy(self):
        return self.cpu / self.wall if self.wall > 0 else 0.0


def core_number(core):
    """Of those that this process may use; a machine with one core has it all there."""
    cores = sorted(os.sched_getaffinity(0))
    return cores[min(core, len(cores) - 1)]


def allow_files():
    """As many open files as this user may have; children inherit it."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Runner:
    """Runs commands through bench_measured, which is small and adds nothing to what it measures."""

    def __init__(self, launcher):
        self._launcher = str(launcher)

    def __call__(self, command, good=(0,), cwd=None, env=None, log=None, kill_when=None, all_cores=False):
        """Runs a command to its end. `kill_when`: asked again and again; when true, it is killed with SIGKILL."""
        outs = [open(os.fspath(log) + end, "w+b") if log else subprocess.DEVNULL for end in (".out", ".err")]
        told, tell = os.pipe()
        begun = time.monotonic()
        core = -1 if all_cores else core_number(CLIENT_CORE)
        child = subprocess.Popen([self._launcher, str(tell), str(core), *map(str, command)], cwd=cwd, env={**os.environ, **(env or {})},
                                 stdin=subprocess.DEVNULL, stdout=outs[0], stderr=outs[1], pass_fds=(tell,))
        os.close(tell)
        with os.fdopen(told) as lines:
            pid = int(lines.readline())
            killed = kill_when is not None and _kill(child, pid, kill_when)
            words = lines.readline().split()
        child.wait()
        wall = time.monotonic() - begun
        texts = [_text(file) for file in outs]
        if len(words) != 3 or (not killed and int(words[0]) not in good):
            raise Broken(f"{command[0]} ended with {words[:1]}: {(texts[1] or texts[0])[-2000:]}")
        return Usage(int(words[0]), float(words[1]), wall, int(words[2]) / 1024, *texts)


def _text(file):
    if file == subprocess.DEVNULL:
        return ""
    with file:
        file.seek(0)
        return file.read().decode(errors="replace")


def _kill(launcher, pid, when):
    while not when():
        if launcher.poll() is not None:
            return False
        time.sleep(0.001)
    os.kill(pid, signal.SIGKILL)
    return True


def median(values):
    return statistics.median(values)


def spread(values):
    """How far the repeats lie apart, as a share of their median."""
    middle = median(values)
    return (max(values) - min(values)) / middle if middle > 0 else 0.0


def note(text):
    print(text, file=sys.stderr, flush=True)

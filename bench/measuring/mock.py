"""The mock server, started with its options on a core of its own and asked what it has seen."""

import json
import os
import subprocess
import urllib.request

from measuring.process import BUSY, SERVER_CORE, Broken, core_number


class Mock:
    """A context manager: the server lives as long as the block."""

    def __init__(self, program, **options):
        self._command = [str(program), *(f"{name}={value}" for name, value in options.items())]

    def __enter__(self):
        core = {core_number(SERVER_CORE)}
        self._child = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                       preexec_fn=lambda: os.sched_setaffinity(0, core))
        self.url = self._child.stdout.readline().strip()
        if not self.url:
            raise Broken(f"the mock server did not start: {' '.join(self._command)}")
        self.root = self.url.removesuffix("/v1")
        self.port = self.root.rsplit(":", 1)[1]
        return self

    def __exit__(self, *_):
        self._child.stdin.close()
        self._child.stdout.close()
        self._child.wait()

    def _get(self, path):
        with urllib.request.urlopen(self.root + path, timeout=60) as reply:
            return reply.read().decode()

    def forget(self):
        self._get("/forget")

    def seen(self):
        """requests, finished, notes, most_of_one, most_open, wall_s, cpu_s; the last two from the first request to the last reply."""
        return json.loads(self._get("/stats"))

    def waits(self):
        """note -> seconds from its request to its first token, as the server sent it."""
        lines = (line.split("\t") for line in self._get("/waits").splitlines())
        return {int(number): int(ns) / 1e9 for number, ns in lines}


def busy(seen):
    return seen["cpu_s"] / seen["wall_s"] if seen["wall_s"] > 0.05 else 0.0


def was_the_limit(seen):
    return busy(seen) > BUSY

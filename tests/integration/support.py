"""What the integration tests share: the built binary, the simulated engine, a folder and a store for each test.

KILTER_BIN names the binary. Nothing here sleeps for a fixed time: waiting is for a condition, with an upper limit
that only ends a test that hangs.
"""

import contextlib
import ctypes
import json
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import json_schema

KILTER = os.environ.get("KILTER_BIN", "")
ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMIT = 120  # seconds after which something hangs


class Outcome:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def json(self):
        """Strict: no NaN, and a document of kilter fits its schema."""
        document = json.loads(self.out, parse_constant=_refuse)
        json_schema.require(document)
        return document

    def __str__(self):
        return f"exit code {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


def _refuse(word):
    raise ValueError(f"{word} is no JSON")


# For tests of memory: an address sanitizer keeps freed memory for a while; a little of it is enough there.
QUIET_ASAN = {"ASAN_OPTIONS": "quarantine_size_mb=1:thread_local_quarantine_size_kb=64"}


def environment(**extra):
    env = {key: value for key, value in os.environ.items() if not key.startswith("KILTER_")}
    env.update({"COLUMNS": "80", "TERM": "dumb", "LC_ALL": "C"})
    env.update({key: str(value) for key, value in extra.items()})
    return env


def kilter(*arguments, cwd=None, env=None, code=None):
    """Runs the binary to its end. `code`: the exit code that is demanded."""
    done = subprocess.run([KILTER, *map(str, arguments)], cwd=cwd, env=environment(**(env or {})), timeout=LIMIT,
                          stdin=subprocess.DEVNULL, capture_output=True)
    outcome = Outcome(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
    if code is not None and outcome.code != code:
        raise AssertionError(f"wanted exit code {code} of kilter {' '.join(map(str, arguments))}: {outcome}")
    return outcome


def start_kilter(*arguments, cwd=None, env=None):
    """The running process; its stderr is collected by the caller."""
    return subprocess.Popen([KILTER, *map(str, arguments)], cwd=cwd, env=environment(**(env or {})),
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process):
    out, err = process.communicate(timeout=LIMIT)
    return Outcome(process.returncode, out.decode("utf-8"), err.decode("utf-8"))


def wait_until(condition, what):
    end = time.monotonic() + LIMIT
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"never came: {what}")
        time.sleep(0.01)


class Sim:
    """The simulated engine while a `with` block lasts."""

    def __init__(self, scenario, log):
        self.scenario, self.log = str(scenario), pathlib.Path(log)

    def __enter__(self):
        self.process = subprocess.Popen(
            [KILTER, "sim", "--scenario", self.scenario, "--port", "0", "--log", str(self.log)],
            env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.url = self.process.stdout.readline().decode().strip()
        if not self.url.startswith("http://127.0.0.1:"):
            self.__exit__()
            raise AssertionError(f"the simulated engine did not start: {self.scenario}")
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(LIMIT)
        self.process.stdout.close()

    def asked(self):
        """One entry for each request that a scenario's model was asked."""
        if not self.log.exists():
            return []
        return [json.loads(line) for line in self.log.read_text().splitlines()]


class Trickster(contextlib.AbstractContextManager):
    """A tiny HTTP server for what the simulated engine does not do: `answer(path, headers, body)` gives raw bytes."""

    def __init__(self, answer):
        import http.server
        trickster = self
        self.requests = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                trickster.requests.append((self.path, body))
                self.wfile.write(answer(self.path, self.headers, body))
                self.close_connection = True

            do_GET = do_POST = handle_any

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(LIMIT)


def http_answer(body, status="200 OK", content_type="application/json", extra=""):
    if isinstance(body, str):
        body = body.encode("utf-8")
    head = (f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n"
            f"Connection: close\r\n{extra}\r\n")
    return head.encode() + body


def completion(content, finish="stop", **message):
    return json.dumps({"id": "c", "object": "chat.completion", "model": "m", "choices": [
        {"index": 0, "message": {"role": "assistant", "content": content, **message}, "finish_reason": finish}]})


def suite_text(items, name="small"):
    """A suite of so many items, named i-00 and on; each document names one code, which is the gold."""
    lines = [f"suite: {name}", "version: '1'", "defaults:", "  question: Which code is named?",
             "  answer: {type: json, schema: {type: object, properties: {code: {type: string}}}}",
             "  fields: {code: id}", "items:"]
    for i in range(items):
        lines.append(f"  - {{id: i-{i:02}, documents: [{{name: a.txt, text: 'The code is C-{i:02}.'}}],"
                     f" gold: {{code: C-{i:02}}}}}")
    return "\n".join(lines) + "\n"


def code_answer(body):
    """The right answer to a request about an item of suite_text()."""
    prompt = json.loads(body)["messages"][-1]["content"]
    return json.dumps({"code": prompt[prompt.index("C-"):][:4]})


def unpack(data, size):
    """The bytes of a blob of the store, by the same library that packed them."""
    zstd = ctypes.CDLL("libzstd.so.1")
    zstd.ZSTD_decompress.restype = ctypes.c_size_t
    zstd.ZSTD_decompress.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
    out = ctypes.create_string_buffer(size)
    if zstd.ZSTD_decompress(out, size, data, len(data)) != size:
        raise AssertionError("a blob cannot be unpacked")
    return out.raw[:size]


def unused_port():
    """A port on loopback where nobody listens."""
    import socket
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def without_speed(text):
    """A board's last column, where that is the speed: the machine's business. Tables end at a blank line."""
    lines, speed = [], False
    for line in text.splitlines(keepends=True):
        speed = line.rstrip().endswith("  tok/s") or (speed and line.strip() != "")
        lines.append(re.sub(r"  +[0-9.]+$", "  SPEED", line) if speed else line)
    return "".join(lines)


class TestCase(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kilter-it-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.store = self.folder / "store.db"

    def assertGolden(self, name, text):
        """KILTER_UPDATE_GOLDEN=1 writes the file anew."""
        path = ROOT / "tests/golden" / name
        if os.environ.get("KILTER_UPDATE_GOLDEN"):
            path.write_text(text, encoding="utf-8")
        self.assertEqual(path.read_text(encoding="utf-8"), text, f"differs from {path}")

    def sim(self, scenario):
        sim = Sim(scenario, self.folder / "asked.jsonl")
        sim.__enter__()
        self.addCleanup(sim.__exit__)
        return sim

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def config(self, engines, suite="suite.yaml", runs=3, name="kilter.yaml", more=""):
        """A config in the test's folder. `engines`: name -> base URL, or a mapping of settings."""
        lines = [f"store: {self.store.name}", f"suites: [{suite}]", f"runs: {runs}", "request: {max_tokens: 64}",
                 "engines:"]
        for engine, settings in engines.items():
            settings = {"base_url": settings} if isinstance(settings, str) else settings
            settings = {"name": engine, "model": engine, "dialect": "openai", "retries": 0, **settings}
            lines.append("  - " + json.dumps(settings))
        return self.write(name, "\n".join(lines) + "\n" + more)

    def kilter(self, *arguments, code=None, env=None):
        return kilter(*arguments, cwd=self.folder, env=env, code=code)

    def rows(self, sql, *values):
        """Rows of the real store as dictionaries."""
        with contextlib.closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(sql, values)]

    def trials(self):
        """What is committed so far; nothing where there is no store yet."""
        try:
            return self.rows("select count(*) as n from run_result")[0]["n"]
        except sqlite3.Error:
            return 0

    def outcomes(self):
        return {row["item"]: row["outcome"] for row in self.rows("select item, outcome from run_result")}


def main():
    if not KILTER:
        sys.exit("KILTER_BIN must name the built kilter")
    unittest.main(verbosity=2)

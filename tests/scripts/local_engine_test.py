"""Tests of what scripts/local-engine decides by itself; nothing is installed and no engine is started."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts/local-engine"


def load():
    loader = importlib.machinery.SourceFileLoader("local_engine", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("local_engine", loader))
    loader.exec_module(module)
    return module


engine = load()


class LocalEngine(unittest.TestCase):
    def assertFails(self, part, function, *args):
        with self.assertRaises(SystemExit) as caught:
            function(*args)
        self.assertIn(part, str(caught.exception))
        self.assertEqual(str(caught.exception).count("\n"), 0)

    def test_every_requirement_is_pinned_by_version_and_hash(self):
        lines = [line for line in engine.REQUIREMENTS.read_text().splitlines() if not line.startswith("#")]
        self.assertEqual(len(lines), 2)
        for line in lines:
            self.assertRegex(line, r"^[a-z0-9-]+==[0-9.]+ --hash=sha256:[0-9a-f]{64}$")

    def test_pip_failures_are_told_apart(self):
        self.assertIn("pinned hash", engine.pip_failure("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM\nGot x"))
        self.assertIn("network", engine.pip_failure("WARNING: Retrying ... NewConnectionError('...')\nERROR: No matching"))
        self.assertEqual(engine.pip_failure("a\nERROR: disk full\n\n"), "pip failed: ERROR: disk full")
        self.assertEqual(engine.pip_failure(""), "pip failed: it printed nothing")

    def test_foreign_platforms_are_refused(self):
        with mock.patch("platform.machine", return_value="aarch64"):
            self.assertFails("Linux on x86_64", engine.check_platform)
        with mock.patch("sys.platform", "darwin"):
            self.assertFails("Linux on x86_64", engine.check_platform)
        with mock.patch("sys.version_info", (3, 9, 2)):
            self.assertFails("Python 3.10 or newer", engine.check_platform)

    def test_missing_venv_module_names_the_package(self):
        with mock.patch.dict(sys.modules, {"ensurepip": None}), mock.patch.object(engine, "is_installed", return_value=False), \
                mock.patch.object(engine, "check_platform"):
            self.assertFails("python3-venv is missing", engine.install)

    def test_port_taken(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            self.assertFails("cannot be had", engine.port_for, other.getsockname()[1])
        self.assertGreater(engine.port_for(0), 0)

    def test_a_pid_of_another_process_is_not_the_engine(self):
        with tempfile.TemporaryDirectory() as folder:
            state = pathlib.Path(folder, "server.json")
            with mock.patch.object(engine, "STATE", state):
                self.assertIsNone(engine.running())
                for text in ("", "{}", "[1]", json.dumps({"pid": os.getpid(), "url": "x"})):
                    state.write_text(text)
                    self.assertIsNone(engine.running(), text)

    def test_stop_leaves_a_foreign_process_alone_and_forgets_it(self):
        with tempfile.TemporaryDirectory() as folder:
            state = pathlib.Path(folder, "server.json")
            state.write_text(json.dumps({"pid": os.getpid(), "url": "x"}))
            with mock.patch.object(engine, "STATE", state), mock.patch("os.kill") as kill:
                engine.stop(None)
            kill.assert_not_called()
            self.assertFalse(state.exists())

    def test_usage(self):
        for args in ([], ["dance"], ["start", "--port", "70000"], ["run", "--slots", "0"]):
            done = subprocess.run([sys.executable, "-B", SCRIPT, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual((done.returncode, done.stdout), (2, b""), args)


if __name__ == "__main__":
    unittest.main()

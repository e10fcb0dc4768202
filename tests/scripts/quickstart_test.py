"""Tests of ./quickstart with a stand-in for the kilter binary: what it starts, stops, prints and returns."""

import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

STAND_IN = r"""#!/usr/bin/env bash
here=$(dirname "$0")
echo "$*" >>"$here/calls"
case $1 in
    sim)
        if [ -f "$here/sim-fails" ]; then echo "no such scenario" >&2; exit 2; fi
        echo $$ >"$here/sim.pid"
        echo http://127.0.0.1:1/v1
        exec sleep 600 ;;
    run)
        echo "$KILTER_SIM_URL" >"$here/url"
        if [ -p "$here/started" ]; then
            sleep 600 >"$here/null" 2>&1 &
            trap "kill $!; exit 130" INT
            echo yes >"$here/started"
            wait $!
        fi
        echo THE BOARD
        exit "$(cat "$here/run-code" 2>/dev/null || echo 0)" ;;
    report) echo "# report" >"${@: -1}" ;;
esac
"""


def alive(pid):
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


class Quickstart(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.here = pathlib.Path(folder.name)
        self.kilter = self.here / "kilter"
        self.kilter.write_text(STAND_IN)
        self.kilter.chmod(0o755)
        self.command = [ROOT / "quickstart", "--simulated", "--kilter", self.kilter, "--out", self.here]

    def run_it(self):
        return subprocess.run(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              stdin=subprocess.DEVNULL)

    def calls(self):
        return (self.here / "calls").read_text().splitlines()

    def assertSimStopped(self):
        self.assertFalse(alive(int((self.here / "sim.pid").read_text())))

    def test_runs_prints_reports_and_stops_the_simulated_engine(self):
        done = self.run_it()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.calls(), [
            "sim --scenario starter --port 0",
            f"run config/quickstart-simulated.yaml --store {self.here}/quickstart.db --new",
            f"report --store {self.here}/quickstart.db -o {self.here}/quickstart-report.md",
        ])
        self.assertEqual((self.here / "url").read_text(), "http://127.0.0.1:1/v1\n")
        self.assertIn("THE BOARD", done.stdout)
        self.assertEqual(sum(line.startswith(f"  {self.kilter} ") for line in done.stdout.splitlines()), 3)
        self.assertTrue((self.here / "quickstart-report.md").exists())
        self.assertSimStopped()

    def test_exit_codes_of_the_run_are_passed_on(self):
        for code, reported in ((1, True), (3, True), (2, False), (4, False), (70, False)):
            with self.subTest(code):
                (self.here / "run-code").write_text(str(code))
                (self.here / "calls").unlink(missing_ok=True)
                self.assertEqual(self.run_it().returncode, code)
                self.assertEqual(self.calls()[-1].startswith("report"), reported)
                self.assertSimStopped()

    def test_a_simulated_engine_that_does_not_start_ends_it(self):
        (self.here / "sim-fails").touch()
        done = self.run_it()
        self.assertEqual(done.returncode, 1)
        self.assertIn("no such scenario\nquickstart: the simulated engine did not start\n", done.stderr)
        self.assertEqual(len(self.calls()), 1)

    def test_interrupt_stops_everything(self):
        os.mkfifo(self.here / "started")
        process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        with process:
            (self.here / "started").read_text()  # until the stand-in's run is under way
            os.killpg(process.pid, signal.SIGINT)
            process.communicate()
        self.assertEqual(process.returncode, 130)
        self.assertSimStopped()

    def test_wrong_usage(self):
        done = subprocess.run([ROOT / "quickstart", "--fast"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("Usage: ./quickstart", done.stderr)


if __name__ == "__main__":
    unittest.main()

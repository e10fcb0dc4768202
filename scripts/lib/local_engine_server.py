"""Runs llama.cpp's own HTTP server on loopback until SIGTERM or SIGINT. Started by scripts/local-engine, with the
Python of its virtual environment. The first and only line on stdout is the base URL, printed once /health says 200."""

import argparse
import ctypes
import os
import signal
import sys
import threading
import time
import urllib.error
import urllib.request

import xllamacpp

PR_SET_PDEATHSIG = 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--alias", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--slots", type=int, required=True)
    parser.add_argument("--wait", type=float, required=True, help="seconds to wait for /health")
    parser.add_argument("--with-parent", action="store_true", help="end when the parent process ends")
    arguments = parser.parse_args()
    if arguments.with_parent:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)

    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())

    params = xllamacpp.CommonParams()
    params.model.path = arguments.model
    params.model_alias = {arguments.alias}
    params.hostnames = ["127.0.0.1"]
    params.port = arguments.port
    params.n_parallel = arguments.slots
    params.n_ctx = 4096 * arguments.slots
    params.cpuparams.n_threads = max(1, len(os.sched_getaffinity(0)) - 1)
    params.endpoint_metrics = True
    server = xllamacpp.Server(params)  # serves in threads of its own for as long as the object lives

    base = f"http://127.0.0.1:{arguments.port}"
    deadline = time.monotonic() + arguments.wait
    while not stopped.is_set() and not healthy(base):
        if time.monotonic() > deadline:
            sys.exit(f"no healthy answer from {base}/health within {arguments.wait:.0f} s")
        stopped.wait(0.1)
    if not stopped.is_set():
        print(base + "/v1", flush=True)
    stopped.wait()
    del server


def healthy(base):
    try:
        with urllib.request.urlopen(base + "/health", timeout=5) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):  # 503 while the model loads, refused before that
        return False


if __name__ == "__main__":
    main()

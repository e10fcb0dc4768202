"""How each peer is called, and how kilter is: the same notes, the same server, the same number of requests at a time.

A peer that is not installed has no command; it is left out with a line.
"""

import json
import shutil

OFFLINE = {
    "OPENAI_API_KEY": "none", "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1",
    "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false",
    "MOCK_API_KEY": "none", "INSPECT_DISPLAY": "plain",
    "PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1", "PROMPTFOO_DISABLE_SHARING": "1",
    "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1", "NODE_NO_WARNINGS": "1",
}


class Job:
    """One call of a client: what to run, in which environment, and whether the number of requests is known before."""

    def __init__(self, command, requests, env=None, cwd=None, good=(0,)):
        self.command, self.requests, self.env, self.cwd, self.good = command, requests, {**OFFLINE, **(env or {})}, cwd, good


class Clients:
    def __init__(self, bench):
        self.kilter, self.programs, self.installed = bench.kilter, bench.peer_programs, bench.installed
        self.sources = bench.root / "bench/peers"

    def _python(self, name):
        path = self.installed / name / "bin/python"
        return path if path.exists() else None

    def missing(self, names):
        needed = {"wrk": shutil.which("wrk"), "aiohttp": self._python("aiohttp"), "lm-eval": self._python("lm-eval"),
                  "Inspect": self._python("inspect"), "promptfoo": self._promptfoo()}
        return [name for name in names if name in needed and not needed[name]]

    def _promptfoo(self):
        path = self.installed / "promptfoo/node_modules/.bin/promptfoo"
        return path if path.exists() and shutil.which("node") else None

    def job(self, name, work, server, repeats, concurrency, out):
        """The call of a client by its name; `out` is an empty folder of its own."""
        make = {"wrk": self._wrk, "libcurl": self._libcurl, "aiohttp": self._aiohttp, "kilter": self._kilter,
                "lm-eval": self._lm_eval, "Inspect": self._inspect, "promptfoo": self._promptfoo_job}[name]
        return make(work, server, repeats, concurrency, out)

    def _wrk(self, work, server, repeats, concurrency, out):
        # It knows a time, not a number of requests: the server says how many there were.
        seconds = "1s" if work.items * repeats == 1 else "2s"
        return Job(["wrk", "--threads", "1", "--connections", concurrency, "--duration", seconds, "--script", work.wrk_script,
                    f"{server.url}/chat/completions"], None)

    def _libcurl(self, work, server, repeats, concurrency, out):
        requests = work.items * repeats
        return Job([self.programs / "bench_curl_loop", f"{server.url}/chat/completions", work.bodies, concurrency, requests], requests)

    def _aiohttp(self, work, server, repeats, concurrency, out):
        return Job([self._python("aiohttp"), self.sources / "aiohttp_loop.py", server.url, work.notes, repeats, concurrency], work.items * repeats)

    def _kilter(self, work, server, repeats, concurrency, out):
        config = work.kilter_config(server.url, repeats, concurrency)
        return Job([self.kilter, "run", config], work.items * repeats, cwd=work.folder)

    def _lm_eval(self, work, server, repeats, concurrency, out):
        task = out / "task"
        task.mkdir()
        shutil.copy(self.sources / "lm_eval/notes.py", task)
        (task / "notes.yaml").write_text((self.sources / "lm_eval/notes.yaml").read_text().replace("PEER_REPEATS", str(repeats)))
        return Job([self._python("lm-eval"), self.sources / "lm_eval/ask.py", server.url, task, out / "samples.json", concurrency],
                   work.items * repeats, env={"PEER_NOTES": str(work.notes), "HF_HOME": str(out / "home")})

    def _inspect(self, work, server, repeats, concurrency, out):
        command = [self.installed / "inspect/bin/inspect", "eval", "notes.py", "--model", "openai-api/mock/mock", "--epochs", repeats,
                   "--max-connections", concurrency, "--max-samples", concurrency, "--temperature", "0.7", "--max-tokens", "512",
                   "--log-dir", out / "logs"]
        return Job(command, work.items * repeats, cwd=self.sources / "inspect",
                   env={"PEER_NOTES": str(work.notes), "MOCK_BASE_URL": server.url, "HOME": str(out)})

    def _promptfoo_job(self, work, server, repeats, concurrency, out):
        compare = "JSON.parse(output).note === context.vars.note && JSON.parse(output).amount === context.vars.amount"
        notes = [json.loads(line) for line in work.notes.read_text().splitlines()]
        config = {
            "prompts": ["{{prompt}}"],
            "providers": [{"id": "openai:chat:mock", "config": {"apiBaseUrl": server.url, "apiKey": "none", "temperature": 0.7, "max_tokens": 512}}],
            "defaultTest": {"assert": [{"type": "is-json"}, {"type": "javascript", "value": compare}]},
            "tests": [{"vars": {key: item[key] for key in ("id", "prompt", "note", "amount")}} for item in notes],
        }
        (out / "promptfooconfig.json").write_text(json.dumps(config))
        command = [self._promptfoo(), "eval", "-c", out / "promptfooconfig.json", "--repeat", repeats, "--no-cache", "-j", concurrency,
                   "--no-progress-bar", "--no-share", "--no-table"]
        # 100: some tests failed, as some answers are wrong.
        return Job(command, work.items * repeats, env={"PROMPTFOO_CONFIG_DIR": str(out / "home")}, good=(0, 100))

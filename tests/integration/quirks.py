"""What the numbered cases share: scripts for the simulated engine, and an experiment of one engine `e` against them."""

import json

import support


def event(delta=None, finish=None, **more):
    """One server-sent event with one choice."""
    chunk = {"choices": [{"index": 0, "delta": delta or {}, "finish_reason": finish}], **more}
    return f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n"


def usage(**counts):
    """The chunk without choices that tells the tokens."""
    return "data: " + json.dumps({"choices": [], "usage": counts}) + "\n\n"


def stream(*parts, done=True, **keys):
    """The script of an event stream. A part: a text, or a mapping such as {"wait": ...}."""
    body = [*parts, *(["data: [DONE]\n\n"] if done else [])]
    return {"headers": ["Content-Type: text/event-stream"], "framing": "chunked", "body": body, **keys}


def answer(content, finish="stop", more=None, **message):
    """The body of a whole completion."""
    choice = {"index": 0, "message": {"role": "assistant", "content": content, **message}, "finish_reason": finish}
    return json.dumps({"choices": [choice], **(more or {})}, ensure_ascii=False)


def whole(content, finish="stop", more=None, **message):
    """The script of a whole completion."""
    return {"body": answer(content, finish, more, **message)}


def right(item="i-00"):
    return json.dumps({"code": "C-" + item[-2:]})


class Case(support.TestCase):
    def serve(self, script, items=1, paths=None, suite=None, **settings):
        """Starts the engine and writes suite and config. `script`: one for all items, or item -> script."""
        self.write("suite.yaml", suite or support.suite_text(items))
        if not isinstance(script, dict) or not all(key.startswith("i-") for key in script):
            script = {f"i-{i:02}": script for i in range(items)}
        engine = {"default": {"content": {"gold": True}}, "items": {item: {"script": one} for item, one in script.items()}}
        scenario = {"scenario": "case", "suites": ["./suite.yaml"], "engines": {"e": engine}}
        if paths:
            scenario["paths"] = paths
        text = json.dumps(scenario, ensure_ascii=False)
        self.engine = self.sim(self.write("case.yaml", text))
        self.configure(**settings)
        return self.engine

    def configure(self, runs=1, request=None, **settings):
        config = self.config({"e": {"base_url": self.engine.url, **settings}}, runs=runs)
        if request:
            config.write_text(config.read_text().replace("max_tokens: 64", request))
        return config

    def ask(self, script, code=None, **settings):
        """One experiment; the rows of its trials in order."""
        self.serve(script, **settings)
        self.done = self.kilter("run", "--json", code=code)
        return self.trial_rows()

    def trial_rows(self):
        return self.rows("select e.engine, i.item, t.* from trial t join item i on i.id = t.item"
                         " join engine e on e.id = t.engine order by e.engine, i.item, t.k")

    def row(self):
        """The board's row of the last experiment that was asked."""
        return self.done.json()["engines"][0]

    def shown(self, item="i-00"):
        return self.kilter("show", item, "--json", code=0).json()["engines"][0]["runs"]

    def blob(self, sha256):
        row = self.rows("select data, size from blob where sha256 = ?", sha256)[0]
        return support.unpack(row["data"], row["size"])

    def content(self, trial):
        return self.blob(trial["content_sha256"]).decode("utf-8", "surrogateescape")

    def one_of(self, rows):
        self.assertEqual(len(rows), 1)
        return rows[0]

    def exports(self):
        """Every export can be read back: valid UTF-8 and strict JSON."""
        self.kilter("report", "-o", "r.md", "-o", "r.json")
        (self.folder / "r.md").read_text(encoding="utf-8")
        json.loads((self.folder / "r.json").read_text(encoding="utf-8"), parse_constant=support._refuse)

"""The questions that every client asks, in the form that each of them reads: delivery notes with a number and an amount.

About 1.6 KB of prompt each, the same for all clients; the mock server finds the two values in it and gives them back.
"""

import json
import random

GOODS = "axle bearing bolt bracket cable clamp filter gasket hinge hose lever motor pump relay seal spring valve washer".split()
TOWNS = "Aldmoor Brackley Crossfell Dunwick Eastmere Farholt Greyford Holmbury".split()
SAMPLING = {"temperature": 0.7, "max_tokens": 512}


def make_note(number, lines=18):
    dice = random.Random(number)
    rows, cents = [], 0
    for position in range(1, lines + 1):
        count, price = dice.randint(1, 60), dice.randint(40, 19_999)
        cents += count * price
        rows.append(f"{position:3}. {dice.choice(GOODS):8} no. {dice.randint(1000, 9999)}, {count:2} pieces at {price / 100:7.2f} EUR = {count * price / 100:10.2f} EUR")
    key, amount = f"DN-{number:06}", f"{cents / 100:.2f}"
    body = "\n".join(rows)
    prompt = (f"Below is a delivery note. Write one JSON object with the keys note and amount: the number of the note, and what is to be paid.\n\n"
              f"Delivery note {key}\nHill & Sons, {dice.choice(TOWNS)}\nTo: customer {number}, {dice.choice(TOWNS)}\n\n{body}\n\n"
              f"Amount due: {amount} EUR, within 30 days.\n")
    return {"id": f"note-{number}", "prompt": prompt, "note": key, "amount": amount}


def request_body(item, stream):
    return json.dumps({"model": "mock", "messages": [{"role": "user", "content": item["prompt"]}], **SAMPLING, **({"stream": True} if stream else {})})


SUITE = """\
suite: {name}
version: "1"
language: en
defaults:
  lang: en
  locale: en
  points: 2
  answer: {{type: json, schema: {{type: object, required: [note, amount], properties: {{note: {{type: string}}, amount: {{type: string}}}}}}}}
  fields: {{note: id, amount: number}}
items_file: items.jsonl
"""

CONFIG = """\
store: bench.db
suites: [suite.yaml]
runs: {runs}
request: {{temperature: 0.7, top_p: 1, max_tokens: {max_tokens}, stream: {stream}}}
engines:
{engines}"""

ENGINE = "  - {{name: mock-{number}, base_url: {url}, model: mock-{number}, concurrency: {concurrency}}}\n"


class Workload:
    """`items` delivery notes in a folder of their own."""

    def __init__(self, folder, items):
        self.folder, self.items = folder, items
        self.notes, self.bodies, self.stream_bodies = folder / "notes.jsonl", folder / "bodies.jsonl", folder / "stream-bodies.jsonl"
        self.wrk_script = folder / "post.lua"
        folder.mkdir(parents=True, exist_ok=True)
        notes = [make_note(number) for number in range(1, items + 1)]
        self._write(self.notes, map(json.dumps, notes))
        self._write(self.bodies, (request_body(item, False) for item in notes))
        self._write(self.stream_bodies, (request_body(item, True) for item in notes))
        self.wrk_script.write_text('wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\n'
                                   f"wrk.body = {json.dumps(request_body(notes[0], False))}\n")
        (folder / "suite.yaml").write_text(SUITE.format(name="notes"))
        self._write(folder / "items.jsonl", (json.dumps({"id": item["id"], "prompt": item["prompt"], "gold": {"note": item["note"], "amount": item["amount"]}})
                                             for item in notes))

    @staticmethod
    def _write(path, lines):
        path.write_text("".join(f"{line}\n" for line in lines))

    def kilter_config(self, url, runs, concurrency, stream=False, engines=1, max_tokens=512):
        """The config's path; its store, bench.db beside it, is gone."""
        for name in ("bench.db", "bench.db-wal", "bench.db-shm"):
            (self.folder / name).unlink(missing_ok=True)
        path = self.folder / "kilter.yaml"
        path.write_text(CONFIG.format(runs=runs, max_tokens=max_tokens, stream=str(stream).lower(),
                                      engines="".join(ENGINE.format(number=n, url=url, concurrency=concurrency) for n in range(1, engines + 1))))
        return path

    @property
    def store(self):
        return self.folder / "bench.db"

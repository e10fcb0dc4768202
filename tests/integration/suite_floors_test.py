"""What answers earn that need no model: the tables of the suites' README, each figure as `kilter import answers` prints it."""

import json
import re
from decimal import Decimal

import suite_files
import support

SUITES = {"kie-hu": ("main", "hard", "language", "bundle"), "kie-en": ("main", "hard")}


def literal(value):
    return int(value) if isinstance(value, Decimal) and value == int(value) else float(value)


def nothing(value):
    return {key: nothing(inner) for key, inner in value.items()} if isinstance(value, dict) else None


def first_of_its_kind(item, comparator):
    """The first thing in the texts that looks like such a value; nobody has read the question."""
    word = comparator if isinstance(comparator, str) else comparator["compare"]
    text = "\n".join(item.texts[name] for name in item.names)
    if word == "date":
        return suite_files.dates(text)[0].isoformat()
    if word == "amount":
        figure = suite_files.FIGURE[item.lang]
        money = rf"({figure})\s?(?:Ft|HUF)" if item.lang == "hu" else r"(?:€|EUR )(\d[\d,]*\.\d\d)|(\d[\d,]*\.\d\d) EUR"
        return literal(suite_files.amount(next(part for part in re.search(money, text).groups() if part), item.lang))
    if word in ("number", "percent"):
        return int(re.search(r"\d+", text).group(0))
    if word == "id":
        return re.search(r"[^\s(]*\d[^\s),;]*", text).group(0)
    if word == "boolean":
        return True
    return comparator["values"][0] if word == "enum" else None


def firsts(item):
    answer = nothing(item.gold)
    for path, comparator in item.fields.items():
        *outer, last = path.split(".")
        inside = answer
        for key in outer:
            inside = inside[key]
        inside[last] = first_of_its_kind(item, comparator)
    return answer


SHEETS = {"`{}` for every item": lambda item: {}, "`null` for every key": lambda item: nothing(item.gold),
          "the first of its kind": firsts, "the nearest wrong answers": None, "gold": lambda item: item.gold}


def table_of(folder):
    """Label of a row -> its cells, of the README's table of answers that need no model."""
    page = (support.ROOT / "suites" / folder / "README.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("| ")]
    return {row[0]: row[1:] for row in rows if row[0] in SHEETS}


class SuiteFloors(support.TestCase):
    def points(self, suite, answers):
        self.write("answers.jsonl", "".join(json.dumps({"item": item, "content": text}) + "\n" for item, text in answers.items()))
        self.store.unlink(missing_ok=True)
        points = self.kilter("import", "answers", "answers.jsonl", "--suite", suite, "--store", self.store, "--json", code=0).json()
        return points["engines"][0]["points"]

    def check(self, folder):
        root = support.ROOT / "suites"
        self.kilter("suite", "generate", "--seed", 1, "--lang", "hu", "--kind", "bundle", "-o", "made", code=0)
        rows = {label: [] for label in SHEETS}
        for kind in SUITES[folder]:
            home = self.folder / "made" / folder if kind == "bundle" else root / folder
            items = suite_files.read_suite(home / f"{kind}.yaml")
            for label, sheet in SHEETS.items():
                if sheet is None:
                    lines = [json.loads(line) for line in (home / "nearest" / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()]
                    answers = {line["item"]: line["content"] for line in lines}
                else:
                    answers = {name: json.dumps(sheet(item), default=literal) for name, item in items.items()}
                got = self.points(home / f"{kind}.yaml", answers)
                rows[label].append(got["mean"])
                if label == "gold":
                    self.assertEqual(got["mean"], got["attainable"], kind)
        told = table_of(folder)
        for label, means in rows.items():
            shown = [f"{mean:g}" if mean == int(mean) else f"{mean:.2f}" for mean in [*means, sum(means)]]
            self.assertEqual(told[label], shown, f"{folder}, {label}")

    def test_hungarian(self):
        self.check("kie-hu")

    def test_english(self):
        self.check("kie-en")


if __name__ == "__main__":
    support.main()

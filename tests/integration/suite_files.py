"""Reads what `kilter suite generate` writes, without kilter: suites, amounts and dates as they stand in the texts.

The reader of YAML knows the plain subset that the generator writes, and nothing more.
"""

import datetime
import json
import pathlib
import re
from decimal import Decimal

MONTHS = {"hu": "január február március április május június július augusztus szeptember október november december".split(),
          "en": "January February March April May June July August September October November December".split()}


def scalar(text):
    if text.startswith('"'):
        return json.loads(text)
    if text.startswith("["):
        inner = text[1:-1].strip()
        return [scalar(part.strip()) for part in re.findall(r'"(?:[^"\\]|\\.)*"|[^,]+', inner)] if inner else []
    if text in ("null", "true", "false"):
        return {"null": None, "true": True, "false": False}[text]
    return Decimal(text) if re.fullmatch(r"-?\d+(\.\d+)?", text) else text


def block(lines, at, indent):
    """The value whose lines begin at `at` with this indent, and the line behind it."""
    if lines[at][indent] == "-":
        out = []
        while at < len(lines) and lines[at].startswith(" " * indent + "-"):
            rest = lines[at][indent + 1:].strip()
            value, at = (scalar(rest), at + 1) if rest else block(lines, at + 1, indent + 2)
            out.append(value)
        return out, at
    out = {}
    while at < len(lines) and len(lines[at]) - len(lines[at].lstrip()) == indent:
        key, _, rest = lines[at].strip().partition(": ") if ": " in lines[at] else (lines[at].strip()[:-1], "", "")
        if rest:
            out[key.strip('"')], at = scalar(rest), at + 1
        else:
            inner = len(lines[at + 1]) - len(lines[at + 1].lstrip())
            out[key.strip('"')], at = block(lines, at + 1, inner)
    return out, at


class Item:
    def __init__(self, root, lang, written):
        self.id, self.lang = written["id"], lang
        self.gold, self.question, self.fields = written["gold"], written["question"], written["fields"]
        self.names = [document["file"].split("/")[-1] for document in written["documents"]]
        self.texts = {name: (root / document["file"]).read_text(encoding="utf-8")
                      for name, document in zip(self.names, written["documents"])}

    def __getitem__(self, place):
        """The text of a document, by its place in the prompt."""
        return self.texts[self.names[place]]


def read_suite(path):
    path = pathlib.Path(path)
    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip() and not line.startswith("#")]
    written, _ = block(lines, 0, 0)
    return {one["id"]: Item(path.parent, written["language"], one) for one in written["items"]}


def amount(text, lang):
    """What a figure says: 1 234 567, 1.234.567, 1 234,- and 2 080,77 in Hungarian; 1,234.50 in English."""
    text = text.replace("\u00a0", " ").strip()
    if lang == "en":
        return Decimal(re.sub(r"[€, A-Z]", "", text))
    whole, _, rest = text.partition(",")
    digits = re.sub(r"[ .]", "", whole)
    return Decimal(digits + ("." + rest if rest.isdigit() else ""))


FIGURE = {"hu": r"[-+]?\d[\d \u00a0.]*(?:,(?:\d\d|-))?", "en": r"[-+]?(?:€|EUR |HUF |GBP |USD )?\d[\d,]*(?:\.\d\d)?"}


def after(text, label, lang):
    """The first figure behind a label (a regular expression)."""
    found = re.search(label + r"[^\d\n+-]*(" + FIGURE[lang] + ")", text)
    if found is None:
        raise AssertionError(f"there is no figure behind {label!r} in:\n{text}")
    return amount(found.group(1), lang)


def dates(text):
    """All days in a text, in the order in which they stand there."""
    hungarian, english = "|".join(MONTHS["hu"]), "|".join(MONTHS["en"])
    pattern = (rf"(?P<a>\d{{4}})\. (?P<b>{hungarian}) (?P<c>\d{{1,2}})|(?<!\d)(?P<d>20\d\d)(?:\. ?|-)(?P<e>\d\d)(?:\. ?|-)(?P<f>\d\d)(?!\d)"
               rf"|(?P<g>\d{{1,2}}) (?P<h>{english}) (?P<i>\d{{4}})|(?P<j>{english}) (?P<k>\d{{1,2}}), (?P<l>\d{{4}})")
    out = []
    for found in re.finditer(pattern, text):
        part = found.groupdict()
        if part["a"]:
            day = (int(part["a"]), MONTHS["hu"].index(part["b"]) + 1, int(part["c"]))
        elif part["d"]:
            day = (int(part["d"]), int(part["e"]), int(part["f"]))
        elif part["g"]:
            day = (int(part["i"]), MONTHS["en"].index(part["h"]) + 1, int(part["g"]))
        else:
            day = (int(part["l"]), MONTHS["en"].index(part["j"]) + 1, int(part["k"]))
        out.append(datetime.date(*day))
    return out


def rows(text, columns):
    """The cells of the lines that have so many, without the head of the table."""
    cut = [[cell.strip() for cell in line.split("|")] for line in text.split("\n")]
    return [cells for cells in cut if len(cells) == columns][1:]

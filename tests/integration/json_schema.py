"""Holds a document of kilter against its schema in reports/schemas, more strictly than a reader may: a key that the schema
does not name is a mistake here, because kilter and its schemas stand in one tree. A keyword that is not known is an error.

`"$comment": "as in kilter schema show: #/$defs/engine"` is followed; to other programs it is a remark.
"""

import functools
import json
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "reports/schemas"
ELSEWHERE = re.compile(r"as in kilter schema ([a-z]+)(?:: #(/\S+))?$")
TYPES = {"object": lambda x: isinstance(x, dict), "array": lambda x: isinstance(x, list),
         "string": lambda x: isinstance(x, str), "boolean": lambda x: isinstance(x, bool), "null": lambda x: x is None,
         "integer": lambda x: isinstance(x, int) and not isinstance(x, bool),
         "number": lambda x: isinstance(x, (int, float)) and not isinstance(x, bool)}


@functools.lru_cache(maxsize=None)
def load(name):
    path = FOLDER / f"{name}.json"
    if not path.exists():
        raise AssertionError(f"there is no schema {path.name}")
    return json.loads(path.read_text(encoding="utf-8"))


def name_of(document):
    """board for kilter.board/1; show too for a list of items."""
    return document["schema"].split(".", 1)[1].split("/", 1)[0].split("-", 1)[0]


def is_ours(document):
    return isinstance(document, dict) and str(document.get("schema", "")).startswith("kilter.")


def problems(document, name=None, pointer=""):
    """All problems as `place: what`; empty where the document fits. `pointer`: a subschema, as /$defs/engine."""
    found = []
    name = name or name_of(document)
    _check(document, _at(load(name), pointer), load(name), "", found)
    return found


def require(document, name=None, pointer=""):
    """An AssertionError where a document of kilter does not fit; others pass unless a schema is named."""
    if name is None and not is_ours(document):
        return
    found = problems(document, name, pointer)
    if found:
        raise AssertionError(f"does not fit kilter schema {name or name_of(document)}: " + "; ".join(found[:10]))


def _at(root, pointer):
    for part in filter(None, pointer.split("/")):
        root = root[part]
    return root


def _check(value, schema, root, where, found):
    if schema is True:
        return
    for keyword, wanted in schema.items():
        _KEYWORDS[keyword](value, wanted, schema, root, where, found)


def _type(value, wanted, _schema, _root, where, found):
    words = [wanted] if isinstance(wanted, str) else wanted
    if not any(TYPES[word](value) for word in words):
        found.append(f"{where or '/'}: {json.dumps(value)[:40]} is no {' or '.join(words)}")


def _one_of_values(value, wanted, _schema, _root, where, found):
    if value not in wanted:
        found.append(f"{where or '/'}: {json.dumps(value)[:40]} is none of {json.dumps(wanted)}")


def _required(value, wanted, _schema, _root, where, found):
    if isinstance(value, dict):
        found.extend(f"{where}/{key}: is missing" for key in wanted if key not in value)


def _dependent(value, wanted, schema, root, where, found):
    for key, others in wanted.items():
        if isinstance(value, dict) and key in value:
            _required(value, others, schema, root, where, found)


def _properties(value, wanted, schema, root, where, found):
    if not isinstance(value, dict):
        return
    for key, one in value.items():
        if key in wanted:
            _check(one, wanted[key], root, f"{where}/{key}", found)
        elif "additionalProperties" not in schema:
            found.append(f"{where}/{key}: the schema does not name it")


def _additional(value, wanted, schema, root, where, found):
    if not isinstance(value, dict):
        return
    for key in value.keys() - schema.get("properties", {}).keys():
        if wanted is False:
            found.append(f"{where}/{key}: the schema does not name it")
        else:
            _check(value[key], wanted, root, f"{where}/{key}", found)


def _items(value, wanted, _schema, root, where, found):
    if isinstance(value, list):
        for i, one in enumerate(value):
            _check(one, wanted, root, f"{where}/{i}", found)


def _length(value, wanted, least):
    return not isinstance(value, list) or (len(value) >= wanted if least else len(value) <= wanted)


def _min_items(value, wanted, _schema, _root, where, found):
    if not _length(value, wanted, True):
        found.append(f"{where}: fewer than {wanted}")


def _max_items(value, wanted, _schema, _root, where, found):
    if not _length(value, wanted, False):
        found.append(f"{where}: more than {wanted}")


def _bound(fits):
    def check(value, wanted, _schema, _root, where, found):
        if TYPES["number"](value) and not fits(value, wanted):
            found.append(f"{where}: {value} against {wanted}")
    return check


def _pattern(value, wanted, _schema, _root, where, found):
    if isinstance(value, str) and not re.search(wanted, value):
        found.append(f"{where}: {value[:40]} does not fit {wanted}")


def _min_properties(value, wanted, _schema, _root, where, found):
    if isinstance(value, dict) and len(value) < wanted:
        found.append(f"{where}: fewer than {wanted} keys")


def _any_of(value, wanted, _schema, root, where, found):
    """Where none fits, the problems of the nearest: the name of a document's schema tells most."""
    tries = []
    for one in wanted:
        tries.append([])
        _check(value, one, root, where, tries[-1])
    found.extend(min(tries, key=lambda own: (any(text.startswith(f"{where}/schema:") for text in own), len(own))))


def _ref(value, wanted, _schema, root, where, found):
    _check(value, _at(root, wanted.lstrip("#")), root, where, found)


def _comment(value, wanted, _schema, _root, where, found):
    there = ELSEWHERE.match(wanted)
    if there and value is not None:
        other = load(there.group(1))
        _check(value, _at(other, there.group(2) or ""), other, where, found)


def _said_only(*_):
    pass


_KEYWORDS = {"type": _type, "enum": _one_of_values, "const": lambda v, w, *rest: _one_of_values(v, [w], *rest),
             "required": _required, "dependentRequired": _dependent, "properties": _properties,
             "additionalProperties": _additional, "items": _items, "minItems": _min_items, "maxItems": _max_items,
             "minimum": _bound(lambda value, least: value >= least), "maximum": _bound(lambda value, most: value <= most),
             "exclusiveMinimum": _bound(lambda value, below: value > below), "pattern": _pattern,
             "minProperties": _min_properties, "anyOf": _any_of, "$ref": _ref, "$comment": _comment, "$schema": _said_only, "$defs": _said_only,
             "title": _said_only, "description": _said_only, "default": _said_only}

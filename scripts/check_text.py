#!/usr/bin/env python3
"""Fails on text that must not be in the tree: paths of one machine, files too long, blanks at line ends,
and the word "deterministic" in what cli/ and reports/ print (a sample of runs never shows that of an engine).
Usage: check_text.py [ROOT]
"""

import pathlib
import re
import sys

from lib.source_files import CPP_SUFFIXES, line_of, project_files, read, report, string_literals

LIMIT, TEST_LIMIT = 400, 600
TEXT_SUFFIXES = {*CPP_SUFFIXES, ".cmake", ".json", ".md", ".py", ".bash", ".sh", ".txt", ".yaml", ".yml", ""}
# Data keeps its bytes: documents of suites, golden files, fixtures.
DATA = re.compile(r"^(tests/golden/|tests/scripts/apt/|suites/[^/]+/)")
MACHINE_PATH = re.compile(r"(?<![\w.\-/~}])/(?:home|root|Users|work|opt|mnt)/\w|\b[A-Za-z]:\\Users\\")
TRAILING = re.compile(r"[ \t\r]+$", re.MULTILINE)
PROMISE = re.compile(r"(?<![-\w])(?:non)?-?determinis(?:tic|tically|m)(?![-\w])", re.IGNORECASE)


def check_file(path, text):
    """(line, problem) of each problem in the text of the file at the relative path."""
    name = path.as_posix()
    if path.suffix in CPP_SUFFIXES:
        limit = TEST_LIMIT if path.parts[0] == "tests" else LIMIT
        lines = text.count("\n")
        if lines > limit:
            yield limit + 1, f"{lines} lines, {limit} are the limit: split it by subject"
        if path.parts[0] in ("cli", "reports"):
            for at, literal in string_literals(text):
                if PROMISE.search(literal):
                    yield line_of(text, at), "a printed string promises determinism; say what was seen and its bound"
    if DATA.match(name):
        return
    for match in MACHINE_PATH.finditer(text):
        yield line_of(text, match.start()), "a path of one machine"
    for match in TRAILING.finditer(text):
        yield line_of(text, match.start()), "blanks at the end of the line"


def main(root):
    files = [p for p in project_files(root) if p.suffix in TEXT_SUFFIXES and p.name != "LICENSE"]
    problems = [
        f"{path}:{line}: {problem}" for path in files for line, problem in check_file(path, read(root, path))
    ]
    return report("check_text", problems, f"{len(files)} files")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent))

#!/usr/bin/env python3
"""Fails on an #include that breaks the layers of docs/architecture.md.

Each folder may include only what ALLOWED names for it; the longest matching prefix decides. An include in quotes
has to be written from the root of the repository and has to be there. Asio and Beast stay where a loop runs.
Usage: check_layers.py [ROOT]
"""

import pathlib
import re
import sys

from lib.source_files import cpp_files, line_of, read, report, without_comments

# Folder -> the folders it may include, besides itself.
ALLOWED = {
    "base": [],
    "suites": ["base"],
    "config": ["base", "suites"],
    "harness": ["base", "suites", "config", "harness"],
    "harness/wire": ["base", "suites", "config"],
    "scorers": ["base", "suites", "harness/wire"],
    "scorers/gates": ["base", "suites", "config", "harness/wire", "scorers"],  # the gates are declared in a config
    "reports": ["base", "suites", "harness/wire", "scorers"],
    "cli": ["base", "suites", "config", "harness", "scorers", "reports"],
    "tests": ["base", "suites", "config", "harness", "scorers", "reports", "cli"],
    "bench": ["base", "suites", "config", "harness", "scorers", "reports", "cli"],
}

# Folder -> those that may include it although ALLOWED would let others do so too.
ONLY_FOR = {"harness/sim": ["harness/sim", "cli", "tests", "bench"]}

ASIO = re.compile(r"boost/(asio|beast)(/|\.hpp)")
ASIO_FOLDERS = ["harness/engine", "harness/runner", "harness/store", "harness/sim", "harness/probe", "harness/listen",
                "harness/asio_impl.cpp", "cli", "tests", "bench"]

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)


def below(path, folder):
    return path == folder or path.startswith(folder + "/")


def owner(path):
    """The longest entry of ALLOWED that the path lies below, or None."""
    return max((folder for folder in ALLOWED if below(path, folder)), key=len, default=None)


def judge(source, target):
    """The reason why source must not include target (both relative to the root), or None."""
    home = owner(source)
    for folder, users in ONLY_FOR.items():
        if below(target, folder) and not any(below(source, user) for user in users):
            return f"{folder}/ is not for {home}/"
    if below(target, home) or any(below(target, folder) for folder in ALLOWED[home]):
        return None
    return f"{home}/ may not include {owner(target) or target.split('/')[0]}/"


def check_file(root, path):
    text = without_comments(read(root, path))
    source = path.as_posix()
    for match in INCLUDE.finditer(text):
        quoted, angled = match.groups()
        target = quoted or angled
        reason = None
        if angled and ASIO.match(angled) and not any(below(source, folder) for folder in ASIO_FOLDERS):
            reason = "Asio and Beast belong where a loop runs: " + ", ".join(ASIO_FOLDERS[:8])
        elif angled and owner(angled) and (pathlib.Path(root) / angled).is_file():
            reason = "own headers are included in quotes"
        elif quoted and ".." in pathlib.PurePosixPath(quoted).parts:
            reason = "write it from the root of the repository"
        elif quoted and not (pathlib.Path(root) / quoted).is_file():
            reason = "there is no such file, seen from the root of the repository"
        elif quoted:
            reason = judge(source, quoted)
        if reason:
            yield f"{source}:{line_of(text, match.start(0))}: include of {target}: {reason}"


def main(root):
    files = cpp_files(root)
    problems = [problem for path in files for problem in check_file(root, path)]
    return report("check_layers", problems, f"{len(files)} files")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent))

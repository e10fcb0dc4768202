"""Finds the project's own files and takes C++ text apart just far enough for the checks beside this folder."""

import os
import pathlib
import re
import shutil
import subprocess

CODE_FOLDERS = ("base", "suites", "config", "harness", "scorers", "reports", "cli", "tests", "bench")
CPP_SUFFIXES = (".cpp", ".hpp", ".h", ".cc")
SKIPPED_FOLDERS = {".git", "build", "node_modules", "__pycache__", ".local-engine"}

_LITERAL = re.compile(
    r'//(?:[^\n\\]|\\[\s\S])*'                      # line comment, with continued lines
    r'|/\*[\s\S]*?(?:\*/|\Z)'                       # block comment
    r'|R"(?P<mark>[^()\\\s]{0,16})\((?P<raw>[\s\S]*?)\)(?P=mark)"'
    r'|(?<![0-9a-zA-Z_])(?:u8|[uUL])?"(?:[^"\\\n]|\\[\s\S])*"'
    r"|(?<![0-9a-zA-Z_])(?:u8|[uUL])?'(?:[^'\\\n]|\\[\s\S])*'"  # not the digit separator of 1'000
    r'|"(?:[^"\\\n]|\\[\s\S])*"'                    # a string right after a word, as in a macro
)


def project_files(root):
    """Every file of the project below root as a relative path: what git knows or would add; without git, a walk."""
    root = pathlib.Path(root)
    listed = None
    if (root / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "-co", "--exclude-standard"],
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if listed is not None and listed.returncode == 0:
        names = {os.fsdecode(name) for name in listed.stdout.split(b"\0") if name}
    else:
        names = set()
        for folder, folders, files in os.walk(root):
            folders[:] = [f for f in folders if f not in SKIPPED_FOLDERS]
            names.update(os.path.relpath(os.path.join(folder, f), root) for f in files)
    return sorted(pathlib.PurePosixPath(n) for n in names if (root / n).is_file())


def cpp_files(root):
    return [path for path in project_files(root) if path.parts[0] in CODE_FOLDERS and path.suffix in CPP_SUFFIXES]


def read(root, path):
    """The file's text; bytes that are no UTF-8 are replaced, so that a check never stops on data."""
    return (pathlib.Path(root) / path).read_text(encoding="utf-8", errors="replace")


def _blank(text):
    return re.sub(r"[^\n]", " ", text)


def _is_comment(literal):
    return literal.startswith(("//", "/*"))


def without_comments(text):
    """The text with each comment turned into spaces: positions and line numbers stay."""
    return _LITERAL.sub(lambda m: _blank(m.group()) if _is_comment(m.group()) else m.group(), text)


def without_comments_and_strings(text):
    """Comments become spaces, the inside of a literal becomes the letter s: positions stay, brackets inside do not count."""
    def replace(match):
        literal = match.group()
        if _is_comment(literal):
            return _blank(literal)
        return '"' + re.sub(r"[^\n]", "s", literal[1:-1]) + '"'
    return _LITERAL.sub(replace, text)


def string_literals(text):
    """(position, literal with its quotes) of each string literal."""
    return [(m.start(), m.group()) for m in _LITERAL.finditer(text) if not _is_comment(m.group()) and m.group()[-1] == '"']


def comments(text):
    return [(m.start(), m.group()) for m in _LITERAL.finditer(text) if _is_comment(m.group())]


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def report(name, problems, done):
    """Prints the problems, one a line, and returns the exit code; `done` says what was looked at."""
    for problem in problems:
        print(problem)
    print(f"{name}: {len(problems)} problems in {done}" if problems else f"{name}: {done}, no problem")
    return 1 if problems else 0

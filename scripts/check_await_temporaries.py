#!/usr/bin/env python3
"""Finds temporaries that GCC 12 destroys twice when they stand in one full-expression with co_await.

Looks in the full-expression around each co_await, lambda bodies left out, for
  - a lambda that captures something by value,
  - Type{...}, with or without designated members, unless Type is known to have a constructor,
  - a braced list as an argument.
The way out is always the same: name the object first, then await. docs/decisions/0003-await-temporaries.md says why.
A type with a declared constructor that the check cannot know may be excused with a comment on its line: // await-ok: reason
Usage: check_await_temporaries.py [ROOT or FILE...]
"""

import pathlib
import re
import sys

from lib.source_files import comments, cpp_files, line_of, read, report, without_comments_and_strings

CONTROL = {"if", "while", "for", "switch", "catch"}
OPENERS = {"(": ")", "[": "]", "{": "}"}
CLOSERS = {close: open_ for open_, close in OPENERS.items()}
# Words before a brace that opens a block or a type's body, not an initialiser.
BLOCK_WORDS = {"else", "do", "try", "const", "noexcept", "override", "final", "mutable", "constexpr"}
# Namespaces whose brace-made types all have constructors (std::array has none), and the built-in types.
SAFE_TYPE = re.compile(
    r"(?:::)?(?:std::(?!array\b)|boost::|asio::|chrono::|net::|beast::|fmt::)"
    r"|(?:std::)?(?:bool|char|int|long|short|unsigned|signed|float|double|size_t|u?int(?:8|16|32|64)_t)\b")


class Text:
    """Blanked source text with the partner of every bracket."""

    def __init__(self, source):
        self.raw = source
        self.text = without_comments_and_strings(source)
        self.partner = {}
        open_ = []
        for at, char in enumerate(self.text):
            if char in OPENERS:
                open_.append(at)
            elif char in CLOSERS:
                while open_ and self.text[open_[-1]] != CLOSERS[char]:
                    open_.pop()  # unbalanced, as in code split by #if
                if open_:
                    self.partner[at] = open_.pop()
                    self.partner[self.partner[at]] = at

    def before(self, at):
        """Position of the last character before `at` that is no blank, or -1."""
        at -= 1
        while at >= 0 and self.text[at].isspace():
            at -= 1
        return at

    def word_ending(self, at):
        start = at
        while start >= 0 and (self.text[start].isalnum() or self.text[start] in "_:"):
            start -= 1
        return self.text[start + 1:at + 1]

    def type_before(self, brace):
        """(start, text) of the type name right before a brace, template arguments included; text "" where none is."""
        at = self.before(brace)
        end = at + 1
        while at >= 0:
            if self.text[at] == ">":
                depth = 0
                while at >= 0:
                    depth += {">": 1, "<": -1}.get(self.text[at], 0)
                    at -= 1
                    if depth == 0:
                        break
                at = self.before(at + 1)
            word = self.word_ending(at)
            if not word:
                break
            at -= len(word)
            if not word.startswith("::") or at < 0 or self.text[at] != ">":
                break
        return at + 1, self.text[at + 1:end].strip()

    def is_lambda_open(self, at):
        """True where the [ at `at` starts a lambda: not an index and not an attribute."""
        previous = self.before(at)
        if previous >= 0 and (self.text[previous] in ")]\"[" or self.text[previous] == "_" or self.text[previous].isalnum()):
            return self.word_ending(previous) in {"return", "co_return", "co_await", "co_yield"}
        return not self.text.startswith("[[", at)

    def lambda_of_block(self, brace):
        """Position of the [ whose lambda body the brace opens, or None."""
        at = self.before(brace)
        tail = self.text[max(0, at - 300):at + 1]
        arrow = re.search(r"->\s*[\w:<>,&*\s]+$", tail)
        if arrow:
            at = self.before(at + 1 - (len(tail) - arrow.start()))
        while at >= 0 and self.word_ending(at) in {"mutable", "noexcept", "constexpr"}:
            at = self.before(at - len(self.word_ending(at)) + 1)
        if at >= 0 and self.text[at] == ")" and at in self.partner:
            at = self.before(self.partner[at])
        if at >= 0 and self.text[at] == "]" and at in self.partner and self.is_lambda_open(self.partner[at]):
            return self.partner[at]
        return None

    def is_initialiser(self, brace):
        """True where the { at `brace` starts a value and not a block, a body or a namespace."""
        if self.lambda_of_block(brace) is not None:
            return False
        at = self.before(brace)
        if at < 0 or self.text[at] in ");}:":
            return False
        if self.text[at] in "(,=?&|+{[":
            return self.text[at] != "{" or self.is_initialiser(at)
        word = self.word_ending(at)
        if word in BLOCK_WORDS:
            return False
        if word in {"return", "co_return", "co_yield", "co_await"}:
            return True
        start, _ = self.type_before(brace)
        head = self.before(start)
        if self.text[max(0, head - 1):head + 1] == "->" and self.text[at] != ")":
            return False  # the result type of a function or lambda
        return self.word_ending(head) not in {"struct", "class", "union", "enum", "namespace", "concept"}

    def expression_around(self, at):
        """(start, end) of the full-expression that the co_await at `at` belongs to."""
        start = at
        while start > 0:
            char = self.text[start - 1]
            if char == ";":
                break
            if char in CLOSERS and start - 1 in self.partner:
                opening = self.partner[start - 1]
                if char == "}" and not self.is_initialiser(opening) and self.lambda_of_block(opening) is None:
                    break
                start = opening
                continue
            if char == "(" and self.word_ending(self.before(start - 1)) in CONTROL:
                break
            if char == "{" and not self.is_initialiser(start - 1):
                break
            start -= 1
        end = at
        depth = 0
        while end < len(self.text):
            char = self.text[end]
            if char in OPENERS and end in self.partner:
                if char == "{" and not self.is_initialiser(end) and self.lambda_of_block(end) is None:
                    break
                end = self.partner[end] + 1
                continue
            if char == ";" or (char in CLOSERS and self.partner.get(end, start) < start):
                break
            end += 1
        return start, end


def value_captures(inside):
    """The captures of a lambda that copy something, as written; `this` and references copy nothing."""
    depth = 0
    parts = [""]
    for char in inside:
        depth += {"(": 1, "{": 1, "[": 1, "<": 1, ")": -1, "}": -1, "]": -1, ">": -1}.get(char, 0)
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip() and not part.strip().startswith("&") and part.strip() != "this"]


def offenders(source, start, end):
    """(position, reason) of each dangerous temporary between start and end, lambda bodies left out."""
    at = start
    while at < end:
        char = source.text[at]
        if char == "[" and source.is_lambda_open(at) and at in source.partner:
            copied = value_captures(source.text[at + 1:source.partner[at]])
            if copied:
                yield at, "a lambda that captures by value (" + ", ".join(copied) + ")"
            at = source.partner[at]
        elif char == "{" and at in source.partner:
            if not source.is_initialiser(at):
                at = source.partner[at]
            else:
                type_start, name = source.type_before(at)
                head = source.before(type_start)
                declares = head >= start and (source.text[head] in ">&*" or source.text[head].isalnum() or source.text[head] == "_") \
                    and source.word_ending(head) not in {"return", "co_return", "co_yield", "co_await", "new", "throw", "case"}
                if name in {"return", "co_return", "co_yield", "co_await"} or not name:
                    assigned = source.before(at) >= 0 and source.text[source.before(at)] == "="
                    if not assigned:
                        yield at, "a braced list"
                elif not SAFE_TYPE.match(name) and not declares:
                    yield type_start, f"{name}{{...}}"
        at += 1


def check_text(text):
    """(line, reason) of each offender in the text of one file, each once."""
    source = Text(text)
    excused = {line_of(text, at) for at, comment in comments(text) if "await-ok:" in comment}
    found = set()
    for match in re.finditer(r"\bco_await\b", source.text):
        start, end = source.expression_around(match.start())
        for at, reason in offenders(source, start, end):
            line = line_of(source.text, at)
            if line not in excused:
                found.add((line, reason))
    return sorted(found)


def main(arguments):
    root = pathlib.Path(__file__).resolve().parent.parent
    if len(arguments) == 1 and pathlib.Path(arguments[0]).is_dir():
        root, arguments = pathlib.Path(arguments[0]), []
    files = arguments or cpp_files(root)
    problems = [
        f"{path}:{line}: {reason} in one expression with co_await; name it first"
        for path in files for line, reason in check_text(read(root, path))
    ]
    return report("check_await_temporaries", problems, f"{len(files)} files")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

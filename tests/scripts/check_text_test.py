"""Good and bad samples for scripts/check_text.py."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from check_text import check_file  # noqa: E402


def found(name, text):
    return [(line, problem.split(":")[0].split(",")[0]) for line, problem in check_file(pathlib.PurePosixPath(name), text)]


class Samples(unittest.TestCase):
    def test_paths_of_one_machine(self):
        for folder in ("home", "root", "Users", "opt"):
            self.assertEqual(found("docs/a.md", f"x\nsee /{folder}/me/kilter\n"), [(2, "a path of one machine")], folder)
        self.assertEqual(len(found("base/a.cpp", '"C:' + '\\Users\\me"\n')), 1)
        for fine in ("/usr/share/zoneinfo", "https://site.example/home/x", "$HOME/x", "build/home/x", "~/opt/x", "/home page"):
            self.assertEqual(found("docs/a.md", fine + "\n"), [], fine)

    def test_blanks_at_line_ends(self):
        self.assertEqual(found("base/a.hpp", "a\nb \n\nc\t\nd\r\n"),
                         [(line, "blanks at the end of the line") for line in (2, 4, 5)])

    def test_data_keeps_its_bytes(self):
        text = "a \n" + "/ho" + "me/x/y\n"
        for name in ("tests/golden/board.txt", "suites/starter/documents/invoice.txt"):
            self.assertEqual(found(name, text), [], name)
        self.assertEqual(len(found("suites/load.yaml", text)), 2)

    def test_length_limits(self):
        for name, limit in (("base/a.cpp", 400), ("cli/a.hpp", 400), ("tests/unit/base/a_test.cpp", 600)):
            self.assertEqual(found(name, "x\n" * limit), [], name)
            self.assertEqual(found(name, "x\n" * (limit + 1)), [(limit + 1, f"{limit + 1} lines")], name)
        self.assertEqual(found("scripts/a.py", "x\n" * 1000), [])

    def test_promises_in_printed_strings(self):
        bad = ['"it is deterministic"', '"Deterministic!"', 'R"(non-deterministic)"', '"nondeterminism seen"', '"determinism"']
        for literal in bad:
            self.assertEqual(len(found("reports/a.cpp", f"print({literal});\n")), 1, literal)
            self.assertEqual(found("harness/wire/a.cpp", f"print({literal});\n"), [], literal)
        for fine in ('"--enable-deterministic-inference"', '"enable_deterministic_inference"', '"0 of 50, bound 7.1 %" // deterministic'):
            self.assertEqual(found("cli/a.cpp", f"print({fine}\n);\n"), [], fine)


if __name__ == "__main__":
    unittest.main()

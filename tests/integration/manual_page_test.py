"""kilter(1): complete, and quiet under the checks of two formatters."""

import re
import subprocess

import shells
import support


class ManualPage(support.TestCase):
    def setUp(self):
        super().setUp()
        self.page = self.folder / "kilter.1"
        self.page.write_text(self.kilter("manual", code=0).out, encoding="utf-8")

    def check(self, *command):
        done = subprocess.run([*command, str(self.page)], timeout=60, capture_output=True, text=True)
        return done.stdout, done.stderr

    def test_mandoc_has_nothing_to_say(self):
        if not shells.missing("mandoc"):
            self.assertEqual(self.check("mandoc", "-Tlint", "-Wstyle"), ("", ""))

    def test_groff_has_nothing_to_say(self):
        if not shells.missing("groff"):
            out, err = self.check("groff", "-man", "-ww", "-Tutf8", "-rLL=80n")
            self.assertEqual(err, "")
            plain = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", out)
            too_long = [line for line in plain.splitlines() if len(line) > 90]
            self.assertEqual(too_long, [])

    def test_every_command_and_the_usual_sections(self):
        text = self.page.read_text(encoding="utf-8").replace("\\-", "-")
        for name in re.findall(r"^  (\w+) ", self.kilter("--help", code=0).out.split("Subcommands:")[1], re.MULTILINE):
            self.assertIn(f"\n.SS kilter {name}", text)
        sections = re.findall(r"^\.SH (.+)", text, re.MULTILINE)
        self.assertEqual(sections, ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXIT STATUS", "ENVIRONMENT",
                                    "FILES", "EXAMPLES", "SEE ALSO"])

    def test_exit_codes_are_those_of_the_help(self):
        help_text = " ".join(self.kilter("--help", code=0).out.split())
        codes = re.findall(r"(?:Exit codes: |; )(\d+) ", help_text)
        self.assertEqual(len(codes), 6)
        section = self.page.read_text().split(".SH EXIT STATUS")[1].split(".SH")[0]
        self.assertEqual([code for code in codes if f"\\fB{code}\\fR" not in section], [])


if __name__ == "__main__":
    support.main()

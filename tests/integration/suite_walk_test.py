"""docs/writing-a-suite.md from its first line to its last: its files are written, its commands run, what it prints compared."""

import re

import support

PAGE = (support.ROOT / "docs/writing-a-suite.md").read_text(encoding="utf-8")
PLACE = "http://localhost:8000/v1"  # where the page's simulated engine listens


def file_of_the_page(name):
    """The block below the line that ends with the file's name."""
    return re.search(rf"`{re.escape(name)}`:\n\n```\w*\n(.*?)```\n", PAGE, re.S).group(1)


def commands_of_the_page(first):
    """The commands of the block that begins with this one, without comments; what stands below `$ ` lines is their output."""
    block = next(block for block in re.findall(r"^```\w*\n(.*?)^```$", PAGE, re.S | re.M) if block.removeprefix("$ ").startswith(first))
    commands = [line.removeprefix("$ ").split("#")[0].split() for line in block.splitlines() if line.removeprefix("$ ").startswith("kilter ")]
    printed = [line for line in block.splitlines() if not line.removeprefix("$ ").startswith("kilter ")]
    return [command[1:] for command in commands], printed


class WritingASuite(support.TestCase):
    def one(self, first, code=0, folder="."):
        """Runs all commands of a block, each with this exit code; the last one's outcome."""
        commands, printed = commands_of_the_page(first)
        for command in commands:
            done = support.kilter(*command, cwd=self.folder / folder, code=code)
        return done, printed

    def test_the_page_from_an_empty_folder_to_a_run(self):
        self.one("kilter suite init")
        permits = self.folder / "permits"
        shown = sorted(path.relative_to(permits).as_posix() for path in permits.rglob("*") if path.is_file())
        self.assertEqual(shown, ["docs/invoice.txt", "docs/notice.txt", "kilter.yaml", "suite.yaml"])
        for path in (permits / "docs").iterdir():
            path.unlink()
        for name in ("permits/docs/permit-17.txt", "permits/docs/permit-18.txt", "permits/suite.yaml", "answers.jsonl"):
            (self.folder / name).write_text(file_of_the_page(name), encoding="utf-8")

        linted, printed = self.one("kilter suite lint", code=2)
        self.assertEqual(sorted((linted.out + linted.err).splitlines()), sorted(printed))
        suite = permits / "suite.yaml"
        suite.write_text(suite.read_text(encoding="utf-8").replace("2026-04-25", "2026-04-24"), encoding="utf-8")
        self.assertIn(" 0 findings", self.one("kilter suite lint")[0].err)

        shown, _ = self.one("kilter import answers")
        self.assertIn("3 points", shown.out)
        self.assertIn("the first earns 4 points", PAGE.lower())
        self.assertIn("4 points", self.kilter("show", "permit-17", "--store", "try.db", code=0).out)

        engine = self.sim("steady")
        config = permits / "kilter.yaml"
        self.assertIn(PLACE, config.read_text(encoding="utf-8"))  # what the page's engine needs no change for
        config.write_text(config.read_text(encoding="utf-8").replace(PLACE, engine.url), encoding="utf-8")
        self.one("kilter check --request", folder="permits")
        board = self.kilter("board", "--json", "--store", "permits/kilter.db", code=0).json()["engines"][0]
        self.assertEqual((board["points"]["mean"], board["points"]["attainable"]), (2.0, 8.0))
        self.assertIn("of 8 points it earns 2,", PAGE)

    def test_a_reason_waives_as_true_does(self):
        reason = re.search(r'waive_grounding: "([^"]+)"', PAGE).group(1)
        for waived, code in ((f'"{reason}"', 0), ("true", 0), ("false", 2)):
            with self.subTest(waived):
                (self.folder / "suite.yaml").write_text(
                    "suite: s\nversion: '1'\nitems:\n  - {id: a, points: 1, locale: en, question: Which number, documents: [{name: d.txt, text: one and one}],\n"
                    "     answer: {type: json, schema: {type: object, properties: {n: {type: number}}}}, gold: {n: 22},\n"
                    f"     fields: {{n: {{compare: number, waive_grounding: {waived}}}}}}}\n", encoding="utf-8")
                self.kilter("suite", "lint", "suite.yaml", code=code)


if __name__ == "__main__":
    support.main()

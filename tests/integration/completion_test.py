"""Completion scripts in the shells they are for. What they offer is held against the help texts, which say it their own way."""

import re

import shells
import support

SHELLS = ("bash", "zsh", "fish")


class Completion(support.TestCase):
    def setUp(self):
        super().setUp()
        (self.folder / "here").mkdir()
        self.here = self.folder / "here"
        (self.here / "my store.db").touch()
        (self.here / "my.yaml").touch()
        (self.here / "folder").mkdir()
        self.script = shells.write_script(self.kilter, "bash", self.folder)

    def offers(self, *words):
        return shells.bash_offers(self.script, ["kilter", *words], self.here)

    def help_of(self, path):
        return self.kilter(*path, "--help", code=0).out

    def commands_of(self, path):
        """Every command below: its words."""
        text = self.help_of(path)
        below = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.MULTILINE)
        for name in re.findall(r"^  (\S+)", below[1] if below else "", re.MULTILINE):
            yield [*path, name]
            yield from self.commands_of([*path, name])

    def test_every_option_of_the_help_is_offered_and_no_other(self):
        paths = list(self.commands_of([]))
        self.assertGreater(len(paths), 20)
        for path in paths:
            with self.subTest(" ".join(path)):
                options = re.search(r"^Options:\n((?:  .*\n)+)", self.help_of(path), re.MULTILINE)[1]
                named = set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", options, re.MULTILINE))
                self.assertEqual(set(self.offers(*path, "--")), named | {"--color"})

    def test_every_command_of_the_help_is_offered(self):
        top = [path[0] for path in self.commands_of([]) if len(path) == 1]
        self.assertEqual(self.offers(""), sorted(top))
        self.assertNotIn("manual", top)
        for path in self.commands_of([]):
            self.assertIn(path[-1], self.offers(*path[:-1], path[-1]))

    def test_values(self):
        levels = ["content", "full", "reasoning"]
        cases = [
            (["sweep", "--level", ""], levels),
            (["sweep", "--level", "="], levels),
            (["sweep", "--level", "=", "f"], ["full"]),
            (["sweep", "--level=f"], ["--level=full"]),  # where = does not break words
            (["--color", ""], ["always", "auto", "never"]),
            (["run", "--color", "a"], ["always", "auto"]),
            (["--color", "never", "ru"], ["run"]),
            (["--color", "=", "never", "ru"], ["run"]),
            (["probe", "--dialect", "o"], ["ollama", "openai"]),
            (["suite", "generate", "--lang", ""], ["en", "hu"]),
            (["sim", "--scenario", "rac"], ["racing", "racy_prefill"]),
            (["completion", ""], sorted(SHELLS)),
            (["run", "--engine", ""], []),
            (["run", "--runs", ""], []),
        ]
        for words, expected in cases:
            with self.subTest(words):
                self.assertEqual(self.offers(*words), expected)
        self.assertEqual(self.offers("schema", ""), sorted(self.kilter("schema", code=0).out.split()))

    def test_files_and_folders(self):
        everything = ["folder", "my store.db", "my.yaml"]
        cases = [
            (["run", ""], everything),
            (["run", "--store", "my"], ["my store.db", "my.yaml"]),
            (["report", "-o", "my."], ["my.yaml"]),
            (["run", "--engine", "import", "my."], ["my.yaml"]),  # a value that is also a command
            (["suite", "import", "ubl", ""], everything),
            (["suite", "init", ""], ["folder"]),
            (["repro", "T3-05", "--output", ""], ["folder"]),
            (["show", ""], []),
        ]
        for words, expected in cases:
            with self.subTest(words):
                self.assertEqual(self.offers(*words), expected)
        self.assertEqual([word for word in self.offers("suite", "import", "") if word in everything], [])

    def test_behind_two_dashes_stand_no_options_and_no_commands(self):
        self.assertEqual(self.offers("run", "--", "--"), [])
        self.assertEqual(self.offers("run", "--", "my."), ["my.yaml"])
        self.assertEqual(self.offers("show", "--", ""), [])
        self.assertEqual(self.offers("suite", "--", ""), [])

    def interactive(self, shell):
        terminal = shells.Terminal(shell, shells.write_script(self.kilter, shell, self.folder), self.here)
        self.addCleanup(terminal.close)
        cases = [
            ("kilter isol", "isolate"),
            ("kilter suite gen", "suite generate"),
            ("kilter sweep --level f", "sweep --level full"),
            ("kilter sweep --level=f", "sweep --level=full"),
            ("kilter diff --le", "diff --level"),
            ("kilter suite import --out", "suite import --output"),
            ("kilter run my.y", "run my.yaml"),
            ("kilter run --store my\\ s", "run --store my store.db"),
            ("kilter --color nev", "--color never"),
        ]
        for line, expected in cases:
            with self.subTest(line):
                self.assertEqual(terminal.completed(line).rstrip("= "), expected)

    def test_bash_at_a_terminal(self):
        self.interactive("bash")

    def test_zsh_at_a_terminal(self):
        if shells.missing("zsh"):
            return
        self.interactive("zsh")

    def test_fish(self):
        if shells.missing("fish"):
            return
        script = shells.write_script(self.kilter, "fish", self.folder)
        cases = [
            ("kilter isol", ["isolate"]),
            ("kilter suite ", ["generate", "import", "init", "lint"]),
            ("kilter import ", ["answers"]),
            ("kilter sweep --level ", ["content", "full", "reasoning"]),
            ("kilter diff --le", ["--level"]),
            ("kilter --color never ru", ["run"]),
            ("kilter run my.", ["my.yaml"]),
            ("kilter suite init ", ["folder/"]),
        ]
        for line, expected in cases:
            with self.subTest(line):
                self.assertEqual(shells.fish_offers(script, line, self.here), expected)

    def test_an_unknown_shell_is_a_usage_error(self):
        self.kilter("completion", "tcsh", code=2)
        self.kilter("completion", code=2)


if __name__ == "__main__":
    support.main()

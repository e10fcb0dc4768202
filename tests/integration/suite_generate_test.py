"""Suites from a seed by the real binary: the same bytes twice, lint clean, answerable; nothing is overwritten."""

import support


class SuiteGenerate(support.TestCase):
    def files(self, folder):
        root = self.folder / folder
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}

    def generate(self, folder, *arguments, code=0):
        return self.kilter("suite", "generate", "-o", folder, *arguments, code=code)

    def test_a_seed_gives_the_same_files_twice_and_another_seed_gives_others(self):
        for folder, seed in (("a", 5), ("b", 5), ("c", 6)):
            self.generate(folder, "--seed", seed, "--lang", "hu", "--kind", "language")
        one, again, other = self.files("a"), self.files("b"), self.files("c")
        self.assertEqual(one, again)
        self.assertEqual(set(one), set(other))
        self.assertIn("kie-hu/language.yaml", one)
        self.assertFalse([name for name in one if one[name] == other[name]])

    def test_what_is_made_is_lint_clean_and_its_nearest_answers_earn_half(self):
        done = self.generate("new", "--seed", 5, "--lang", "hu", "--kind", "language")
        self.assertIn("language.yaml: 3 items, about ", done.out)
        self.kilter("suite", "lint", "new/kie-hu/language.yaml", code=0)
        board = self.kilter("import", "answers", "new/kie-hu/nearest/language.jsonl", "--suite",
                            "new/kie-hu/language.yaml", "--store", self.store, "--json", code=0).json()
        self.assertEqual(board["engines"][0]["points"]["mean"], 30.0)  # four of eight fields wrong in each of three

    def test_shorter_prompts_for_small_contexts(self):
        def tokens(line):
            return int(line.split("about ")[1].split()[0])

        long = self.generate("long", "--seed", 5, "--lang", "en", "--kind", "hard").out
        short = self.generate("short", "--seed", 5, "--lang", "en", "--kind", "hard", "--tokens", 1000).out
        self.assertLess(tokens(short), tokens(long) / 2)
        self.kilter("suite", "lint", "short/kie-en/hard.yaml", code=0)

    def test_nothing_is_overwritten(self):
        arguments = ("--seed", 5, "--lang", "hu", "--kind", "language")
        self.generate("new", *arguments)
        before = self.files("new")
        again = self.generate("new", *arguments, code=2)
        self.assertIn("is there already; name another folder", again.err)
        self.assertEqual(self.files("new"), before)

    def test_bad_calls_are_told_and_write_nothing(self):
        for arguments in (("-o", "new"), ("--seed", "1"), ("--seed", "-1", "-o", "new"), ("--seed", "x", "-o", "new"),
                          ("--seed", "1", "-o", "new", "--kind", "poems"), ("--seed", "1", "-o", "new", "--lang", "fr"),
                          ("--seed", "1", "-o", "new", "--tokens", "5"),
                          ("--seed", "1", "-o", "new", "--lang", "en", "--kind", "bundle")):
            with self.subTest(arguments):
                self.assertTrue(self.kilter("suite", "generate", *arguments, code=2).err)
                self.assertFalse((self.folder / "new").exists())


if __name__ == "__main__":
    support.main()

"""Foreign data becomes a suite by the real binary: written, loaded, linted, and answerable with full points.

The sample data of others is not part of the project: KILTER_TEST_DATA says where it lies, else it is looked for
beside the checkout; without it those tests are skipped, and say so.
"""

import json
import os
import pathlib
import sys

import support

DATA = pathlib.Path(os.environ.get("KILTER_TEST_DATA") or support.ROOT.parent / "shared" / "data")


class SuiteImport(support.TestCase):
    def sample(self, name):
        folder = DATA / name
        if not folder.is_dir():
            print(f"SKIPPED: no sample data {name}; set KILTER_TEST_DATA to where it lies", file=sys.stderr)
            self.skipTest(f"no sample data {name}")
        return folder

    def imported(self, *arguments):
        """The items of the new suite by id, and what lint finds: (item, field) pairs."""
        self.kilter("suite", "import", *arguments, "-o", "new", "--source", "a test", "--license", "none", code=0)
        lines = (self.folder / "new/items.jsonl").read_text(encoding="utf-8").splitlines()
        lint = self.kilter("suite", "lint", "new/suite.yaml")
        found = {tuple(line.split(": item ")[1].split(":")[0].split(" field "))
                 for line in lint.out.splitlines() if "does not stand in" in line}
        self.assertEqual(lint.code, 2 if found else 0, lint)
        return {item["id"]: item for item in map(json.loads, lines)}, found

    def flagged(self, items):
        return {name for name, item in items.items() if "gold_not_in_text" in item.get("tags", [])}

    def points_of_gold(self, items):
        """What the suite gives for its own gold as answers."""
        self.write("gold.jsonl", "".join(
            json.dumps({"item": name, "content": json.dumps(item["gold"])}) + "\n" for name, item in items.items()))
        done = self.kilter("import", "answers", "gold.jsonl", "--suite", "new/suite.yaml", "--store", self.store,
                           "--json", code=0)
        return done.json()["engines"][0]["points"]["mean"]

    def test_receipts_keep_their_noise_and_lint_flags_it(self):
        items, found = self.imported("sroie", self.sample("sroie"))
        self.assertEqual(len(items), 10)
        # By eye: another spelling of the company in 000 and 002 (BND for BHD, D.T.Y. for D.I.Y.); commas and blanks
        # of the address differ in 001, 003, 005 and 006.
        self.assertEqual(found, {("000", "company"), ("002", "company"), ("001", "address"), ("003", "address"),
                                 ("005", "address"), ("006", "address")})
        self.assertEqual(self.flagged(items), {item for item, _ in found})
        self.assertEqual(self.points_of_gold(items), 10.0)
        readme = (self.folder / "new/README.md").read_text()
        self.assertIn("- Source: a test\n- License: none\n", readme)
        self.assertIn("000, 001, 002, 003, 005, 006", readme)

    def test_printed_invoices_show_where_paper_and_xml_disagree(self):
        folder = self.sample("nav-online-invoice")
        items, found = self.imported("nav", folder / "xml", "--print", folder / "peldaszamlak_v3_layout.txt")
        self.assertEqual(len(items), 30)
        numbers = {item for item, field in found if field == "invoice_number"}
        gross = {item for item, field in found if field == "gross_amount"}
        self.assertEqual(len(numbers), 9)
        self.assertEqual(gross, {"Belfoldi-ertekesites-tobb-AFA-tipus", "Gyujtoszamla-1",
                                 "Harmadik-orszagbeli-devizas-szamla", "Tagorszagi-devizas-szamla",
                                 "Uj-kozlekedesi-eszkoz-export"})
        self.assertEqual(self.flagged(items), {item for item, _ in found})
        self.assertEqual(self.points_of_gold(items), 30.0)

    def test_rendered_invoices_state_all_their_gold(self):
        sources = {"nav": self.sample("nav-online-invoice") / "xml", "ubl": self.sample("xrechnung-testsuite"),
                   "cii": self.sample("xrechnung-testsuite")}
        for kind, source in sources.items():
            for lang in ("en", "hu"):
                with self.subTest(kind, lang=lang):
                    self.folder = self.folder / f"{kind}-{lang}"
                    self.folder.mkdir()
                    items, found = self.imported(kind, source, "--lang", lang)
                    self.assertEqual(found, set())
                    self.assertEqual(self.flagged(items), set())
                    self.folder = self.folder.parent

    def test_importing_again_gives_the_same_bytes(self):
        self.write("a.jsonl", '{"id": "x", "text": "Total 5", "gold": {"total": 5, "day": null}}\n')
        for folder in ("one/s", "two/s"):
            self.kilter("suite", "import", "jsonl", "a.jsonl", "-o", folder, code=0)
        for name in ("suite.yaml", "items.jsonl", "README.md", "docs/x.txt"):
            self.assertEqual((self.folder / "one/s" / name).read_bytes(), (self.folder / "two/s" / name).read_bytes())

    def test_mistakes_write_nothing(self):
        self.write("a.jsonl", '{"id": "x", "text": "t"}\n')
        done = self.kilter("suite", "import", "jsonl", "a.jsonl", "-o", "new", code=2)
        self.assertIn("a.jsonl:1:1: error: gold is missing", done.err)
        self.assertFalse((self.folder / "new").exists())
        bomb = '<!DOCTYPE a [<!ENTITY b "' + "b" * 100 + '">]><Invoice>&b;</Invoice>'
        self.write("bomb.xml", bomb)
        done = self.kilter("suite", "import", "ubl", "bomb.xml", "-o", "new", code=2)
        self.assertIn("bomb.xml:1:1: error: document type declarations and entities are refused", done.err)
        with open(self.folder / "big.xml", "wb") as file:
            file.truncate(100 << 20)
        done = self.kilter("suite", "import", "ubl", "big.xml", "-o", "new", code=2)
        self.assertIn("larger than 16777216 bytes", done.err)
        done = self.kilter("suite", "import", "odd", "a.jsonl", "-o", "new", code=2)
        self.assertIn("nav", done.err)
        self.assertFalse((self.folder / "new").exists())

    def test_a_folder_that_holds_something_is_left_alone(self):
        self.write("a.jsonl", '{"id": "x", "text": "Total 5", "gold": {"total": 5}}\n')
        kept = self.write("new/suite.yaml", "mine")
        done = self.kilter("suite", "import", "jsonl", "a.jsonl", "-o", "new", code=2)
        self.assertIn("is not empty", done.err)
        self.assertEqual(kept.read_text(), "mine")


class SuiteInit(support.TestCase):
    def test_the_first_suite_lints_clean_and_its_config_is_read(self):
        self.kilter("suite", "init", "first", code=0)
        self.kilter("suite", "lint", "first/suite.yaml", code=0)
        config = self.folder / "first/kilter.yaml"
        config.write_text(config.read_text().replace("http://localhost:8000",
                                                     f"http://127.0.0.1:{support.unused_port()}"))
        done = self.kilter("check", "first/kilter.yaml")
        self.assertEqual(done.code, 4, done)  # all is read; the engine is not there

    def test_nothing_is_overwritten(self):
        kept = self.write("first/kilter.yaml", "mine")
        done = self.kilter("suite", "init", "first", code=2)
        self.assertIn("kilter.yaml is there already", done.err)
        self.assertEqual(kept.read_text(), "mine")
        self.assertEqual([path.name for path in (self.folder / "first").iterdir()], ["kilter.yaml"])


if __name__ == "__main__":
    support.main()

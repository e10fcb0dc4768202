"""Reports of the real binary, read back by what other people would read them with."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ElementTree

import support
from support import completion, http_answer

FORMULA = "=HYPERLINK(\"http://x\")"


class Reports(support.TestCase):
    def setUp(self):
        """Three items, two runs: i-00 is right, i-01 wavers, i-02 fails in its second run."""
        super().setUp()
        asked = {}

        def answer(_path, _headers, body):
            if not body:
                return http_answer("{}", status="404 Not Found")
            code = support.code_answer(body)
            asked[code] = asked.get(code, 0) + 1
            if "C-01" in code and asked[code] == 2:
                return http_answer(completion(json.dumps({"code": FORMULA})))
            if "C-02" in code and asked[code] == 2:
                return http_answer('{"error": {"message": "no <b>&\\u0001"}}', status="400 Bad Request")
            return http_answer(completion(code))

        engine = support.Trickster(answer)
        self.addCleanup(engine.__exit__)
        self.write("suite.yaml", support.suite_text(3))
        self.config({"e": {"base_url": engine.url}}, runs=2, more="gates: {max_unstable: 0, min_runs: 2}\n")
        self.kilter("run")

    def report(self, name, *more, code=1):
        self.kilter("report", "-o", name, *more, code=code)
        return (self.folder / name).read_text(encoding="utf-8")

    def test_csv_has_a_line_for_every_run_and_no_formula(self):
        rows = list(csv.DictReader(io.StringIO(self.report("r.csv"))))
        self.assertEqual([(row["item"], row["k"], row["outcome"]) for row in rows], [
            ("i-00", "0", "answered"), ("i-00", "1", "answered"), ("i-01", "0", "answered"), ("i-01", "1", "answered"),
            ("i-02", "0", "answered"), ("i-02", "1", "http_error")])
        self.assertEqual({row["item_unstable"] for row in rows if row["item"] == "i-01"}, {"1"})
        for row in rows:
            for cell in row.values():
                self.assertFalse(cell.startswith(("=", "+", "@")), cell)

    def test_junit_is_xml_and_tells_failure_from_error(self):
        root = ElementTree.fromstring(self.report("r.junit.xml"))
        self.assertEqual(root.attrib["failures"], "1")
        self.assertEqual(root.attrib["errors"], "1")
        cases = {case.attrib["name"]: case for case in root.iter("testcase")}
        self.assertIsNotNone(cases["i-01"].find("failure"))
        self.assertIsNotNone(cases["i-02"].find("error"))
        self.assertIsNone(cases["i-00"].find("failure"))
        self.assertIn("http_error", cases["i-02"].find("error").attrib["message"])

    def test_the_plain_board_is_the_markdown_report(self):
        self.assertEqual(self.kilter("board", "--plain", code=1).out, self.report("r.md"))

    def test_html_holds_the_board_and_ends_no_script_early(self):
        html = self.report_html()
        if html is None:
            self.skipTest("the HTML report is left out of this build")
        block = re.search(r'<script type="application/json" id="kilter-report">(.*?)</script>', html, re.DOTALL)
        data = json.loads(block.group(1))
        self.assertEqual(data["board"], self.kilter("board", "--json").json())
        self.assertEqual(html.count("</script>"), html.count("<script"))
        self.assertNotIn("http://x\")", html.replace(json.dumps(FORMULA)[1:-1], ""))
        self.assertIn("script-src 'sha256-", html)
        self.assertEqual([row["unstable"] for row in data["rows"]], [False, True, False])

    def report_html(self):
        outcome = self.kilter("report", "-o", "r.html")
        if outcome.code == 2:
            self.assertIn("left out of this build", outcome.err)
            return None
        return (self.folder / "r.html").read_text(encoding="utf-8")

    def test_github_writes_annotations_and_the_summary(self):
        summary = self.folder / "summary.md"
        summary.write_text("before\n")
        outcome = self.kilter("report", "--github", code=1, env={"GITHUB_STEP_SUMMARY": summary})
        self.assertIn("::error title=e / small max_unstable::", outcome.out)
        self.assertIn("::warning title=e / small incomplete::1 of 6 trials failed, 0 are missing", outcome.out)
        self.assertTrue(summary.read_text().startswith("before\n# kilter"))

    def test_what_is_wrong_is_said_before_anything_is_written(self):
        for arguments, said in ((("-o", "r.pdf"), "the suffix names no format"), ((), "say what to write with -o FILE"),
                                (("-o", "none/r.md"), "none/r.md"), (("-o", "r.md", "--with", "latest"), "--with takes")):
            outcome = self.kilter("report", *arguments, code=2)
            self.assertIn(said, outcome.err)
            self.assertEqual([path.name for path in self.folder.glob("r.*")], [])

    def test_schemas_are_json_and_an_unknown_one_is_named(self):
        for name in self.kilter("schema", code=0).out.split():
            self.assertEqual(self.kilter("schema", name, code=0).json()["$schema"],
                             "https://json-schema.org/draft/2020-12/schema")
        self.assertIn("no schema 'bord'", self.kilter("schema", "bord", code=2).err)


if __name__ == "__main__":
    support.main()

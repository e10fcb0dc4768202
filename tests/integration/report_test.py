"""Reports of the real binary, read back by what other people would read them with."""

import csv
import html.parser
import io
import json
import re
import xml.etree.ElementTree as ElementTree

import json_schema
import support
from support import ROOT, completion, http_answer

FORMULA = "=HYPERLINK(\"http://x\")"


# What each row of the leaderboard tells in numbers that name their key.
PATHS = {"points.mean", "points.attainable", "unstable.items", "unstable.of", "unstable.ci95.0", "unstable.ci95.1",
         "value_flips.items", "value_flips.of", "majority.errors.count", "majority.decided", "loops.runs", "loops.of",
         "trials.failed", "trials.stored", "runs", "detection_power.power", "detection_power.minority_share"}
TOTALS = {"points", "attainable", "majority.points", "unstable.items", "unstable.of"}


class Tables(html.parser.HTMLParser):
    """The rows of the leaderboard and of the totals: their numbers by key, and what stands beside the numbers."""

    def __init__(self):
        super().__init__()
        self.rows, self.total_rows, self.texts = {}, {}, []
        self.row = self.number = self.cell = None
        self.said = False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "tr":
            if "data-engine" in attributes:
                self.row = self.rows.setdefault((attributes["data-engine"], attributes["data-suite"]), {})
            elif "data-total" in attributes:
                self.row = self.total_rows.setdefault(attributes["data-total"], {})
        elif tag == "data":
            self.number = (attributes["data-path"], attributes["value"])
        elif tag == "td":
            self.cell = attributes.get("class")
        elif tag == "li":
            self.texts.append("")
            self.said = True

    def handle_endtag(self, tag):
        if tag == "tr":
            self.row = None
        elif tag == "data":
            self.number = None
        elif tag == "td":
            self.cell = None
        elif tag == "li":
            self.said = False

    def handle_data(self, text):
        if self.number and self.row is not None:
            self.row[self.number[0]] = (self.number[1], text)
        elif self.row is not None and self.cell == "n" and re.search(r"\d", text):
            raise AssertionError(f"a number without its key: {text}")
        elif self.said:
            self.texts[-1] += text


def read_number(text):
    """The number, and what its last digit counts."""
    share = text.endswith("%")
    digits = text.rstrip("%").lstrip("<>")
    scale = 100 if share else 1
    return float(digits) / scale, 10 ** -len(digits.partition(".")[2]) / scale


def value_at(document, path):
    for key in path.split("."):
        if isinstance(document, list):
            document = len(document) if key == "length" else document[int(key)]
        else:
            document = document[key]
    return document


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
        json_schema.require(data)
        for row in data["rows"]:
            block = re.search(rf'id="kilter-item-{row["block"]}">(.*?)</script>', html, re.DOTALL).group(1)
            json_schema.require(json.loads(block), "report", "/$defs/item")
        self.assertEqual(html.count("</script>"), html.count("<script"))
        self.assertNotIn("http://x\")", html.replace(json.dumps(FORMULA)[1:-1], ""))
        self.assertIn("script-src 'sha256-", html)
        self.assertEqual([row["unstable"] for row in data["rows"]], [False, True, False])

    def assertNumbers(self, shown, rows, expected):
        """Numbers by key, as the page has them, against rows of the board."""
        self.assertEqual(shown.keys(), rows.keys())
        for name, numbers in shown.items():
            unvoted = rows[name]["majority"].get("of") == 0  # n/a then
            lacking = {path for path in expected - numbers.keys() if not (unvoted and path.startswith("majority."))}
            self.assertEqual(lacking, set(), name)
            for path, (value, text) in numbers.items():
                exact = value_at(rows[name], path)
                self.assertEqual(float(value), exact, (name, path))
                shown_value, unit = read_number(text)
                # Half of the last digit shown, and half of the last one that JSON has.
                self.assertLessEqual(abs(shown_value - exact), unit / 2 + 0.00005 + 1e-9, (name, path, text))

    def test_every_number_of_the_page_is_the_boards(self):
        page = self.report_html()
        if page is None:
            self.skipTest("the HTML report is left out of this build")
        self.compare_with_the_board(page, self.store)

    def compare_with_the_board(self, page, store):
        board = self.kilter("board", "--json", "--store", store).json()
        tables = Tables()
        tables.feed(page)
        self.assertNumbers(tables.rows, {(row["engine"], row["suite"]): row for row in board["engines"]}, PATHS)
        totals = board.get("totals", [])
        self.assertNumbers(tables.total_rows, {row["engine"]: row for row in totals}, TOTALS if totals else set())
        # Sentences and gates: word for word those of the terminal, where nothing is wrapped.
        text = self.kilter("board", "--store", store, env={"COLUMNS": "100000"}).out
        said = [one for one in tables.texts if re.search(r"\d", one)]
        lines = {re.sub(r"^ *(note: )?", "", line) for line in text.splitlines()}
        gates = {gate["line"] for gate in board.get("gates", [])}
        heads = {row["engine"]: row for row in board["engines"]}
        for one in said:
            if any(one.endswith(line) for line in gates) or one in lines:
                continue
            name, _, headline = one.partition(": ")
            row = heads[name.split(" / ")[0]]
            self.assertRegex(headline, rf"\b{row['unstable']['items']} of {row['unstable']['of']} items", one)
        self.assertGreater(len(said), len(board["engines"]))

    def test_every_number_of_a_page_with_totals_is_the_boards(self):
        """Two suites, two engines."""
        for name in ("one", "two"):
            self.write(f"{name}.yaml", support.suite_text(3, name=name))
        engine = self.sim("steady")
        config = self.write("both.yaml", "store: both.db\nsuites: [one.yaml, two.yaml]\nruns: 3\nengines:\n" + "".join(
            f"  - {{name: {name}, base_url: '{engine.url}', model: {name}}}\n" for name in ("a", "b")))
        self.kilter("run", config)
        outcome = self.kilter("report", "-o", "both.html", "--store", "both.db")
        if outcome.code == 2:
            self.skipTest("the HTML report is left out of this build")
        self.compare_with_the_board((self.folder / "both.html").read_text(encoding="utf-8"), "both.db")

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

"""Whatever a person types wrong ends with exit code 2 and a clear line: what is wrong, where, what to do."""

import json
import re
import sqlite3
import subprocess

import support
from support import ROOT

COMMANDS = ("", "run", "rerun", "score", "import", "import answers", "board", "show", "list", "diff", "probe", "isolate",
            "sweep", "repro", "report", "plan", "check", "suite", "suite lint", "suite init", "suite import",
            "suite generate", "schema", "sim")
FOUNDING = ROOT / "config/founding.yaml"
ANSWERS = '{"item": "i-00", "content": "{\\"code\\": \\"C-00\\"}"}\n'


class UserErrors(support.TestCase):
    def assertRefused(self, arguments, *parts, lines=2, env=None):
        """Exit code 2, nothing on stdout, at most so many lines on stderr, and these words in them."""
        done = self.kilter(*arguments, env=env)
        self.assertEqual(done.code, 2, done)
        self.assertEqual(done.out, "", done)
        self.assertLessEqual(len(done.err.strip().splitlines()), lines, done)
        for part in parts:
            self.assertIn(part, done.err)
        for sign in ("terminate called", "what():", "this is a bug", "std::", "Segmentation", "\x1b"):
            self.assertNotIn(sign, done.err)
        return done

    def imported(self):
        """A store with one experiment, without any engine."""
        suite = self.write("suite.yaml", support.suite_text(2))
        answers = self.write("a.jsonl", ANSWERS)
        self.kilter("import", "answers", answers, "--suite", suite, "--answered-only", "--store", self.store, code=0)

    def test_every_help_fits_80_columns_and_names_its_options(self):
        for command in COMMANDS:
            with self.subTest(command):
                done = self.kilter(*command.split(), "--help", code=0)
                self.assertEqual(done.err, "")
                for line in done.out.splitlines():
                    self.assertLessEqual(len(line), 80, line)
                self.assertIn("Usage: kilter", done.out)

    def test_the_version(self):
        self.assertRegex(self.kilter("--version", code=0).out, r"^kilter \d+\.\d+\.\d+\n$")

    def test_no_command_and_an_unknown_one(self):
        self.assertRefused([], "kilter --help")
        self.assertRefused(["bord"], "there is no command 'bord'", "did you mean 'board'?", "kilter --help")
        self.assertRefused(["import", "anwsers", "x"], "there is no command 'anwsers'", "did you mean 'answers'?",
                           "kilter import --help")
        self.assertRefused(["suite", "\x1b[2J"], "there is no command '\\x1b[2J'")

    def test_unknown_flags_and_bad_values(self):
        self.assertRefused(["run", "--nope"], "--nope", "kilter run --help")
        self.assertRefused(["run", FOUNDING, "--runs", "0"], "--runs", "1 to 1000")
        self.assertRefused(["run", FOUNDING, "--runs", "three"], "--runs", "three")
        self.assertRefused(["board", "--sort", "beauty"], "--sort", "points", "majority")
        self.assertRefused(["--color", "purple", "board"], "--color", "auto, always or never")
        self.assertRefused(["sim", "--port", "99999"], "--port")
        self.assertRefused(["show"], "ITEM")
        self.assertRefused(["report"], "-o FILE")

    def test_rates_that_are_none(self):
        self.assertRefused(["plan"], "--rate", "kilter plan --help")
        self.assertRefused(["plan", "--rate", "5"], "--rate", "'5'", "0.05 or 5%", "did you mean 5%?", lines=1)
        self.assertRefused(["plan", "--rate", "\x1b[2J"], "--rate", "\\x1b[2J", lines=1)
        self.assertRefused(["plan", "--rate", "0"], "0.0001%", lines=1)
        self.assertRefused(["plan", "--rate", "-0.1"], "--rate")
        self.assertRefused(["plan", "--rate", "0.1", "--power", "100%"], "power", lines=1)
        self.assertRefused(["plan", "--compare", "5%"], "--compare")
        self.assertRefused(["plan", "--compare", "5%", "0.05"], "equal rates", lines=1)
        self.assertRefused(["plan", "--items", "0"], "--items", "1 to 100000")
        self.assertRefused(["plan", "--runs", "1001"], "--runs", "1 to 1000")
        plan = self.kilter("plan", "--compare", "2.5%", "0.225", "--json", code=0).json()
        self.assertEqual(plan["compare"]["per_arm"], {"fisher_exact": 46, "pooled_variance_formula": 42})

    def test_a_list_option_does_not_swallow_what_stands_behind(self):
        self.write("suite.yaml", support.suite_text(2))
        config = self.config({"a": "http://127.0.0.1:9/v1"}, name="my.yaml")
        self.kilter("run", "--engine", "a", "--item", "i-00", config, code=4)
        self.imported()
        self.kilter("report", "-o", "x.md", "latest", "--store", self.store, code=0)
        self.assertTrue((self.folder / "x.md").exists())

    def test_files_that_are_not_there(self):
        self.assertRefused(["run", "nope.yaml"], "nope.yaml", "No such file")
        self.assertRefused(["check", "nope.yaml"], "nope.yaml", "No such file")
        self.assertRefused(["suite", "lint", "nope.yaml"], "nope.yaml", "No such file")
        self.assertRefused(["run"], "kilter.yaml")
        self.assertRefused(["sim", "--scenario", "nope"], "nope", "qsa-topk")
        self.assertRefused(["run", self.folder], str(self.folder), "folder")
        self.write("suite.yaml", support.suite_text(1))
        self.assertRefused(["import", "answers", "nope.jsonl", "--suite", "suite.yaml"], "nope.jsonl")
        self.assertRefused(["import", "answers", "nope.jsonl", "--suite", "nope.yaml"], "nope.yaml")

    def test_half_typed_configs_have_their_place(self):
        cases = {
            "suites: [x\n": r":\d+:\d+: error: ",
            "suites": r":1:1: error: ",
            "": "found nothing",
            "suites: [s.yaml]\nengines:\n  - name: a\n": r":3:\d+: error: .*base_url",
            "suites: [s.yaml]\nsuites: [t.yaml]\n": r":2:1: error: .*suites",
            "suites: [s.yaml]\nrnus: 3\n": r":2:1: error: .*rnus.*runs",
            "suites: [s.yaml]\nruns: three\n": r":2:7: error: .*runs",
            "suites: [s.yaml]\nruns: 010\n": r":2:7: error: .*runs",
            "\tsuites: [x]\n": r":1:\d+: error: ",
            "suites: &a [x]\nengines: *a\n": r":1:\d+: error: ",
        }
        for text, expected in cases.items():
            with self.subTest(text):
                path = self.write("kilter.yaml", text)
                done = self.assertRefused(["run", path], lines=8)
                self.assertRegex(done.err, expected)

    def test_all_mistakes_of_a_config_at_once(self):
        path = self.write("kilter.yaml", "engines: 5\nruns: \"x\"\nfoo: 1\n")
        done = self.assertRefused(["run", path], lines=8)
        self.assertEqual(len(re.findall(r": error: ", done.err)), 4, done)

    def test_a_config_that_is_no_text(self):
        path = self.folder / "kilter.yaml"
        path.write_bytes(b"\xff\xfe\x00\x01")
        self.assertRefused(["run", path], "UTF-8", "byte 0")
        path.write_bytes("suites: [t\u0151.yaml]\n".encode("cp1250"))
        self.assertRefused(["run", path], "UTF-8", "byte 10")

    def test_a_variable_that_is_not_set(self):
        path = self.write("kilter.yaml", "suites: [s.yaml]\nengines:\n"
                                         "  - {name: a, base_url: \"${NO_SUCH_URL}\", model: m}\n")
        done = self.assertRefused(["run", path], "NO_SUCH_URL")
        self.assertRegex(done.err, r":3:\d+: error: ")

    def test_suites_that_cannot_be_used(self):
        config = self.config({"a": "http://127.0.0.1:9/v1"})
        self.assertRefused(["run", config], "suite.yaml")
        self.write("suite.yaml", support.suite_text(2).replace("id: i-01", "id: i-00"))
        done = self.assertRefused(["run", config], "i-00", lines=3)
        self.assertRegex(done.err, r"suite\.yaml:\d+:\d+: error: ")
        self.write("suite.yaml", support.suite_text(1).replace("name: a.txt, text: 'The code is C-00.'",
                                                               "file: ../../etc/passwd"))
        self.assertRefused(["run", config], "suite.yaml:", lines=3)
        self.assertFalse(self.store.exists())

    def test_stores_that_are_none(self):
        text = self.write("notes.txt", "hello\n" * 500)
        foreign = self.folder / "foreign.db"
        with sqlite3.connect(foreign) as connection:
            connection.execute("create table t(a)")
        connection.close()
        before = foreign.read_bytes()
        for store in (text, foreign):
            with self.subTest(store.name):
                for command in (["board"], ["list"], ["show", "x"], ["score"], ["report", "-o", "x.md"]):
                    self.assertRefused([*command, "--store", store], store.name, "not a kilter store")
                self.assertRefused(["run", FOUNDING, "--store", store], store.name, "not a kilter store")
        self.assertEqual(foreign.read_bytes(), before)
        self.assertRefused(["board", "--store", "none.db"], "there is no store none.db")
        self.assertRefused(["run", FOUNDING, "--store", "no/such/folder/x.db"], "no/such/folder/x.db", "folder")
        self.assertRefused(["board", "--store", self.folder], str(self.folder))
        self.assertFalse((self.folder / "none.db").exists())

    def test_the_advice_for_an_older_store_is_true(self):
        self.imported()
        with sqlite3.connect(self.store) as connection:
            connection.executescript("drop table engine_load;"
                                     "drop table judged_field; drop table experiment_judge; drop table judgement;"
                                     "alter table trial drop column created;"
                                     "pragma user_version = 1")
        connection.close()
        for command in (["list"], ["board"], ["show", "i-00"], ["report", "-o", "x.md"], ["rerun"]):
            self.assertRefused([*command, "--store", self.store], "older version", f"kilter score --store {self.store}",
                               lines=1)
        self.assertEqual([one.name for one in self.folder.glob("store.db*")], ["store.db"])
        self.kilter("score", "--store", self.store, code=0)
        self.kilter("board", "--store", self.store, code=0)

    def test_a_score_makes_no_store(self):
        empty = self.write("empty.db", "")
        self.assertRefused(["score", "--store", empty], "kilter run", lines=1)
        self.assertRefused(["score", "--store", "none.db"], "there is no store none.db", lines=1)
        self.assertEqual(empty.stat().st_size, 0)
        self.assertFalse((self.folder / "none.db").exists())

    def test_an_empty_store_says_how_to_fill_it(self):
        self.imported()
        with sqlite3.connect(self.store) as connection:
            connection.execute("pragma foreign_keys = on")
            connection.execute("delete from experiment")
        connection.close()
        self.assertRefused(["board", "--store", self.store], "kilter run")

    def test_words_for_experiments_and_items(self):
        self.imported()
        self.imported()
        ids = [one["id"] for one in self.kilter("list", "--json", "--store", self.store).json()["experiments"]]
        done = self.assertRefused(["board", "20", "--store", self.store], *ids, lines=4)
        self.assertIn("20", done.err)
        self.assertRefused(["board", "zzz", "--store", self.store], "zzz")
        self.assertRefused(["show", "zzz", "--store", self.store], "zzz", "i-00")
        self.assertRefused(["show", "i-00", "--in", "zzz", "--store", self.store], "zzz")
        self.assertRefused(["show", "i-00", "--engine", "zzz", "--store", self.store], "zzz")
        self.assertRefused(["show", "\x1b[31m", "--store", self.store], "\\x1b[31m")
        self.assertRefused(["rerun", "--store", self.store], "imported answers")
        self.assertRefused(["report", "-o", "x.pdf", "--store", self.store], "x.pdf", ".md", ".json")
        self.assertRefused(["report", "-o", "no/folder/x.md", "--store", self.store], "no/folder/x.md")

    def test_words_of_a_run(self):
        self.write("suite.yaml", support.suite_text(2))
        self.write("other.yaml", support.suite_text(2, name="other"))
        config = self.config({"a": "http://127.0.0.1:9/v1", "b": "http://127.0.0.1:9/v1"}, suite="suite.yaml, other.yaml")
        self.assertRefused(["run", config, "--engine", "c"], "'c'", "a b")
        self.assertRefused(["run", config, "--item", "i-00"], "ambiguous", "small/i-00", "other/i-00")
        self.assertRefused(["run", config, "--item", "i-99"], "i-99")
        self.assertRefused(["check", config, "--offline", "--request", "i-00"], "i-00")
        self.assertFalse(self.store.exists())

    def test_two_suites_of_one_name(self):
        self.write("suite.yaml", support.suite_text(1))
        self.write("other.yaml", support.suite_text(1))
        config = self.config({"a": "http://127.0.0.1:9/v1"}, suite="suite.yaml, other.yaml")
        self.assertRefused(["run", config], "small", "other.yaml")

    def test_answers_that_cannot_be_read(self):
        suite = self.write("suite.yaml", support.suite_text(1))
        answers = self.write("a.jsonl", '{"item": "i-00"}\n{"item": "zz"}\n{"item"\n')
        done = self.assertRefused(["import", "answers", answers, "--suite", suite, "--store", self.store], lines=3)
        self.assertRegex(done.err, r"a\.jsonl:2:1: error: .*'zz'")
        self.assertRegex(done.err, r"a\.jsonl:3:\d+: error: ")
        self.assertFalse(self.store.exists())

    def test_the_help_of_no_command(self):
        self.assertRefused(["bord", "--help"], "there is no command 'bord'", "did you mean 'board'?")
        self.assertRefused(["merge", "--help"], "there is no command 'merge'", "kilter --help")
        self.assertRefused(["suite", "lnt", "--help"], "there is no command 'lnt'", "did you mean 'lint'?")

    def test_check_without_a_config(self):
        self.assertRefused(["check"], "no kilter.yaml here", "--help", lines=1)

    def test_a_report_in_capitals(self):
        self.imported()
        self.kilter("report", "-o", "x.MD", "--store", self.store, code=0)
        self.assertTrue((self.folder / "x.MD").exists())

    def test_a_damaged_store_says_what_to_do(self):
        self.imported()
        with open(self.store, "r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * (self.store.stat().st_size - 4096))
        done = self.assertRefused(["list", "--store", self.store], str(self.store), "is damaged", ".recover", lines=1)
        self.assertEqual(done.err.count("store.db"), 1, done)

    def test_a_scenario_with_mistakes_has_a_line_for_each(self):
        scenario = self.write("s.yaml", "fitems: 3\nengines: {}\nfoo: 1\n")
        done = self.assertRefused(["sim", "--scenario", scenario], "s.yaml:1:1: error: ", "s.yaml:3:1: error: ",
                                  lines=8)
        self.assertNotIn("\\n", done.err)
        self.assertNotIn("kilter: ", done.err)

    def test_a_judge_that_is_not_there_is_called_a_judge(self):
        suite = self.write("suite.yaml", support.suite_text(1).replace("fields: {code: id}", "fields: {code: judge}"))
        answers = self.write("a.jsonl", ANSWERS)
        self.kilter("import", "answers", answers, "--suite", suite, "--store", self.store)
        refusing = support.Trickster(lambda *_: support.http_answer("{}", status="401 Unauthorized"))
        self.addCleanup(refusing.__exit__)
        for url, words in ((f"http://127.0.0.1:{support.unused_port()}/v1", "is the judge running?"),
                           (refusing.url, "the judge's api_key_env")):
            config = self.config({"a": url}, more=f"judge: {{base_url: '{url}', model: j, retries: 0}}\n")
            done = self.kilter("score", "--judge", config, "--store", self.store, code=3)
            self.assertIn(words, done.err)
            self.assertNotIn("engine running", done.err)
            self.assertNotIn("the engine's", done.err)

    def test_a_suite_is_scored_by_one_file(self):
        self.imported()
        again = self.write("again.yaml", (self.folder / "suite.yaml").read_text())
        self.assertRefused(["score", "--suite", "suite.yaml", "--suite", again, "--store", self.store],
                           "again.yaml", "'small' is given twice", lines=1)

    def test_many_changed_verdicts_are_summarised(self):
        suite = self.write("suite.yaml", support.suite_text(60))
        answers = self.write("a.jsonl", "".join(
            json.dumps({"item": f"i-{i:02}", "content": json.dumps({"code": f"C-{i:02}"})}) + "\n" for i in range(60)))
        self.kilter("import", "answers", answers, "--suite", suite, "--store", self.store, code=0)
        for i in range(60):
            suite.write_text(suite.read_text().replace(f"gold: {{code: C-{i:02}}}", "gold: {code: Z}"))
        done = self.kilter("score", "--suite", suite, "--store", self.store, code=0)
        self.assertEqual(len(done.out.splitlines()), 52)
        self.assertIn("60 verdicts changed", done.out)
        self.assertIn("and 10 more; --json has them all", done.out)
        suite.write_text(support.suite_text(60))
        scored = self.kilter("score", "--suite", suite, "--store", self.store, "--json", code=0).json()
        self.assertEqual(len(scored["changed"]), 60)

    def test_answers_from_stdin(self):
        suite = self.write("suite.yaml", support.suite_text(1))
        done = subprocess.run([support.KILTER, "import", "answers", "-", "--suite", str(suite), "--store",
                               str(self.store)], input=ANSWERS.encode(), capture_output=True, timeout=support.LIMIT,
                              env=support.environment())
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(self.rows("select engine from run_result"), [{"engine": "stdin"}])

    def test_a_flood_of_mistakes_is_counted(self):
        suite = self.write("suite.yaml", support.suite_text(1))
        answers = self.write("a.jsonl", '{"item": "zz"}\n' * 3000)
        self.assertRefused(["import", "answers", answers, "--suite", suite, "--store", self.store],
                           "and 2,980 more like it", lines=22)

    def test_a_remedy_that_would_not_be_sent(self):
        self.write("suite.yaml", support.suite_text(1))
        engine = support.Trickster(lambda *_: support.http_answer(support.completion("{}")))
        self.addCleanup(engine.__exit__)
        self.kilter("run", self.config({"a": engine.url}), code=0)
        before = len(engine.requests)
        self.assertRefused(["rerun", "--set", "request.repetition_penalty=1.05", "--store", self.store],
                           "request.repetition_penalty", "no word for it", "vllm", lines=1)
        self.assertRefused(["rerun", "--set", "request.temperature=1", "--set", "request.temperature=0", "--store",
                            self.store], "request.temperature is given twice", lines=1)
        self.assertEqual(len(engine.requests), before)

    def test_a_first_suite_has_the_name_of_its_folder(self):
        for folder, name in (("my-suite", "my-suite"), ("My suite (2)", "My-suite-2"), ("\u00e1", "first")):
            self.kilter("suite", "init", folder, code=0)
            self.assertIn(f"\nsuite: {name} ", (self.folder / folder / "suite.yaml").read_text())
            self.kilter("suite", "lint", f"{folder}/suite.yaml", code=0)


if __name__ == "__main__":
    support.main()

"""Whatever an engine does is a named outcome and a clear line; the experiment goes on, and nothing is lost."""

import json
import subprocess

import support
from support import ROOT

FAULTS = ROOT / "harness/sim/scenarios/suites/faults.yaml"
STREAMED = {
    "fine": "answered",
    "status-400": "http_error",
    "status-401": "http_error",
    "status-404": "http_error",
    "status-429": "http_error",
    "status-500": "http_error",
    "status-503": "http_error",
    "html-502": "http_error",
    "html-200": "protocol_error",
    "error-200": "protocol_error",
    "cut-stream": "transport_error",  # in the middle of a chunked body: the transfer itself broke
    "no-finish": "stream_incomplete",
    "close-without-reply": "transport_error",
    "hang": "timeout",
    "invalid-utf8": "answered",
    "deep-body": "protocol_error",
    "deep-content": "answered",
    "empty-content": "empty",
    "null-content": "empty",
    "cut-in-answer": "truncated_in_answer",
    "flaky": "http_error",
}
FAILED = {"interrupted", "timeout", "transport_error", "http_error", "protocol_error", "stream_incomplete",
          "engine_abort"}
MODELS = '{"object": "list", "data": [{"id": "e"}]}'


class BadEngines(support.TestCase):
    def faulty(self, stream):
        sim = self.sim("faults")
        config = self.config({"faulty": {"base_url": sim.url, "timeout": {"first_byte": "1s"}}}, suite=FAULTS, runs=1)
        config.write_text(config.read_text().replace("max_tokens: 64", f"max_tokens: 64, stream: {stream}"))
        return self.kilter("run", "--json", code=3)

    def test_every_fault_of_a_streaming_engine_has_its_name(self):
        done = self.faulty("true")
        self.assertEqual(self.outcomes(), STREAMED)
        row = done.json()["engines"][0]
        failed = [item for item, outcome in STREAMED.items() if outcome in FAILED]
        self.assertEqual(row["trials"]["stored"], len(STREAMED))
        self.assertEqual(row["trials"]["failed"], len(failed))
        self.assertIs(done.json()["partial"], False)
        for item in self.rows("select item, points, outcome from run_result"):
            with self.subTest(item["item"]):
                self.assertEqual(item["points"] is None, item["outcome"] in FAILED)
        shown = self.kilter("show", *failed, "--json", code=0).json()["items"]
        for item in shown:
            with self.subTest(item["item"]):
                error = item["engines"][0]["runs"][0]["error"]
                self.assertTrue(error.strip())
                self.assertNotIn("\n", error)

    def test_every_fault_of_a_whole_body_has_its_name(self):
        self.faulty("false")
        whole = dict(STREAMED)
        del whole["no-finish"]  # a fault of streams
        outcomes = self.outcomes()
        outcomes.pop("no-finish")
        self.assertEqual(outcomes, whole)

    def test_errors_of_one_item_do_not_stop_the_others_text_reports_included(self):
        self.faulty("true")
        text = self.kilter("board", code=3).out
        self.assertIn("trials failed: 0 points each", text)
        self.kilter("report", "-o", "board.md", "-o", "board.json", code=3)
        json.loads((self.folder / "board.json").read_text())
        for item in STREAMED:
            self.kilter("show", item, code=0)

    def engine(self, answer):
        """A trickster that lists its model and answers chats with `answer(body)`."""
        def route(path, headers, body):
            return answer(body) if path.endswith("/chat/completions") else support.http_answer(MODELS)
        server = support.Trickster(route)
        self.addCleanup(server.__exit__)
        return server

    def small(self, engines, items=2, runs=1, **settings):
        self.write("suite.yaml", support.suite_text(items))
        return self.config({name: {"base_url": url, **settings} for name, url in engines.items()}, runs=runs)

    def one_outcome(self, body, **head):
        """The outcome and the flags of one trial that is answered with these bytes."""
        engine = self.engine(lambda _: support.http_answer(body, **head))
        self.small({"e": engine.url}, items=1)
        self.kilter("run")
        return self.rows("select outcome from run_result")[0]["outcome"]

    def test_unreachable_alone(self):
        self.small({"gone": f"http://127.0.0.1:{support.unused_port()}/v1"})
        done = self.kilter("run", "--json", code=4)
        self.assertIn("gone", done.err)
        self.assertRegex(done.err, "(?i)connect|reach")
        self.assertIs(done.json()["partial"], True)
        row = done.json()["engines"][0]
        self.assertEqual(row["trials"], {"planned": 2, "stored": 0, "missing": 2, "failed": 0, "outcomes": {}})
        self.assertIsNone(row["points"]["mean"])
        self.assertEqual(row["points"]["per_run"], [None])

    def test_one_of_two_unreachable_the_other_complete_then_resumed(self):
        good = self.engine(lambda body: support.http_answer(support.completion(support.code_answer(body))))
        port = support.unused_port()
        self.small({"gone": f"http://127.0.0.1:{port}/v1", "good": good.url}, runs=3)
        done = self.kilter("run", "--json", code=3)
        rows = {row["engine"]: row for row in done.json()["engines"]}
        self.assertEqual(rows["good"]["trials"]["stored"], 6)
        self.assertEqual(rows["good"]["points"]["mean"], 2.0)
        self.assertEqual(rows["gone"]["trials"]["missing"], 6)
        self.assertIs(done.json()["partial"], True)
        self.assertIn("6 trials are missing", done.err)
        self.kilter("run", code=3)  # still gone; the good engine is not asked again
        self.assertEqual(len([path for path, _ in good.requests if path.endswith("/chat/completions")]), 6)

    def test_refused_to_the_last_trial_nothing_is_missing(self):
        scenario = """scenario: refusing
suites: [./suite.yaml]
runs: 6
engines:
  e:
    default: {fault: close_without_reply}
"""
        self.write("suite.yaml", support.suite_text(1))
        sim = self.sim(self.write("refusing.yaml", scenario))
        self.config({"e": {"base_url": sim.url, "concurrency": 6, "retries": 0}}, runs=6)
        done = self.kilter("run", code=3)
        self.assertIn("refused", done.err)
        self.assertIn("--retry-errors sends them again", done.err)
        self.assertNotIn("are missing", done.err)

    def test_too_few_open_files_are_named_before_anything_is_sent(self):
        self.write("suite.yaml", support.suite_text(100))
        sim = self.sim("faults")
        self.config({"e": {"base_url": sim.url, "concurrency": 64}}, runs=1)
        limited = ["bash", "-c", f"ulimit -n 80; exec '{support.KILTER}' run"]
        done = subprocess.run(limited, cwd=self.folder, env=support.environment(), capture_output=True, timeout=support.LIMIT)
        self.assertEqual(done.returncode, 2)
        self.assertIn("64 requests at a time need 96 open files, and only 80 are allowed here", done.stderr.decode())
        self.assertEqual(sim.asked(), [])

    def test_a_wrong_key(self):
        self.write("suite.yaml", support.suite_text(2))
        sim = self.sim(self.write("locked.yaml", "scenario: locked\nsuites: [./suite.yaml]\nruns: 1\n"
                                  "api_key: right-key-0001\nengines:\n  e: {default: {content: {gold: true}}}\n"))
        self.config({"e": {"base_url": sim.url, "api_key_env": "TEST_KEY"}}, runs=1)
        wrong = self.kilter("run", env={"TEST_KEY": "wrong-key-0001"}, code=4)
        self.assertIn("401", wrong.err)
        self.assertRegex(wrong.err, "(?i)key")
        self.assertNotIn("wrong-key-0001", wrong.err + wrong.out)
        self.assertEqual(self.trials(), 0)
        self.kilter("run", env={"TEST_KEY": "right-key-0001"}, code=0)

    def test_a_model_that_is_not_there(self):
        self.write("suite.yaml", support.suite_text(8))
        sim = self.sim(self.write("one.yaml", "scenario: one\nsuites: [./suite.yaml]\nruns: 1\nengines:\n"
                                  "  e: {default: {content: {gold: true}}}\n"))
        self.config({"typo": sim.url, "e": sim.url}, runs=1)
        done = self.kilter("run", "--json", code=3)
        self.assertIn("typo", done.err)
        rows = {row["engine"]: row for row in done.json()["engines"]}
        self.assertEqual(rows["e"]["trials"]["stored"], 8)
        self.assertEqual(rows["typo"]["trials"]["outcomes"], {"http_error": 5})  # paused after five in a row
        self.assertEqual(rows["typo"]["trials"]["missing"], 3)
        self.assertIn("paused", done.err)

    def test_a_web_page_in_place_of_an_engine(self):
        page = support.http_answer("<!doctype html><html><title>Sign in</title></html>", content_type="text/html")
        server = support.Trickster(lambda *_: page)
        self.addCleanup(server.__exit__)
        self.small({"page": server.url})
        done = self.kilter("run", "--json")
        self.assertIn(done.code, (3, 4))
        self.assertRegex(done.err, "(?i)html|web page")
        self.assertNotIn("<html>", done.err)
        self.assertEqual(done.json()["engines"][0]["points"]["mean"] or 0.0, 0.0)

    def test_b31_a_stream_that_ends_early_keeps_its_part_and_is_tried_again(self):
        part = 'data: {"choices":[{"index":0,"delta":{"content":"{\\"code\\":"},"finish_reason":null}]}\n\n'
        head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
        engine = self.engine(lambda _: (head + part).encode())
        self.small({"e": engine.url}, items=1, retries=1)
        self.kilter("run", code=3)
        self.assertEqual(self.rows("select outcome, attempts, points from run_result"),
                         [{"outcome": "stream_incomplete", "attempts": 2, "points": None}])
        self.assertIn('{"code":', self.kilter("show", "i-00", code=0).out)

    def test_b33_an_error_inside_a_200_is_tried_again_as_its_code_says(self):
        replies = iter([support.http_answer(json.dumps({"choices": None, "error": {"code": 429, "message": "slow"}}))])
        engine = self.engine(lambda body: next(replies, None) or
                             support.http_answer(support.completion(support.code_answer(body))))
        self.small({"e": engine.url}, items=1, retries=1)
        self.kilter("run", code=0)
        self.assertEqual(self.rows("select outcome, attempts from run_result"), [{"outcome": "answered", "attempts": 2}])
        self.assertEqual([row["outcome"] for row in self.rows("select outcome from attempt order by number")],
                         ["protocol_error", "answered"])

    def test_b41_a_raw_byte_that_is_no_utf8(self):
        body = support.completion("MARK").encode().replace(b"MARK", b'{\\"code\\": \\"C-00\xc3\\"}')
        self.assertEqual(self.one_outcome(body), "answered")
        board = self.kilter("board", "--json", code=0).json()
        self.assertEqual(board["engines"][0]["trials"]["outcomes"], {"answered": 1})
        self.kilter("show", "i-00", "--json", code=0).json()

    def test_b42_a_lone_surrogate(self):
        body = support.completion("MARK").replace("MARK", "a\\ud835b")
        self.assertEqual(self.one_outcome(body), "answered")
        run = self.kilter("show", "i-00", "--json", code=0).json()["engines"][0]["runs"][0]
        self.assertEqual(run["parse_status"] == "clean", False)

    def test_b39_nan_is_no_json_answer(self):
        self.assertEqual(self.one_outcome(support.completion('{"code": NaN}')), "answered")
        board = self.kilter("board", "--json", code=0).json()
        self.assertEqual(board["engines"][0]["points"]["mean"], 0.0)

    def test_hostile_brackets_in_the_answer_and_in_the_body(self):
        brackets = "[" * 100_000
        self.assertEqual(self.one_outcome(support.completion(brackets)), "answered")
        self.kilter("show", "i-00", code=0)
        self.kilter("score", code=0)

    def test_a_body_of_brackets(self):
        self.assertEqual(self.one_outcome("[" * 100_000), "protocol_error")

    def test_an_empty_body_and_a_body_of_nothing_but_space(self):
        for body in ("", "  \n"):
            with self.subTest(body):
                self.assertEqual(self.one_outcome(body), "protocol_error")
                self.store.unlink()

    def test_an_error_page_in_latin_1_keeps_its_bytes(self):
        page = "<html><body>Fehler: Schl\xfcssel</body></html>".encode("latin-1")
        self.assertEqual(self.one_outcome(page, status="503 Service Unavailable", content_type="text/html"),
                         "http_error")
        self.kilter("show", "i-00", "--json", code=0).json()

    def test_control_characters_of_an_engine_never_reach_the_terminal(self):
        content = '{"code": "\x1b[2JC-00\x07"}'
        engine = self.engine(lambda _: support.http_answer(support.completion(content), extra="Server: a\x1b[31mb\r\n"))
        self.small({"e": engine.url}, items=1)
        done = self.kilter("run")
        for outcome in (done, self.kilter("show", "i-00"), self.kilter("board"), self.kilter("check")):
            self.assertNotIn("\x1b", outcome.out + outcome.err)
            self.assertNotIn("\x07", outcome.out + outcome.err)

    def test_b34_an_engine_that_closes_every_connection_loses_nothing(self):
        engine = self.engine(lambda body: support.http_answer(support.completion(support.code_answer(body)),
                                                              extra="Connection: close\r\n"))
        self.small({"e": engine.url}, items=5, runs=3)
        row = self.kilter("run", "--json", code=0).json()["engines"][0]
        self.assertEqual(row["trials"]["outcomes"], {"answered": 15})
        self.assertEqual(len([path for path, _ in engine.requests if path.endswith("/chat/completions")]), 15)

    def test_every_attempt_of_a_retried_trial_is_kept(self):
        replies = iter([support.http_answer("busy", status="503 Service Unavailable", extra="Retry-After: 0\r\n"),
                        support.http_answer("busy", status="429 Too Many Requests", extra="Retry-After: 0\r\n")])
        engine = self.engine(lambda body: next(replies, None) or
                             support.http_answer(support.completion(support.code_answer(body))))
        self.small({"e": engine.url}, items=1, retries=3)
        self.kilter("run", code=0)
        self.assertEqual([row["attempts"] for row in self.rows("select attempts from run_result")], [3])
        self.assertEqual([row["http_status"] for row in self.rows("select http_status from attempt order by number")],
                         [503, 429, 200])


if __name__ == "__main__":
    support.main()

"""A key that the environment holds is sent, and stands nowhere afterwards: store, reports, log and show are searched."""

import base64
import gzip
import json
import pathlib

import support

KEY = "sk-sentinel-4711-abcdefghijklmnop"
PIECES = ("sk-sentin", "el-4711-abc", "defghijklmnop")


def stream(*deltas, finish="stop"):
    events = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    body = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
    return support.http_answer(body, content_type="text/event-stream")


class Secrets(support.TestCase):
    def run_against(self, answer, stream_it=False, **settings):
        """Runs one item against an engine whose every page may hold the key; returns what was printed."""
        def route(path, headers, body):
            self.seen.append(headers.get("Authorization"))
            if path.endswith("/chat/completions"):
                return answer(headers["Authorization"])
            leak = json.dumps({"object": "list", "data": [{"id": "e", "owned_by": KEY, "key": KEY}], "api_key": KEY,
                               "version": "1", "default_generation_settings": {"api_key": KEY}})
            return support.http_answer(leak, extra=f"Server: proxy {headers['Authorization']}\r\n")
        self.seen = []
        server = support.Trickster(route)
        self.addCleanup(server.__exit__)
        self.write("suite.yaml", support.suite_text(1))
        config = self.config({"e": {"base_url": server.url, "api_key_env": "TEST_KEY", **settings}}, runs=2)
        config.write_text(config.read_text().replace("max_tokens: 64",
                                                     f"max_tokens: 64, stream: {str(stream_it).lower()}"))
        env = {"TEST_KEY": KEY}
        printed = [self.kilter("run", env=env), self.kilter("check", env=env), self.kilter("board"),
                   self.kilter("board", "--json"), self.kilter("show", "i-00"), self.kilter("show", "i-00", "--json"),
                   self.kilter("list"), self.kilter("report", "-o", "r.md", "-o", "r.json"), self.kilter("score"),
                   self.kilter("check", "--request", "i-00", env=env), self.kilter("rerun", env=env)]
        self.assertIn(f"Bearer {KEY}", self.seen)
        return printed

    def assertNowhere(self, printed):
        for outcome in printed:
            self.assertNotIn(KEY, outcome.out + outcome.err)
        needles = [KEY.encode(), base64.b64encode(KEY.encode()), KEY.encode("utf-16-le")]
        for file in sorted(pathlib.Path(self.folder).rglob("*")):
            if not file.is_file():
                continue
            for needle in needles:
                self.assertNotIn(needle, file.read_bytes(), f"{file.name} holds the key")
        for table in ("blob", "attempt", "trial", "engine", "experiment", "verdict"):
            for row in self.rows(f"select * from {table}"):
                self.assertNotIn(KEY, repr(row))
        for row in self.rows("select data, size from blob"):
            self.assertNotIn(KEY.encode(), support.unpack(row["data"], row["size"]))

    def assertFlagged(self):
        flags = {row["flags"] for row in self.rows("select flags from trial")}
        self.assertEqual(len([one for one in flags if "secret_replaced" in (one or "")]), len(flags), flags)

    def test_a_key_that_is_no_header_value_is_refused_before_any_request(self):
        self.write("suite.yaml", support.suite_text(1))
        self.config({"e": {"base_url": "http://127.0.0.1:9/v1", "api_key_env": "TEST_KEY"}}, runs=1)
        for key in ("  ", "sk-a\r\nX-Other: b", "sk a"):
            with self.subTest(key):
                done = self.kilter("run", env={"TEST_KEY": key}, code=2)
                self.assertIn("the key in TEST_KEY has white space or control characters", done.err)
                self.assertNotIn("sk", done.err)

    def test_in_the_content_of_a_whole_body(self):
        printed = self.run_against(lambda auth: support.http_answer(
            support.completion(f"your header was {auth}", reasoning_content=f"I see {auth}")))
        self.assertNowhere(printed)
        self.assertFlagged()
        self.assertIn("[secret]", self.kilter("show", "i-00", code=0).out)

    def test_in_an_error_body_and_its_message(self):
        printed = self.run_against(lambda auth: support.http_answer(
            json.dumps({"error": {"message": f"bad key {auth}", "code": 400}}), status="400 Bad Request"))
        self.assertNowhere(printed)

    def test_in_a_page_of_html(self):
        printed = self.run_against(lambda auth: support.http_answer(
            f"<html><body>{auth}</body></html>", status="502 Bad Gateway", content_type="text/html"))
        self.assertNowhere(printed)

    def test_in_the_headers_of_pages_and_of_errors(self):
        for status in ("200 OK", "401 {}", "503 {}", "302 Found"):
            with self.subTest(status):
                self.store.unlink(missing_ok=True)
                page = f"<html><title>{KEY}</title><a href='/?key={KEY}'>{KEY}</a></html>"
                headers = "".join(f"{name}: {KEY}\r\n" for name in ("Server", "Retry-After", "Set-Cookie", "Location",
                                                                    "X-Request-Id", "WWW-Authenticate"))
                printed = self.run_against(lambda _, page=page, headers=headers, status=status: support.http_answer(
                    page, status=status.format(KEY), content_type=f"text/html; key={KEY}", extra=headers))
                self.assertNowhere(printed)

    def test_in_a_stream(self):
        printed = self.run_against(lambda auth: stream({"content": "you sent "}, {"content": auth}), stream_it=True)
        self.assertNowhere(printed)
        self.assertFlagged()

    def test_in_the_error_of_a_stream(self):
        body = f'data: {{"error": {{"message": "key {KEY} expired", "code": 500}}}}\n\n'
        printed = self.run_against(lambda _: support.http_answer(body, content_type="text/event-stream"),
                                   stream_it=True)
        self.assertNowhere(printed)

    def test_in_compressed_bodies(self):
        for status in ("200 OK", "400 Bad Request"):
            with self.subTest(status):
                self.store.unlink(missing_ok=True)
                printed = self.run_against(lambda auth, status=status: support.http_answer(
                    gzip.compress(support.completion(f"your header was {auth}").encode()), status=status,
                    extra="Content-Encoding: gzip\r\n"))
                self.assertNowhere(printed)
        self.assertGreater(self.trials(), 0)

    def test_cut_over_the_deltas_of_a_stream(self):
        printed = self.run_against(lambda _: stream(*({"content": piece} for piece in PIECES)), stream_it=True)
        self.assertNowhere(printed)
        self.assertFlagged()

    def test_written_with_escapes(self):
        escaped = "".join(f"\\u{ord(letter):04x}" for letter in KEY)
        printed = self.run_against(lambda _: support.http_answer(support.completion("MARK").replace("MARK", escaped)))
        self.assertNowhere(printed)
        self.assertFlagged()

    def test_a_key_in_the_url_is_refused(self):
        self.write("suite.yaml", support.suite_text(1))
        self.config({"e": f"http://user:{KEY}@127.0.0.1:{support.unused_port()}/v1"})
        done = self.kilter("run", code=2)
        self.assertNotIn(KEY, done.out + done.err)
        self.assertFalse(self.store.exists())

    def test_a_key_that_is_not_set_is_named_before_any_request(self):
        self.write("suite.yaml", support.suite_text(1))
        self.config({"e": {"base_url": f"http://127.0.0.1:{support.unused_port()}/v1", "api_key_env": "NO_SUCH_KEY"}})
        done = self.kilter("run", code=2)
        self.assertIn("NO_SUCH_KEY", done.err)
        self.assertFalse(self.store.exists())

    def test_redirects_are_not_followed(self):
        def route(path, headers, _):
            return support.http_answer("", status="302 Found", extra="Location: http://127.0.0.1:9/elsewhere\r\n")
        with support.Trickster(route) as server:
            self.write("suite.yaml", support.suite_text(1))
            self.config({"e": {"base_url": server.url, "api_key_env": "TEST_KEY"}}, runs=1)
            done = self.kilter("run", env={"TEST_KEY": KEY})
        self.assertIn(done.code, (3, 4), done)
        self.assertNotIn(KEY, done.out + done.err)


if __name__ == "__main__":
    support.main()

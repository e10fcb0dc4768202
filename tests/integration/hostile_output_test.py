"""Model output is hostile: to the terminal, to Markdown, to memory, to the parser. Nothing of it gets through."""

import gzip
import json
import os
import subprocess
import zlib

import support
from quirks import Case, answer, event, right, stream, whole

ESCAPES = "\x1b[2J\x1b]0;title\x07\x1b[31mC-00\r\x08\x7f\x9b31m"
BIDI = "C-00\u202e\u2066\u2069\u200f\u061c"
FOREIGN = "<script>alert(1)</script><img src=x onerror=y>|a\n# head\n[link](javascript:x)`code`"
MIB = 1 << 20
# A few times the 64 MiB of a body; sanitizers keep shadows and freed memory beside it.
SANITIZE = os.environ.get("KILTER_SANITIZE", "")
LARGE = (2048 if "thread" in SANITIZE else 1024 if "address" in SANITIZE else 512) * MIB


class Hostile(Case):
    def printed(self, text):
        """All that is shown of two runs, one of which answers with this text."""
        bad = json.dumps({"code": text}, ensure_ascii=True)
        escaped = answer("MARK", reasoning="MARK").replace("MARK", json.dumps(bad)[1:-1])
        (self.folder / "bad.json").write_text(escaped)
        self.ask([{"body": [{"file": "bad.json"}]}, whole(right())], runs=2, code=0)
        outcomes = [self.kilter("run"), self.kilter("board"), self.kilter("board", "--color", "always"),
                    self.kilter("show", "i-00"), self.kilter("score"), self.kilter("list")]
        self.kilter("report", "-o", "r.md", "-o", "r.json", code=0)
        return "".join(one.out + one.err for one in outcomes), (self.folder / "r.md").read_text(encoding="utf-8")

    def test_escape_sequences_are_shown_not_sent(self):
        text, markdown = self.printed(ESCAPES)
        colours = text.replace("\x1b[0m", "")
        self.assertNotIn("\x1b[2J", colours)
        self.assertNotIn("\x1b]", colours)
        for sign in "\x07\x08\x7f\x9b\r":
            self.assertNotIn(sign, text)
            self.assertNotIn(sign, markdown)
        self.assertNotIn("\x1b", markdown)
        self.assertIn("\\x1b", text)

    def test_characters_that_turn_the_line_around_are_shown_not_sent(self):
        text, markdown = self.printed(BIDI)
        for sign in "\u202e\u2066\u2069\u200f\u061c":
            self.assertNotIn(sign, text)
            self.assertNotIn(sign, markdown)

    def test_markup_is_text_in_markdown(self):
        _, markdown = self.printed(FOREIGN)
        for sign in ("<script", "<img", "\n# head", "](javascript"):
            self.assertNotIn(sign, markdown)

    def test_nul_is_kept_and_shown(self):
        text, markdown = self.printed("C-\x0000")
        self.assertNotIn("\0", text)
        self.assertNotIn("\0", markdown)
        self.assertEqual(self.content(self.trial_rows()[0]), '{"code": "C-\\u000000"}')

    def test_a_raw_nul_in_the_body(self):
        before, after = answer("a MARK b").split("MARK")
        row = self.one_of(self.ask({"body": [before, {"hex": "00"}, after]}))
        self.assertIn(row["outcome"], ("answered", "protocol_error"))
        self.assertNotIn("\0", self.kilter("show", "i-00").out)
        self.exports()

    def peak(self):
        """One run to its end; its largest resident set in bytes."""
        process = subprocess.Popen([support.KILTER, "run", "--json"], cwd=self.folder,
                                   env=support.environment(**support.QUIET_ASAN), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertIn(process.returncode, (0, 3))
        return used.ru_maxrss * 1024

    def endless(self, size, **script):
        (self.folder / "part.bin").write_bytes(b"x" * MIB)
        head = '{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"'
        self.serve({"framing": "chunked", "body": [head, *[{"file": "part.bin"}] * (size // MIB), '"}}]}'],
                    "cut": {"each": 65536}, **script})
        return self.peak()

    def test_an_answer_above_the_limit_is_stopped_and_named(self):
        self.assertLess(self.endless(70 * MIB), LARGE)
        row = self.one_of(self.trial_rows())
        self.assertEqual(row["outcome"], "transport_error")
        self.assertIn("larger than 67108864 bytes", row["error"])

    def compressed(self, data, coding="gzip", **script):
        """The one trial that is answered with these bytes; nobody asked for a coding."""
        self.store.unlink(missing_ok=True)
        (self.folder / "body.bin").write_bytes(data)
        heads = [script.pop("head", "Content-Type: application/json"), *([f"Content-Encoding: {coding}"] if coding else [])]
        return self.one_of(self.ask({"headers": heads, "body": [{"file": "body.bin"}], **script}))

    def test_compressed_bodies_are_unpacked_and_flagged(self):
        plain = answer(right(), reasoning_content="r").encode()
        events = stream(event({"reasoning_content": "r"}), event({"content": right()}), event(finish="stop"))["body"]
        streamed = "".join(events).encode()
        for name, body, head in (("whole", plain, "Content-Type: application/json"),
                                 ("stream", streamed, "Content-Type: text/event-stream")):
            as_it_is = self.compressed(body, None, head=head)
            self.assertEqual(as_it_is["outcome"], "answered")
            self.assertNotIn("compressed_body", as_it_is["flags"])
            for coding, data in (("gzip", gzip.compress(body)), ("GZIP", gzip.compress(body)), ("deflate", zlib.compress(body)),
                                 ("gzip, gzip", gzip.compress(gzip.compress(body)))):
                for cut in ({}, {"framing": "chunked", "cut": "every_byte"}):
                    with self.subTest(f"{name} {coding} {cut}"):
                        row = self.compressed(data, coding, head=head, **cut)
                        self.assertEqual(row["outcome"], "answered")
                        self.assertIn("compressed_body", row["flags"].split(","))
                        for key in ("content_sha256", "reasoning_sha256", "body_sha256"):
                            self.assertEqual(row[key], as_it_is[key])
        self.assertIn("compressed_body", json.dumps(self.kilter("show", "i-00", "--json", code=0).json()))

    def test_a_compressed_body_that_nothing_announces_is_named(self):
        for head in ("Content-Type: application/json", "Content-Type: text/event-stream"):
            with self.subTest(head):
                row = self.compressed(gzip.compress(answer(right()).encode()), None, head=head)
                self.assertEqual(row["outcome"], "protocol_error")
                self.assertIn("compressed (gzip)", row["error"])

    def test_compressed_bodies_that_are_damaged_are_never_answers(self):
        whole_body = gzip.compress(answer(right()).encode())
        for name, data, coding in (("cut", whole_body[:len(whole_body) // 2], "gzip"),
                                   ("no gzip", answer(right()).encode(), "gzip"),
                                   ("damaged", whole_body[:12] + b"\xff\xff\xff" + whole_body[15:], "gzip"),
                                   ("unknown", whole_body, "snappy")):
            with self.subTest(name):
                row = self.compressed(data, coding)
                self.assertIn(row["outcome"], ("transport_error", "protocol_error"))
                self.assertTrue(row["error"])
        self.assertIn("came compressed, although none was asked for, and cannot be unpacked", row["error"])

    def test_a_gzip_bomb_meets_the_limit_of_size(self):
        with gzip.open(self.folder / "bomb.gz", "wb", 1) as file:  # in pieces: a child's peak begins at its parent's
            for _ in range(512):
                file.write(b" " * MIB)
        for head in ("Content-Type: application/json", "Content-Type: text/event-stream"):
            with self.subTest(head):
                self.store.unlink(missing_ok=True)
                self.serve({"headers": [head, "Content-Encoding: gzip"], "body": [{"file": "bomb.gz"}]})
                self.assertLess(self.peak(), LARGE)
                row = self.one_of(self.trial_rows())
                self.assertEqual(row["outcome"], "transport_error")
                self.assertIn("larger than 67108864 bytes when unpacked", row["error"])

    def test_blank_lines_without_end_meet_the_limit_of_time(self):
        blank = [" \n", {"wait": {"file": "never"}}]
        row = self.one_of(self.ask({"framing": "chunked", "body": blank}, timeout={"idle": "200ms"}, code=3))
        self.assertEqual(row["outcome"], "timeout")
        self.assertIn("idle", row["error"])
        self.store.unlink()
        row = self.one_of(self.ask({"framing": "chunked", "body": blank}, timeout={"total": "200ms"}, code=3))
        self.assertEqual(row["outcome"], "timeout")
        self.assertIn("total", row["error"])

    def test_blank_lines_without_end_meet_the_limit_of_size(self):
        (self.folder / "blank.bin").write_bytes(b"\n" * MIB)
        self.serve({"framing": "chunked", "body": [{"file": "blank.bin"}] * 70, "cut": {"each": 65536}})
        self.assertLess(self.peak(), LARGE)
        row = self.one_of(self.trial_rows())
        self.assertEqual(row["outcome"], "transport_error")
        self.assertIn("larger than", row["error"])

    def test_blank_lines_before_a_body_are_nothing(self):
        row = self.one_of(self.ask({"framing": "chunked", "body": ["\n" * 10000, answer(right())], "cut": {"each": 100}},
                                   code=0))
        self.assertEqual(self.content(row), right())


if __name__ == "__main__":
    support.main()

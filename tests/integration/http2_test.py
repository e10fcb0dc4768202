"""HTTP/2, which TLS negotiates: the same answers as over HTTP/1.1, and a stream that is cut is no answer.

nghttpx (Debian: nghttp2-proxy) speaks HTTP/2 to kilter and HTTP/1.1 to the simulated engine behind it.
"""

import shutil
import socket
import subprocess
import sys

import support
import tls
from quirks import Case, event, right, stream, usage, whole

NGHTTPX = shutil.which("nghttpx") or shutil.which("nghttpx", path="/usr/sbin")


def accepts(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


class Http2(Case):
    def in_front(self, url):
        """The base URL of an HTTP/2 server that leads to this one."""
        certificate, key = tls.make_certificate(self.folder)
        port, behind = support.unused_port(), url.removeprefix("http://127.0.0.1:").removesuffix("/v1")
        self.log = self.folder / "access.log"
        process = subprocess.Popen(
            [NGHTTPX, f"--frontend=127.0.0.1,{port}", f"--backend=127.0.0.1,{behind}", "--workers=1", "--conf=/dev/null",
             "--accesslog-format=$alpn $status $remote_port $request", f"--accesslog-file={self.log}",
             f"--errorlog-file={self.folder / 'error.log'}", "--no-ocsp", str(key), str(certificate)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def end():
            process.terminate()
            process.wait(support.LIMIT)
        self.addCleanup(end)
        support.wait_until(lambda: accepts(port), "nghttpx that listens")
        self.trust = {"SSL_CERT_FILE": certificate, "CURL_CA_BUNDLE": ""}
        return f"https://localhost:{port}/v1"

    def both(self, script, code=0, runs=1, **settings):
        """The rows of the same trials over HTTP/1.1 and over HTTP/2."""
        self.serve(script, runs=runs, **settings)
        self.kilter("run", code=code)
        plain = self.trial_rows()
        self.store.unlink()
        self.configure(runs=runs, base_url=self.in_front(self.engine.url), **{
            name: value for name, value in settings.items() if name not in ("items", "paths", "suite")})
        self.done = self.kilter("run", "--json", env=self.trust, code=code)
        rows = self.trial_rows()
        asked = [line for line in self.log.read_text().splitlines() if "/chat/completions" in line]
        self.assertEqual({line.split()[0] for line in asked}, {"h2"})
        return plain, rows

    def test_a_stream_gives_the_same_hashes(self):
        long = [event({"reasoning_content": f"thought {i} é✓🙂ő "}) for i in range(2000)]
        script = stream(*long, event({"content": right()}), event(finish="stop"), usage(prompt_tokens=9))
        plain, rows = self.both(script, runs=2)
        self.assertEqual([row["outcome"] for row in rows], ["answered"] * 2)
        for one, other in zip(plain, rows):
            for key in ("reasoning_sha256", "content_sha256", "body_sha256", "request_sha256", "finish_reason", "flags",
                        "prompt_tokens"):
                self.assertEqual(one[key], other[key], key)
        self.assertGreater(rows[0]["total_ms"], rows[0]["first_token_ms"])

    def test_whole_bodies_and_large_ones_many_at_a_time(self):
        body = whole(right(), reasoning_content="x" * 300_000)  # beyond a window of flow control
        plain, rows = self.both(body, items=8, runs=3, concurrency=8)
        self.assertEqual(len(rows), 24)
        self.assertEqual([(row["content_sha256"], row["body_sha256"]) for row in plain],
                         [(row["content_sha256"], row["body_sha256"]) for row in rows])

    def test_requests_at_once_have_connections_of_their_own(self):
        # Neither is answered before both are there.
        self.serve({**whole(right()), "wait": {"open": 2}}, items=2)
        self.configure(base_url=self.in_front(self.engine.url), concurrency=2)
        self.kilter("run", env=self.trust)
        self.assertEqual([row["outcome"] for row in self.trial_rows()], ["answered"] * 2)
        ports = [line.split()[2] for line in self.log.read_text().splitlines() if "/chat/completions" in line]
        self.assertEqual(len(set(ports)), 2, ports)

    def test_a_stream_that_is_cut_is_no_answer(self):
        part = event({"content": right()})
        for then in ("reset", "close"):
            with self.subTest(then):
                self.store.unlink(missing_ok=True)
                plain, rows = self.both(stream(part, done=False, unfinished=True, then=then), code=3)
                for row in (*plain, *rows):
                    self.assertEqual(row["outcome"], "transport_error")
                    self.assertIn("connection", row["error"])
                self.assertEqual(self.row()["points"]["mean"], 0)

    def test_a_cut_stream_is_sent_again(self):
        cut = stream(event({"content": "x"}), done=False, unfinished=True, then="reset")
        self.serve([cut, whole(right())])
        self.configure(base_url=self.in_front(self.engine.url), retries=1)
        self.kilter("run", env=self.trust, code=0)
        row = self.one_of(self.trial_rows())
        self.assertEqual((row["outcome"], row["attempts"]), ("answered", 2))

    def test_errors_of_the_engine_come_through(self):
        script = {"status": 400, "body": '{"error": {"message": "no such field", "code": 400}}'}
        plain, rows = self.both(script, code=3)
        self.assertEqual(plain[0]["error"], rows[0]["error"])
        self.assertIn("HTTP 400: no such field", rows[0]["error"])


if __name__ == "__main__":
    if NGHTTPX is None or not tls.have_openssl():
        print("SKIPPED: HTTP/2 is not tested here: nghttpx (Debian: nghttp2-proxy) and openssl are needed")
        sys.exit(0)
    support.main()

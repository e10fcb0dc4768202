"""Proxies by the environment: used where a variable says so, never for loopback, named where they fail."""

import base64
import http.client
import http.server
import json
import socketserver
import threading
import urllib.parse

import support

LOGIN = "me:proxy-sentinel-4711"
ENGINE = "http://engine.test:8000/v1"  # resolves nowhere: only a proxy can lead there
MODELS = '{"object": "list", "data": [{"id": "e"}]}'


class Proxy:
    """A forward proxy on loopback that leads every request for engine.test to one engine; `refuse`: its own answer."""

    def __init__(self, case, target=None, refuse=None):
        self.asked, self.refuse = [], refuse
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                proxy.asked.append((self.command, self.path, self.headers.get("Proxy-Authorization")))
                if proxy.refuse:
                    self.wfile.write(support.http_answer(proxy.refuse(self.headers), proxy.status))
                else:
                    self.forward(body)
                self.close_connection = True

            do_GET = do_POST = do_CONNECT = handle_any

            def forward(self, body):
                url = urllib.parse.urlsplit(self.path)
                there = urllib.parse.urlsplit(target)
                link = http.client.HTTPConnection(there.hostname, there.port, timeout=support.LIMIT)
                headers = {name: value for name, value in self.headers.items() if not name.startswith("Proxy-")}
                link.request(self.command, url.path, body, headers)
                answer = link.getresponse()
                self.wfile.write(support.http_answer(answer.read(), f"{answer.status} {answer.reason}",
                                                     answer.headers["Content-Type"]))
                link.close()

            def log_message(self, *_):
                pass

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True

        self.status = "403 Forbidden"
        self.server = Server(("127.0.0.1", 0), Handler)
        self.address = f"127.0.0.1:{self.server.server_address[1]}"
        self.shown = f"http://{self.address}"
        self.url = f"http://{LOGIN}@{self.address}"
        thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        thread.start()
        case.addCleanup(lambda: (self.server.shutdown(), self.server.server_close(), thread.join(support.LIMIT)))


class Proxies(support.TestCase):
    def setUp(self):
        super().setUp()
        self.write("suite.yaml", support.suite_text(2))

    def engine(self):
        def route(path, headers, body):
            if path.endswith("/chat/completions"):
                return support.http_answer(support.completion(support.code_answer(body)))
            return support.http_answer(MODELS)
        server = support.Trickster(route)
        self.addCleanup(server.__exit__)
        return server

    def configure(self, url, **settings):
        self.config({"e": {"base_url": url, **settings}}, runs=2)

    def variables(self, **given):
        """Only these; what the machine has of its own is switched off."""
        names = ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY",
                 "NO_PROXY")
        return {name: given.get(name, "") for name in names}

    def assertNoLogin(self, *outcomes):
        needles = [LOGIN, LOGIN.split(":")[1], base64.b64encode(LOGIN.encode()).decode()]
        for outcome in outcomes:
            for needle in needles:
                self.assertNotIn(needle, outcome.out + outcome.err)
        for file in self.folder.rglob("*"):
            if file.is_file():
                for needle in needles:
                    self.assertNotIn(needle.encode(), file.read_bytes(), file.name)
        if not self.store.exists():
            return
        for row in self.rows("select data, size from blob"):
            for needle in needles:
                self.assertNotIn(needle.encode(), support.unpack(row["data"], row["size"]))

    def test_a_name_that_is_not_loopback_is_asked_through_the_proxy(self):
        engine = self.engine()
        proxy = Proxy(self, engine.url)
        self.configure(ENGINE)
        for name in ("http_proxy", "all_proxy", "ALL_PROXY"):
            with self.subTest(name):
                proxy.asked.clear()
                done = self.kilter("run", "--new", "--json", env=self.variables(**{name: proxy.url}), code=0)
                self.assertEqual(done.json()["engines"][0]["trials"]["outcomes"], {"answered": 4})
                asked = [path for command, path, _ in proxy.asked if command == "POST"]
                self.assertEqual(asked, [ENGINE + "/chat/completions"] * 4)
                login = "Basic " + base64.b64encode(LOGIN.encode()).decode()
                self.assertEqual({sent for _, _, sent in proxy.asked}, {login})
                self.assertNoLogin(done)
        self.assertNotIn("engine.test", "".join(path for path, _ in engine.requests))

    def test_check_names_the_proxy(self):
        proxy = Proxy(self, self.engine().url)
        self.configure(ENGINE)
        env = self.variables(http_proxy=proxy.url)
        done = self.kilter("check", env=env, code=0)
        self.assertIn(f"e: answers, dialect openai, model e, through the proxy {proxy.shown} (http_proxy)\n", done.err)
        data = self.kilter("check", "--json", env=env, code=0)
        self.assertEqual(data.json()["engines"][0]["proxy"], f"{proxy.shown} (http_proxy)")
        self.assertNoLogin(done, data)

    def test_loopback_is_never_asked_through_a_proxy(self):
        proxy = Proxy(self, refuse=lambda _: "{}")
        engine = self.engine()
        port = engine.url.split(":")[2]
        everything = self.variables(**{name: proxy.url for name in ("http_proxy", "all_proxy", "ALL_PROXY",
                                                                    "https_proxy", "HTTP_PROXY")})
        for host in ("127.0.0.1", "localhost", "LOCALHOST"):
            with self.subTest(host):
                self.configure(f"http://{host}:{port}")
                done = self.kilter("run", "--new", env=everything, code=0)
                self.assertNotIn("proxy", done.out + done.err)
        # Nobody listens on the IPv6 side: what matters is that the proxy is not asked instead.
        self.configure(f"http://[::1]:{port}")
        self.assertIn("[::1]", self.kilter("run", "--new", env=everything, code=4).err)
        self.assertEqual(proxy.asked, [])

    def test_no_proxy_and_the_upper_case_of_http_proxy(self):
        proxy = Proxy(self, refuse=lambda _: "{}")
        self.configure(ENGINE)
        for more in ({"http_proxy": proxy.url, "no_proxy": "other,.test"}, {"http_proxy": proxy.url, "NO_PROXY": "*"},
                     {"HTTP_PROXY": proxy.url}):
            with self.subTest(str(more)):
                done = self.kilter("check", env=self.variables(**more), code=4)
                self.assertIn("unknown host", done.err)
                self.assertNotIn("proxy http", done.err)
        self.assertEqual(proxy.asked, [])

    def one_line(self, env, url=ENGINE):
        """What a run says where its only engine cannot be reached; nothing of the login is in it."""
        self.configure(url)
        done = self.kilter("run", "--new", env=env, code=4)
        lines = [line for line in done.err.splitlines() if "proxy" in line]
        self.assertTrue(lines, done.err)
        self.assertTrue(all(line.startswith(lines[0]) for line in lines), done.err)  # at once, and at the end
        self.assertNoLogin(done, self.kilter("check", env=env))
        return lines[0]

    def test_a_proxy_that_is_not_there_is_named_and_not_the_engine(self):
        gone = f"127.0.0.1:{support.unused_port()}"
        line = self.one_line(self.variables(http_proxy=f"http://{LOGIN}@{gone}"))
        self.assertIn(f"cannot reach the proxy http://{gone} (http_proxy) in front of http://engine.test:8000: "
                      "connection refused", line)
        line = self.one_line(self.variables(all_proxy=f"http://{LOGIN}@proxy.invalid:3128"))
        self.assertIn("cannot reach the proxy http://proxy.invalid:3128 (all_proxy)", line)
        self.assertIn("unknown host", line)
        line = self.one_line(self.variables(http_proxy=f"gopher://{LOGIN}@{gone}"))
        self.assertIn(f"cannot reach the proxy gopher://{gone} (http_proxy)", line)

    def test_a_proxy_that_refuses_is_named_by_its_status(self):
        proxy = Proxy(self, refuse=lambda _: "{}")
        line = self.one_line(self.variables(https_proxy=proxy.url), "https://engine.test:8443/v1")
        self.assertIn(f"the proxy {proxy.shown} (https_proxy) refuses to connect to https://engine.test:8443: HTTP 403",
                      line)
        self.assertEqual({command for command, _, _ in proxy.asked}, {"CONNECT"})
        proxy.status = "407 Proxy Authentication Required"
        line = self.one_line(self.variables(HTTPS_PROXY=proxy.url), "https://engine.test:8443/v1")
        self.assertIn("HTTP 407; it wants a login: HTTPS_PROXY=", line)
        line = self.one_line(self.variables(http_proxy=proxy.url))
        self.assertIn("HTTP 407", line)
        self.assertIn(f"the proxy {proxy.shown} (http_proxy)", line)

    def test_what_a_proxy_echoes_of_its_login_is_kept_nowhere(self):
        # It says what it was sent, in words and as it came, on every page.
        proxy = Proxy(self, refuse=lambda head: json.dumps(
            {"error": {"message": f"{head['Proxy-Authorization']} is {LOGIN}", "code": 403}}))
        self.configure(ENGINE)
        env = self.variables(http_proxy=proxy.url)
        printed = [self.kilter("run", env=env, code=4)]
        self.assertIn("[secret]", printed[0].err)
        proxy.status = "200 OK"
        proxy.refuse = lambda head: (support.completion(f"{head['Proxy-Authorization']} {LOGIN}")
                                     if head["Content-Length"] else MODELS)
        printed += [self.kilter("run", env=env), self.kilter("show", "i-00"), self.kilter("board", "--json")]
        self.assertEqual(self.trials(), 4)
        self.assertTrue(all("secret_replaced" in row["flags"] for row in self.rows("select flags from trial")))
        self.assertNoLogin(*printed)


if __name__ == "__main__":
    support.main()

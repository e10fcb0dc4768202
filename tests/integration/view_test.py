"""`kilter view`: who is let in, what the pages say, and how they follow a run in another process."""

import contextlib
import http.client
import json
import re
import signal
import socket
import urllib.parse

import support
from quirks import Case, right, whole

NASTY = '</script><img src=x onerror="alert(1)">\u202e'


class View:
    """The server while a `with` block lasts."""

    def __init__(self, folder, *arguments):
        self.process = support.start_kilter("view", *arguments, cwd=folder)
        self.url = self.process.stdout.readline().decode().strip()
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{64})", self.url)
        if not match:
            raise AssertionError(f"no address: {self.url!r} {support.finish(self.process)}")
        self.port, self.token = int(match[1]), match[2]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()

    def stop(self, with_signal=signal.SIGINT):
        self.process.send_signal(with_signal)
        return support.finish(self.process)

    def ask(self, path, method="GET", headers=None, known=True, body=None):
        """Status, headers and text of one answer."""
        headers = dict(headers or {})
        if known:
            headers.setdefault("Cookie", f"kilter-{self.port}={self.token}")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=support.LIMIT)
        with contextlib.closing(connection):
            connection.request(method, path, body=body, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode("utf-8")

    def page(self, path):
        status, _, text = self.ask(path)
        if status != 200:
            raise AssertionError(f"{status} {path}: {text}")
        return text

    def events(self, path):
        return Events(self, path)


class Events:
    """A stream of events, read one at a time."""

    def __init__(self, view, path):
        self.socket = socket.create_connection(("127.0.0.1", view.port), timeout=support.LIMIT)
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{view.port}\r\n"
                            f"Cookie: kilter-{view.port}={view.token}\r\n\r\n".encode())
        self.file = self.socket.makefile("r", encoding="utf-8", newline="\n")
        self.status = self.file.readline().split()[1]
        self.headers = {}
        for line in iter(lambda: self.file.readline().strip(), ""):
            name, value = line.split(": ", 1)
            self.headers[name.lower()] = value

    def next(self):
        """(name, data) of the next event; None at the end of the stream."""
        name, data = "", []
        for line in self.file:
            line = line.rstrip("\n")
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                data.append(line[6:])
            elif line == "" and name:
                return name, json.loads("\n".join(data))
        return None

    def until(self, condition):
        while True:
            event = self.next()
            if event is None:
                raise AssertionError("the stream ended")
            if condition(event[1]):
                return event

    def close(self):
        self.file.close()
        self.socket.close()


def block(page, name):
    """A JSON block of a page."""
    return json.loads(re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page)[1])


class ViewTest(Case):
    def measured(self):
        """Two engines over three items: `a` wavers in one, and gives a hostile answer to another."""
        self.write("suite.yaml", support.suite_text(3))
        steady = {f"i-{i:02}": {"script": whole(right(f"i-{i:02}"))} for i in range(3)}
        nasty = whole(json.dumps({"code": NASTY}), reasoning=NASTY)
        two = [whole(right("i-01"), reasoning="x"), whole(right("i-01"), reasoning=NASTY)]
        wavers = {**steady, "i-01": {"script": two}, "i-02": {"script": nasty}}
        engines = {name: {"default": {"content": {"gold": True}}, "items": items}
                   for name, items in (("a", wavers), ("b", steady))}
        scenario = {"scenario": "case", "suites": ["./suite.yaml"], "engines": engines}
        sim = self.sim(self.write("case.yaml", json.dumps(scenario)))
        self.config({"a": sim.url, "b": sim.url}, runs=2)
        self.kilter("run", code=0)
        return self.kilter("list", "--json", code=0).json()["experiments"][0]["id"]

    def view(self, *arguments):
        view = View(self.folder, *arguments)
        self.addCleanup(view.__exit__)
        return view

    def test_a_store_that_is_missing_or_none_is_one_line_and_exit_code_2(self):
        done = self.kilter("view", "--store", "none.db", code=2)
        self.assertEqual((done.out, len(done.err.splitlines())), ("", 1), done)
        self.assertIn("there is no store none.db", done.err)
        self.write("text.db", "no database, but long enough to look at: " * 30)
        done = self.kilter("view", "--store", "text.db", code=2)
        self.assertEqual((done.out, len(done.err.splitlines())), ("", 1), done)
        self.assertFalse((self.folder / "none.db").exists())

    def test_only_who_has_the_token_is_let_in(self):
        id_ = self.measured()
        view = self.view()
        other = "0" * 64
        for path in ("/", f"/experiment/{id_}", "/compare", "/events", f"/events?experiment={id_}", "/nothing"):
            for headers in ({}, {"Cookie": f"kilter-{view.port}={other}"}, {"Authorization": f"Bearer {other}"}):
                status, _, text = view.ask(path, headers=headers, known=False)
                self.assertEqual(status, 401, path)
                self.assertNotIn(id_, text)
                self.assertNotIn(view.token, text)
        self.assertEqual(view.ask(f"/?token={other}")[0], 401)
        self.assertEqual(view.ask("/", headers={"Authorization": f"Bearer {view.token}"}, known=False)[0], 200)
        status, headers, text = view.ask(f"/experiment/{id_}?token={view.token}", known=False)
        self.assertEqual((status, headers["Location"], text), (303, f"/experiment/{id_}", ""))
        self.assertEqual(headers["Set-Cookie"], f"kilter-{view.port}={view.token}; Path=/; HttpOnly; SameSite=Strict")
        done = view.stop()
        self.assertEqual(done.code, 0, done)
        self.assertNotIn(view.token, done.out + done.err)

    def test_other_names_methods_and_sites_are_refused(self):
        self.measured()
        view = self.view()
        for host in ("evil.example", f"evil.example:{view.port}", "127.0.0.1", f"127.0.0.1:{view.port + 1}"):
            status, _, text = view.ask("/", headers={"Host": host})
            self.assertEqual(status, 403, host)
            self.assertNotIn("case", text)
        self.assertEqual(view.ask("/", headers={"Host": f"localhost:{view.port}"})[0], 200)
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            status, headers, _ = view.ask("/", method=method, body="x=1" if method == "POST" else None)
            self.assertEqual((status, headers["Allow"]), (405, "GET, HEAD"), method)
        foreign = {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"}
        self.assertEqual(view.ask("/", headers=foreign)[0], 403)
        self.assertEqual(view.ask("/", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"})[0], 200)
        status, headers, text = view.ask("/", method="HEAD")
        self.assertEqual((status, text), (200, ""))
        self.assertEqual(int(headers["Content-Length"]), len(view.page("/").encode()))
        for nonsense in (b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 40000 + b"\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", view.port), timeout=support.LIMIT) as raw:
                raw.sendall(nonsense)
                self.assertTrue(raw.recv(64).startswith(b"HTTP/1.1 400 "), nonsense[:20])

    def test_pages_are_not_kept_framed_or_told_of(self):
        id_ = self.measured()
        view = self.view()
        for path in ("/", f"/experiment/{id_}", "/compare", "/nothing"):
            _, headers, _ = view.ask(path)
            self.assertEqual(headers["Cache-Control"], "no-store")
            self.assertEqual(headers["Referrer-Policy"], "no-referrer")
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            policy = headers["Content-Security-Policy"]
            for rule in ("default-src 'none'", "connect-src 'self'", "script-src 'sha256-", "frame-ancestors 'none'",
                         "base-uri 'none'"):
                self.assertIn(rule, policy)
            self.assertNotIn("unsafe", policy)
        events = view.events(f"/events?experiment={id_}")
        self.assertEqual((events.status, events.headers["content-type"]), ("200", "text/event-stream"))
        self.assertEqual(events.headers["cache-control"], "no-store")
        events.close()

    def test_the_pages_say_what_the_commands_say(self):
        id_ = self.measured()
        view = self.view()
        listed = view.page("/")
        self.assertIn(f'href="/experiment/{id_}"', listed)
        self.assertIn("complete</span> 12 of 12 runs", listed)
        page = view.page(f"/experiment/{id_}")
        board = self.kilter("board", "--json", code=0).json()
        self.assertEqual(block(page, "kilter-report")["board"], board)
        self.assertEqual(block(page, "kilter-view"), {"part": "experiment", "experiment": id_, "live": False})
        # The rest is what the file of `kilter report` holds.
        self.kilter("report", "-o", "r.html", code=0)
        written = (self.folder / "r.html").read_text(encoding="utf-8")
        main = re.compile(r"<main>.*</main>", re.S)
        self.assertEqual(main.search(page)[0], main.search(written)[0])
        self.assertEqual(re.findall(r'id="kilter-item-\d+">.*?</script>', page),
                         re.findall(r'id="kilter-item-\d+">.*?</script>', written))
        status, headers, _ = view.ask("/experiment/latest")
        self.assertEqual((status, headers["Location"]), (303, f"/experiment/{id_}"))
        status, _, text = view.ask("/experiment/none")
        self.assertEqual(status, 404)
        self.assertIn("none", text)

    def test_a_probe_shows_what_its_command_prints(self):
        sim = self.sim("racy_prefill")
        probe = json.loads(self.kilter("probe", sim.url, "--model", "racy", "--store", self.store, "--json").out)
        id_ = self.kilter("list", "--store", self.store, "--json", code=0).json()["experiments"][0]["id"]
        view = self.view("--store", self.store)
        page = view.page(f"/experiment/{id_}")
        self.assertEqual(block(page, "kilter-extras"), {"probes": [probe], "sweeps": []})
        self.assertFalse(block(page, "kilter-view")["live"])
        self.assertTrue(f"kilter probe --stored {id_}" in page)
        self.assertFalse(f'value="{id_}:racy"' in view.page("/compare"))  # nothing to compare it with

    def test_two_engines_are_compared_as_diff_does(self):
        id_ = self.measured()
        view = self.view()
        a, b = (urllib.parse.quote(f"{id_}:{engine}", safe="") for engine in "ab")
        self.assertIn(f'value="{id_}:b"', view.page("/compare"))
        page = view.page(f"/compare?a={a}&b={b}&level=full")
        text = self.kilter("diff", "a", "b", "--level", "full", code=1).out
        headline = re.search(r"^noisy.*$", text, re.M)[0]
        self.assertIn(headline.split(" (")[0], page)
        self.assertIn("2 of 3 items differ", headline)
        for shown in (f'href="/experiment/{id_}#item=small/i-01&amp;engine=a"', "&lt;img src=x"):
            self.assertTrue(shown in page, shown)
        self.assertFalse("<img" in page)
        for address, said in ((f"a={a}&b={a}", "same engine"), (f"a={a}&b={b}&level=odd", "no such level"),
                              (f"a={a}&b=x%3Ay", "verdict warn")):
            self.assertTrue(said in view.page("/compare?" + address), said)
        # Of another K: refused in the words of diff.
        self.kilter("run", "--runs", "3", code=0)
        other = self.kilter("list", "--json", code=0).json()["experiments"][-1]["id"]
        page = view.page(f"/compare?a={a}&b={other}%3Aa")
        self.assertTrue("the two do not compare: " in page)

    def test_hostile_answers_stay_text(self):
        id_ = self.measured()
        view = self.view()
        for path in ("/", f"/experiment/{id_}", f"/experiment/%3Cimg%20src=x%3E", "/compare?a=%3Cimg%20src=x%3E&b=y"):
            _, _, text = view.ask(path)
            self.assertFalse("<img" in text or "\u202e" in text, path)
            # Nothing ends a block of data or the script before its end.
            self.assertEqual(len(re.findall("<script", text)), len(re.findall("</script>", text)))

    def test_a_run_is_followed_while_another_process_writes(self):
        script = {f"i-{i:02}": whole(right(f"i-{i:02}")) for i in range(3)}
        script["i-01"] = [whole(right("i-01")), whole(json.dumps({"code": "X"}))]
        script["i-02"] = {**whole(right("i-02")), "wait": {"file": "go"}}
        self.serve(script, items=3, runs=2)
        run = support.start_kilter("run", cwd=self.folder)
        self.addCleanup(support.finish, run)
        self.addCleanup(self.write, "go", "")
        support.wait_until(lambda: self.trials() == 2, "two trials before the one that waits")
        id_ = self.kilter("list", "--json", code=0).json()["experiments"][0]["id"]
        view = self.view()
        self.assertIn("running</span> 2 of 6 runs", view.page("/"))
        page = view.page(f"/experiment/{id_}")
        self.assertTrue(block(page, "kilter-view")["live"])
        self.assertEqual(block(page, "kilter-report")["board"]["engines"][0]["trials"]["stored"], 2)
        followed, listed, gone = (view.events(path) for path in
                                  (f"/events?experiment={id_}", "/events", f"/events?experiment={id_}"))
        name, progress = followed.next()
        self.assertEqual(name, "progress")
        self.assertEqual(progress, {
            "experiment": id_, "planned": 6, "stored": 2, "running": True, "complete": False,
            "engines": [{"engine": "e", "planned": 6, "stored": 2, "unstable": 0, "loops": 0, "failed": 0}]})
        name, rows = listed.next()
        self.assertEqual((name, rows), ("experiments", {"experiments": [
            {"id": id_, "planned": 6, "stored": 2, "failed": 0, "running": True}]}))
        gone.next()
        gone.close()  # a client that disappears disturbs nobody
        self.write("go", "")
        seen = []
        while True:
            event = followed.next()
            if event is None:  # complete, and nobody works on it: the stream ends
                break
            seen.append(event[1])
        self.assertTrue(seen[-1]["complete"])
        self.assertFalse(seen[-1]["running"])
        self.assertEqual(seen[-1]["engines"][0],
                         {"engine": "e", "planned": 6, "stored": 6, "unstable": 1, "loops": 0, "failed": 0})
        self.assertEqual(sorted(one["stored"] for one in seen), [one["stored"] for one in seen])
        listed.until(lambda data: data["experiments"][0]["stored"] == 6 and not data["experiments"][0]["running"])
        done = support.finish(run)
        self.assertEqual(done.code, 0, done)
        board = self.kilter("board", "--json", code=0).json()
        self.assertEqual(block(view.page(f"/experiment/{id_}"), "kilter-report")["board"], board)
        self.assertEqual(board["engines"][0]["unstable"]["items"], 1)
        for stream in (followed, listed):
            stream.close()

    def test_an_experiment_that_begins_meanwhile_is_told_of(self):
        self.measured()
        view = self.view()
        listed = view.events("/events")
        self.assertEqual(len(listed.next()[1]["experiments"]), 1)
        self.kilter("run", "--new", code=0)
        _, rows = listed.until(lambda data: len(data["experiments"]) == 2 and data["experiments"][1]["stored"] == 12)
        self.assertEqual(rows["experiments"][0]["stored"], 12)
        listed.close()

    def test_it_ends_in_good_order_with_clients_connected_and_leaves_nothing(self):
        self.measured()
        before = sorted(path.name for path in self.folder.iterdir())
        for with_signal in (signal.SIGINT, signal.SIGTERM):
            view = self.view("--port", "0")
            events = view.events("/events")
            events.next()
            idle = socket.create_connection(("127.0.0.1", view.port), timeout=support.LIMIT)
            done = view.stop(with_signal)
            self.assertEqual(done.code, 0, done)
            self.assertEqual((done.out, len(done.err.splitlines())), ("", 1), done)
            self.assertIn("Ctrl-C", done.err)
            self.assertIsNone(events.next())
            events.close()
            idle.close()
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), before)

    def test_a_port_that_is_taken_is_one_line_and_exit_code_2(self):
        self.measured()
        view = self.view()
        done = self.kilter("view", "--port", view.port, code=2)
        self.assertEqual((done.out, len(done.err.splitlines())), ("", 1), done)
        self.assertIn(f"cannot listen on 127.0.0.1:{view.port}", done.err)

    def test_a_store_that_goes_away_is_said_on_the_page(self):
        self.measured()
        view = self.view()
        for path in self.folder.glob("store.db*"):
            path.unlink()
        status, _, text = view.ask("/")
        self.assertEqual(status, 500)
        self.assertIn("there is no store", text)
        self.assertFalse(self.store.exists())

    def test_a_store_that_is_put_in_the_place_of_another_is_followed(self):
        old = self.measured()
        view = self.view()
        listed = view.events("/events")
        self.assertEqual([one["id"] for one in listed.next()[1]["experiments"]], [old])
        self.store.rename(self.folder / "old.db")
        name, data = listed.next()
        self.assertEqual(name, "problem")
        self.assertIn("there is no store", data["message"])
        self.kilter("run", code=0)
        new = self.kilter("list", "--json", code=0).json()["experiments"][0]["id"]
        self.assertNotEqual(new, old)
        listed.until(lambda data: [(one["id"], one["stored"]) for one in data.get("experiments", [])] == [(new, 12)])
        listed.close()


if __name__ == "__main__":
    support.main()

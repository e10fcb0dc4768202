"""repro: a bundle that sha256sum verifies, whose script asks a real server again, and that holds no key."""

import hashlib
import json
import os
import subprocess

import support

KEY = "sk-sentinel-4711-abcdefghijklmnop"
SUITE = str(support.ROOT / "suites/starter/main.yaml")
SCENARIO = """
scenario: repro
api_key: %s
suites: [suites/starter/main.yaml]
runs: 3
engines:
  racing:
    default: {reasoning: "The task is plain.", content: {gold: true}}
    items:
      S-EN-3: {runs: AAB, A: {}, B: {reasoning: "We need ``` answer.\\n<script>x</script>"}}
""" % KEY


class Repro(support.TestCase):
    def run_suite(self, **settings):
        scenario = self.write("scenario.yaml", SCENARIO)
        self.url = self.sim(scenario).url
        config = self.config({"e": {"base_url": self.url, "model": "racing", "api_key_env": "TEST_KEY", **settings}},
                             suite=SUITE)
        config.write_text(config.read_text().replace("max_tokens: 64", "max_tokens: 512"))
        self.kilter("run", config.name, env={"TEST_KEY": KEY}, code=0)

    def verify(self, folder):
        done = subprocess.run(["sha256sum", "-c", "--strict", "SHA256SUMS"], cwd=folder, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [line.split(": ")[0] for line in done.stdout.decode().splitlines()]

    def test_an_item_that_differs(self):
        self.run_suite()
        told = self.kilter("repro", "S-EN-3", "-o", "bundle", code=0)
        self.assertIn("2 different outputs in 3 runs", told.out)
        self.assertIn("the first 3 valid runs, in stored order, already differ", told.out)
        bundle = self.folder / "bundle"
        checked = self.verify(bundle)
        files = sorted(str(path.relative_to(bundle)) for path in bundle.rglob("*") if path.is_file())
        self.assertEqual(sorted(checked + ["SHA256SUMS"]), files)
        for name in ("ISSUE.md", "request.json", "curl.sh", "compare.py", "settings.json", "fingerprints.json",
                     "repro.json", "runs/run-002.body", "runs/run-002.reasoning.txt", "runs/run-002.content.txt"):
            self.assertIn(name, files)
        rows = {row["k"]: row for row in self.rows("select * from run_result where item = 'S-EN-3'")}
        facts = json.loads((bundle / "repro.json").read_text())
        for run in facts["files"]:
            row = rows[run["k"]]
            for name, column in (("body_file", "body_sha256"), ("content_file", "content_sha256"),
                                 ("reasoning_file", "reasoning_sha256")):
                data = (bundle / run[name]).read_bytes()
                self.assertEqual(hashlib.sha256(data).hexdigest(), row[column])
        request = (bundle / "request.json").read_bytes()
        self.assertEqual(hashlib.sha256(request).hexdigest(), rows[0]["request_sha256"])
        issue = (bundle / "ISSUE.md").read_text()
        self.assertIn("````text\nWe need ``` answer.\\n<script>x</script>\n````", issue)
        self.assertNotIn("deterministic", issue.lower())
        self.assertEqual(json.loads((bundle / "settings.json").read_text())["model"], "racing")

    def test_the_script_asks_again_and_gets_the_same_bytes(self):
        self.run_suite()
        self.kilter("repro", "S-EN-3", "-o", "bundle", code=0)
        bundle = self.folder / "bundle"
        env = {"PATH": os.environ["PATH"], "TEST_KEY": KEY}
        done = subprocess.run(["sh", "curl.sh", "3"], cwd=bundle, env=env, capture_output=True, timeout=support.LIMIT)
        self.assertEqual(done.returncode, 0, done.stderr)
        for k in range(3):  # the simulated engine answers the next three like the first
            again = (bundle / f"again/run-{k:03}.body").read_bytes()
            self.assertEqual(again, (bundle / f"runs/run-{k:03}.body").read_bytes())
        self.assertIn("again: 2 different of 3: A A B", done.stdout.decode())
        self.assertIn("status 200", done.stdout.decode())
        self.verify(bundle)  # what was kept is untouched
        twice = subprocess.run(["sh", "curl.sh", "3"], cwd=bundle, env=env, capture_output=True)
        self.assertNotEqual(twice.returncode, 0)  # `again` is there
        del env["TEST_KEY"]
        refused = subprocess.run(["sh", "curl.sh", "1", "third"], cwd=bundle, env=env, capture_output=True)
        self.assertIn("status 401", refused.stdout.decode())
        self.assertIn("cannot be read as a chat completion", refused.stdout.decode())

    def test_whole_bodies_too(self):
        scenario = self.write("scenario.yaml", SCENARIO)
        config = self.config({"e": {"base_url": self.sim(scenario).url, "model": "racing", "api_key_env": "TEST_KEY"}},
                             suite=SUITE)
        config.write_text(config.read_text().replace("max_tokens: 64", "max_tokens: 512, stream: false"))
        self.kilter("run", config.name, env={"TEST_KEY": KEY}, code=0)
        self.kilter("repro", "S-EN-3", "-o", "bundle", code=0)
        done = subprocess.run(["sh", "curl.sh", "3"], cwd=self.folder / "bundle", capture_output=True,
                              env={"PATH": os.environ["PATH"], "TEST_KEY": KEY}, timeout=support.LIMIT)
        self.assertIn("runs: 2 different of 3: A A B\n", done.stdout.decode())
        self.assertIn("again: 2 different of 3: A A B\n", done.stdout.decode())

    def test_no_key_stands_in_the_bundle(self):
        def answer(path, headers, body):
            if not path.endswith("/chat/completions"):
                return support.http_answer(json.dumps({"object": "list", "data": [{"id": KEY}], "api_key": KEY}))
            return support.http_answer(support.completion(f"the key is {headers['Authorization']}"))
        server = support.Trickster(answer)
        self.addCleanup(server.__exit__)
        self.write("suite.yaml", support.suite_text(1))
        config = self.config({"e": {"base_url": server.url, "api_key_env": "TEST_KEY"}}, runs=2)
        config.write_text(config.read_text().replace("max_tokens: 64", "max_tokens: 64, stream: false"))
        self.kilter("run", config.name, env={"TEST_KEY": KEY})
        told = self.kilter("repro", "i-00", "-o", "bundle", code=0)
        self.assertNotIn(KEY, told.out + told.err)
        for path in (self.folder / "bundle").rglob("*"):
            if path.is_file():
                self.assertNotIn(KEY.encode(), path.read_bytes(), path.name)
        self.assertIn("TEST_KEY", (self.folder / "bundle/curl.sh").read_text())

    def test_a_stable_item_is_said_to_be_stable(self):
        self.run_suite()
        told = self.kilter("repro", "S-EN-1", "--json", "-o", "bundle", code=0).json()
        self.assertEqual((told["unstable"], told["distinct"], told["fewest_requests"]), (False, 1, None))
        issue = (self.folder / "bundle/ISSUE.md").read_text()
        self.assertIn("This bundle shows no difference between runs", issue)
        self.verify(self.folder / "bundle")

    def test_bad_input_is_one_line_and_writes_nothing(self):
        self.run_suite()
        (self.folder / "full").mkdir()
        (self.folder / "full/mine").write_text("mine")
        for words, message in ((("S-EN-3", "-o", "full"), "is not empty"), (("S-EN-9", "-o", "new"), "S-EN-9"),
                               (("S-EN-3", "--engine", "f", "-o", "new"), "engine 'f'"),
                               (("S-EN-3", "-o", "full/mine"), "is no folder"),
                               (("S-EN-3", "--in", "nope", "-o", "new"), "nope")):
            with self.subTest(words):
                outcome = self.kilter("repro", *words, code=2)
                self.assertEqual(outcome.out, "")
                self.assertIn(message, outcome.err)
                self.assertEqual(outcome.err.count("\n"), 1)
        self.assertFalse((self.folder / "new").exists())
        self.assertEqual(os.listdir(self.folder / "full"), ["mine"])


if __name__ == "__main__":
    support.main()

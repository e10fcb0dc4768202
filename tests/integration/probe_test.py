"""kilter probe against the simulated engines: every class, over real HTTP, read back from the real store."""

import json

import support
from support import ROOT

STARTER = ROOT / "suites/starter/main.yaml"


class Probe(support.TestCase):
    def probe(self, scenario, model, *arguments, code=0):
        """The JSON of a probe of one model, with its rows by (prompt, tokens)."""
        sim = self.sim(scenario)
        done = self.kilter("probe", sim.url, "--model", model, "--store", self.store, "--json", *arguments, code=code)
        report = done.json()
        report["rows"] = {(row["id"], row["tokens"]): row for row in report["prompts"]}
        report["err"] = done.err
        self.url = sim.url
        return report

    def verdict(self, report):
        return report["verdict"]["prefill"], report["verdict"]["decode"]

    def test_the_default_probe_is_60_requests_one_at_a_time(self):
        report = self.probe("steady", "m")
        self.assertEqual(self.verdict(report), ("identical", "identical"))
        self.assertEqual(report["engine"], "m")
        self.assertNotIn("unstable", report["err"])  # nothing is scored while it runs
        self.assertEqual(sorted(report["rows"]), [("P1", 1), ("P1", 4), ("P2", 1), ("P2", 4), ("P3", 1), ("P3", 4)])
        for row in report["prompts"]:
            self.assertEqual((row["n"], row["of"], row["distinct"], row["class"]), (10, 10, 1, "identical"))
            self.assertEqual(row["max_delta_nats"], 0)
            self.assertEqual([one["token"] for one in row["positions"]], [1, 2, 3, 4][:row["tokens"]])
        self.assertEqual(report["engines"][0]["top_logprobs"], 20)
        self.assertEqual(report["engines"][0]["first_tokens"][0]["differing_upper95"], 0.1611)  # 0 of 20
        rows = self.rows("select item, k from run_result order by rowid")
        self.assertEqual(len(rows), 60)
        bodies = {json.dumps(row) for row in self.rows("select distinct request_sha256 from run_result")}
        self.assertEqual(len(bodies), 6)

    def test_racy_prefill(self):
        report = self.probe("racy_prefill", "racy")
        self.assertEqual(report["verdict"]["prefill"], "values_changed")
        for row in report["prompts"]:
            self.assertEqual((row["distinct"], row["class"]), (10, "values_changed"))
            self.assertGreaterEqual(row["max_delta_nats"], 0.25)
            self.assertLessEqual(row["max_delta_nats"], 3)
        for first in report["engines"][0]["first_tokens"]:
            self.assertEqual((first["n"], first["distinct"], first["fewest_states95"]), (20, 20, 71))

    def test_the_probe_sees_what_the_suite_called_stable(self):
        sim = self.sim("racy_prefill")
        config = self.config({"racy": sim.url, "control": sim.url}, suite=STARTER)
        config.write_text(config.read_text().replace("max_tokens: 64", "max_tokens: 512"))
        board = self.kilter("run", config, "--json").json()
        unstable = {row["engine"]: row["unstable"]["ids"] for row in board["engines"]}
        self.assertEqual(unstable, {"racy": ["S-EN-3"], "control": []})
        done = self.kilter("probe", config, "--items-from", "latest", "--json", code=0).json()
        rows = [row for row in done["prompts"] if row["engine"] == "racy"]
        self.assertEqual(len(rows), 16)
        for row in rows:
            self.assertEqual(row["distinct"], 10, row["id"])
            self.assertEqual(row["suite_result"]["stable"], row["id"] != "S-EN-3")
            self.assertEqual(row["suite_result"]["runs"], 3)
        for row in done["prompts"]:
            if row["engine"] == "control":
                self.assertEqual((row["distinct"], row["class"]), (1, "identical"))
        text = " ".join(self.kilter("probe", "--stored", code=0).out.split())
        self.assertIn("7 items were stable in the suite (3 runs, one output each), and the probe sees them differ", text)
        # The board stays that of the suite.
        self.assertEqual(self.kilter("board", "--json").json()["engines"][0]["suite"], "starter")

    def test_the_founding_case(self):
        """Ten distinct of ten, also on items that looked stable in the suite; the fixed engine is alike."""
        sim = self.sim("qsa-topk")
        env = {"KILTER_SIM_URL": sim.url}
        self.kilter("run", ROOT / "config/founding.yaml", "--engine", "stock,fixed", "--item", "T1-01,T1-02,T1-03",
                    "--store", self.store, env=env)
        report = self.kilter("probe", "--items-from", "latest", "--store", self.store, "--json", code=0).json()
        for row in report["prompts"]:
            with self.subTest(f"{row['engine']} {row['id']} {row['tokens']}"):
                self.assertEqual(row["suite_result"]["stable"], row["engine"] == "fixed" or row["id"] != "T1-03")
                self.assertEqual(row["distinct"], 10 if row["engine"] == "stock" else 1)
                if row["engine"] == "stock" and row["suite_result"]["stable"]:
                    self.assertTrue(0.25 <= row["max_delta_nats"] <= 3)
        by_engine = {one["engine"]: one["prefill"]["class"] for one in report["engines"]}
        self.assertEqual(by_engine, {"stock": "values_changed", "fixed": "identical"})

    def test_chosen_items_and_the_engines_of_their_experiment(self):
        sim = self.sim("racy_prefill")
        config = self.config({"racy": sim.url, "control": sim.url}, suite=STARTER)
        self.kilter("run", config, "--item", "S-EN-1,S-EN-2", code=0)
        done = self.kilter("probe", "--items-from", "latest", "--item", "S-EN-2", "--engine", "racy", "--runs", "3",
                           "--json", code=0).json()
        self.assertEqual([(row["id"], row["n"]) for row in done["prompts"]], [("S-EN-2", 3), ("S-EN-2", 3)])
        self.kilter("probe", "--items-from", "latest", "--item", "S-EN-9", code=2)

    def test_decode_drift(self):
        report = self.probe("decode_drift", "drifting")
        self.assertEqual(self.verdict(report), ("identical", "values_changed"))
        self.assertEqual(report["rows"]["P1", 1]["distinct"], 1)
        self.assertEqual(report["rows"]["P1", 4]["distinct"], 10)
        self.assertEqual(report["engines"][0]["decode"]["first_token"], 2)

    def test_cold_and_warm(self):
        report = self.probe("cold_warm", "cached", "--prompt", "Count the boats.")
        first = report["engines"][0]["first_tokens"][0]
        self.assertTrue(first["first_differs"])
        self.assertTrue(report["rows"]["P1", 1]["first_differs"])
        # The four tokens come second, when the prompt is warm.
        self.assertEqual(report["rows"]["P1", 4]["distinct"], 1)
        cached = [one["cached_tokens"] for one in report["rows"]["P1", 1]["requests"]]
        self.assertEqual(cached[0], 0)
        self.assertTrue(all(tokens > 0 for tokens in cached[1:]))
        text = " ".join(self.kilter("probe", "--stored", "--store", self.store).out.split())
        self.assertIn("The first request stands alone against all others, which are alike: P1.", text)
        self.assertIn("19 of 20 requests took cached tokens", text)

    def test_cold_asks_for_a_prefill_each_time(self):
        for dialect in ("llama_cpp", "vllm"):
            with self.subTest(dialect):
                report = self.probe("cold_warm", "cached", "--prompt", f"By {dialect}.", "--cold", "--dialect", dialect)
                self.assertEqual(self.verdict(report), ("identical", "identical"))
                self.assertEqual(report["engines"][0]["cache"], "cold")
                for row in report["prompts"]:
                    self.assertEqual({one["cached_tokens"] for one in row["requests"]}, {0})

    def test_order_set_floors_and_number_text(self):
        cases = [("order_only", "swapping", "order_only", 2), ("set_changed", "replacing", "set_changed", 2),
                 ("floors", "floors", "identical", 1), ("floors", "changing-floors", "identical", 1),
                 ("floors", "falling", "values_changed", 2), ("number_text", "rewriting", "identical", 1)]
        for scenario, model, kind, distinct in cases:
            with self.subTest(model):
                report = self.probe(scenario, model, "--prompt", f"For {model}.")
                row = report["rows"]["P1", 1]
                self.assertEqual((row["class"], row["distinct"]), (kind, distinct))
                self.assertEqual(report["verdict"]["prefill"], kind)
                token = row["positions"][0]
                self.assertEqual(token["floors"] > 0, scenario == "floors")
                self.assertEqual(token["floor_changed"], model == "falling")
                self.assertEqual(row["distinct_texts"] > row["distinct"], model in ("changing-floors", "rewriting"))
                self.assertEqual(row["max_delta_nats"], 0)  # floors are in no difference

    def test_engines_without_log_probabilities(self):
        for model in ("refuses", "ignores", "says-null"):
            with self.subTest(model):
                report = self.probe("no_logprobs", model, code=3)
                self.assertEqual(self.verdict(report), ("unsupported", "unsupported"))
                self.assertEqual({(row["class"], row["n"]) for row in report["prompts"]}, {("unsupported", 0)})
                self.assertIsNone(report["engines"][0]["top_logprobs"])
                text = self.kilter("probe", self.url, "--model", model, "--store", self.store, code=3).out
                self.assertIn("cannot be probed", text)
                self.assertIn("kilter run", text)
        self.assertFalse(self.store.exists())  # nothing was measured, nothing is kept

    def test_a_short_list_is_found_by_asking(self):
        report = self.probe("no_logprobs", "few")
        engine = report["engines"][0]
        self.assertEqual(engine["top_logprobs"], 5)
        self.assertIn("it refuses 6", engine["limit"])
        self.assertEqual(report["rows"]["P1", 1]["positions"][0]["listed"], {"min": 5, "max": 5})
        self.assertEqual(self.verdict(report), ("identical", "identical"))
        # What was found is kept with the probe.
        again = self.kilter("probe", "--stored", "--store", self.store, "--json", code=0).json()
        self.assertEqual(again["engines"], report["engines"])

    def test_a_failed_request_is_compared_with_nothing_and_sent_again_for_nothing(self):
        """Transport errors are sent again as in a run; an answer never is, whatever its numbers."""
        seen = []

        def answer(path, _, body):
            if not path.endswith("/chat/completions"):
                return support.http_answer('{"data": [{"id": "m"}]}')
            request = json.loads(body)
            count = "Count from one" in body.decode()
            if not count:
                seen.append(request["max_tokens"])
            if not count and len(seen) == 2:
                return support.http_answer('{"error": {"message": "bad luck"}}', status="400 Bad Request")
            number = -1 - len(seen) / 64
            one = {"token": "a", "logprob": number}
            return support.http_answer(json.dumps({"id": "c", "choices": [{
                "index": 0, "message": {"role": "assistant", "content": "a"}, "finish_reason": "length",
                "logprobs": {"content": [{**one, "top_logprobs": [one]}]}}]}))

        with support.Trickster(answer) as engine:
            arguments = ["probe", engine.url, "--model", "m", "--prompt", "x", "--runs", "4", "--store", self.store]
            report = self.kilter(*arguments, "--json", code=3).json()
            asked = len(seen)
            # Run again, it sends nothing: a verdict that one does not like is no reason to ask.
            again = self.kilter(*arguments, "--json", code=3)
            self.assertEqual(len(seen), asked)
            self.assertIn("Nothing to send", again.err)
            self.assertEqual(again.json()["prompts"], report["prompts"])
            self.kilter(*arguments, "--retry-errors", code=0)
            self.assertEqual(len(seen), asked + 1)
        self.assertEqual(asked, 8)
        row = report["prompts"][0]
        self.assertEqual((row["n"], row["failed"], row["distinct"]), (3, 1, 3))
        self.assertEqual([one["attempts"] for one in row["requests"]], [1, 1, 1, 1])
        self.assertEqual(row["requests"][1]["variant"], "!")
        self.assertEqual(row["positions"][0]["variants"][1], "!")
        self.assertEqual({one["n"] for one in self.rows(
            "select count(*) as n from attempt group by item, k")} - {1, 2}, set())

    def test_several_engines_and_one_that_is_away(self):
        sim = self.sim("racy_prefill")
        config = self.config({"racy": sim.url, "control": sim.url,
                              "away": f"http://127.0.0.1:{support.unused_port()}/v1"}, suite=STARTER)
        done = self.kilter("probe", config, "--runs", "3", "--json", code=3)
        report = done.json()
        self.assertIsNone(report["engine"])
        self.assertEqual(report["verdict"]["prefill"], "values_changed")
        self.assertEqual([one["engine"] for one in report["engines"]], ["racy", "control", "away"])
        self.assertTrue(report["engines"][2]["problem"])
        self.kilter("probe", config, "--engine", "away", code=4)

    def test_prompts_beside_the_suite_and_from_a_file(self):
        sim = self.sim("steady")
        self.write("s/main.yaml", support.suite_text(1))
        config = self.config({"e": sim.url}, suite="s/main.yaml")
        self.write("s/probe.yaml", "prompts:\n  - {id: own, text: Say one word.}\n")
        report = self.kilter("probe", config, "--runs", "2", "--json", code=0).json()
        self.assertEqual({row["id"] for row in report["prompts"]}, {"own"})
        other = self.write("other.yaml", "prompts:\n  - {id: far, text: Say two.}\n")
        report = self.kilter("probe", config, "--runs", "2", "--prompts", other, "--json", code=0).json()
        self.assertEqual({row["id"] for row in report["prompts"]}, {"far"})
        broken = self.write("broken.yaml", "prompts:\n  - {id: far, txt: Say two.}\n")
        self.assertIn("broken.yaml:2:", self.kilter("probe", config, "--prompts", broken, code=2).err)

    def test_bad_input_is_one_clear_line(self):
        for arguments, wanted in [
                (["http://127.0.0.1:1/v1"], "--model"),
                (["ftp://h/v1", "--model", "m"], "base_url"),
                (["no.yaml"], "no.yaml"),
                (["no.yaml", "--model", "m"], "go with a URL"),
                (["http://127.0.0.1:1/v1", "--model", "m", "--engine", "e"], "a URL is one engine"),
                (["--prompt", "a", "--prompts", "f"], "one of --prompt"),
                (["--item", "a"], "--items-from"),
                (["http://127.0.0.1:1/v1", "--model", "m", "--dialect", "klingon"], "is no dialect"),
                (["http://127.0.0.1:1/v1", "--model", "m", "--api-key-env", "KILTER_NO_SUCH"], "KILTER_NO_SUCH"),
                (["--stored", "--store", "none.db"], "none.db")]:
            with self.subTest(arguments):
                done = self.kilter("probe", *arguments, code=2)
                self.assertIn(wanted, done.err)
                self.assertEqual(done.out, "")

    def test_a_probe_is_no_board_and_shows_itself_again(self):
        report = self.probe("racy_prefill", "racy", "--runs", "3")
        self.assertIn(report["experiment"], report["err"])
        again = self.kilter("probe", "--stored", report["experiment"], "--store", self.store, "--json", code=0).json()
        self.assertEqual(again["prompts"], report["prompts"])
        listed = self.kilter("list", "--store", self.store, "--json").json()["experiments"]
        self.assertEqual([one["kind"] for one in listed], ["probe"])
        self.assertEqual(self.kilter("board", "--store", self.store, code=2).out, "")
        for command in ("board", "rerun"):
            done = self.kilter(command, report["experiment"], "--store", self.store, code=2)
            self.assertIn("is a probe", done.err)

    def test_the_text(self):
        sim = self.sim("racy_prefill")
        done = self.kilter("probe", sim.url, "--model", "racy", "--store", self.store, code=0)
        self.assertTrue(all(len(line) <= 80 for line in done.out.splitlines()), done.out)
        self.assertGolden("probe.txt", done.out)
        coloured = self.kilter("--color", "always", "probe", "--stored", "--store", self.store).out
        self.assertIn("\x1b[32mA\x1b[0m", coloured)


if __name__ == "__main__":
    support.main()

"""kilter isolate over real HTTP: verdicts on scenarios whose switch is known, hooks, refusals, and the stored result."""

import json
import re

import support
from support import ROOT

STARTER = ROOT / "suites/starter/main.yaml"
SWITCHES = ["cache", "concurrency", "stream", "logprobs", "structured", "seed", "order"]


def by_name(document):
    return {arm["arm"]: arm for arm in document["arms"]}


class Isolate(support.TestCase):
    def isolated(self, scenario, model, dialect, *more, suite=STARTER, code=0):
        sim = self.sim(scenario)
        config = self.config({model: {"base_url": sim.url, "dialect": dialect}}, suite=suite, runs=3)
        return config, self.kilter("isolate", config, *more, code=code)

    def stored(self, config, *more, code=0):
        return self.kilter("isolate", config, "--stored", "--json", *more, code=code).json()

    def test_turning_the_cache_off_shows(self):
        config, done = self.isolated("cold_warm", "cached", "vllm")
        found = self.stored(config)
        self.assertEqual(found["schema"], "kilter.isolate/1")
        self.assertEqual((found["items"], found["runs"], found["partial"]), (8, 3, False))
        arms = by_name(found)
        self.assertEqual(list(arms), ["baseline", "aa", *SWITCHES])
        # The first run of each arm meets a cold cache: two items of the scenario read otherwise then.
        for name in ("baseline", "aa", "stream", "seed"):
            self.assertEqual(arms[name]["unstable"]["names"], ["starter/S-HU-2", "starter/S-EN-3"], name)
            self.assertEqual(arms[name]["value_flips"]["items"], 1, name)
        cache = arms["cache"]
        self.assertEqual((cache["unstable"]["items"], cache["unstable"]["of"]), (0, 8))
        self.assertIs(cache["live"], True)
        self.assertEqual(cache["evidence"][0]["evidence"],
                         "no run had cached tokens; 16 of 24 of the baseline had some")
        versus = cache["versus_aa"]
        self.assertEqual((versus["test"], versus["only_arm"], versus["only_aa"]), ("mcnemar", 0, 2))
        self.assertEqual(versus["p_value"], 0.5)  # 2 x 0.5^2
        self.assertTrue(versus["too_few_to_tell"])
        self.assertFalse(versus["within_spread"])
        self.assertIsNone(arms["aa"]["versus_aa"])
        self.assertEqual(arms["baseline"]["versus_aa"]["p_value"], 1.0)
        self.assertIs(arms["stream"]["live"], True)
        self.assertIs(arms["logprobs"]["live"], True)
        self.assertIs(arms["order"]["live"], True)
        self.assertIsNone(arms["seed"]["live"])
        hints = {hint["shape"]: hint for hint in found["hints"]}
        self.assertEqual(hints["first_differs"]["count"], 2)
        # The table, its sentences and its hints, at 80 columns.
        text = re.sub(r"up to \d requests", "up to N requests", done.out)
        self.assertTrue(all(len(line) <= 80 for line in text.splitlines()), text)
        self.assertGolden("isolate_cold_warm.txt", text)

    def test_each_arm_has_a_cache_of_its_own_and_the_same_bytes_in_all_its_runs(self):
        self.isolated("cold_warm", "cached", "vllm")
        rows = self.rows("select engine, item, count(distinct request_sha256) as n from run_result group by 1, 2")
        self.assertEqual({row["n"] for row in rows}, {1})
        cold = self.rows("select engine, k, sum(cached_tokens = 0) as cold from run_result "
                         "where engine in ('baseline', 'aa', 'cache') group by 1, 2 order by 1, 2")
        self.assertEqual([(row["engine"], row["cold"]) for row in cold],
                         [("aa", 8), ("aa", 0), ("aa", 0), ("baseline", 8), ("baseline", 0), ("baseline", 0),
                          ("cache", 8), ("cache", 8), ("cache", 8)])

    def test_turning_concurrency_up_shows(self):
        config, done = self.isolated("batch_dependent", "batched", "openai")
        found = self.stored(config)
        arms = by_name(found)
        self.assertNotIn("cache", arms)
        self.assertEqual(found["not_tried"], [
            {"switch": "cache", "reason": "the dialect openai has no way to ask for a cold cache"}])
        busy = arms["concurrency"]
        self.assertEqual((busy["unstable"]["items"], busy["unstable"]["of"]), (8, 8))
        self.assertEqual(busy["versus_aa"]["p_value"], 0.0078)  # 2 x 0.5^8
        self.assertEqual(busy["versus_aa"]["p_adjusted"], 0.0469)  # Holm: times six arms
        self.assertIsNone(busy["live"])
        for name in ("baseline", "aa", "stream", "seed", "order", "logprobs", "structured"):
            self.assertEqual(arms[name]["unstable"]["items"], 0, name)
        self.assertEqual({hint["shape"] for hint in found["hints"]}, {"follows_concurrency"})
        self.assertEqual(found["hints"][0]["count"], 8)
        self.assertIn("Differs from A/A at 5% (Holm) in how many items waver: concurrency: 4", done.out)
        text = re.sub(r"up to \d requests", "up to N requests", done.out)
        self.assertGolden("isolate_batch_dependent.txt", text)

    def test_nothing_is_sent_twice_and_a_stored_result_needs_no_engine(self):
        sim = self.sim("steady")
        config = self.config({"m": sim.url}, suite=STARTER, runs=2)
        self.kilter("isolate", config, "--item", "S-EN-1", "--item", "S-EN-2", code=0)
        asked = len(sim.asked())
        again = self.kilter("isolate", config, "--item", "S-EN-1", "--item", "S-EN-2", code=0)
        self.assertIn("Nothing to send", again.err)
        self.assertEqual(len(sim.asked()), asked)
        sim.__exit__()
        stored = self.kilter("isolate", "--stored", "--store", self.store, code=0)
        self.assertEqual(stored.out, again.out)
        latest = self.kilter("list", "--json", "--store", self.store, code=0).json()["experiments"][-1]
        self.assertEqual(latest["kind"], "isolate")
        named = self.kilter("isolate", "--stored", latest["id"], "--json", "--store", self.store, code=0)
        self.assertEqual(named.json()["experiment"], latest["id"])

    def test_items_are_chosen_by_an_older_experiment(self):
        sim = self.sim("cold_warm")
        config = self.config({"cached": {"base_url": sim.url, "dialect": "vllm"}}, suite=STARTER, runs=3)
        self.kilter("run", config)
        done = self.kilter("isolate", config, "--items-from", "latest", "--unstable", "--json", code=0).json()
        self.assertEqual(done["item_names"], ["starter/S-HU-2", "starter/S-EN-3"])
        run = self.rows("select id from experiment order by seq")[0]["id"]
        self.assertEqual(done["items_from"], run)
        # Its runs are no part of the new ones: every arm has its own.
        self.assertEqual({arm["trials"]["stored"] for arm in done["arms"]}, {6})
        wrong = self.kilter("isolate", config, "--unstable", code=2)
        self.assertIn("name it with --items-from", wrong.err)

    def hooked(self, arms, **more):
        sim = self.sim("steady")
        text = "arms:\n" + "".join(f"  - {json.dumps(arm)}\n" for arm in arms)
        return sim, self.config({"m": sim.url}, suite=STARTER, runs=2, more=text, **more)

    def test_commands_run_only_where_they_are_allowed(self):
        sim, config = self.hooked([
            {"name": "restarted", "before_arm": "echo restarted $KILTER_ARM; date >> launches.txt"}])
        refused = self.kilter("isolate", config, code=2)
        self.assertIn("would run a command: echo restarted", refused.err)
        self.assertEqual(sim.asked(), [])
        self.assertFalse((self.folder / "launches.txt").exists())
        done = self.kilter("isolate", config, "--allow-hooks", "--item", "S-EN-1", "--json", code=0).json()
        self.assertEqual(done["schedule"], "blocked")
        launches = by_name(done)["restarted"]["launches"]
        self.assertEqual([(one["launch"], one["exit_code"], one["output"]) for one in launches],
                         [("1", 0, "restarted restarted\n")])
        self.assertEqual(len((self.folder / "launches.txt").read_text().splitlines()), 1)
        # Complete: neither a request nor a command.
        self.kilter("isolate", config, "--allow-hooks", "--item", "S-EN-1", code=0)
        self.assertEqual(len((self.folder / "launches.txt").read_text().splitlines()), 1)

    def test_a_failed_command_ends_its_arm_and_can_be_gone_on_with(self):
        _, config = self.hooked([
            {"name": "fails", "before_arm": "echo no such kernel; test -e ready"},
            {"name": "works", "before_arm": "true"}])
        done = self.kilter("isolate", config, "--allow-hooks", "--item", "S-EN-1", "--json", code=3)
        self.assertIn("fails: its command ended with exit code 1; 2 trials are missing.", done.err)
        self.assertIn("no such kernel", done.err)
        arms = by_name(done.json())
        self.assertEqual(arms["fails"]["trials"]["missing"], 2)
        self.assertEqual(arms["works"]["trials"]["missing"], 0)
        self.assertEqual(arms["fails"]["launches"][0]["exit_code"], 1)
        self.assertTrue(done.json()["partial"])
        self.write("ready", "")
        arms = by_name(self.kilter("isolate", config, "--allow-hooks", "--item", "S-EN-1", "--json", code=0).json())
        self.assertEqual([one["exit_code"] for one in arms["fails"]["launches"]], [1, 0])
        self.assertEqual(len(arms["works"]["launches"]), 1)

    def test_arms_that_cannot_be_compared_are_refused_before_any_request(self):
        cases = [
            ([{"name": "long", "override": {"request": {"max_tokens": 2048}}}],
             "arm 'long' cannot be compared with the A/A arm: max_tokens differ"),
            ([{"name": "other", "override": {"extra_body": {"chat_template_kwargs": {"enable_thinking": False}}}}],
             "arm 'other' cannot be compared with the A/A arm: prompts differ"),
            ([{"name": "a", "override": {"cash": "cold"}}], "unknown key 'cash' in arm 'a', override"),
        ]
        for number, (arms, problem) in enumerate(cases):
            with self.subTest(problem):
                config = self.config({"m": "http://127.0.0.1:9/v1"}, suite=STARTER, name=f"c{number}.yaml",
                                     more="arms:\n" + "".join(f"  - {json.dumps(arm)}\n" for arm in arms))
                refused = self.kilter("isolate", config, code=2)
                self.assertIn(problem, refused.err)
                self.assertFalse(self.store.exists())

    def test_a_switch_that_the_engine_refuses_is_not_measured_and_no_failure(self):
        def answer(_, __, body):
            if b'"logprobs":true' in body:
                return support.http_answer('{"error": {"message": "logprobs are off here"}}', "400 Bad Request")
            return support.http_answer(support.completion('{"code": "C-00"}') if body else "{}")
        with support.Trickster(answer) as engine:
            self.write("suite.yaml", support.suite_text(2))
            config = self.config({"m": engine.url}, runs=2)
            done = self.kilter("isolate", config, "--json", code=0)
        arms = by_name(done.json())
        self.assertIn("logprobs are off here", arms["logprobs"]["refused"])
        self.assertIsNone(arms["seed"]["refused"])
        self.assertFalse(done.json()["partial"])

    def test_an_engine_that_is_not_there_is_said_in_one_line(self):
        config = self.config({"m": {"base_url": f"http://127.0.0.1:{support.unused_port()}/v1", "dialect": "auto"}},
                             suite=STARTER)
        self.assertEqual(self.kilter("isolate", config, code=4).out, "")
        one = self.config({"m": "http://127.0.0.1:9/v1"}, suite=STARTER, runs=1, name="one.yaml")
        self.assertIn("isolate needs runs: 2 or more", self.kilter("isolate", one, code=2).err)
        self.assertIn("no engine 'x'", self.kilter("isolate", config, "--engine", "x", code=2).err)


if __name__ == "__main__":
    support.main()

"""Gates decide the exit code; check asks every engine who it is and shows the exact request."""

import contextlib
import hashlib
import sqlite3

import support


class GatesAndCheck(support.TestCase):
    def wavering(self, gates="", runs=3):
        self.write("suite.yaml", support.suite_text(3))
        sim = self.sim(self.write("waver.yaml", """scenario: waver
suites: [./suite.yaml]
runs: 3
engines:
  steady: {default: {content: {gold: true}}}
  waver:
    default: {content: {gold: true}}
    items:
      i-01: {runs: AAB, A: {}, B: {content: {gold: {set: {code: "C-99"}}}}}
"""))
        return sim, self.config({"steady": sim.url, "waver": sim.url}, runs=runs, more=gates)

    def test_gates_that_hold(self):
        self.wavering("gates: {min_points: 2, max_unstable: 1, max_value_flips: 1, max_loops: 0, min_runs: 3}\n")
        board = self.kilter("run", "--json", code=0).json()
        self.assertEqual({gate["state"] for gate in board["gates"]}, {"holds"})
        self.assertEqual(len(board["gates"]), 10)

    def test_a_violated_gate_is_exit_code_1(self):
        self.wavering("gates: {max_unstable: 0}\n")
        board = self.kilter("run", "--json", code=1).json()
        states = {gate["engine"]: (gate["state"], gate["line"]) for gate in board["gates"]}
        self.assertEqual(states["steady"][0], "holds")
        self.assertEqual(states["waver"], ("fails", "unstable items 1 > max_unstable 0"))
        text = self.kilter("board", code=1).out
        self.assertIn("fails", text)
        self.kilter("report", "-o", "r.md", code=1)

    def test_too_few_runs_never_pass(self):
        self.wavering("gates: {max_unstable: 0, min_runs: 3}\n", runs=2)
        board = self.kilter("run", "--json", code=3).json()
        self.assertEqual({gate["state"] for gate in board["gates"] if gate["gate"] == "min_runs"}, {"inconclusive"})

    def test_a_violated_gate_stays_violated_with_trials_missing(self):
        _, config = self.wavering("gates: {min_points: 99}\n")
        config.write_text(config.read_text().replace(
            "engines:\n", f'engines:\n  - {{name: gone, base_url: "http://127.0.0.1:{support.unused_port()}/v1",'
            " model: m, dialect: openai}\n"))
        board = self.kilter("run", "--json", code=1).json()
        states = {gate["engine"]: gate["state"] for gate in board["gates"]}
        self.assertEqual(states, {"steady": "fails", "waver": "fails", "gone": "inconclusive"})

    def test_edited_gates_hold_without_a_new_measurement(self):
        sim, config = self.wavering("gates: {max_unstable: 1}\n")
        self.kilter("run", code=0)
        asked = len(sim.asked())
        text = config.read_text()
        config.write_text(text.replace("max_unstable: 1", "max_unstable: 0"))
        self.assertIn("Nothing to send", self.kilter("run", code=1).err)
        self.kilter("board", code=1)
        self.assertIn("max_unstable: 0", self.rows("select config_text from experiment")[0]["config_text"])
        config.write_text(text.replace("gates: {max_unstable: 1}\n", ""))
        self.assertNotIn("gates", self.kilter("run", "--json", code=0).json())
        self.kilter("board", code=0)
        config.write_text(text.replace("max_unstable: 1", "min_points: 99"))
        self.kilter("run", code=1)
        self.assertEqual(len(sim.asked()), asked)
        self.assertEqual(len(self.rows("select id from experiment")), 1)

    def test_edited_gates_hold_for_a_resumed_experiment(self):
        sim, config = self.wavering("gates: {max_unstable: 0}\n")
        self.kilter("run", code=1)
        with contextlib.closing(sqlite3.connect(self.store)) as connection:
            connection.execute("pragma foreign_keys = on")
            connection.execute("delete from trial where id = (select max(id) from trial)")
            connection.commit()
        text = config.read_text()
        config.write_text(text.replace("max_unstable: 0", "max_unstable: 1"))
        self.assertIn("Going on with", self.kilter("run", code=0).err)
        self.kilter("board", code=0)

    def test_min_points_is_left_out_for_a_part_of_the_suite(self):
        _, config = self.wavering("gates: {min_points: 2, max_loops: 0}\n")
        self.kilter("run", code=0)
        for command in (("run", "--item", "i-00"), ("rerun", "latest", "--item", "i-00")):
            board = self.kilter(*command, "--json", code=0).json()
            gates = {(one["engine"], one["gate"]): one for one in board["gates"]}
            self.assertEqual(gates["steady", "min_points"]["state"], "left_out")
            self.assertIn("min_points 2 is for the whole suite: left out for 1 of its 3 items",
                          gates["steady", "min_points"]["line"])
            self.assertEqual(gates["steady", "max_loops"]["state"], "holds")
        self.assertIn("left out", self.kilter("board", code=0).out)
        config.write_text(config.read_text().replace("min_points: 2", "min_points: 2.9"))
        self.kilter("run", code=1)

    def test_check_asks_every_engine_and_sends_no_prompt(self):
        sim, config = self.wavering()
        done = self.kilter("check", config, "--json", code=0)
        self.assertEqual(sim.asked(), [])
        checked = done.json()
        self.assertEqual(checked["schema"], "kilter.check/1")
        self.assertEqual(checked["suites"][0]["items"], 3)
        for engine in checked["engines"]:
            self.assertIs(engine["reachable"], True)
            self.assertIsNone(engine["problem"])
            self.assertEqual(sorted(engine["models"]), ["steady", "waver"])
        self.assertFalse(self.store.exists())

    def test_check_prints_what_is_declared_of_an_engine_and_counts_one_as_one(self):
        self.write("suite.yaml", support.suite_text(1))
        sim = self.sim(self.write("one.yaml", "scenario: one\nsuites: [./suite.yaml]\nruns: 1\nengines:\n"
                                  "  e: {default: {content: {gold: true}}}\n"))
        self.config({"e": {"base_url": sim.url, "notes": {"launch": "serve \x1b[2J m", "hardware": "GB10"}}})
        done = self.kilter("check", code=0)
        self.assertEqual(done.err.splitlines()[0], "small: 1 item, 1 point")
        self.assertIn("e: answers, dialect openai, model e\n  declared: launch: serve ", done.err)
        self.assertIn("; hardware: GB10\n", done.err)
        self.assertNotIn("\x1b", done.err)
        offline = self.kilter("check", "--offline", code=0)
        self.assertIn("e: not asked, model e\n  declared: launch: serve ", offline.err)
        for more in ((), ("--offline",)):
            engine = self.kilter("check", "--json", *more, code=0).json()["engines"][0]
            self.assertEqual(engine["notes"], {"launch": "serve \x1b[2J m", "hardware": "GB10"})

    def test_check_names_what_is_wrong(self):
        sim, config = self.wavering()
        config.write_text(config.read_text().replace('"model": "waver"', '"model": "typo"'))
        done = self.kilter("check", config, code=3)
        self.assertIn("typo", done.err)
        self.config({"gone": f"http://127.0.0.1:{support.unused_port()}/v1"})
        self.kilter("check", code=4)
        self.kilter("check", "--offline", code=0)

    def test_the_request_that_check_shows_is_the_one_that_run_sends(self):
        sim, config = self.wavering(runs=1)
        shown = self.kilter("check", config, "--request", "i-01", code=0).out.splitlines()
        self.kilter("run", code=0)
        sent = {entry["model"]: entry["body_sha256"] for entry in sim.asked() if entry["item"] == "i-01"}
        bodies = [line for line in shown if line.startswith("{")]
        self.assertEqual([hashlib.sha256(body.encode()).hexdigest() for body in bodies],
                         [sent["steady"], sent["waver"]])
        for name, body in zip(("steady", "waver"), bodies):
            self.assertIn(f"# request_sha256 {sent[name]}", shown)
            self.assertIn('"temperature":0', body.replace(" ", ""))

    def test_rerun_with_another_setting_and_fewer_engines(self):
        sim, _ = self.wavering()
        self.kilter("run", code=0)
        before = len(sim.asked())
        done = self.kilter("rerun", "--unstable", "--engine", "steady", code=0)
        self.assertIn("nothing was sent", done.err)  # steady has no unstable item
        self.kilter("rerun", "--item", "i-00,i-02", "--runs", "2", "--set", "request.temperature=0.6", code=0)
        asked = sim.asked()[before:]
        self.assertEqual(len(asked), 8)
        self.assertEqual({entry["item"] for entry in asked}, {"i-00", "i-02"})
        self.assertTrue(all(entry["bytes_differ"] for entry in asked))
        refused = self.kilter("rerun", "--set", "request.colour=red", code=2)
        self.assertIn("colour", refused.err)


if __name__ == "__main__":
    support.main()

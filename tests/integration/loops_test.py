"""Loops from end to end: the early stop, what it is recorded as, and the table of before and after a remedy."""

import json
import math

import support

WAIT = "Wait, the total is named twice. Let me read the lines again\n"  # 60 code points
FULL = 2000 + 40 * 60  # what scenario `looping` says in its reasoning


def stream(reasoning, content, finish, tokens):
    """An answer as server-sent events, in deltas of 30 characters."""
    def event(delta, reason=None, **more):
        return "data: " + json.dumps({"choices": [{"index": 0, "delta": delta, "finish_reason": reason}], **more})
    events = [event({"reasoning": reasoning[i:i + 30]}) for i in range(0, len(reasoning), 30)]
    if content:
        events.append(event({"content": content}))
    usage = {"prompt_tokens": 100, "completion_tokens": tokens, "total_tokens": 100 + tokens}
    events += [event({}, finish, usage=usage), "data: [DONE]"]
    return support.http_answer("\n\n".join(events) + "\n\n", content_type="text/event-stream")


class Loops(support.TestCase):
    def looping(self, more="", runs=2):
        self.write("suite.yaml", support.suite_text(2))
        sim = self.sim("looping")
        self.config({"round": sim.url}, runs=runs, more=more)
        return sim

    def test_a_loop_is_cut_and_recorded_as_such(self):
        sim = self.looping()
        whole = self.kilter("run", "--json", code=0).json()["engines"][0]
        self.assertEqual(whole["trials"]["outcomes"], {"truncated_in_reasoning": 4})
        self.assertEqual(whole["loops"]["runs"], 4)
        self.assertNotIn("stop_loops", whole["condition"])

        cut = self.kilter("run", "--stop-loops", "8", "--json", code=0).json()["engines"][0]
        self.assertEqual(len(sim.asked()), 8)  # another plan, so another experiment; nothing was sent twice
        self.assertNotEqual(cut["experiment"], whole["experiment"])
        self.assertEqual(cut["trials"]["outcomes"], {"stopped_by_client": 4})
        self.assertEqual(cut["trials"]["failed"], 0)
        self.assertEqual(cut["loops"]["runs"], 4)
        self.assertEqual(sorted(cut["loops"]["items_all_runs"]), ["i-00", "i-01"])
        self.assertEqual(cut["condition"]["stop_loops"], 8)
        self.assertEqual(cut["points"]["mean"], 0)
        self.assertEqual(self.rows("select distinct attempts from run_result"), [{"attempts": 1}])
        digests = self.rows("select distinct plan_digest from experiment")
        self.assertEqual(len(digests), 2)

        shown = self.kilter("show", "i-01", "--json", code=0).json()["engines"][0]["runs"]
        for run in shown:
            loop = run["loops"][0]
            self.assertEqual((loop["verdict"], loop["start"], loop["period"]), ("loop", 2000, 60))
            # 1,024 code points are 17.07 copies; cut there, long before the 40 copies that the engine had to say.
            self.assertGreaterEqual(loop["repeats"], 1024 / 60)
            self.assertLess(2000 + 60 * loop["repeats"], FULL)
        self.assertIn("loops cut at 8 repeats", self.kilter("board", code=0).out)
        # Run again, it goes on with the plan that it is told, and nothing is missing in either.
        self.kilter("run", "--stop-loops", "8", code=0)
        self.kilter("run", code=0)
        self.assertEqual(len(sim.asked()), 8)

    def test_the_config_can_ask_for_it_and_is_refused_without_streams(self):
        self.looping("stop_loops: 4\n")
        board = self.kilter("run", "--json", code=0).json()["engines"][0]
        self.assertEqual(board["trials"]["outcomes"], {"stopped_by_client": 4})
        rerun = self.kilter("rerun", "--looping", "--set", "stop_loops=none", "--runs", "1", "--json", code=0).json()
        self.assertEqual(rerun["engines"][0]["trials"]["outcomes"], {"truncated_in_reasoning": 2})
        refused = self.kilter("rerun", board["experiment"], "--set", "request.stream=false", code=2)
        self.assertIn("request.stream", refused.err)
        config = self.folder / "kilter.yaml"
        config.write_text(config.read_text().replace("stop_loops: 4", "stop_loops: 1"))
        self.assertIn("stop_loops", self.kilter("run", code=2).err)
        self.kilter("run", "--stop-loops", "1", code=2)

    def test_a_remedy_is_shown_before_and_after(self):
        self.write("suite.yaml", support.suite_text(3))
        counted = "".join(f"Attempt {i}: read it again and add up the lines of the second page.\n" for i in range(40))

        def answer(path, _, body):
            if path.endswith("/models"):
                return support.http_answer(json.dumps({"object": "list", "data": [{"id": "m"}]}))
            request = json.loads(body)
            prompt = request["messages"][-1]["content"]
            if request["temperature"] > 0 or "C-02" in prompt:
                return stream("Read it.", support.code_answer(body), "stop", 50)
            return stream(WAIT * 40 if "C-00" in prompt else counted, "", "length", 1024)

        engine = support.Trickster(answer)
        self.addCleanup(engine.__exit__)
        self.config({"m": engine.url}, runs=2)
        first = self.kilter("run", "--json", code=0).json()["engines"][0]
        self.assertEqual(sorted(first["loops"]["items"]), ["i-00", "i-01"])  # one exact, one with a counter
        done = self.kilter("rerun", "--looping", "--set", "request.temperature=0.6", "--set",
                           "request.presence_penalty=1.5", "--json", code=0)
        remedy = done.json()["remedy"]
        self.assertEqual(remedy["before"], first["experiment"])
        self.assertEqual(remedy["changes"], ["request.temperature=0.6", "request.presence_penalty=1.5"])
        self.assertEqual([one["item"] for one in remedy["items"]], ["i-00", "i-01"])
        for one in remedy["items"]:
            self.assertEqual(one["before"], {"runs": 2, "looped": 2, "answered": 0, "points": 0,
                                             "completion_tokens": 1024})
            self.assertEqual((one["after"]["looped"], one["after"]["answered"]), (0, 2))
            self.assertGreater(one["after"]["points"], 0)
            self.assertTrue(math.isclose(one["after"]["completion_tokens"], 50))
        sent = [json.loads(body) for path, body in engine.requests if path.endswith("/chat/completions")]
        self.assertEqual({request["presence_penalty"] for request in sent[-4:]}, {1.5})
        text = self.kilter("rerun", first["experiment"], "--looping", "--set", "request.temperature=0.6", code=0).out
        self.assertIn("2/2 -> 0/2", text)
        self.assertIn("1024 -> 50", text)
        # Without --looping there is nothing to compare.
        self.assertNotIn("remedy", self.kilter("rerun", first["experiment"], "--item", "i-02", "--json", code=0).json())


if __name__ == "__main__":
    support.main()

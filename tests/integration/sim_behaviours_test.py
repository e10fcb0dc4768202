"""The scenarios with a behaviour, each asked over real HTTP: what moves, what stays, and by what."""

import concurrent.futures
import json
import re
import urllib.error
import urllib.request

import support

PROMPT = "Which date is named?"


def post(url, model, prompt=PROMPT, **more):
    """Status and body bytes."""
    body = {"model": model, "messages": [{"role": "user", "content": prompt}], "temperature": 0, **more}
    request = urllib.request.Request(url + "/chat/completions", json.dumps(body).encode(),
                                     {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=support.LIMIT) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def answer(url, model, prompt=PROMPT, **more):
    status, body = post(url, model, prompt, **more)
    if status != 200:
        raise AssertionError(f"{status}: {body!r}")
    return json.loads(body, parse_float=str)  # a number is compared by its text


def logprobs(url, model, tokens, top=20, **more):
    choice = answer(url, model, max_tokens=tokens, logprobs=True, top_logprobs=top, **more)["choices"][0]
    return choice["logprobs"]["content"]


def kinds(values):
    return len({json.dumps(value) for value in values})


class Behaviours(support.TestCase):
    def probe(self, scenario, model, n=6):
        """The lists of n requests at one token, then of n at four."""
        url = self.sim(scenario).url
        return [[logprobs(url, model, tokens) for _ in range(n)] for tokens in (1, 4)]

    def test_racy_prefill(self):
        one, four = self.probe("racy_prefill", "racy", 10)
        self.assertEqual(kinds(one), 10)
        self.assertEqual(kinds(four), 10)
        self.assertEqual(kinds([[entry["token"] for entry in run] for run in four]), 1)
        tops = [{c["token"]: float(c["logprob"]) for c in run[0]["top_logprobs"]} for run in one]
        self.assertEqual({len(top) for top in tops}, {20})
        apart = max(abs(tops[0][token] - tops[1][token]) for token in tops[0])
        self.assertGreaterEqual(apart, 0.25)
        self.assertLessEqual(apart, 3.0)

    def test_racy_control(self):
        one, four = self.probe("racy_prefill", "control")
        self.assertEqual((kinds(one), kinds(four)), (1, 1))

    def test_racy_prefill_hides_from_the_suite(self):
        self.suite_run("racy_prefill", "racy", runs=3)
        self.assertEqual(self.unstable(), {"S-EN-3"})

    def test_decode_drift(self):
        one, four = self.probe("decode_drift", "drifting")
        self.assertEqual((kinds(one), kinds(four)), (1, 6))
        self.assertEqual([kinds([run[i] for run in four]) for i in range(4)], [1, 6, 6, 6])

    def test_cold_and_warm(self):
        url = self.sim("cold_warm").url
        asked = [answer(url, "cached", max_tokens=1, logprobs=True, top_logprobs=20) for _ in range(5)]
        lists = [one["choices"][0]["logprobs"] for one in asked]
        self.assertNotEqual(lists[0], lists[1])
        self.assertEqual(kinds(lists[1:]), 1)
        cached = [one["usage"]["prompt_tokens_details"]["cached_tokens"] for one in asked]
        self.assertEqual(cached, [0, 4, 4, 4, 4])  # 20 bytes are 5 tokens

    def test_cold_and_warm_in_the_suite(self):
        self.suite_run("cold_warm", "cached", runs=4)
        self.assertEqual(self.unstable(), {"S-EN-3", "S-HU-2"})

    def test_batch_dependent(self):
        url = self.sim("batch_dependent").url
        alone = [answer(url, "batched", logprobs=True, top_logprobs=5)["choices"] for _ in range(4)]
        self.assertEqual(kinds(alone), 1)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            futures = [pool.submit(answer, url, "batched", logprobs=True, top_logprobs=5) for _ in range(8)]
            crowd = [future.result()["choices"] for future in futures]
        self.assertGreater(kinds(crowd), 1)

    def test_length_threshold(self):
        url = self.sim("length_threshold").url

        def texts(model, tokens):
            asked = [post(url, model, "x" * 4 * tokens, max_tokens=48) for _ in range(8)]
            bodies = [json.loads(body) for status, body in asked if status == 200]
            self.assertEqual({body["usage"]["prompt_tokens"] for body in bodies} - {tokens}, set())
            return len(bodies), len({body["choices"][0]["message"]["content"] for body in bodies})
        for tokens, threshold, gaps in ((512, (8, 1), (8, 1)), (1280, (8, 1), (2, 1)), (2048, (8, 1), (8, 1)),
                                        (2049, (8, 3), (8, 3)), (5000, (8, 3), (0, 0))):
            with self.subTest(tokens=tokens):
                self.assertEqual(texts("threshold", tokens), threshold)
                self.assertEqual(texts("gaps", tokens), gaps)
                self.assertEqual(texts("level", tokens), (8, 1))

    def test_the_lengths_of_the_founding_case(self):
        url = self.sim("qsa-topk").url

        def distinct(model, tokens, n):
            asked = [post(url, model, "word" * tokens, max_tokens=48) for _ in range(n)]
            texts = [json.loads(body)["choices"][0]["message"]["content"] for status, body in asked if status == 200]
            return len(texts), len(set(texts))
        for tokens, stock, patched in ((5731, (8, 1), (8, 1)), (6953, (2, 1), (8, 1)), (7785, (8, 1), (8, 1)),
                                       (8591, (8, 5), (8, 3)), (9839, (0, 0), (8, 6))):
            with self.subTest(tokens=tokens):
                answer(url, "patched", "word" * tokens, max_tokens=1)  # measuring a length takes no answer away
                self.assertEqual(distinct("stock", tokens, 8), stock)
                self.assertEqual(distinct("patched", tokens, 8), patched)
        self.assertEqual(distinct("glm", 42000, 16), (16, 3))
        self.assertEqual(distinct("glm", 2000, 16), (16, 1))

    def test_the_founding_engine_is_racy_and_the_fixed_one_is_not(self):
        one, four = self.probe("qsa-topk", "stock", 10)
        self.assertEqual((kinds(one), kinds(four)), (10, 10))
        one, four = self.probe("qsa-topk", "fixed", 10)
        self.assertEqual((kinds(one), kinds(four)), (1, 1))

    def test_speculative(self):
        sim = self.sim("speculative")
        config = self.config({"off": sim.url, "on": sim.url}, suite=str(support.ROOT / "suites/starter/main.yaml"))
        config.write_text(config.read_text().replace("max_tokens: 64", "max_tokens: 512, logprobs: 0"))
        self.kilter("run", config.name, code=0)
        rows = self.rows("select engine, item, reasoning_sha256 as sha from run_result")
        by = {}
        for row in rows:
            by.setdefault((row["item"], row["engine"]), set()).add(row["sha"])
        self.assertEqual({len(texts) for texts in by.values()}, {1})
        apart = {item for item, engine in by if by[item, "on"] != by[item, "off"]}
        self.assertEqual(apart, {"S-HU-4", "S-EN-1", "S-EN-3"})

    def test_order_only_and_set_changed(self):
        for scenario, model in (("order_only", "swapping"), ("set_changed", "replacing")):
            with self.subTest(scenario):
                one, four = self.probe(scenario, model)
                self.assertEqual(kinds(one), 2)
                self.assertEqual(kinds(four), 2)
                lists = [run[0]["top_logprobs"] for run in one]
                numbers = kinds([[entry["logprob"] for entry in top] for top in lists])
                tokens = kinds([sorted(entry["token"] for entry in top) for top in lists])
                self.assertEqual((numbers, tokens), (1, 1 if scenario == "order_only" else 2))

    def test_floors(self):
        url = self.sim("floors").url
        top = logprobs(url, "floors", 1)[0]["top_logprobs"]
        self.assertEqual([entry["logprob"] for entry in top[2:5]], ["-9999.0", "-3.4028234663852886e+38", None])
        changing = [logprobs(url, "changing-floors", 1)[0]["top_logprobs"][3]["logprob"] for _ in range(4)]
        self.assertEqual(changing, ["-9999.0", None, "-3.4028234663852886e+38", "-9999.0"])
        self.assertEqual(kinds([logprobs(url, "falling", 1) for _ in range(4)]), 2)

    def test_number_text(self):
        one, _ = self.probe("number_text", "rewriting", 3)
        self.assertEqual([run[0]["top_logprobs"][1]["logprob"] for run in one], ["-2.5", "-2.50", "-2.5"])

    def test_no_logprobs(self):
        url = self.sim("no_logprobs").url
        self.assertEqual(post(url, "refuses", logprobs=True, top_logprobs=20)[0], 400)
        self.assertNotIn("logprobs", answer(url, "ignores", logprobs=True, top_logprobs=20)["choices"][0])
        self.assertIsNone(answer(url, "says-null", logprobs=True, top_logprobs=20)["choices"][0]["logprobs"])
        self.assertEqual(post(url, "few", logprobs=True, top_logprobs=6)[0], 400)
        self.assertEqual(len(logprobs(url, "few", 1, top=5)[0]["top_logprobs"]), 5)
        self.assertEqual(post(url, "few", top_logprobs=5)[0], 400)  # without `logprobs`
        for model in ("refuses", "ignores", "says-null", "few"):
            self.assertEqual(post(url, model)[0], 200)

    def test_tokens_and_streams(self):
        url = self.sim("steady").url
        for tokens, text in ((1, '{"answ'), (3, '{"answer": "stea')):
            whole = answer(url, "any", max_tokens=tokens, logprobs=True, top_logprobs=3)
            choice = whole["choices"][0]
            self.assertEqual(choice["message"]["content"], text)
            self.assertEqual(choice["finish_reason"], "length")
            self.assertEqual(whole["usage"]["completion_tokens"], tokens)
            entries = choice["logprobs"]["content"]
            self.assertEqual("".join(entry["token"] for entry in entries), text)
            self.assertEqual(bytes(sum((entry["bytes"] for entry in entries), [])).decode(), text)
            _, stream = post(url, "any", max_tokens=tokens, logprobs=True, top_logprobs=3, stream=True,
                             stream_options={"include_usage": True})
            events = [json.loads(line, parse_float=str) for line in re.findall(r"data: (\{.*)", stream.decode())]
            told = [event["choices"][0]["logprobs"]["content"][0] for event in events
                    if event["choices"] and "logprobs" in event["choices"][0]]
            self.assertEqual(told, entries)
            self.assertEqual(events[-1]["usage"]["completion_tokens"], tokens)

    def suite_run(self, scenario, model, runs):
        sim = self.sim(scenario)
        config = self.config({model: sim.url}, suite=str(support.ROOT / "suites/starter/main.yaml"), runs=runs)
        config.write_text(config.read_text().replace("max_tokens: 64", "max_tokens: 512"))
        self.kilter("run", config.name, code=0)

    def unstable(self):
        rows = self.rows("select item from run_result group by item having "
                         "count(distinct reasoning_sha256 || content_sha256) > 1")
        return {row["item"] for row in rows}


if __name__ == "__main__":
    support.main()

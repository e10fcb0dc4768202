"""check --capabilities: four engines of different strictness, each asked what it supports, over real sockets."""

import json

import support

KEY = "sk-sentinel-4711-0815"


def http_answer(body, **more):
    return support.http_answer(body, extra="Connection: close\r\n", **more)


def refusal(message, nested=True, code=400):
    body = {"error": {"message": message, "type": "BadRequestError", "code": code}}
    if not nested:
        body = {"object": "error", "message": message, "type": "BadRequestError", "code": code}
    return http_answer(json.dumps(body), status=f"{code} Bad Request")


def models(owner, **more):
    return http_answer(json.dumps({"data": [{"id": "m", "owned_by": owner, **more}]}))


def chat(content, finish="length", usage=None, logprobs=None, **choice):
    body = {"id": "c", "object": "chat.completion", "model": "m", "choices": [
        {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish,
         "logprobs": logprobs, **choice}], "usage": usage or {"prompt_tokens": 9, "completion_tokens": 1}}
    return http_answer(json.dumps(body))


def stream(delta, usage=True, content_type="text/event-stream; charset=utf-8"):
    events = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
              {"choices": [{"index": 0, "delta": {}, "finish_reason": "length"}]}]
    if usage:
        events.append({"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 2}})
    text = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
    return http_answer(text, content_type=content_type)


def top(count):
    one = {"token": "a", "logprob": -0.5, "bytes": [97]}
    return {"content": [{**one, "top_logprobs": [{**one, "logprob": -1.0 - i} for i in range(count)]}]}


class Engine:
    """What the four have in common: the model list, and a prefix cache keyed by what `key_of` says."""

    pages = {}

    def __init__(self):
        self.seen, self.asked, self.heads = set(), [], []

    def __call__(self, path, headers, body):
        self.heads.append((path, headers.get("Authorization")))
        if path in self.pages:
            return self.pages[path]
        if not path.endswith("/chat/completions"):
            return http_answer("not found", status="404 Not Found", content_type="text/plain")
        request = json.loads(body)
        self.asked.append(request)
        return self.chat(request)

    def cached(self, request, key):
        key = (request["messages"][0]["content"], key)
        hit = key in self.seen and len(key[0]) > 2000
        self.seen.add(key)
        return 896 if hit else 0


class Vllm(Engine):
    pages = {"/v1/models": models("vllm", max_model_len=4096), "/version": http_answer('{"version":"0.12.0"}')}

    def chat(self, request):
        cached = self.cached(request, request.get("cache_salt"))
        usage = {"prompt_tokens": 900, "completion_tokens": 1}
        if cached:  # a count of 0 is left out
            usage["prompt_tokens_details"] = {"cached_tokens": cached}
        if request.get("top_logprobs", 0) > 20:
            return refusal("Requested sample logprobs of 21, which is greater than max allowed: 20")
        if request["stream"]:
            return stream({"reasoning": "17 plus"})
        if "response_format" in request:
            return chat('{"kilter": "ok"}', "stop")
        ids = {"token_ids": [17]} if request.get("return_token_ids") else {}
        return chat("one", usage=usage, logprobs=top(20) if request.get("logprobs") else None, **ids)


class LlamaCpp(Engine):
    pages = {"/v1/models": models("llamacpp"),
             "/props": http_answer('{"build_info":"b6000-abc","total_slots":1}')}

    def chat(self, request):
        cached = self.cached(request, "") if request["cache_prompt"] else 0
        timings = {"cache_n": cached, "prompt_n": 900 - cached}
        if request["stream"]:
            return stream({"reasoning_content": "17 plus"})
        schema = request.get("response_format")
        if schema:
            assert schema["type"] == "json_object", schema
            return chat('{"kilter":"ok"}', "stop")
        body = json.loads(chat("one", logprobs=top(20) if request.get("logprobs") else None).split(b"\r\n\r\n", 1)[1])
        return http_answer(json.dumps({**body, "timings": timings}))


class Ollama(Engine):
    """An older one: what it does not know it ignores, schemas too; thinking stays in the text."""
    pages = {"/v1/models": models("bartowski"), "/api/version": http_answer('{"version":"0.9.0"}')}

    def chat(self, request):
        if request["stream"]:
            return stream({"content": "<think>17 plus"}, usage=False, content_type="application/x-ndjson")
        return chat("Blue.", "stop")


class TensorRt(Engine):
    """Refuses every field that it does not know, and more than 5 alternatives."""
    pages = {"/v1/models": models("tensorrt_llm"), "/version": http_answer('{"version":"1.1.0"}')}
    known = {"model", "messages", "temperature", "top_p", "n", "max_tokens", "presence_penalty", "frequency_penalty",
             "stream", "stream_options", "logprobs", "top_logprobs", "response_format", "seed"}

    def chat(self, request):
        unknown = sorted(set(request) - self.known)
        if unknown:
            return refusal(f"Extra inputs are not permitted: {unknown[0]} (key {KEY})", nested=False)
        if request.get("top_logprobs", 0) > 5:
            return refusal("top_logprobs must be at most 5", nested=False)
        if request["stream"]:
            return stream({"content": "42"})
        if "response_format" in request:
            assert request["response_format"]["type"] == "json", request
            return chat('{"kilter":"ok"}', "stop")
        usage = {"prompt_tokens": 900, "completion_tokens": 1, "prompt_tokens_details": {"cached_tokens": 0}}
        return chat("one", usage=usage, logprobs=top(request["top_logprobs"]) if request.get("logprobs") else None)


KINDS = {"vllm": Vllm, "llama_cpp": LlamaCpp, "ollama": Ollama, "tensorrt_llm": TensorRt}


class Capabilities(support.TestCase):
    def engines(self, **kinds):
        self.write("suite.yaml", support.suite_text(1))
        self.made, settings = {}, {}
        for name, kind in kinds.items():
            self.made[name] = kind()
            server = support.Trickster(self.made[name])
            self.addCleanup(server.__exit__)
            settings[name] = {"base_url": server.url, "model": "m", "dialect": "auto", "api_key_env": "SENTINEL"}
        return self.config(settings)

    def check(self, *arguments, code=0):
        return self.kilter("check", "--capabilities", *arguments, env={"SENTINEL": KEY}, code=code)

    def test_four_engines_are_recognised_and_told_apart(self):
        self.engines(**KINDS)
        done = self.check("--json")
        found = {row["engine"]: row for row in done.json()["capabilities"]}
        self.assertEqual({name: row["dialect"] for name, row in found.items()}, {name: name for name in KINDS})
        short = {name: {key: answer["value"] or answer["support"] for key, answer in row["answers"].items()}
                 for name, row in found.items()}
        common = {"stream": "yes", "finish_length": "yes", "seed": "accepted", "unknown_field": "ignored"}
        self.assertEqual(short["vllm"], {**common, "stream_usage": "yes", "reasoning": "reasoning", "json_schema": "yes",
                                         "logprobs": "yes", "top_logprobs": "20", "token_ids": "yes",
                                         "cached_tokens": "yes", "cold": "yes"})
        self.assertEqual(short["llama_cpp"], {**common, "stream_usage": "yes", "reasoning": "reasoning_content",
                                              "json_schema": "yes", "logprobs": "yes", "top_logprobs": "20",
                                              "token_ids": "no", "cached_tokens": "yes", "cold": "yes"})
        self.assertEqual(short["ollama"], {**common, "finish_length": "no", "stream_usage": "no", "reasoning": "tags",
                                           "json_schema": "no", "logprobs": "no", "top_logprobs": "no",
                                           "token_ids": "no", "cached_tokens": "no", "cold": "no"})
        self.assertEqual(short["tensorrt_llm"], {**common, "unknown_field": "refused", "stream_usage": "yes",
                                                 "reasoning": "not told", "json_schema": "yes", "logprobs": "yes",
                                                 "top_logprobs": "5", "token_ids": "no", "cached_tokens": "yes",
                                                 "cold": "no"})
        detail = found["tensorrt_llm"]["answers"]["top_logprobs"]["detail"]
        self.assertEqual(detail, "20 refused: HTTP 400: top_logprobs must be at most 5")
        for name, row in found.items():
            self.assertEqual(row["requests"], len(self.made[name].asked), name)
            self.assertIsNone(row["problem"])
        self.assertFalse(self.store.exists())
        self.assertNotIn(KEY, done.out + done.err)  # one of them echoes it

    def test_the_table_fits_80_columns_and_says_before_what_it_sends(self):
        self.engines(**KINDS)
        done = self.check()
        self.assertIn("Sending up to 14 small requests to each of 4 engines, one at a time.", done.err)
        lines = done.out.splitlines()
        self.assertTrue(all(len(line) <= 80 for line in lines), done.out)
        self.assertEqual(lines[0].split(), ["capability", *KINDS])
        self.assertIn(["top_logprobs", "20", "20", "no", "5"], [line.split() for line in lines])
        self.assertIn("  top_logprobs: 5: 20 refused: HTTP 400: top_logprobs must be at most 5", lines)
        self.assertNotIn(KEY, done.out + done.err)

    def test_every_question_is_small_and_cold_ones_carry_their_field(self):
        self.engines(**KINDS)
        self.check()
        for name, engine in self.made.items():
            self.assertLessEqual(len(engine.asked), 14)
            for request in engine.asked:
                self.assertLessEqual(request["max_tokens"], 256)
                self.assertEqual(request["temperature"], 0, name)
        salts = [request["cache_salt"] for request in self.made["vllm"].asked if "cache_salt" in request]
        self.assertEqual(len(set(salts)), 2)
        cold = [request for request in self.made["llama_cpp"].asked if not request["cache_prompt"]]
        self.assertEqual(len(cold), 2)

    def test_an_engine_that_cannot_be_asked(self):
        self.write("suite.yaml", support.suite_text(1))
        self.config({"gone": f"http://127.0.0.1:{support.unused_port()}/v1"})
        done = self.kilter("check", "--capabilities", code=4)
        self.assertNotIn("Sending", done.err)
        self.assertIn("gone: not asked: cannot reach", done.out)

        class Refusing(Vllm):
            def chat(self, request):
                return refusal("temperature is fixed")

        self.engines(stubborn=Refusing)
        done = self.check("--json", code=3)
        row = done.json()["capabilities"][0]
        self.assertIn("temperature is fixed", row["problem"])
        self.assertEqual((row["answers"], row["requests"]), ({}, 1))

    def test_run_keeps_what_it_found_and_asks_only_when_told(self):
        class Answering(Vllm):
            def chat(self, request):
                if request["messages"][-1]["content"].startswith(("Count", "What is", "Name a", "Here is")):
                    return super().chat(request)
                return stream({"content": '{"code": "C-00"}'})

        self.engines(vllm=Answering)
        key = {"SENTINEL": KEY}
        done = self.kilter("run", "--runs", "2", "--capabilities", env=key, code=0)
        self.assertIn("asking what it supports", done.err)
        engine = self.rows("select fingerprint_start, fingerprint_end from engine")[0]
        start, end = json.loads(engine["fingerprint_start"]), json.loads(engine["fingerprint_end"])
        self.assertEqual(start["capabilities"]["top_logprobs"], {"support": "yes", "value": "20", "detail": None})
        self.assertEqual(start["capabilities"]["cold"]["support"], "yes")
        del start["capabilities"]
        self.assertEqual(start, end)
        self.assertNotIn("changed while the run was on", done.err)
        self.assertEqual(len(self.made["vllm"].asked), 11 + 2)
        self.kilter("run", "--runs", "2", "--new", env=key, code=0)
        self.assertEqual(len(self.made["vllm"].asked), 11 + 2 + 2)

    def test_token_fields_go_out_where_the_dialect_has_them(self):
        config = self.engines(**KINDS)
        config.write_text(config.read_text().replace("max_tokens: 64", "max_tokens: 64, logprobs: 3, token_ids: true"))
        shown = self.kilter("check", "--request", "i-00", "--json", env={"SENTINEL": KEY}, code=0).json()
        for request in shown["requests"]:
            body = json.loads(request["body"])
            self.assertEqual((body["logprobs"], body["top_logprobs"]), (True, 3))
            self.assertEqual("return_token_ids" in body, request["dialect"] == "vllm")

    def test_asking_and_asking_nobody_exclude_each_other(self):
        self.engines(vllm=Vllm)
        self.assertIn("--offline", self.check("--offline", code=2).err)

    def test_the_simulated_engine(self):
        self.write("suite.yaml", support.suite_text(1))
        sim = self.sim("steady")
        self.config({"sim": {"base_url": sim.url, "dialect": "auto"}})
        answers = self.kilter("check", "--capabilities", "--json", code=0).json()["capabilities"][0]["answers"]
        self.assertEqual(answers["stream"]["support"], "yes")
        self.assertEqual(answers["stream_usage"]["support"], "yes")
        self.assertEqual((answers["logprobs"]["support"], answers["top_logprobs"]["value"]), ("yes", "20"))

    def test_simulated_engines_that_give_no_logprobs_or_only_a_few(self):
        sim = self.sim("no_logprobs")
        self.write("suite.yaml", support.suite_text(1))
        self.config({name: sim.url for name in ("refuses", "ignores", "says-null", "few")})
        found = {row["engine"]: row["answers"] for row in
                 self.kilter("check", "--capabilities", "--json", code=0).json()["capabilities"]}
        self.assertEqual({name: found[name]["logprobs"]["support"] for name in found},
                         {"refuses": "refused", "ignores": "no", "says-null": "no", "few": "yes"})
        self.assertEqual(found["few"]["top_logprobs"]["value"], "5")


if __name__ == "__main__":
    support.main()

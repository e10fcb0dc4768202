"""`kilter schema`, and that its schemas are as strict as they can be: one document of every kind, each of its keys misspelt
in turn. That other documents fit is checked wherever a test reads one (support.Outcome.json)."""

import copy
import json

import json_schema
import support
from support import ROOT, completion, http_answer

NAMES = ["board", "check", "config", "diff", "isolate", "list", "plan", "probe", "report", "repro", "score", "show",
         "suite", "sweep"]

# Below these the keys are data, or somebody else's.
OPEN = {"board": {"outcomes", "parse_statuses", "notes", "runs_by_code_point", "g_pass"},
        "check": {"notes", "fingerprint", "answers"}, "config": {"extra_body", "notes"}, "diff": {"identical_at"},
        "suite": {"schema", "function", "tools", "fields", "gold", "source", "item", "arguments", "aliases", "words"}}

CONFIG = {
    "store": "other.db", "suites": ["suite.yaml"], "runs": 2, "order": "shuffled", "shuffle_seed": 7, "turns": True,
    "request": {"max_tokens": 64, "stream": True, "seed": 1, "logprobs": 5, "token_ids": False, "temperature": 0.6,
                "top_p": 0.9, "top_k": 20, "min_p": 0.1, "presence_penalty": 0, "frequency_penalty": 0.5,
                "repetition_penalty": 1.1},
    "stop_loops": 8,
    "engines": [
        {"name": "e", "base_url": "${NOT_SET:-http://localhost:1/v1}", "model": "m", "api_key_env": None, "concurrency": 2,
         "dialect": "vllm", "cache": "cold", "retries": 0,
         "timeout": {"connect": "1s", "first_byte": "30m", "idle": "500ms", "total": "none"},
         "think_tags": ["think"], "extra_body": {"x": 1}, "notes": {"launch": "by hand"}},
        {"name": "e2", "extends": "e"}],
    "judge": {"base_url": "http://localhost:1/v1", "model": "j", "request": {"max_tokens": 8}},
    "gates": {"min_points": 1.5, "max_unstable": 0, "max_value_flips": 0, "max_loops": 0, "min_runs": 2},
    "arms": [{"name": "other", "engine": "e2"}, {"name": "hook", "before_arm": "./restart.sh"},
             {"name": "all-of-it", "override": {"request": {"seed": 2}, "cache": "as_is", "concurrency": 1,
                                                "order": "run_major", "structured": False, "extra_body": {"y": 2}}}]}

# A field for every option of every comparator; gold for each.
FIELDS = {
    "exact": "string_exact", "text": {"compare": "string", "weight": 2, "case": "keep", "punct": "drop", "nfkc": True,
                                      "aliases": ["other"], "waive_grounding": True},
    "near": {"compare": "anls", "tau": 0.5}, "count": {"compare": "number", "locale": "hu", "abs_tol": 1, "rel_tol": 0.1,
                                                      "strict_types": True, "unit": "kg"},
    "fee": {"compare": "amount", "currency": "optional", "default_currency": "EUR", "scale_words": False},
    "share": {"compare": "percent", "fraction_ok": True},
    "day": {"compare": "date", "lang": ["en"], "order": "mdy", "granularity": "day"},
    "term": {"compare": "duration", "unify": True}, "code": {"compare": "id", "keep": "-"},
    "paid": {"compare": "boolean", "words": {"true": ["van"], "false": ["nincs"]}},
    "state": {"compare": "enum", "values": ["open", "closed"], "aliases": {"open": ["ajar"]}},
    "law": {"compare": "citation", "level": "section", "act": "ignore"},
    "says": {"compare": "contains_all", "phrases": ["bolt"], "partial": True},
    "shape": {"compare": "regex", "pattern": "[a-z]+"},
    "names": {"compare": "list_set", "item": "string"}, "steps": {"compare": "list_ordered", "mode": "lcs"},
    "rows": {"compare": "list_records", "key": "name", "item": {"name": "string", "net": {"compare": "number"}}},
    "opinion": {"compare": "judge", "rubric": "It says yes."}}
GOLD = {"exact": "a", "text": "b", "near": "c", "count": 5, "fee": 3, "share": "5%", "day": "2026-01-02", "term": "2 days",
        "code": "A-1", "paid": True, "state": "open", "law": "12. §", "says": "bolt", "shape": "abc", "names": ["x"],
        "steps": ["y"], "rows": [{"name": "n", "net": 1}], "opinion": "yes"}
TEXT = "a b c 5 kg 3 EUR 5% 2026-01-02 2 days A-1 true open 12. § bolt abc x y n 1 yes"
TOOL = {"type": "function", "function": {"name": "find", "parameters": {"type": "object"}}}
SUITE = {
    "suite": "whole", "version": 1, "language": "en",
    "defaults": {"system": "Be brief.", "structured": True, "template": "{documents}{question}", "kind": "k", "points": 2,
                 "answer": {"type": "json", "schema": {"type": "object"}}, "extra_keys": "report", "format_policy": "lenient"},
    "items": [
        {"id": "a", "lang": "en", "locale": "en", "question": "What?", "notes": "n", "tags": ["t"], "source": {"from": "us"},
         "scoring": "weighted", "max_tokens": 99, "gate": ["code"], "documents": [{"name": "a.txt", "text": TEXT},
                                                                                  {"file": "b.txt"}],
         "fields": FIELDS, "gold": GOLD},
        {"id": "b", "prompt": "Which code? C-1", "fields": {"code": "id"}, "gold": {"code": "C-1"}},
        {"id": "c", "locale": "en", "messages": [{"role": "user", "content": "Find 7."}], "answer": {"type": "tool_call"}, "tools": [TOOL],
         "fields": {"call": {"compare": "tool_call", "arguments": {"number": "number"}}},
         "gold": {"call": {"name": "find", "arguments": {"number": 7}}}}]}


def mutations(document, path=()):
    """(path, document with that key misspelt), for each path once, whatever the place in a list."""
    seen = set()

    def walk(node, path):
        for key in list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ():
            one = path + (key,) if isinstance(node, dict) else path
            if isinstance(node, dict) and one not in seen:
                seen.add(one)
                node["mis_" + key] = node.pop(key)
                yield one
                node[key] = node.pop("mis_" + key)
            yield from walk(node[key], one)

    yield from walk(document, path)


class Schemas(support.TestCase):
    def assertStrict(self, document, name):
        self.assertEqual(json_schema.problems(document, name), [])
        document = copy.deepcopy(document)
        count = 0
        for path in mutations(document):
            count += 1
            if not json_schema.problems(document, name):
                self.assertTrue(set(path[:-1]) & OPEN.get(name, set()), f"{name}: {'/'.join(path)} may be misspelt")
        self.assertGreater(count, 3)

    def test_the_names_and_their_texts(self):
        self.assertEqual(self.kilter("schema", code=0).out.split(), NAMES)
        for name in NAMES:
            text = (ROOT / f"reports/schemas/{name}.json").read_text(encoding="utf-8")
            self.assertEqual(self.kilter("schema", name, code=0).out, text)
            self.assertEqual(json.loads(text)["$schema"], "https://json-schema.org/draft/2020-12/schema")
        said = self.kilter("schema", "bord", code=2).err
        self.assertIn("there is no schema 'bord'; there are " + ", ".join(NAMES), said)

    def test_the_schemas_are_of_the_draft_they_name(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("the Python package jsonschema is not installed")
        for name in NAMES:
            jsonschema.Draft202012Validator.check_schema(json_schema.load(name))

    def test_what_is_stored(self):
        """Two items, two runs: the second item wavers between two answers and fails once."""
        asked = {}

        def answer(path, _headers, body):
            if not body:
                return http_answer(json.dumps({"data": [{"id": "e"}]}) if path.endswith("/models") else "{}")
            if b"C-0" not in body:  # what check --capabilities asks
                return http_answer(completion("one"))
            code = support.code_answer(body)
            asked[code] = asked.get(code, 0) + 1
            if "C-01" in code and asked[code] % 2 == 0:
                return http_answer(completion('{"code": "C-77"}', reasoning_content="So it is.\n" * 200))
            if "C-02" in code and asked[code] == 2:
                return http_answer('{"error": {"message": "no"}}', status="400 Bad Request")
            return http_answer(completion(code, reasoning_content="Well."))

        engine = support.Trickster(answer)
        self.addCleanup(engine.__exit__)
        self.write("suite.yaml", support.suite_text(3))
        settings = {"base_url": engine.url, "notes": {"launch": "by hand"}}
        config = self.config({"e": settings, "f": settings}, runs=2, more="gates: {max_unstable: 0, min_runs: 2}\n")
        documents = {
            "check": self.kilter("check", config, "--capabilities", "--request", "i-00", "--json").json(),
            "board": self.kilter("run", "--json").json(),
            "list": self.kilter("list", "--json").json(),
            "show": self.kilter("show", "i-01", "--json").json(),
            "diff": self.kilter("diff", "e", "f", "--json").json(),
            "repro": self.kilter("repro", "i-01", "--engine", "e", "-o", "bundle", "--json", code=0).json(),
            "plan": self.kilter("plan", "--rate", "5%", "--runs", "3", "--items", "50", "--compare", "2.5%", "22.5%",
                                "--json").json()}
        self.write("suite.yaml", support.suite_text(3).replace("gold: {code: C-00}", "gold: {code: C-99}"))
        documents["score"] = self.kilter("score", "--suite", "suite.yaml", "--json").json()
        for name, document in documents.items():
            self.assertStrict(document, name)
        self.assertStrict(self.kilter("show", "i-00", "i-01", "--json").json(), "show")
        self.assertStrict(json.loads((self.folder / "bundle/repro.json").read_text()), "repro")

    def test_what_is_measured_step_by_step(self):
        sim = self.sim("racy_prefill")
        self.assertStrict(self.kilter("probe", sim.url, "--model", "racy", "--json").json(), "probe")
        sim = self.sim("qsa-topk")
        swept = self.kilter("sweep", ROOT / "config/founding-sweep.yaml", "--store", "sweep.db", "--engine", "stock",
                            "--lengths", "7785,8591", "--json", env={"KILTER_SIM_URL": sim.url}).json()
        self.assertIsNotNone(swept["bracket"])
        self.assertStrict(swept, "sweep")
        sim = self.sim("cold_warm")
        config = self.config({"cached": {"base_url": sim.url, "dialect": "vllm"}}, suite=ROOT / "suites/starter/main.yaml")
        self.kilter("isolate", config)
        isolated = self.kilter("isolate", config, "--stored", "--json").json()
        self.assertTrue(isolated["hints"])
        self.assertStrict(isolated, "isolate")

    def test_files_that_kilter_reads(self):
        """A config and a suite with every key there is: kilter takes them, the schemas take them, and neither a slip."""
        self.write("b.txt", "b")
        for name, whole, command in (("suite", SUITE, ("suite", "lint")), ("config", CONFIG, ("check", "--offline"))):
            file = f"{name}.yaml"
            self.write(file, json.dumps(whole))
            outcome = self.kilter(*command, file)
            self.assertEqual(outcome.code, 0, outcome)
            self.assertStrict(whole, name)
            self.assertEqual(self.unused(name, whole), set())
            for path in mutations(whole):
                if json_schema.problems(whole, name):
                    self.write(file, json.dumps(whole))
                    self.assertEqual(self.kilter(*command, file).code, 2, path)
            self.write(file, json.dumps(whole))

    def unused(self, name, whole):
        """Keys of the schema that the whole file does not have."""
        known = set()

        def collect(node):
            if isinstance(node, dict):
                known.update(node.get("properties", {}))
                for one in node.values():
                    collect(one)
            elif isinstance(node, list):
                for one in node:
                    collect(one)

        collect(json_schema.load(name))
        return known - {path[-1] for path in mutations(whole)} - {"schema_file", "sha256", "items_file"}


if __name__ == "__main__":
    support.main()

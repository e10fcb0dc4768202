"""Good and bad samples for scripts/check_await_temporaries.py."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from check_await_temporaries import check_text  # noqa: E402

BAD = {
    "lambda with a copied pointer": ("co_await post(ex, [sp] { use(sp); });", "captures by value (sp)"),
    "lambda with an initialised capture": ("co_await post(ex, [s = std::move(s)]() mutable { use(s); });", "s = std::move(s)"),
    "lambda that copies all": ("auto r = co_await run([=] { return a; });", "captures by value (=)"),
    "reference and value captures": ("co_await run([&a, b] {});", "captures by value (b)"),
    "copy of the object": ("co_await run([*this] {});", "captures by value (*this)"),
    "lambda in a co_spawn that is awaited": ("co_await (co_spawn(ex, [c]() -> awaitable<void> { co_return; }, use));", "(c)"),
    "aggregate": ('co_await client.send(Request{"u", sp});', "Request{...}"),
    "designated members": ("co_await client.send(Request{.url = u});", "Request{...}"),
    "aggregate of a nested name": ("co_await send(wire::Request{u});", "wire::Request{...}"),
    "aggregate template": ("co_await send(Pair<int, std::string>{1, s});", "Pair<int, std::string>{...}"),
    "std::array is an aggregate": ("co_await send(std::array<std::string, 1>{s});", "std::array<std::string, 1>{...}"),
    "empty aggregate": ("co_await send(Request{});", "Request{...}"),
    "braced list": ("co_await send({a, b});", "a braced list"),
    "braced list as a second argument": ("co_await send(x, {a, b});", "a braced list"),
    "over several lines": ("auto reply =\n    co_await client.send(\n        Request{.url = u,\n                .body = b});", "Request{...}"),
    "before the await": ("use(Request{u}, co_await next());", "Request{...}"),
    "await inside the aggregate": ("co_return Reply{co_await next()};", "Reply{...}"),
    "await inside a returned list": ("co_return {co_await next()};", "a braced list"),
    "in a condition": ("if (auto r = co_await send(Request{u}); !r) { fail(); }", "Request{...}"),
    "in a loop's head": ("for (auto x : co_await list(Request{u})) { use(x); }", "Request{...}"),
    "inside a lambda's body": ("spawn([&] { co_await send(Request{u}); });", "Request{...}"),
    "after a block comment": ("co_await send(/* { */ Request{u});", "Request{...}"),
    "string with brackets": ('co_await send("){", Request{u});', "Request{...}"),
    "raw string with quotes": ('co_await send(R"x(")")x", Request{u});', "Request{...}"),
    "member of a temporary": ("co_await Sender{x}.send(y);", "Sender{...}"),
    "ternary": ("co_await send(fast ? Request{u} : slow());", "Request{...}"),
    "aggregate inside a safe type": ("co_await send(std::optional{Request{u}});", "Request{...}"),
    "await behind a lambda argument": ("run([x] { return x; }, co_await next());", "captures by value (x)"),
}

GOOD = {
    "named first": "Request request{.url = u};\nco_await send(std::move(request));",
    "named with equals": "auto request = Request{u};\nauto r = co_await send(std::move(request));",
    "reference captures": "co_await run([&a, &b] { use(a, b); });",
    "this": "co_await run([this] { go(); });",
    "no captures": "co_await run([](int x) { return x; });",
    "value from a function": "co_await send(make_request(sp));",
    "constructor call": "co_await send(Request(u));",
    "standard types": "co_await timer.wait(std::chrono::milliseconds{5}, std::string{s}, std::vector<int>{});",
    "Asio tokens": "co_await op(asio::as_tuple(asio::use_awaitable_t<>{}));",
    "built-in types": "co_await op(std::size_t{1}, int{2}, std::uint64_t{3});",
    "declared with braces": "const Reply reply{co_await next()};",
    "declared with a template type": "const Pair<int, int> pair{co_await next()};",
    "captures elsewhere": "spawn([x] { use(x); });\nco_await next();",
    "aggregate in the statement before": "list.push_back(Request{u});\nco_await next();",
    "aggregate in the statement after": "co_await next();\nlist.push_back(Request{u});",
    "aggregate inside a lambda's body": "co_await run([&] { use(Request{u}); });",
    "await inside a captured lambda's body": "auto f = [x]() -> awaitable<void> { co_await next(x); };",
    "index is no lambda": "co_await send(list[i], map[key](x), f()[j]);",
    "attribute is no lambda": "[[maybe_unused]] auto r = co_await next();",
    "comment": "co_await next();  // not co_await send(Request{u})",
    "string": 'log("co_await send(Request{u})");',
    "block after a condition": "if (co_await next()) { use(Request{u}); }",
    "block after a loop's head": "while (co_await next()) {\n    list.push_back({a, b});\n}",
    "function body": "awaitable<Result<void>> Runner::go() {\n    co_await next();\n    co_return Result<void>{};\n}",
    "body behind a result type": "auto go() -> awaitable<void> { co_await next(); use(Request{u}); }",
    "block before": "{ use(Request{u}); }\nco_await next();",
    "else block": "if (a) { use(Request{u}); } else { co_await next(); }",
    "namespace and type bodies": "namespace kilter {\nstruct Runner {\n  awaitable<void> go() { co_await next(); }\n};\n}",
    "digit separator": "wait(1'000); co_await send('{', '\"');",
    "excused": "co_await send(Token{u});  // await-ok: Token has a constructor",
    "assigned list before": "options = {a, b};\nco_await next();",
}


class Samples(unittest.TestCase):
    def wrapped(self, code):
        return "awaitable<void> f(Engine engine) {\n" + code + "\n}\n"

    def test_bad_samples_are_found_once(self):
        for name, (code, reason) in BAD.items():
            with self.subTest(name):
                found = check_text(self.wrapped(code))
                self.assertEqual(len(found), 1, found)
                self.assertIn(reason, found[0][1])

    def test_good_samples_pass(self):
        for name, code in GOOD.items():
            with self.subTest(name):
                self.assertEqual(check_text(self.wrapped(code)), [])

    def test_line_number_is_that_of_the_temporary(self):
        code, _ = BAD["over several lines"]
        self.assertEqual([line for line, _ in check_text(self.wrapped(code))], [4])

    def test_each_offender_of_an_expression_is_named(self):
        found = check_text(self.wrapped("co_await send(A{x}, [y] {}, {z});"))
        self.assertEqual([reason for _, reason in found], ["A{...}", "a braced list", "a lambda that captures by value (y)"])

    def test_broken_brackets_do_not_stop_the_check(self):
        for text in ("co_await", "}}}} co_await f(", "((( co_await x ]]", "{ [ ( co_await", ""):
            check_text(text)


if __name__ == "__main__":
    unittest.main()

// Expressions and templates over a library made in memory.
#include "suites/generator/template_text.hpp"

#include <catch2/catch_all.hpp>

#include "suites/generator/expression.hpp"

namespace kilter::gen {
namespace {

Library small_library() {
    Library library;
    library.lists["colour"] = {make_text("red"), make_text("green"), make_text("blue")};
    library.blocks["line"] = {
        {"qty", "int(2,2)"}, {"price", "int(50,50)"}, {"net", "qty*price*no"}};
    return library;
}

MakingContext context_of(const Library& library, std::uint64_t seed = 1) {
    MakingContext context{library, nullptr, PortableRandom{seed}, Style{}, {}, {}};
    context.scopes.emplace_back();
    return context;
}

std::string value_of(const std::string& expression) {
    const Library library = small_library();
    MakingContext context = context_of(library);
    const auto value = evaluate(expression, context);
    return value ? plain_text(*value) : "error: " + value.error().message;
}

}  // namespace

TEST_CASE("generator: expressions") {
    CHECK(value_of("2+3*4") == "14");
    CHECK(value_of("(2+3)*4") == "20");
    CHECK(value_of("7/2") == "3");
    CHECK(value_of("-3+5") == "2");
    CHECK(value_of("3>2") == "1");
    CHECK(value_of("cat('a',1)='a1'") == "1");
    CHECK(value_of("day('2026-02-27')+2") == "2026-03-01");
    CHECK(value_of("day('2026-03-01')-day('2026-02-27')") == "2");
    CHECK(value_of("pct(150,27)") == "41");    // 40.5, half up
    CHECK(value_of("pct(-150,27)") == "-41");  // and away from zero
    CHECK(value_of("round_to(1234,100)") == "1200");
    CHECK(value_of("rows(3,'line')|count") == "3");
    CHECK(value_of("total(rows(3,'line'),'net')") == "600");  // 100 + 200 + 300
    CHECK(value_of("row(rows(3,'line'),2).net") == "200");
    CHECK(value_of("largest(rows(3,'line'),'net').no") == "3");
    CHECK(value_of("cents(1205)") == "12.05");
}

TEST_CASE("generator: mistakes in expressions are told") {
    CHECK(value_of("2+").starts_with("error: something is missing"));
    CHECK(value_of("nobody") == "error: nothing is called 'nobody' in 'nobody'");
    CHECK(value_of("nope(1)").find("no function 'nope'") != std::string::npos);
    CHECK(value_of("int(1)").find("lacks an argument") != std::string::npos);
    CHECK(value_of("1/0").find("division by zero") != std::string::npos);
    CHECK(value_of("pick('sky')").find("no list 'sky'") != std::string::npos);
    CHECK(value_of("row(rows(2,'line'),3)").find("no such row") != std::string::npos);
    CHECK(value_of("'open").find("a ' is missing") != std::string::npos);
    CHECK(value_of("1 2").find("unexpected end") != std::string::npos);
}

TEST_CASE("generator: a list gives each entry once before any twice") {
    const Library library = small_library();
    MakingContext context = context_of(library, 5);
    std::set<std::string> seen;
    for (int i = 0; i < 3; ++i) seen.insert(plain_text(*evaluate("pick('colour')", context)));
    CHECK(seen.size() == 3);
    CHECK(evaluate("pick('colour')", context).has_value());
}

TEST_CASE("generator: templates") {
    const Library library = small_library();
    MakingContext context = context_of(library);
    context.define("lines", *evaluate("rows(2,'line')", context));
    const auto filled = fill_template(
        "Head {1+1}\n@each r in lines\n{r.no}. {r.net}\n@end\n@if 0\nnever\n@end\n@if 2>1\nyes\n"
        "@end\nend",
        context);
    REQUIRE(filled.has_value());
    CHECK(*filled == "Head 2\n1. 100\n2. 200\nyes\nend");
    CHECK_FALSE(fill_template("{1+1", context).has_value());
    CHECK_FALSE(fill_template("@each r in lines\n", context).has_value());
    CHECK_FALSE(fill_template("@each lines\n@end\n", context).has_value());
}

}  // namespace kilter::gen

#include "reports/show_parts.hpp"

#include <catch2/catch_all.hpp>

#include "base/text/terminal.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

ShownRun run_of(int k, const std::string& letter, const std::string& content) {
    ShownRun run;
    run.k = k;
    run.outcome = letter.empty() ? Outcome::timeout : Outcome::answered;
    run.variant_full = letter;
    run.content = content;
    return run;
}

ShownEngine engine_of(std::vector<ShownRun> runs) {
    ShownEngine engine;
    engine.planned = static_cast<int>(runs.size());
    engine.runs = std::move(runs);
    engine.analysis.divergence = {Channel::content, DivergenceKind::mismatch, 0, 0};
    return engine;
}

}  // namespace

TEST_CASE("show parts: groups by variant, failed runs last and alone") {
    const ShownEngine engine =
        engine_of({run_of(0, "", ""), run_of(1, "B", "b"), run_of(2, "A", "a"), run_of(3, "", ""),
                   run_of(4, "A", "a"), run_of(5, "AA", "c")});
    const auto groups = variant_groups(engine);
    REQUIRE(groups.size() == 5);
    CHECK(groups[0].letter == "A");
    CHECK(run_words(groups[0].runs) == "runs 2, 4");
    CHECK(groups[1].letter == "B");
    CHECK(groups[2].letter == "AA");
    CHECK(groups[3].letter.empty());
    CHECK(run_words(groups[3].runs) == "run 0");
    CHECK(run_words(groups[4].runs) == "run 3");
}

TEST_CASE("show parts: run numbers as ranges") {
    std::vector<ShownRun> runs;
    for (const int k : {0, 1, 2, 4, 5, 7}) runs.push_back(run_of(k, "A", "a"));
    const ShownEngine engine = engine_of(runs);
    CHECK(run_words(variant_groups(engine)[0].runs) == "runs 0-2, 4, 5, 7");
}

TEST_CASE("show parts: text before, then what each variant goes on with") {
    ShownEngine engine = engine_of({run_of(0, "A", "közös 5"), run_of(1, "B", "közös 10"),
                                    run_of(2, "C", "közös "), run_of(3, "", "")});
    engine.analysis.divergence.code_point = 6;
    CHECK(parting_text(engine, {80, false}) ==
          "    before    közös \n"
          "    A 0       5\n"
          "    B 1       10\n"
          "    C 2       (ends here)\n");
    engine.window_start = 100;
    engine.analysis.divergence.code_point = 106;
    CHECK_THAT(parting_text(engine, {80, false}),
               ContainsSubstring("    before    ...[100 code points]... közös \n"));
    engine.analysis.divergence.kind = DivergenceKind::equal;
    CHECK(parting_text(engine, {80, false}).empty());
}

TEST_CASE("show parts: a run without such text, and tool calls") {
    ShownEngine engine = engine_of({run_of(0, "A", "x"), run_of(1, "B", "")});
    engine.analysis.divergence.kind = DivergenceKind::absent;
    CHECK(parting_text(engine, {80, false}) ==
          "    A 0       x\n"
          "    B 1       (no such text)\n");
    engine.analysis.divergence = {Channel::tool_calls, DivergenceKind::mismatch, 0, 0};
    engine.runs[0].tool_calls = "add\n{}\n";
    engine.runs[1].tool_calls = "sub\n{}\n";
    CHECK(parting_text(engine, {80, false}) ==
          "    A 0       add\\n{}\\n\n"
          "    B 1       sub\\n{}\\n\n");
}

TEST_CASE("show parts: long text over few lines, cut, never wider than the terminal") {
    const TextStyle style{20, false};
    CHECK(labelled_text("  a  ", "0123456789abcdefghij", 2, style) ==
          "  a  0123456789abcde\n"
          "     fghij\n");
    CHECK(labelled_text("  a  ", std::string(40, 'x'), 2, style) ==
          "  a  xxxxxxxxxxxxxxx\n"
          "     xxxxxxxxxxxxxx\u2026\n");
    // At a space of the second half of the line, which then goes; else in the word.
    CHECK(labelled_text("  a  ", "0123456789 abcdefg", 2, style) ==
          "  a  0123456789\n"
          "     abcdefg\n");
    CHECK(labelled_text("  a  ", "012 456789abcdefghij", 2, style) ==
          "  a  012 456789abcde\n"
          "     fghij\n");
    CHECK(labelled_text("  a  ", "", 2, style) == "  a  \n");
    // Wide characters do not stick out: seven of two columns in 15.
    CHECK(labelled_text("  a  ", "漢漢漢漢漢漢漢漢", 2, style) ==
          "  a  漢漢漢漢漢漢漢\n"
          "     漢\n");
    CHECK(labelled_text("  a  ", "\x1b[2J", 1, style) == "  a  \\x1b[2J\n");
}

TEST_CASE("show parts: values that differ have a star, a line each, and their runs") {
    ShownEngine engine = engine_of({run_of(0, "A", "a"), run_of(1, "B", "b"), run_of(2, "A", "a")});
    for (ShownRun& run : engine.runs) {
        FieldResult total, extra;
        total.field = "total";
        total.raw = run.k == 1 ? "1 200 Ft" : "1200";
        total.canonical = "1200 HUF";  // two ways to write one value
        total.gold = json::make_number("1200");
        total.field_class = FieldClass::tp;
        total.score = 1;
        extra.field = "note\x1b";
        extra.gold = json::make_null();
        extra.field_class = run.k == 1 ? FieldClass::fa : FieldClass::tn;
        if (run.k == 1) extra.raw = "x\ny";  // unreadable: no canonical text
        run.fields = {total, extra};
    }
    CHECK(field_values_text(engine, {80, false}) ==
          "    field     runs  value     gold    class  score\n"
          "    total     0-2   1200      1200    TP      1.00\n"
          "  * note\\x1b  0, 2  (absent)  (none)  TN      0.00\n"
          "              1     x\\ny              FA      0.00\n");
    for (ShownRun& run : engine.runs) run.fields.clear();
    CHECK(field_values_text(engine, {80, false}).empty());
}

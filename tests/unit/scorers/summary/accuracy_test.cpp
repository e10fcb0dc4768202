#include "scorers/summary/accuracy.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;
using Catch::Approx;

namespace {

FieldResult result(std::string field, FieldClass field_class, double score = 0,
                   std::vector<std::string> flags = {}) {
    FieldResult one;
    one.field = std::move(field);
    one.field_class = field_class;
    one.score = score;
    one.flags = std::move(flags);
    return one;
}

}  // namespace

TEST_CASE("accuracy: nothing scored leaves every rate undefined") {
    const AccuracySummary sum = AccuracyBuilder().finish();
    CHECK_FALSE(sum.f1_micro);
    CHECK_FALSE(sum.f1_macro);
    CHECK(sum.exact_documents.of == 0);
    CHECK(sum.clean.of == 0);
}

TEST_CASE("accuracy: F1 counts a wrong value as both false positive and false negative") {
    // TP 3, FD 1, FN 1, FA 1: FP = 2, FN = 2, F1 = 6 / (6 + 2 + 2) = .6
    CHECK(*field_f1({3, 1, 1, 1, 5, 0, 0}) == Approx(0.6));
    CHECK_FALSE(field_f1({0, 0, 0, 0, 7, 2, 1}));
    CHECK(*field_f1({0, 0, 1, 0, 0, 0, 0}) == 0.0);
}

TEST_CASE("accuracy: two trials, worked out by hand") {
    AccuracyBuilder builder;
    builder.add("clean", {result("date", FieldClass::tp, 1), result("rate", FieldClass::tn, 1),
                          result("note", FieldClass::unavailable)});
    builder.add("fenced", {result("date", FieldClass::fd), result("rate", FieldClass::fa),
                           result("note", FieldClass::unavailable)});
    const AccuracySummary sum = builder.finish();
    // date: TP 1, FD 1: F1 = 2 / (2 + 1 + 1) = .5; rate: FA 1: F1 = 0; note has none.
    CHECK(*sum.f1_macro == Approx(0.25));
    // all: TP 1, FD 1, FA 1: 2 / (2 + 2 + 1) = .4
    CHECK(*sum.f1_micro == Approx(0.4));
    CHECK(sum.exact_documents.count == 1);
    CHECK(sum.exact_documents.of == 2);
    CHECK(sum.hallucinated.count == 1);
    CHECK(sum.hallucinated.of == 2);
    CHECK(sum.missed.count == 0);
    CHECK(sum.missed.of == 2);
    CHECK(sum.clean.count == 1);
    CHECK(sum.parse_statuses.at("fenced") == 1);
    REQUIRE(sum.by_field.size() == 3);
    CHECK(sum.by_field[1].first == "rate");
}

TEST_CASE("accuracy: a field without an answer whose gold is null is neither missed nor right") {
    AccuracyBuilder builder;
    builder.add("empty", {result("date", FieldClass::fn),
                          result("rate", FieldClass::fn, 0, {std::string(k_flag_unanswered)})});
    const AccuracySummary sum = builder.finish();
    CHECK(sum.missed.count == 1);
    CHECK(sum.missed.of == 1);
    CHECK(sum.hallucinated.of == 0);
    CHECK(sum.all.unanswered == 1);
    CHECK(sum.exact_documents.count == 0);
}

TEST_CASE("accuracy: a partial score is a true positive but no exact document") {
    AccuracyBuilder builder;
    builder.add("clean", {result("address", FieldClass::tp, 0.9)});
    CHECK(builder.finish().exact_documents.count == 0);
    CHECK(builder.finish().all.tp == 1);
}

TEST_CASE("accuracy: calls count as the classes they are kinds of, extra keys as invented") {
    AccuracyBuilder builder;
    builder.add("clean", {result("call", FieldClass::wrong_tool)});
    builder.add("empty", {result("call", FieldClass::missed_call)});
    builder.add("clean", {result("call", FieldClass::tp, 1),
                          result("colour", FieldClass::fa, 0, {std::string(k_flag_extra_key)})});
    const AccuracySummary sum = builder.finish();
    // call: TP 1, FD 1, FN 1: 2 / (2 + 1 + 2) = .4; with the extra key 2 / (2 + 2 + 2).
    CHECK(*sum.f1_macro == Approx(0.4));
    CHECK(*sum.f1_micro == Approx(1.0 / 3));
    CHECK(sum.all.fd == 1);
    CHECK(sum.all.fn == 1);
    CHECK(sum.all.extra == 1);
    CHECK(sum.by_field.size() == 1);
    CHECK(sum.hallucinated.of == 0);
    CHECK(sum.exact_documents.count == 1);
}

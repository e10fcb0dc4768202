// Judged fields of a real store: two engines, items `one` and `two` of 4 points each, half of them
// judged.
#include "cli/analysis/judged.hpp"

#include <catch2/catch_all.hpp>
#include <fstream>
#include <memory>

#include "cli/analysis/board_builder.hpp"
#include "cli/analysis/rescore.hpp"
#include "cli/analysis/verdicts.hpp"
#include "harness/store/store_writer.hpp"
#include "suites/load.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;

namespace {

constexpr const char* k_suite =
    "suite: s\nversion: '1'\ndefaults:\n  points: 4\n  prompt: Why?\n"
    "  answer: {type: json, schema: {type: object}}\n  fields: {code: id, note: judge}\n"
    "  gold: {code: C, note: damp}\nitems:\n  - {id: one}\n  - {id: two}\n";

class Store {
  public:
    Store() {
        std::ofstream(folder_ / "s.yaml") << k_suite;
        Diagnostics diagnostics;
        auto suite = load_suite(folder_ / "s.yaml", diagnostics);
        INFO(to_text(diagnostics));
        REQUIRE(suite);
        suite_ = std::move(*suite);
        writer = std::move(StoreWriter::open(folder_ / "k.db").value());
        ExperimentRow row;
        row.id = "x";
        row.created_at = "2026-11-29T12:00:00.000Z";
        row.kind = "import";
        row.runs = 1;
        row.suites = {{suite_.name,
                       suite_.prompts_digest,
                       suite_.scoring_digest,
                       suite_to_json(suite_),
                       nullptr,
                       {},
                       {"one", "two"}}};
        for (const char* name : {"a", "b"}) {
            EngineRow engine;
            engine.engine = name;
            engine.position = static_cast<int>(row.engines.size());
            row.engines.push_back(engine);
        }
        REQUIRE(writer->add_experiment(row));
        reader = std::move(StoreReader::open(folder_ / "k.db").value());
    }

    void answer(const std::string& engine, const std::string& item, const std::string& note,
                Outcome outcome = Outcome::answered) {
        TrialRow trial;
        trial.key = {"x", engine, "s", item, 0};
        trial.outcome = outcome;
        trial.completion.content = {TextState::text, "{\"code\":\"C\",\"note\":\"" + note + "\"}"};
        trial.completion.finish_reason = "stop";
        trial.attempts = 1;
        REQUIRE(writer->add_trial(trial));
        const auto verdict = make_verdict(trial.key, outcome, trial.completion, *suite_.find(item),
                                          suite_.scoring_digest);
        if (verdict) REQUIRE(writer->put_verdict(*verdict));
    }

    // Judges every open answer that is `note`.
    void judge(const std::string& note, bool right) {
        const auto desk = open_desk(*reader, reader->experiment("x").value(), suite_, "d");
        REQUIRE(desk);
        for (const JudgeCase* one : desk->open()) {
            if (one->question.answer != note) continue;
            JudgementRow row;
            row.sha256 = one->key;
            row.judge = "d";
            row.verdict = judged_word(right);
            row.created_at = "2026-11-29T12:00:00.000Z";
            REQUIRE(writer->put_judgement(row));
        }
    }

    // "points/attainable" of an engine's row.
    std::string row(const std::string& engine) {
        const auto board = build_board(*reader, {"x"});
        REQUIRE(board);
        for (const BoardRow& one : board->rows) {
            if (one.engine != engine) continue;
            std::ostringstream text;
            text << one.summary.points_per_run.at(0).value_or(-1) << "/" << one.summary.attainable;
            return text.str();
        }
        return "";
    }

    std::unique_ptr<StoreWriter> writer;
    std::unique_ptr<StoreReader> reader;

  private:
    kilter::test::TempFolder folder_;
    Suite suite_;
};

}  // namespace

TEST_CASE("judged fields: each item on its own, all engines alike, failed trials too") {
    Store store;
    store.answer("a", "one", "damp");
    store.answer("a", "two", "damp");
    store.answer("b", "one", "dry");
    store.answer("b", "two", "", Outcome::timeout);
    REQUIRE(store.writer->set_judge("x", {"d", "{}"}));
    CHECK(store.row("a") == "4/4");  // 2 + 2 of the codes
    CHECK(store.row("b") == "2/4");

    store.judge("damp", true);
    auto settled = settle_judged(*store.reader, *store.writer, "x");
    REQUIRE(settled);
    // Both items ask the same question, so that `damp` is one of two different answers.
    CHECK(settled->judged.questions == 2);
    CHECK(settled->judged.without == 1);
    CHECK(settled->judged.points_waiting == 2);  // of item one: `dry` is open
    CHECK(store.row("a") == "6/6");
    CHECK(store.row("b") == "2/6");  // its failed trial is 0 of all 4

    store.judge("dry", false);
    settled = settle_judged(*store.reader, *store.writer, "x");
    REQUIRE(settled);
    CHECK(settled->judged.without == 0);
    CHECK(settled->judged.points_waiting == 0);
    CHECK(store.row("a") == "8/8");
    CHECK(store.row("b") == "2/8");
    CHECK(settle_judged(*store.reader, *store.writer, "x")->changed.empty());
    CHECK(rescore(*store.reader, *store.writer, "x", {})->changed.empty());
}

TEST_CASE("judged fields: set aside before more answers come, for every engine alike") {
    Store store;
    store.answer("a", "one", "damp");
    store.answer("b", "one", "damp");
    REQUIRE(store.writer->set_judge("x", {"d", "{}"}));
    store.judge("damp", true);
    REQUIRE(settle_judged(*store.reader, *store.writer, "x"));
    CHECK(store.reader->judged_fields("x", "s").value() == JudgedFields{{"one", {"note"}}});
    REQUIRE(set_judged_aside(*store.reader, *store.writer, "x"));
    CHECK(store.reader->judged_fields("x", "s").value().empty());
    store.answer("a", "two", "damp");  // and then the power goes
    CHECK(store.row("a") == "4/4");
    REQUIRE(settle_judged(*store.reader, *store.writer, "x"));
    CHECK(store.row("a") == "8/8");  // the same answer was judged before
}

TEST_CASE("judged fields: without a judge nothing counts and nothing is read") {
    Store store;
    store.answer("a", "one", "damp");
    store.judge("damp", true);
    const auto settled = settle_judged(*store.reader, *store.writer, "x");
    REQUIRE(settled);
    CHECK(settled->trials == 0);
    CHECK(settled->judged.questions == 0);
    CHECK(store.row("a") == "-1/4");  // item two is missing: the run has no sum
}

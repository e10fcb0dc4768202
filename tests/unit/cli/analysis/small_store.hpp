// A real SQLite file in a folder of its own: suite "small" with the items a and b (2 points each,
// one code), K = 3, and as many engines as a test wants.
#pragma once

#include <catch2/catch_all.hpp>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/analysis/verdicts.hpp"
#include "harness/store/store_reader.hpp"
#include "harness/store/store_writer.hpp"
#include "suites/load.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/temp_folder.hpp"

namespace kilter::test {

// `gold`: the code of item a; `question`: reaches the engine.
inline std::string small_suite_text(const std::string& gold = "F-1",
                                    const std::string& question = "Which code?") {
    return "suite: small\nversion: '1'\ndefaults:\n  points: 2\n  question: '" + question +
           "'\n  answer: {type: json, schema: {type: object, properties: {code: {type: string}}}}\n"
           "  fields: {code: id}\n"
           "items:\n"
           "  - {id: a, documents: [{name: a.txt, text: 'F-1 or F-9'}], gold: {code: '" +
           gold +
           "'}}\n"
           "  - {id: b, documents: [{name: b.txt, text: 'F-2'}], gold: {code: 'F-2'}}\n";
}

class SmallStore {
  public:
    explicit SmallStore(std::vector<std::string> engines = {"e1"}) {
        suite_ = load(small_suite_text());
        writer_ = std::move(StoreWriter::open(path()).value());
        ExperimentRow row;
        row.id = "x1";
        row.created_at = "2026-11-29T12:00:00.000Z";
        row.kind = "import";
        row.runs = 3;
        row.suites = {selection_of(suite_)};
        for (const std::string& name : engines) {
            EngineRow engine;
            engine.engine = name;
            engine.position = static_cast<int>(row.engines.size());
            row.engines.push_back(engine);
        }
        REQUIRE(writer_->add_experiment(row));
        reader_ = std::move(StoreReader::open(path()).value());
    }

    std::filesystem::path path() const { return folder_ / "small.db"; }
    StoreReader& reader() { return *reader_; }
    StoreWriter& writer() { return *writer_; }
    ExperimentRow experiment() { return reader_->experiment("x1").value(); }

    Suite load(const std::string& text) {
        const auto file = folder_ / "suite.yaml";
        std::ofstream{file, std::ios::binary} << text;
        Diagnostics diagnostics;
        auto suite = load_suite(file, diagnostics);
        INFO(to_text(diagnostics));
        REQUIRE(suite);
        return std::move(*suite);
    }

    static SuiteSelection selection_of(const Suite& suite) {
        SuiteSelection selection;
        selection.suite = suite.name;
        selection.prompts_digest = suite.prompts_digest;
        selection.scoring_digest = suite.scoring_digest;
        selection.suite_json = suite_to_json(suite);
        for (const Item& item : suite.items) selection.items.push_back(item.id);
        return selection;
    }

    // One answered run with this code, scored as it comes in.
    void answer(const std::string& engine, const std::string& item, int k, const std::string& code,
                bool scored = true) {
        TrialRow trial = row(engine, item, k, Outcome::answered);
        trial.completion.content = {TextState::text, "{\"code\": \"" + code + "\"}"};
        trial.completion.finish_reason = "stop";
        trial.completion.finished = true;
        add(trial, scored);
    }

    // One run that went round and round inside its reasoning.
    void loop(const std::string& engine, const std::string& item, int k) {
        TrialRow trial = row(engine, item, k, Outcome::truncated_in_reasoning);
        for (int i = 0; i < 40; ++i) trial.completion.reasoning.text += "Wait, once more.\n";
        trial.completion.reasoning.state = TextState::text;
        trial.completion.content.state = TextState::null;
        trial.completion.finish_reason = "length";
        trial.completion.finished = true;
        add(trial, true);
    }

    void fail(const std::string& engine, const std::string& item, int k) {
        add(row(engine, item, k, Outcome::timeout), true);
    }

  private:
    static TrialRow row(const std::string& engine, const std::string& item, int k,
                        Outcome outcome) {
        TrialRow trial;
        trial.key = {"x1", engine, "small", item, k};
        trial.outcome = outcome;
        trial.attempts = 1;
        return trial;
    }

    void add(const TrialRow& trial, bool scored) {
        REQUIRE(writer_->add_trial(trial));
        if (!scored) return;
        const auto verdict = make_verdict(trial.key, trial.outcome, trial.completion,
                                          *suite_.find(trial.key.item), suite_.scoring_digest);
        if (verdict) REQUIRE(writer_->put_verdict(*verdict));
    }

    TempFolder folder_;
    Suite suite_;
    std::unique_ptr<StoreWriter> writer_;
    std::unique_ptr<StoreReader> reader_;
};

}  // namespace kilter::test

#include "harness/store/store_reader.hpp"

#include <catch2/catch_all.hpp>
#include <string>
#include <vector>

#include "harness/store/sqlite.hpp"
#include "harness/store/store_writer.hpp"
#include "harness/store/trial_columns.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/sample_rows.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::unique_ptr<StoreWriter> writer_of(const TempFolder& folder) {
    auto opened = StoreWriter::open(folder / "k.db");
    REQUIRE(opened);
    return std::move(*opened);
}

std::unique_ptr<StoreReader> reader_of(const TempFolder& folder) {
    auto opened = StoreReader::open(folder / "k.db");
    REQUIRE(opened);
    return std::move(*opened);
}

}  // namespace

TEST_CASE("an experiment comes back whole; the list leaves suite texts out") {
    const TempFolder folder;
    const auto writer = writer_of(folder);
    ExperimentRow row = sample_experiment();
    row.parent = "x0";
    REQUIRE(writer->add_experiment(row));
    const auto reader = reader_of(folder);
    const auto read = reader->experiment("x1");
    REQUIRE(read);
    CHECK(read->created_at == row.created_at);
    CHECK(read->kind == "run");
    CHECK(read->parent == "x0");
    CHECK(read->plan_digest == "digest");
    CHECK(read->plan_json == "{}");
    CHECK(read->config_text == row.config_text);
    CHECK(read->runs == 3);
    REQUIRE(read->suites.size() == 1);
    CHECK(read->suites[0].suite_json == row.suites[0].suite_json);
    CHECK(read->suites[0].items == std::vector<std::string>{"b", "a"});
    REQUIRE(read->engines.size() == 2);
    CHECK(read->engines[1].engine == "e2");
    CHECK(read->engines[1].position == 1);
    const auto list = reader->experiments();
    REQUIRE(list);
    REQUIRE(list->size() == 1);
    CHECK(list->front().suites[0].suite_json.empty());
    CHECK(list->front().suites[0].items.size() == 2);
    CHECK_FALSE(reader->experiment("x2"));
}

TEST_CASE("items are walked in the experiment's order, runs by k, missing ones as empty lists") {
    const TempFolder folder;
    const auto writer = writer_of(folder);
    REQUIRE(writer->add_experiment(sample_experiment("x1", 3)));  // b, a, i2
    for (const int k : {2, 0}) REQUIRE(writer->add_trial(sample_trial(sample_key("a", k))));
    REQUIRE(writer->add_trial(sample_trial(sample_key("b", 1))));
    REQUIRE(writer->add_trial(sample_trial(sample_key("b", 0, "e2"))));
    REQUIRE(writer->put_verdict(sample_verdict(sample_key("a", 2))));
    const auto reader = reader_of(folder);
    std::string seen;
    const auto each = [&](const std::string& item, std::vector<TrialSummary>& trials) {
        seen += item + ":";
        for (const TrialSummary& trial : trials) {
            seen += std::to_string(trial.key.k) + (trial.verdict ? "v" : "");
            CHECK(trial.key.item == item);
            CHECK(trial.key.engine == "e1");
            CHECK(trial.outcome == Outcome::answered);
            CHECK(trial.content_sha256.size() == 64);
            CHECK(trial.reasoning_sha256.empty());
            // The reader may be asked for texts in the middle of the walk.
            CHECK(reader->completion(trial.key)->content.text == "{\"v\":1}");
        }
        seen += ' ';
        return Result<void>();
    };
    REQUIRE(reader->for_each_item("x1", "e1", "s", each));
    CHECK(seen == "b:1 a:02v i2: ");
    int calls = 0;
    const auto stop = [&](const std::string&, std::vector<TrialSummary>&) -> Result<void> {
        ++calls;
        return fail("enough");
    };
    const Result<void> stopped = reader->for_each_item("x1", "e1", "s", stop);
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().message == "enough");
    CHECK(calls == 1);
    CHECK_FALSE(reader->for_each_item("x1", "e9", "s", each));
    CHECK_FALSE(reader->for_each_item("x1", "e1", "t", each));
}

TEST_CASE("a summary has all of a verdict and of a completion without its texts") {
    const TempFolder folder;
    const auto writer = writer_of(folder);
    REQUIRE(writer->add_experiment(sample_experiment()));
    TrialRow row = sample_trial(sample_key("b", 0));
    row.completion.usage.prompt_tokens = 1;
    row.completion.usage.completion_tokens = 2;
    row.completion.usage.cached_tokens = 3;
    row.completion.usage.reasoning_tokens = 4;
    row.completion.usage.draft_tokens = 5;
    row.completion.usage.draft_accepted = 6;
    row.completion.timings.first_token_ms = 7;
    row.completion.timings.first_answer_ms = 8;
    row.completion.timings.total_ms = 9;
    row.completion.system_fingerprint = "fp";
    row.completion.model = "m-1";
    row.completion.response_id = "id";
    row.completion.created = 1767225600;
    row.completion.flags = {"one", "two"};
    row.attempts = 4;
    AttemptRow attempt = sample_attempt(row.key, 1);
    attempt.server_header = "first";
    REQUIRE(writer->add_attempt(attempt));
    attempt.number = 2;
    attempt.server_header = "second";
    attempt.started_at = "2026-11-29T12:00:07.000Z";
    REQUIRE(writer->add_attempt(attempt));
    REQUIRE(writer->add_trial(row));
    VerdictRow verdict = sample_verdict(row.key, 0.5);
    verdict.flags = "f";
    REQUIRE(writer->put_verdict(verdict));
    std::vector<TrialSummary> seen;
    REQUIRE(reader_of(folder)->for_each_item(
        "x1", "e1", "s", [&](const std::string&, std::vector<TrialSummary>& trials) {
            for (const TrialSummary& trial : trials) seen.push_back(trial);
            return Result<void>();
        }));
    REQUIRE(seen.size() == 1);
    const TrialSummary& trial = seen[0];
    CHECK(trial.key == row.key);
    CHECK(trial.usage.prompt_tokens == 1);
    CHECK(trial.usage.completion_tokens == 2);
    CHECK(trial.usage.cached_tokens == 3);
    CHECK(trial.usage.reasoning_tokens == 4);
    CHECK(trial.usage.draft_tokens == 5);
    CHECK(trial.usage.draft_accepted == 6);
    CHECK(trial.timings.first_token_ms == 7);
    CHECK(trial.timings.first_answer_ms == 8);
    CHECK(trial.timings.total_ms == 9);
    CHECK(trial.system_fingerprint == "fp");
    CHECK(trial.model == "m-1");
    CHECK(trial.server_header == "second");
    CHECK(trial.started_at == "2026-11-29T12:00:07.000Z");
    CHECK(trial.response_id == "id");
    CHECK(trial.created == 1767225600);
    CHECK(reader_of(folder)->completion(row.key)->created == 1767225600);
    CHECK(trial.finish_reason == "stop");
    CHECK(trial.request_sha256 == row.request_sha256);
    CHECK(trial.body_sha256 == row.body_sha256);
    CHECK(trial.flags == std::vector<std::string>{"one", "two"});
    CHECK(trial.attempts == 4);
    REQUIRE(trial.verdict);
    CHECK(trial.verdict->key == row.key);
    CHECK(trial.verdict->scoring_digest == verdict.scoring_digest);
    CHECK(trial.verdict->scorer_version == verdict.scorer_version);
    CHECK(trial.verdict->parse_status == "clean");
    CHECK(trial.verdict->points == 0.5);
    CHECK(trial.verdict->max_points == 2);
    CHECK(trial.verdict->attainable == 2);
    CHECK(trial.verdict->norm_sha256 == verdict.norm_sha256);
    CHECK(trial.verdict->value_record == verdict.value_record);
    CHECK(trial.verdict->outcome_record == verdict.outcome_record);
    CHECK(trial.verdict->fields_json == "[]");
    CHECK(trial.verdict->loops_json == "[]");
    CHECK(trial.verdict->flags == "f");
}

TEST_CASE("counts and keys are those of one experiment") {
    const TempFolder folder;
    const auto writer = writer_of(folder);
    REQUIRE(writer->add_experiment(sample_experiment("x0")));
    REQUIRE(writer->add_experiment(sample_experiment("x1")));
    REQUIRE(writer->add_trial(sample_trial(sample_key("a", 0))));
    TrialRow failed = sample_trial(sample_key("a", 1));
    failed.outcome = Outcome::timeout;
    REQUIRE(writer->add_trial(failed));
    const auto reader = reader_of(folder);
    const auto counts = reader->counts("x1");
    REQUIRE(counts);
    CHECK(counts->planned == 12);  // 2 engines x 2 items x 3 runs
    CHECK(counts->stored == 2);
    CHECK(counts->failed == 1);
    CHECK(reader->counts("x0")->stored == 0);
    CHECK(*reader->stored_keys("x1") == std::set<TrialKey>{sample_key("a", 0), sample_key("a", 1)});
    CHECK(reader->stored_keys("x0")->empty());
}

TEST_CASE("attempts come in order, with bodies where asked for") {
    const TempFolder folder;
    const auto writer = writer_of(folder);
    REQUIRE(writer->add_experiment(sample_experiment()));
    AttemptRow second = sample_attempt(sample_key(), 2, std::string("x\0y", 3));
    second.outcome = Outcome::http_error;
    second.error = "500";
    REQUIRE(writer->add_attempt(second));
    REQUIRE(writer->add_attempt(sample_attempt(sample_key(), 1, "")));
    CHECK_FALSE(writer->add_attempt(sample_attempt(sample_key(), 1)));
    const auto reader = reader_of(folder);
    CHECK(reader->attempts_of(sample_key()).value() == 2);
    CHECK(reader->attempts_of(sample_key("b")).value() == 0);
    const auto open = reader->open_attempts("x1");
    REQUIRE(open);
    CHECK(*open == std::map<TrialKey, int>{{sample_key(), 2}});
    REQUIRE(writer->add_trial(sample_trial(sample_key())));
    CHECK(reader->open_attempts("x1")->empty());
    const auto rows = reader->attempts(sample_key(), true);
    REQUIRE(rows);
    REQUIRE(rows->size() == 2);
    CHECK((*rows)[0].number == 1);
    CHECK((*rows)[0].body.empty());
    CHECK((*rows)[1].body == second.body);
    CHECK((*rows)[1].request_body == "request of a");
    CHECK((*rows)[1].outcome == Outcome::http_error);
    CHECK((*rows)[1].error == "500");
    CHECK((*rows)[1].wire_sha256 == second.wire_sha256);
    CHECK((*rows)[1].total_ms == 12.5);
    CHECK(reader->attempts(sample_key(), false)->at(1).body.empty());
}

TEST_CASE("an experiment is named by id, unique prefix or latest") {
    const TempFolder folder;
    const auto writer = writer_of(folder);
    const auto reader = reader_of(folder);
    const auto nothing = resolve_experiment(*reader, "latest");
    REQUIRE_FALSE(nothing);
    CHECK_THAT(nothing.error().message, ContainsSubstring("kilter run"));
    // "ab" is an id and a prefix at once; the newest by row is not the newest by name.
    for (const char* id : {"zz", "abc", "abd", "ab"}) {
        REQUIRE(writer->add_experiment(sample_experiment(id)));
    }
    CHECK(resolve_experiment(*reader, "latest").value() == "ab");
    CHECK(resolve_experiment(*reader, "").value() == "ab");
    // What asks prompts of its own is named by its kind, or by its id.
    ExperimentRow probe = sample_experiment("pp");
    probe.kind = "probe";
    REQUIRE(writer->add_experiment(probe));
    CHECK(resolve_experiment(*reader, "latest").value() == "ab");
    CHECK(resolve_experiment(*reader, "latest", "probe").value() == "pp");
    CHECK(resolve_experiment(*reader, "pp").value() == "pp");
    CHECK_THAT(resolve_experiment(*reader, "latest", "sweep").error().message,
               ContainsSubstring("kilter sweep"));
    CHECK(resolve_experiment(*reader, "ab").value() == "ab");
    CHECK(resolve_experiment(*reader, "abc").value() == "abc");
    CHECK(resolve_experiment(*reader, "z").value() == "zz");
    const auto ambiguous = resolve_experiment(*reader, "a");
    REQUIRE_FALSE(ambiguous);
    CHECK_THAT(ambiguous.error().message, ContainsSubstring("abc") && ContainsSubstring("abd"));
    CHECK_FALSE(resolve_experiment(*reader, "q"));
}

TEST_CASE("the walk over items reads by index, without sorting") {
    const TempFolder folder;
    REQUIRE(writer_of(folder));
    auto raw = sqlite::Database::open(folder / "k.db", sqlite::OpenMode::read_only);
    REQUIRE(raw);
    auto plan = raw->query(std::string("EXPLAIN QUERY PLAN SELECT ") + k_summary_columns +
                           k_summary_tables + "WHERE t.engine=? AND t.item=? ORDER BY t.k");
    REQUIRE(plan);
    std::string text;
    while (plan->step().value()) text += plan->get_text(3) + "\n";
    CHECK_THAT(text, ContainsSubstring("SEARCH t USING INDEX") &&
                         !ContainsSubstring("TEMP B-TREE") && !ContainsSubstring("SCAN"));
}

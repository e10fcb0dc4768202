#include "harness/store/store_writer.hpp"

#include <catch2/catch_all.hpp>
#include <string>
#include <vector>

#include "base/sha256.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store_reader.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/sample_rows.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Store {
    TempFolder folder;
    std::unique_ptr<StoreWriter> writer;
    std::unique_ptr<StoreReader> reader;

    Store() {
        auto opened = StoreWriter::open(folder / "k.db");
        REQUIRE(opened);
        writer = std::move(*opened);
        REQUIRE(writer->add_experiment(sample_experiment()));
        auto reading = StoreReader::open(folder / "k.db");
        REQUIRE(reading);
        reader = std::move(*reading);
    }

    sqlite::Database raw() {
        auto database = sqlite::Database::open(folder / "k.db", sqlite::OpenMode::create);
        REQUIRE(database);
        return std::move(*database);
    }
};

}  // namespace

TEST_CASE("bytes of models survive: NUL, invalid UTF-8, tool calls") {
    Store store;
    TrialRow row = sample_trial(sample_key(), std::string("a\0b\xff\xfe\xc3(", 7));
    row.completion.reasoning.state = TextState::text;
    row.completion.reasoning.text = std::string("\0", 1);
    row.completion.refusal = "no\xff";
    row.completion.tool_calls.push_back(ToolCall{"f", std::string("{\"a\":\"\0\"}", 9)});
    row.completion.tool_calls.push_back(ToolCall{"", ""});
    row.completion.usage.cached_tokens = 0;
    row.completion.timings.total_ms = 1.5;
    row.completion.flags = {"retried", "repaired_utf8"};
    REQUIRE(store.writer->add_trial(row));
    const auto read = store.reader->completion(row.key);
    REQUIRE(read);
    CHECK(read->content == row.completion.content);
    CHECK(read->reasoning == row.completion.reasoning);
    CHECK(read->refusal == row.completion.refusal);
    CHECK(read->tool_calls == row.completion.tool_calls);
    CHECK(read->usage.cached_tokens == 0);
    CHECK_FALSE(read->usage.prompt_tokens);
    CHECK(read->timings.total_ms == 1.5);
    CHECK_FALSE(read->timings.first_token_ms);
    CHECK(read->flags == row.completion.flags);
    CHECK(read->finished);
    CHECK(store.reader->blob(sha256_hex(row.completion.content.text)).value() ==
          row.completion.content.text);
}

TEST_CASE("three states of a text: only a text has a hash, the empty one too") {
    Store store;
    const std::vector<TextState> states = {TextState::absent, TextState::null, TextState::text};
    for (int k = 0; k < 3; ++k) {
        TrialRow row = sample_trial(sample_key("a", k), "");
        row.completion.content.state = states[static_cast<std::size_t>(k)];
        REQUIRE(store.writer->add_trial(row));
        CHECK(store.reader->completion(row.key)->content.state == row.completion.content.state);
    }
    sqlite::Database raw = store.raw();
    CHECK(raw.integer("SELECT count(*) FROM run_result WHERE content_sha256 IS NULL").value() == 2);
    // SHA-256 of no bytes at all
    CHECK(raw.text("SELECT content_sha256 FROM run_result WHERE k=2").value() ==
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_CASE("identical bodies and texts are stored once") {
    Store store;
    const std::string body(100'000, 'b');
    const std::string text(50'000, 't');
    for (int k = 0; k < 3; ++k) {
        REQUIRE(store.writer->add_attempt(sample_attempt(sample_key("a", k), 1, body)));
        REQUIRE(store.writer->add_trial(sample_trial(sample_key("a", k), text)));
    }
    sqlite::Database raw = store.raw();
    // suite text, request bytes, raw body, content
    CHECK(raw.integer("SELECT count(*) FROM blob").value() == 4);
    CHECK(raw.integer("SELECT sum(length(data)) < 2000 FROM blob").value() == 1);
    CHECK(raw.integer("SELECT max(size) FROM blob").value() == 100'000);
}

TEST_CASE("a trial is written once, and never while it is interrupted") {
    Store store;
    REQUIRE(store.writer->add_trial(sample_trial(sample_key())));
    const Result<void> again = store.writer->add_trial(sample_trial(sample_key(), "other"));
    REQUIRE_FALSE(again);
    CHECK_THAT(again.error().message, ContainsSubstring("stored already"));
    TrialRow cut = sample_trial(sample_key("a", 1));
    cut.outcome = Outcome::interrupted;
    CHECK_FALSE(store.writer->add_trial(cut));
    CHECK(store.reader->completion(sample_key())->content.text == "{\"v\":1}");
    CHECK(store.reader->stored_keys("x1")->size() == 1);
}

TEST_CASE("other request bytes than those of the item's earlier runs are refused") {
    Store store;
    REQUIRE(store.writer->add_trial(sample_trial(sample_key("a", 0))));
    TrialRow other = sample_trial(sample_key("a", 1));
    other.request_sha256 = sha256_hex("something else");
    const Result<void> refused = store.writer->add_trial(other);
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message, ContainsSubstring("--new"));
    other.key = sample_key("a", 1, "e2");  // another engine may be asked otherwise
    CHECK(store.writer->add_trial(other));
}

TEST_CASE("of a stored trial with other request bytes it is said that it is stored already") {
    Store store;
    TrialRow other = sample_trial(sample_key("a", 0));
    other.request_sha256 = sha256_hex("something else");
    REQUIRE(store.writer->begin());
    REQUIRE(store.writer->add_trial(sample_trial(sample_key("a", 0))));
    for (const TrialRow& row : {sample_trial(sample_key("a", 0)), other}) {
        const Result<void> again = store.writer->add_trial(row);
        REQUIRE_FALSE(again);
        CHECK_THAT(again.error().message, ContainsSubstring("stored already"));
    }
    REQUIRE(store.writer->commit());
    CHECK(store.reader->stored_keys("x1")->size() == 1);
}

TEST_CASE("once its only run is reopened, an item may be asked with other bytes") {
    Store store;
    REQUIRE(store.writer->add_trial(sample_trial(sample_key("a", 0))));
    REQUIRE(store.writer->reopen_trial(sample_key("a", 0)));
    TrialRow other = sample_trial(sample_key("a", 0));
    other.request_sha256 = sha256_hex("something else");
    REQUIRE(store.writer->add_trial(other));
    CHECK_FALSE(store.writer->add_trial(sample_trial(sample_key("a", 1))));
}

TEST_CASE("a text and a request that were rolled back are stored anew") {
    Store store;
    const TrialKey key = sample_key("a", 0);
    for (const bool kept : {false, true}) {
        REQUIRE(store.writer->begin());
        REQUIRE(store.writer->add_attempt(sample_attempt(key)));
        REQUIRE(store.writer->add_trial(sample_trial(key, "said twice")));
        if (kept) {
            REQUIRE(store.writer->commit());
        } else {
            store.writer->rollback();
        }
    }
    CHECK(store.reader->completion(key)->content.text == "said twice");
    CHECK(store.reader->blob(sha256_hex("said twice")).value() == "said twice");
    CHECK(store.reader->blob(sample_attempt(key).request_sha256));
}

TEST_CASE("a reopened trial is missing again, its attempts stay, its verdict goes") {
    Store store;
    REQUIRE(store.writer->add_attempt(sample_attempt(sample_key())));
    REQUIRE(store.writer->add_trial(sample_trial(sample_key())));
    REQUIRE(store.writer->put_verdict(sample_verdict(sample_key())));
    REQUIRE(store.writer->reopen_trial(sample_key()));
    CHECK(store.reader->stored_keys("x1")->empty());
    CHECK(store.reader->attempts_of(sample_key()).value() == 1);
    CHECK(store.raw().integer("SELECT count(*) FROM verdict").value() == 0);
    CHECK_FALSE(store.writer->reopen_trial(sample_key()));
    REQUIRE(store.writer->add_attempt(sample_attempt(sample_key(), 2)));
    REQUIRE(store.writer->add_trial(sample_trial(sample_key(), "second try")));
    CHECK(store.reader->completion(sample_key())->content.text == "second try");
    CHECK(store.reader->attempts(sample_key(), false)->size() == 2);
}

TEST_CASE("rows of unknown experiments, engines and items are refused by name") {
    Store store;
    const Result<void> engine = store.writer->add_trial(sample_trial(sample_key("a", 0, "e9")));
    REQUIRE_FALSE(engine);
    CHECK_THAT(engine.error().message, ContainsSubstring("e9"));
    const Result<void> item = store.writer->add_attempt(sample_attempt(sample_key("zz")));
    REQUIRE_FALSE(item);
    CHECK_THAT(item.error().message, ContainsSubstring("s/zz"));
    CHECK_FALSE(store.writer->set_engine("x9", EngineRow()));
    CHECK_FALSE(store.writer->put_verdict(sample_verdict(sample_key())));
    CHECK_FALSE(store.writer->add_experiment(sample_experiment()));  // the id is taken
    // Not even its blobs stay.
    CHECK(store.raw().integer("SELECT count(*) FROM blob").value() == 1);
}

TEST_CASE("an engine's row: empty fields leave what is there, the first fingerprint stays") {
    Store store;
    EngineRow row;
    row.engine = "e1";
    row.dialect = "vllm";
    row.fingerprint_start = "{\"version\":\"1\"}";
    REQUIRE(store.writer->set_engine("x1", row));
    row.dialect.clear();
    row.fingerprint_start = "{\"version\":\"2\"}";
    row.fingerprint_end = "{\"version\":\"2\"}";
    REQUIRE(store.writer->set_engine("x1", row));
    const auto experiment = store.reader->experiment("x1");
    REQUIRE(experiment);
    REQUIRE(experiment->engines.size() == 2);
    CHECK(experiment->engines[0].dialect == "vllm");
    CHECK(experiment->engines[0].settings_json == "{\"name\":\"e1\"}");
    CHECK(experiment->engines[0].fingerprint_start == "{\"version\":\"1\"}");
    CHECK(experiment->engines[0].fingerprint_end == "{\"version\":\"2\"}");
}

TEST_CASE("what an engine said it was running: sessions add up, and what was never told stays so") {
    Store store;
    EngineRow row;
    row.engine = "e1";
    CHECK(store.reader->experiment("x1")->engines[0].load.samples == 0);
    REQUIRE(store.writer->set_engine("x1", row));  // no samples, no row
    CHECK(store.raw().integer("SELECT count(*) FROM engine_load").value() == 0);
    row.load = {3, 1, 2, std::nullopt};
    REQUIRE(store.writer->set_engine("x1", row));
    row.load = {4, 0, 1, 7};
    REQUIRE(store.writer->set_engine("x1", row));
    row.load = {1, 1, 1, std::nullopt};
    REQUIRE(store.writer->set_engine("x1", row));
    const auto experiment = store.reader->experiment("x1");
    REQUIRE(experiment);
    const LoadRow& load = experiment->engines[0].load;
    CHECK(load.samples == 8);
    CHECK(load.running_min == 0);
    CHECK(load.running_max == 2);
    CHECK(load.waiting_max == 7);
    CHECK(experiment->engines[1].load.samples == 0);
}

TEST_CASE("a suite may change its scoring, not its prompts") {
    Store store;
    SuiteSelection suite = sample_experiment().suites[0];
    suite.scoring_digest = "scoring-2";
    suite.suite_json = "{\"suite\":\"s\",\"gold\":2}";
    REQUIRE(store.writer->set_suite("x1", suite));
    const auto experiment = store.reader->experiment("x1");
    REQUIRE(experiment);
    CHECK(experiment->suites[0].scoring_digest == "scoring-2");
    CHECK(experiment->suites[0].suite_json == suite.suite_json);
    suite.prompts_digest = "prompts-2";
    CHECK_FALSE(store.writer->set_suite("x1", suite));
}

TEST_CASE("a writer that dies before COMMIT leaves what was committed before") {
    Store store;
    REQUIRE(store.writer->add_trial(sample_trial(sample_key("a", 0))));
    REQUIRE(store.writer->begin());
    REQUIRE(store.writer->add_trial(sample_trial(sample_key("a", 1))));
    REQUIRE(store.writer->add_trial(sample_trial(sample_key("a", 2))));
    store.writer.reset();
    CHECK(store.reader->stored_keys("x1")->size() == 1);
    CHECK(store.raw().text("PRAGMA integrity_check").value() == "ok");
}

TEST_CASE("inside a group a refused row undoes only itself") {
    Store store;
    REQUIRE(store.writer->begin());
    CHECK_FALSE(store.writer->begin());
    REQUIRE(store.writer->add_trial(sample_trial(sample_key("a", 0))));
    CHECK_FALSE(store.writer->add_trial(sample_trial(sample_key("a", 0))));
    REQUIRE(store.writer->add_trial(sample_trial(sample_key("a", 1))));
    CHECK(store.reader->stored_keys("x1")->empty());  // not before COMMIT
    REQUIRE(store.writer->commit());
    CHECK(store.reader->stored_keys("x1")->size() == 2);
    CHECK_FALSE(store.writer->commit());
    REQUIRE(store.writer->begin());
    REQUIRE(store.writer->add_trial(sample_trial(sample_key("a", 2))));
    store.writer->rollback();
    CHECK(store.reader->stored_keys("x1")->size() == 2);
}

TEST_CASE(
    "run_result has exactly the agreed columns, one row per trial, unscored points are NULL") {
    Store store;
    REQUIRE(store.writer->add_trial(sample_trial(sample_key("a", 0))));
    REQUIRE(store.writer->add_trial(sample_trial(sample_key("a", 1))));
    REQUIRE(store.writer->put_verdict(sample_verdict(sample_key("a", 0), 1)));
    REQUIRE(store.writer->put_verdict(sample_verdict(sample_key("a", 0), 1.5)));  // replaces
    sqlite::Database raw = store.raw();
    CHECK(raw.text("SELECT group_concat(name, ' ') FROM pragma_table_info('run_result')").value() ==
          "experiment engine suite item k outcome finish_reason content_sha256 reasoning_sha256 "
          "request_sha256 body_sha256 points max_points attainable scorer_version prompt_tokens "
          "completion_tokens cached_tokens first_token_ms total_ms attempts");
    CHECK(raw.integer("SELECT count(*) FROM run_result").value() == 2);
    CHECK(raw.integer("SELECT count(*) FROM run_result WHERE points=1.5 AND max_points=2.0 AND "
                      "experiment='x1' AND engine='e1' AND suite='s' AND item='a' AND k=0 AND "
                      "outcome='answered' AND finish_reason='stop' AND scorer_version='scorer/1'")
              .value() == 1);
    CHECK(raw.integer("SELECT count(*) FROM run_result WHERE k=1 AND points IS NULL AND "
                      "attainable IS NULL AND scorer_version IS NULL")
              .value() == 1);
}

TEST_CASE("a damaged blob is noticed") {
    Store store;
    REQUIRE(store.writer->add_trial(sample_trial(sample_key(), "the answer")));
    const std::string sha = sha256_hex("the answer");
    REQUIRE(
        store.raw().execute("UPDATE blob SET data=(SELECT data FROM blob WHERE size=13) "
                            "WHERE sha256='" +
                            sha + "'"));
    const auto read = store.reader->blob(sha);
    REQUIRE_FALSE(read);
    CHECK_THAT(read.error().message, ContainsSubstring("damaged"));
    CHECK_FALSE(store.reader->blob(std::string(64, '0')));
}

// The writer knows ids by heart; those of rows that were taken back may be given to others.
TEST_CASE("ids of an experiment that was rolled back are looked up anew") {
    Store store;
    const auto keyed = [](const std::string& experiment, const std::string& item) {
        TrialKey key = sample_key(item);
        key.experiment = experiment;
        return key;
    };
    const auto begin_x2 = [&store](std::vector<std::string> items) {
        ExperimentRow second = sample_experiment("x2");
        second.suites.front().items = std::move(items);
        REQUIRE(store.writer->begin());
        REQUIRE(store.writer->add_experiment(second));
    };
    begin_x2({"a", "b"});
    REQUIRE(store.writer->add_trial(sample_trial(keyed("x2", "a"))));
    store.writer->rollback();
    begin_x2({"b", "a"});
    REQUIRE(store.writer->add_trial(sample_trial(keyed("x2", "a"), "of a")));
    VerdictRow verdict;
    verdict.key = keyed("x2", "a");
    REQUIRE(store.writer->put_verdict(verdict));
    REQUIRE(store.writer->commit());
    CHECK(store.reader->completion(keyed("x2", "a"))->content.text == "of a");
    CHECK_FALSE(store.reader->completion(keyed("x2", "b")));
    CHECK(store.reader->item_trials("x2", "e1", "s", "a")->at(0).verdict);
}

TEST_CASE("a verdict goes to its own trial, also behind one that was reopened") {
    Store store;
    REQUIRE(store.writer->add_trial(sample_trial(sample_key("a", 0))));
    REQUIRE(store.writer->add_trial(sample_trial(sample_key("a", 1))));
    VerdictRow verdict;
    verdict.key = sample_key("a", 0);
    REQUIRE(store.writer->put_verdict(verdict));
    REQUIRE(store.writer->reopen_trial(sample_key("a", 1)));
    verdict.key = sample_key("a", 1);
    CHECK_FALSE(store.writer->put_verdict(verdict));
    const auto trials = store.reader->item_trials("x1", "e1", "s", "a");
    REQUIRE(trials->size() == 1);
    CHECK(trials->at(0).verdict);
}

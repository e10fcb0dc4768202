// A watch ends a streaming answer: real client, real sockets, real store.
#include "harness/runner/text_watch.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <catch2/catch_all.hpp>
#include <cstdio>
#include <string>

#include "tests/support/runner_fixture.hpp"
#include "tests/support/scripted_server.hpp"
#include "tests/unit/harness/wire/chat_bytes.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

// Cuts an answer once its content has so many bytes, and remembers what it saw.
class StopAt : public TextWatch {
  public:
    StopAt(std::size_t bytes, std::vector<std::string>& seen) : bytes_(bytes), seen_(seen) {}
    std::optional<TextCut> stop(const TextsSoFar& texts) override {
        seen_.push_back(std::string(texts.reasoning) + "|" + std::string(texts.content));
        if (texts.content.size() < bytes_) return std::nullopt;
        return TextCut{texts.reasoning.size(), bytes_};
    }

  private:
    std::size_t bytes_;
    std::vector<std::string>& seen_;
};

class WatchingObserver : public RunObserver {
  public:
    std::vector<VerdictRow> on_trial(const TrialRow& trial, const Item&) override {
        trials.push_back(trial);
        return {};
    }
    void on_progress(const Progress& progress) override { last = progress; }
    void on_notice(const std::string&, const std::string&) override {}
    std::unique_ptr<TextWatch> watch_texts() override {
        ++watches;
        return std::make_unique<StopAt>(6, seen);
    }

    std::vector<TrialRow> trials;
    std::vector<std::string> seen;
    Progress last;
    int watches = 0;
};

std::string stream_head() {
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
}

struct WatchedRun {
    WatchedRun(std::vector<std::string> pieces, ScriptedReply::Then then, bool stream = true)
        : server(loop, [pieces, then](const ScriptedServer::Asked& asked) {
              if (asked.head.starts_with("GET"))
                  return ScriptedReply{{http_ok(R"({"data":[{"id":"m"}]})")}, {}};
              return ScriptedReply{pieces, then};
          }) {
        fixture.config.request.stream = stream;
        fixture.config.engines[0].base_url = server.url();
        fixture.config.engines[0].timeout.idle = std::chrono::seconds{60};
        auto writer = StoreWriter::open(fixture.path());
        REQUIRE(writer);
        ExperimentRow row;
        row.id = fixture.experiment;
        row.runs = fixture.config.runs;
        row.suites.push_back({"s", {}, {}, {}, nullptr, {}, {"a"}});
        row.engines.emplace_back().engine = "e1";
        REQUIRE((*writer)->add_experiment(row));
        const auto client = make_http_engine_client(loop.get_executor());
        AsyncStore store(loop.get_executor(), std::move(*writer));
        const StillClock clock;
        Runner runner(loop.get_executor(), *client, store, clock, observer);
        auto done = [this](std::exception_ptr error, RunReport ended) {
            thrown = error;
            report = std::move(ended);
            server.stop();
        };
        boost::asio::co_spawn(loop, runner.run(fixture.plan(), {}, {}, {}), done);
        loop.run();
        if (thrown) std::rethrow_exception(thrown);
    }

    RunnerFixture fixture{1, 2};
    boost::asio::io_context loop{1};
    ScriptedServer server;
    WatchingObserver observer;
    RunReport report;
    std::exception_ptr thrown;

    int posts() const {
        int count = 0;
        for (const auto& asked : server.asked()) count += asked.head.starts_with("POST") ? 1 : 0;
        return count;
    }
};

}  // namespace

TEST_CASE("a stopped stream is final and no failure, with the text so far, and not asked again") {
    WatchedRun run({stream_head(), delta(R"({"reasoning":"hm"})"), content_delta("abc"),
                    content_delta("defg"), "data: {\"cho"},
                   ScriptedReply::Then::hang);
    REQUIRE(run.observer.trials.size() == 2);
    for (const TrialRow& trial : run.observer.trials) {
        CHECK(trial.outcome == Outcome::stopped_by_client);
        CHECK_FALSE(is_failed(trial.outcome));
        CHECK(trial.attempts == 1);
        CHECK(trial.completion.reasoning.text == "hm");
        CHECK(trial.completion.content.text == "abcdef");
        CHECK(trial.completion.has_flag("client_stopped"));
        CHECK_FALSE(trial.completion.usage.completion_tokens);
    }
    CHECK(run.posts() == 2);
    CHECK(run.observer.watches == 2);
    CHECK(run.report.engines[0].failed == 0);
    CHECK(run.report.engines[0].missing == 0);
    CHECK(run.observer.last.retries == 0);
    const auto completion = run.fixture.reader()->completion(run.fixture.key("a", 1));
    REQUIRE(completion);
    CHECK(completion->content.text == "abcdef");
    const auto attempts = run.fixture.reader()->attempts(run.fixture.key("a", 0), true);
    REQUIRE(attempts);
    REQUIRE(attempts->size() == 1);
    CHECK(attempts->front().outcome == Outcome::stopped_by_client);
}

TEST_CASE(
    "an answer that ended in the same piece is cut all the same; half a pair is not shown yet") {
    const std::string body =
        content_delta("ab\\ud83d") + content_delta("\\ude00cdefg") + finish_event("stop") + k_done;
    const auto chunked = [](const std::string& piece) {
        char size[17] = {};
        std::snprintf(size, sizeof size, "%zx", piece.size());
        return std::string(size) + "\r\n" + piece + "\r\n";
    };
    const std::string head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    WatchedRun whole({head + chunked(body) + chunked("")}, ScriptedReply::Then::keep);
    REQUIRE(whole.observer.trials.size() == 2);
    CHECK(whole.observer.trials[0].outcome == Outcome::stopped_by_client);
    CHECK(whole.observer.trials[0].completion.content.text == "ab\U0001F600");
    CHECK(whole.observer.trials[0].completion.finish_reason.empty());

    ResponseReader reader({"think"});
    reader.feed(content_delta("ab\\ud83d"), at_ms(1));
    CHECK(reader.so_far().content == "ab");
    reader.feed(content_delta("\\ude00c"), at_ms(2));
    CHECK(reader.so_far().content == "ab\U0001F600c");
    CHECK_FALSE(reader.so_far().finished);
    reader.feed(finish_event("stop"), at_ms(3));
    CHECK(reader.so_far().finished);
}

TEST_CASE("an answer that comes whole is not watched") {
    WatchedRun run({http_ok(whole_body("\"content\":\"abcdefghi\"", "stop"))},
                   ScriptedReply::Then::keep, false);
    REQUIRE(run.observer.trials.size() == 2);
    CHECK(run.observer.trials[0].outcome == Outcome::answered);
    CHECK(run.observer.watches == 0);
}

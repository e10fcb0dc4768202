#include "cli/judging/judge_session.hpp"

#include <boost/asio/steady_timer.hpp>
#include <utility>

#include "base/text/terminal.hpp"
#include "cli/judging/judge_words.hpp"
#include "harness/engine/identity.hpp"
#include "harness/runner/hide_secret.hpp"
#include "harness/runner/latch.hpp"
#include "harness/runner/until_stopped.hpp"
#include "harness/wire/request.hpp"
#include "harness/wire/response.hpp"
#include "harness/wire/retry.hpp"
#include "scorers/judge/reply.hpp"

namespace kilter {

namespace asio = boost::asio;
using Ends = StopState::Ticket::Ends;

namespace {

// Many questions fail together where a judge restarts; it is one client here, so that none of them
// has to be kept apart from another one's return.
constexpr double k_no_jitter = 0;

}  // namespace

struct JudgeSession::Reply {
    WireResult result;
    TransferEnd end;
    std::string body;  // raw, without the key
};

JudgeSession::JudgeSession(asio::any_io_executor executor, EngineClient& client,
                           StoreWriter& writer, const Clock& clock, StopState& stop,
                           JudgeProgress& progress, const JudgeTask& task)
    : executor_(std::move(executor)),
      client_(client),
      writer_(writer),
      clock_(clock),
      stop_(stop),
      progress_(progress),
      task_(task) {}

asio::awaitable<void> JudgeSession::run() {
    const bool found = co_await find_judge();
    if (found) {
        Latch workers(executor_);
        for (int i = 0; i < task_.judge.engine.concurrency; ++i) workers.start(work());
        co_await workers.wait();
    }
    report_.interrupted = stop_.asked();
}

asio::awaitable<bool> JudgeSession::find_judge() {
    const EngineConfig& engine = task_.judge.engine;
    const Result<Endpoints> endpoints = endpoints_of(engine.base_url);
    if (!endpoints) {
        report_.problem = endpoints.error().message;
        co_return false;
    }
    url_ = endpoints->chat_completions;
    asio::awaitable<EngineIdentity> asked = identify(client_, engine, task_.api_key);
    std::optional<EngineIdentity> who =
        co_await until_stopped(executor_, stop_, Ends::at_finish, std::move(asked));
    if (!who) co_return false;
    if (who->fatal || !who->reachable) {
        report_.problem =
            who->problem.empty() ? std::string("unreachable") : about_the_judge(who->problem);
        co_return false;
    }
    if (!who->problem.empty()) progress_.notice("judge: " + visible(about_the_judge(who->problem)));
    dialect_ = who->dialect;
    co_return true;
}

asio::awaitable<void> JudgeSession::work() {
    try {
        while (!ended() && next_ < task_.open.size()) {
            const JudgeCase& one = task_.open[next_++];
            Reply reply = co_await ask(body_of(one));
            if (reply.end.kind == TransferEnd::Kind::interrupted) co_return;
            settle(one, std::move(reply));
        }
    } catch (...) {
        stop_.abort();  // a bug: the other workers must not go on
        throw;
    }
}

std::string JudgeSession::body_of(const JudgeCase& one) const {
    Item item;
    item.messages = judge_messages(one.question);
    return build_request(item, task_.judge.request, task_.judge.engine, dialect_).body;
}

asio::awaitable<JudgeSession::Reply> JudgeSession::ask(std::string body) {
    for (int tried = 1;; ++tried) {
        Reply reply = co_await ask_once(body);
        const auto wait =
            retry_wait(reply.result, reply.end, tried, task_.judge.engine.retries, k_no_jitter);
        if (!wait || stop_.finishing()) co_return reply;
        co_await pause(*wait);
        if (stop_.finishing()) co_return reply;
    }
}

asio::awaitable<JudgeSession::Reply> JudgeSession::ask_once(std::string body) {
    Reply reply;
    reply.end.kind = TransferEnd::Kind::interrupted;
    if (stop_.cancelled()) co_return reply;
    HttpRequest request;
    request.url = url_;
    request.body = std::move(body);
    request.api_key = task_.api_key;
    request.timeout = task_.judge.engine.timeout;
    request.stream = task_.judge.request.stream;
    asio::awaitable<HttpExchange> sent = client_.exchange(std::move(request), OnBytes());
    std::optional<HttpExchange> back =
        co_await until_stopped(executor_, stop_, Ends::at_cancel, std::move(sent));
    if (!back) co_return reply;
    // Read from what is kept, in which the key is replaced; times do not matter here.
    ResponseReader reader(task_.judge.engine.think_tags);
    reader.feed(back->body, back->total);
    reply.result = reader.finish(back->end, back->total);
    reply.end = back->end;
    reply.body = std::move(back->body);
    if (hide_secret(reply.result, task_.api_key)) reply.body = k_withheld_body;
    co_return reply;
}

asio::awaitable<void> JudgeSession::pause(std::chrono::milliseconds wait) {
    StopState::Ticket ticket(stop_, Ends::at_finish);
    asio::steady_timer timer(executor_, wait);
    auto token = asio::bind_cancellation_slot(ticket.slot(), asio::as_tuple(asio::use_awaitable));
    co_await timer.async_wait(std::move(token));
}

void JudgeSession::settle(const JudgeCase& one, Reply reply) {
    progress_.show(++done_);
    refusals_ = is_refusal(reply.result.outcome, reply.end.http_status) ? refusals_ + 1 : 0;
    if (refusals_ >= k_refusals_to_pause) refused_ = true;
    const std::string where = one.item + ", field '" + one.field + "': ";
    if (is_failed(reply.result.outcome)) {
        report_.problem = where + about_the_judge(reply.result.error);
        return;
    }
    Result<Judgement> judgement = read_judgement(reply.result.completion);
    if (!judgement) {
        report_.problem = where + judgement.error().message;
        return;
    }
    JudgementRow row;
    row.sha256 = one.key;
    row.judge = task_.judge_digest;
    row.model = reply.result.completion.model;
    row.verdict = judged_word(judgement->right);
    row.reason = std::move(judgement->reason);
    row.reply = std::move(reply.body);
    row.created_at = to_iso8601(clock_.now());
    if (const Result<void> kept = writer_.put_judgement(row); !kept) {
        report_.store_error = kept.error().message;
        stop_.abort();
        return;
    }
    ++report_.judged;
}

}  // namespace kilter

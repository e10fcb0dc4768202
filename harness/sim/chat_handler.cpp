#include "harness/sim/chat_handler.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <optional>

#include "base/sha256.hpp"
#include "harness/sim/chat_request.hpp"
#include "harness/sim/chosen_reply.hpp"
#include "harness/sim/cut_reply.hpp"
#include "harness/sim/http_writer.hpp"
#include "harness/sim/reply_body.hpp"
#include "harness/sim/script_player.hpp"

namespace kilter {
namespace {

namespace asio = boost::asio;
using Socket = asio::ip::tcp::socket;

// A request that the scenario answers.
struct Ask {
    ChatRequest request;
    const EngineScript* engine = nullptr;
    const std::vector<Reply>* replies = nullptr;  // [run]
    std::string item;                             // empty: none
    const Item* found = nullptr;                  // null: none
    std::string prompt;                           // what a prefix cache knows it by
    std::string key;                              // what is counted
};

// A request that it refuses.
struct Refusal {
    int status = 400;
    std::string body;
};

Refusal refuse(int status, const std::string& message, std::string_view type,
               std::string_view code) {
    return {status, error_body(message, type, code)};
}

std::optional<Refusal> refused_logprobs(const Ask& ask) {
    const auto& rules = ask.engine->logprobs;
    if (!rules || !ask.request.logprobs) return std::nullopt;
    if (rules->answer == LogprobAnswer::refused) {
        return refuse(400, "This engine does not support `logprobs`.", "invalid_request_error", "");
    }
    if (ask.request.top_logprobs.value_or(0) > static_cast<long long>(rules->limit)) {
        return refuse(400,
                      "`top_logprobs` must be at most " + std::to_string(rules->limit) + ", got " +
                          std::to_string(*ask.request.top_logprobs) + ".",
                      "invalid_request_error", "");
    }
    return std::nullopt;
}

// The refusal, or nullopt and `ask` filled in.
std::optional<Refusal> find(const Scenario& scenario, const ChatCall& call, Ask& ask) {
    if (!has_key(scenario, call.authorization)) {
        return refuse(401, "Incorrect API key provided.", "invalid_request_error",
                      "invalid_api_key");
    }
    auto request = read_chat_request(call.body);
    if (request.has_error()) {
        return refuse(400, request.error().message, "invalid_request_error", "");
    }
    ask.request = std::move(*request);
    ask.engine = scenario.engine(ask.request.model);
    if (ask.engine == nullptr) {
        return refuse(404, "The model `" + ask.request.model + "` does not exist.",
                      "invalid_request_error", "model_not_found");
    }
    if (auto refusal = refused_logprobs(ask)) return refusal;
    const std::string messages = messages_key(ask.request.messages);
    ask.prompt = ask.request.model + "\n" + messages + "\n" + ask.request.cache_salt;
    const auto found = scenario.by_messages.find(messages);
    const bool is_item = found != scenario.by_messages.end();
    ask.key = counting_key(*ask.engine, ask.request, messages, is_item);
    if (is_item) {
        ask.found = scenario.items[found->second].item;
        ask.item = ask.found->id;
        ask.replies = &ask.engine->replies[found->second];
        return std::nullopt;
    }
    const long long prompt_tokens = estimated_tokens(ask.request.message_bytes);
    if (const LengthBand* band = band_for(*ask.engine, prompt_tokens)) {
        ask.replies = &band->replies;
        return std::nullopt;
    }
    if (ask.engine->other.empty()) {
        return refuse(404, "No item of the scenario `" + scenario.name + "` has these messages.",
                      "invalid_request_error", "item_not_found");
    }
    ask.replies = &ask.engine->other;
    return std::nullopt;
}

HttpAnswer plain_answer(const ChatCall& call, int status, std::string body) {
    HttpAnswer answer;
    answer.status = status;
    answer.body = std::move(body);
    answer.keep_alive = call.keep_alive;
    answer.http_version = call.http_version;
    return answer;
}

HttpAnswer status_answer(const ChatCall& call, const Fault& fault) {
    std::string body;
    if (fault.kind == FaultKind::html_error) {
        body = html_page(fault.status);
    } else {
        const char* type = fault.status >= 500 ? "server_error" : "invalid_request_error";
        body = error_body("Simulated error " + std::to_string(fault.status) + ".", type,
                          std::to_string(fault.status));
    }
    HttpAnswer answer = plain_answer(call, fault.status, std::move(body));
    if (fault.kind == FaultKind::html_error) answer.content_type = "text/html; charset=utf-8";
    if (fault.retry_after) {
        answer.headers.emplace_back("Retry-After", std::to_string(*fault.retry_after));
    }
    return answer;
}

// Until the client closes or the server stops. A further byte from the client is ignored.
asio::awaitable<void> wait_for_close(Socket& socket) {
    char byte = 0;
    const asio::mutable_buffer buffer{&byte, 1};
    constexpr auto token = asio::as_tuple(asio::use_awaitable);
    while (true) {
        const auto [error, bytes] = co_await socket.async_read_some(buffer, token);
        if (error || bytes == 0) co_return;
    }
}

// What the faults that keep a completion's shape change in it.
Reply with_fault(const Reply& scripted) {
    Reply reply = scripted;
    if (reply.fault.kind == FaultKind::empty_content) reply.content = "";
    if (reply.fault.kind == FaultKind::invalid_utf8) {
        if (!reply.content) reply.content = "";
        if (reply.content->find(k_bad_bytes_mark) == std::string::npos) {
            *reply.content += k_bad_bytes_mark;
        }
    }
    return reply;
}

// What the request's own settings make of the scripted reply.
Reply as_asked(const Reply& scripted, const Ask& ask, bool cold, long long prompt_tokens) {
    const bool counts = ask.engine->logprobs && ask.request.max_tokens;
    Reply reply = counts ? cut_reply(scripted, *ask.request.max_tokens) : scripted;
    if (ask.engine->logprobs && ask.request.logprobs && !reply.completion_tokens) {
        reply.completion_tokens = reply_tokens(reply);
    }
    if (ask.engine->tells_cached) {
        const long long prompt = reply.prompt_tokens.value_or(prompt_tokens);
        reply.cached_tokens = cold ? 0 : std::max(prompt - 1, 0LL);
    }
    return reply;
}

void add_logprobs(const Reply& reply, const Ask& ask, long long variant, ReplyContext& context) {
    const auto& rules = ask.engine->logprobs;
    if (!rules || !ask.request.logprobs) return;
    context.null_logprobs = rules->answer == LogprobAnswer::null;
    if (rules->answer != LogprobAnswer::given) return;
    const auto top = static_cast<std::size_t>(ask.request.top_logprobs.value_or(0));
    context.logprobs = reply_logprobs(reply, *rules, variant, top);
}

ReplyContext context_of(const Scenario& scenario, const Ask& ask, int run) {
    ReplyContext context;
    const std::string seed = ask.request.model + "\n" + ask.key + "\n" + std::to_string(run);
    context.id = "chatcmpl-" + sha256_hex(seed).substr(0, 24);
    context.model = ask.request.model;
    context.fingerprint = "kilter-sim-" + scenario.name;
    context.reasoning_field = ask.engine->reasoning_field;
    context.chunk = ask.engine->chunk;
    context.include_usage = ask.request.include_usage;
    context.max_tokens = ask.request.max_tokens;
    context.prompt_tokens = estimated_tokens(ask.request.message_bytes);
    return context;
}

std::vector<std::string> events_of(const Reply& reply, const ReplyContext& context) {
    const std::string done = "data: [DONE]\n\n";
    if (reply.fault.kind == FaultKind::error_200) {
        return {"data: " + error_body("Simulated error inside a 200.", "server_error", "") + "\n\n",
                done};
    }
    if (reply.fault.kind == FaultKind::deep_nesting) {
        return {"data: " + deep_body() + "\n\n", done};
    }
    return stream_events(reply, context);
}

asio::awaitable<bool> send_stream(Socket& socket, const ChatCall& call, const Ask& ask,
                                  const Reply& reply, const ReplyContext& context,
                                  HttpAnswer answer) {
    EventStream stream;
    stream.first = ask.engine->first_token;
    stream.each = ask.engine->token;
    stream.events = events_of(reply, context);
    const bool cut = reply.fault.kind == FaultKind::cut_stream;
    if (cut) stream.events.resize(std::max<std::size_t>(stream.events.size() / 2, 1));
    stream.broken_off = cut;
    answer.content_type = "text/event-stream";
    const bool sent = co_await write_stream(socket, std::move(answer), std::move(stream));
    co_return sent && !cut && call.http_version >= 11;
}

std::string body_of(const Reply& reply, const ReplyContext& context) {
    if (reply.fault.kind == FaultKind::error_200) {
        return error_body("Simulated error inside a 200.", "server_error", "");
    }
    if (reply.fault.kind == FaultKind::deep_nesting) return deep_body();
    return whole_body(reply, context);
}

asio::awaitable<bool> send_whole(Socket& socket, const Ask& ask, const Reply& reply,
                                 const ReplyContext& context, HttpAnswer answer) {
    const auto deltas = static_cast<long>(stream_events(reply, context).size());
    co_await pause(socket, ask.engine->first_token + ask.engine->token * deltas);
    answer.body = body_of(reply, context);
    if (reply.fault.kind == FaultKind::cut_stream) {
        co_await write_half(socket, std::move(answer));
        co_return false;
    }
    co_return co_await write_answer(socket, std::move(answer));
}

bool is_scripted_break(FaultKind kind) {
    return kind == FaultKind::cut_stream || kind == FaultKind::hang ||
           kind == FaultKind::close_without_reply;
}

asio::awaitable<bool> send_reply(Socket& socket, const ChatCall& call, const Ask& ask,
                                 const Reply& reply, const ReplyContext& context,
                                 bool bytes_differ) {
    const FaultKind kind = reply.fault.kind;
    if (kind == FaultKind::close_without_reply) co_return false;
    if (kind == FaultKind::hang) {
        co_await wait_for_close(socket);
        co_return false;
    }
    HttpAnswer answer = kind == FaultKind::status || kind == FaultKind::html_error
                            ? status_answer(call, reply.fault)
                            : plain_answer(call, 200, "");
    if (bytes_differ) answer.headers.emplace_back("X-Kilter-Bytes", "differ");
    if (!answer.body.empty()) co_return co_await write_answer(socket, std::move(answer));
    if (ask.request.stream) {
        co_return co_await send_stream(socket, call, ask, reply, context, std::move(answer));
    }
    co_return co_await send_whole(socket, ask, reply, context, std::move(answer));
}

// Waits where the company counts. A prompt is cached from the first request for it on.
asio::awaitable<RequestState> state_of(SimState& state, Socket& socket, const Ask& ask,
                                       int asked_before) {
    RequestState now;
    now.asked_before = asked_before;
    const bool cached = !state.cached_prompts.insert(ask.prompt).second;
    now.cold = !cached || !ask.request.use_cached_prompt;
    if (ask.engine->varies_by != VariesBy::company) co_return now;
    const bool crowded = state.in_flight > 1;
    co_await pause(socket, ask.engine->hold);
    now.in_company = crowded || state.in_flight > 1;
    if (now.in_company) now.crowded_before = state.crowded[ask.request.model + "\n" + ask.key]++;
    co_return now;
}

// Counts a request while it is being answered.
class InFlight {
  public:
    explicit InFlight(SimState& state) : state_(state) {
        state_.peak_in_flight = std::max(state_.peak_in_flight, ++state_.in_flight);
    }
    ~InFlight() { --state_.in_flight; }
    InFlight(const InFlight&) = delete;
    InFlight& operator=(const InFlight&) = delete;

  private:
    SimState& state_;
};

}  // namespace

bool has_key(const Scenario& scenario, const std::string& authorization) {
    return !scenario.api_key || authorization == "Bearer " + *scenario.api_key;
}

asio::awaitable<bool> answer_chat(std::shared_ptr<SimState> state, Socket& socket, ChatCall call,
                                  std::optional<SentRun>& sent) {
    sent.reset();
    const InFlight counted{*state};
    const Scenario& scenario = *state->scenario;
    Ask ask;
    if (auto refusal = find(scenario, call, ask)) {
        HttpAnswer answer = plain_answer(call, refusal->status, std::move(refusal->body));
        const bool written = co_await write_answer(socket, std::move(answer));
        co_return written&& call.keep_alive;
    }
    // A copy: the log grows while this reply is on its way.
    const SimRequestLog entry = state->asks.note(ask.request.model, ask.item, ask.key,
                                                 sha256_hex(call.body), state->in_flight);
    ++state->requests;
    const RequestState now = co_await state_of(*state, socket, ask, entry.run);
    const ChosenReply chosen = choose_reply(*ask.engine, now, ask.replies->size());
    const Reply& scripted = (*ask.replies)[chosen.index];
    if (scripted.scripts != nullptr) {
        ScriptFacts facts;
        facts.item = ask.found;
        facts.ask = entry.run;
        facts.authorization = std::move(call.authorization);
        const bool kept = co_await play_script(state, socket, scripted.scripts, std::move(facts),
                                               std::move(call.body));
        co_return kept&& call.keep_alive;
    }
    ReplyContext context = context_of(scenario, ask, static_cast<int>(chosen.index));
    const Reply reply = as_asked(with_fault(scripted), ask, now.cold, context.prompt_tokens);
    add_logprobs(reply, ask, chosen.variant, context);
    const bool written = co_await send_reply(socket, call, ask, reply, context, entry.bytes_differ);
    if (!is_scripted_break(reply.fault.kind)) {
        sent.emplace();
        sent->model = ask.request.model;
        sent->key = ask.key;
        sent->run = entry.run;
    }
    if (!written && sent) {
        state->asks.give_back(*sent);
        sent.reset();
    }
    co_return written&& call.keep_alive;
}

}  // namespace kilter

#include "harness/wire/response.hpp"

#include <fmt/format.h>

#include "base/json/read.hpp"
#include "harness/wire/body_kind.hpp"
#include "harness/wire/chat_collector.hpp"
#include "harness/wire/error_body.hpp"
#include "harness/wire/stream_reader.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_head_size = 4096;  // bytes of a stream kept to describe an error with

bool is_success(int status) {
    return status == 0 || (status >= 200 && status < 300);
}

}  // namespace

struct ResponseReader::State {
    explicit State(std::vector<std::string> tags) : think_tags(std::move(tags)) {}

    std::vector<std::string> think_tags;
    BodyKind kind = BodyKind::undecided;
    std::string body;         // from its first mark on; of a stream only the head of that
    std::size_t dropped = 0;  // bytes before that
    ChatCollector collector;
    StreamReader stream{collector};
    std::optional<EngineError> error;
    std::string problem;  // why a body with a good status is unusable

    void feed_stream(std::string_view bytes, Milliseconds since_start) {
        if (body.size() < k_head_size) body.append(bytes.substr(0, k_head_size - body.size()));
        stream.feed(bytes, since_start);
    }

    // What stands in front of a body that has not begun says nothing. Some servers send blank lines
    // for minutes; they must not be looked through again and again.
    void drop_blank() {
        std::size_t blank = 0;
        while (blank < body.size()) {
            const std::size_t begin = body.find_first_not_of(" \t\r\n", blank);
            blank = begin == std::string::npos ? body.size() : begin;
            if (!std::string_view(body).substr(blank).starts_with("\xEF\xBB\xBF")) break;
            blank += 3;
        }
        body.erase(0, blank);
        dropped += blank;
    }

    void start_stream(Milliseconds since_start) {
        kind = BodyKind::stream;
        const std::string so_far = std::move(body);
        body.clear();
        feed_stream(so_far, since_start);
    }

    void read_whole_body();
    void settle(const TransferEnd& end, Milliseconds total);
    void decide(const TransferEnd& end, WireResult& result) const;
    void decide_by_content(WireResult& result) const;
};

void ResponseReader::State::read_whole_body() {
    const json::ReadOutcome read = json::read(body, {.keep_surrogates = true});
    if (!read.ok) {
        problem = read.too_deep ? read.error
                                : fmt::format("the body is not JSON: {} at byte {}", read.error,
                                              dropped + read.error_offset);
        return;
    }
    if (read.repaired_utf8) collector.add_flag("invalid_utf8");
    error = error_in(read.value, false);
    collector.add(read.value, std::nullopt);
    if (collector.has_choice() || error) return;
    error = error_in(read.value, true);
    if (!error) problem = fmt::format("no choices in the answer: {}", one_line(body));
}

void ResponseReader::State::settle(const TransferEnd& end, Milliseconds total) {
    const bool compressed = std::string_view(body).starts_with("\x1F\x8B");
    if (kind != BodyKind::json && kind != BodyKind::stream && !compressed &&
        end.content_type.find("event-stream") != std::string::npos) {
        start_stream(total);
    }
    if (kind == BodyKind::stream) {
        stream.finish(total);
        error = stream.error();
        problem = stream.problem();
    } else if (kind == BodyKind::json) {
        read_whole_body();
    } else {
        problem = describe_unusable(body);
    }
}

void ResponseReader::State::decide(const TransferEnd& end, WireResult& result) const {
    using Kind = TransferEnd::Kind;
    // An answer that had come to its end is whole, whatever became of the connection afterwards.
    const bool whole =
        collector.finished() && !error && problem.empty() && is_success(end.http_status);
    const auto fail = [&](Outcome outcome, std::string line) {
        result.outcome = outcome;
        result.error = std::move(line);
    };
    if (end.kind == Kind::interrupted) return fail(Outcome::interrupted, "interrupted");
    if (end.kind == Kind::timeout && !whole) return fail(Outcome::timeout, end.message);
    if (end.kind == Kind::transport_error && !whole) {
        result.retryable = true;
        return fail(Outcome::transport_error, end.message);
    }
    if (end.kind == Kind::timeout || end.kind == Kind::transport_error) {
        result.completion.add_flag("cut_after_finish");
    }
    if (!is_success(end.http_status)) {
        result.retryable = is_retryable_code(end.http_status);
        return fail(Outcome::http_error, describe_http_error(end.http_status, body));
    }
    if (error) {
        result.error_code = error->code;
        result.retryable = error->code && is_retryable_code(*error->code);
        const std::string code = error->code ? fmt::format(" {}", *error->code) : std::string();
        return fail(Outcome::protocol_error,
                    fmt::format("the engine reports error{}: {}", code, error->message));
    }
    const bool cut_by_us = end.kind == Kind::stopped_by_client && kind != BodyKind::stream;
    if (!problem.empty() && !cut_by_us) return fail(Outcome::protocol_error, problem);
    decide_by_content(result);
}

void ResponseReader::State::decide_by_content(WireResult& result) const {
    result.outcome = outcome_of(result.completion);
    if (result.outcome == Outcome::stream_incomplete) {
        result.retryable = true;
        result.error =
            fmt::format("the stream ended without a finish_reason, after {} bytes of content",
                        result.completion.content.text.size());
    } else if (result.outcome == Outcome::engine_abort) {
        result.error = fmt::format("the engine gave up: finish_reason \"{}\"",
                                   one_line(result.completion.finish_reason));
    }
}

ResponseReader::ResponseReader(std::vector<std::string> think_tags)
    : state_(std::make_unique<State>(std::move(think_tags))) {}
ResponseReader::~ResponseReader() = default;
ResponseReader::ResponseReader(ResponseReader&&) noexcept = default;
ResponseReader& ResponseReader::operator=(ResponseReader&&) noexcept = default;

void ResponseReader::feed(std::string_view bytes, Milliseconds since_start) {
    if (state_->kind == BodyKind::stream) return state_->feed_stream(bytes, since_start);
    state_->body.append(bytes);
    if (state_->kind != BodyKind::undecided) return;
    state_->drop_blank();
    const BodyKind kind = body_kind(state_->body);
    if (kind == BodyKind::stream) return state_->start_stream(since_start);
    state_->kind = kind;
}

TextsSoFar ResponseReader::so_far() const {
    const ChatCollector& collector = state_->collector;
    return {collector.reasoning_so_far(), collector.content_so_far(), collector.finished()};
}

void ResponseReader::cut(const TextCut& cut) {
    state_->collector.cut(cut.reasoning, cut.content);
}

WireResult ResponseReader::finish(const TransferEnd& end, Milliseconds total) {
    State& state = *state_;
    state.settle(end, total);
    WireResult result;
    result.completion = state.collector.take(state.think_tags);
    result.completion.timings.total_ms = total.count();
    if (end.kind == TransferEnd::Kind::stopped_by_client) {
        result.completion.add_flag("client_stopped");
    }
    state.decide(end, result);
    return result;
}

}  // namespace kilter

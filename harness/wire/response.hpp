// Turns the bytes of a response body, in pieces as they arrive, into a Completion. No I/O, no
// clock: the caller passes the time of each piece. Streams (SSE) and whole JSON bodies are told
// apart by the body's own first bytes and the content type. Never throws on hostile input. One
// thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/wire/completion.hpp"

namespace kilter {

// What the transport says of one HTTP exchange when it is over.
struct TransferEnd {
    enum class Kind { complete, timeout, transport_error, interrupted, stopped_by_client };
    Kind kind = Kind::complete;
    std::string message;  // of the transport, without secrets
    int http_status = 0;  // 0: no response line was seen
    std::string content_type;
    std::optional<std::chrono::milliseconds> retry_after;  // parsed, uncapped
};

struct WireResult {
    Outcome outcome = Outcome::protocol_error;
    Completion completion;
    std::string error;              // one clear line for people; empty for valid outcomes
    std::optional<int> error_code;  // an error's own code inside a 200, e.g. 429
    bool retryable = false;         // given outcome, status and code
};

// What a stream has said so far; views until the next feed(). A whole JSON body says nothing before
// its end.
struct TextsSoFar {
    std::string_view reasoning, content;  // valid but for bad bytes of the engine; only ever longer
    bool finished = false;                // a finish_reason was seen
};

// How much of each text is kept where an answer is cut, in bytes.
struct TextCut {
    std::size_t reasoning = 0, content = 0;
};

class ResponseReader {
  public:
    // think_tags: names of inline reasoning tags; empty: content is taken as it is.
    explicit ResponseReader(std::vector<std::string> think_tags);
    ~ResponseReader();
    ResponseReader(ResponseReader&&) noexcept;
    ResponseReader& operator=(ResponseReader&&) noexcept;

    // `since_start`: since the request was handed to the transport.
    void feed(std::string_view bytes, std::chrono::duration<double, std::milli> since_start);
    TextsSoFar so_far() const;
    // Drops what the texts have beyond the cut, and a finish_reason: the answer ends here, as if
    // the rest had never come. A cut within a code point keeps that whole.
    void cut(const TextCut& cut);
    // Once, at the end. `total` as in feed.
    WireResult finish(const TransferEnd& end, std::chrono::duration<double, std::milli> total);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// For answers made elsewhere: the same rules from finished parts.
Outcome outcome_of(const Completion& completion);

}  // namespace kilter

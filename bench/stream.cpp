// Chat streams of 16,384 events as engines send them, read event by event: CPU time per event of
// the reader without and with its fast path, and of all that happens to an event (SSE, the reader,
// the watch for loops, and, at the end, the SHA-256 of the body and of its text).
// Usage: bench_stream [REPEATS]; one line a case: name, ns without, ns with, ns of all, bytes.
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/sha256.hpp"
#include "bench/measure.hpp"
#include "harness/wire/response.hpp"
#include "harness/wire/stream_reader.hpp"
#include "scorers/stability/loop_watch.hpp"

namespace {

using namespace kilter;

constexpr std::size_t k_events = 16'384;
constexpr std::size_t k_loop_repeats = 8;
constexpr Milliseconds k_now{5};

// What a model says, in pieces of about a token; no two lines are equal, so no loop is found.
std::vector<std::string> pieces() {
    const std::vector<std::string_view> words = {
        "Let",  " me", " check", " line",  " ", " of", " the", " table", ":",       " net",
        " 127", "0",   ",",      " gross", " ", "16",  "13",   " Ft",    " (ő, é)", ".\\n"};
    std::vector<std::string> out;
    for (std::size_t i = 0; i < k_events; ++i) {
        const std::size_t at = i % words.size();
        out.emplace_back(words[at]);
        if (at == 4) out.back() += std::to_string(i * i % 9973);
    }
    return out;
}

struct Shape {
    const char* name;
    std::string_view before, after;  // of the piece
    bool sealed = false;             // ends in a member that differs in every event
};

const Shape k_shapes[] = {
    {"vLLM",
     R"({"id":"chatcmpl-8f3a1c5d7e9b4a2f","object":"chat.completion.chunk","created":1764441000,"model":"org/model-7b","choices":[{"index":0,"delta":{"content":")",
     R"("},"logprobs":null,"finish_reason":null,"token_ids":null}]})"},
    {"vLLM, reasoning",
     R"({"id":"chatcmpl-8f3a1c5d7e9b4a2f","object":"chat.completion.chunk","created":1764441000,"model":"org/model-7b","choices":[{"index":0,"delta":{"reasoning":")",
     R"("},"logprobs":null,"finish_reason":null,"token_ids":null}]})"},
    {"SGLang",
     R"({"id":"5b1e7a9c3d","object":"chat.completion.chunk","created":1764441000,"model":"m","choices":[{"index":0,"delta":{"role":null,"content":")",
     R"(","reasoning_content":null,"tool_calls":null},"logprobs":null,"finish_reason":null,"matched_stop":null}],"usage":null})"},
    {"llama.cpp", R"({"choices":[{"finish_reason":null,"index":0,"delta":{"content":")",
     R"("}}],"created":1764441000,"id":"chatcmpl-kq7","model":"m","system_fingerprint":"b7000-abc","object":"chat.completion.chunk"})"},
    {"OpenAI",
     R"({"id":"chatcmpl-Abc123","object":"chat.completion.chunk","created":1764441000,"model":"m-2026","service_tier":"default","system_fingerprint":null,"choices":[{"index":0,"delta":{"content":")",
     R"("},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":")", true},
};

std::vector<std::string> events_of(const Shape& shape, const std::vector<std::string>& texts) {
    std::vector<std::string> events;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        std::string event = "data: ";
        event.append(shape.before).append(texts[i]).append(shape.after);
        if (shape.sealed) {
            event.append(3 + i % 9, static_cast<char>('a' + i % 26)).append("\"}");
        }
        events.push_back(event + "\n\n");
    }
    events.emplace_back(
        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
    events.emplace_back("data: [DONE]\n\n");
    return events;
}

void read_only(const std::vector<std::string>& events, bool fast) {
    ChatCollector collector;
    StreamReader reader(collector, fast);
    for (const std::string& event : events) reader.feed(event, k_now);
    reader.finish(k_now);
}

void read_watch_hash(const std::vector<std::string>& events) {
    ResponseReader reader({"think"});
    LoopWatch watch(k_loop_repeats);
    static std::string body;  // its memory stays, as that of a transfer does not grow so far
    body.clear();
    std::size_t reasoning = 0;
    std::size_t content = 0;
    for (const std::string& event : events) {
        body += event;
        reader.feed(event, k_now);
        const TextsSoFar texts = reader.so_far();
        watch.add_reasoning(texts.reasoning.substr(reasoning));
        watch.add_content(texts.content.substr(content));
        reasoning = texts.reasoning.size();
        content = texts.content.size();
    }
    TransferEnd end;
    end.http_status = 200;
    const WireResult result = reader.finish(end, k_now);
    sha256_hex(result.completion.reasoning.text);
    sha256_hex(result.completion.content.text);
    sha256_hex(body);
    if (result.outcome == Outcome::protocol_error || watch.looping()) std::abort();
}

double per_event(double ms) {
    return ms * 1e6 / static_cast<double>(k_events);
}

}  // namespace

int main(int count, char** arguments) {
    int repeats = 5;
    if (count > 1) {
        const std::string_view word = arguments[1];
        std::from_chars(word.data(), word.data() + word.size(), repeats);
    }
    const std::vector<std::string> texts = pieces();
    for (const Shape& shape : k_shapes) {
        const std::vector<std::string> events = events_of(shape, texts);
        const double slow = bench::median_cpu_ms(repeats, [&] { read_only(events, false); });
        const double fast = bench::median_cpu_ms(repeats, [&] { read_only(events, true); });
        const double all = bench::median_cpu_ms(repeats, [&] { read_watch_hash(events); });
        std::printf("%s\t%.0f\t%.0f\t%.0f\t%zu\n", shape.name, per_event(slow), per_event(fast),
                    per_event(all), events.front().size());
        std::fflush(stdout);
    }
    return 0;
}

// The fast path of chat streams against the full reader. First the reader of single events: a unit
// separator (0x1F), which no JSON holds as it is, stands between texts; whatever the fast path
// takes is what the full reader says. Then whole streams: the parts as events and the bytes as they
// are, cut at chosen places, give the same completion with the fast path and without. The first
// byte chooses the cuts.
#include <string>

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "harness/wire/delta_reader.hpp"
#include "harness/wire/stream_reader.hpp"
#include "tests/fuzz/fuzz_input.hpp"
#include "tests/fuzz/fuzz_response.hpp"

namespace {

using namespace kilter;
using fuzz::Cuts;
using fuzz::require;
using fuzz::require_equal;

void check_event(DeltaReader& deltas, std::string_view text) {
    const json::Value* fast = deltas.read(text);
    json::ReadOutcome full = json::read(text, {.keep_surrogates = true});
    if (fast != nullptr) {
        require(full.ok, "the fast path takes nothing that the full reader rejects", text);
        require(!full.repaired_utf8, "the fast path takes nothing that is repaired", text);
        require_equal(json::write(*fast), json::write(full.value), "both read the same");
        require(json::identical(*fast, full.value), "both read the same", text);
    }
    const bool learnable = full.ok && !full.repaired_utf8;
    if (learnable) deltas.learn(text, std::move(full.value));
    if (!learnable) return;
    fast = deltas.read(text);
    if (fast == nullptr) return;
    const json::ReadOutcome again = json::read(text, {.keep_surrogates = true});
    require(json::identical(*fast, again.value), "what is learned is read like that", text);
}

std::string read_stream(std::string_view bytes, Cuts cuts, bool fast) {
    constexpr Milliseconds k_now{5};
    ChatCollector collector;
    StreamReader reader(collector, fast);
    std::string so_far;
    while (!bytes.empty()) {
        reader.feed(cuts.next(bytes), k_now);
        so_far = std::string(collector.reasoning_so_far()) + "|" +
                 std::string(collector.content_so_far());
    }
    reader.finish(k_now);
    std::string out = fuzz::as_text(collector.take({"think"})) + so_far;
    if (reader.error()) {
        out += "\nerror=" + reader.error()->message +
               (reader.error()->code ? std::to_string(*reader.error()->code) : "");
    }
    return out + "\nproblem=" + reader.problem();
}

void check_stream(std::string_view bytes, unsigned choice) {
    const std::string full = read_stream(bytes, Cuts(0), false);
    for (const unsigned cut : {0U, 1U, choice}) {
        require_equal(read_stream(bytes, Cuts(cut), true), full, "fast and full are the same");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view bytes = fuzz::as_text(data, size);
    const unsigned choice = fuzz::take_choice(bytes) + 2;
    DeltaReader deltas;
    std::string stream;
    for (const std::string_view text : fuzz::split_parts(bytes)) {
        check_event(deltas, text);
        stream.append("data: ").append(text).append("\n\n");
    }
    check_stream(stream, choice);
    check_stream(bytes, choice);
    return 0;
}

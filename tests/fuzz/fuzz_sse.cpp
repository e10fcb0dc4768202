// A body read from the wire: whatever its bytes, the result does not depend on how the network cut
// them. The first byte chooses the cuts, the second how the transfer ended.
#include <string>

#include "harness/wire/sse.hpp"
#include "tests/fuzz/fuzz_input.hpp"
#include "tests/fuzz/fuzz_response.hpp"

namespace {

using kilter::SseEvent;
using kilter::SseMachine;
using kilter::fuzz::Cuts;
using kilter::fuzz::require_equal;

// All that a machine said, as one text.
std::string events(std::string_view bytes, Cuts cuts) {
    std::string said;
    const auto keep = [&said](const SseEvent& event) {
        said += event.name + "|" + event.data + (event.terminated ? "|\n" : "|cut\n");
    };
    SseMachine machine;
    while (!bytes.empty()) machine.feed(cuts.next(bytes), keep);
    machine.finish(keep);
    return said + std::to_string(machine.comments());
}

std::string response(std::string_view bytes, Cuts cuts, const kilter::TransferEnd& end) {
    return kilter::fuzz::as_text(kilter::fuzz::read_response(bytes, cuts, end));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view bytes = kilter::fuzz::as_text(data, size);
    const unsigned choice = kilter::fuzz::take_choice(bytes) + 2;
    const kilter::TransferEnd end = kilter::fuzz::transfer_end(kilter::fuzz::take_choice(bytes));
    const std::string events_whole = events(bytes, Cuts(0));
    const std::string response_whole = response(bytes, Cuts(0), end);
    for (const unsigned cut : {1U, choice}) {
        require_equal(events(bytes, Cuts(cut)), events_whole, "events do not depend on the cuts");
        require_equal(response(bytes, Cuts(cut), end), response_whole,
                      "a response does not depend on the cuts");
    }
    return 0;
}

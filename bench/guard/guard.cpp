// Four hot paths on fixed input, each for callgrind to count: bench/guard/run starts it and
// compares. What is counted is what happens within kilter_guard_measured. Usage: bench_guard PATH
// [FOLDER]; FOLDER is where store_write puts its file.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/trials.hpp"
#include "bench/words.hpp"
#include "harness/store/store_writer.hpp"
#include "harness/wire/response.hpp"
#include "scorers/stability/divergence.hpp"
#include "scorers/stability/loop_watch.hpp"
#include "scorers/stability/loops.hpp"

// A plain name, so that callgrind finds it; never inlined, so that it is there.
extern "C" __attribute__((noinline)) void kilter_guard_measured(const std::function<void()>& work) {
    work();
}

namespace {

using namespace kilter;
using namespace kilter::bench;

constexpr std::chrono::duration<double, std::milli> k_now{5};

// 2,000 events of two engines, the words of the text as they come.
bool sse(const std::filesystem::path&) {
    const std::string text = Words(1).text(16'000);
    std::vector<std::string> events;
    for (const std::string_view name : {"reasoning_content", "content"}) {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find(' ', at + 1), text.size());
            events.push_back(
                R"(data: {"id":"chatcmpl-8f3a1c5d","object":"chat.completion.chunk","created":1764441000,"model":"org/model-7b","choices":[{"index":0,"delta":{")" +
                std::string(name) + "\":" + json::quote(text.substr(at, end - at)) +
                "},\"logprobs\":null,\"finish_reason\":null}]}\n\n");
            at = end;
        }
    }
    events.emplace_back(
        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
    events.emplace_back("data: [DONE]\n\n");
    WireResult result;
    kilter_guard_measured([&] {
        ResponseReader reader({"think"});
        for (const std::string& event : events) reader.feed(event, k_now);
        TransferEnd end;
        end.http_status = 200;
        result = reader.finish(end, k_now);
    });
    return result.outcome == Outcome::answered && result.completion.content.text == text;
}

Completion with_reasoning(std::string text, std::string finish) {
    Completion completion;
    completion.reasoning = {TextState::text, std::move(text)};
    completion.content = {TextState::text, "{}"};
    completion.finish_reason = std::move(finish);
    completion.finished = true;
    return completion;
}

// A text without a loop, one that ends in one, and the watch of a stream, piece by piece.
bool loops(const std::filesystem::path&) {
    const Completion calm = with_reasoning(Words(2).text(64'000), "stop");
    std::string ring = Words(3).text(32'000);
    for (const std::string once = Words(4).text(180); ring.size() < 64'000;) ring += once;
    const Completion looping = with_reasoning(std::move(ring), "length");
    std::size_t found = 0;
    bool stopped = true;
    kilter_guard_measured([&] {
        found = find_loops(calm, true).size() * 10 + find_loops(looping, true).size();
        LoopWatch watch(8);
        const std::string_view text = calm.reasoning.text;
        for (std::size_t at = 0; at < 16'000; at += 5) watch.add_content(text.substr(at, 5));
        stopped = watch.looping();
    });
    return found == 1 && !stopped;
}

// Five runs that part late, two by two and all together.
bool divergence(const std::filesystem::path&) {
    std::vector<Completion> runs;
    for (std::uint64_t k = 0; k < 5; ++k)
        runs.push_back(with_reasoning(Words(5).text(60'000) + Words(6 + k).text(4'000), "stop"));
    std::vector<const Completion*> all;
    for (const Completion& run : runs) all.push_back(&run);
    std::size_t bytes = 0;
    kilter_guard_measured([&] {
        bytes = diverge(all).byte;
        for (const Completion* run : all) bytes += diverge({all.front(), run}).byte;
    });
    return bytes >= std::size_t{5} * 60'000;
}

// 200 trials of 4 KB in groups, the last of each item's five runs with the text of the one before.
bool store_write(const std::filesystem::path& folder) {
    constexpr int k_items = 40;
    constexpr int k_group = 20;
    const std::filesystem::path path = folder / "guard.db";
    const auto writer = StoreWriter::open(path);
    if (!writer || !(*writer)->add_experiment(bench_experiment(k_items, 5))) return false;
    std::vector<StoredTrial> trials;
    for (int i = 0; i < k_items * 5; ++i) {
        const int seed = i < k_items * 4 ? i : i - k_items;
        trials.push_back(
            make_trial(i % k_items, i / k_items, static_cast<std::uint64_t>(seed), 4096));
    }
    bool good = true;
    kilter_guard_measured([&] {
        for (std::size_t i = 0; i < trials.size(); ++i) {
            if (i % k_group == 0) good = good && (*writer)->begin();
            good = good && (*writer)->add_attempt(trials[i].attempt) &&
                   (*writer)->add_trial(trials[i].trial) &&
                   (*writer)->put_verdict(trials[i].verdict);
            if (i % k_group == k_group - 1) good = good && (*writer)->commit();
        }
    });
    return good;
}

struct Named {
    std::string_view name;
    bool (*run)(const std::filesystem::path& folder);
};

constexpr Named k_paths[] = {
    {"sse", sse}, {"loops", loops}, {"divergence", divergence}, {"store_write", store_write}};

}  // namespace

int main(int count, char** arguments) {
    for (const Named& path : k_paths) {
        if (count < 2 || path.name != arguments[1]) continue;
        if (path.run(count > 2 ? arguments[2] : ".")) return 0;
        std::fprintf(stderr, "bench_guard: %s did not come out as it should\n", arguments[1]);
        return 3;
    }
    std::fprintf(stderr, "usage: bench_guard sse|loops|divergence|store_write [FOLDER]\n");
    return 2;
}

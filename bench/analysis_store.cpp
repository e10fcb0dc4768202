// Makes the store that bench/analysis measures with: items x K completions of a given size, prose
// in the reasoning and a JSON answer behind a little prose in the content. Not scored: that is what
// is measured. The same arguments give the same texts. Usage: bench_analysis_store FILE ITEMS RUNS
// BYTES UNSTABLE_PERCENT LOOPING_PERCENT
#include <array>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "harness/sim/prose.hpp"
#include "harness/store/store_writer.hpp"
#include "harness/wire/response.hpp"
#include "suites/load.hpp"

namespace {

using namespace kilter;

struct Shape {
    int items = 0, runs = 0, bytes = 0, unstable_percent = 0, looping_percent = 0;
};

// Spreads shares evenly over the items, the two of them apart from each other.
bool in_share(int item, int percent, int step) {
    return (item * step) % 100 < percent;
}

std::string loop_of(std::uint64_t seed, std::size_t bytes) {
    constexpr std::size_t k_period = 180;  // code points
    const std::string paragraph = prose(seed, k_period) + "\n";
    std::string text = prose(seed + 1, bytes / 2);
    while (text.size() < bytes) text += paragraph;
    return text;
}

std::string answer(int total) {
    return "The total is on the second page.\n\n```json\n{\"seller\": \"Hill & Sons\", \"total\": "
           "\"" +
           std::to_string(total) +
           ".00 EUR\", \"due\": \"10 November 2026\", \"number\": \"kb-2026/0117\", \"paid\": "
           "null, "
           "\"lines\": [{\"name\": \"bolt\", \"gross\": 635}, {\"name\": \"axle\", \"gross\": "
           "\"635.00\"}]}\n```\n";
}

// A run of an unstable item parts from the others half way, and once in five gives another total.
Completion make_completion(const Shape& shape, int item, int k) {
    const auto seed = static_cast<std::uint64_t>(item) * 1000;
    const auto bytes = static_cast<std::size_t>(shape.bytes);
    const bool unstable = in_share(item, shape.unstable_percent, 37);
    const bool looping = in_share(item, shape.looping_percent, 61);
    Completion completion;
    completion.reasoning.state = completion.content.state = TextState::text;
    completion.reasoning_source = "reasoning_content";
    completion.content.text = answer(unstable && k == 1 ? 1720 : 1270);
    std::string& text = completion.reasoning.text;
    if (looping) {
        text = loop_of(seed, bytes);
    } else if (unstable) {
        text = prose(seed, bytes / 2) + " " +
               prose(seed + 1 + static_cast<std::uint64_t>(k), bytes / 2);
    } else {
        text = prose(seed, bytes);
    }
    completion.finish_reason = looping ? "length" : "stop";
    completion.finished = true;
    completion.usage.prompt_tokens = 6000;
    completion.usage.completion_tokens = shape.bytes / 4;
    return completion;
}

Result<Suite> make_suite(int items) {
    Diagnostics diagnostics;
    std::optional<Suite> suite = load_suite(KILTER_BENCH_DIR "/suite.yaml", diagnostics);
    if (!suite) return fail(to_text(diagnostics));
    const Item item = suite->items.front();
    suite->items.clear();
    for (int i = 0; i < items; ++i) {
        suite->items.push_back(item);
        suite->items.back().id = "item-" + std::to_string(i);
    }
    return std::move(*suite);
}

Result<void> fill(StoreWriter& writer, const Suite& suite, const Shape& shape) {
    ExperimentRow experiment;
    experiment.id = "bench";
    experiment.created_at = "2026-01-01T00:00:00Z";
    experiment.kind = "import";
    experiment.runs = shape.runs;
    experiment.suites.push_back(
        {suite.name, suite.prompts_digest, suite.scoring_digest, suite_to_json(suite), {}});
    for (const Item& item : suite.items) experiment.suites.back().items.push_back(item.id);
    experiment.engines.emplace_back();
    experiment.engines.back().engine = "engine";
    if (const auto begun = writer.begin(); !begun) return begun;
    if (const auto added = writer.add_experiment(experiment); !added) return added;
    for (int i = 0; i < shape.items; ++i) {
        for (int k = 0; k < shape.runs; ++k) {
            TrialRow trial;
            trial.key = {experiment.id, "engine", suite.name, "item-" + std::to_string(i), k};
            trial.completion = make_completion(shape, i, k);
            trial.outcome = outcome_of(trial.completion);
            trial.attempts = 1;
            if (const auto added = writer.add_trial(trial); !added) return added;
        }
    }
    return writer.commit();
}

Result<void> make_store(const std::string& path, const Shape& shape) {
    const Result<Suite> suite = make_suite(shape.items);
    if (!suite) return suite.error();
    const auto writer = StoreWriter::open(path);
    if (!writer) return writer.error();
    return fill(**writer, *suite, shape);
}

}  // namespace

int main(int count, char** arguments) {
    Shape shape;
    const std::array numbers = {&shape.items, &shape.runs, &shape.bytes, &shape.unstable_percent,
                                &shape.looping_percent};
    if (count != 2 + static_cast<int>(numbers.size())) {
        std::fprintf(stderr,
                     "usage: bench_analysis_store FILE ITEMS RUNS BYTES UNSTABLE LOOPING\n");
        return 2;
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::string_view word = arguments[i + 2];
        std::from_chars(word.data(), word.data() + word.size(), *numbers[i]);
    }
    const auto made = make_store(arguments[1], shape);
    if (!made) std::fprintf(stderr, "%s\n", made.error().message.c_str());
    return made ? 0 : 1;
}

#include "config/plan_reader.hpp"

#include <charconv>
#include <limits>

#include "config/engine_reader.hpp"
#include "config/judge_reader.hpp"
#include "config/load.hpp"
#include "config/request_keys.hpp"
#include "config/words.hpp"

namespace kilter {
namespace {

using tree::MappingReader;
using tree::Node;

constexpr long long k_most_runs = 1000;

void read_gates(const Node& node, const std::string& file, Gates& gates, Diagnostics& diagnostics) {
    MappingReader reader{node, file, "gates", diagnostics};
    if (!reader.is_mapping()) return;
    constexpr auto most = std::numeric_limits<long long>::max();
    if (const auto literal = reader.number("min_points")) {
        double points = 0;
        std::from_chars(literal->data(), literal->data() + literal->size(), points);
        if (points >= 0) {
            gates.min_points = points;
        } else {
            diagnostics.error(file, node.find("min_points")->at, "min_points must be at least 0");
        }
    }
    gates.max_unstable = reader.integer("max_unstable", 0, most);
    gates.max_value_flips = reader.integer("max_value_flips", 0, most);
    gates.max_loops = reader.integer("max_loops", 0, most);
    gates.min_runs = reader.integer("min_runs", 1, k_most_runs);
    reader.finish();
}

}  // namespace

void read_plan(MappingReader& reader, const std::string& file, ExperimentConfig& config,
               Diagnostics& diagnostics) {
    if (const auto runs = reader.integer("runs", 1, k_most_runs)) {
        config.runs = static_cast<int>(*runs);
    }
    if (const auto word = reader.one_of("order", {"run_major", "item_major", "shuffled"})) {
        config.order = order_from(*word).value_or(config.order);
    }
    constexpr auto most = std::numeric_limits<long long>::max();
    if (const auto seed = reader.integer("shuffle_seed", 0, most)) {
        config.shuffle_seed = static_cast<unsigned long long>(*seed);
    }
    config.turns = reader.boolean("turns").value_or(config.turns);
    if (const Node* node = reader.optional("request")) {
        read_request(*node, file, "request", config.request, diagnostics);
    }
    if (const Node* node = reader.optional("stop_loops")) {
        if (const auto repeats = reader.integer("stop_loops", k_fewest_repeats, k_most_repeats)) {
            config.stop_loops = static_cast<int>(*repeats);
            const auto fits = check_stop_loops(config);
            if (!fits) diagnostics.error(file, node->at, fits.error().message);
        }
    }
    if (const Node* node = reader.required("engines")) {
        config.engines = read_engines(*node, file, diagnostics);
    }
    if (const Node* node = reader.optional("judge")) {
        config.judge = read_judge(*node, file, diagnostics);
    }
    if (const Node* node = reader.optional("gates")) {
        read_gates(*node, file, config.gates, diagnostics);
    }
}

}  // namespace kilter

#include "scorers/gates/gates.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace kilter {
namespace {

constexpr double k_points_slack = 1e-9;  // sums of weights

bool is_incomplete(const EngineSummary& summary) {
    return summary.missing > 0 || summary.failed > 0 || summary.unscored > 0 ||
           summary.short_items > 0;
}

std::string fixed(double value, int digits) {
    std::array<char, 64> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value,
                                            std::chars_format::fixed, digits);
    return error == std::errc{} ? std::string{text.data(), end} : "?";
}

// As the config has it: "97", "97.5".
std::string shortest(double value) {
    std::array<char, 64> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} ? std::string{text.data(), end} : "?";
}

// Why a gate that is not violated does not hold either.
std::string reason_of(const EngineSummary& summary) {
    const auto part = [](long long count, std::string_view what) {
        return count == 0 ? std::string{} : ", " + std::to_string(count) + " " + std::string{what};
    };
    std::string reasons =
        part(summary.missing, "trials missing") + part(summary.failed, "trials failed") +
        part(summary.unscored, "trials not scored") + part(summary.short_items, "items short");
    return reasons.empty() ? reasons : reasons.substr(2);
}

struct Checker {
    std::string engine, suite;
    const EngineSummary& summary;
    const GateScope& scope;
    std::vector<GateResult> results;

    void add(std::string gate, GateState state, std::string line) {
        results.push_back({engine, suite, std::move(gate), state, std::move(line)});
    }

    // `missing_evidence`: why the row cannot say; empty: it can.
    void settle(std::string gate, bool violated, std::string violation, std::string held,
                const std::string& missing_evidence) {
        if (violated) {
            add(std::move(gate), GateState::fails, std::move(violation));
        } else if (!missing_evidence.empty()) {
            add(std::move(gate), GateState::inconclusive, held + ", but " + missing_evidence);
        } else {
            add(std::move(gate), GateState::holds, std::move(held));
        }
    }

    void points(double limit) {
        const std::string gate = "min_points " + shortest(limit);
        if (summary.items < scope.suite_items) {
            add("min_points", GateState::left_out,
                gate + " is for the whole suite: left out for " + std::to_string(summary.items) +
                    " of its " + std::to_string(scope.suite_items) + " items");
            return;
        }
        if (!summary.points_mean) {
            add("min_points", GateState::inconclusive, "points unknown for " + gate);
            return;
        }
        const double mean = *summary.points_mean;
        const bool violated = mean < limit - k_points_slack;
        // Rounding must not make a violated gate look as if it held.
        std::string shown = fixed(mean, 2);
        if (violated && shown == fixed(limit, 2)) shown = shortest(mean);
        if (violated && scope.points_waiting > 0 &&
            mean + scope.points_waiting >= limit - k_points_slack) {
            add("min_points", GateState::inconclusive,
                "points " + shown + " < " + gate + ", but " + shortest(scope.points_waiting) +
                    " points wait for the judge");
            return;
        }
        settle("min_points", violated, "points " + shown + " < " + gate,
               "points " + shown + " >= " + gate, reason_of(summary));
    }

    // `measured`: the number says something only about items with two valid runs.
    void ceiling(const std::string& gate, std::string_view what, long long count, long long limit,
                 bool measured) {
        const std::string have = std::string{what} + " " + std::to_string(count);
        const std::string bound = gate + " " + std::to_string(limit);
        std::string reason = reason_of(summary);
        if (measured && reason.empty() && summary.unmeasurable > 0) {
            reason = std::to_string(summary.unmeasurable) + " items have fewer than two valid runs";
        }
        settle(gate, count > limit, have + " > " + bound, have + " <= " + bound, reason);
    }

    void runs(long long limit) {
        const std::string bound = "min_runs " + std::to_string(limit);
        const std::string have = "runs " + std::to_string(summary.runs);
        if (summary.runs < limit) {
            add("min_runs", GateState::inconclusive, have + " < " + bound);
        } else {
            settle("min_runs", false, "", have + " >= " + bound, reason_of(summary));
        }
    }
};

}  // namespace

std::string_view to_word(GateState state) {
    constexpr std::array<std::string_view, 4> words = {"holds", "fails", "inconclusive",
                                                       "left_out"};
    return words[static_cast<std::size_t>(state)];
}

std::vector<GateResult> check_gates(const Gates& gates, const std::string& engine,
                                    const std::string& suite, const EngineSummary& summary,
                                    const GateScope& scope) {
    Checker check{engine, suite, summary, scope, {}};
    if (gates.min_points) check.points(*gates.min_points);
    if (gates.max_unstable) {
        check.ceiling("max_unstable", "unstable items", summary.unstable, *gates.max_unstable,
                      true);
    }
    if (gates.max_value_flips) {
        check.ceiling("max_value_flips", "items with value flips", summary.value_flips.count,
                      *gates.max_value_flips, true);
    }
    if (gates.max_loops) {
        check.ceiling("max_loops", "looped runs", summary.loops.count, *gates.max_loops, false);
    }
    if (gates.min_runs) check.runs(*gates.min_runs);
    return std::move(check.results);
}

int exit_code(const std::vector<GateResult>& gates, const std::vector<const EngineSummary*>& rows) {
    const auto any = [&gates](GateState state) {
        return std::any_of(gates.begin(), gates.end(),
                           [state](const GateResult& gate) { return gate.state == state; });
    };
    if (any(GateState::fails)) return 1;
    const bool incomplete = std::any_of(
        rows.begin(), rows.end(), [](const EngineSummary* row) { return is_incomplete(*row); });
    return incomplete || any(GateState::inconclusive) ? 3 : 0;
}

}  // namespace kilter

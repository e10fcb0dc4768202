#include "scorers/sweep/cells.hpp"

#include <algorithm>
#include <array>

namespace kilter {

std::string_view to_word(SweepAxis axis) {
    return axis == SweepAxis::prompt_tokens ? "prompt_tokens" : "concurrency";
}

std::string_view to_word(CellReading reading) {
    constexpr std::array<std::string_view, 4> words = {"steady", "wavering", "partial", "missing"};
    return words[static_cast<std::size_t>(reading)];
}

CellReading reading_of(const SweepCell& cell) {
    if (cell.n == 0) return CellReading::missing;
    if (cell.distinct.value_or(0) >= 2) return CellReading::wavering;
    return cell.n >= 2 && cell.n >= cell.of ? CellReading::steady : CellReading::partial;
}

SweepCell make_cell(std::string engine, SweepAxis axis, long long axis_value, int planned,
                    const std::vector<SweepRun>& runs, Level level) {
    SweepCell cell;
    cell.engine = std::move(engine);
    cell.value = axis_value;
    cell.of = planned;
    if (axis == SweepAxis::prompt_tokens) cell.target = axis_value;
    std::vector<std::string> signatures;
    for (const SweepRun& run : runs) {
        if (!run.view.valid()) {
            ++cell.failed;
            continue;
        }
        ++cell.n;
        signatures.push_back(signature(run.view, level));
        if (run.cached_tokens.value_or(0) > 0) ++cell.cached;
        // Equal bytes are equal tokens: the first that tells speaks for all.
        if (!cell.prompt_tokens) cell.prompt_tokens = run.prompt_tokens;
    }
    cell.missing = std::max(0, planned - static_cast<int>(runs.size()));
    if (cell.n > 0) {
        cell.sizes = cluster(signatures).sizes;
        cell.distinct = static_cast<int>(cell.sizes.size());
    }
    cell.told = cell.prompt_tokens.has_value();
    if (axis == SweepAxis::prompt_tokens && cell.told) cell.value = *cell.prompt_tokens;
    return cell;
}

}  // namespace kilter

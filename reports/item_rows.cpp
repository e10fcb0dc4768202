#include "reports/item_rows.hpp"

#include <algorithm>

namespace kilter {

std::string_view to_word(RowVote vote) {
    switch (vote) {
        case RowVote::none:
            return "";
        case RowVote::right:
            return "right";
        case RowVote::wrong:
            return "wrong";
        case RowVote::harmful:
            return "harmful";
        case RowVote::undecided:
            return "undecided";
    }
    return "";
}

int ItemRow::failed() const {
    return static_cast<int>(
        std::count_if(runs.begin(), runs.end(), [](const RunRow& run) { return run.failed(); }));
}

bool ItemRow::right() const {
    constexpr double k_epsilon = 1e-9;
    return static_cast<int>(runs.size()) == planned &&
           std::all_of(runs.begin(), runs.end(), [this](const RunRow& run) {
               return run.points && *run.points >= attainable - k_epsilon;
           });
}

std::string ItemRow::variants() const {
    std::string out;
    for (int k = 0; k < planned; ++k) {
        const auto run =
            std::find_if(runs.begin(), runs.end(), [k](const RunRow& one) { return one.k == k; });
        if (k > 0) out += ' ';
        if (run == runs.end())
            out += '.';
        else
            out += run->variant.empty() ? "-" : run->variant;
    }
    return out;
}

}  // namespace kilter

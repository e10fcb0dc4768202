// The half of scorers/fields/lists.hpp that scores. Weights and scores become integers first.
#include <algorithm>
#include <cmath>
#include <map>

#include "scorers/fields/assignment.hpp"
#include "scorers/fields/lists.hpp"

namespace kilter {
namespace {

// One element's full score; a row's is the sum over its columns.
constexpr double k_unit = 1e6;

long long unit_of(const Field& field) {
    return std::max(1LL, std::llround(field.weight * k_unit));
}

// Of two values inside a list: two absent ones agree.
double agreement(const Field& field, const Reading& gold, const Reading& answer) {
    if (gold.absent || answer.absent) return gold.absent && answer.absent ? 1 : 0;
    return compare_readings(field, gold, answer);
}

long long units(const Field& field, const Reading& gold, const Reading& answer) {
    return std::llround(agreement(field, gold, answer) * static_cast<double>(unit_of(field)));
}

long long full_row(const Field& field) {
    long long sum = 0;
    for (const Field& column : field.item) sum += unit_of(column);
    return sum;
}

// Two rows that share nothing but absent values have nothing in common.
long long row_units(const Field& field, const Reading& gold, const Reading& answer) {
    if (!gold.canonical || !answer.canonical) return 0;
    long long sum = 0;
    bool value_shared = false;
    for (std::size_t i = 0; i < field.item.size(); ++i) {
        const long long part = units(field.item[i], gold.parts[i], answer.parts[i]);
        value_shared |= part > 0 && !gold.parts[i].absent;
        sum += part;
    }
    return value_shared ? sum : 0;
}

using Score = long long (*)(const Field&, const Reading&, const Reading&);

long long best_total(const Field& field, const Reading& gold, const Reading& answer, Score score) {
    std::vector<long long> weights;
    weights.reserve(gold.parts.size() * answer.parts.size());
    for (const Reading& row : gold.parts) {
        for (const Reading& column : answer.parts) weights.push_back(score(field, row, column));
    }
    return best_assignment(gold.parts.size(), answer.parts.size(), weights);
}

// Equal canonical text is the only way to score, so that counting finds the best pairs.
bool compares_by_text(const Field& field) {
    const FieldOptions& options = field.options;
    switch (field.compare) {
        case Comparator::string_exact:
        case Comparator::string:
        case Comparator::date:
        case Comparator::duration:
        case Comparator::id:
        case Comparator::boolean:
        case Comparator::enumeration:
        case Comparator::regex:
            return true;
        case Comparator::number:
        case Comparator::percent:
            return !options.abs_tol && !options.rel_tol && !options.strict_types;
        default:
            return false;
    }
}

long long common_elements(const Reading& gold, const Reading& answer) {
    std::map<std::string_view, long long> open;  // in gold, not yet paired
    for (const Reading& element : gold.parts) {
        if (element.canonical) ++open[*element.canonical];
    }
    long long pairs = 0;
    for (const Reading& element : answer.parts) {
        if (!element.canonical) continue;
        const auto at = open.find(*element.canonical);
        if (at == open.end() || at->second == 0) continue;
        --at->second;
        ++pairs;
    }
    return pairs;
}

long long by_position(const Field& item, const Reading& gold, const Reading& answer) {
    long long sum = 0;
    const std::size_t both = std::min(gold.parts.size(), answer.parts.size());
    for (std::size_t i = 0; i < both; ++i) sum += units(item, gold.parts[i], answer.parts[i]);
    return sum;
}

// The best pairing that keeps the order of both.
long long in_order(const Field& item, const Reading& gold, const Reading& answer) {
    std::vector<long long> best(answer.parts.size() + 1, 0);
    for (const Reading& row : gold.parts) {
        long long diagonal = 0;  // best[i] of the row before
        for (std::size_t i = 0; i < answer.parts.size(); ++i) {
            const long long above = best[i + 1];
            const long long paired = diagonal + units(item, row, answer.parts[i]);
            best[i + 1] = std::max({above, best[i], paired});
            diagonal = above;
        }
    }
    return best.back();
}

// Empty: a part of the key is absent or cannot be read.
std::string key_of(const Field& field, const Reading& row) {
    std::string key;
    if (!row.canonical) return key;
    for (std::size_t i = 0; i < field.item.size(); ++i) {
        const auto& names = field.options.key;
        if (std::find(names.begin(), names.end(), field.item[i].path) == names.end()) continue;
        if (!row.parts[i].canonical) return "";
        key += std::to_string(row.parts[i].canonical->size()) + ":" + *row.parts[i].canonical;
    }
    return key;
}

// Rows of equal keys; several of one key in their order.
long long by_key(const Field& field, const Reading& gold, const Reading& answer) {
    std::map<std::string, std::vector<const Reading*>> rows;
    for (const Reading& row : answer.parts) {
        std::string key = key_of(field, row);
        if (!key.empty()) rows[std::move(key)].push_back(&row);
    }
    std::map<std::string, std::size_t> used;
    long long sum = 0;
    for (const Reading& row : gold.parts) {
        const std::string key = key_of(field, row);
        const auto at = rows.find(key);
        if (at == rows.end()) continue;
        std::size_t& next = used[key];
        if (next < at->second.size()) sum += row_units(field, row, *at->second[next++]);
    }
    return sum;
}

}  // namespace

double compare_lists(const Field& field, const Reading& gold, const Reading& answer) {
    const double longer = static_cast<double>(std::max(gold.count, answer.count));
    if (longer == 0) return 1;
    const auto share = [longer](long long sum, long long full) {
        return static_cast<double>(sum) / (static_cast<double>(full) * longer);
    };
    if (field.compare == Comparator::list_records) {
        const long long sum = field.options.key.empty() ? best_total(field, gold, answer, row_units)
                                                        : by_key(field, gold, answer);
        return share(sum, full_row(field));
    }
    const Field& item = field.item.front();
    if (field.compare == Comparator::list_ordered) {
        const bool free = field.options.mode == ListMode::lcs;
        return share(free ? in_order(item, gold, answer) : by_position(item, gold, answer),
                     unit_of(item));
    }
    if (compares_by_text(item)) return share(common_elements(gold, answer), 1);
    return share(best_total(item, gold, answer, units), unit_of(item));
}

}  // namespace kilter

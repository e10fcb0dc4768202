#include "scorers/summary/accuracy.hpp"

#include <algorithm>

namespace kilter {

namespace {

bool is_right(const FieldResult& field) {
    switch (field.field_class) {
        case FieldClass::tp:
            return field.score >= 1;
        case FieldClass::tn:
        case FieldClass::unavailable:
            return true;
        default:
            return false;
    }
}

bool is_extra(const FieldResult& field) {
    return std::find(field.flags.begin(), field.flags.end(), k_flag_extra_key) != field.flags.end();
}

bool is_unanswered(const FieldResult& field) {
    return std::find(field.flags.begin(), field.flags.end(), k_flag_unanswered) !=
           field.flags.end();
}

void count(const FieldResult& field, FieldCounts& counts) {
    if (is_unanswered(field)) {
        ++counts.unanswered;
        return;
    }
    switch (field.field_class) {
        case FieldClass::tp:
            ++counts.tp;
            break;
        case FieldClass::fd:
        case FieldClass::wrong_tool:
            ++counts.fd;
            break;
        case FieldClass::fn:
        case FieldClass::missed_call:
            ++counts.fn;
            break;
        case FieldClass::fa:
            ++counts.fa;
            break;
        case FieldClass::tn:
            ++counts.tn;
            break;
        case FieldClass::unavailable:
            ++counts.unavailable;
            break;
    }
}

}  // namespace

std::optional<double> field_f1(const FieldCounts& counts) {
    const long long wrong = counts.fd + counts.fa + counts.extra + counts.fn + counts.fd;
    const long long all = 2 * counts.tp + wrong;
    if (all == 0) return std::nullopt;
    return 2.0 * static_cast<double>(counts.tp) / static_cast<double>(all);
}

FieldCounts& AccuracyBuilder::counts_of(const std::string& field) {
    const auto [place, is_new] = place_.emplace(field, sum_.by_field.size());
    if (is_new) sum_.by_field.emplace_back(field, FieldCounts());
    return sum_.by_field[place->second].second;
}

void AccuracyBuilder::add(std::string_view parse_status, const std::vector<FieldResult>& fields) {
    ++sum_.parse_statuses[std::string(parse_status)];
    ++sum_.clean.of;
    if (parse_status == to_word(ParseStatus::clean)) ++sum_.clean.count;
    ++sum_.exact_documents.of;
    const auto harmless = [](const FieldResult& field) {
        return is_extra(field) || is_right(field);
    };
    if (std::all_of(fields.begin(), fields.end(), harmless)) ++sum_.exact_documents.count;
    for (const FieldResult& field : fields) {
        if (is_extra(field)) {  // its name is the engine's
            ++sum_.all.extra;
            continue;
        }
        count(field, counts_of(field.field));
        count(field, sum_.all);
    }
}

AccuracySummary AccuracyBuilder::finish() const {
    AccuracySummary sum = sum_;
    sum.f1_micro = field_f1(sum.all);
    double total = 0;
    long long defined = 0;
    for (const auto& [name, counts] : sum.by_field) {
        const std::optional<double> f1 = field_f1(counts);
        if (!f1) continue;
        total += *f1;
        ++defined;
    }
    if (defined > 0) sum.f1_macro = total / static_cast<double>(defined);
    sum.hallucinated = {sum.all.fa, sum.all.fa + sum.all.tn};
    sum.missed = {sum.all.fn, sum.all.tp + sum.all.fd + sum.all.fn};
    return sum;
}

}  // namespace kilter

// Field-level accuracy of one board row: classes per field name, F1, exact documents, hallucination
// and miss rates, clean answers. Counted over scored trials; each rate is undefined, not 0, where
// it has nothing to count. Definitions: docs/scoring.md. Pure, one thread per accumulator.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scorers/fields/score_item.hpp"
#include "scorers/summary/engine_summary.hpp"

namespace kilter {

struct FieldCounts {
    long long tp = 0, fd = 0, fn = 0, fa = 0, tn = 0;
    long long unanswered = 0;   // gold is null and there was no answer to read: neither TN nor FN
    long long unavailable = 0;  // needs a judge
    long long extra = 0;        // members that nobody asked for: invented, but no field
};

// 2 TP / (2 TP + FP + FN) with FP = FD + FA + extra and FN = FN + FD (stickler's classes; F1 of van
// Rijsbergen). nullopt: nothing but TN.
std::optional<double> field_f1(const FieldCounts& counts);

struct AccuracySummary {
    std::vector<std::pair<std::string, FieldCounts>> by_field;  // in order of first appearance
    FieldCounts all;
    std::optional<double> f1_micro;  // over all fields together
    std::optional<double> f1_macro;  // mean over field names that have one
    Rate exact_documents;            // trials with every field right that counts, of scored trials
    Rate hallucinated;               // FA of answered fields whose gold is null
    Rate missed;                     // FN of fields whose gold is not null
    Rate clean;                      // trials whose content was the JSON and nothing else
    std::map<std::string, long long> parse_statuses;
};

class AccuracyBuilder {
  public:
    // One scored trial.
    void add(std::string_view parse_status, const std::vector<FieldResult>& fields);
    AccuracySummary finish() const;

  private:
    FieldCounts& counts_of(const std::string& field);

    AccuracySummary sum_;
    std::map<std::string, std::size_t> place_;  // field -> index in by_field
};

}  // namespace kilter

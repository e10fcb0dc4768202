// The experiments of a store: for the terminal and as JSON (schema kilter.list/1). Pure, any
// thread.
#pragma once

#include <string>
#include <vector>

#include "reports/text_style.hpp"

namespace kilter {

struct ListedExperiment {
    std::string id, created_at, kind, parent;
    std::vector<std::string> suites, engines;
    int runs = 0;
    long long planned = 0, stored = 0, failed = 0;
};

std::string list_json(const std::vector<ListedExperiment>& experiments);
std::string list_text(const std::vector<ListedExperiment>& experiments, const TextStyle& style);

}  // namespace kilter

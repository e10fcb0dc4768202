// What the HTML page holds beside the board and the rows, as plain data: who was asked, and one
// item with its texts. Filled by cli/analysis, one item at a time.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "reports/show_model.hpp"

namespace kilter {

struct PageEngine {
    std::string engine, dialect;
    std::string settings_json, fingerprint_start, fingerprint_end;  // JSON; empty: none
};

struct PageExperiment {
    std::string id, created_at, kind;
    std::string version;  // of kilter
    int runs = 0;         // K
    std::vector<PageEngine> engines;
};

// The different texts of one channel, and which run has which.
struct PageChannel {
    std::vector<std::string> texts;
    std::vector<std::optional<std::size_t>> of_run;  // index k; nullopt: none
    std::vector<std::size_t> marks;                  // code points worth showing, ascending
};

struct PageItem {
    ShownEngine shown;
    std::array<PageChannel, 3> channels;            // index = Channel
    std::string request;                            // bytes as sent; empty: imported
    std::string model, system_fingerprint, server;  // of the first run that tells
};

// What one report holds of texts.
struct TextsKept {
    long long kept = 0, left_out_stable = 0, left_out_unstable = 0;
    std::size_t limit = 0;  // bytes
};

}  // namespace kilter

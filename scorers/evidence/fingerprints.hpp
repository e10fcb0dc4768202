// Who answered? Runs grouped by what their responses say of the engine, so that an item that only
// differs between two engines is told from one that differs within one of them; and what the engine
// said of itself at the start against the end. Definitions: docs/evidence.md. Memory grows with the
// items, and with the runs only where they differ. Pure, one thread per builder.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.hpp"
#include "scorers/stability/item_analysis.hpp"

namespace kilter {

struct ResponseIdentity {  // empty: not told
    std::string model, system_fingerprint, server;
    friend auto operator<=>(const ResponseIdentity&, const ResponseIdentity&) = default;
};

struct FingerprintPart {
    // What varies in the row; the other members are empty.
    ResponseIdentity identity;
    long long runs = 0;                      // valid ones
    long long measurable = 0, unstable = 0;  // items with two such runs; whose runs here differ
};

struct FingerprintChange {
    std::string member;      // "version.version"
    std::string start, end;  // as text; empty: not there
};

struct FingerprintSummary {
    std::vector<FingerprintPart> parts;  // most runs first; empty: one engine answered
    // Unstable items with runs of one part that differ, and those that differ only between parts.
    std::vector<std::string> within, across;
    std::vector<FingerprintChange> changes;  // from the first start to the last end
};

class FingerprintBuilder {
  public:
    // `identities` stands beside item.valid_runs, index by index.
    void add(const ItemAnalysis& item, const std::vector<ResponseIdentity>& identities);
    // Without changes.
    FingerprintSummary finish() const;

  private:
    struct Alike {  // runs of an item
        std::size_t identity = 0;
        int cluster = 0;  // at level full
        long long runs = 0;
    };
    struct Seen {
        std::string item;
        std::vector<Alike> runs;
    };
    std::map<ResponseIdentity, std::size_t> known_;
    std::vector<Seen> items_;
};

// Of two fingerprints as stored (JSON objects). Nothing where one of them is empty: not asked.
std::vector<FingerprintChange> fingerprint_changes(std::string_view start, std::string_view end);

}  // namespace kilter

// All that a bundle for an engine's maintainer is made of, as plain data: one item on one engine,
// its runs with the names of their files, the conditions, and what else this store knows of that
// engine. Filled by cli/repro. Any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/json/value.hpp"
#include "reports/probe_model.hpp"
#include "reports/show_model.hpp"

namespace kilter {

struct ReproRun {
    ShownRun shown;          // letters, hashes, finish, tokens, points, a window of text
    std::string started_at;  // ISO 8601, UTC; empty: not known
    std::string model, system_fingerprint, server;  // as told; empty: not
    std::string request_sha256, wire_sha256, body_sha256;
    std::string body_file, reasoning_file, content_file;  // in the bundle; empty: nothing to keep
    int http_status = 0;                                  // 0: none came, or imported
    int attempts = 0;
};

// The same item on another engine of the experiment.
struct ReproControl {
    std::string engine;
    int valid = 0, distinct = 0;  // runs, and outputs among them at level full
};

struct ReproModel {
    std::string kilter_version;
    std::string experiment, created_at, suite, item, engine;
    std::string url;          // where requests go; empty: answers made elsewhere
    std::string api_key_env;  // the name of a variable; empty: no key is sent
    std::string model, dialect, cache, order;
    int concurrency = 1;
    bool stream = true;
    bool salted = false;  // what went out differed from request.json in its salt
    json::Value sampling, notes;
    std::string fingerprint_start, fingerprint_end;  // JSON; empty: not asked
    std::string request_sha256;                      // of request.json; empty: none is kept
    std::size_t request_bytes = 0;
    std::vector<std::string>
        other_requests;  // SHA-256 of requests of some runs that differ from it
    ShownEngine shown;
    std::vector<ReproRun> runs;  // by k
    std::optional<int> fewest;   // the first so many valid runs, by k, have two outputs
    std::vector<ReproControl> controls;
    std::string probe_experiment;  // empty: this store has no probe of the engine
    std::optional<ProbedEngine> probe;

    int valid() const { return shown.analysis.valid; }
    int distinct() const;  // outputs at level full among the valid runs
    bool unstable() const { return distinct() > 1; }
};

inline int ReproModel::distinct() const {
    return shown.analysis.by_level[static_cast<std::size_t>(Level::full)].distinct();
}

}  // namespace kilter

// Gathers what a store holds of one item on one engine into a bundle for that engine's maintainer:
// the facts, and the bytes of every file. Reads only; sends nothing, and no key passes through
// here. One thread.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/repro_model.hpp"

namespace kilter {

struct ReproBundle {
    ReproModel facts;
    std::map<std::string, std::string> files;  // path below the folder -> bytes; no SHA256SUMS yet
};

// `item`: an ITEM word; `version`: of the program, for the issue. `engine` empty: the only one, or
// the only one whose runs of the item differ; an error lists the engines where that does not name
// one. An error too where nothing of the item is stored, or a body is not there.
Result<ReproBundle> build_repro(StoreReader& reader, const std::string& experiment,
                                const std::string& item, const std::string& engine,
                                std::string_view version);

// One line for each file, as `sha256sum -c` reads it.
std::string checksums(const std::map<std::string, std::string>& files);

}  // namespace kilter

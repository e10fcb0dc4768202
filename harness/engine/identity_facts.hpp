// Picks from an engine's info pages what may be kept: an allowlist, scalars only, because such
// pages may hold keys and paths of no concern. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

struct ModelList {
    std::vector<std::string> ids;
    json::Value entry;     // the allowlisted members of the asked model's entry; null: not listed
    std::string owned_by;  // of that entry, else of the first one
    bool listed = false;
};

// Of the body of /v1/models. nullopt: no such body. Ollama's "name" stands for "name:latest"; a
// listed
// "*" offers every model.
std::optional<ModelList> read_model_list(const json::Value& body, std::string_view model);

// By what /v1/models and the Server header show; openai where nothing shows.
Dialect dialect_of(std::string_view owned_by, std::string_view server_header);

// A page beside /v1 that tells more about an engine of this dialect.
struct InfoPage {
    std::string_view member;  // its name in the fingerprint
    std::string_view path;    // behind the root, without /v1
};
std::vector<InfoPage> info_pages(Dialect dialect);

// The allowlisted members of an info page; long texts as their digest. Null where there are none.
json::Value facts_of_page(std::string_view member, const json::Value& body);

// "model 'x' is not offered; offered are a, b and 3 more"
std::string describe_missing_model(std::string_view model, const std::vector<std::string>& offered);

}  // namespace kilter

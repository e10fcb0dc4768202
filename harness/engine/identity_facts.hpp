// Picks from an engine's info pages what may be kept: an allowlist, scalars only, because such
// pages may hold keys and paths of no concern. Pure, any thread.
#pragma once

#include <optional>
#include <span>
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

// What shows that a server speaks a dialect, where the config leaves that open.
struct DialectSign {
    Dialect dialect = Dialect::openai;
    std::string_view owned_by;        // of the model in /v1/models
    std::string_view server = {};     // begin of the Server header; empty: it shows nothing
    std::string_view only_page = {};  // a page that others do not serve so; empty: none
};
// In the order in which their pages are asked.
std::span<const DialectSign> dialect_signs();

// By what /v1/models and the Server header show; openai where nothing shows.
Dialect dialect_of(std::string_view owned_by, std::string_view server_header);
// The owner is one of a hosted OpenAI or of a gateway in front of it: its pages show nothing.
bool is_hosted_owner(std::string_view owned_by);
// Whether these facts of its info page show the dialect. `model`: the facts of /v1/models.
bool page_shows(Dialect dialect, const json::Value& facts, const json::Value& model);

// A page beside /v1 that tells more about an engine of this dialect.
struct InfoPage {
    std::string_view member;  // its name in the fingerprint
    std::string_view path;    // behind the root, without /v1
};
std::vector<InfoPage> info_pages(Dialect dialect);

// The allowlisted members of an info page; long texts as their digest. Null where there are none.
json::Value facts_of_page(std::string_view member, const json::Value& body);

// "model 'x' is not offered; did you mean 'y'? Offered: a, b and 3 more"
std::string describe_missing_model(std::string_view model, const std::vector<std::string>& offered);

}  // namespace kilter

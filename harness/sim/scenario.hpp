// A scenario in full: the suites it answers for and every scripted reply, rendered. Immutable once
// loaded; the server only reads it. The YAML form is documented in harness/sim/README.md. Any
// thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "harness/sim/logprobs.hpp"
#include "harness/sim/script_reader.hpp"
#include "harness/sim/sim_server.hpp"
#include "suites/suite.hpp"

namespace kilter {

// What goes wrong with a reply; all but the last two replace or damage the HTTP answer.
enum class FaultKind {
    none,
    status,               // `status` with an error body; 429 and 503 may carry Retry-After
    html_error,           // an HTML page, with `status` (502)
    error_200,            // status 200 and a body that holds only `error`
    cut_stream,           // the connection closes in the middle of the body
    no_finish,            // a whole stream in which no finish_reason ever comes
    close_without_reply,  // the connection closes before any byte
    hang,                 // no byte, until the client goes away
    deep_nesting,         // the body is 100,000 nested brackets
    invalid_utf8,         // bytes that are no UTF-8 inside the content
    empty_content,        // content "", finish_reason stop
};
std::optional<FaultKind> fault_kind_from(std::string_view word);
std::string_view to_word(FaultKind kind);

struct Fault {
    FaultKind kind = FaultKind::none;
    int status = 200;
    std::optional<int> retry_after;  // seconds
};

// One scripted answer, rendered.
struct Reply {
    std::optional<std::string> reasoning;  // nullopt: the member is not sent
    std::optional<std::string> content;    // nullopt: JSON null
    std::string finish_reason = "stop";
    std::optional<long long> prompt_tokens, completion_tokens;  // nullopt: estimated
    std::optional<long long> cached_tokens;                     // nullopt: not told
    Fault fault;
    std::shared_ptr<const Scripts> scripts;  // not null: in place of all the rest
};

// What picks the answer, and the variant of the logprobs, among those that an engine has.
enum class VariesBy {
    request,  // how often the prompt was asked before
    cold,     // the first answer where the prompt was not asked before, else the second
    company,  // the first answer to a request that is alone, else the further ones in turn
};

// The answers to prompts of up to so many tokens; the prompt is no item.
struct LengthBand {
    std::optional<long long> up_to;  // nullopt: any length
    std::string letters;             // A to Z, or - for a refused request
    std::vector<Reply> replies;      // in turn, by request; as many as letters
};

struct EngineScript {
    std::string model;  // "*": any model
    std::string reasoning_field = "reasoning_content";
    std::size_t chunk = 16;                    // code points in one delta
    std::chrono::milliseconds first_token{0};  // before the first delta
    std::chrono::milliseconds token{0};        // before each further delta
    std::vector<std::vector<Reply>> replies;   // [index into Scenario::items][run]
    std::vector<Reply> other;                  // [run], for what is no item; empty: such is refused
    std::vector<LengthBand> bands;         // in place of `other`, by the prompt's length, rising
    std::optional<LogprobRules> logprobs;  // absent: not answered, and max_tokens cuts nothing
    VariesBy varies_by = VariesBy::request;
    std::chrono::milliseconds hold{0};  // a request waits so long before its company is counted
    bool tells_cached = false;          // cached_tokens stands in the usage
};

struct ScenarioItem {
    std::string suite;
    const Item* item = nullptr;  // inside Scenario::suites
};

struct Scenario {
    std::string name;
    std::string about;
    std::optional<std::string> api_key;  // asked for where set
    int runs = 1;                        // K: the replies repeat after so many
    std::vector<Suite> suites;
    std::vector<ScenarioItem> items;
    std::map<std::string, std::size_t> by_messages;  // messages_key -> index into items
    std::vector<EngineScript> engines;
    std::map<std::string, std::shared_ptr<const Scripts>> paths;  // in place of the usual pages

    Scenario() = default;
    Scenario(const Scenario&) = delete;  // items point into suites
    Scenario& operator=(const Scenario&) = delete;

    const EngineScript* engine(std::string_view model) const;  // nullptr: not of this scenario
};

// The same messages have the same key: SHA-256 over roles and contents, framed.
std::string messages_key(const std::vector<Message>& messages);

// nullptr and at least one error where the file cannot be used. Suites whose path begins with ./ or
// ../ lie beside the scenario, all others below `data_root`.
std::shared_ptr<const Scenario> read_scenario(const std::filesystem::path& file,
                                              const std::filesystem::path& data_root,
                                              Diagnostics& diagnostics);

}  // namespace kilter

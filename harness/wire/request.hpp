// Builds the bytes of a chat-completions request. Every sampling field is written explicitly. Built
// once per item, then frozen: the same bytes go out for every run. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "config/experiment_config.hpp"
#include "harness/wire/dialect.hpp"
#include "suites/suite.hpp"

namespace kilter {

// Dialects whose cold mode needs a salt carry it at one place, with this many characters.
inline constexpr std::size_t k_salt_length = 32;

ColdSupport cold_support(Dialect dialect);

// Names of request fields that the user set and that this dialect has no word for; they are not
// sent.
std::vector<std::string> fields_not_sent(const RequestParams& params, Dialect dialect);

struct RequestBytes {
    std::string body;                        // JSON; the salt, where there is one, is all '0'
    std::string sha256;                      // of body: request_sha256
    std::optional<std::size_t> salt_offset;  // byte where the salt begins
    // Byte of the word that lets the engine reuse a prefix, where an arm is to begin cold.
    std::optional<std::size_t> reuse_offset;
};

// `dialect` must not be automatic (resolve it first).
RequestBytes build_request(const Item& item, const RequestParams& params,
                           const EngineConfig& engine, Dialect dialect);

// The body of one trial: `salt` (k_salt_length characters) put in place; the body itself where the
// request has no salt.
std::string salted_body(const RequestBytes& request, std::string_view salt);

// The same body, asking the engine for once not to reuse a prefix: an arm's first run of an item on
// a dialect without a salt. The body itself where the request has no such word.
std::string cold_start_body(const RequestBytes& request);

struct Endpoints {
    std::string origin;            // scheme://host:port, always with the port
    std::string chat_completions;  // full URL
    std::string models;            // full URL of /v1/models
    std::string root;              // without /v1: for /props, /health, /version
};

// Accepts a base with and without a trailing slash, with and without /v1, /v1/models or
// /v1/chat/completions.
// No /v1 at all: it is added. An error names what is wrong with the URL.
Result<Endpoints> endpoints_of(std::string_view base_url);

}  // namespace kilter

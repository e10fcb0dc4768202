#include "config/own_fields.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "config/request_keys.hpp"

namespace kilter {
namespace {

struct OwnField {
    std::string_view key;
    std::string_view instead;
};

// Beside the keys of `request`, whose names are those of the wire.
constexpr std::array<OwnField, 9> k_fields{{
    {"model", "write it as 'model', beside base_url"},
    {"messages", "the suite says what is asked"},
    {"tools", "the suite says which tools an item has"},
    {"response_format", "'structured: true' in the suite sends an item's schema"},
    {"n", "'runs' says how often each item is sent"},
    {"stream_options", "kilter asks for the usage itself wherever it streams"},
    {"top_logprobs", "write 'logprobs: N' under 'request'"},
    {"repeat_penalty", "write 'repetition_penalty' under 'request'"},
    {"return_token_ids", "write 'token_ids: true' under 'request'"},
}};

std::string instead_of(std::string_view key) {
    const auto own = std::find_if(k_fields.begin(), k_fields.end(),
                                  [key](const OwnField& one) { return one.key == key; });
    if (own != k_fields.end()) return std::string{own->instead};
    return is_request_key(key) ? "write it under 'request'" : "";
}

// Fields that the plain dialect lacks: kilter never writes them there.
bool is_beyond_openai(std::string_view key) {
    static constexpr std::string_view k_keys[] = {"top_k", "min_p", "repetition_penalty",
                                                  "repeat_penalty", "return_token_ids"};
    return std::find(std::begin(k_keys), std::end(k_keys), key) != std::end(k_keys);
}

void look_at(const tree::Node& engine, const std::string& file, Diagnostics& diagnostics) {
    const tree::Node* extra = engine.find("extra_body");
    if (extra == nullptr) return;
    const tree::Node* dialect = engine.find("dialect");
    const bool plain = dialect != nullptr && dialect->text == "openai";
    for (const tree::Entry& entry : extra->entries) {
        const std::string instead = instead_of(entry.key);
        if (instead.empty() || (plain && is_beyond_openai(entry.key))) continue;
        diagnostics.error(file, entry.key_at,
                          "extra_body must not set '" + entry.key +
                              "', which kilter writes into every request and reports: " + instead);
    }
}

}  // namespace

void refuse_own_fields(const tree::Node& config, const std::string& file,
                       Diagnostics& diagnostics) {
    if (const tree::Node* engines = config.find("engines")) {
        for (const tree::Node& engine : engines->items) look_at(engine, file, diagnostics);
    }
    if (const tree::Node* arms = config.find("arms")) {
        for (const tree::Node& arm : arms->items) {
            if (const tree::Node* changes = arm.find("override"))
                look_at(*changes, file, diagnostics);
        }
    }
    if (const tree::Node* judge = config.find("judge")) look_at(*judge, file, diagnostics);
}

}  // namespace kilter

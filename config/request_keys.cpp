#include "config/request_keys.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "base/decimal.hpp"
#include "base/json/value.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_longest_shown = 40;  // bytes of a wrong value

using Optional = std::optional<std::string> RequestParams::*;

// A number with a range; `above_low`: the low end itself is refused.
struct NumberKey {
    std::string_view key;
    std::string_view low, high;
    bool above_low;
    bool whole;
    std::string RequestParams::*always;  // one of the two is set
    Optional maybe;
};

constexpr std::array<NumberKey, 7> k_numbers{{
    {"temperature", "0", "2", false, false, &RequestParams::temperature, nullptr},
    {"top_p", "0", "1", true, false, &RequestParams::top_p, nullptr},
    {"top_k", "-1", "1000000", false, true, nullptr, &RequestParams::top_k},
    {"min_p", "0", "1", false, false, nullptr, &RequestParams::min_p},
    {"presence_penalty", "-2", "2", false, false, nullptr, &RequestParams::presence_penalty},
    {"frequency_penalty", "-2", "2", false, false, nullptr, &RequestParams::frequency_penalty},
    {"repetition_penalty", "0", "10", true, false, nullptr, &RequestParams::repetition_penalty},
}};

constexpr long long k_most_tokens = 10'000'000;
constexpr long long k_most_logprobs = 20;  // what the API allows

std::optional<long long> whole_number(std::string_view text, long long low, long long high) {
    long long value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, value);
    if (problem != std::errc{} || stop != end || value < low || value > high) return std::nullopt;
    return value;
}

std::string expectation(const NumberKey& key) {
    const std::string kind = key.whole ? "a whole number" : "a number";
    if (key.above_low) {
        return kind + " above " + std::string{key.low} + ", at most " + std::string{key.high};
    }
    return kind + " from " + std::string{key.low} + " to " + std::string{key.high};
}

bool fits(const NumberKey& key, std::string_view text) {
    // The literal goes on the wire as it stands, so it has to be a number of JSON.
    if (!json::is_number_literal(text)) return false;
    if (key.whole && text.find_first_of(".eE") != std::string_view::npos) return false;
    const auto value = Decimal::parse(text);
    if (!value) return false;
    const auto low = Decimal::parse(key.low);
    return (key.above_low ? *value > *low : *value >= *low) && *value <= *Decimal::parse(key.high);
}

Error wrong(std::string_view key, std::string_view takes) {
    return fail("'" + std::string{key} + "' takes " + std::string{takes});
}

Result<void> set_number(RequestParams& params, const NumberKey& key, std::string_view text) {
    if (key.maybe != nullptr && text == "none") {
        params.*key.maybe = std::nullopt;
        return {};
    }
    if (!fits(key, text)) return wrong(key.key, expectation(key));
    if (key.maybe != nullptr) {
        params.*key.maybe = std::string{text};
    } else {
        params.*key.always = std::string{text};
    }
    return {};
}

Result<void> set_seed(RequestParams& params, std::string_view text) {
    constexpr auto low = std::numeric_limits<long long>::min();
    constexpr auto high = std::numeric_limits<long long>::max();
    if (text == "none") {
        params.seed = std::nullopt;
        return {};
    }
    const auto value = whole_number(text, low, high);
    if (!value) return wrong("seed", "a whole number of 64 bits");
    params.seed = value;
    return {};
}

Result<void> set_logprobs(RequestParams& params, std::string_view text) {
    if (text == "none") {
        params.logprobs = std::nullopt;
        return {};
    }
    const auto value = whole_number(text, 0, k_most_logprobs);
    if (!value) {
        return wrong("logprobs", "a whole number from 0 to " + std::to_string(k_most_logprobs));
    }
    params.logprobs = static_cast<int>(*value);
    return {};
}

Result<void> set_flag(bool& flag, std::string_view key, std::string_view text) {
    if (text != "true" && text != "false") return wrong(key, "true or false");
    flag = text == "true";
    return {};
}

}  // namespace

Result<void> set_request_value(RequestParams& params, std::string_view key, std::string_view text) {
    for (const NumberKey& one : k_numbers) {
        if (one.key == key) return set_number(params, one, text);
    }
    if (key == "seed") return set_seed(params, text);
    if (key == "max_tokens") {
        const auto value = whole_number(text, 1, k_most_tokens);
        if (!value) return wrong(key, "a whole number from 1 to " + std::to_string(k_most_tokens));
        params.max_tokens = *value;
        return {};
    }
    if (key == "stream") return set_flag(params.stream, key, text);
    if (key == "token_ids") return set_flag(params.token_ids, key, text);
    if (key == "logprobs") return set_logprobs(params, text);
    return fail("'" + std::string{key} + "' is no key of request");
}

std::vector<std::string> request_keys() {
    std::vector<std::string> keys{"max_tokens", "stream", "seed", "logprobs", "token_ids"};
    for (const NumberKey& one : k_numbers) keys.emplace_back(one.key);
    return keys;
}

bool is_request_key(std::string_view key) {
    const auto keys = request_keys();
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

void read_request(const tree::Node& node, const std::string& file, const std::string& what,
                  RequestParams& params, Diagnostics& diagnostics) {
    tree::MappingReader reader{node, file, what, diagnostics};
    if (!reader.is_mapping()) return;
    for (const std::string& key : request_keys()) {
        const tree::Node* value = reader.optional(key);
        if (value == nullptr) continue;
        const bool plain = value->kind == tree::Kind::scalar && !value->quoted;
        const auto set = set_request_value(params, key, plain ? value->text : "");
        if (set.has_error()) {
            std::string hint = value->quoted ? ", without quotes" : "";
            if (plain) hint = "; found '" + value->text.substr(0, k_longest_shown) + "'";
            diagnostics.error(file, value->at, what + ": " + set.error().message + hint);
        }
    }
    reader.finish();
}

}  // namespace kilter

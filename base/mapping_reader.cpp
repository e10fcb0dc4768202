#include "base/mapping_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/decimal.hpp"
#include "base/source_tree.hpp"
#include "base/text/near_miss.hpp"

namespace kilter::tree {
namespace {

bool is_plain(const Node& node) {
    return node.kind == Kind::scalar && !node.quoted;
}

std::string_view describe(const Node& node) {
    switch (node.kind) {
        case Kind::null:
            return "nothing";
        case Kind::scalar:
            return node.quoted ? "text in quotes" : "text";
        case Kind::sequence:
            return "a list";
        case Kind::mapping:
            return "a mapping";
    }
    return "nothing";
}

// "; found 'abc'", shortened, or the kind where it is no plain scalar.
std::string found(const Node& node) {
    constexpr std::size_t k_longest = 40;
    if (!is_plain(node) || node.text.size() > k_longest) {
        return fmt::format("; found {}", describe(node));
    }
    return fmt::format("; found '{}'", node.text);
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
    const std::optional<std::string> near = near_miss(word, candidates);
    return near ? fmt::format("; did you mean '{}'?", *near) : std::string();
}

}  // namespace

MappingReader::MappingReader(const Node& node, std::string file, std::string what,
                             Diagnostics& diagnostics)
    : node_(node),
      file_(std::move(file)),
      what_(std::move(what)),
      diagnostics_(diagnostics),
      mapping_(node.kind == Kind::mapping) {
    known_.reserve(24);  // about what the keys of an item take
    if (!mapping_) error(node.at, fmt::format("{} must be a mapping{}", what_, found(node)));
}

const Node* MappingReader::optional(std::string_view key) {
    if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
    return node_.find(key);
}

const Node* MappingReader::required(std::string_view key) {
    const Node* node = optional(key);
    if (node == nullptr && mapping_) {
        error(node_.at, fmt::format("missing key '{}' in {}", key, what_));
    }
    return node;
}

std::optional<std::string> MappingReader::string(std::string_view key) {
    const Node* node = optional(key);
    if (node == nullptr) return std::nullopt;
    if (node->kind == Kind::scalar) return node->text;
    error(node->at, fmt::format("'{}' in {} must be text{}", key, what_, found(*node)));
    return std::nullopt;
}

std::string MappingReader::required_string(std::string_view key) {
    if (required(key) == nullptr) return {};
    return string(key).value_or(std::string());
}

std::optional<bool> MappingReader::boolean(std::string_view key) {
    const Node* node = optional(key);
    if (node == nullptr) return std::nullopt;
    const std::optional<bool> value = as_boolean(*node);
    if (!value) {
        error(node->at,
              fmt::format("'{}' in {} must be true or false{}", key, what_, found(*node)));
    }
    return value;
}

std::optional<long long> MappingReader::integer(std::string_view key, long long low,
                                                long long high) {
    const Node* node = optional(key);
    if (node == nullptr) return std::nullopt;
    if (is_plain(*node) && json::is_number_literal(node->text)) {
        long long value = 0;
        const char* end = node->text.data() + node->text.size();
        const auto [stop, status] = std::from_chars(node->text.data(), end, value);
        if (status == std::errc() && stop == end && value >= low && value <= high) return value;
    }
    error(node->at, fmt::format("'{}' in {} must be a whole number from {} to {}{}", key, what_,
                                low, high, found(*node)));
    return std::nullopt;
}

std::optional<std::string> MappingReader::number(std::string_view key) {
    const Node* node = optional(key);
    if (node == nullptr) return std::nullopt;
    if (is_plain(*node) && json::is_number_literal(node->text) && Decimal::parse(node->text)) {
        return node->text;
    }
    error(node->at, fmt::format("'{}' in {} must be a number{}", key, what_, found(*node)));
    return std::nullopt;
}

std::optional<std::string> MappingReader::one_of(std::string_view key,
                                                 std::initializer_list<std::string_view> words) {
    const Node* node = optional(key);
    if (node == nullptr) return std::nullopt;
    if (node->kind == Kind::scalar) {
        if (std::find(words.begin(), words.end(), node->text) != words.end()) return node->text;
    }
    const std::vector<std::string> candidates(words.begin(), words.end());
    error(node->at,
          fmt::format("'{}' in {} must be one of {}{}{}", key, what_, fmt::join(words, ", "),
                      found(*node), did_you_mean(node->text, candidates)));
    return std::nullopt;
}

std::vector<std::string> MappingReader::strings(std::string_view key) {
    const Node* node = optional(key);
    if (node == nullptr) return {};
    if (node->kind == Kind::scalar) return {node->text};
    if (node->kind != Kind::sequence) {
        error(node->at,
              fmt::format("'{}' in {} must be a list of texts{}", key, what_, found(*node)));
        return {};
    }
    std::vector<std::string> texts;
    for (const Node& item : node->items) {
        if (item.kind == Kind::scalar) {
            texts.push_back(item.text);
        } else {
            error(item.at, fmt::format("'{}' in {} must hold texts{}", key, what_, found(item)));
        }
    }
    return texts;
}

void MappingReader::error(SourcePosition at, std::string message) {
    diagnostics_.error(file_, at, std::move(message));
}

void MappingReader::finish() {
    for (const Entry& entry : node_.entries) {
        if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
        error(entry.key_at, fmt::format("unknown key '{}' in {}{}", entry.key, what_,
                                        did_you_mean(entry.key, known_)));
    }
}

}  // namespace kilter::tree

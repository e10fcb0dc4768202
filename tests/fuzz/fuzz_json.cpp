// The JSON reader against nlohmann/json: both accept, or neither does, save where the reader's
// header says that it differs (depth, invalid UTF-8, lone surrogates) and where nlohmann/json does
// (a NUL ends its input, numbers beyond a double are errors). What both read is the same value, and
// what the writers write reads back.
#include <charconv>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>

#include "base/json/pieces.hpp"
#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "tests/fuzz/fuzz_input.hpp"

namespace {

using kilter::fuzz::require;
using kilter::fuzz::require_equal;
using Value = kilter::json::Value;
using Kind = kilter::json::Kind;
using Other = nlohmann::json;

// nullopt: beyond what a double holds.
std::optional<double> as_double(const std::string& literal) {
    double number = 0;
    const auto end = literal.data() + literal.size();
    const auto [stop, problem] = std::from_chars(literal.data(), end, number);
    if (problem == std::errc::result_out_of_range) return std::nullopt;
    require(stop == end, "a number literal is a number", literal);
    return number;
}

bool has_huge_number(const Value& value) {
    if (value.kind == Kind::number) return !as_double(value.text);
    for (const Value& item : value.items) {
        if (has_huge_number(item)) return true;
    }
    for (const kilter::json::Member& member : value.members) {
        if (has_huge_number(member.value)) return true;
    }
    return false;
}

bool same_number(const Value& ours, const Other& other) {
    const std::string& literal = ours.text;
    if (other.is_number_float()) {
        const auto number = as_double(literal);
        return number && *number == other.get<double>();
    }
    // Integers stay exact; nlohmann/json gives up a negative zero.
    return literal == other.dump() || (literal == "-0" && other.get<long long>() == 0);
}

bool same(const Value& ours, const Other& other) {
    switch (ours.kind) {
        case Kind::null:
            return other.is_null();
        case Kind::boolean:
            return other.is_boolean() && other.get<bool>() == ours.boolean;
        case Kind::number:
            return other.is_number() && same_number(ours, other);
        case Kind::string:
            return other.is_string() && other.get_ref<const std::string&>() == ours.text;
        case Kind::array: {
            if (!other.is_array() || other.size() != ours.items.size()) return false;
            for (std::size_t i = 0; i < other.size(); ++i) {
                if (!same(ours.items[i], other[i])) return false;
            }
            return true;
        }
        case Kind::object: {
            if (!other.is_object() || other.size() != ours.members.size()) return false;
            for (const kilter::json::Member& member : ours.members) {
                const auto found = other.find(member.key);
                if (found == other.end() || !same(member.value, *found)) return false;
            }
            return true;
        }
    }
    return false;
}

void check_written(const Value& value) {
    const std::string compact = kilter::json::write(value);
    const std::string canonical = kilter::json::write_canonical(value);
    const auto again = kilter::json::read(compact);
    require(again.ok, "what is written reads back", compact);
    require(!again.repaired_utf8 && !again.repaired_surrogate, "nothing is repaired twice",
            compact);
    require_equal(kilter::json::write(again.value), compact, "written text is a fixed point");
    require_equal(kilter::json::write_canonical(again.value), canonical, "canonical text is one");
    const auto pretty = kilter::json::read(kilter::json::write_pretty(value));
    require(pretty.ok, "pretty text reads back", compact);
    require_equal(kilter::json::write(pretty.value), compact, "pretty text holds the same value");
}

void check_options(std::string_view text, const kilter::json::ReadOutcome& strict) {
    kilter::json::ReadOptions options;
    options.allow_trailing = true;
    const auto trailing = kilter::json::read(text, options);
    require(trailing.ok || !strict.ok, "what is whole is also a beginning", text);
    if (strict.ok) require(trailing.end == strict.end, "both end at the same byte", text);
    options.allow_trailing = false;
    options.keep_surrogates = true;
    const auto kept = kilter::json::read(text, options);
    require(kept.ok == strict.ok, "keeping surrogates accepts the same texts", text);
    require(strict.ok || strict.error_offset <= text.size(), "errors lie inside the text", text);
    require(strict.ok == strict.error.empty(), "an error says why", text);
}

// Member by member and element by element comes what comes in one piece.
void check_pieces(std::string_view text, const kilter::json::ReadOutcome& whole) {
    if (text.starts_with("\xEF\xBB\xBF")) return;  // only read() takes one
    kilter::json::PieceReader in(text);
    if (!in.enter('{')) return;
    Value object = kilter::json::make_object();
    while (in.next('}')) {
        std::string key = in.key();
        Value value = kilter::json::make_array();
        if (in.enter('[')) {
            while (in.next(']')) value.items.push_back(in.value());
        } else {
            value = in.value();
        }
        object.members.push_back({std::move(key), std::move(value), 0});
    }
    const bool finished = in.finish();
    if (whole.too_deep) return;  // pieces may be nested two levels deeper
    require(finished == whole.ok, "pieces are accepted like the whole", text);
    if (!finished) return;
    require_equal(kilter::json::write(object), kilter::json::write(whole.value), "the same pieces");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = kilter::fuzz::as_text(data, size);
    const auto ours = kilter::json::read(text);
    check_options(text, ours);
    check_pieces(text, ours);
    if (ours.ok) check_written(ours.value);
    if (ours.too_deep) return 0;
    const bool repaired = ours.repaired_utf8 || ours.repaired_surrogate;
    const bool accepted = Other::accept(text.begin(), text.end());
    if (ours.ok && !repaired && !has_huge_number(ours.value)) {
        require(accepted, "what we accept nlohmann/json accepts", text);
        const Other other = Other::parse(text.begin(), text.end());
        require(ours.duplicate_keys || same(ours.value, other), "both read the same value", text);
    }
    if (accepted && text.find('\0') == std::string_view::npos) {
        require(ours.ok, "what nlohmann/json accepts we accept", text);
        require(!repaired, "what nlohmann/json accepts needs no repair", text);
    }
    return 0;
}

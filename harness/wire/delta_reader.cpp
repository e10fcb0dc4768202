#include "harness/wire/delta_reader.hpp"

#include <utility>

#include "base/json/string_reader.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_longest_text = 4096;  // bytes; longer events are no usual ones
constexpr std::size_t k_most_slots = 64;
constexpr int k_deepest = 8;

// Bytes of the string literal that `text` begins with, its quotes included; the text is valid.
std::size_t string_length(std::string_view text) {
    std::size_t at = 1;
    while (text[at] != '"') at += text[at] == '\\' ? 2U : 1U;
    return at + 1;
}

// The same where the string is plain ASCII without escapes; 0: it is not, or it has no end.
std::size_t plain_length(std::string_view text) {
    for (std::size_t at = 1; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte == '"') return at + 1;
        if (byte < 0x20U || byte >= 0x80U || byte == '\\') return 0;
    }
    return 0;
}

}  // namespace

const json::Value* DeltaReader::read(std::string_view text) {
    if (frame_.empty()) return nullptr;
    std::string_view frame = frame_;
    std::size_t at = 0;
    for (Slot& slot : slots_) {
        if (text.substr(at, slot.before) != frame.substr(0, slot.before)) return nullptr;
        frame.remove_prefix(slot.before);
        at += slot.before;
        const bool good =
            slot.value->is_string() ? read_text(text, at, slot) : read_number(text, at, slot);
        if (!good) return nullptr;
    }
    return text.substr(at) == frame ? &tree_ : nullptr;
}

// A literal that goes on behind the number, as in 01 or 1x, is found out by the frame.
bool DeltaReader::read_number(std::string_view text, std::size_t& at, Slot& slot) const {
    const std::size_t length = json::number_length(text.substr(at));
    if (length == 0) return false;
    slot.value->text.assign(text, at, length);
    at += length;
    return true;
}

bool DeltaReader::read_text(std::string_view text, std::size_t& at, Slot& slot) {
    // An equal literal ends with its closing quote, so nothing can follow that belongs to it.
    std::string_view rest = text.substr(at);
    if (rest.starts_with(slot.literal)) {
        at += slot.literal.size();
        return true;
    }
    if (!rest.starts_with('"')) return false;
    std::size_t length = plain_length(rest);
    if (length > 0) {
        slot.value->text.assign(rest, 1, length - 2);
    } else {
        scratch_.clear();
        const json::StringOutcome read = json::read_string(text, at, scratch_, true);
        if (!read.error.empty() || read.repaired_utf8) return false;
        length = read.at - at;
        slot.value->text = scratch_;
    }
    slot.literal.assign(rest, 0, length);
    at += length;
    return true;
}

void DeltaReader::learn(std::string_view text, json::Value value) {
    if (text.size() > k_longest_text) return;
    frame_.clear();
    slots_.clear();
    framed_ = 0;
    tree_ = std::move(value);
    if (!find_slots(tree_, text, 0)) return frame_.clear();
    frame_.append(text.substr(framed_));
}

// In the order of the text, since members and items are.
bool DeltaReader::find_slots(json::Value& value, std::string_view text, int depth) {
    if (depth > k_deepest) return false;
    if (value.is_string() || value.is_number()) return add_slot(value, text);
    for (json::Value& item : value.items) {
        if (!find_slots(item, text, depth + 1)) return false;
    }
    for (json::Member& member : value.members) {
        if (!find_slots(member.value, text, depth + 1)) return false;
    }
    return true;
}

bool DeltaReader::add_slot(json::Value& value, std::string_view text) {
    if (slots_.size() >= k_most_slots) return false;
    const std::size_t before = value.offset - framed_;
    const std::string_view rest = text.substr(value.offset);
    const std::size_t length = value.is_string() ? string_length(rest) : value.text.size();
    frame_.append(text.substr(framed_, before));
    slots_.push_back({&value, std::string(rest.substr(0, length)), before});
    framed_ = value.offset + length;
    return true;
}

}  // namespace kilter

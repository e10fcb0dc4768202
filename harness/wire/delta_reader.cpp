#include "harness/wire/delta_reader.hpp"

#include <algorithm>
#include <utility>

#include "base/json/string_reader.hpp"
#include "base/text/byte_runs.hpp"

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
    const std::size_t end = 1 + plain_json_run(text, 1);
    return end < text.size() && text[end] == '"' ? end + 1 : 0;
}

}  // namespace

const json::Value* DeltaReader::read(std::string_view text) {
    changed_.clear();
    if (frame_.empty()) return nullptr;
    if (!hot_.empty() && read_hot(text)) return &tree_;
    changed_.clear();
    if (!read_slots(text)) {
        hot_.clear();
        return nullptr;
    }
    keep_hot(text);
    return &tree_;
}

bool DeltaReader::read_hot(std::string_view text) {
    std::size_t at = 0;
    for (const Hot& one : hot_) {
        if (!text.substr(at).starts_with(one.before)) return false;
        at += one.before.size();
        const bool good = one.value->is_string() ? read_string_value(text, at, *one.value, scratch_)
                                                 : read_number_value(text, at, *one.value);
        if (!good) return false;
        changed_.push_back(one.value);
    }
    return text.substr(at) == tail_;
}

// After a text whose every literal was read: those that it changed, and those that were hot.
void DeltaReader::keep_hot(std::string_view text) {
    std::vector<Hot> hot;
    std::size_t at = 0;
    std::size_t from = 0;  // of the text before the next hot one
    for (Slot& slot : slots_) {
        at += slot.before;
        const bool was_hot = std::any_of(hot_.begin(), hot_.end(),
                                         [&](const Hot& one) { return one.value == slot.value; });
        const bool is_changed =
            std::find(changed_.begin(), changed_.end(), slot.value) != changed_.end();
        const std::size_t length = slot.literal.size();
        if (was_hot || is_changed) {
            hot.push_back({slot.value, std::string(text.substr(from, at - from))});
            from = at + length;
            slot.literal.clear();  // unlike any
        }
        at += length;
    }
    hot_ = std::move(hot);
    tail_.assign(text.substr(from));
}

bool DeltaReader::read_number_value(std::string_view text, std::size_t& at, json::Value& value) {
    const std::size_t length = json::number_length(text.substr(at));
    value.text.assign(text, at, length);
    at += length;
    return length > 0;
}

bool DeltaReader::read_string_value(std::string_view text, std::size_t& at, json::Value& value,
                                    std::string& scratch) {
    const std::string_view rest = text.substr(at);
    if (!rest.starts_with('"')) return false;
    if (const std::size_t length = plain_length(rest); length > 0) {
        value.text.assign(rest, 1, length - 2);
        at += length;
        return true;
    }
    scratch.clear();
    const json::StringOutcome read = json::read_string(text, at, scratch, true);
    if (!read.error.empty() || read.repaired_utf8) return false;
    value.text = scratch;
    at = read.at;
    return true;
}

bool DeltaReader::read_slots(std::string_view text) {
    std::string_view frame = frame_;
    std::size_t at = 0;
    for (Slot& slot : slots_) {
        if (text.substr(at, slot.before) != frame.substr(0, slot.before)) return false;
        frame.remove_prefix(slot.before);
        at += slot.before;
        const bool good =
            slot.value->is_string() ? read_text(text, at, slot) : read_number(text, at, slot);
        if (!good) return false;
    }
    return text.substr(at) == frame;
}

// A literal that goes on behind the number, as in 01 or 1x, is found out by the frame.
bool DeltaReader::read_number(std::string_view text, std::size_t& at, Slot& slot) {
    const std::size_t length = json::number_length(text.substr(at));
    if (length == 0) return false;
    if (slot.literal != text.substr(at, length)) {
        slot.literal.assign(text, at, length);
        slot.value->text = slot.literal;
        changed_.push_back(slot.value);
    }
    at += length;
    return true;
}

bool DeltaReader::read_text(std::string_view text, std::size_t& at, Slot& slot) {
    // An equal literal ends with its closing quote, so nothing can follow that belongs to it.
    std::string_view rest = text.substr(at);
    if (!slot.literal.empty() && rest.starts_with(slot.literal)) {
        at += slot.literal.size();
        return true;
    }
    const std::size_t from = at;
    if (!read_string_value(text, at, *slot.value, scratch_)) return false;
    slot.literal.assign(text, from, at - from);
    changed_.push_back(slot.value);
    return true;
}

void DeltaReader::learn(std::string_view text, json::Value value) {
    if (text.size() > k_longest_text) return;
    frame_.clear();
    slots_.clear();
    hot_.clear();
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

// The findings as the store keeps them, and back.
#include <charconv>
#include <system_error>

#include "base/json/read.hpp"
#include "base/json/real.hpp"
#include "base/json/write.hpp"
#include "scorers/stability/loops.hpp"

namespace kilter {
namespace {

template <class T>
bool read_number(const json::Value& object, std::string_view key, T& out) {
    const json::Value* member = object.find(key);
    if (member == nullptr || !member->is_number()) return false;
    T value{};
    const char* end = member->text.data() + member->text.size();
    const auto [stop, error] = std::from_chars(member->text.data(), end, value);
    if (error != std::errc{} || stop != end) return false;
    out = value;
    return true;
}

std::optional<double> read_maybe(const json::Value& object, std::string_view key) {
    double value = 0;
    return read_number(object, key, value) ? std::optional(value) : std::nullopt;
}

void read_text(const json::Value& object, std::string_view key, std::string& out) {
    const json::Value* member = object.find(key);
    if (member != nullptr && member->is_string()) out = member->text;
}

json::Value count_value(std::size_t count) {
    return json::make_integer(static_cast<long long>(count));
}

json::Value finding_to_json(const LoopFinding& loop) {
    json::Value object = json::make_object();
    object.set("channel", json::make_string(loop.channel));
    object.set("view", json::make_string(loop.view));
    object.set("verdict", json::make_string(loop.verdict));
    object.set("start", count_value(loop.start));
    object.set("period", count_value(loop.period));
    object.set("repeats", json::make_real(loop.repeats));
    object.set("length", count_value(loop.length));
    object.set("share", json::make_real(loop.share));
    if (loop.tokens_wasted) object.set("tokens_wasted", json::make_real(*loop.tokens_wasted));
    if (loop.counter) object.set("counter", json::make_boolean(true));
    if (loop.novelty) object.set("novelty", json::make_real(*loop.novelty));
    object.set("sample", json::make_string(loop.sample));
    return object;
}

LoopFinding finding_from_json(const json::Value& object) {
    LoopFinding loop;
    read_text(object, "channel", loop.channel);
    read_text(object, "view", loop.view);
    read_text(object, "verdict", loop.verdict);
    read_number(object, "start", loop.start);
    read_number(object, "period", loop.period);
    read_number(object, "repeats", loop.repeats);
    read_number(object, "length", loop.length);
    read_number(object, "share", loop.share);
    loop.tokens_wasted = read_maybe(object, "tokens_wasted");
    const json::Value* counter = object.find("counter");
    loop.counter = counter != nullptr && counter->kind == json::Kind::boolean && counter->boolean;
    loop.novelty = read_maybe(object, "novelty");
    read_text(object, "sample", loop.sample);
    return loop;
}

}  // namespace

std::string loops_to_json(const std::vector<LoopFinding>& loops) {
    json::Value array = json::make_array();
    for (const LoopFinding& loop : loops) array.items.push_back(finding_to_json(loop));
    return json::write(array);
}

std::vector<LoopFinding> loops_from_json(std::string_view text) {
    std::vector<LoopFinding> out;
    if (text == "[]") return out;
    const json::ReadOutcome read = json::read(text);
    if (!read.ok || !read.value.is_array()) return out;
    for (const json::Value& object : read.value.items) {
        if (object.is_object()) out.push_back(finding_from_json(object));
    }
    return out;
}

}  // namespace kilter

#include "scorers/stability/loops.hpp"

#include <charconv>
#include <system_error>

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "base/text/normalize.hpp"

namespace kilter {
namespace {

// Did the engine end by itself, with something to read?
bool finished_cleanly(const Completion& completion, bool parsed) {
    const std::string_view finish = completion.finish_reason;
    if (completion.has_flag("client_stopped")) return false;
    if (completion.has_flag("engine_repetition_stop") || finish.starts_with("repetition")) {
        return false;
    }
    if (finish == "length" || finish == "max_tokens" || finish == "model_length") return false;
    if (finish.empty() && !parsed) return false;  // nobody says that it ended
    return !is_blank(completion.content.text) || !completion.tool_calls.empty();
}

void look_at(std::string_view text, std::string_view channel, std::string_view verdict,
             std::vector<LoopFinding>& out) {
    const std::optional<TailRun> run = find_tail_run(text);
    if (!run) return;
    LoopFinding finding;
    finding.channel = channel;
    finding.view = "exact";
    finding.verdict = verdict;
    finding.start = run->start;
    finding.period = run->period;
    finding.length = run->length;
    finding.repeats = static_cast<double>(run->length) / static_cast<double>(run->period);
    out.push_back(std::move(finding));
}

template <class T>
void read_number(const json::Value& object, std::string_view key, T& out) {
    const json::Value* member = object.find(key);
    if (member == nullptr || !member->is_number()) return;
    T value{};
    const char* end = member->text.data() + member->text.size();
    const auto [stop, error] = std::from_chars(member->text.data(), end, value);
    if (error == std::errc{} && stop == end) out = value;
}

void read_text(const json::Value& object, std::string_view key, std::string& out) {
    const json::Value* member = object.find(key);
    if (member != nullptr && member->is_string()) out = member->text;
}

std::string shortest(double value) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    return {digits, end};
}

json::Value count_value(std::size_t count) {
    return json::make_integer(static_cast<long long>(count));
}

}  // namespace

std::vector<LoopFinding> find_loops(const Completion& completion, bool parsed) {
    const bool clean = finished_cleanly(completion, parsed);
    std::vector<LoopFinding> out;
    look_at(completion.reasoning.text, "reasoning", clean ? "recovered_loop" : "loop", out);
    look_at(completion.content.text, "content", clean ? "repetitive" : "loop", out);
    return out;
}

std::string loops_to_json(const std::vector<LoopFinding>& loops) {
    json::Value array = json::make_array();
    for (const LoopFinding& loop : loops) {
        json::Value object = json::make_object();
        object.set("channel", json::make_string(loop.channel));
        object.set("view", json::make_string(loop.view));
        object.set("verdict", json::make_string(loop.verdict));
        object.set("start", count_value(loop.start));
        object.set("period", count_value(loop.period));
        object.set("repeats", json::make_number(shortest(loop.repeats)));
        object.set("length", count_value(loop.length));
        array.items.push_back(std::move(object));
    }
    return json::write(array);
}

std::vector<LoopFinding> loops_from_json(std::string_view text) {
    const json::ReadOutcome read = json::read(text);
    std::vector<LoopFinding> out;
    if (!read.ok || !read.value.is_array()) return out;
    for (const json::Value& object : read.value.items) {
        if (!object.is_object()) continue;
        LoopFinding loop;
        read_text(object, "channel", loop.channel);
        read_text(object, "view", loop.view);
        read_text(object, "verdict", loop.verdict);
        read_number(object, "start", loop.start);
        read_number(object, "period", loop.period);
        read_number(object, "repeats", loop.repeats);
        read_number(object, "length", loop.length);
        out.push_back(std::move(loop));
    }
    return out;
}

}  // namespace kilter

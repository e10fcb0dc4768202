#include "harness/sim/script.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

namespace kilter {
namespace {

void fill_in(std::string& text, std::string_view name, std::string_view value) {
    for (std::size_t at = text.find(name); at != std::string::npos;
         at = text.find(name, at + value.size())) {
        text.replace(at, name.size(), value);
    }
}

std::string filled(std::string text, const ScriptFacts& facts) {
    fill_in(text, "{ask}", std::to_string(facts.ask));
    fill_in(text, "{authorization}", facts.authorization);
    if (facts.item != nullptr) fill_in(text, "{item}", facts.item->id);
    return text;
}

std::string bytes_of(const ScriptPart& part, const ScriptFacts& facts) {
    return part.text ? filled(render(*part.text, facts.item), facts) : part.bytes;
}

std::string head_of(const Script& script, std::size_t body_size, const ScriptFacts& facts) {
    std::string head = "HTTP/1.1 " + script.status + "\r\n";
    for (const std::string& line : script.headers) head += line + "\r\n";
    if (script.framing == ScriptFraming::chunked) head += "Transfer-Encoding: chunked\r\n";
    if (script.framing == ScriptFraming::length) {
        const auto length = script.announced.value_or(static_cast<long long>(body_size));
        head += "Content-Length: " + std::to_string(length) + "\r\n";
    }
    return filled(head + "\r\n", facts);
}

std::string framed(std::string bytes, ScriptFraming framing) {
    if (framing != ScriptFraming::chunked) return bytes;
    std::array<char, 16> size{};
    const auto [end, error] =
        std::to_chars(size.data(), size.data() + size.size(), bytes.size(), 16);
    static_cast<void>(error);  // 16 hex digits are enough for any size
    return std::string(size.data(), end) + "\r\n" + std::move(bytes) + "\r\n";
}

std::set<std::size_t> single_cuts(const ScriptCut& cut, std::size_t size, int ask) {
    std::set<std::size_t> cuts(cut.at.begin(), cut.at.end());
    if (cut.by_ask && size > 1) cuts.insert(1 + static_cast<std::size_t>(ask) % (size - 1));
    return cuts;
}

// `offset`: of the first byte of `bytes` in the whole body.
void add_pieces(std::vector<ScriptStep>& steps, std::string_view bytes, std::size_t offset,
                const Script& script, const std::set<std::size_t>& cuts) {
    const std::size_t end = offset + bytes.size();
    while (offset < end) {
        std::size_t stop = end;
        if (script.cut.each > 0) {
            stop = std::min(stop, (offset / script.cut.each + 1) * script.cut.each);
        }
        const auto next = cuts.upper_bound(offset);
        if (next != cuts.end()) stop = std::min(stop, *next);
        ScriptStep step;
        step.bytes = framed(std::string(bytes.substr(0, stop - offset)), script.framing);
        steps.push_back(std::move(step));
        bytes.remove_prefix(stop - offset);
        offset = stop;
    }
}

void add_wait(std::vector<ScriptStep>& steps, const std::optional<ScriptWait>& wait) {
    if (!wait) return;
    ScriptStep step;
    step.wait = wait;
    steps.push_back(std::move(step));
}

void add_bytes(std::vector<ScriptStep>& steps, std::string bytes) {
    ScriptStep step;
    step.bytes = std::move(bytes);
    steps.push_back(std::move(step));
}

}  // namespace

bool needs_item(const Script& script) {
    return std::any_of(script.body.begin(), script.body.end(),
                       [](const ScriptPart& part) { return part.text && needs_item(*part.text); });
}

std::vector<ScriptStep> steps_of(const Script& script, const ScriptFacts& facts) {
    // Between two waits the parts are one text: no cut but those that are asked for.
    std::vector<ScriptStep> runs;
    std::size_t size = 0;
    for (const ScriptPart& part : script.body) {
        add_wait(runs, part.wait);
        if (part.wait) continue;
        if (runs.empty() || runs.back().wait) add_bytes(runs, {});
        runs.back().bytes += bytes_of(part, facts);
    }
    for (const ScriptStep& run : runs) size += run.bytes.size();

    std::vector<ScriptStep> steps;
    add_wait(steps, script.before);
    if (script.with_head) add_bytes(steps, head_of(script, size, facts));
    const auto cuts = single_cuts(script.cut, size, facts.ask);
    std::size_t offset = 0;
    for (const ScriptStep& run : runs) {
        add_wait(steps, run.wait);
        add_pieces(steps, run.bytes, offset, script, cuts);
        offset += run.bytes.size();
    }
    if (script.framing == ScriptFraming::chunked && !script.unfinished) {
        add_bytes(steps, "0\r\n\r\n");
    }
    return steps;
}

std::string missing_need(const Script& script, std::string_view request) {
    for (const std::string& need : script.needs) {
        if (request.find(need) == std::string_view::npos) return need;
    }
    return {};
}

}  // namespace kilter

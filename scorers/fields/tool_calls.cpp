#include "scorers/fields/tool_calls.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "base/text/normalize.hpp"
#include "scorers/fields/assignment.hpp"
#include "scorers/fields/lists.hpp"

namespace kilter {
namespace {

// Calls have denominators of their own, by the arguments that they need; so a call is worth this.
constexpr double k_full = 1e9;

const json::Value* arguments_of(const json::Value& call) {
    const json::Value* arguments = call.find("arguments");
    return arguments == nullptr || arguments->is_null() ? nullptr : arguments;
}

// No arguments at all are an empty object; engines send "" then.
json::Value read_arguments(const std::string& text) {
    if (is_blank(text)) return json::make_object();
    json::ReadOutcome read = json::read(text);
    return read.ok && read.value.is_object() ? std::move(read.value) : json::make_string(text);
}

Reading read_call(const Field& field, const json::Value& value, std::size_t most) {
    Reading call;
    const json::Value* name = value.find("name");
    if (name == nullptr || !name->is_string()) return call;
    call.name = name->text;
    static const json::Value none = json::make_object();
    const json::Value* arguments = arguments_of(value);
    Reading row = read_row(field, arguments == nullptr ? none : *arguments, most);
    if (!row.canonical) return call;
    call.parts = std::move(row.parts);
    call.flags = std::move(row.flags);
    call.canonical =
        "{\"name\":" + json::quote(call.name) + ",\"arguments\":" + *row.canonical + "}";
    return call;
}

// An argument that neither side has is not part of the call.
double compare_call(const Field& field, const Reading& gold, const Reading& answer) {
    if (!gold.canonical || !answer.canonical || gold.name != answer.name) return 0;
    double earned = 0;
    double all = 0;
    for (std::size_t i = 0; i < field.item.size(); ++i) {
        const Reading& a = gold.parts[i];
        const Reading& b = answer.parts[i];
        if (a.absent && b.absent) continue;
        all += field.item[i].weight;
        if (a.absent || b.absent) continue;
        earned += field.item[i].weight * compare_readings(field.item[i], a, b);
    }
    return all > 0 ? earned / all : 1;
}

// {"a": {"b": value}} for the path a.b
json::Value at_path(std::string_view path, json::Value value) {
    const auto dot = path.find('.');
    json::Value object = json::make_object();
    if (dot == std::string_view::npos) {
        object.set(std::string(path), std::move(value));
    } else {
        object.set(std::string(path.substr(0, dot)),
                   at_path(path.substr(dot + 1), std::move(value)));
    }
    return object;
}

}  // namespace

Answer extract_calls(const Field& field, const Completion& completion) {
    Answer answer;
    json::Value calls = json::make_array();
    bool readable = completion.tool_calls.empty();
    for (const ToolCall& call : completion.tool_calls) {
        json::Value one = json::make_object();
        one.set("name", json::make_string(call.name));
        json::Value arguments = read_arguments(call.arguments);
        readable |= arguments.is_object();
        one.set("arguments", std::move(arguments));
        calls.items.push_back(std::move(one));
    }
    if (completion.tool_calls.empty()) {
        answer = extract_answer(completion);
        const bool silent =
            answer.status == ParseStatus::empty || answer.status == ParseStatus::unclosed_think;
        if (silent) return answer;
        std::vector<std::string> flags;  // those of the JSON do not matter here
        for (std::string& flag : answer.flags) {
            if (flag == "truncated") flags.push_back(std::move(flag));
        }
        answer.flags = std::move(flags);
    } else if (completion.finish_reason == "length") {
        answer.flags.emplace_back("truncated");
    }
    answer.status = readable ? ParseStatus::clean : ParseStatus::invalid_json;
    answer.value = at_path(field.path, std::move(calls));
    return answer;
}

Reading read_calls(const Field& field, const json::Value& value, std::size_t most) {
    std::vector<json::Value> alone;
    if (!value.is_array()) alone.push_back(value);
    const std::vector<json::Value>& written = value.is_array() ? value.items : alone;
    Reading list;
    list.count = written.size();
    if (written.empty()) {
        list.absent = true;
        return list;
    }
    const std::size_t read = std::min(most, written.size());
    std::vector<std::string> entries;
    bool coerced = false;
    for (std::size_t i = 0; i < read; ++i) {
        Reading call = read_call(field, written[i], most);
        entries.push_back(call.canonical.value_or(json::write(entry_of(field, call, &written[i]))));
        coerced |= call.has_flag("type_coerced");
        list.parts.push_back(std::move(call));
    }
    std::sort(entries.begin(), entries.end());
    if (read < written.size()) entries.push_back(json::write(entry_of_rest(written, read)));
    if (coerced) list.flags.emplace_back("type_coerced");
    std::string text;
    for (const std::string& entry : entries) text += (text.empty() ? "[" : ",") + entry;
    list.canonical = text + "]";
    return list;
}

double compare_calls(const Field& field, const Reading& gold, const Reading& answer) {
    const std::size_t longer = std::max(gold.count, answer.count);
    if (longer == 0) return 1;
    std::vector<long long> weights;
    for (const Reading& wanted : gold.parts) {
        for (const Reading& made : answer.parts) {
            weights.push_back(std::llround(compare_call(field, wanted, made) * k_full));
        }
    }
    const long long sum = best_assignment(gold.parts.size(), answer.parts.size(), weights);
    return static_cast<double>(sum) / (k_full * static_cast<double>(longer));
}

bool calls_unknown_tool(const Item& item, const Reading& answer) {
    const auto unknown = [&item](const Reading& call) {
        return std::none_of(item.tools.begin(), item.tools.end(),
                            [&call](const auto& tool) { return tool_name(tool) == call.name; });
    };
    return std::any_of(answer.parts.begin(), answer.parts.end(), unknown);
}

}  // namespace kilter

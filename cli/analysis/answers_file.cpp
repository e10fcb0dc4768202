#include "cli/analysis/answers_file.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/json/write.hpp"
#include "base/json_lines.hpp"
#include "harness/wire/response.hpp"

namespace kilter {

namespace {

// A member's three states; a value that is no text is an error.
ChannelText channel_of(tree::MappingReader& reader, std::string_view key) {
    const tree::Node* node = reader.optional(key);
    if (node == nullptr) return {};
    if (node->kind == tree::Kind::null) return {TextState::null, ""};
    if (node->kind == tree::Kind::scalar && node->quoted) return {TextState::text, node->text};
    reader.error(node->at, "'" + std::string{key} + "' takes a string or null");
    return {};
}

bool is_given(tree::MappingReader& reader, std::string_view key) {
    const tree::Node* node = reader.optional(key);
    return node != nullptr && node->kind != tree::Kind::null;
}

// Exporters write null or "" for what they do not know: the same as leaving it out.
std::string text_or(tree::MappingReader& reader, std::string_view key, std::string otherwise) {
    if (!is_given(reader, key)) return otherwise;
    std::string text = reader.string(key).value_or("");
    return text.empty() ? otherwise : text;
}

std::optional<long long> number_of(tree::MappingReader& reader, std::string_view key,
                                   long long high) {
    return is_given(reader, key) ? reader.integer(key, 0, high) : std::nullopt;
}

// The calls of an answer: {"name": ..., "arguments": "..."} each, or as engines send them, with
// both in a member `function`. Arguments are the text as it came, or an object, which is written as
// JSON.
class CallsReader {
  public:
    CallsReader(std::string_view file, Diagnostics& diagnostics)
        : file_(file), diagnostics_(diagnostics) {}

    std::vector<ToolCall> read(const tree::Node& node) {
        std::vector<ToolCall> calls;
        if (node.kind != tree::Kind::sequence) {
            error(node, "'tool_calls' takes a list of calls");
            return calls;
        }
        for (const tree::Node& one : node.items) {
            const tree::Node* function = one.find("function");
            calls.push_back(call_of(function == nullptr ? one : *function));
        }
        return calls;
    }

  private:
    ToolCall call_of(const tree::Node& node) {
        const tree::Node* name = node.find("name");
        if (name == nullptr || name->kind != tree::Kind::scalar || !name->quoted) {
            error(node, "a tool call takes a name and arguments");
            return {};
        }
        const tree::Node* arguments = node.find("arguments");
        if (arguments == nullptr || arguments->kind == tree::Kind::null) return {name->text, ""};
        const bool text = arguments->kind == tree::Kind::scalar && arguments->quoted;
        if (!text && arguments->kind != tree::Kind::mapping)
            error(*arguments, "the arguments of a tool call are a string or an object");
        return {name->text, text ? arguments->text : json::write(tree::to_json(*arguments))};
    }

    void error(const tree::Node& node, std::string message) {
        diagnostics_.error(file_, node.at, std::move(message));
    }

    std::string file_;
    Diagnostics& diagnostics_;
};

class AnswersReader {
  public:
    AnswersReader(std::string_view file, const Suite& suite, const std::string& engine,
                  Diagnostics& diagnostics)
        : file_(file), suite_(suite), engine_(engine), diagnostics_(diagnostics) {}

    void line(std::string_view text, int number) {
        const auto read = tree::read_repaired_json(text, file_, number, diagnostics_);
        if (!read) return;
        const tree::Node* node = &read->node;
        tree::MappingReader reader(*node, file_, "answer", diagnostics_);
        if (!reader.is_mapping()) return;
        TrialRow row;
        row.key.suite = suite_.name;
        row.key.engine = text_or(reader, "engine", engine_);
        row.key.item = reader.required_string("item");
        const auto k = number_of(reader, "k", k_most_runs - 1);
        Completion& completion = row.completion;
        completion.content = channel_of(reader, "content");
        completion.reasoning = channel_of(reader, "reasoning");
        if (completion.reasoning.has_text()) completion.reasoning_source = "reasoning";
        if (is_given(reader, "tool_calls"))
            completion.tool_calls =
                CallsReader(file_, diagnostics_).read(*reader.optional("tool_calls"));
        completion.finish_reason = text_or(reader, "finish_reason", "stop");
        completion.finished = true;
        if (read->repaired_surrogate) completion.flags.emplace_back("repaired_surrogate");
        completion.usage.prompt_tokens = number_of(reader, "prompt_tokens", k_most_tokens);
        completion.usage.completion_tokens = number_of(reader, "completion_tokens", k_most_tokens);
        reader.finish();
        check(row, node->at);
        row.outcome = outcome_of(completion);
        row.key.k = k ? static_cast<int>(*k) : next_[{row.key.engine, row.key.item}];
        next_[{row.key.engine, row.key.item}] = row.key.k + 1;
        if (row.key.k >= k_most_runs) {  // said once: the lines behind it have more
            if (row.key.k == k_most_runs)
                diagnostics_.error(file_, node->at,
                                   "engine '" + row.key.engine + "' answers item '" + row.key.item +
                                       "' more than 1000 times; import at most 1000 runs");
            return;
        }
        if (!seen_.insert(row.key).second)
            diagnostics_.error(file_, node->at,
                               "engine '" + row.key.engine + "' answers item '" + row.key.item +
                                   "' run " + std::to_string(row.key.k) + " twice");
        keep(std::move(row));
    }

    ImportedAnswers take() {
        for (const Item& item : suite_.items)
            if (answered_.count(item.id) > 0) answers_.items.push_back(item.id);
        return std::move(answers_);
    }

  private:
    static constexpr long long k_most_tokens = 1'000'000'000;
    static constexpr int k_most_runs = 1000;

    void check(const TrialRow& row, SourcePosition at) {
        if (!row.key.item.empty() && suite_.find(row.key.item) == nullptr)
            diagnostics_.error(file_, at,
                               "suite " + suite_.name + " has no item '" + row.key.item + "'");
        if (tree::is_name(row.key.engine)) return;
        constexpr std::string_view k_names =
            "1 to 64 letters, digits, dots, hyphens and underscores, the first a letter or digit";
        if (row.key.engine != engine_) {
            diagnostics_.error(
                file_, at,
                "'" + row.key.engine + "' is no engine name; it takes " + std::string(k_names));
        } else if (!std::exchange(said_no_name_, true)) {
            diagnostics_.error(file_, at,
                               "this line names no engine, and the file's own name, '" + engine_ +
                                   "', is no engine name (" + std::string(k_names) +
                                   "); add \"engine\" to the lines, or rename the file");
        }
    }

    void keep(TrialRow row) {
        answers_.runs = std::max(answers_.runs, row.key.k + 1);
        if (std::find(answers_.engines.begin(), answers_.engines.end(), row.key.engine) ==
            answers_.engines.end())
            answers_.engines.push_back(row.key.engine);
        answered_.insert(row.key.item);
        answers_.trials.push_back(std::move(row));
    }

    std::string file_;
    const Suite& suite_;
    std::string engine_;
    Diagnostics& diagnostics_;
    bool said_no_name_ = false;  // once for all lines without an engine
    std::map<std::pair<std::string, std::string>, int> next_;
    std::set<TrialKey> seen_;
    std::set<std::string> answered_;
    ImportedAnswers answers_;
};

}  // namespace

std::optional<ImportedAnswers> read_answers(std::string_view text, std::string_view file,
                                            const Suite& suite, const std::string& default_engine,
                                            Diagnostics& diagnostics) {
    AnswersReader reader(file, suite, default_engine, diagnostics);
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        ++number;
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) reader.line(line, number);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    ImportedAnswers answers = reader.take();
    if (!diagnostics.has_errors() && answers.trials.empty())
        diagnostics.error(file, {}, "no answers in this file; it takes one JSON object a line");
    if (diagnostics.has_errors()) return std::nullopt;
    return answers;
}

}  // namespace kilter

#include "harness/sim/answer_plan.hpp"

#include <algorithm>

#include "base/mapping_reader.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::MappingReader;
using tree::Node;

constexpr long long k_most_tokens = 100'000'000;

void error(const RecipeContext& in, SourcePosition at, const std::string& message) {
    in.diagnostics.error(in.file, at, in.what + ": " + message);
}

ScriptedText read_text(MappingReader& reader, std::string_view key, const RecipeContext& in) {
    ScriptedText text;
    const Node* node = reader.optional(key);
    if (node == nullptr) return text;
    text.given = true;
    if (node->kind != Kind::null) text.recipe = read_recipe(*node, in);
    return text;
}

std::optional<FaultKind> kind_of(const std::string& word, SourcePosition at,
                                 const RecipeContext& in) {
    const auto kind = fault_kind_from(word);
    if (!kind) {
        error(in, at,
              "unknown fault '" + word +
                  "'; it is one of none, status, html_error, error_200, cut_stream, no_finish, "
                  "close_without_reply, hang, deep_nesting, invalid_utf8, empty_content");
    }
    return kind;
}

// A word, or {kind, status, retry_after}; a status alone means the kind `status`.
std::optional<Fault> read_fault(const Node& node, const RecipeContext& in) {
    Fault fault;
    if (node.kind == Kind::scalar) {
        const auto kind = kind_of(node.text, node.at, in);
        if (!kind) return std::nullopt;
        fault.kind = *kind;
    } else {
        MappingReader reader{node, in.file, in.what + ", fault", in.diagnostics};
        if (!reader.is_mapping()) return std::nullopt;
        fault.kind = FaultKind::status;
        if (const auto word = reader.string("kind")) {
            fault.kind = kind_of(*word, node.find("kind")->at, in).value_or(FaultKind::none);
        }
        fault.status = static_cast<int>(reader.integer("status", 200, 599).value_or(200));
        if (const auto seconds = reader.integer("retry_after", 0, 3600)) {
            fault.retry_after = static_cast<int>(*seconds);
        }
        reader.finish();
    }
    if (fault.kind == FaultKind::html_error && fault.status == 200 && !node.find("status")) {
        fault.status = 502;
    }
    if (fault.kind == FaultKind::status && fault.status < 400) {
        error(in, node.at, "a fault of kind status needs a status from 400 to 599");
    }
    return fault;
}

AnswerDraft read_answer_keys(MappingReader& reader, SourcePosition at, const RecipeContext& in) {
    AnswerDraft draft;
    draft.at = at;
    draft.reasoning = read_text(reader, "reasoning", in);
    draft.content = read_text(reader, "content", in);
    draft.finish_reason = reader.string("finish");
    draft.prompt_tokens = reader.integer("prompt_tokens", 0, k_most_tokens);
    draft.completion_tokens = reader.integer("completion_tokens", 0, k_most_tokens);
    draft.cached_tokens = reader.integer("cached_tokens", 0, k_most_tokens);
    if (const Node* node = reader.optional("fault")) draft.fault = read_fault(*node, in);
    if (const Node* node = reader.optional("script")) {
        draft.scripts = read_scripts(*node, in);
        if (draft.content.given || draft.reasoning.given || draft.fault) {
            error(in, node->at, "a script takes no content, reasoning or fault beside it");
        }
    }
    return draft;
}

bool is_order(const std::string& text, int runs) {
    return text.size() == static_cast<std::size_t>(runs) &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

template <class T>
void fill_in(std::optional<T>& own, const std::optional<T>& fallback) {
    if (!own) own = fallback;
}

std::optional<std::string> rendered(const ScriptedText& text, const Item* item, SourcePosition at,
                                    const RecipeContext& in) {
    if (!text.recipe) return std::nullopt;
    if (item == nullptr && needs_item(*text.recipe)) {
        error(in, at, "gold and template can only be used for the items of a suite");
        return std::nullopt;
    }
    if (item != nullptr) {
        if (const std::string path = unknown_gold_path(*text.recipe, *item); !path.empty()) {
            error(in, at, "gold has no member '" + path + "' to set");
        }
    }
    return render(*text.recipe, item);
}

}  // namespace

AnswerDraft read_answer(const Node& node, const std::string& letter, const RecipeContext& in) {
    const std::string what = in.what + ", answer " + letter;
    const RecipeContext inner{in.file, what, in.texts, in.diagnostics};
    MappingReader reader{node, in.file, what, in.diagnostics};
    AnswerDraft draft;
    draft.at = node.at;
    if (!reader.is_mapping()) return draft;
    draft = read_answer_keys(reader, node.at, inner);
    reader.finish();
    return draft;
}

AnswerPlan read_answer_plan(const Node& node, int runs, const RecipeContext& in) {
    const auto count = static_cast<std::size_t>(runs);
    MappingReader reader{node, in.file, in.what, in.diagnostics};
    if (!reader.is_mapping()) return AnswerPlan(count);
    const Node* order = reader.optional("runs");
    if (order == nullptr) {
        const AnswerPlan plan(count, read_answer_keys(reader, node.at, in));
        reader.finish();
        return plan;
    }
    if (order->kind != Kind::scalar || !is_order(order->text, runs)) {
        error(in, order->at,
              "runs must be " + std::to_string(runs) + " letters A to Z, one for each run, as in " +
                  std::string(count - 1, 'A') + "B");
        return AnswerPlan(count);
    }
    std::map<char, AnswerDraft> answers;
    for (const char letter : order->text) {
        if (answers.count(letter) > 0) continue;
        const std::string key{letter};
        const Node* answer = reader.required(key);
        answers[letter] = answer == nullptr ? AnswerDraft{} : read_answer(*answer, key, in);
    }
    reader.finish();
    AnswerPlan plan;
    for (const char letter : order->text) plan.push_back(answers[letter]);
    return plan;
}

AnswerDraft over(const AnswerDraft& own, const AnswerDraft& fallback) {
    AnswerDraft draft = own;
    const bool answers = own.content.given || own.reasoning.given || own.fault;
    if (!own.scripts && !answers) draft.scripts = fallback.scripts;
    if (!draft.reasoning.given) draft.reasoning = fallback.reasoning;
    if (!draft.content.given) draft.content = fallback.content;
    fill_in(draft.finish_reason, fallback.finish_reason);
    fill_in(draft.prompt_tokens, fallback.prompt_tokens);
    fill_in(draft.completion_tokens, fallback.completion_tokens);
    fill_in(draft.cached_tokens, fallback.cached_tokens);
    fill_in(draft.fault, fallback.fault);
    return draft;
}

Reply finish_reply(const AnswerDraft& draft, const Item* item, const RecipeContext& in) {
    Reply reply;
    if (draft.scripts != nullptr) {
        reply.scripts = draft.scripts;
        const bool for_items = std::any_of(reply.scripts->begin(), reply.scripts->end(),
                                           [](const Script& one) { return needs_item(one); });
        if (item == nullptr && for_items) {
            error(in, draft.at, "gold and template can only be used for the items of a suite");
        }
        return reply;
    }
    reply.fault = draft.fault.value_or(Fault{});
    reply.reasoning = rendered(draft.reasoning, item, draft.at, in);
    reply.content = rendered(draft.content, item, draft.at, in);
    reply.finish_reason = draft.finish_reason.value_or("stop");
    reply.prompt_tokens = draft.prompt_tokens;
    reply.completion_tokens = draft.completion_tokens;
    reply.cached_tokens = draft.cached_tokens;
    if (!draft.content.given && reply.fault.kind == FaultKind::none) {
        error(in, draft.at, "content is missing, as in {content: {gold: true}}");
    }
    return reply;
}

}  // namespace kilter

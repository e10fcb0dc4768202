// The answers of an engine to one item, run by run, as a scenario writes them: one answer for all
// runs, or lettered answers and the order of the runs ("AAB"). What an item leaves out comes from
// the engine's default. For scenario_reader.cpp. One thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/sim/recipe_reader.hpp"
#include "harness/sim/scenario.hpp"

namespace kilter {

// A text that may be left out, null, or given.
struct ScriptedText {
    bool given = false;
    std::optional<Recipe> recipe;  // given without a recipe: null
};

struct AnswerDraft {
    SourcePosition at;
    ScriptedText reasoning, content;
    std::optional<std::string> finish_reason;
    std::optional<long long> prompt_tokens, completion_tokens, cached_tokens;
    std::optional<Fault> fault;
    std::shared_ptr<const Scripts> scripts;
};

// One draft per run.
using AnswerPlan = std::vector<AnswerDraft>;

// `runs` is the scenario's K. Mistakes go to the diagnostics; the plan has K entries all the same.
AnswerPlan read_answer_plan(const tree::Node& node, int runs, const RecipeContext& in);

// One answer of its own; `letter` names it in messages.
AnswerDraft read_answer(const tree::Node& node, const std::string& letter, const RecipeContext& in);

// `own` over `fallback`, member by member.
AnswerDraft over(const AnswerDraft& own, const AnswerDraft& fallback);

// `item` may be null. An error where the draft has no content and no fault, or needs an item.
Reply finish_reply(const AnswerDraft& draft, const Item* item, const RecipeContext& in);

}  // namespace kilter

// The valid half of the outcome list, and the two failures that a completion shows by itself.
#include <algorithm>
#include <array>

#include "base/text/normalize.hpp"
#include "harness/wire/response.hpp"

namespace kilter {
namespace {

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_abort(std::string_view finish) {
    static constexpr std::array<std::string_view, 4> words = {"abort", "aborted", "error",
                                                              "cancelled"};
    return is_one_of(finish, words);
}

bool is_filter(std::string_view finish) {
    static constexpr std::array<std::string_view, 3> words = {"content_filter", "refusal",
                                                              "safety"};
    return is_one_of(finish, words);
}

bool is_length(std::string_view finish) {
    static constexpr std::array<std::string_view, 3> words = {"length", "max_tokens",
                                                              "model_length"};
    return is_one_of(finish, words);
}

}  // namespace

Outcome outcome_of(const Completion& completion) {
    const std::string_view finish = completion.finish_reason;
    const bool client_stopped = completion.has_flag("client_stopped");
    if (!completion.finished && !client_stopped) return Outcome::stream_incomplete;
    if (is_abort(finish)) return Outcome::engine_abort;
    if (is_filter(finish) || !completion.refusal.empty()) return Outcome::filtered;
    if (client_stopped) return Outcome::stopped_by_client;
    if (completion.has_flag("engine_repetition_stop") || finish.starts_with("repetition")) {
        return Outcome::stopped_repetition;
    }
    const bool length = is_length(finish);
    if (!is_blank(completion.content.text)) {
        return length ? Outcome::truncated_in_answer : Outcome::answered;
    }
    if (!completion.tool_calls.empty()) return Outcome::tool_call_only;
    if (is_blank(completion.reasoning.text)) return Outcome::empty;
    return length ? Outcome::truncated_in_reasoning : Outcome::stopped_in_reasoning;
}

}  // namespace kilter

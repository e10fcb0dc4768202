#include "cli/judging/judge_words.hpp"

#include <string_view>

namespace kilter {

namespace {

constexpr std::string_view k_engine = "engine";
constexpr std::string_view k_judge = "judge";

constexpr std::string_view k_phrases[] = {
    "is the engine running",
    "where the engine speaks no TLS",
    "the engine closed ",
    "the engine accepts connections",
    "once the engine has loaded",
    "check the key: the engine's api_key_env",
    "the engine refuses this request: `kilter check --request ITEM` shows it",
    "must lead to the engine's API",
};

}  // namespace

std::string about_the_judge(std::string problem) {
    for (const std::string_view phrase : k_phrases) {
        const std::size_t at = problem.find(phrase);
        if (at == std::string::npos) continue;
        problem.replace(at + phrase.find(k_engine), k_engine.size(), k_judge);
    }
    // That command shows the requests to engines only.
    constexpr std::string_view k_shows = "the judge refuses this request: `kilter check";
    if (const std::size_t at = problem.find(k_shows); at != std::string::npos)
        problem.erase(problem.find(':', at));
    return problem;
}

}  // namespace kilter

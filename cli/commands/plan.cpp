// kilter plan: how many runs and items show a given rate; what a given K can see. Opens no store.
#include <memory>

#include "cli/command.hpp"
#include "reports/plan_report.hpp"
#include "scorers/statistics/rate_text.hpp"

namespace kilter {

namespace {

struct PlanOptions {
    std::string rate, power;
    std::vector<std::string> compare;
    int runs = 0;
    long long items = 0;
    JsonOption json;
};

// The rate behind an option; false: a problem was printed.
bool read_rate(const std::string& option, const std::string& word, std::optional<double>& out) {
    if (word.empty()) return true;
    const auto rate = rate_from(word);
    if (!rate) {
        print_problem(option + ": " + rate.error().message);
        return false;
    }
    out = *rate;
    return true;
}

int plan_command(const PlanOptions& options, ColourChoice colour) {
    SizeQuestion question;
    if (!read_rate("--rate", options.rate, question.rate)) return k_exit_usage;
    if (!read_rate("--power", options.power, question.power)) return k_exit_usage;
    if (!options.compare.empty()) {
        std::optional<double> a, b;
        if (!read_rate("--compare", options.compare[0], a)) return k_exit_usage;
        if (!read_rate("--compare", options.compare[1], b)) return k_exit_usage;
        question.compare = RatePair{*a, *b};
    }
    if (options.runs > 0) question.runs = options.runs;
    if (options.items > 0) question.items = options.items;
    const auto plan = size_plan(question);
    if (!plan) {
        print_problem(plan.error().message);
        return k_exit_usage;
    }
    print_out(options.json.json ? plan_json(*plan) : plan_text(*plan, stdout_style(colour)));
    return k_exit_done;
}

constexpr const char* k_footer =
    "A rate is written like 0.05 or 5%.\n"
    "  kilter plan --runs 3 --items 50        what 0 of 50 at K = 3 leaves open\n"
    "  kilter plan --rate 5%                  runs that show a rate of 5%\n"
    "  kilter plan --compare 2.5% 22.5%       items per arm that tell two rates apart\n"
    "Every number, with its formula: docs/metrics.md.";

}  // namespace

void add_plan_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<PlanOptions>();
    CLI::App& command =
        add_command(app, "plan", "how many runs and items show a rate; what K runs see", k_footer);
    add_option(command, "--rate", options->rate,
               "of an event per run, or of an item's rarer output", "RATE");
    add_pair_option(command, "--compare", options->compare,
                    "two rates over items: how many items per arm", "RATE");
    add_runs_option(command, options->runs, "K: what so many runs of an item can see");
    add_option(command, "--items", options->items,
               "what so many items can show, and a zero of them", "N", from_to(1, k_most_items));
    add_option(command, "--power", options->power,
               "chance to see it (default: 95%; comparisons 80%)", "P");
    options->json.add_to(command);
    when_given(command, [options, &invocation] {
        invocation.exit_code = plan_command(*options, invocation.colour);
    });
}

}  // namespace kilter

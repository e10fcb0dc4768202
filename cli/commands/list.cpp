// kilter list: the experiments of a store.
#include <memory>

#include "cli/analysis/listed.hpp"
#include "cli/command.hpp"
#include "cli/load_input.hpp"
#include "reports/list_report.hpp"

namespace kilter {

namespace {

struct ListOptions {
    StoreOption store;
    JsonOption json;
};

int list_command(const ListOptions& options, ColourChoice colour) {
    const auto reader = open_store_or_complain(options.store.path);
    if (!reader) return k_exit_usage;
    const auto rows = reader->experiments();
    if (!rows) {
        print_problem(rows.error().message);
        return k_exit_usage;
    }
    std::vector<ListedExperiment> listed;
    for (const ExperimentRow& row : *rows) {
        const auto counts = reader->counts(row.id);
        listed.push_back(listed_experiment(row, counts ? *counts : TrialCounts{}));
    }
    print_out(options.json.json ? list_json(listed) : list_text(listed, stdout_style(colour)));
    return k_exit_done;
}

}  // namespace

void add_list_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<ListOptions>();
    CLI::App& command = add_command(app, "list", "list the experiments of a store");
    options->store.add_to(command);
    options->json.add_to(command);
    when_given(command, [options, &invocation] {
        invocation.exit_code = list_command(*options, invocation.colour);
    });
}

}  // namespace kilter

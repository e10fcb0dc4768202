// kilter repro ITEM -o DIR: a bundle for an engine's maintainer, out of what is stored.
#include <memory>

#include "base/text/terminal.hpp"
#include "cli/command.hpp"
#include "cli/load_input.hpp"
#include "cli/repro/repro_bundle.hpp"
#include "cli/repro/write_bundle.hpp"
#include "cli/version.hpp"
#include "reports/repro_report.hpp"

namespace kilter {

namespace {

struct ReproOptions {
    std::string item, experiment = "latest", engine, folder;
    StoreOption store;
    JsonOption json;
};

int complain(const std::string& message) {
    print_problem(visible(message));
    return k_exit_usage;
}

int repro_command(const ReproOptions& options, ColourChoice colour) {
    if (const auto fits = check_empty_folder(options.folder); !fits)
        return complain(fits.error().message);
    const auto reader = open_store_or_complain(options.store.path);
    if (!reader) return k_exit_usage;
    const auto id = experiment_or_complain(*reader, options.experiment);
    if (!id) return k_exit_usage;
    auto bundle = build_repro(*reader, *id, options.item, options.engine, k_version);
    if (!bundle) return complain(bundle.error().message);
    const auto written = write_bundle(options.folder, std::move(bundle->files));
    if (!written) return complain(written.error().message);
    print_out(options.json.json ? repro_json(bundle->facts, options.folder)
                                : repro_text(bundle->facts, options.folder, stdout_style(colour)));
    return k_exit_done;
}

constexpr const char* k_footer =
    "The folder holds the request, a curl script, the raw replies, fingerprints,\n"
    "hashes and the text of an issue (ISSUE.md). No key stands in it. Nothing is\n"
    "sent. An item without a difference gets a bundle that says so.\n"
    "Example: kilter repro T3-05 --engine stock -o t3-05\n"
    "Then:    cd t3-05 && sha256sum -c SHA256SUMS && sh curl.sh 10";

}  // namespace

void add_repro_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<ReproOptions>();
    CLI::App& command =
        add_command(app, "repro", "a bundle about an item for the engine's maintainer", k_footer);
    add_required_positional(command, "ITEM", options->item, "id or suite/id");
    add_required_option(command, "-o,--output", options->folder, "a new or empty folder", "DIR");
    add_option(command, "--in", options->experiment, "experiment: id, unique prefix or latest",
               "EXPERIMENT");
    add_option(command, "--engine", options->engine,
               "this engine (default: the only one whose runs differ)", "E");
    options->store.add_to(command);
    options->json.add_to(command);
    when_given(command, [options, &invocation] {
        invocation.exit_code = repro_command(*options, invocation.colour);
    });
}

}  // namespace kilter

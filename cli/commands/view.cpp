// kilter view: a store in the browser, live while a run is on.
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <memory>

#include "base/text/terminal.hpp"
#include "cli/command.hpp"
#include "cli/commands/page_extras.hpp"
#include "cli/load_input.hpp"
#include "cli/version.hpp"
#include "cli/viewing/view_server.hpp"
#include "reports/html/page_template.hpp"

namespace kilter {

namespace {

constexpr int k_default_texts = 15;  // MiB

struct ViewOptions {
    StoreOption store;
    std::uint16_t port = 0;
    int texts = k_default_texts;
};

int view_command(const ViewOptions& options) {
    if (page_template().empty()) {
        print_problem(
            "view: the page was left out of this build; scripts/setup --for report installs what "
            "it is built with (Node.js 18 or newer with npm), then build again");
        return k_exit_usage;
    }
    if (open_store_or_complain(options.store.path) == nullptr) return k_exit_usage;
    auto source = std::make_unique<ViewSource>();
    source->store = store_path(options.store.path);
    source->page = page_template();
    source->version = k_version;
    source->texts = static_cast<std::size_t>(options.texts) << 20;
    source->add_extra = add_page_extra;
    const std::string store = visible(source->store.string());
    boost::asio::io_context loop{1};
    auto server = ViewServer::start(loop.get_executor(), std::move(source), options.port);
    if (!server) {
        print_problem(server.error().message);
        return k_exit_usage;
    }
    boost::asio::signal_set signals(loop, SIGINT, SIGTERM);
    signals.async_wait([&](const boost::system::error_code& error, int) {
        if (error) return;
        (*server)->stop();
        // A page that is being made is waited for; who cannot wait interrupts again, which kills.
        boost::system::error_code ignored;
        signals.clear(ignored);
    });
    print_out((*server)->url() + "\n");
    print_line("reading " + store +
               "; open the address above in a browser on this machine; "
               "Ctrl-C ends it");
    loop.run();
    return k_exit_done;
}

constexpr const char* k_footer =
    "Its first line on stdout is the address, on 127.0.0.1, with a token that is new\n"
    "at every start. Lists the experiments, shows each as kilter report does, follows\n"
    "one while kilter run fills it, and compares two. Changes nothing.\n"
    "Example: kilter view --store kilter.db\n"
    "On another machine: ssh -L 8080:127.0.0.1:8080 HOST kilter view --port 8080\n"
    "Who may read it, and what it costs a run: docs/view.md.";

}  // namespace

void add_view_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<ViewOptions>();
    CLI::App& command = add_command(app, "view", "show a store in the browser, live", k_footer);
    options->store.add_to(command);
    add_option(command, "--port", options->port, "0: any free one (default)", "N");
    add_option(command, "--texts", options->texts,
               "MiB for the texts of all items on one page\n"
               "(default 15; 0: none); steady items go first",
               "MIB", from_to(0, 1000));
    when_given(command, [options, &invocation] { invocation.exit_code = view_command(*options); });
}

}  // namespace kilter

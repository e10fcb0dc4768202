// kilter sim: the simulated engine with named scenarios, for demos, tests and benchmarks.
#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <memory>

#include "base/text/terminal.hpp"
#include "cli/command.hpp"
#include "cli/data_root.hpp"
#include "harness/sim/sim_server.hpp"

namespace kilter {

namespace {

struct SimArguments {
    std::string scenario = "steady";
    std::uint16_t port = 0;
    std::string log;
};

// One sentence, or the diagnostics of a file, a line each.
void complain(std::string_view message) {
    if (message.find(": error: ") == std::string_view::npos) return print_problem(message);
    while (!message.empty()) {
        const std::size_t end = std::min(message.find('\n'), message.size());
        print_line(visible(message.substr(0, end)));
        message.remove_prefix(std::min(end + 1, message.size()));
    }
}

int sim_command(const SimArguments& arguments) {
    const auto root = data_root();
    if (!root) {
        print_problem(root.error().message);
        return k_exit_usage;
    }
    const auto scenario = load_scenario(arguments.scenario, *root);
    if (!scenario) {
        complain(scenario.error().message);
        return k_exit_usage;
    }
    boost::asio::io_context loop{1};
    auto server =
        SimServer::start(loop.get_executor(), *scenario, SimOptions{arguments.port, arguments.log});
    if (!server) {
        print_problem(server.error().message);
        return k_exit_usage;
    }
    boost::asio::signal_set signals(loop, SIGINT, SIGTERM);
    signals.async_wait([&](const boost::system::error_code& error, int) {
        if (!error) (*server)->stop();
    });
    print_out((*server)->base_url() + "\n");
    loop.run();
    return k_exit_done;
}

constexpr const char* k_footer =
    "Its first line on stdout is its base URL. Scenarios: steady, racing, drifting,\n"
    "looping, starter, qsa-topk, faults; with logprobs: racy_prefill, decode_drift,\n"
    "cold_warm, batch_dependent, length_threshold, speculative, order_only,\n"
    "set_changed, floors, number_text, no_logprobs; or a YAML file. The engines of a\n"
    "scenario are its model names.";

}  // namespace

void add_sim_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<SimArguments>();
    CLI::App& command = add_command(app, "sim", "serve a simulated engine on loopback", k_footer);
    add_option(command, "--scenario", options->scenario, "a name or a file (default: steady)",
               "NAME");
    add_option(command, "--port", options->port, "0: any free one (default)", "N");
    add_option(command, "--log", options->log, "append a JSON line for each request received",
               "FILE");
    when_given(command, [options, &invocation] { invocation.exit_code = sim_command(*options); });
}

}  // namespace kilter

#include "cli/execution/probe_capabilities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/text/terminal.hpp"
#include "cli/execution/run_to_end.hpp"
#include "cli/terminal.hpp"
#include "harness/engine/capabilities.hpp"

namespace kilter {
namespace {

namespace asio = boost::asio;

// What one engine is asked about, by value: the coroutine outlives the call that starts it.
struct Asking {
    EngineConfig engine;
    Dialect dialect = Dialect::openai;
    RequestParams params;
    std::string api_key, salt_seed;
};

asio::awaitable<void> ask_one(EngineClient& client, Asking asking, CapabilityRow& row) {
    EngineCapabilities found = co_await ask_capabilities(
        client, std::move(asking.engine), asking.dialect, std::move(asking.params),
        std::move(asking.api_key), std::move(asking.salt_seed));
    row.requests = found.requests;
    row.problem = std::move(found.problem);
    row.capabilities = std::move(found.all);
}

void ask_and_wait(Asking asking, CapabilityRow& row) {
    asio::io_context loop{1};
    const auto client = make_http_engine_client(loop.get_executor());
    run_to_end(loop, ask_one(*client, std::move(asking), row));
}

}  // namespace

std::vector<CapabilityRow> probe_capabilities(const ExperimentConfig& config,
                                              const std::vector<EngineIdentity>& found,
                                              const std::map<std::string, std::string>& keys) {
    const auto fit = std::count_if(found.begin(), found.end(),
                                   [](const EngineIdentity& one) { return !one.fatal; });
    if (fit > 0) {
        print_line(fmt::format("Sending up to {} small requests to each of {} {}, one at a time.",
                               k_most_capability_requests, fit, fit == 1 ? "engine" : "engines"));
    }
    std::vector<CapabilityRow> rows;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const EngineConfig& engine = config.engines[i];
        CapabilityRow row;
        row.engine = engine.name;
        row.dialect = std::string(to_word(found[i].dialect));
        if (found[i].fatal) {
            row.problem = found[i].problem;
        } else {
            const auto key = keys.find(engine.name);
            const auto now = std::chrono::system_clock::now().time_since_epoch().count();
            ask_and_wait({engine, found[i].dialect, config.request,
                          key == keys.end() ? std::string{} : key->second,
                          engine.name + std::to_string(now)},
                         row);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace kilter

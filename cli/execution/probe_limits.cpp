#include "cli/execution/probe_limits.hpp"

#include <fmt/format.h>

#include "base/text/terminal.hpp"
#include "cli/execution/run_to_end.hpp"
#include "cli/terminal.hpp"
#include "harness/engine/identity.hpp"

namespace kilter {
namespace {

namespace asio = boost::asio;

// By value: the coroutine outlives the expression that starts it.
struct LimitQuestion {
    EngineConfig engine;
    RequestParams params;
    std::string api_key;
};

asio::awaitable<void> ask_one(EngineClient& client, LimitQuestion question, LogprobLimit& found) {
    LoadingWait wait;
    wait.on_wait = [name = question.engine.name](const std::string& line) {
        print_line(fmt::format("{}: {}", name, visible(line)));
    };
    EngineIdentity identity =
        co_await identify(client, question.engine, question.api_key, std::move(wait));
    if (identity.fatal || !identity.reachable) {
        found.problem = identity.problem.empty() ? "unreachable" : identity.problem;
        co_return;
    }
    if (!identity.problem.empty())
        print_line(fmt::format("{}: {}", question.engine.name, visible(identity.problem)));
    const Dialect dialect =
        question.engine.dialect == Dialect::automatic ? identity.dialect : question.engine.dialect;
    found = co_await ask_logprob_limit(client, std::move(question.engine), dialect,
                                       std::move(question.params), std::move(question.api_key));
}

void ask_and_wait(LimitQuestion question, LogprobLimit& found) {
    asio::io_context loop{1};
    const auto client = make_http_engine_client(loop.get_executor());
    run_to_end(loop, ask_one(*client, std::move(question), found));
}

}  // namespace

std::vector<LogprobLimit> ask_logprob_limits(const ExperimentConfig& config,
                                             const std::map<std::string, std::string>& keys) {
    std::vector<LogprobLimit> out(config.engines.size());
    for (std::size_t i = 0; i < config.engines.size(); ++i) {
        const EngineConfig& engine = config.engines[i];
        const auto key = keys.find(engine.name);
        ask_and_wait({engine, config.request, key == keys.end() ? std::string() : key->second},
                     out[i]);
    }
    return out;
}

}  // namespace kilter

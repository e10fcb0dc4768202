#include "cli/execution/identify_engine.hpp"

#include <boost/asio/io_context.hpp>
#include <utility>

#include "base/text/terminal.hpp"
#include "cli/execution/run_to_end.hpp"
#include "cli/terminal.hpp"

namespace kilter {

namespace {

boost::asio::awaitable<void> ask(EngineClient& client, EngineConfig engine, std::string api_key,
                                 EngineIdentity& found) {
    LoadingWait wait;
    wait.on_wait = [name = engine.name](const std::string& line) {
        print_line(name + ": " + visible(line));
    };
    found = co_await identify(client, std::move(engine), std::move(api_key), std::move(wait));
}

}  // namespace

EngineIdentity identify_engine(const EngineConfig& engine, const std::string& api_key) {
    boost::asio::io_context loop{1};
    const auto client = make_http_engine_client(loop.get_executor());
    EngineIdentity found;
    run_to_end(loop, ask(*client, engine, api_key, found));
    return found;
}

}  // namespace kilter

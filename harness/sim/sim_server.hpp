// The simulated engine: an OpenAI-compatible server on loopback that answers from a scenario, keyed
// by item and run, so that a test knows the right board beforehand. Logs what it received. Nothing
// else in harness/ includes it. Runs on the executor it is given; not thread-safe.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace kilter {

// Parsed and checked; holds the suites that it answers for. Opaque here: harness/sim/scenario.hpp.
struct Scenario;

// `name_or_file`: a bundled scenario's name, or a YAML file. `data_root`: the folder that holds
// harness/sim/scenarios and suites. An error lists what is wrong with file:line:column, or the
// names that exist.
Result<std::shared_ptr<const Scenario>> load_scenario(const std::string& name_or_file,
                                                      const std::filesystem::path& data_root);
std::vector<std::string> scenario_names(const std::filesystem::path& data_root);

struct SimRequestLog {
    std::string model, item;  // item: empty where no item of the scenario matches
    int run = 0;              // how many times this (model, item) had been asked before
    std::string body_sha256;
    bool bytes_differ = false;  // from the first request of the same (model, item)
    int in_flight = 0;          // requests that were open then, this one with them
};

struct SimOptions {
    std::uint16_t port = 0;          // 0: any free one
    std::filesystem::path log_file;  // JSON Lines, appended to; empty: none
};

class SimServer {
  public:
    // Listens on 127.0.0.1; port 0: any free one.
    static Result<std::unique_ptr<SimServer>> start(boost::asio::any_io_executor executor,
                                                    std::shared_ptr<const Scenario> scenario,
                                                    std::uint16_t port);
    static Result<std::unique_ptr<SimServer>> start(boost::asio::any_io_executor executor,
                                                    std::shared_ptr<const Scenario> scenario,
                                                    const SimOptions& options);
    virtual ~SimServer() = default;  // closes every connection

    virtual std::string base_url() const = 0;  // http://127.0.0.1:PORT/v1
    virtual const std::vector<SimRequestLog>& log() const = 0;
    virtual int peak_in_flight() const = 0;
    virtual int open_connections() const = 0;
    virtual void stop() = 0;
};

}  // namespace kilter

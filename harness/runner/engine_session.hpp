// One engine's part of a run: asks who it is, sends its missing cells through a pool of workers,
// and pauses an engine that refuses everything. Loop's thread.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <memory>
#include <string>

#include "harness/runner/request_cache.hpp"
#include "harness/runner/run_state.hpp"
#include "harness/runner/trial_sender.hpp"

namespace kilter {

class EngineSession {
  public:
    // `position`: of the engine in the plan's config.
    EngineSession(RunState& state, std::size_t position, CellSequence cells, std::string api_key);

    // Cells that are still to be sent.
    std::size_t remaining() const { return cells_.remaining(); }
    // Each in this order, begin and end once; none throws for what engines and networks do. A turn
    // sends what is missing of the cells up to it, and nothing where begin found the engine unfit.
    boost::asio::awaitable<void> begin();
    boost::asio::awaitable<void> send_turn(int turn);
    boost::asio::awaitable<void> end();
    // At any time.
    const EngineReport& report() const { return report_; }

  private:
    boost::asio::awaitable<bool> preflight();
    boost::asio::awaitable<void> add_capabilities(json::Value& fingerprint);
    boost::asio::awaitable<void> send_cells(int turn);
    boost::asio::awaitable<void> work(int turn);
    boost::asio::awaitable<void> send_cell(Cell cell);
    boost::asio::awaitable<void> keep(std::unique_ptr<FinalTrial> trial, const Item& item);
    boost::asio::awaitable<void> keep_row(EngineRow row);
    boost::asio::awaitable<void> note_end();
    bool stopped() const { return state_.stop.finishing() || !report_.stopped_reason.empty(); }
    void tell_limits();
    void count_refusal(Outcome outcome, int http_status, const std::string& error);
    TrialKey key_of(const Cell& cell) const;
    EngineRow row() const;

    RunState& state_;
    const EngineConfig& config_;
    std::size_t position_;
    CellSequence cells_;
    EngineTarget target_;
    Dialect dialect_ = Dialect::openai;
    std::string fingerprint_;  // at the start, JSON
    RequestCache requests_;
    EngineReport report_;
    bool fit_ = false;  // begin found an engine to ask
    int refusals_ = 0;    // in a row
};

}  // namespace kilter

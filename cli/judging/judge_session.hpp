// One round of questions to one judge: who it is first, then question by question within its
// concurrency, each judgement kept before the next step. Loop's thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <optional>
#include <string>

#include "cli/judging/ask_judge.hpp"
#include "cli/judging/judge_progress.hpp"
#include "harness/engine/engine_client.hpp"
#include "harness/runner/stop_state.hpp"

namespace kilter {

class JudgeSession {
  public:
    // All of them outlive run().
    JudgeSession(boost::asio::any_io_executor executor, EngineClient& client, StoreWriter& writer,
                 const Clock& clock, StopState& stop, JudgeProgress& progress,
                 const JudgeTask& task);

    boost::asio::awaitable<void> run();
    const JudgeReport& report() const { return report_; }

  private:
    struct Reply;

    boost::asio::awaitable<bool> find_judge();
    boost::asio::awaitable<void> work();
    boost::asio::awaitable<Reply> ask(std::string body);
    boost::asio::awaitable<Reply> ask_once(std::string body);
    boost::asio::awaitable<void> pause(std::chrono::milliseconds wait);
    std::string body_of(const JudgeCase& one) const;
    void settle(const JudgeCase& one, Reply reply);
    bool ended() const { return stop_.finishing() || refused_; }

    boost::asio::any_io_executor executor_;
    EngineClient& client_;
    StoreWriter& writer_;
    const Clock& clock_;
    StopState& stop_;
    JudgeProgress& progress_;
    const JudgeTask& task_;
    JudgeReport report_;
    std::string url_;
    Dialect dialect_ = Dialect::openai;
    std::size_t next_ = 0, done_ = 0;
    int refusals_ = 0;
    bool refused_ = false;
};

}  // namespace kilter

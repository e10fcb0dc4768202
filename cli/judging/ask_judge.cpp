#include "cli/judging/ask_judge.hpp"

#include "cli/execution/interrupt_handler.hpp"
#include "cli/execution/run_to_end.hpp"
#include "cli/judging/judge_session.hpp"
#include "cli/terminal.hpp"

namespace kilter {

JudgeReport ask_judge(const JudgeTask& task, StoreWriter& writer, const Clock& clock) {
    boost::asio::io_context loop{1};
    JudgeProgress progress(task.open.size(), stderr_is_terminal());
    StopState stop;
    InterruptHandler interrupts(loop, stop,
                                [&](const std::string& line) { progress.notice(line); });
    const auto client = make_http_engine_client(loop.get_executor());
    JudgeSession session(loop.get_executor(), *client, writer, clock, stop, progress, task);
    run_to_end(loop, session.run(), [&interrupts] { interrupts.end(); });
    return session.report();
}

}  // namespace kilter

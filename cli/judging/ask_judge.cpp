#include "cli/judging/ask_judge.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>

#include "cli/execution/interrupt_handler.hpp"
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
    std::exception_ptr bug;
    boost::asio::co_spawn(loop, session.run(), [&](std::exception_ptr error) {
        bug = error;
        interrupts.end();
    });
    loop.run();
    if (bug) std::rethrow_exception(bug);
    return session.report();
}

}  // namespace kilter

// Runs a command on one core and says what it took, with all that it started. Small, so that the
// memory of whoever measures is not taken for the command's: the kernel counts what a process had
// before it became another program.
// Usage: bench_measured FD CORE COMMAND... (core -1: any) ; to FD: a line with the command's pid,
// and at its end a line with exit code (or minus the signal), seconds of CPU, and KiB of the
// largest process.
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

int main(int count, char** words) {
    if (count < 4) {
        std::fprintf(stderr, "usage: bench_measured FD CORE COMMAND...\n");
        return 2;
    }
    const int fd = std::atoi(words[1]);
    if (const int core = std::atoi(words[2]); core >= 0) {
        cpu_set_t cores;
        CPU_ZERO(&cores);
        CPU_SET(static_cast<std::size_t>(core), &cores);
        sched_setaffinity(0, sizeof cores, &cores);
    }
    prctl(PR_SET_CHILD_SUBREAPER, 1);  // what the command leaves behind is waited for as well
    const pid_t child = fork();
    if (child == 0) {
        close(fd);
        execvp(words[3], words + 3);
        std::perror(words[3]);
        _exit(127);
    }
    dprintf(fd, "%d\n", child);
    int code = 0, status = 0;
    double cpu = 0;
    long memory = 0;
    rusage used{};
    for (pid_t done = wait4(-1, &status, 0, &used); done > 0; done = wait4(-1, &status, 0, &used)) {
        cpu += seconds(used.ru_utime) + seconds(used.ru_stime);
        memory = std::max(memory, used.ru_maxrss);
        if (done == child) code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
    dprintf(fd, "%d %.6f %ld\n", code, cpu, memory);
    return 0;
}

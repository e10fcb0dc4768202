#include "cli/isolation/hook.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "harness/engine/secret_filter.hpp"

extern char** environ;

namespace kilter {
namespace {

constexpr std::size_t k_most_output = std::size_t{64} << 10;  // bytes kept

// An unnamed file: a pipe would stay open as long as anything that the command left running.
class OutputFile {
  public:
    OutputFile() {
        std::string name = (std::filesystem::temp_directory_path() / "kilter-hook-XXXXXX").string();
        descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
        if (descriptor_ >= 0) ::unlink(name.c_str());
    }
    ~OutputFile() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    int descriptor() const { return descriptor_; }
    // At most one byte beyond what is kept, so that a cut shows.
    std::string read() const {
        std::string text(k_most_output + 1, '\0');
        std::size_t got = 0;
        while (got < text.size()) {
            const ssize_t n =
                ::pread(descriptor_, text.data() + got, text.size() - got, static_cast<off_t>(got));
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) break;
            got += static_cast<std::size_t>(n);
        }
        text.resize(got);
        return text;
    }

  private:
    int descriptor_ = -1;
};

std::vector<std::string> environment_of(const HookTask& task) {
    std::vector<std::string> out;
    for (char** at = environ; *at != nullptr; ++at) {
        const std::string_view one = *at;
        const std::string name{one.substr(0, one.find('='))};
        if (task.environment.count(name) == 0) out.emplace_back(one);
    }
    for (const auto& [name, value] : task.environment) out.push_back(name + "=" + value);
    return out;
}

// The shell that was started, or why it was not.
Result<pid_t> start(const HookTask& task, const OutputFile& output) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDERR_FILENO);
    const std::string folder = task.folder.string();
    if (!folder.empty()) ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    std::vector<std::string> environment = environment_of(task);
    std::vector<char*> variables;
    for (std::string& one : environment) variables.push_back(one.data());
    variables.push_back(nullptr);
    std::string shell = "/bin/sh";
    std::string flag = "-c";
    std::string command = task.command;
    std::array<char*, 4> words{shell.data(), flag.data(), command.data(), nullptr};
    // This process ignores these; what it starts must not.
    sigset_t usual;
    ::sigemptyset(&usual);
    ::sigaddset(&usual, SIGPIPE);
    ::sigaddset(&usual, SIGXFSZ);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setsigdefault(&attributes, &usual);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t child = 0;
    const int problem =
        ::posix_spawn(&child, shell.c_str(), &actions, &attributes, words.data(), variables.data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (problem != 0) return fail(std::strerror(problem));
    return child;
}

int wait_for(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return -1;
    }
    constexpr int k_signalled = 128;
    return WIFSIGNALED(status) ? k_signalled + WTERMSIG(status) : WEXITSTATUS(status);
}

std::string text_member(const json::Value& object, std::string_view key) {
    const json::Value* value = object.find(key);
    return value == nullptr ? std::string{} : value->text;
}

template <class Number>
Number number_member(const json::Value& object, std::string_view key) {
    Number value{};
    const std::string text = text_member(object, key);
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

}  // namespace

Result<Launch> run_hook(const HookTask& task, const Clock& clock) {
    const OutputFile output;
    if (output.descriptor() < 0)
        return fail(std::string{"no temporary file for its output: "} + std::strerror(errno));
    Launch launch;
    launch.command = task.command;
    launch.started_at = to_iso8601(clock.now());
    const auto begin = clock.steady_now();
    const Result<pid_t> child = start(task, output);
    if (!child) return fail("the command cannot be started: " + child.error().message);
    launch.exit_code = wait_for(*child);
    launch.seconds = std::chrono::duration<double>(clock.steady_now() - begin).count();
    launch.output = output.read();
    launch.cut = launch.output.size() > k_most_output;
    if (launch.cut) launch.output.resize(k_most_output);
    launch.output = without_secrets(launch.output, task.secrets);
    return launch;
}

std::string launches_to_json(const std::vector<Launch>& launches) {
    json::Value list = json::make_array();
    for (const Launch& launch : launches) {
        json::Value one = json::make_object();
        one.set("id", json::make_string(launch.id));
        one.set("command", json::make_string(launch.command));
        one.set("started_at", json::make_string(launch.started_at));
        one.set("seconds", json::make_number(fmt::format("{:.3f}", launch.seconds)));
        one.set("exit_code", json::make_integer(launch.exit_code));
        one.set("output", json::make_string(launch.output));
        one.set("cut", json::make_boolean(launch.cut));
        list.items.push_back(std::move(one));
    }
    json::Value out = json::make_object();
    out.set("launches", std::move(list));
    return json::write(out);
}

std::vector<Launch> launches_from_json(std::string_view text) {
    std::vector<Launch> out;
    const json::ReadOutcome read = json::read(text);
    if (!read.ok) return out;
    const json::Value* list = read.value.find("launches");
    if (list == nullptr) return out;
    for (const json::Value& one : list->items) {
        Launch launch;
        launch.id = text_member(one, "id");
        launch.command = text_member(one, "command");
        launch.started_at = text_member(one, "started_at");
        launch.seconds = number_member<double>(one, "seconds");
        launch.exit_code = number_member<int>(one, "exit_code");
        launch.output = text_member(one, "output");
        const json::Value* cut = one.find("cut");
        launch.cut = cut != nullptr && cut->boolean;
        out.push_back(std::move(launch));
    }
    return out;
}

}  // namespace kilter

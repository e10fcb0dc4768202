#include "harness/store/experiment_lock.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch_all.hpp>
#include <fstream>
#include <optional>
#include <string>

#include "tests/support/result_printing.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

// A process that holds the lock until it is told to go or killed.
class Holder {
  public:
    Holder(const std::filesystem::path& store, const char* experiment) {
        std::array<int, 2> ready{};
        REQUIRE(::pipe(ready.data()) == 0);
        REQUIRE(::pipe(go_.data()) == 0);
        pid_ = ::fork();
        if (pid_ == 0) {
            ::close(go_[1]);
            char word = 'n';
            {
                const auto lock = ExperimentLock::take(store, experiment);
                if (lock) word = 'y';
                if (::write(ready[1], &word, 1) != 1) ::_exit(1);
                if (::read(go_[0], &word, 1) != 1) ::_exit(1);
            }
            ::_exit(0);
        }
        ::close(ready[1]);
        ::close(go_[0]);
        char word = 'n';
        REQUIRE(::read(ready[0], &word, 1) == 1);
        REQUIRE(word == 'y');
        ::close(ready[0]);
    }
    ~Holder() {
        ::close(go_[1]);
        if (!ended_) ::waitpid(pid_, nullptr, 0);
    }

    void let_go() {
        REQUIRE(::write(go_[1], "g", 1) == 1);
        ::waitpid(pid_, nullptr, 0);
        ended_ = true;
    }
    void kill() {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
        ended_ = true;
    }
    pid_t pid() const { return pid_; }

  private:
    std::array<int, 2> go_{};
    pid_t pid_ = -1;
    bool ended_ = false;
};

}  // namespace

TEST_CASE("a second process is told who holds the lock; other experiments are free") {
    const test::TempFolder folder;
    Holder holder(folder / "k.db", "x1");
    const auto refused = ExperimentLock::take(folder / "k.db", "x1");
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message,
               ContainsSubstring("process " + std::to_string(holder.pid()) + " since 20"));
    CHECK(ExperimentLock::take(folder / "k.db", "x2"));
    CHECK(ExperimentLock::take(folder / "other.db", "x1"));
    holder.let_go();
    CHECK(ExperimentLock::take(folder / "k.db", "x1"));
}

TEST_CASE("a killed holder's lock is free again, its file is taken over") {
    const test::TempFolder folder;
    Holder holder(folder / "k.db", "x1");
    holder.kill();
    CHECK(std::filesystem::exists(folder / "k.db.x1.lock"));
    auto lock = ExperimentLock::take(folder / "k.db", "x1");
    REQUIRE(lock);
    const auto refused = ExperimentLock::take(folder / "k.db", "x1");
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message, ContainsSubstring(std::to_string(::getpid())));
}

TEST_CASE("the lock is one owner's: moved it holds, dropped it is free and its file is gone") {
    const test::TempFolder folder;
    std::optional<ExperimentLock> second;
    {
        auto first = ExperimentLock::take(folder / "k.db", "x1");
        REQUIRE(first);
        second.emplace(std::move(*first));
    }
    CHECK_FALSE(ExperimentLock::take(folder / "k.db", "x1"));
    second.reset();
    CHECK_FALSE(std::filesystem::exists(folder / "k.db.x1.lock"));
    CHECK(ExperimentLock::take(folder / "k.db", "x1"));
}

TEST_CASE("a folder that is not there is said in words") {
    const test::TempFolder folder;
    const auto lock = ExperimentLock::take(folder / "no/k.db", "x1");
    REQUIRE_FALSE(lock);
    CHECK_THAT(lock.error().message, ContainsSubstring("lock file"));
}

TEST_CASE("whether somebody holds a lock can be seen without touching it") {
    const test::TempFolder folder;
    const auto store = folder / "s.db";
    CHECK_FALSE(ExperimentLock::seems_held(store, "x"));
    {
        const auto lock = ExperimentLock::take(store, "x");
        REQUIRE(lock);
        CHECK(ExperimentLock::seems_held(store, "x"));
        CHECK_FALSE(ExperimentLock::seems_held(store, "y"));
    }
    CHECK_FALSE(ExperimentLock::seems_held(store, "x"));
    // Left behind by a process that is gone: no process has this number.
    std::ofstream{store.string() + ".x.lock"} << "process 999999999 since long ago\n";
    CHECK_FALSE(ExperimentLock::seems_held(store, "x"));
    std::ofstream{store.string() + ".x.lock"} << "nonsense\n";
    CHECK_FALSE(ExperimentLock::seems_held(store, "x"));
    CHECK(ExperimentLock::take(store, "x"));
}

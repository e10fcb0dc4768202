#include "harness/store/experiment_lock.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <string>
#include <system_error>

#include "base/clock.hpp"

namespace kilter {
namespace {

std::string error_text(int number) {
    return std::generic_category().message(number);
}

// What the holder wrote; empty where it has not yet.
std::string holder(int fd) {
    std::array<char, 128> buffer{};
    const ssize_t size = ::pread(fd, buffer.data(), buffer.size(), 0);
    if (size <= 0) return {};
    std::string text(buffer.data(), static_cast<std::size_t>(size));
    return text.substr(0, text.find('\n'));
}

void write_holder(int fd) {
    const std::string line = "process " + std::to_string(::getpid()) + " since " +
                             to_iso8601(SystemClock().now()) + "\n";
    // For the message only: the lock holds without it.
    if (::ftruncate(fd, 0) == 0) (void)!::pwrite(fd, line.data(), line.size(), 0);
}

// Between open() and flock() the former holder may have removed the file: then the lock is on a
// file that nobody else will find.
bool still_there(int fd, const std::filesystem::path& file) {
    struct stat ours {};
    struct stat there {};
    return ::fstat(fd, &ours) == 0 && ::stat(file.c_str(), &there) == 0 &&
           ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

std::filesystem::path file_of(const std::filesystem::path& store, std::string_view experiment) {
    return store.string() + "." + std::string(experiment) + ".lock";
}

}  // namespace

bool ExperimentLock::seems_held(const std::filesystem::path& store, std::string_view experiment) {
    const int fd = ::open(file_of(store, experiment).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) return false;
    const std::string text = holder(fd);
    ::close(fd);
    constexpr std::string_view k_word = "process ";
    if (text.compare(0, k_word.size(), k_word) != 0) return false;
    pid_t process = 0;
    std::from_chars(text.data() + k_word.size(), text.data() + text.size(), process);
    return process > 0 && (::kill(process, 0) == 0 || errno == EPERM);
}

Result<ExperimentLock> ExperimentLock::take(const std::filesystem::path& store,
                                            std::string_view experiment) {
    std::filesystem::path file = file_of(store, experiment);
    for (;;) {
        const int fd = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
        if (fd < 0) {
            return fail("the lock file " + file.string() + " cannot be made: " + error_text(errno));
        }
        ExperimentLock lock(fd, file);
        if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
            const int number = errno;
            const std::string who = holder(fd);
            lock.file_.clear();  // not ours to remove
            if (number != EWOULDBLOCK) {
                return fail("the lock file " + file.string() +
                            " cannot be locked: " + error_text(number));
            }
            return fail("experiment " + std::string(experiment) + " is being run by " +
                        (who.empty() ? std::string("another process") : who) +
                        "; wait for it or stop it");
        }
        if (still_there(fd, file)) {
            write_holder(fd);
            return lock;
        }
        lock.file_.clear();
    }
}

void ExperimentLock::release() {
    if (fd_ < 0) return;
    // Removed while the lock is held: whoever waits on the old file notices (still_there).
    if (!file_.empty()) ::unlink(file_.c_str());
    ::close(fd_);
    fd_ = -1;
}

ExperimentLock::~ExperimentLock() {
    release();
}

ExperimentLock::ExperimentLock(ExperimentLock&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), file_(std::move(other.file_)) {}

ExperimentLock& ExperimentLock::operator=(ExperimentLock&& other) noexcept {
    if (this != &other) {
        release();
        fd_ = std::exchange(other.fd_, -1);
        file_ = std::move(other.file_);
    }
    return *this;
}

}  // namespace kilter

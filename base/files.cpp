#include "base/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

namespace kilter {
namespace {

namespace fs = std::filesystem;

class Descriptor {
  public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return fd_; }
    bool is_open() const { return fd_ >= 0; }
    bool close() {
        if (fd_ < 0) return true;
        return ::close(std::exchange(fd_, -1)) == 0;
    }

  private:
    int fd_;
};

// Takes the reason from errno, at once after the call that failed.
Error failed(std::string_view what, const fs::path& path) {
    const std::string reason = std::generic_category().message(errno);
    return fail(fmt::format("cannot {} {}: {}", what, path.string(), reason));
}

bool write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// A new file beside `target`. O_EXCL: nobody's file is overwritten, no planted link is followed.
std::pair<int, fs::path> open_beside(const fs::path& target) {
    static std::atomic<unsigned> counter{0};
    constexpr int k_tries = 100;
    for (int i = 0; i < k_tries; ++i) {
        fs::path name = target.parent_path();
        name /= fmt::format(".{}.{}-{}.tmp", target.filename().string(), ::getpid(), counter++);
        const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) return {fd, std::move(name)};
    }
    return {-1, fs::path()};
}

// Devices and pipes, /dev/stdout among them, cannot be replaced: they are written to.
Result<void> write_in_place(const fs::path& path, std::string_view bytes) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.is_open()) return failed("open", path);
    if (!write_all(file.get(), bytes) || !file.close()) return failed("write", path);
    return {};
}

}  // namespace

bool has_control_characters(std::string_view name) {
    return std::any_of(name.begin(), name.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

Result<std::string> read_file(const fs::path& path, std::size_t max_bytes) {
    // Without O_NONBLOCK a FIFO would hold the open until somebody writes.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.is_open()) return failed("read", path);
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) return failed("read", path);
    if (S_ISDIR(status.st_mode)) {
        return fail(fmt::format("cannot read {}: it is a folder", path.string()));
    }
    if (!S_ISREG(status.st_mode)) {
        return fail(fmt::format("cannot read {}: not a regular file", path.string()));
    }
    std::string bytes;
    std::array<char, 65536> buffer{};
    while (true) {
        const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failed("read", path);
        if (got == 0) return bytes;
        bytes.append(buffer.data(), static_cast<std::size_t>(got));
        if (bytes.size() > max_bytes) {
            return fail(
                fmt::format("cannot read {}: larger than {} bytes", path.string(), max_bytes));
        }
    }
}

Result<void> write_file_atomically(const fs::path& path, std::string_view bytes) {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) {
        return write_in_place(path, bytes);
    }
    // A link keeps pointing at its file, which gets the new content.
    fs::path target = path;
    if (fs::exists(status)) {
        const fs::path resolved = fs::canonical(path, ignored);
        if (!resolved.empty()) target = resolved;
    }
    const auto [fd, temporary] = open_beside(target);
    Descriptor file(fd);
    if (!file.is_open()) return failed("write", path);
    const bool written = write_all(file.get(), bytes) && ::fsync(file.get()) == 0 && file.close() &&
                         std::rename(temporary.c_str(), target.c_str()) == 0;
    if (written) return {};
    const Error error = failed("write", path);
    ::unlink(temporary.c_str());
    return error;
}

}  // namespace kilter

#include "base/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "base/atomic_file.hpp"

namespace kilter {
namespace {

namespace fs = std::filesystem;

class Descriptor {
  public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return fd_; }
    bool is_open() const { return fd_ >= 0; }

  private:
    int fd_;
};

// Takes the reason from errno, at once after the call that failed.
Error failed(std::string_view what, const fs::path& path) {
    const std::string reason = std::generic_category().message(errno);
    return fail(fmt::format("cannot {} {}: {}", what, path.string(), reason));
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
    auto file = AtomicFile::open(path);
    if (!file) return file.error();
    if (const auto written = file->write(bytes); !written) return written.error();
    return file->commit();
}

}  // namespace kilter

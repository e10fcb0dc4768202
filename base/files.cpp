#include "base/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <system_error>

#include "base/atomic_file.hpp"

namespace kilter {
namespace {

namespace fs = std::filesystem;

class Descriptor {
  public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() { ::close(fd_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return fd_; }

  private:
    int fd_;
};

// Takes the reason from errno, at once after the call that failed.
Error failed(std::string_view what, const fs::path& path) {
    const std::string reason = std::generic_category().message(errno);
    return fail(fmt::format("cannot {} {}: {}", what, path.string(), reason));
}

struct OpenedFile {
    explicit OpenedFile(int fd) : file(fd) {}

    Descriptor file;
    std::size_t size = 0;  // bytes, as it was opened
};

Result<std::unique_ptr<OpenedFile>> open_regular(const fs::path& path) {
    // Without O_NONBLOCK a FIFO would hold the open until somebody writes.
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return failed("read", path);
    auto opened = std::make_unique<OpenedFile>(fd);
    struct stat status {};
    if (::fstat(fd, &status) != 0) return failed("read", path);
    if (S_ISDIR(status.st_mode)) {
        return fail(fmt::format("cannot read {}: it is a folder", path.string()));
    }
    if (!S_ISREG(status.st_mode)) {
        return fail(fmt::format("cannot read {}: not a regular file", path.string()));
    }
    opened->size = static_cast<std::size_t>(status.st_size);
    return opened;
}

template <class Each>
Result<void> read_opened(const OpenedFile& opened, const fs::path& path, std::size_t max_bytes,
                         const Each& each) {
    std::array<char, 65536> buffer{};
    std::size_t bytes = 0;
    while (true) {
        const ssize_t got = ::read(opened.file.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failed("read", path);
        if (got == 0) return {};
        bytes += static_cast<std::size_t>(got);
        if (bytes > max_bytes) {
            return fail(
                fmt::format("cannot read {}: larger than {} bytes", path.string(), max_bytes));
        }
        each(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
    }
}

}  // namespace

bool has_control_characters(std::string_view name) {
    return std::any_of(name.begin(), name.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

Result<std::string> read_file(const fs::path& path, std::size_t max_bytes) {
    const auto opened = open_regular(path);
    if (!opened) return opened.error();
    std::string bytes;
    if ((*opened)->size <= max_bytes) bytes.reserve((*opened)->size);
    const auto read = read_opened(**opened, path, max_bytes,
                                  [&bytes](std::string_view block) { bytes += block; });
    if (!read) return read.error();
    return bytes;
}

Result<void> read_blocks(const fs::path& path, std::size_t max_bytes,
                         const std::function<void(std::string_view block)>& each) {
    const auto opened = open_regular(path);
    if (!opened) return opened.error();
    return read_opened(**opened, path, max_bytes, each);
}

Result<void> write_file_atomically(const fs::path& path, std::string_view bytes) {
    auto file = AtomicFile::open(path);
    if (!file) return file.error();
    if (const auto written = file->write(bytes); !written) return written.error();
    return file->commit();
}

}  // namespace kilter

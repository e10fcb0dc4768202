#include "harness/engine/spill_buffer.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace kilter {
namespace {

// -1 where there is no place for it. The name is gone before anything is written.
int open_unlinked_file() {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error) return -1;
    std::string name = (folder / "kilter-body-XXXXXX").string();
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file >= 0) ::unlink(name.c_str());
    return file;
}

}  // namespace

SpillBuffer::~SpillBuffer() {
    close_file();
}

void SpillBuffer::close_file() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
}

void SpillBuffer::append(std::string_view bytes) {
    memory_.append(bytes);
    if (memory_.size() > beyond_ && !file_failed_) file_failed_ = !write_out();
}

// On failure what reached the file stays counted there, and the rest stays in memory.
bool SpillBuffer::write_out() {
    if (file_ < 0) file_ = open_unlinked_file();
    if (file_ < 0) return false;
    std::size_t written = 0;
    while (written < memory_.size()) {
        const ssize_t n = ::pwrite(file_, memory_.data() + written, memory_.size() - written,
                                   static_cast<off_t>(in_file_));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        written += static_cast<std::size_t>(n);
        in_file_ += static_cast<std::size_t>(n);
    }
    const bool all = written == memory_.size();
    memory_.erase(0, written);
    return all;
}

std::string SpillBuffer::take() {
    std::string out(in_file_, '\0');
    std::size_t read = 0;
    while (read < in_file_) {
        const ssize_t n =
            ::pread(file_, out.data() + read, in_file_ - read, static_cast<off_t>(read));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        read += static_cast<std::size_t>(n);
    }
    out.resize(read);
    out += memory_;
    memory_.clear();
    in_file_ = 0;
    close_file();
    return out;
}

}  // namespace kilter

#include "harness/engine/spill_buffer.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
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

std::size_t SpillBudget::beyond() const {
    constexpr std::size_t k_least = std::size_t{4} << 10;
    return std::clamp(bytes_ / std::max<std::size_t>(open_, 1), k_least, k_spill_beyond);
}

SpillBuffer::SpillBuffer(std::shared_ptr<SpillBudget> budget) : budget_(std::move(budget)) {
    if (budget_) ++budget_->open_;
}

SpillBuffer::~SpillBuffer() {
    if (budget_) --budget_->open_;
    close_file();
}

void SpillBuffer::close_file() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
}

void SpillBuffer::append(std::string_view bytes) {
    if (file_failed_ || memory_.size() + bytes.size() <= beyond()) {
        memory_.append(bytes);
    } else {
        file_failed_ = !write_out(bytes);
    }
}

// What is in memory, and `bytes` behind it without a stay there. On failure what reached the file
// stays counted there, and the rest stays in memory.
bool SpillBuffer::write_out(std::string_view bytes) {
    if (file_ < 0) file_ = open_unlinked_file();
    const std::size_t held = memory_.size();
    std::size_t written = 0;
    while (file_ >= 0 && written < held + bytes.size()) {
        const std::size_t of_bytes = written > held ? written - held : 0;
        const std::size_t of_held = written - of_bytes;
        // pwritev does not write into what it is given.
        const std::array<iovec, 2> parts = {
            iovec{memory_.data() + of_held, held - of_held},
            iovec{const_cast<char*>(bytes.data()) + of_bytes, bytes.size() - of_bytes}};
        const ssize_t n = ::pwritev(file_, parts.data(), static_cast<int>(parts.size()),
                                    static_cast<off_t>(in_file_));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        written += static_cast<std::size_t>(n);
        in_file_ += static_cast<std::size_t>(n);
    }
    const std::size_t of_held = std::min(written, held);
    memory_.erase(0, of_held);
    memory_.append(bytes.substr(written - of_held));
    if (memory_.empty() && memory_.capacity() > 2 * beyond()) memory_.shrink_to_fit();
    return written == held + bytes.size();
}

std::string SpillBuffer::take() {
    if (in_file_ == 0) return std::exchange(memory_, std::string());
    std::string out;
    out.reserve(size());
    out.resize(in_file_);
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
    memory_ = std::string();
    in_file_ = 0;
    close_file();
    return out;
}

}  // namespace kilter

#include "base/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

namespace kilter {

namespace fs = std::filesystem;

struct AtomicFile::State {
    int fd = -1;
    fs::path named;      // as the user wrote it, for messages
    fs::path target;     // where a link of that name leads
    fs::path temporary;  // empty: written in place
};

namespace {

// Takes the reason from errno, at once after the call that failed.
Error failed(std::string_view what, const fs::path& path) {
    const std::string reason = std::generic_category().message(errno);
    return fail(fmt::format("cannot {} {}: {}", what, path.string(), reason));
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

}  // namespace

AtomicFile::AtomicFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
AtomicFile::AtomicFile(AtomicFile&&) noexcept = default;

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
}

AtomicFile::~AtomicFile() {
    if (!state_) return;
    if (state_->fd >= 0) ::close(state_->fd);
    if (!state_->temporary.empty()) ::unlink(state_->temporary.c_str());
}

Result<AtomicFile> AtomicFile::open(const fs::path& path) {
    auto state = std::make_unique<State>();
    state->named = path;
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) {
        state->fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (state->fd < 0) return failed("open", path);
        return AtomicFile(std::move(state));
    }
    // A link keeps pointing at its file, which gets the new content.
    state->target = path;
    if (fs::exists(status)) {
        const fs::path resolved = fs::canonical(path, ignored);
        if (!resolved.empty()) state->target = resolved;
    }
    std::tie(state->fd, state->temporary) = open_beside(state->target);
    if (state->fd < 0) {
        state->temporary.clear();
        return failed("write", path);
    }
    return AtomicFile(std::move(state));
}

Result<void> AtomicFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(state_->fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return failed("write", state_->named);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

Result<void> AtomicFile::commit() {
    State& state = *state_;
    const bool in_place = state.temporary.empty();
    if (!in_place && ::fsync(state.fd) != 0) return failed("write", state.named);
    if (::close(std::exchange(state.fd, -1)) != 0) return failed("write", state.named);
    if (in_place) return {};
    if (std::rename(state.temporary.c_str(), state.target.c_str()) != 0)
        return failed("write", state.named);
    state.temporary.clear();
    return {};
}

}  // namespace kilter

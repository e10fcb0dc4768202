#include "harness/runner/watched_reader.hpp"

#include <utility>

#include "harness/wire/sse.hpp"

namespace kilter {

WatchedReader::WatchedReader(std::vector<std::string> think_tags, std::unique_ptr<TextWatch> watch)
    : reader_(std::move(think_tags)), watch_(std::move(watch)) {}

bool WatchedReader::feed(std::string_view bytes,
                         std::chrono::duration<double, std::milli> since_start) {
    if (ended_) return false;
    if (!watch_) {
        reader_.feed(bytes, since_start);
        return true;
    }
    // An event ends at a line's end, so no line completes two of them.
    while (!bytes.empty()) {
        const std::size_t end = find_line_end(bytes);
        const std::size_t size = end == std::string_view::npos ? bytes.size() : end + 1;
        reader_.feed(bytes.substr(0, size), since_start);
        bytes.remove_prefix(size);
        if (end != std::string_view::npos && !look()) return false;
    }
    return true;
}

bool WatchedReader::look() {
    if (finished_) return true;
    const TextsSoFar texts = reader_.so_far();
    finished_ = texts.finished;
    const std::optional<TextCut> cut = watch_->stop(texts);
    if (!cut) return true;
    reader_.cut(*cut);
    ended_ = true;
    return false;
}

WireResult WatchedReader::finish(const TransferEnd& end,
                                 std::chrono::duration<double, std::milli> total) {
    return reader_.finish(end, total);
}

}  // namespace kilter

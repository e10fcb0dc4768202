#include "base/json/pieces.hpp"

#include <fmt/format.h>
#include <utility>

namespace kilter::json {

void PieceReader::skip_space() {
    const std::size_t next = text_.find_first_not_of(" \t\r\n", at_);
    at_ = next == std::string_view::npos ? text_.size() : next;
}

void PieceReader::fail_here(std::string_view what) {
    if (error_.empty()) error_ = fmt::format("{} at byte {}", what, at_);
    at_ = text_.size();
}

bool PieceReader::enter(char bracket) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != bracket) return false;
    ++at_;
    first_ = true;
    return true;
}

bool PieceReader::next(char closing) {
    skip_space();
    if (at_ == text_.size()) {
        fail_here("unexpected end");
        return false;
    }
    const bool first = std::exchange(first_, false);
    if (text_[at_] == closing) {
        ++at_;
        return false;
    }
    if (first) return true;
    if (text_[at_] != ',') {
        fail_here("expected a comma");
        return false;
    }
    ++at_;
    return true;
}

std::string PieceReader::key() {
    Value name = value();
    skip_space();
    if (!name.is_string() || at_ == text_.size() || text_[at_] != ':') {
        fail_here("expected a key and its value");
        return {};
    }
    ++at_;
    return std::move(name.text);
}

Value PieceReader::value() {
    skip_space();
    if (text_.substr(at_).starts_with("\xEF\xBB\xBF")) {  // read() would take it for the text's own
        fail_here("a byte order mark inside the text");
        return {};
    }
    ReadOptions options;
    options.allow_trailing = true;
    ReadOutcome read = json::read(text_.substr(at_), options);
    if (!read.ok) {
        at_ += read.error_offset;
        fail_here(read.error);
        return {};
    }
    at_ += read.end;
    return std::move(read.value);
}

bool PieceReader::finish() {
    skip_space();
    if (at_ < text_.size()) fail_here("something follows the value");
    return error_.empty();
}

}  // namespace kilter::json

// One HTTP/1.1 connection's bytes, taken apart into requests with a Content-Length. Knows no
// chunked requests and checks little: only measuring clients of this folder talk to it. One thread.
#pragma once

#include <charconv>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace kilter::bench {

struct HttpRequest {
    std::string_view method, path, body;  // valid until take() is called again
};

class RequestBuffer {
  public:
    void add(const char* bytes, std::size_t size) { bytes_.append(bytes, size); }

    // The next complete request; none: more bytes are needed.
    std::optional<HttpRequest> take() {
        bytes_.erase(0, used_);
        used_ = 0;
        const std::string_view all = bytes_;
        const std::size_t head_end = all.find("\r\n\r\n");
        if (head_end == std::string_view::npos) return std::nullopt;
        const std::string_view head = all.substr(0, head_end);
        const std::size_t whole = head_end + 4 + body_size(head);
        if (all.size() < whole) return std::nullopt;
        used_ = whole;
        const std::size_t space = head.find(' ');
        const std::size_t end = head.find(' ', space + 1);
        if (space == std::string_view::npos || end == std::string_view::npos) return HttpRequest{};
        return HttpRequest{head.substr(0, space), head.substr(space + 1, end - space - 1),
                           all.substr(head_end + 4, whole - head_end - 4)};
    }

  private:
    static std::size_t body_size(std::string_view head) {
        constexpr std::string_view k_name = "\r\ncontent-length:";
        std::size_t size = 0;
        for (std::size_t at = head.find("\r\n"); at != std::string_view::npos;
             at = head.find("\r\n", at + 2)) {
            const std::string_view line = head.substr(at);
            if (line.size() <= k_name.size()) continue;
            if (strncasecmp(line.data(), k_name.data(), k_name.size()) != 0) continue;
            const std::size_t digits = line.find_first_not_of(' ', k_name.size());
            if (digits == std::string_view::npos) continue;
            std::from_chars(line.data() + digits, line.data() + line.size(), size);
        }
        return size;
    }

    std::string bytes_;
    std::size_t used_ = 0;
};

}  // namespace kilter::bench

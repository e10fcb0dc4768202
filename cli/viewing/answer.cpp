#include "cli/viewing/answer.hpp"

#include <fmt/format.h>

#include "reports/table.hpp"

namespace kilter {

namespace {

std::string_view reason_of(int status) {
    switch (status) {
        case 200:
            return "OK";
        case 204:
            return "No Content";
        case 303:
            return "See Other";
        case 400:
            return "Bad Request";
        case 401:
            return "Unauthorized";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 503:
            return "Service Unavailable";
    }
    return "Internal Server Error";
}

std::string common_headers(std::string_view policy) {
    return fmt::format(
        "Cache-Control: no-store\r\n"
        "Content-Security-Policy: {}\r\n"
        "X-Content-Type-Options: nosniff\r\n"
        "X-Frame-Options: DENY\r\n"
        "Referrer-Policy: no-referrer\r\n"
        "Cross-Origin-Resource-Policy: same-origin\r\n"
        "Cross-Origin-Opener-Policy: same-origin\r\n",
        policy);
}

}  // namespace

std::string head_of(const ViewAnswer& answer, std::string_view policy, bool keep_alive) {
    std::string out = fmt::format("HTTP/1.1 {} {}\r\n", answer.status, reason_of(answer.status));
    if (answer.status != 204)  // which has no content by its nature
        out += fmt::format("Content-Type: {}\r\nContent-Length: {}\r\n", answer.type,
                           answer.body.size());
    out += common_headers(policy);
    for (const auto& [name, value] : answer.headers) out += fmt::format("{}: {}\r\n", name, value);
    return out + (keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n");
}

std::string event_stream_head(std::string_view policy) {
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + common_headers(policy) +
           "Connection: close\r\n\r\n";
}

ViewAnswer problem_answer(int status, std::string_view title, std::string_view text) {
    ViewAnswer answer;
    answer.status = status;
    answer.body = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><meta "
        "name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" "
        "content=\"light "
        "dark\"><title>{0}</title></head>\n<body>\n<main>\n<h1>{0}</h1>\n<p>{1}</p>\n"
        "<p><a href=\"/\">All experiments</a></p>\n</main>\n</body>\n</html>\n",
        html_escape(title), html_escape(text));
    return answer;
}

ViewAnswer redirect_to(std::string target) {
    ViewAnswer answer;
    answer.status = 303;
    answer.type = "text/plain; charset=utf-8";
    answer.headers.emplace_back("Location", std::move(target));
    return answer;
}

ViewAnswer answer_for(Admission admission, const ViewRequest& request, const ViewSecret& secret) {
    switch (admission) {
        case Admission::welcome:
            break;
        case Admission::exchange: {
            // A path that begins with two slashes would lead to another host; a browser takes a
            // backslash for one.
            std::string target = without_query_value(request.target, "token");
            const bool second = target.size() > 1 && (target[1] == '/' || target[1] == '\\');
            if (target.empty() || target[0] != '/' || second) target = "/";
            ViewAnswer answer = redirect_to(std::move(target));
            answer.headers.emplace_back("Set-Cookie", cookie_for(secret));
            return answer;
        }
        case Admission::wrong_host:
            return problem_answer(
                403, "Not this name",
                fmt::format("kilter view answers to http://127.0.0.1:{} only.", secret.port));
        case Admission::wrong_method: {
            ViewAnswer answer = problem_answer(405, "Nothing here can be changed",
                                               "kilter view only reads: GET and HEAD.");
            answer.headers.emplace_back("Allow", "GET, HEAD");
            return answer;
        }
        case Admission::other_site:
            return problem_answer(403, "Not for other sites",
                                  "Another page asked for this; kilter view answers only its own.");
        case Admission::no_token: {
            ViewAnswer answer = problem_answer(
                401, "This page needs its link",
                "Open the address that kilter view printed, with its token. It is a new one each "
                "time that kilter view starts. If you came by that address just now, the link "
                "below "
                "leads on.");
            answer.headers.emplace_back("WWW-Authenticate", "Bearer");
            return answer;
        }
    }
    return problem_answer(500, "This is a bug", "Please report it.");
}

std::string event_text(std::string_view name, std::string_view data) {
    std::string out = fmt::format("event: {}\n", name);
    for (;;) {
        const std::size_t end = data.find_first_of("\r\n");
        out += fmt::format("data: {}\n", data.substr(0, end));
        if (end == std::string_view::npos) return out + "\n";
        const bool both = data.substr(end, 2) == "\r\n";
        data.remove_prefix(end + (both ? 2 : 1));
    }
}

std::string heartbeat_text() {
    return ": still here\n\n";
}

}  // namespace kilter

// Writes HTTP answers of the simulated engine to a socket: whole ones, event streams, and ones that
// break off on purpose. Every function returns false where the client is gone. Loop's thread.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace kilter {

struct HttpAnswer {
    int status = 200;
    std::string content_type = "application/json";
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;  // beside the usual ones
    bool keep_alive = true;
    unsigned http_version = 11;
};

boost::asio::awaitable<void> pause(boost::asio::ip::tcp::socket& socket,
                                   std::chrono::milliseconds time);

// All of it with its Content-Length.
boost::asio::awaitable<bool> write_answer(boost::asio::ip::tcp::socket& socket, HttpAnswer answer);
// Announces all of the body and sends its first half; the caller closes.
boost::asio::awaitable<bool> write_half(boost::asio::ip::tcp::socket& socket, HttpAnswer answer);

struct EventStream {
    std::vector<std::string> events;
    std::chrono::milliseconds first{0}, each{0};  // pauses before the first and every further event
    bool broken_off = false;                      // ends without the closing chunk
};

// Chunked; `answer` gives status and headers, its body is not used.
boost::asio::awaitable<bool> write_stream(boost::asio::ip::tcp::socket& socket, HttpAnswer answer,
                                          EventStream stream);

}  // namespace kilter

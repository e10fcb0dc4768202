// A simulated engine on its own thread and a client that speaks plain HTTP over a blocking socket,
// so that tests see the bytes as they are. Nothing of the project's engine client is used here.
#pragma once

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

#include "harness/sim/scenario.hpp"
#include "harness/sim/sim_server.hpp"

namespace kilter::test {

inline std::filesystem::path source_root() {
    return std::filesystem::path{__FILE__}
        .parent_path()
        .parent_path()
        .parent_path()
        .parent_path()
        .parent_path();
}

class RunningSim {
  public:
    explicit RunningSim(std::shared_ptr<const Scenario> scenario, SimOptions options = {})
        : server_(SimServer::start(context_.get_executor(), std::move(scenario), options).value()),
          thread_([this] { context_.run(); }) {}
    ~RunningSim() { stop(); }
    RunningSim(const RunningSim&) = delete;
    RunningSim& operator=(const RunningSim&) = delete;

    unsigned short port() const {
        const std::string url = server_->base_url();  // http://127.0.0.1:PORT/v1
        unsigned short port = 0;
        std::from_chars(url.data() + url.rfind(':') + 1, url.data() + url.size(), port);
        return port;
    }

    // Both are asked on the server's own thread.
    std::size_t received() {
        return on_loop([this] { return server_->log().size(); });
    }
    int open_connections() {
        return on_loop([this] { return server_->open_connections(); });
    }

    // After this the log may be read.
    SimServer& stop() {
        if (thread_.joinable()) {
            boost::asio::post(context_, [this] { server_->stop(); });
            thread_.join();
        }
        return *server_;
    }

  private:
    template <class Function>
    std::invoke_result_t<Function> on_loop(Function function) {
        std::promise<std::invoke_result_t<Function>> answer;
        boost::asio::post(context_, [&] { answer.set_value(function()); });
        return answer.get_future().get();
    }

    boost::asio::io_context context_;
    std::unique_ptr<SimServer> server_;
    std::thread thread_;
};

struct RawResponse {
    int status = 0;  // 0: no status line came
    std::string head;
    std::string body;    // without the framing of chunks
    bool whole = false;  // the body's announced end came
};

// The payload of a chunked body; `whole` tells whether the last chunk came.
inline std::string dechunk(std::string_view raw, bool& whole) {
    std::string out;
    whole = false;
    while (true) {
        const auto line = raw.find("\r\n");
        if (line == std::string_view::npos) return out;
        std::size_t size = 0;
        std::from_chars(raw.data(), raw.data() + line, size, 16);
        raw.remove_prefix(line + 2);
        if (size == 0) {
            whole = true;
            return out;
        }
        out += raw.substr(0, size);
        raw.remove_prefix(std::min(raw.size(), size + 2));
    }
}

inline RawResponse parse_response(const std::string& bytes) {
    RawResponse response;
    const auto end = bytes.find("\r\n\r\n");
    if (end == std::string::npos) return response;
    response.head = bytes.substr(0, end);
    std::from_chars(bytes.data() + 9, bytes.data() + 12, response.status);
    const std::string raw = bytes.substr(end + 4);
    if (response.head.find("Transfer-Encoding: chunked") != std::string::npos) {
        response.body = dechunk(raw, response.whole);
        return response;
    }
    response.body = raw;
    const std::string name = "Content-Length: ";
    if (const auto at = response.head.find(name); at != std::string::npos) {
        std::size_t length = 0;
        std::from_chars(response.head.data() + at + name.size(),
                        response.head.data() + response.head.size(), length);
        response.whole = raw.size() == length;
    }
    return response;
}

// Sends the bytes and reads until the server closes.
inline RawResponse send_raw(unsigned short port, const std::string& request) {
    boost::asio::io_context context;
    boost::asio::ip::tcp::socket socket{context};
    socket.connect({boost::asio::ip::address_v4::loopback(), port});
    boost::asio::write(socket, boost::asio::buffer(request));
    std::string bytes;
    boost::system::error_code end;
    boost::asio::read(socket, boost::asio::dynamic_buffer(bytes), end);
    return parse_response(bytes);
}

inline RawResponse get(unsigned short port, const std::string& path, const std::string& more = "") {
    return send_raw(
        port, "GET " + path + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n" + more + "\r\n");
}

inline RawResponse post(unsigned short port, const std::string& body, const std::string& more = "",
                        const std::string& path = "/v1/chat/completions") {
    return send_raw(port, "POST " + path + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n" +
                              more + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
                              body);
}

// The `data:` payloads of an event stream.
inline std::vector<std::string> payloads(const std::string& body) {
    std::vector<std::string> out;
    std::size_t at = 0;
    while ((at = body.find("data: ", at)) != std::string::npos) {
        const auto end = std::min(body.find("\n\n", at), body.size());
        out.push_back(body.substr(at + 6, end - at - 6));
        at = end;
    }
    return out;
}

}  // namespace kilter::test

// A TCP server for tests that says exactly what its script says, byte for byte, and remembers what
// it was asked. Lives on the test's own loop, on a loopback port chosen by the system.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kilter::test {

struct ScriptedReply {
    enum class Then { keep, close, reset, hang };  // hang: until the client goes away
    std::vector<std::string> pieces;               // each written on its own
    Then then = Then::keep;
};

std::string http_reply(std::string_view status_line, std::string_view headers,
                       std::string_view body);
std::string http_ok(std::string_view body);
std::vector<std::string> one_byte_each(std::string_view bytes);

class ScriptedServer {
  public:
    struct Asked {
        std::string head;  // request line and headers
        std::string body;
        int number = 0;      // of the request, from 0
        int connection = 0;  // from 0
    };
    using Script = std::function<ScriptedReply(const Asked&)>;

    ScriptedServer(boost::asio::io_context& loop, Script script);

    std::string url() const;
    // No reply goes out before so many requests are open at once.
    void hold_until_open(int requests) { hold_until_ = requests; }

    const std::vector<Asked>& asked() const { return asked_; }
    int connections() const { return connections_; }
    int peak_open() const { return peak_open_; }  // requests that waited for their reply at once

    // Ends the server's work, so that the loop can run dry.
    void stop();

  private:
    using Socket = boost::asio::ip::tcp::socket;

    boost::asio::awaitable<void> accept();
    boost::asio::awaitable<void> serve(std::shared_ptr<Socket> socket, int connection);
    boost::asio::awaitable<bool> read_request(Socket& socket, std::string& buffer, Asked& asked);
    boost::asio::awaitable<bool> send(Socket& socket, const ScriptedReply& reply);

    boost::asio::ip::tcp::acceptor acceptor_;
    Script script_;
    boost::asio::steady_timer gate_;  // never expires, is cancelled
    std::vector<std::weak_ptr<Socket>> sockets_;
    std::vector<Asked> asked_;
    int connections_ = 0;
    int open_ = 0;
    int peak_open_ = 0;
    int hold_until_ = 0;
};

}  // namespace kilter::test

// HttpEngineClient: starts transfers on the loop, watches their silence, ends them on cancellation.
#include <fmt/format.h>

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "harness/engine/curl_errors.hpp"
#include "harness/engine/curl_multi.hpp"
#include "harness/engine/engine_client.hpp"
#include "harness/engine/http_transfer.hpp"

namespace kilter {
namespace asio = boost::asio;
namespace {

using OnEnd = std::function<void(std::exception_ptr, HttpExchange)>;
using SteadyTime = std::chrono::steady_clock::time_point;

// A transfer on its way, with the timer that watches its silence and the one who waits for it.
struct Flight {
    Flight(const asio::any_io_executor& executor, HttpRequest request, OnBytes on_bytes,
           std::size_t max_body, std::shared_ptr<SpillBudget> budget)
        : transfer(std::move(request), std::move(on_bytes), max_body, std::move(budget)),
          silence(executor) {}

    HttpTransfer transfer;
    asio::steady_timer silence;
    OnEnd on_end;  // empty: over
};

using FlightPtr = std::shared_ptr<Flight>;

// When the silence becomes too long; nullopt: no limit now.
std::optional<SteadyTime> silence_limit(const HttpTransfer& transfer) {
    const Timeouts& timeout = transfer.timeouts();
    if (const std::optional<SteadyTime> last = transfer.last_byte()) {
        return timeout.idle ? std::optional(*last + *timeout.idle) : std::nullopt;
    }
    return timeout.first_byte ? std::optional(transfer.started() + *timeout.first_byte)
                              : std::nullopt;
}

std::string silence_message(const HttpTransfer& transfer) {
    const Timeouts& timeout = transfer.timeouts();
    if (transfer.last_byte()) {
        return fmt::format("no byte for {} in the middle of the body (timeout.idle)",
                           in_words(timeout.idle.value_or(std::chrono::milliseconds{0})));
    }
    return fmt::format("no first byte of an answer within {} (timeout.first_byte)",
                       in_words(timeout.first_byte.value_or(std::chrono::milliseconds{0})));
}

class Core : public std::enable_shared_from_this<Core> {
  public:
    Core(asio::any_io_executor executor, const HttpClientOptions& options)
        : executor_(executor), options_(options), multi_(executor, options.max_host_connections) {}

    const asio::any_io_executor& executor() const { return executor_; }
    const HttpClientOptions& options() const { return options_; }
    const std::shared_ptr<SpillBudget>& spill_budget() const { return spill_budget_; }

    // The flight is kept alive by curl's callback until it ends.
    void start(const FlightPtr& flight) {
        HttpTransfer& transfer = flight->transfer;
        if (transfer.easy() == nullptr) return end(flight, CURLE_FAILED_INIT);
        // Weak: the flight owns its transfer.
        transfer.on_first_byte = [core = weak_from_this(), weak = std::weak_ptr<Flight>(flight)] {
            const auto self = core.lock();
            const FlightPtr still = weak.lock();
            if (self && still) self->watch_silence(still);
        };
        const auto on_done = [core = weak_from_this(), flight](CURLcode code) {
            if (const auto self = core.lock()) self->end(flight, code);
        };
        if (multi_.add(transfer.easy(), on_done) != CURLM_OK) return end(flight, CURLE_FAILED_INIT);
        watch_silence(flight);
    }

    // From a handler of the loop, never from a curl callback.
    void end(const FlightPtr& flight, CURLcode code) {
        if (!flight->on_end) return;
        multi_.remove(flight->transfer.easy());
        flight->silence.cancel();
        const OnEnd on_end = std::exchange(flight->on_end, nullptr);
        HttpExchange exchange = flight->transfer.finish(code);
        on_end(flight->transfer.thrown(), std::move(exchange));
    }

    void interrupt(const FlightPtr& flight) {
        flight->transfer.mark(TransferEnd::Kind::interrupted, "interrupted");
        end(flight, CURLE_ABORTED_BY_CALLBACK);
    }

  private:
    // The timer is not moved with every piece: when it goes off it looks how long the silence was.
    void watch_silence(const FlightPtr& flight) {
        const std::optional<SteadyTime> limit = silence_limit(flight->transfer);
        if (!limit) {
            flight->silence.cancel();
            return;
        }
        flight->silence.expires_at(*limit);
        flight->silence.async_wait([core = weak_from_this(), weak = std::weak_ptr<Flight>(flight)](
                                       boost::system::error_code error) {
            const auto self = core.lock();
            const FlightPtr still = weak.lock();
            if (error || !self || !still || !still->on_end) return;
            self->on_silence(still);
        });
    }

    void on_silence(const FlightPtr& flight) {
        const std::optional<SteadyTime> limit = silence_limit(flight->transfer);
        if (!limit || *limit > std::chrono::steady_clock::now()) return watch_silence(flight);
        flight->transfer.mark(TransferEnd::Kind::timeout, silence_message(flight->transfer));
        end(flight, CURLE_OPERATION_TIMEDOUT);
    }

    asio::any_io_executor executor_;
    HttpClientOptions options_;
    std::shared_ptr<SpillBudget> spill_budget_ = std::make_shared<SpillBudget>();
    CurlMulti multi_;
};

using CorePtr = std::shared_ptr<Core>;

// Cancellation may come from anywhere, a curl callback too, so it goes through the loop.
template <class Slot>
void interrupt_on_cancel(Slot slot, const CorePtr& core, const FlightPtr& flight) {
    if (!slot.is_connected()) return;
    slot.assign([core = std::weak_ptr<Core>(core), weak = std::weak_ptr<Flight>(flight),
                 executor = core->executor()](asio::cancellation_type type) {
        if (type == asio::cancellation_type::none) return;
        asio::post(executor, [core, weak] {
            const CorePtr self = core.lock();
            const FlightPtr still = weak.lock();
            if (self && still && still->on_end) self->interrupt(still);
        });
    });
}

struct StartFlight {
    template <class Handler>
    void operator()(Handler handler, CorePtr core, FlightPtr flight) const {
        interrupt_on_cancel(asio::get_associated_cancellation_slot(handler), core, flight);
        const auto work = asio::prefer(asio::get_associated_executor(handler, core->executor()),
                                       asio::execution::outstanding_work.tracked);
        // Handlers can only be moved, std::function wants copies.
        const auto shared = std::make_shared<Handler>(std::move(handler));
        flight->on_end = [shared, work](std::exception_ptr thrown, HttpExchange exchange) {
            asio::post(work, [shared, thrown, exchange = std::move(exchange)]() mutable {
                Handler last = std::move(*shared);
                std::move(last)(thrown, std::move(exchange));
            });
        };
        core->start(flight);
    }
};

// Not a coroutine: what it passes on must not be a temporary of an awaiting expression.
template <class Token>
auto async_exchange(CorePtr core, FlightPtr flight, Token token) {
    return asio::async_initiate<Token, void(std::exception_ptr, HttpExchange)>(
        StartFlight(), token, std::move(core), std::move(flight));
}

class HttpEngineClient : public EngineClient {
  public:
    HttpEngineClient(asio::any_io_executor executor, const HttpClientOptions& options)
        : core_(std::make_shared<Core>(std::move(executor), options)) {}

    asio::awaitable<HttpExchange> exchange(HttpRequest request, OnBytes on_bytes) override {
        const asio::cancellation_state state = co_await asio::this_coro::cancellation_state;
        if (state.cancelled() != asio::cancellation_type::none) {
            HttpExchange none;
            none.end.kind = TransferEnd::Kind::interrupted;
            none.end.message = "interrupted";
            co_return none;
        }
        auto flight = std::make_shared<Flight>(core_->executor(), std::move(request),
                                               std::move(on_bytes), core_->options().max_body,
                                               core_->spill_budget());
        // Moved in, not kept here: this frame hangs on the flight.
        co_return co_await async_exchange(core_, std::move(flight), asio::use_awaitable);
    }

  private:
    CorePtr core_;
};

}  // namespace

std::unique_ptr<EngineClient> make_http_engine_client(asio::any_io_executor executor,
                                                      HttpClientOptions options) {
    return std::make_unique<HttpEngineClient>(std::move(executor), options);
}

}  // namespace kilter

// HttpEngineClient: starts transfers on the loop, watches their silence, ends them on cancellation.
#include <fmt/format.h>

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <vector>

#include "harness/engine/curl_errors.hpp"
#include "harness/engine/curl_multi.hpp"
#include "harness/engine/engine_client.hpp"
#include "harness/engine/http_transfer.hpp"

namespace kilter {
namespace asio = boost::asio;
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

// Who waits for a transfer, and where: it keeps that loop at work until then.
struct Waiter {
    asio::any_completion_handler<void(std::exception_ptr, HttpExchange)> handler;
    asio::any_io_executor executor;
};

// A transfer on its way.
struct Flight {
    Flight(HttpRequest request, OnBytes on_bytes, std::size_t max_body,
           std::shared_ptr<SpillBudget> budget, std::shared_ptr<EasyHandles> handles)
        : transfer(std::move(request), std::move(on_bytes), max_body, std::move(budget),
                   std::move(handles)) {}

    HttpTransfer transfer;
    std::optional<Waiter> waiter;  // nullopt: over
    std::size_t place = 0;         // among those that are in the air
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
        : executor_(std::move(executor)),
          options_(options),
          silence_(executor_),
          multi_(executor_, options.max_host_connections) {}

    const asio::any_io_executor& executor() const { return executor_; }
    const HttpClientOptions& options() const { return options_; }
    const std::shared_ptr<SpillBudget>& spill_budget() const { return spill_budget_; }
    const std::shared_ptr<EasyHandles>& handles() const { return handles_; }

    // From an initiating function: whoever waits is told in a later turn of the loop.
    void start(const FlightPtr& flight) {
        HttpTransfer& transfer = flight->transfer;
        flight->place = flights_.size();
        flights_.push_back(flight);
        if (transfer.easy() == nullptr) return fail(flight);
        // Weak: the flight owns its transfer.
        transfer.on_first_byte = [this, weak = std::weak_ptr<Flight>(flight)] {
            if (const FlightPtr still = weak.lock()) watch_silence(still->transfer);
        };
        const auto on_done = [core = weak_from_this(), flight](CURLcode code) {
            if (const auto self = core.lock()) self->end(flight, code);
        };
        transfer.start_clock();
        if (multi_.add(transfer.easy(), on_done) != CURLM_OK) return fail(flight);
        watch_silence(transfer);
    }

    // From a handler of the loop, never from a curl callback or an initiating function.
    void end(const FlightPtr& flight, CURLcode code) {
        if (!flight->waiter) return;
        multi_.remove(flight->transfer.easy());
        flights_.back()->place = flight->place;
        flights_[flight->place] = std::move(flights_.back());
        flights_.pop_back();
        if (flights_.empty()) {
            silence_.cancel();
            armed_.reset();
        }
        Waiter waiter = std::move(*flight->waiter);
        flight->waiter.reset();
        HttpExchange exchange = flight->transfer.finish(code);
        asio::dispatch(waiter.executor,
                       [handler = std::move(waiter.handler), thrown = flight->transfer.thrown(),
                        exchange = std::move(exchange)]() mutable {
                           std::move(handler)(std::move(thrown), std::move(exchange));
                       });
    }

    void interrupt(const FlightPtr& flight) {
        flight->transfer.mark(TransferEnd::Kind::interrupted, "interrupted");
        end(flight, CURLE_ABORTED_BY_CALLBACK);
    }

  private:
    void fail(const FlightPtr& flight) {
        asio::post(executor_, [core = weak_from_this(), flight] {
            if (const auto self = core.lock()) self->end(flight, CURLE_FAILED_INIT);
        });
    }

    // One timer for all flights. It is set to an earlier time only: what goes off too early looks
    // how long each silence was, and sets it anew.
    void watch_silence(const HttpTransfer& transfer) {
        const std::optional<SteadyTime> limit = silence_limit(transfer);
        if (!limit || (armed_ && *armed_ <= *limit)) return;
        armed_ = limit;
        silence_.expires_at(*limit);
        silence_.async_wait([core = weak_from_this()](boost::system::error_code error) {
            const auto self = core.lock();
            if (!error && self) self->on_silence();
        });
    }

    void on_silence() {
        armed_.reset();
        const SteadyTime now = std::chrono::steady_clock::now();
        std::vector<FlightPtr> silent;
        for (const FlightPtr& flight : flights_) {
            const std::optional<SteadyTime> limit = silence_limit(flight->transfer);
            if (limit && *limit <= now) {
                silent.push_back(flight);
            } else {
                watch_silence(flight->transfer);
            }
        }
        for (const FlightPtr& flight : silent) {
            flight->transfer.mark(TransferEnd::Kind::timeout, silence_message(flight->transfer));
            end(flight, CURLE_OPERATION_TIMEDOUT);
        }
    }

    asio::any_io_executor executor_;
    HttpClientOptions options_;
    std::shared_ptr<SpillBudget> spill_budget_ = std::make_shared<SpillBudget>();
    std::shared_ptr<EasyHandles> handles_ = std::make_shared<EasyHandles>();
    std::vector<FlightPtr> flights_;  // in the air, in no order
    asio::steady_timer silence_;
    std::optional<SteadyTime> armed_;  // what the timer is set to
    CurlMulti multi_;                  // goes first: it lets go of the flights' handles
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
            if (self && still) self->interrupt(still);
        });
    });
}

struct StartFlight {
    template <class Handler>
    void operator()(Handler handler, CorePtr core, FlightPtr flight) const {
        const auto executor = asio::get_associated_executor(handler, core->executor());
        flight->waiter.emplace(Waiter{
            std::move(handler), asio::prefer(executor, asio::execution::outstanding_work.tracked)});
        // Only now: what holds the handler has taken its slot, and offers one of its own.
        const asio::cancellation_slot own = flight->transfer.cancel_slot();
        interrupt_on_cancel(own.is_connected()
                                ? own
                                : asio::get_associated_cancellation_slot(flight->waiter->handler),
                            core, flight);
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
        auto flight = std::make_shared<Flight>(std::move(request), std::move(on_bytes),
                                               core_->options().max_body, core_->spill_budget(),
                                               core_->handles());
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

#include "harness/runner/request_cache.hpp"

#include <catch2/catch_all.hpp>
#include <stdexcept>
#include <string>

using namespace kilter;

namespace {

Item item_of(const std::string& id, std::size_t size) {
    Item item;
    item.id = id;
    Message message;
    message.role = "user";
    message.content = std::string(size, 'x') + id;
    item.messages.push_back(message);
    return item;
}

}  // namespace

TEST_CASE("the same bytes each time, let go beyond the limit and built again equal") {
    const Item a = item_of("a", 1000);
    const Item b = item_of("b", 1000);
    EngineConfig engine;
    engine.model = "m";
    const RequestParams params;
    RequestCache cache(1500);  // bytes: room for one of them
    const auto first = cache.get(a, params, engine, Dialect::openai);
    CHECK(cache.get(a, params, engine, Dialect::openai) == first);
    const auto other = cache.get(b, params, engine, Dialect::openai);
    CHECK(other->sha256 != first->sha256);
    const auto again = cache.get(a, params, engine, Dialect::openai);
    CHECK(again != first);  // built anew
    CHECK(again->body == first->body);
    CHECK(again->sha256 == first->sha256);
}

TEST_CASE("one body larger than the limit is kept while it is the newest") {
    const Item a = item_of("a", 5000);
    RequestCache cache(10);
    const auto first = cache.get(a, {}, {}, Dialect::openai);
    CHECK(cache.get(a, {}, {}, Dialect::openai) == first);
}

TEST_CASE("other bytes at a second building are a bug and stop the run") {
    Item a = item_of("a", 100);
    const Item b = item_of("b", 100);
    RequestCache cache(10);
    (void)cache.get(a, {}, {}, Dialect::openai);
    (void)cache.get(b, {}, {}, Dialect::openai);
    a.messages[0].content += "!";
    CHECK_THROWS_AS(cache.get(a, {}, {}, Dialect::openai), std::logic_error);
}

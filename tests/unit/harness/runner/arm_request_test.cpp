// What an arm of an isolation asks in place of its plan.
#include <catch2/catch_all.hpp>

#include "harness/runner/run_plan.hpp"
#include "harness/runner/salt.hpp"
#include "harness/wire/request.hpp"

namespace kilter {
namespace {

Item item_with_schema() {
    Item item;
    item.id = "a";
    item.messages.push_back({"user", "?"});
    item.schema.set("type", json::make_string("object"));
    return item;
}

bool has(const RequestBytes& request, std::string_view text) {
    return request.body.find(text) != std::string::npos;
}

std::vector<int> order_of(const RunPlan& plan, const std::string& engine) {
    CellSequence cells(plan, engine, {});
    std::vector<int> out;
    while (const auto cell = cells.next())
        out.push_back((cell->item->id == "a" ? 10 : 20) + cell->k);
    return out;
}

}  // namespace

TEST_CASE("an arm may have a form demanded, or none, whatever the suite says") {
    Item item = item_with_schema();
    EngineConfig arm;
    const auto built = [&] { return build_request(item, {}, arm, Dialect::openai); };
    CHECK_FALSE(has(built(), "response_format"));
    arm.structured = true;
    CHECK(has(built(), "response_format"));
    item.structured = true;
    arm.structured = false;
    CHECK_FALSE(has(built(), "response_format"));
    arm.structured.reset();
    CHECK(has(built(), "response_format"));
    item.schema = json::make_null();
    arm.structured = true;
    CHECK_FALSE(has(built(), "response_format"));  // nothing to demand
}

TEST_CASE("an arm's own cache is a salt where the dialect has one") {
    const Item item = item_with_schema();
    EngineConfig arm;
    arm.own_cache = true;
    CHECK(build_request(item, {}, arm, Dialect::vllm).salt_offset);
    CHECK(build_request(item, {}, arm, Dialect::sglang).salt_offset);
    CHECK_FALSE(build_request(item, {}, arm, Dialect::openai).salt_offset);
    const RequestBytes llama = build_request(item, {}, arm, Dialect::llama_cpp);
    CHECK_FALSE(llama.salt_offset);
    CHECK(has(llama, "\"cache_prompt\":true"));
    // Without a salt an arm begins cold by its run 0: one word of the body.
    REQUIRE(llama.reuse_offset);
    std::string cold = llama.body;
    cold.replace(cold.find("\"cache_prompt\":true"), 19, "\"cache_prompt\":false");
    CHECK(cold_start_body(llama) == cold);
    EngineConfig always_cold = arm;
    always_cold.cache = CacheMode::cold;
    CHECK_FALSE(build_request(item, {}, always_cold, Dialect::llama_cpp).reuse_offset);
    CHECK_FALSE(build_request(item, {}, EngineConfig(), Dialect::llama_cpp).reuse_offset);
    CHECK_FALSE(build_request(item, {}, arm, Dialect::vllm).reuse_offset);
    arm.extra_body.set("cache_salt", json::make_string("mine"));
    CHECK_FALSE(build_request(item, {}, arm, Dialect::vllm).salt_offset);
    arm.own_cache = false;
    arm.extra_body = json::make_null();
    CHECK_FALSE(build_request(item, {}, arm, Dialect::vllm).salt_offset);
}

TEST_CASE("the salt of an arm is one for all of its trials, and no other arm's") {
    const TrialKey key{"x", "baseline", "s", "a", 0};
    TrialKey other = key;
    other.item = "b";
    other.k = 7;
    CHECK(arm_salt_of(key) == arm_salt_of(other));
    CHECK(arm_salt_of(key).size() == k_salt_length);
    other.engine = "aa";
    CHECK(arm_salt_of(key) != arm_salt_of(other));
    other = key;
    other.experiment = "y";
    CHECK(arm_salt_of(key) != arm_salt_of(other));
    CHECK(arm_salt_of(key) != salt_of(key, 1));
}

TEST_CASE("an arm may send in an order of its own") {
    auto suite = std::make_shared<Suite>();
    suite->name = "s";
    suite->items.resize(2);
    suite->items[0].id = "a";
    suite->items[1].id = "b";
    RunPlan plan;
    plan.config.runs = 2;
    plan.config.engines.resize(2);
    plan.config.engines[0].name = "baseline";
    plan.config.engines[1].name = "order";
    plan.config.engines[1].order = Order::item_major;
    plan.suites = {{suite, {&suite->items[0], &suite->items[1]}}};
    CHECK(order_of(plan, "baseline") == std::vector<int>{10, 20, 11, 21});
    CHECK(order_of(plan, "order") == std::vector<int>{10, 11, 20, 21});
}

}  // namespace kilter

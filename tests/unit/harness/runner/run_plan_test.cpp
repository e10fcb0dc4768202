#include "harness/runner/run_plan.hpp"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <string>

using namespace kilter;

namespace {

struct Plan {
    std::shared_ptr<Suite> suite = std::make_shared<Suite>();
    RunPlan plan;

    explicit Plan(Order order) {
        suite->name = "s";
        for (const char* id : {"a", "b", "c"}) {
            Item item;
            item.id = id;
            suite->items.push_back(item);
        }
        plan.experiment = "x";
        plan.config.runs = 2;
        plan.config.order = order;
        PlannedSuite planned;
        planned.suite = suite;
        planned.items = {&suite->items[0], &suite->items[1], &suite->items[2]};
        plan.suites.push_back(planned);
    }

    std::string walk(const std::string& engine, const std::set<TrialKey>& stored = {}) const {
        CellSequence cells(plan, engine, stored);
        std::string seen;
        std::size_t left = cells.remaining();
        while (const auto cell = cells.next()) {
            seen += cell->item->id + std::to_string(cell->k) + " ";
            CHECK(cells.remaining() == --left);
            CHECK(cell->suite == suite.get());
        }
        CHECK(left == 0);
        return seen;
    }
};

}  // namespace

TEST_CASE("run_major goes pass by pass, item_major item by item") {
    CHECK(Plan(Order::run_major).walk("e") == "a0 b0 c0 a1 b1 c1 ");
    CHECK(Plan(Order::item_major).walk("e") == "a0 a1 b0 b1 c0 c1 ");
}

TEST_CASE("a turn is one K-th of the whole order, whatever is stored") {
    for (const Order order : {Order::run_major, Order::item_major, Order::shuffled}) {
        const Plan plan(order);
        TrialKey stored;
        stored.experiment = "x";
        stored.engine = "e";
        stored.suite = "s";
        CellSequence whole(plan.plan, "e", {});
        const Cell first = *whole.next();
        stored.item = first.item->id;
        stored.k = first.k;
        CellSequence cells(plan.plan, "e", {stored});  // 2 left of the first turn, 3 of the second
        int of_first = 0;
        while (cells.next_until(0)) ++of_first;
        CHECK(of_first == 2);
        CHECK(cells.remaining() == 3);
        while (const auto cell = cells.next_until(1)) CHECK(cell->turn == 1);
        CHECK(cells.remaining() == 0);
    }
}

TEST_CASE("shuffled is the same for every engine, by seed, and has every cell once") {
    Plan plan(Order::shuffled);
    const std::string one = plan.walk("e");
    CHECK(plan.walk("f") == one);
    for (const char* cell : {"a0 ", "a1 ", "b0 ", "b1 ", "c0 ", "c1 "}) {
        INFO(cell);
        CHECK(one.find(cell) != std::string::npos);
    }
    CHECK(one.size() == 18);
    std::set<std::string> orders;
    for (unsigned long long seed = 1; seed <= 8; ++seed) {
        plan.plan.config.shuffle_seed = seed;
        orders.insert(plan.walk("e"));
    }
    CHECK(orders.size() > 4);
}

TEST_CASE("stored cells are left out, the order of the others stays") {
    const Order order = GENERATE(Order::run_major, Order::item_major, Order::shuffled);
    const Plan plan(order);
    const std::set<TrialKey> stored{{"x", "e", "s", "b", 0},
                                    {"x", "e", "s", "c", 1},
                                    {"x", "f", "s", "a", 0},
                                    {"y", "e", "s", "a", 0}};
    std::string expected = plan.walk("e");
    for (const char* cell : {"b0 ", "c1 "}) expected.erase(expected.find(cell), 3);
    CHECK(plan.walk("e", stored) == expected);
}

TEST_CASE("nothing chosen, nothing to send") {
    Plan plan(Order::run_major);
    plan.plan.suites[0].items.clear();
    CHECK(plan.walk("e").empty());
    plan.plan.suites.clear();
    CHECK(plan.walk("e").empty());
}

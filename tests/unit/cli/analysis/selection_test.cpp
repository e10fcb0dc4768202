#include "cli/analysis/selection.hpp"

#include "tests/unit/cli/analysis/small_store.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

using Ids = std::vector<std::string>;

// e1: a unstable and once wrong, b steady and right. e2: a steady, b fails once.
void fill(SmallStore& store) {
    for (int k = 0; k < 3; ++k) {
        store.answer("e1", "a", k, k == 2 ? "F-9" : "F-1");
        store.answer("e1", "b", k, "F-2");
        store.answer("e2", "a", k, "F-1");
        if (k < 2) store.answer("e2", "b", k, "F-2");
    }
    store.fail("e2", "b", 2);
}

Ids chosen(SmallStore& store, const SelectionRequest& request) {
    const auto selected = select_items(store.reader(), store.experiment(), request);
    REQUIRE(selected);
    const auto suite = selected->find("small");
    return suite == selected->end() ? Ids{} : suite->second;
}

}  // namespace

TEST_CASE("selection: nothing asked for is everything, in the suite's order") {
    SmallStore store({"e1", "e2"});
    fill(store);
    CHECK(chosen(store, {}) == Ids{"a", "b"});
}

TEST_CASE("selection: unstable on any selected engine") {
    SmallStore store({"e1", "e2"});
    fill(store);
    SelectionRequest request;
    request.unstable = true;
    CHECK(chosen(store, request) == Ids{"a"});
    request.engines = {"e2"};
    CHECK(chosen(store, request).empty());
    request.engines = {"e2", "e1"};
    CHECK(chosen(store, request) == Ids{"a"});
}

TEST_CASE("selection: failing, errors, and choices that add up") {
    SmallStore store({"e1", "e2"});
    fill(store);
    SelectionRequest failing;
    failing.failing = true;
    CHECK(chosen(store, failing) == Ids{"a", "b"});  // a failed trial lost its points too
    failing.engines = {"e1"};
    CHECK(chosen(store, failing) == Ids{"a"});
    SelectionRequest errors;
    errors.errors = true;
    CHECK(chosen(store, errors) == Ids{"b"});
    errors.unstable = true;
    CHECK(chosen(store, errors) == Ids{"a", "b"});
}

TEST_CASE("selection: looping") {
    SmallStore store;
    store.loop("e1", "b", 0);
    store.answer("e1", "a", 0, "F-1");
    SelectionRequest request;
    request.looping = true;
    CHECK(chosen(store, request) == Ids{"b"});
}

TEST_CASE("selection: named items, whatever came of them") {
    SmallStore store({"e1", "e2"});
    fill(store);
    SelectionRequest request;
    request.items = {"b,small/a", "b"};
    CHECK(chosen(store, request) == Ids{"a", "b"});
    request.items = {"b"};
    CHECK(chosen(store, request) == Ids{"b"});
    request.items = {"zz"};
    const auto wrong = select_items(store.reader(), store.experiment(), request);
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().message.find("item 'zz' is not in the experiment") == 0);
}

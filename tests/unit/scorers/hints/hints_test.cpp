#include "scorers/hints/hints.hpp"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace kilter {
namespace {

// Outputs by letter, in the order of sending: "ABB".
HintItem item(const std::string& name, const std::string& outputs, long long tokens = 0) {
    HintItem out;
    out.item = name;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        HintRun run;
        run.k = static_cast<int>(i);
        run.output = outputs[i];
        out.runs.push_back(run);
    }
    if (tokens > 0) out.prompt_tokens = tokens;
    return out;
}

const Hint* find(const std::vector<Hint>& hints, HintShape shape) {
    const auto found = std::find_if(hints.begin(), hints.end(),
                                    [&](const Hint& hint) { return hint.shape == shape; });
    return found == hints.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("nothing that wavers gives no hint") {
    CHECK(find_hints({}, true).empty());
    CHECK(find_hints({item("a", ""), item("b", "A"), item("c", "AAA")}, true).empty());
    CHECK(find_hints({item("a", "AB")}, true).empty());  // two runs can only differ
}

TEST_CASE("the first run apart is told from another run apart") {
    const std::vector<HintItem> items{item("a", "ABB"), item("b", "ABBB"), item("c", "ABA"),
                                      item("d", "AAA")};
    const auto hints = find_hints(items, true);
    const Hint* hint = find(hints, HintShape::first_differs);
    REQUIRE(hint != nullptr);
    CHECK(hint->count == 2);
    CHECK(hint->of == 3);
    CHECK(hint->items == std::vector<std::string>{"a", "b"});
    CHECK(hint->text.find("2 of 3 unstable items") != std::string::npos);
    CHECK(hint->text.find("in 1)") != std::string::npos);
    // As often another run: chance does that too.
    CHECK(find(find_hints({item("a", "ABB"), item("b", "ABA")}, true), HintShape::first_differs) ==
          nullptr);
    // Shuffled: which run came first is not known.
    CHECK(find(find_hints(items, false), HintShape::first_differs) == nullptr);
}

TEST_CASE("every run another output") {
    const auto hints = find_hints({item("a", "ABC"), item("b", "ABCD"), item("c", "AAB")}, true);
    const Hint* hint = find(hints, HintShape::all_distinct);
    REQUIRE(hint != nullptr);
    CHECK(hint->count == 2);
    CHECK(hint->of == 3);
    // In fewer than half of the unstable items it is no shape of the engine.
    CHECK(find(find_hints({item("a", "ABC"), item("b", "AAB"), item("c", "AAB")}, true),
               HintShape::all_distinct) == nullptr);
}

TEST_CASE("outputs that come with company") {
    HintItem follows = item("a", "AABA");
    HintItem does_not = item("b", "ABBB");  // not even alone does it agree
    for (HintItem* one : {&follows, &does_not})
        for (std::size_t i = 0; i < 4; ++i) one->runs[i].company = i < 2 ? 0 : 3;
    HintItem unknown = item("c", "AABB");  // nothing known of company
    const auto hints = find_hints({follows, does_not, unknown}, true);
    const Hint* hint = find(hints, HintShape::follows_concurrency);
    REQUIRE(hint != nullptr);
    CHECK(hint->items == std::vector<std::string>{"a"});
    CHECK(hint->of == 2);
    CHECK(find(find_hints({does_not, unknown}, true), HintShape::follows_concurrency) == nullptr);
}

TEST_CASE("outputs that follow launches") {
    HintItem follows = item("a", "AABB");
    HintItem within = item("b", "ABAB");  // differs within a launch
    HintItem same = item("c", "AAAA");
    for (HintItem* one : {&follows, &within, &same})
        for (std::size_t i = 0; i < 4; ++i) one->runs[i].launch = i < 2 ? "1" : "2";
    const auto hints = find_hints({follows, within, same}, true);
    const Hint* hint = find(hints, HintShape::follows_launches);
    REQUIRE(hint != nullptr);
    CHECK(hint->items == std::vector<std::string>{"a"});
    CHECK(hint->of == 3);
    // A launch with one run only cannot agree with itself.
    follows.runs.pop_back();
    CHECK(find(find_hints({follows}, true), HintShape::follows_launches) == nullptr);
}

TEST_CASE("a threshold in length needs both sides clean and enough items") {
    // 3 stable below 3 unstable: one of C(6,3) = 20 orderings.
    std::vector<HintItem> items{item("a", "AAA", 100),  item("b", "AAA", 200),
                                item("c", "AAA", 7785), item("d", "AAB", 8591),
                                item("e", "AAB", 9000), item("f", "ABC", 9500)};
    const auto hints = find_hints(items, true);
    const Hint* hint = find(hints, HintShape::length_threshold);
    REQUIRE(hint != nullptr);
    CHECK(hint->low == 7785);
    CHECK(hint->high == 8591);
    CHECK(hint->count == 3);
    CHECK(hint->of == 6);
    CHECK(hint->text.find("up to 7785 prompt tokens are stable") != std::string::npos);
    items[1].prompt_tokens = 9999;  // a long one that is stable
    CHECK(find(find_hints(items, true), HintShape::length_threshold) == nullptr);
    // 2 and 3: one of C(5,2) = 10 orderings comes by chance too often.
    items = {item("a", "AAA", 1), item("b", "AAA", 2), item("c", "AAB", 3), item("d", "AAB", 4),
             item("e", "AAB", 5)};
    CHECK(find(find_hints(items, true), HintShape::length_threshold) == nullptr);
    for (HintItem& one : items) one.prompt_tokens.reset();
    CHECK(find(find_hints(items, true), HintShape::length_threshold) == nullptr);
}

TEST_CASE("hints name no cause and never call an engine deterministic") {
    for (const Hint& hint : find_hints({item("a", "ABB"), item("b", "ABC")}, true)) {
        CHECK(hint.text.find("because") == std::string::npos);
        CHECK(hint.text.find("determin") == std::string::npos);
        CHECK(hint.text.find("looks like this") != std::string::npos);
        CHECK_FALSE(to_word(hint.shape).empty());
    }
}

}  // namespace kilter

#include "cli/probing/probe_prompts.hpp"

#include <catch2/catch_all.hpp>
#include <fstream>

#include "suites/load.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string problems_of(const TempFolder& folder, const std::string& text) {
    const auto file = folder / "probe.yaml";
    std::ofstream{file, std::ios::binary} << text;
    Diagnostics diagnostics;
    CHECK_FALSE(load_prompts(file, diagnostics));
    return to_text(diagnostics);
}

}  // namespace

TEST_CASE("the built-in prompts are three of different length, each at 1 and at 4 tokens") {
    const ProbePrompts prompts = built_in_prompts();
    REQUIRE(prompts.size() == 3);
    CHECK(prompts[0].messages[0].content.size() < 200);
    CHECK(prompts[2].messages[0].content.size() > 3 * prompts[1].messages[0].content.size());
    const auto suite = probe_suite(prompts);
    REQUIRE(suite);
    REQUIRE(suite->items.size() == 6);
    CHECK(suite->items[0].id == "P1-1");
    CHECK(suite->items[1].id == "P1-4");
    CHECK(suite->items[1].max_tokens == 4);
    CHECK(suite->items[5].id == "P3-4");
    CHECK(suite->prompts_digest.size() == 64);
    // The store gives back which prompt and length an item is.
    const auto stored = suite_from_json(suite_to_json(*suite));
    REQUIRE(stored);
    const ProbeItemName name = probe_item_name(*stored->find("P2-4"));
    CHECK(name.prompt == "P2");
    CHECK(name.tokens == 4);
    CHECK(name.item.empty());
}

TEST_CASE("prompts from the command line are numbered") {
    const ProbePrompts prompts = prompts_of_texts({"a", "b"});
    REQUIRE(prompts.size() == 2);
    CHECK(prompts[1].id == "P2");
    CHECK(prompts[1].messages[0].content == "b");
}

TEST_CASE("a file of prompts: text, file, system") {
    TempFolder folder;
    std::ofstream{folder / "long.txt", std::ios::binary} << "one\r\ntwo";
    const auto file = folder / "probe.yaml";
    std::ofstream{file, std::ios::binary} << "prompts:\n  - {id: short, text: Say one word.}\n"
                                             "  - {file: long.txt, system: Be brief.}\n";
    Diagnostics diagnostics;
    const auto prompts = load_prompts(file, diagnostics);
    INFO(to_text(diagnostics));
    REQUIRE(prompts);
    REQUIRE(prompts->size() == 2);
    CHECK((*prompts)[0].id == "short");
    CHECK((*prompts)[1].id == "P2");
    REQUIRE((*prompts)[1].messages.size() == 2);
    CHECK((*prompts)[1].messages[0].role == "system");
    CHECK((*prompts)[1].messages[1].content == "one\ntwo");
}

TEST_CASE("a wrong file of prompts says where and what, all of it at once") {
    TempFolder folder;
    const std::string all = problems_of(folder,
                                        "prompts:\n"
                                        "  - {id: a, text: one, fiel: x}\n"
                                        "  - {id: a, text: two}\n"
                                        "  - {id: b}\n"
                                        "  - {id: c, file: ../secret.txt}\n"
                                        "  - {id: 'd e', text: x}\n"
                                        "  - {id: f, text: ''}\n");
    CHECK_THAT(all, ContainsSubstring("probe.yaml:2:"));
    CHECK_THAT(all, ContainsSubstring("fiel"));
    CHECK_THAT(all, ContainsSubstring("the id 'a' is there twice"));
    CHECK_THAT(all, ContainsSubstring("either 'text' or 'file'"));
    CHECK_THAT(all, ContainsSubstring("secret.txt"));
    CHECK_THAT(all, ContainsSubstring("'d e' is no id"));
    CHECK_THAT(all, ContainsSubstring("the prompt is empty"));
    CHECK_THAT(problems_of(folder, "prompts: []\n"), ContainsSubstring("at least one prompt"));
    CHECK_THAT(problems_of(folder, "prompts: text\n"), ContainsSubstring("at least one prompt"));
    CHECK_THAT(problems_of(folder, "other: 1\n"), ContainsSubstring("prompts"));
    Diagnostics diagnostics;
    CHECK_FALSE(load_prompts(folder / "missing.yaml", diagnostics));
    CHECK(diagnostics.has_errors());
}

TEST_CASE("items as prompts keep what is sent and drop what scores") {
    Item item;
    item.id = "T1";
    item.messages = {{"system", "s"}, {"user", "u"}};
    item.gold = json::make_string("gold");
    item.points = 2;
    item.max_tokens = 900;
    item.structured = true;
    item.schema = json::make_object();
    Suite one, two;
    one.name = "one";
    one.items = {item};
    two.name = "two";
    two.items = {item};
    ExperimentRow row;
    row.suites = {{"one", "", "", suite_to_json(one), nullptr, {}, {"T1"}},
                  {"two", "", "", suite_to_json(two), nullptr, {}, {"T1"}}};
    const auto single = prompts_of_items(row, {{"one", {"T1"}}});
    REQUIRE(single);
    REQUIRE(single->size() == 1);
    const Item& prompt = single->front();
    CHECK(prompt.id == "T1");
    REQUIRE(prompt.messages.size() == 2);
    CHECK(prompt.messages[0].role == "system");
    CHECK(prompt.messages[1].content == "u");
    CHECK(prompt.structured);
    CHECK(prompt.gold.is_null());
    const auto both = prompts_of_items(row, {{"one", {"T1"}}, {"two", {"T1"}}});
    REQUIRE(both);
    REQUIRE(both->size() == 2);
    CHECK((*both)[0].id == "one.T1");
    CHECK((*both)[1].id == "two.T1");
    const auto suite = probe_suite(*both);
    REQUIRE(suite);
    const ProbeItemName name = probe_item_name(suite->items[3]);
    CHECK(name.prompt == "two.T1");
    CHECK(name.suite == "two");
    CHECK(name.item == "T1");
    CHECK(suite->items[3].max_tokens == 4);
}

TEST_CASE("ids that a probe cannot have") {
    Item prompt;
    prompt.id = std::string(63, 'a');
    CHECK_THAT(probe_suite({prompt}).error().message, ContainsSubstring("too long"));
    prompt.id = "P1";
    CHECK_THAT(probe_suite({prompt, prompt}).error().message, ContainsSubstring("'P1'"));
}

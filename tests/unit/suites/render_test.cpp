#include "suites/render.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;

namespace {

Item two_documents() {
    Item item;
    item.documents = {{"a.txt", "alpha\n", ""}, {"b.txt", "beta {question}", ""}};
    item.question = "Which?";
    item.schema = json::make_object({{"type", json::make_string("object")}});
    return item;
}

}  // namespace

TEST_CASE("The built-in prompt: documents under their names, the question, the schema") {
    const auto messages = render_messages(two_documents(), "", "");
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].role == "user");
    CHECK(messages[0].content ==
          "# a.txt\n\nalpha\n\n# b.txt\n\nbeta {question}\n\nWhich?\n\nJSON Schema:\n"
          "{\"type\":\"object\"}");
}

TEST_CASE("Without a schema the prompt ends with the question") {
    Item item = two_documents();
    item.schema = json::make_null();
    CHECK(render_messages(item, "", "")[0].content ==
          "# a.txt\n\nalpha\n\n# b.txt\n\nbeta {question}\n\nWhich?");
}

TEST_CASE("A system text is a message of its own, first") {
    const auto messages = render_messages(two_documents(), "Be brief.", "");
    REQUIRE(messages.size() == 2);
    CHECK(messages[0].role == "system");
    CHECK(messages[0].content == "Be brief.");
}

TEST_CASE("A template is filled in one pass: a placeholder in a document stays text") {
    CHECK(render_messages(two_documents(), "",
                          "Q: {question} {x}\n{documents}<{schema}>{question}")[0]
              .content ==
          "Q: Which? {x}\n# a.txt\n\nalpha\n\n# b.txt\n\nbeta "
          "{question}\n<{\"type\":\"object\"}>Which?");
}

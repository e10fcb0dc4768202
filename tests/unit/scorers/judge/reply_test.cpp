#include "scorers/judge/reply.hpp"

#include "tests/support/result_printing.hpp"
#include "tests/unit/scorers/judge/judge_helpers.hpp"

using namespace kilter;
using namespace kilter::test;

TEST_CASE("judge reply: the object alone, or alone within a fence") {
    struct Case {
        const char* reply;
        bool right;
    };
    for (const Case& one : {
             Case{R"({"verdict":"right","reason":"same"})", true},
             Case{R"({"verdict":"wrong","reason":""})", false},
             Case{" {\"reason\":\"x\",\n\"verdict\":\"right\"}\n", true},
             Case{"```json\n{\"verdict\":\"wrong\",\"reason\":\"x\"}\n```", false},
             Case{"\n```\n{\"verdict\":\"right\",\"reason\":\"x\"}\n```\n", true},
             Case{"<think>hm</think>{\"verdict\":\"right\",\"reason\":\"x\"}", true},
         }) {
        INFO(one.reply);
        const Result<Judgement> read = read_judgement(said(one.reply));
        REQUIRE(read);
        CHECK(read->right == one.right);
    }
    CHECK(read_judgement(said(R"({"verdict":"right","reason":"a\u0000b"})"))->reason ==
          std::string("a\0b", 3));
}

TEST_CASE("judge reply: a reason is kept up to 2,000 code points") {
    const auto reason_of = [](const std::string& reason) {
        return read_judgement(said(R"({"verdict":"right","reason":")" + reason + "\"}"))->reason;
    };
    std::string longest;
    for (int i = 0; i < 2000; ++i) longest += "\xC3\xA9";
    CHECK(reason_of(longest) == longest);
    CHECK(reason_of(longest + "x") == longest.substr(0, 3998) + "\xE2\x80\xA6");
}

TEST_CASE("judge reply: anything else is no judgement") {
    for (const std::string& reply : {
             std::string(),
             std::string("right"),
             std::string(R"("right")"),
             std::string(R"([{"verdict":"right","reason":"x"}])"),
             std::string(R"({"verdict":"right"})"),
             std::string(R"({"verdict":"Right","reason":"x"})"),
             std::string(R"({"verdict":true,"reason":"x"})"),
             std::string(R"({"verdict":"right","reason":null})"),
             std::string(R"({"verdict":"right","reason":"x","score":1})"),
             std::string(R"({"verdict":"wrong","verdict":"right","reason":"x"})"),
             std::string(R"({"verdict":"right","reason":"x"} )") +
                 R"({"verdict":"wrong","reason":"x"})",
             std::string(R"(The answer says {"verdict":"right","reason":"x"})"),
             std::string("It holds ```json\n{\"verdict\":\"right\",\"reason\":\"x\"}\n```"),
             std::string("```\n{\"verdict\":\"right\",\"reason\":\"x\"}\n``` so I would say wrong"),
             std::string("```\n{\"verdict\":\"right\",\"reason\":\"x\"}\n```\n"
                         "```\n{\"verdict\":\"right\",\"reason\":\"x\"}\n```"),
             std::string("{'verdict':'right','reason':'x'}"),
             std::string("<think>{\"verdict\":\"right\",\"reason\":\"x\"}"),
         }) {
        INFO(reply);
        CHECK_FALSE(read_judgement(said(reply)));
    }
    Completion cut = said(R"({"verdict":"right","reason":"x"})");
    cut.finish_reason = "length";
    CHECK_FALSE(read_judgement(cut));
    CHECK_FALSE(read_judgement(Completion{}));
}

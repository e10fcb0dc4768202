#include "scorers/probe/logprob_lists.hpp"

#include <catch2/catch_all.hpp>

namespace kilter {
namespace {

std::string chat(const std::string& logprobs) {
    return R"({"choices":[{"index":0,"message":{"content":"a"},"logprobs":)" + logprobs +
           R"(,"finish_reason":"length"}]})";
}

TEST_CASE("a listed number keeps its literal and the bits of its double") {
    const ListedNumber one = listed_number("-0.10");
    const ListedNumber same = listed_number("-0.1");
    CHECK(one.text == "-0.10");
    CHECK(one.text != same.text);
    CHECK(one.same_value(same));
    CHECK(*one.nats == -0.1);
    // The next double above -0.1 is another number, whatever a short print says.
    CHECK_FALSE(one.same_value(listed_number("-0.09999999999999999")));
    // More digits than a double holds are the same double.
    CHECK(one.same_value(listed_number("-0.1000000000000000055")));
    // Zero has two signs, and they are told apart.
    CHECK_FALSE(listed_number("0.0").same_value(listed_number("-0.0")));
}

TEST_CASE("floors are a class of their own, equal to each other") {
    for (const char* literal : {"-9999", "-9999.0", "-1e4", "-3.4028234663852886e+38", "-1e999"}) {
        INFO(literal);
        const ListedNumber floor = listed_number(literal);
        CHECK(floor.is_floor());
        CHECK(floor.text == literal);
        CHECK(floor.same_value(ListedNumber()));  // null
    }
    CHECK_FALSE(listed_number("-9998.99").is_floor());
    CHECK_FALSE(listed_number("-0.0").same_value(ListedNumber()));
    // Too small for a double is nothing, and no floor.
    CHECK(*listed_number("-1e-400").nats == 0);
}

TEST_CASE("a probability is told in nats, and 0 is a floor") {
    const ListedNumber half = listed_number("0.5", true);
    CHECK(*half.nats == Catch::Approx(-0.6931471805599453));  // ln 0.5
    CHECK(listed_number("0", true).is_floor());
}

TEST_CASE("the chat shape: ids before bytes before texts") {
    const LogprobLists lists = read_logprob_lists(
        chat(R"({"content":[{"id":7,"token":"a","bytes":[97],"logprob":-0.25,"top_logprobs":[
            {"id":7,"token":"a","bytes":[97],"logprob":-0.25},
            {"token":"b","bytes":[98,99],"logprob":-1.5},
            {"token":"c","bytes":null,"logprob":null},
            {"token":"d","logprob":-9999.0}]}]})"),
        4);
    CHECK(lists.shape == "content");
    REQUIRE(lists.positions.size() == 1);
    const ListedPosition& first = lists.positions.front();
    CHECK(first.chosen.key == "id 7");
    CHECK(first.chosen.number.text == "-0.25");
    REQUIRE(first.top.size() == 4);
    CHECK(first.top[1].key == "bytes 98 99");
    CHECK(first.top[2].key == "text c");
    CHECK(first.top[2].number.text == "null");
    CHECK(first.top[2].number.is_floor());
    CHECK(first.top[3].number.is_floor());
    CHECK(most_alternatives(lists) == 4);
}

TEST_CASE("tokens that a list cannot tell apart are numbered") {
    // Two tokens that are halves of a character, both shown as U+FFFD.
    const LogprobLists lists = read_logprob_lists(
        chat(R"({"content":[{"token":"\ufffd","bytes":[239,191,189],"logprob":-1,"top_logprobs":[
            {"token":"\ufffd","bytes":[239,191,189],"logprob":-1},
            {"token":"\ufffd","bytes":[239,191,189],"logprob":-2}]}]})"),
        4);
    REQUIRE(lists.positions.size() == 1);
    CHECK(lists.positions[0].top[0].key == "bytes 239 191 189");
    CHECK(lists.positions[0].top[1].key == "bytes 239 191 189 again 2");
}

TEST_CASE("other shapes: no alternatives, probabilities, a refusal, the older form") {
    const auto read = [](const std::string& logprobs) {
        return read_logprob_lists(chat(logprobs), 4);
    };
    const LogprobLists bare =
        read(R"({"content":[{"token":"a","logprob":-0.5,"top_logprobs":null}]})");
    REQUIRE(bare.positions.size() == 1);
    CHECK(bare.positions[0].top.empty());
    CHECK(most_alternatives(bare) == 0);
    const LogprobLists sampled = read(
        R"({"content":[{"id":1,"token":"a","prob":1.0,"top_probs":[{"id":1,"token":"a","prob":1.0}]}]})");
    REQUIRE(sampled.positions.size() == 1);
    CHECK(sampled.positions[0].top.size() == 1);
    CHECK(*sampled.positions[0].chosen.number.nats == 0);
    const LogprobLists refused =
        read(R"({"content":null,"refusal":[{"token":"I","logprob":-0.5,"top_logprobs":[]}]})");
    CHECK(refused.shape == "refusal");
    CHECK(refused.positions.size() == 1);
    const LogprobLists older = read(
        R"({"tokens":["a","b"],"token_logprobs":[-0.5,null],"top_logprobs":[{"a":-0.5,"b":-1.25},null]})");
    CHECK(older.shape == "tokens");
    REQUIRE(older.positions.size() == 2);
    CHECK(older.positions[0].top.size() == 2);
    CHECK(older.positions[0].top[1].number.text == "-1.25");
    CHECK(older.positions[1].chosen.number.is_floor());
    CHECK(older.positions[1].top.empty());
}

TEST_CASE("a stream's chunks are joined, and nothing beyond the wanted tokens is read") {
    const std::string stream =
        "data: "
        "{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\"},\"logprobs\":null}]}\n\n"
        "data: "
        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ab\"},\"logprobs\":{\"content\":["
        "{\"token\":\"a\",\"logprob\":-0.5,\"top_logprobs\":[]},"
        "{\"token\":\"b\",\"logprob\":-0.75,\"top_logprobs\":[]}]}}]}\n\n"
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"c\"},\"logprobs\":{\"content\":["
        "{\"token\":\"c\",\"logprob\":-1,\"top_logprobs\":[]}]}}]}\n\n"
        "data: {\"choices\":[],\"usage\":{}}\n\ndata: [DONE]\n\n";
    const LogprobLists all = read_logprob_lists(stream, 4);
    REQUIRE(all.positions.size() == 3);
    CHECK(all.positions[2].chosen.token == "c");
    CHECK(read_logprob_lists(stream, 2).positions.size() == 2);
}

TEST_CASE("bodies without lists have none, and hostile ones do no harm") {
    for (const char* body :
         {"", "null", "{\"choices\":[]}", "{\"choices\":[{\"logprobs\":null}]}",
          "{\"choices\":[{\"logprobs\":{\"content\":null}}]}",
          "{\"choices\":[{\"logprobs\":{\"content\":[]}}]}", "{\"choices\":{\"logprobs\":1}}",
          "{\"choices\":[{\"logprobs\":[1]}]}", "{\"choices\":[{\"logprobs\":{\"content\":{}}}]}",
          "<html>\"logprobs\"</html>",
          // A literal NaN is no JSON: the whole body says nothing.
          "{\"choices\":[{\"logprobs\":{\"content\":[{\"token\":\"a\",\"logprob\":NaN}]}}]}"}) {
        INFO(body);
        CHECK(read_logprob_lists(body, 4).positions.empty());
    }
    // Members of the wrong kind leave a token without a number.
    const LogprobLists odd = read_logprob_lists(
        chat(R"({"content":[{"token":5,"logprob":"-1","top_logprobs":{"a":1}},7]})"), 4);
    REQUIRE(odd.positions.size() == 2);
    CHECK(odd.positions[0].chosen.number.is_floor());
    CHECK(odd.positions[0].top.empty());
    // Another choice than the first one is not read.
    CHECK(
        read_logprob_lists(R"({"choices":[{"index":1,"logprobs":{"content":[{"token":"a"}]}}]})", 4)
            .positions.empty());
}

}  // namespace
}  // namespace kilter

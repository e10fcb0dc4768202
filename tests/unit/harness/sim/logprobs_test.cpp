#include "harness/sim/logprobs.hpp"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <charconv>
#include <set>

#include "base/json/read.hpp"
#include "harness/sim/cut_reply.hpp"
#include "harness/sim/tokens.hpp"

using namespace kilter;

namespace {

struct Top {
    std::vector<std::string> tokens, numbers;
};

json::Value parsed(const std::string& text) {
    const json::ReadOutcome read = json::read(text);
    REQUIRE(read.ok);
    return read.value;
}

Top top_of(const std::string& entry) {
    Top top;
    const json::Value value = parsed(entry);
    for (const json::Value& one : value.find("top_logprobs")->items) {
        top.tokens.push_back(one.find("token")->text);
        top.numbers.push_back(one.find("logprob")->text);
    }
    return top;
}

Top ask(const LogprobRules& rules, std::size_t position, long long variant,
        std::size_t count = 20) {
    return top_of(logprob_entry(rules, " word", position, variant, count));
}

}  // namespace

TEST_CASE("tokens put together are the text; a token is a word's start or six code points") {
    struct Case {
        const char* name;
        std::string text;
        std::vector<std::string_view> tokens;
    };
    const Case cases[] = {
        {"empty", "", {}},
        {"one", "a", {"a"}},
        {"white space begins a token", "a b\nc  d", {"a", " b", "\nc", " ", " d"}},
        {"six code points", "A felhasználó a", {"A", " felha", "sználó", " a"}},
        {"two bytes each", "őőőőőőő", {"őőőőőő", "ő"}},
        {"no UTF-8", "\xC3\x28x", {"\xC3\x28x"}},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        const auto tokens = sim_tokens(one.text);
        CHECK(tokens == one.tokens);
        CHECK(bytes_of_tokens(one.text, tokens.size()) == one.text.size());
        CHECK(bytes_of_tokens(one.text, 0) == 0);
    }
    CHECK(bytes_of_tokens("A felhasználó a", 2) == 7);
}

TEST_CASE("a reply is cut at so many tokens, reasoning first") {
    Reply reply;
    reply.reasoning = "one two three";
    reply.content = "four five";
    CHECK(reply_tokens(reply) == 5);
    struct Case {
        long long max_tokens;
        const char* reasoning;
        const char* content;  // nullptr: null
        const char* finish;
    };
    const Case cases[] = {
        {1, "one", nullptr, "length"},
        {3, "one two three", nullptr, "length"},
        {4, "one two three", "four", "length"},
        {5, "one two three", "four five", "stop"},
        {64, "one two three", "four five", "stop"},
    };
    for (const Case& one : cases) {
        INFO(one.max_tokens);
        const Reply cut = cut_reply(reply, one.max_tokens);
        CHECK(cut.reasoning == one.reasoning);
        CHECK(cut.content.has_value() == (one.content != nullptr));
        if (one.content != nullptr) CHECK(cut.content == one.content);
        CHECK(cut.finish_reason == one.finish);
    }
    CHECK(cut_reply(reply, 4).completion_tokens == 4);
    CHECK_FALSE(cut_reply(reply, 5).completion_tokens);
}

TEST_CASE("an entry holds the token, its bytes and as many falling candidates as asked for") {
    const LogprobRules rules;
    const json::Value entry = parsed(logprob_entry(rules, "é", 0, 0, 5));
    CHECK(entry.find("token")->text == "é");
    CHECK(entry.find("bytes")->items.size() == 2);
    CHECK(entry.find("bytes")->items[0].text == "195");
    const Top top = ask(rules, 0, 0);
    REQUIRE(top.tokens.size() == 20);
    CHECK(top.tokens.front() == " word");
    CHECK(std::set<std::string>(top.tokens.begin(), top.tokens.end()).size() == 20);
    std::vector<double> values;
    for (const std::string& one : top.numbers) {
        double value = 0;
        std::from_chars(one.data(), one.data() + one.size(), value);
        values.push_back(value);
    }
    CHECK(std::is_sorted(values.rbegin(), values.rend()));
    CHECK(values.front() > -0.1);
    CHECK(ask(rules, 0, 0, 0).tokens.empty());
}

TEST_CASE("nothing moves without a rule; another seed or place gives other numbers") {
    LogprobRules rules;
    CHECK(ask(rules, 0, 0).numbers == ask(rules, 0, 7).numbers);
    CHECK(ask(rules, 0, 0).numbers != ask(rules, 1, 0).numbers);
    const Top before = ask(rules, 0, 0);
    rules.seed = 2;
    CHECK(before.numbers != ask(rules, 0, 0).numbers);
}

TEST_CASE("values move for the tokens named, in as many variants as are named") {
    LogprobRules rules;
    rules.moves = LogprobMove::values;
    rules.from = 1;
    rules.to = 2;
    rules.variants = 3;
    for (const std::size_t position : {0U, 3U}) {
        CHECK(ask(rules, position, 0).numbers == ask(rules, position, 1).numbers);
    }
    for (const std::size_t position : {1U, 2U}) {
        std::set<std::vector<std::string>> seen;
        for (long long variant = 0; variant < 9; ++variant) {
            const Top top = ask(rules, position, variant);
            CHECK(top.tokens.front() == " word");
            seen.insert(top.numbers);
        }
        CHECK(seen.size() == 3);
    }
    const auto sorted = [](Top top) {
        std::sort(top.tokens.begin(), top.tokens.end());
        return top.tokens;
    };
    CHECK(sorted(ask(rules, 1, 0)) == sorted(ask(rules, 1, 1)));
}

TEST_CASE("an order swaps two candidates of one value; a set replaces the last candidate") {
    LogprobRules rules;
    rules.moves = LogprobMove::order;
    const Top even = ask(rules, 0, 0), odd = ask(rules, 0, 1);
    CHECK(even.numbers == odd.numbers);
    CHECK(even.tokens[2] == odd.tokens[3]);
    CHECK(even.tokens[3] == odd.tokens[2]);
    CHECK(ask(rules, 0, 2).tokens == even.tokens);
    rules.moves = LogprobMove::set;
    const Top whole = ask(rules, 0, 0), other = ask(rules, 0, 1);
    CHECK(whole.numbers == other.numbers);
    CHECK(whole.tokens.back() != other.tokens.back());
    CHECK(std::equal(whole.tokens.begin(), whole.tokens.end() - 1, other.tokens.begin()));
}

TEST_CASE("a text that was put in stands as it was written") {
    LogprobRules rules;
    rules.put = {{0, 0, 1, false, "-2.50"},
                 {1, 0, 1, false, "-2.5"},
                 {{}, 0, 2, false, "null"},
                 {{}, 0, 3, true, ""},
                 {{}, 1, 0, false, "-3.4028234663852886e+38"}};
    rules.variants = 2;
    CHECK(ask(rules, 0, 0).numbers[1] == "-2.50");
    CHECK(ask(rules, 0, 3).numbers[1] == "-2.5");
    CHECK(ask(rules, 0, 0, 5).numbers.size() == 4);
    const std::string entry = logprob_entry(rules, "x", 1, 0, 0);
    CHECK(entry.find("\"logprob\":-3.4028234663852886e+38") != std::string::npos);
}

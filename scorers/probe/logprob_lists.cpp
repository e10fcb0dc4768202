#include "scorers/probe/logprob_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <map>

#include "harness/wire/body_values.hpp"

namespace kilter {
namespace {

constexpr double k_floor = -9999;

const json::Value* list_of(const json::Value& object, std::string_view name) {
    const json::Value* list = object.find(name);
    return list != nullptr && list->is_array() ? list : nullptr;
}

// Bytes tell tokens apart whose text is a replacement character; ids tell them apart even where
// the bytes are those of the replacement.
std::string key_of(const json::Value& entry, std::string_view token) {
    const json::Value* id = entry.find("id");
    if (id != nullptr && id->is_number()) return "id " + id->text;
    const json::Value* bytes = list_of(entry, "bytes");
    if (bytes == nullptr || bytes->items.empty()) return fmt::format("text {}", token);
    std::string out = "bytes";
    for (const json::Value& byte : bytes->items) out += " " + byte.text;
    return out;
}

// llama.cpp writes probabilities under other names where it is told to.
ListedNumber number_of(const json::Value& entry) {
    const json::Value* logprob = entry.find("logprob");
    const json::Value* number = logprob != nullptr ? logprob : entry.find("prob");
    if (number == nullptr || !number->is_number()) return {};
    return listed_number(number->text, logprob == nullptr);
}

ListedToken token_of(const json::Value& entry) {
    ListedToken out;
    const json::Value* token = entry.find("token");
    if (token != nullptr) out.token = token->text;
    out.key = key_of(entry, out.token);
    out.number = number_of(entry);
    return out;
}

// Tokens that one list cannot tell apart are numbered, so that the second is not taken for the
// first.
void number_repeats(std::vector<ListedToken>& tokens) {
    std::map<std::string, int> seen;
    for (ListedToken& one : tokens) {
        const int times = ++seen[one.key];
        if (times > 1) one.key += fmt::format(" again {}", times);
    }
}

ListedPosition position_of(const json::Value& entry) {
    ListedPosition out;
    out.chosen = token_of(entry);
    const json::Value* top = list_of(entry, "top_logprobs");
    if (top == nullptr) top = list_of(entry, "top_probs");
    if (top != nullptr)
        for (const json::Value& one : top->items) out.top.push_back(token_of(one));
    number_repeats(out.top);
    return out;
}

class ListReader {
  public:
    explicit ListReader(std::size_t most) : most_(most) {}

    void add(const json::Value& body) {
        const json::Value* choice = first_choice(body);
        const json::Value* logprobs = choice != nullptr ? choice->find("logprobs") : nullptr;
        if (logprobs == nullptr) return;
        if (const json::Value* content = list_of(*logprobs, "content"))
            add_entries(*content, "content");
        if (const json::Value* refusal = list_of(*logprobs, "refusal"))
            add_entries(*refusal, "refusal");
        if (const json::Value* tokens = list_of(*logprobs, "tokens")) add_older(*logprobs, *tokens);
    }

    LogprobLists take() { return std::move(lists_); }

  private:
    bool takes(std::string_view shape, const json::Value& list) {
        if (list.items.empty()) return false;
        if (lists_.shape.empty()) lists_.shape = shape;
        return lists_.shape == shape;
    }

    void add_entries(const json::Value& list, std::string_view shape) {
        if (!takes(shape, list)) return;
        for (const json::Value& entry : list.items) {
            if (lists_.positions.size() >= most_) return;
            lists_.positions.push_back(position_of(entry));
        }
    }

    // {"tokens": [...], "token_logprobs": [...], "top_logprobs": [{token: number}, ...]}
    void add_older(const json::Value& logprobs, const json::Value& tokens) {
        if (!takes("tokens", tokens)) return;
        const json::Value* numbers = list_of(logprobs, "token_logprobs");
        const json::Value* tops = list_of(logprobs, "top_logprobs");
        for (std::size_t i = 0; i < tokens.items.size(); ++i) {
            if (lists_.positions.size() >= most_) return;
            ListedPosition out;
            out.chosen = older_token(tokens.items[i].text, at(numbers, i));
            if (const json::Value* top = at(tops, i))
                for (const json::Member& one : top->members)
                    out.top.push_back(older_token(one.key, &one.value));
            number_repeats(out.top);
            lists_.positions.push_back(std::move(out));
        }
    }

    static const json::Value* at(const json::Value* list, std::size_t i) {
        return list != nullptr && i < list->items.size() ? &list->items[i] : nullptr;
    }

    static ListedToken older_token(const std::string& token, const json::Value* number) {
        const bool told = number != nullptr && number->is_number();
        return {"text " + token, token, told ? listed_number(number->text) : ListedNumber{}};
    }

    std::size_t most_;
    LogprobLists lists_;
};

}  // namespace

ListedNumber listed_number(std::string_view literal, bool probability) {
    ListedNumber out;
    out.text = literal;
    double value = 0;
    const auto [end, error] =
        std::from_chars(literal.data(), literal.data() + literal.size(), value);
    const bool whole = end == literal.data() + literal.size();
    if (error == std::errc::result_out_of_range) {
        // Too small to be told from nothing, or past all doubles: -1e999 is a floor.
        const bool tiny = literal.find("e-") != std::string_view::npos ||
                          literal.find("E-") != std::string_view::npos;
        if (!tiny) return out;
        value = 0;
    } else if (error != std::errc{} || !whole) {
        return out;
    }
    const bool is_floor = probability ? value <= 0 : value <= k_floor;
    if (is_floor) return out;
    out.bits = std::bit_cast<std::uint64_t>(value);
    out.nats = probability ? std::log(value) : value;
    return out;
}

LogprobLists read_logprob_lists(std::string_view body, std::size_t most) {
    if (body.find("\"logprobs\"") == std::string_view::npos) return {};
    ListReader lists(most);
    for_each_value(body, [&lists](const json::Value& value) { lists.add(value); });
    return lists.take();
}

std::size_t most_alternatives(const LogprobLists& lists) {
    std::size_t most = 0;
    for (const ListedPosition& position : lists.positions)
        most = std::max(most, position.top.size());
    return most;
}

}  // namespace kilter

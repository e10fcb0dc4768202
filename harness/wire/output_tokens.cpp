#include "harness/wire/output_tokens.hpp"

#include <algorithm>

#include "base/json/write.hpp"
#include "harness/wire/body_values.hpp"

namespace kilter {
namespace {

// A token that is part of a character may be shown with a replacement; its bytes tell which.
std::string token_of(const json::Value& entry) {
    const json::Value* token = entry.find("token");
    std::string out = token != nullptr ? token->text : std::string{};
    const json::Value* bytes = entry.find("bytes");
    const bool replaced = out.find("\xEF\xBF\xBD") != std::string::npos;
    if (replaced && bytes != nullptr && bytes->is_array()) out += json::write(*bytes);
    return out;
}

class TokenLists {
  public:
    void add(const json::Value& body) {
        const json::Value* choice = first_choice(body);
        if (choice == nullptr) return;
        append_texts(choice->find("token_ids"), ids_);
        const json::Value* logprobs = choice->find("logprobs");
        if (logprobs == nullptr) return;
        append_texts(logprobs->find("tokens"), tokens_);
        const json::Value* content = logprobs->find("content");
        if (content == nullptr || !content->is_array()) return;
        for (const json::Value& entry : content->items) tokens_.push_back(token_of(entry));
    }

    OutputTokens take() {
        if (!ids_.empty()) return {"token_ids", std::move(ids_)};
        if (!tokens_.empty()) return {"logprobs", std::move(tokens_)};
        return {};
    }

  private:
    static void append_texts(const json::Value* list, std::vector<std::string>& out) {
        if (list == nullptr || !list->is_array()) return;
        for (const json::Value& one : list->items) out.push_back(one.text);
    }

    std::vector<std::string> ids_, tokens_;
};

}  // namespace

OutputTokens output_tokens(std::string_view body) {
    const auto names = [body](std::string_view word) {
        return body.find(word) != std::string_view::npos;
    };
    if (!names("\"logprobs\"") && !names("\"token_ids\"")) return {};
    TokenLists lists;
    for_each_value(body, [&lists](const json::Value& value) { lists.add(value); });
    return lists.take();
}

std::optional<std::size_t> first_token_apart(const OutputTokens& a, const OutputTokens& b) {
    if (a.source.empty() || a.source != b.source) return std::nullopt;
    const auto [in_a, in_b] =
        std::mismatch(a.tokens.begin(), a.tokens.end(), b.tokens.begin(), b.tokens.end());
    if (in_a == a.tokens.end() && in_b == b.tokens.end()) return std::nullopt;
    return static_cast<std::size_t>(in_a - a.tokens.begin());
}

}  // namespace kilter

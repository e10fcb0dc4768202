#include "harness/sim/logprobs_reader.hpp"

#include "base/json/read.hpp"
#include "base/mapping_reader.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::MappingReader;
using tree::Node;

constexpr long long k_many = 1'000'000;
constexpr long long k_most_top = 40;  // logprobs.cpp knows so many other tokens

LogprobAnswer answer_from(const std::string& word) {
    if (word == "null") return LogprobAnswer::null;
    if (word == "ignored") return LogprobAnswer::ignored;
    return word == "refused" ? LogprobAnswer::refused : LogprobAnswer::given;
}

LogprobMove move_from(const std::string& word) {
    if (word == "values") return LogprobMove::values;
    if (word == "order") return LogprobMove::order;
    return word == "set" ? LogprobMove::set : LogprobMove::none;
}

// What is written where a number stands; it must keep the body JSON.
std::string literal(const Node& node, MappingReader& reader) {
    if (node.kind == Kind::null) return "null";
    const json::ReadOutcome read = json::read(node.text);
    const bool number = read.ok && read.value.is_number();
    if (node.kind != Kind::scalar || (!number && node.text != "null")) {
        reader.error(node.at, "text must be a JSON number or null, as in \"-9999.0\"");
        return "0";
    }
    return node.text;
}

PutLogprob read_put(const Node& node, const std::string& file, const std::string& what,
                    Diagnostics& diagnostics) {
    PutLogprob put;
    MappingReader reader{node, file, what + ", put", diagnostics};
    if (!reader.is_mapping()) return put;
    put.variant = reader.integer("variant", 0, k_many);
    put.token = static_cast<std::size_t>(reader.integer("token", 0, k_many).value_or(0));
    put.rank = static_cast<std::size_t>(reader.integer("rank", 0, k_most_top - 1).value_or(0));
    put.left_out = reader.boolean("left_out").value_or(false);
    const Node* text = reader.optional("text");
    if ((text != nullptr) == put.left_out) {
        reader.error(node.at, "say either text or left_out: true");
    } else if (text != nullptr) {
        put.text = literal(*text, reader);
    }
    reader.finish();
    return put;
}

}  // namespace

LogprobRules read_logprob_rules(const Node& node, const std::string& file, const std::string& what,
                                Diagnostics& diagnostics) {
    LogprobRules rules;
    MappingReader reader{node, file, what + ", logprobs", diagnostics};
    if (!reader.is_mapping()) return rules;
    if (const auto word = reader.one_of("answer", {"given", "null", "ignored", "refused"})) {
        rules.answer = answer_from(*word);
    }
    rules.seed = static_cast<std::uint64_t>(reader.integer("seed", 0, k_many).value_or(1));
    rules.limit = static_cast<std::size_t>(reader.integer("limit", 0, k_most_top).value_or(20));
    if (const auto word = reader.one_of("moves", {"none", "values", "order", "set"})) {
        rules.moves = move_from(*word);
    }
    rules.from = static_cast<std::size_t>(reader.integer("from", 0, k_many).value_or(0));
    if (const auto last = reader.integer("to", 0, k_many)) {
        rules.to = static_cast<std::size_t>(*last);
    }
    rules.most = reader.integer("most_millinats", 251, 100'000).value_or(3000);
    rules.variants = reader.integer("variants", 0, k_many).value_or(0);
    if (const Node* list = reader.optional("put")) {
        if (list->kind != Kind::sequence) reader.error(list->at, "put must be a list");
        for (const Node& one : list->items) {
            rules.put.push_back(read_put(one, file, what, diagnostics));
        }
    }
    reader.finish();
    return rules;
}

}  // namespace kilter

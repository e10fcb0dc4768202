#include <algorithm>
#include <charconv>
#include <map>

#include "suites/schema_program.hpp"

namespace kilter {
namespace {

constexpr int k_longest_chain = 128;  // schemas that apply to the same value through each other

// "%25" as one byte; nullopt where a "%" has no two hex digits behind it.
std::optional<std::string> percent_decoded(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            out += text[at];
            continue;
        }
        if (at + 2 >= text.size()) return std::nullopt;
        unsigned byte = 0;
        const char* from = text.data() + at + 1;
        const auto [end, error] = std::from_chars(from, from + 2, byte, 16);
        if (error != std::errc{} || end != from + 2) return std::nullopt;
        out += static_cast<char>(byte);
        at += 2;
    }
    return out;
}

std::vector<SchemaIndex> applied_in_place(const SchemaNode& node) {
    std::vector<SchemaIndex> out;
    for (const auto* list : {&node.all_of, &node.any_of, &node.one_of}) {
        out.insert(out.end(), list->begin(), list->end());
    }
    if (node.negated) out.push_back(*node.negated);
    if (node.target) out.push_back(*node.target);
    return out;
}

// Depth-first over the schemas that look at the same value: finds circles, which would never come
// to an end, and chains too long for the stack.
class Chains {
  public:
    Chains(const SchemaProgram& program, std::vector<SchemaProblem>& problems)
        : program_(program), problems_(problems), lengths_(program.nodes.size(), k_new) {}

    // How many schemas follow this one on the same value.
    int length_from(SchemaIndex index, int depth) {
        if (lengths_[index] == k_open) {
            problems_.push_back({program_.nodes[index].pointer,
                                 "the schema refers to itself for one and the same value"});
            return 0;
        }
        if (lengths_[index] != k_new) return lengths_[index];
        if (depth > k_longest_chain) return k_longest_chain;
        lengths_[index] = k_open;
        int longest = 0;
        for (const SchemaIndex next : applied_in_place(program_.nodes[index])) {
            longest = std::max(longest, 1 + length_from(next, depth + 1));
        }
        lengths_[index] = longest;
        return longest;
    }

  private:
    static constexpr int k_new = -1;
    static constexpr int k_open = -2;

    const SchemaProgram& program_;
    std::vector<SchemaProblem>& problems_;
    std::vector<int> lengths_;
};

}  // namespace

void link_references(SchemaProgram& program, std::vector<SchemaProblem>& problems) {
    std::map<std::string_view, SchemaIndex> places;
    for (SchemaIndex i = 0; i < program.nodes.size(); ++i) places[program.nodes[i].pointer] = i;
    for (SchemaNode& node : program.nodes) {
        if (!node.reference) continue;
        const std::string at = node.pointer + "/$ref";
        if (node.reference->empty() || node.reference->front() != '#') {
            problems.push_back({at, "'" + *node.reference +
                                        "' leads out of the schema; only references such as "
                                        "#/$defs/name are supported"});
            continue;
        }
        const auto pointer = percent_decoded(std::string_view{*node.reference}.substr(1));
        const auto found = pointer ? places.find(*pointer) : places.end();
        if (found == places.end()) {
            problems.push_back({at, "'" + *node.reference + "' leads to no schema"});
        } else {
            node.target = found->second;
        }
    }
    Chains chains{program, problems};
    for (SchemaIndex i = 0; i < program.nodes.size(); ++i) {
        if (chains.length_from(i, 0) < k_longest_chain) continue;
        problems.push_back(
            {program.nodes[i].pointer,
             "more than " + std::to_string(k_longest_chain) + " schemas follow from each other"});
        return;
    }
}

}  // namespace kilter

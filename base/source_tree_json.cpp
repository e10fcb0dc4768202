// read_json: the strict JSON reader's value, with positions instead of byte offsets.
#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include "base/json/read.hpp"
#include "base/json_lines.hpp"
#include "base/source_text.hpp"
#include "base/source_tree.hpp"

namespace kilter::tree {
namespace {

class Converter {
  public:
    Converter(SourceText& source, std::string_view file, Diagnostics& diagnostics)
        : source_(source), file_(file), diagnostics_(diagnostics) {}

    // Recursion is bounded by the reader's depth limit.
    Node convert(json::Value value) {
        Node node;
        node.at = source_.at(value.offset);
        switch (value.kind) {
            case json::Kind::null:
                break;
            case json::Kind::boolean:
                node.kind = Kind::scalar;
                node.text = value.boolean ? "true" : "false";
                break;
            case json::Kind::number:
            case json::Kind::string:
                node.kind = Kind::scalar;
                node.quoted = value.is_string();
                node.text = std::move(value.text);
                break;
            case json::Kind::array:
                node.kind = Kind::sequence;
                node.items.reserve(value.items.size());
                for (json::Value& item : value.items) {
                    node.items.push_back(convert(std::move(item)));
                }
                break;
            case json::Kind::object:
                node.kind = Kind::mapping;
                add_entries(node, value.members);
                break;
        }
        return node;
    }

  private:
    void add_entries(Node& node, std::vector<json::Member>& members) {
        Lines lines(members.size());
        node.entries.reserve(members.size());
        for (json::Member& member : members) {
            const SourcePosition at = source_.at(member.key_offset);
            if (const auto first = lines.add(node.entries, member.key, at.line)) {
                diagnostics_.error(file_, at,
                                   fmt::format("duplicate key '{}'; it stands already at line {}",
                                               member.key, *first));
            }
            node.entries.push_back({std::move(member.key), at, convert(std::move(member.value))});
        }
    }

    // Where a key of one mapping stands first. Few keys are compared one by one, many are looked
    // up.
    class Lines {
      public:
        explicit Lines(std::size_t keys) : few_(keys <= 16) {}

        // nullopt: the key is new.
        std::optional<int> add(const std::vector<Entry>& before, const std::string& key, int line) {
            if (few_) {
                for (const Entry& entry : before)
                    if (entry.key == key) return entry.key_at.line;
                return std::nullopt;
            }
            const auto [first, is_new] = lines_.try_emplace(key, line);
            return is_new ? std::nullopt : std::optional<int>(first->second);
        }

      private:
        bool few_;
        std::unordered_map<std::string, int> lines_;
    };

    SourceText& source_;
    std::string_view file_;
    Diagnostics& diagnostics_;
};

}  // namespace

std::optional<RepairedNode> read_repaired_json(std::string_view text, std::string_view file,
                                               int line, Diagnostics& diagnostics) {
    std::size_t skipped = 0;
    if (text.substr(0, k_byte_order_mark.size()) == k_byte_order_mark) {
        skipped = k_byte_order_mark.size();
        text.remove_prefix(skipped);
    }
    SourceText source(text, line);
    if (const std::optional<TextFault> fault = find_fault(text, skipped)) {
        diagnostics.error(file, source.at(fault->byte_offset), fault->message);
        return std::nullopt;
    }
    json::ReadOptions options;
    options.max_depth = k_max_depth;
    json::ReadOutcome read = json::read(text, options);
    if (!read.ok) {
        diagnostics.error(file, source.at(read.error_offset), "not JSON: " + read.error);
        return std::nullopt;
    }
    const std::size_t errors_before = diagnostics.all().size();
    Node root = Converter(source, file, diagnostics).convert(std::move(read.value));
    if (diagnostics.all().size() != errors_before) return std::nullopt;
    return RepairedNode{std::move(root), read.repaired_surrogate};
}

std::optional<Node> read_json(std::string_view text, std::string_view file, int line,
                              Diagnostics& diagnostics) {
    std::optional<RepairedNode> read = read_repaired_json(text, file, line, diagnostics);
    if (!read) return std::nullopt;
    if (read->repaired_surrogate) {
        diagnostics.error(file, read->node.at,
                          "a \\u escape of half a surrogate pair; write the character itself");
        return std::nullopt;
    }
    return std::move(read->node);
}

}  // namespace kilter::tree

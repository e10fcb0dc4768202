#include "suites/tools_reader.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace kilter {
namespace {

using tree::Kind;
using tree::MappingReader;
using tree::Node;

constexpr std::string_view k_shape =
    "as in [{type: function, function: {name: find_invoice, parameters: {type: object}}}]";

bool is_tool_name(std::string_view name) {
    return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-' || c == '.';
    });
}

// The type null is a word in quotes; without them YAML makes the value null of it. Nothing else of
// the parameters is looked at: they are the engine's to understand.
void check_types(const Node& node, const PartContext& in) {
    for (const Node& item : node.items) check_types(item, in);
    for (const tree::Entry& entry : node.entries) {
        const auto is_null = [](const Node& item) { return tree::to_json(item).is_null(); };
        const auto& types = entry.value.items;
        if (entry.key == "type" && std::any_of(types.begin(), types.end(), is_null)) {
            in.diagnostics.error(
                in.file, entry.value.at,
                in.what + ": the type null needs quotes, as in [number, \"null\"]");
        }
        check_types(entry.value, in);
    }
}

// The function's name; empty and an error where the definition cannot be used. Members beyond these
// are for the engine and pass.
std::string check_tool(const Node& node, const PartContext& in) {
    const auto error = [&in](SourcePosition at, const std::string& message) {
        in.diagnostics.error(in.file, at, in.what + ": " + message);
        return std::string{};
    };
    const Node* type = node.kind == Kind::mapping ? node.find("type") : nullptr;
    const Node* function = node.kind == Kind::mapping ? node.find("function") : nullptr;
    if (type == nullptr || type->text != "function" || function == nullptr ||
        function->kind != Kind::mapping) {
        return error(node.at, "a tool must be a function, " + std::string{k_shape});
    }
    const Node* name = function->find("name");
    if (name == nullptr || name->kind != Kind::scalar || !is_tool_name(name->text)) {
        return error(function->at,
                     "a tool needs a name of 1 to 64 letters, digits, '.', '_' or '-'");
    }
    if (const Node* parameters = function->find("parameters")) check_types(*parameters, in);
    return name->text;
}

}  // namespace

std::vector<json::Value> read_tools(const Node& node, const PartContext& in) {
    std::vector<json::Value> tools;
    if (node.kind != Kind::sequence || node.items.empty()) {
        in.diagnostics.error(in.file, node.at,
                             in.what + ": tools must be a list, " + std::string{k_shape});
        return tools;
    }
    std::set<std::string> names;
    for (const Node& one : node.items) {
        const std::string name = check_tool(one, in);
        if (name.empty()) continue;
        if (!names.insert(name).second) {
            in.diagnostics.error(in.file, one.at,
                                 in.what + ": there are two tools of the name '" + name + "'");
        }
        tools.push_back(tree::to_json(one));
    }
    return tools;
}

}  // namespace kilter

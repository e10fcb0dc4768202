#include "config/expand.hpp"

#include <algorithm>
#include <cstdlib>

namespace kilter {
namespace {

class Expansion {
  public:
    Expansion(const std::string& file, const Environment& environment, Diagnostics& diagnostics)
        : file_(file), environment_(environment), diagnostics_(diagnostics) {}

    // Recursion is bounded by the tree's depth limit.
    void visit(tree::Node& node) {
        if (node.kind == tree::Kind::scalar) node.text = expand(node.text, node.at);
        for (tree::Node& item : node.items) visit(item);
        for (tree::Entry& entry : node.entries) {
            if (entry.key != "api_key_env") visit(entry.value);
        }
    }

  private:
    std::string expand(std::string_view text, SourcePosition at) {
        std::string out;
        while (!text.empty()) {
            const auto dollar = text.find('$');
            out += text.substr(0, dollar);
            if (dollar == std::string_view::npos) break;
            text.remove_prefix(dollar);
            if (text.starts_with("$${")) {
                out += "${";
                text.remove_prefix(3);
            } else if (text.starts_with("${")) {
                const auto close = text.find('}');
                if (close == std::string_view::npos) {
                    diagnostics_.error(file_, at, "'${' without its '}'; write $${ for a plain ${");
                    return out;
                }
                out += value_of(text.substr(2, close - 2), at);
                text.remove_prefix(close + 1);
            } else {
                out += '$';
                text.remove_prefix(1);
            }
        }
        return out;
    }

    // `reference` is what stands between the braces.
    std::string value_of(std::string_view reference, SourcePosition at) {
        const auto mark = reference.find(":-");
        const std::string_view name = reference.substr(0, mark);
        if (!is_variable_name(name)) {
            diagnostics_.error(file_, at,
                               "'${" + std::string{reference} +
                                   "}' names no variable; write ${NAME} or ${NAME:-default}");
            return {};
        }
        const auto value = environment_(name);
        const bool has_default = mark != std::string_view::npos;
        if (has_default && (!value || value->empty()))
            return std::string{reference.substr(mark + 2)};
        if (!value) {
            diagnostics_.error(file_, at,
                               "the environment variable " + std::string{name} +
                                   " is not set; set it, or write ${" + std::string{name} +
                                   ":-default}");
        }
        return value.value_or("");
    }

    const std::string& file_;
    const Environment& environment_;
    Diagnostics& diagnostics_;
};

}  // namespace

void expand_variables(tree::Node& node, const std::string& file, const Environment& environment,
                      Diagnostics& diagnostics) {
    Expansion{file, environment, diagnostics}.visit(node);
}

bool is_variable_name(std::string_view text) {
    const auto letter = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    };
    return !text.empty() && letter(text.front()) &&
           std::all_of(text.begin(), text.end(),
                       [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

Environment process_environment() {
    return [](std::string_view name) -> std::optional<std::string> {
        const char* value = std::getenv(std::string{name}.c_str());
        if (value == nullptr) return std::nullopt;
        return std::string{value};
    };
}

}  // namespace kilter

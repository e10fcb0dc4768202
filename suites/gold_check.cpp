#include "suites/gold_check.hpp"

#include <algorithm>
#include <set>

#include "suites/gold_value.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::Node;

// Beyond these an alignment without a key takes too long: it grows with the cube of the rows.
constexpr std::size_t k_most_rows = 1000;
constexpr std::size_t k_most_elements = 10'000;

bool is_null(const Node& node) {
    return node.kind == Kind::scalar ? tree::to_json(node).is_null() : node.kind == Kind::null;
}

class Walk {
  public:
    Walk(const std::string& file, const std::string& what, const std::vector<FieldDraft>& fields,
         Diagnostics& diagnostics, std::string prefix = "")
        : file_(file),
          what_(what),
          fields_(fields),
          diagnostics_(diagnostics),
          prefix_(std::move(prefix)) {}

    void visit_members(const Node& node, const std::string& path) {
        for (const tree::Entry& entry : node.entries) {
            if (entry.key.find_first_of(".[]") != std::string::npos) {
                error(entry.key_at, "gold key '" + entry.key + "' must not hold a dot or bracket");
                continue;
            }
            visit(entry.value, path.empty() ? entry.key : path + "." + entry.key);
        }
    }

    void report_fields_without_gold(SourcePosition gold_at) {
        for (const FieldDraft& one : fields_) {
            const std::string& path = one.field.path;
            const bool judged = one.usable && one.field.compare == Comparator::judge;
            const bool bad_path = !one.usable && path.find('[') != std::string::npos;
            if (judged || bad_path || seen_.count(path) > 0) continue;
            error(gold_at, "field '" + path + "' has no gold value; write " + path +
                               ": null where no value is the right answer");
        }
    }

    bool clean() const { return clean_; }

  private:
    void visit(const Node& node, const std::string& path) {
        const auto field = std::find_if(fields_.begin(), fields_.end(), [&](const FieldDraft& one) {
            return one.field.path == path;
        });
        if (field != fields_.end()) {
            seen_.insert(path);
            if (field->usable) check_field(node, *field, prefix_ + path);
        } else if (node.kind == Kind::mapping && !node.entries.empty()) {
            visit_members(node, path);
        } else if (enters_list(path) && (node.kind == Kind::sequence || is_null(node))) {
            if (node.items.empty()) see_all_below(path + "[]");
            for (const Node& element : node.items) visit(element, path + "[]");
        } else if (!is_empty_element(node, path)) {
            error(node.at, "gold '" + prefix_ + path + "' has no field; add it under fields");
        }
    }

    // A row without any of the values that paths through its list gather.
    static bool is_empty_element(const Node& node, const std::string& path) {
        return path.ends_with("[]") && node.kind == Kind::mapping && node.entries.empty();
    }

    bool enters_list(const std::string& path) const {
        return std::any_of(fields_.begin(), fields_.end(), [&](const FieldDraft& one) {
            return one.field.path.starts_with(path + "[]");
        });
    }

    // An empty list is gold for every field that goes through it.
    void see_all_below(const std::string& path) {
        for (const FieldDraft& one : fields_) {
            if (one.field.path.starts_with(path)) seen_.insert(one.field.path);
        }
    }

    // A path through a list meets one element at a time.
    void check_field(const Node& node, const FieldDraft& draft, const std::string& name) {
        if (!gathers(draft.field)) return check(node, draft, name);
        if (draft.field.compare == Comparator::list_records) return check_row(node, draft, name);
        check(node, draft.item.front(), name);
    }

    void check(const Node& node, const FieldDraft& draft, const std::string& name) {
        if (!draft.usable || is_null(node)) return;
        if (is_list(draft.field.compare)) return check_list(node, draft, name);
        if (draft.field.compare == Comparator::tool_call) return check_calls(node, draft, name);
        const std::string problem = gold_problem(tree::to_json(node), draft.field);
        if (!problem.empty()) error(node.at, "gold '" + name + "' " + problem);
    }

    void check_list(const Node& node, const FieldDraft& draft, const std::string& name) {
        if (node.kind != Kind::sequence) {
            return error(node.at, "gold '" + name + "' must be a list, as in [a, b]");
        }
        const bool records = draft.field.compare == Comparator::list_records;
        if (records && draft.field.options.key.empty() && node.items.size() > k_most_rows) {
            error(node.at, "gold '" + name +
                               "' has more than 1000 rows: name the columns that tell them apart "
                               "as key");
        }
        if (!records && node.items.size() > k_most_elements) {
            error(node.at, "gold '" + name + "' has more than 10000 elements");
        }
        for (const Node& element : node.items) {
            if (records) {
                check_row(element, draft, name + "[]");
            } else if (is_null(element) && draft.field.compare == Comparator::list_set) {
                error(element.at,
                      "gold '" + name + "' holds null, which is no value; leave it out");
            } else {
                check(element, draft.item.front(), name + "[]");
            }
        }
    }

    // Columns that a row leaves out are null in it.
    void check_row(const Node& node, const FieldDraft& draft, const std::string& name) {
        if (node.kind != Kind::mapping) {
            return error(node.at, "gold '" + name + "' must be a row, as in {name: a, gross: 5}");
        }
        check_inside(node, draft, name);
        const bool empty = std::all_of(node.entries.begin(), node.entries.end(),
                                       [](const auto& entry) { return is_null(entry.value); });
        if (empty) error(node.at, "gold '" + name + "' has a row without any value");
        for (const std::string& key : draft.field.options.key) {
            const Node* at = find(node, key);
            if (at != nullptr && !is_null(*at)) continue;
            error(node.at, "gold '" + name + "' has a row without its key '" + key + "'");
        }
    }

    void check_calls(const Node& node, const FieldDraft& draft, const std::string& name) {
        if (node.kind == Kind::sequence) {
            for (const Node& one : node.items) check_call(one, draft, name);
        } else {
            check_call(node, draft, name);
        }
    }

    void check_call(const Node& node, const FieldDraft& draft, const std::string& name) {
        const Node* tool = node.kind == Kind::mapping ? node.find("name") : nullptr;
        const Node* arguments = node.kind == Kind::mapping ? node.find("arguments") : nullptr;
        const std::size_t known = (tool != nullptr ? 1U : 0U) + (arguments != nullptr ? 1U : 0U);
        if (tool == nullptr || tool->kind != Kind::scalar || known != node.entries.size()) {
            return error(node.at, "gold '" + name +
                                      "' must be a call, as in {name: find_invoice, arguments: "
                                      "{number: \"2021/000123\"}}");
        }
        if (arguments == nullptr || is_null(*arguments)) return;
        if (arguments->kind != Kind::mapping) {
            return error(arguments->at, "gold '" + name + ".arguments' must be a mapping");
        }
        check_inside(*arguments, draft, name + ".arguments");
    }

    void check_inside(const Node& node, const FieldDraft& draft, const std::string& name) {
        Walk inner{file_, what_, draft.item, diagnostics_, name + "."};
        inner.visit_members(node, "");
        clean_ &= inner.clean();
    }

    static const Node* find(const Node& node, std::string_view path) {
        const Node* at = &node;
        while (at != nullptr && !path.empty()) {
            const auto dot = path.find('.');
            at = at->find(path.substr(0, dot));
            path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
        }
        return at;
    }

    void error(SourcePosition at, const std::string& message) {
        clean_ = false;
        diagnostics_.error(file_, at, what_ + ": " + message);
    }

    const std::string& file_;
    const std::string& what_;
    const std::vector<FieldDraft>& fields_;
    Diagnostics& diagnostics_;
    std::string prefix_;  // of the row or call that is walked
    std::set<std::string> seen_;
    bool clean_ = true;
};

}  // namespace

bool check_gold(const tree::Node& gold, const std::string& file, const std::string& what,
                const std::vector<FieldDraft>& fields, Diagnostics& diagnostics) {
    if (gold.kind != tree::Kind::mapping) {
        diagnostics.error(file, gold.at, what + ": gold must be a mapping, as in {total: 100}");
        return false;
    }
    Walk walk{file, what, fields, diagnostics};
    walk.visit_members(gold, "");
    walk.report_fields_without_gold(gold.at);
    return walk.clean();
}

const json::Value* find_gold(const json::Value& gold, std::string_view path) {
    const json::Value* at = &gold;
    while (at != nullptr && !path.empty()) {
        const auto dot = path.find('.');
        at = at->find(path.substr(0, dot));
        path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
    }
    return at;
}

}  // namespace kilter

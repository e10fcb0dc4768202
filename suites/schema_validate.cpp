#include <algorithm>
#include <utility>

#include "base/text/utf8.hpp"
#include "suites/schema_program.hpp"
#include "suites/schema_values.hpp"

namespace kilter {
namespace {

using json::Value;

constexpr std::size_t k_most_problems = 20;
constexpr std::size_t k_most_work = 20'000'000;  // about the bytes and digits looked at
constexpr std::size_t k_visit = 20;              // what one schema on one value costs of it
constexpr int k_deepest = 1000;                  // schemas applied inside each other

class Validator {
  public:
    Validator(const SchemaProgram& program, const std::set<std::string>& may_be_missing)
        : program_(program), may_be_missing_(may_be_missing) {}

    std::vector<SchemaProblem> run(const Value& value) {
        visit(0, value);
        if (exhausted_) return {{"", "takes too much work to check against the schema"}};
        return std::move(problems_);
    }

  private:
    // True where the value fits. Once the work is spent nothing more is looked at.
    bool visit(SchemaIndex index, const Value& value) {
        const SchemaNode& node = program_.nodes[index];
        spend(k_visit);
        if (++depth_ > k_deepest) exhausted_ = true;
        bool fits = true;
        if (!exhausted_) {
            fits = node.rejects ? complain("is not allowed by the schema") : fits_node(node, value);
        }
        --depth_;
        return fits;
    }

    bool fits_node(const SchemaNode& node, const Value& value) {
        bool fits = check_type(node, value);
        fits &= check_values(node, value);
        if (value.is_number()) fits &= check_number(node, value);
        if (value.is_string()) fits &= check_string(node, value);
        if (value.is_array()) fits &= check_array(node, value);
        if (value.is_object()) fits &= check_object(node, value);
        fits &= check_combinations(node, value);
        return fits;
    }

    bool check_type(const SchemaNode& node, const Value& value) {
        if (node.types.empty()) return true;
        const auto has = [&](const std::string& type) { return has_schema_type(value, type); };
        if (std::any_of(node.types.begin(), node.types.end(), has)) return true;
        std::string words;
        for (const std::string& type : node.types) {
            if (!words.empty()) words += &type == &node.types.back() ? " or " : ", ";
            words += type;
        }
        return complain("must be of type " + words + ", but is " + described_kind(value));
    }

    bool check_values(const SchemaNode& node, const Value& value) {
        if (!node.values && !node.constant) return true;
        const std::string text = canonical_text(value);
        spend(text.size());
        bool fits = true;
        if (node.values && node.values->count(text) == 0) {
            fits = complain("is none of the values that enum lists");
        }
        if (node.constant && *node.constant != text) fits = complain("must be " + *node.constant);
        return fits;
    }

    bool check_number(const SchemaNode& node, const Value& value) {
        if (!node.minimum && !node.maximum && !node.exclusive_minimum && !node.exclusive_maximum &&
            !node.multiple_of) {
            return true;
        }
        spend(value.text.size());
        const auto number = Decimal::parse(value.text);
        if (!number) return complain("has more digits or a larger exponent than can be checked");
        bool fits = true;
        if (node.minimum && *number < node.minimum->value) {
            fits = complain("must be at least " + node.minimum->literal);
        }
        if (node.maximum && *number > node.maximum->value) {
            fits = complain("must be at most " + node.maximum->literal);
        }
        if (node.exclusive_minimum && *number <= node.exclusive_minimum->value) {
            fits = complain("must be more than " + node.exclusive_minimum->literal);
        }
        if (node.exclusive_maximum && *number >= node.exclusive_maximum->value) {
            fits = complain("must be less than " + node.exclusive_maximum->literal);
        }
        if (node.multiple_of) {
            spend(multiple_of_work(*number, node.multiple_of->value));
            if (!exhausted_ && !is_multiple_of(*number, node.multiple_of->value)) {
                fits = complain("must be a multiple of " + node.multiple_of->literal);
            }
        }
        return fits;
    }

    bool check_string(const SchemaNode& node, const Value& value) {
        spend(value.text.size() / 16);
        bool fits = true;
        if (node.min_length || node.max_length) {
            const std::size_t length = utf8::count(value.text);
            fits &= check_count(length, node.min_length, node.max_length, "character");
        }
        if (node.pattern && !node.pattern->found_in(value.text)) {
            fits = complain("does not match the pattern " + node.pattern_text);
        }
        return fits;
    }

    bool check_count(std::size_t count, const std::optional<std::size_t>& least,
                     const std::optional<std::size_t>& most, const std::string& unit) {
        const auto words = [&](std::size_t number) {
            return std::to_string(number) + " " + unit + (number == 1 ? "" : "s");
        };
        bool fits = true;
        if (least && count < *least) {
            fits = complain("must have at least " + words(*least) + ", but has " +
                            std::to_string(count));
        }
        if (most && count > *most) {
            fits = complain("must have at most " + words(*most) + ", but has " +
                            std::to_string(count));
        }
        return fits;
    }

    bool check_array(const SchemaNode& node, const Value& value) {
        bool fits = check_count(value.items.size(), node.min_items, node.max_items, "item");
        for (std::size_t i = 0; i < value.items.size() && !exhausted_; ++i) {
            std::optional<SchemaIndex> schema = node.items;
            if (i < node.prefix_items.size()) schema = node.prefix_items[i];
            if (!schema) break;
            fits &= visit_below(std::to_string(i), *schema, value.items[i]);
        }
        if (node.unique_items) fits &= check_unique(value);
        return fits;
    }

    bool check_unique(const Value& value) {
        std::map<std::string, std::size_t> seen;
        for (std::size_t i = 0; i < value.items.size() && !exhausted_; ++i) {
            std::string text = canonical_text(value.items[i]);
            spend(text.size());
            const auto [place, is_new] = seen.emplace(std::move(text), i);
            if (!is_new) {
                return complain("must have no two equal items, but " +
                                std::to_string(place->second) + " and " + std::to_string(i) +
                                " are equal");
            }
        }
        return true;
    }

    bool check_object(const SchemaNode& node, const Value& value) {
        spend(value.members.size());
        std::set<std::string_view> keys;
        for (const json::Member& member : value.members) keys.insert(member.key);
        bool fits = check_count(keys.size(), node.min_properties, node.max_properties, "member");
        for (const std::string& name : node.required) {
            if (!has_member(keys, name)) fits = complain("lacks the required '" + name + "'");
        }
        for (const auto& [name, others] : node.dependent_required) {
            if (keys.count(name) == 0) continue;
            for (const std::string& other : others) {
                if (has_member(keys, other)) continue;
                fits = complain("lacks '" + other + "', which '" + name + "' requires");
            }
        }
        for (const json::Member& member : value.members) {
            if (exhausted_) break;
            fits &= check_member(node, member);
        }
        return fits;
    }

    bool has_member(const std::set<std::string_view>& keys, const std::string& name) const {
        if (keys.count(name) > 0) return true;
        return !may_be_missing_.empty() &&
               may_be_missing_.count(here() + "/" + pointer_escaped(name)) > 0;
    }

    bool check_member(const SchemaNode& node, const json::Member& member) {
        bool fits = true;
        if (node.property_names) {
            fits &= visit_below(member.key, *node.property_names, json::make_string(member.key));
        }
        const auto declared = node.properties.find(member.key);
        if (declared != node.properties.end()) {
            fits &= visit_below(member.key, declared->second, member.value);
        } else if (node.additional) {
            fits &= visit_below(member.key, *node.additional, member.value);
        }
        return fits;
    }

    bool check_combinations(const SchemaNode& node, const Value& value) {
        bool fits = true;
        if (node.target) fits &= visit(*node.target, value);
        for (const SchemaIndex one : node.all_of) fits &= visit(one, value);
        if (!node.any_of.empty() && fitting(node.any_of, value) == 0) {
            fits = complain("fits none of the schemas of anyOf");
        }
        if (!node.one_of.empty()) {
            const std::size_t count = fitting(node.one_of, value);
            if (count != 1) {
                fits = complain("must fit exactly one schema of oneOf, but fits " +
                                std::to_string(count));
            }
        }
        if (node.negated && fitting({*node.negated}, value) > 0) {
            fits = complain("fits the schema of not");
        }
        return fits;
    }

    // How many of the schemas fit; why the others do not is of no interest.
    std::size_t fitting(const std::vector<SchemaIndex>& schemas, const Value& value) {
        ++silent_;
        std::size_t count = 0;
        for (const SchemaIndex one : schemas) count += visit(one, value) ? 1U : 0U;
        --silent_;
        return count;
    }

    bool visit_below(std::string_view name, SchemaIndex schema, const Value& value) {
        path_.emplace_back(name);
        const bool fits = visit(schema, value);
        path_.pop_back();
        return fits;
    }

    std::string here() const {
        std::string pointer;
        for (const std::string& name : path_) pointer += "/" + pointer_escaped(name);
        return pointer;
    }

    // Always false, for the callers' sake.
    bool complain(std::string message) {
        if (silent_ == 0 && problems_.size() < k_most_problems) {
            problems_.push_back({here(), std::move(message)});
        }
        return false;
    }

    void spend(std::size_t work) {
        work_ += work;
        if (work_ > k_most_work) exhausted_ = true;
    }

    const SchemaProgram& program_;
    const std::set<std::string>& may_be_missing_;
    std::vector<SchemaProblem> problems_;
    std::vector<std::string> path_;
    std::size_t work_ = 0;
    int depth_ = 0;
    int silent_ = 0;  // inside anyOf, oneOf, not
    bool exhausted_ = false;
};

}  // namespace

SchemaCheck::SchemaCheck(std::shared_ptr<const SchemaProgram> program)
    : program_(std::move(program)) {}

std::optional<SchemaCheck> SchemaCheck::compile(const Value& schema,
                                                std::vector<SchemaProblem>& problems) {
    const std::size_t before = problems.size();
    auto program = std::make_shared<SchemaProgram>();
    compile_nodes(schema, *program, problems);
    if (problems.size() == before) link_references(*program, problems);
    if (problems.size() > before) return std::nullopt;
    return SchemaCheck{std::move(program)};
}

std::vector<SchemaProblem> SchemaCheck::validate(
    const Value& value, const std::set<std::string>& may_be_missing) const {
    return Validator{*program_, may_be_missing}.run(value);
}

}  // namespace kilter

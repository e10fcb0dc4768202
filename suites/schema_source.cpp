#include "suites/schema_source.hpp"

#include <algorithm>
#include <charconv>

#include "suites/gold_check.hpp"
#include "suites/schema_values.hpp"

namespace kilter {
namespace {

using json::Value;
using tree::Node;

std::vector<std::string> segments_of(std::string_view pointer) {
    std::vector<std::string> segments;
    while (!pointer.empty()) {
        pointer.remove_prefix(1);  // the slash
        const auto slash = pointer.find('/');
        segments.push_back(pointer_unescaped(pointer.substr(0, slash)));
        pointer.remove_prefix(slash == std::string_view::npos ? pointer.size() : slash);
    }
    return segments;
}

// nullopt where `text` is no place of a list with `size` items.
std::optional<std::size_t> index_in(const std::string& text, std::size_t size) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (error != std::errc{} || end != text.data() + text.size() || index >= size) {
        return std::nullopt;
    }
    return index;
}

// Where the pointer leads to in the source, or as near to it as the source goes: the key of a
// member, the start of an item.
SourcePosition position_of(const Node& root, std::string_view pointer) {
    const Node* node = &root;
    SourcePosition at = root.at;
    for (const std::string& segment : segments_of(pointer)) {
        const auto entry = std::find_if(node->entries.begin(), node->entries.end(),
                                        [&](const tree::Entry& one) { return one.key == segment; });
        if (entry != node->entries.end()) {
            at = entry->key_at;
            node = &entry->value;
        } else if (const auto index = index_in(segment, node->items.size())) {
            node = &node->items[*index];
            at = node->at;
        } else {
            break;
        }
    }
    return at;
}

// Removes the member at the pointer if it is null.
bool drop_null(Value& root, std::string_view pointer) {
    const std::vector<std::string> segments = segments_of(pointer);
    Value* owner = &root;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (const auto index = index_in(segments[i], owner->items.size())) {
            owner = &owner->items[*index];
            continue;
        }
        const auto member =
            std::find_if(owner->members.begin(), owner->members.end(),
                         [&](const json::Member& one) { return one.key == segments[i]; });
        if (member == owner->members.end()) return false;
        if (i + 1 == segments.size() && member->value.is_null()) {
            owner->members.erase(member);
            return true;
        }
        owner = &member->value;
    }
    return false;
}

// Null gold means that the document does not have the value. An answer may then say null or leave
// the key out, so the schema needs to allow only one of the two.
bool fits_without_nulls(const Value& gold, const std::vector<SchemaProblem>& problems,
                        const SchemaCheck& schema, const std::set<std::string>& may_be_missing) {
    Value rest = gold;
    bool dropped = false;
    for (const SchemaProblem& problem : problems) {
        dropped |= drop_null(rest, problem.pointer);
    }
    return dropped && schema.validate(rest, may_be_missing).empty();
}

// Takes the member at a dotted path out.
void drop_at(Value& root, std::string_view path) {
    const auto dot = path.find('.');
    const auto member =
        std::find_if(root.members.begin(), root.members.end(),
                     [&](const json::Member& one) { return one.key == path.substr(0, dot); });
    if (member == root.members.end()) return;
    if (dot == std::string_view::npos) {
        root.members.erase(member);
    } else {
        drop_at(member->value, path.substr(dot + 1));
    }
}

// Gold that lists phrases says what the answer holds, not what it is.
bool lists_phrases(const FieldDraft& field, const Value& gold) {
    if (!field.usable || field.field.compare != Comparator::contains_all) return false;
    const Value* value = find_gold(gold, field.field.path);
    return value != nullptr && value->is_array();
}

// Pointers of judged fields and of all that lead to them: a judge reads the answer, no gold. Those
// of phrases as well.
std::set<std::string> judged_pointers(const std::vector<FieldDraft>& fields, const Value& gold) {
    std::set<std::string> pointers;
    for (const FieldDraft& one : fields) {
        const bool judged = one.usable && one.field.compare == Comparator::judge;
        if (!judged && !lists_phrases(one, gold)) continue;
        std::string pointer;
        std::string_view path = one.field.path;
        while (!path.empty()) {
            const auto dot = path.find('.');
            pointer += "/" + pointer_escaped(path.substr(0, dot));
            pointers.insert(pointer);
            path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
        }
    }
    return pointers;
}

}  // namespace

std::optional<SchemaCheck> compile_schema(const Node& schema, const std::string& file,
                                          const std::string& what, Diagnostics& diagnostics) {
    std::vector<SchemaProblem> problems;
    auto compiled = SchemaCheck::compile(tree::to_json(schema), problems);
    for (const SchemaProblem& problem : problems) {
        const std::string place = problem.pointer.empty() ? "" : " at " + problem.pointer;
        diagnostics.error(file, position_of(schema, problem.pointer),
                          what + ": schema" + place + ": " + problem.message);
    }
    return compiled;
}

bool check_gold_fits(const Node& gold, const std::string& file, const std::string& what,
                     const std::vector<FieldDraft>& fields, const SchemaCheck& schema,
                     Diagnostics& diagnostics) {
    Value value = tree::to_json(gold);
    const std::set<std::string> judged = judged_pointers(fields, value);
    for (const FieldDraft& one : fields) {
        if (lists_phrases(one, value)) drop_at(value, one.field.path);
    }
    const std::vector<SchemaProblem> problems = schema.validate(value, judged);
    if (problems.empty() || fits_without_nulls(value, problems, schema, judged)) return true;
    for (const SchemaProblem& problem : problems) {
        const std::string place = problem.pointer.empty() ? "" : " at " + problem.pointer;
        diagnostics.error(
            file, position_of(gold, problem.pointer),
            what + ": gold" + place + " does not fit the schema: it " + problem.message);
    }
    return false;
}

}  // namespace kilter

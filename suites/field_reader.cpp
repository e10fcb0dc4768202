#include "suites/field_reader.hpp"

#include <algorithm>
#include <charconv>

#include "base/text/near_miss.hpp"
#include "suites/option_reader.hpp"
#include "suites/words.hpp"

namespace kilter {
namespace {

using tree::MappingReader;

constexpr int k_deepest = 3;  // lists inside lists

// Where a comparator stands: it compares a whole field, the elements of a list, or one named part
// of a row or call.
enum class Role { field, element, part };

struct Context {
    const std::string& file;
    std::string what;  // "item 'T1-01', field 'lines'"
    Diagnostics& diagnostics;
    int depth = 0;

    void error(SourcePosition at, const std::string& message) const {
        diagnostics.error(file, at, what + ": " + message);
    }
    Context inside(const std::string& name) const {
        return {file, what + ", " + name, diagnostics, depth + 1};
    }
};

FieldDraft read_comparator(const tree::Node& written, SourcePosition at, Role role,
                           const Context& in);

// Names joined by dots, none empty; brackets only behind a name, and only where lists may be
// entered.
bool is_path(std::string_view path, bool lists) {
    while (true) {
        const std::size_t dot = path.find('.');
        std::string_view name = path.substr(0, dot);
        if (lists && name.ends_with("[]")) name.remove_suffix(2);
        if (name.empty() || name.find_first_of("[]") != std::string_view::npos) return false;
        if (dot == std::string_view::npos) return true;
        path.remove_prefix(dot + 1);
    }
}

void read_weight(MappingReader& reader, FieldDraft& draft, const Context& in) {
    const auto literal = reader.number("weight");
    if (!literal) return;
    double weight = 0;
    std::from_chars(literal->data(), literal->data() + literal->size(), weight);
    if (weight > 0 && weight <= 1e6) {
        draft.field.weight = weight;
    } else {
        in.error(reader.optional("weight")->at, "weight must be more than 0, at most 1000000");
    }
}

// true, or the reason in words: text with a space in it. The reason is for readers of the suite.
bool read_waiver(MappingReader& reader, const Context& in) {
    const tree::Node* node = reader.optional("waive_grounding");
    if (node == nullptr) return false;
    if (const auto waived = tree::as_boolean(*node)) return *waived;
    const bool words =
        node->kind == tree::Kind::scalar && node->text.find(' ') != std::string::npos;
    if (!words) in.error(node->at, "waive_grounding must be true, false or the reason in words");
    return words;
}

// How each element of a list is compared; text, where nothing is said.
void read_element(MappingReader& reader, FieldDraft& draft, const Context& in) {
    const tree::Node* node = reader.optional("item");
    if (node == nullptr) {
        draft.item.emplace_back();
        draft.item.back().at = draft.at;
        return;
    }
    draft.item.push_back(read_comparator(*node, node->at, Role::element, in.inside("item")));
}

// Columns of a row or arguments of a call: {name: comparator, ...}.
void read_parts(const tree::Node& node, FieldDraft& draft, const Context& in,
                const std::string& word) {
    if (node.kind != tree::Kind::mapping || node.entries.empty()) {
        draft.usable = false;
        return in.error(node.at, word + " must be a mapping, as in {name: string, gross: number}");
    }
    for (const tree::Entry& entry : node.entries) {
        const Context part = in.inside(word + " '" + entry.key + "'");
        draft.item.push_back(read_comparator(entry.value, entry.key_at, Role::part, part));
        draft.item.back().field.path = entry.key;
        if (is_path(entry.key, false)) continue;
        draft.usable = false;
        part.error(entry.key_at, "the name must be names joined by dots, as in price.net");
    }
}

void read_columns(MappingReader& reader, FieldDraft& draft, const Context& in) {
    if (const tree::Node* node = reader.optional("item")) {
        read_parts(*node, draft, in, "item");
    } else {
        draft.usable = false;
        in.error(draft.at, "list_records needs item, as in item: {name: string, gross: number}");
    }
    for (const std::string& key : draft.field.options.key) {
        const bool known =
            std::any_of(draft.item.begin(), draft.item.end(),
                        [&](const FieldDraft& one) { return one.field.path == key; });
        if (known || draft.item.empty()) continue;
        draft.usable = false;
        in.error(reader.optional("key")->at, "key names '" + key + "', which is not in item");
    }
}

void read_item(MappingReader& reader, FieldDraft& draft, const Context& in) {
    switch (draft.field.compare) {
        case Comparator::list_set:
        case Comparator::list_ordered:
            return read_element(reader, draft, in);
        case Comparator::list_records:
            return read_columns(reader, draft, in);
        case Comparator::tool_call:
            if (const tree::Node* node = reader.optional("arguments")) {
                read_parts(*node, draft, in, "arguments");
            }
            return;
        default:
            return;
    }
}

// Says why the comparator cannot stand here; false then.
bool fits(Comparator compare, SourcePosition at, Role role, const Context& in) {
    const std::string quoted = "comparator '" + std::string{to_word(compare)} + "'";
    if (role != Role::field && (compare == Comparator::judge || compare == Comparator::tool_call)) {
        in.error(at, quoted + " compares a whole field, not a part of one");
        return false;
    }
    if (is_list(compare) && in.depth >= k_deepest) {
        in.error(at, "lists stand at most " + std::to_string(k_deepest) + " deep");
        return false;
    }
    return true;
}

FieldDraft read_comparator(const tree::Node& written, SourcePosition at, Role role,
                           const Context& in) {
    FieldDraft draft;
    draft.at = at;
    draft.usable = false;
    // The short form `due_date: date` is the long one with nothing but the comparator.
    tree::Node as_mapping;
    const tree::Node* node = &written;
    if (node->kind == tree::Kind::scalar) {
        as_mapping.kind = tree::Kind::mapping;
        as_mapping.at = written.at;
        as_mapping.entries.push_back({"compare", written.at, written});
        node = &as_mapping;
    }
    MappingReader reader{*node, in.file, in.what, in.diagnostics};
    if (!reader.is_mapping()) return draft;
    const std::string word = reader.required_string("compare");
    const tree::Node* compare = node->find("compare");
    if (compare == nullptr || compare->kind != tree::Kind::scalar) return draft;
    const auto comparator = comparator_from(word);
    if (!comparator) {
        const auto meant = near_miss(word, all_comparator_words());
        in.error(compare->at, "unknown comparator '" + word + "'; " +
                                  (meant ? "did you mean '" + *meant + "'?"
                                         : "it is one of " + comparator_words()));
        return draft;
    }
    if (!fits(*comparator, compare->at, role, in)) return draft;
    draft.usable = true;
    draft.field.compare = *comparator;
    if (role != Role::element) {
        read_weight(reader, draft, in);
        draft.field.options.waive_grounding = read_waiver(reader, in);
    }
    read_options({draft, reader, in.file, in.what, in.diagnostics, role == Role::field});
    read_item(reader, draft, in);
    reader.finish();
    return draft;
}

// A path through a list gathers the values of all its elements: a plain comparator then compares
// the list of them, position by position.
FieldDraft over_elements(FieldDraft inner) {
    FieldDraft list;
    list.at = inner.at;
    list.usable = inner.usable;
    list.field.path = inner.field.path;
    list.field.compare = Comparator::list_ordered;
    list.field.weight = inner.field.weight;
    list.field.options.waive_grounding = inner.field.options.waive_grounding;
    inner.field.path.clear();
    inner.field.weight = 1;
    list.item.push_back(std::move(inner));
    return list;
}

FieldDraft read_field(const tree::Entry& entry, const std::string& file, const std::string& owner,
                      Diagnostics& diagnostics) {
    const bool usable = is_path(entry.key, true);
    if (!usable) {
        diagnostics.error(file, entry.key_at,
                          owner + ": field path '" + entry.key +
                              "' must be names joined by dots, as in seller.tax_id or "
                              "lines[].gross");
    }
    const Context in{file, owner + ", field '" + entry.key + "'", diagnostics};
    const bool through_list = entry.key.find("[]") != std::string::npos;
    FieldDraft draft = read_comparator(entry.value, entry.key_at, Role::field, in);
    draft.field.path = entry.key;
    draft.usable &= usable;
    if (!draft.usable || !through_list || is_list(draft.field.compare)) return draft;
    std::string problem;
    if (draft.field.compare == Comparator::judge || draft.field.compare == Comparator::tool_call) {
        problem = "this comparator cannot compare the values of a list";
    } else if (!draft.readings.empty()) {
        problem =
            "aliases must name their readings where a path goes through a list, as in "
            "{HUF: [Ft, forint]}";
    } else if (draft.field.compare == Comparator::contains_all &&
               draft.field.options.phrases.empty()) {
        problem = "contains_all needs phrases where a path goes through a list";
    }
    if (!problem.empty()) {
        in.error(entry.key_at, problem);
        draft.usable = false;
        return draft;
    }
    return over_elements(std::move(draft));
}

}  // namespace

std::vector<FieldDraft> read_fields(const tree::Node& node, const std::string& file,
                                    const std::string& what, Diagnostics& diagnostics) {
    std::vector<FieldDraft> drafts;
    const MappingReader shape{node, file, what + ", fields", diagnostics};
    if (!shape.is_mapping()) return drafts;
    for (const tree::Entry& entry : node.entries) {
        drafts.push_back(read_field(entry, file, what, diagnostics));
    }
    if (drafts.empty()) {
        diagnostics.error(file, node.at, what + ": fields must name at least one field");
    }
    return drafts;
}

}  // namespace kilter

// Suite and Item: the questions, their documents, gold answers and fields. Immutable once loaded.
// What is missing here: reading files (suites/load.hpp) and scoring (scorers/). Any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.hpp"
#include "suites/field_list.hpp"
#include "suites/shared_value.hpp"

namespace kilter {

struct Document {
    std::string name;    // heading in the prompt; the file's name where it came from a file
    std::string text;    // UTF-8, LF line ends
    std::string sha256;  // of text
};

struct Message {
    std::string role;  // system, user, assistant
    std::string content;
};

enum class FormatPolicy { lenient, strict };
enum class ItemScoring { weighted, all_or_nothing };
// What members that nobody asked for cost: nothing, or the weight of a wrong field each.
enum class ExtraKeys { report, penalise };

struct Item {
    std::string id;    // [A-Za-z0-9][A-Za-z0-9._-]{0,63}, unique in its suite
    std::string kind;  // free word: kie, rule_lookup, ...
    std::string lang;
    double points = 1.0;  // > 0
    std::vector<Document> documents;
    std::string question;
    std::vector<Message> messages;  // as sent: rendered at load, the same bytes for every run
    SharedValue schema;             // null where the item has none
    bool structured = false;        // send response_format
    json::Value gold;               // an object keyed by the schema's names
    FieldList fields;               // in file order, at least one
    Locale locale = Locale::en;
    FormatPolicy format_policy = FormatPolicy::lenient;
    ItemScoring scoring = ItemScoring::weighted;
    ExtraKeys extra_keys = ExtraKeys::report;
    // Tool definitions as they are sent, {type: function, function: {name, ...}}; empty: none.
    std::vector<json::Value> tools;
    std::vector<std::string> gate;  // field paths: the item scores 0 where one of them is wrong
    std::optional<int> max_tokens;  // overrides the config's
    std::vector<std::string> tags;
    std::string notes;
    SharedValue source;  // {repo, license, ...} or null
};

struct Suite {
    std::string name;     // same rule as Item::id
    std::string version;  // free text
    std::string language;
    std::vector<Item> items;     // in file order
    std::string prompts_digest;  // covers all that reaches an engine: ids, messages, max_tokens,
                                 // structured schema, tools
    std::string scoring_digest;  // covers gold, fields, options, points, policies

    const Item* find(std::string_view id) const;
    double max_points() const;  // sum over items, unrounded
};

// What the stored text of a suite is known by.
struct SuiteStamp {
    std::string sha256;
    std::size_t bytes = 0;
};

// The name of one of Item::tools; empty: it has none.
std::string_view tool_name(const json::Value& tool);
// The field that scores the calls of an item that asks for one; nullptr: the item asks for JSON.
const Field* call_field(const Item& item);

// Points that can be earned: points x (weights of the fields that count / all weights). Fields of
// the comparator `judge` count where their path is in `judged`.
double attainable_points(const Item& item, const std::set<std::string>& judged = {});
bool has_judged_fields(const Item& item);
bool has_judged_fields(const Suite& suite);

}  // namespace kilter

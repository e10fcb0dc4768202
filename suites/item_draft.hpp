// One item, or the suite's `defaults`, as written: every key optional, values checked on their own.
// What needs both (which question, which locale) is decided in item_builder.hpp. Within suites/
// only. One thread; `gold` points into the tree that was read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"
#include "suites/field_reader.hpp"
#include "suites/file_access.hpp"
#include "suites/schema.hpp"
#include "suites/suite.hpp"

namespace kilter {

struct AnswerForm {
    json::Value schema;                // null: none
    std::optional<SchemaCheck> check;  // nullopt: no schema, or one with errors
    bool tool_call = false;            // a call is asked for, not JSON
};

struct GateWord {
    std::string path;
    SourcePosition at;
};

struct ItemDraft {
    std::string file;  // where it is written
    std::string what;  // "item 'T1-01'", for messages
    SourcePosition at;
    std::string id;  // empty in defaults
    SourcePosition id_at;
    std::optional<std::string> kind, lang, question, prompt, notes;
    std::optional<double> points;
    std::optional<std::vector<Document>> documents;
    std::optional<std::vector<Message>> messages;
    std::optional<AnswerForm> answer;
    const tree::Node* gold = nullptr;
    std::optional<std::vector<FieldDraft>> fields;
    std::optional<Locale> locale;
    std::optional<FormatPolicy> format_policy;
    std::optional<ItemScoring> scoring;
    std::optional<ExtraKeys> extra_keys;
    std::optional<std::vector<json::Value>> tools;
    std::optional<std::vector<GateWord>> gate;
    std::optional<int> max_tokens;
    std::optional<std::vector<std::string>> tags;
    std::optional<json::Value> source;

    bool asks() const { return question || prompt || messages; }
};

// What stands in `defaults` beside the keys of an item.
struct Defaults {
    ItemDraft item;
    std::string system;
    std::string template_text;
    bool structured = false;
};

// `number` is the item's place, from 1; it names an item without a usable id.
ItemDraft read_item(const tree::Node& node, int number, const std::string& file,
                    const SuiteFolder& folder, Diagnostics& diagnostics);
Defaults read_defaults(const tree::Node& node, const std::string& file, const SuiteFolder& folder,
                       Diagnostics& diagnostics);

}  // namespace kilter

// Reads `documents`, `messages` and `answer` of an item: the parts whose texts come from files or
// are sent as they are. Within suites/ only. One thread.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"
#include "suites/file_access.hpp"
#include "suites/item_draft.hpp"

namespace kilter {

struct PartContext {
    const std::string& file;
    const std::string& what;  // "item 'T1-01'"
    const SuiteFolder& folder;
    Diagnostics& diagnostics;
};

// [{file, sha256?} or {name, text}]
std::vector<Document> read_documents(const tree::Node& node, const PartContext& context);
// [{role, content}], at least one of them the user's
std::vector<Message> read_messages(const tree::Node& node, const PartContext& context);
// {type: json, schema | schema_file} or {type: tool_call}
AnswerForm read_answer(const tree::Node& node, const PartContext& context);

}  // namespace kilter

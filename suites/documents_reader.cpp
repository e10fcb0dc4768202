#include "suites/documents_reader.hpp"

#include <algorithm>
#include <filesystem>

#include "base/sha256.hpp"
#include "suites/schema_source.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::MappingReader;
using tree::Node;

void error(const PartContext& in, SourcePosition at, const std::string& message) {
    in.diagnostics.error(in.file, at, in.what + ": " + message);
}

// False and an error where `node` is no list or an empty one.
bool check_list(const Node& node, const PartContext& in, const std::string& key,
                const std::string& example) {
    if (node.kind == Kind::sequence && !node.items.empty()) return true;
    error(in, node.at, key + " must be a list, as in " + example);
    return false;
}

Document document_from_file(MappingReader& reader, const Node& node, const PartContext& in) {
    Document document;
    const std::string name = reader.required_string("file");
    const auto wanted = reader.string("sha256");
    if (name.empty()) return document;
    document.name = std::filesystem::path{name}.filename().string();
    auto text = in.folder.read_text(name);
    if (text.has_error()) {
        error(in, node.find("file")->at, "document: " + text.error().message);
        return document;
    }
    document.text = std::move(text->text);
    document.sha256 = sha256_hex(document.text);
    const std::string& raw = text->raw_sha256.empty() ? document.sha256 : text->raw_sha256;
    if (wanted && *wanted != document.sha256 && *wanted != raw) {
        error(in, node.find("sha256")->at,
              "the file '" + name + "' has changed: its sha256 is " + raw);
    }
    return document;
}

Document document_inline(MappingReader& reader) {
    Document document;
    document.name = reader.required_string("name");
    document.text = with_unix_lines(reader.required_string("text"));
    document.sha256 = sha256_hex(document.text);
    return document;
}

AnswerForm schema_of(const Node& node, const PartContext& in) {
    AnswerForm answer;
    if (node.kind != Kind::mapping || node.entries.empty()) {
        error(in, node.at, "schema must be a JSON Schema object, as in {type: object, ...}");
        return answer;
    }
    answer.schema = tree::to_json(node);
    answer.check = compile_schema(node, in.file, in.what, in.diagnostics);
    return answer;
}

AnswerForm schema_from_file(const std::string& name, SourcePosition at, const PartContext& in) {
    const auto text = in.folder.read_text(name);
    if (text.has_error()) {
        error(in, at, "schema_file: " + text.error().message);
        return {};
    }
    const std::string shown = in.folder.display_name(name);
    const auto node = tree::read_json(text->text, shown, 1, in.diagnostics);
    if (!node) return {};
    const PartContext there{shown, in.what, in.folder, in.diagnostics};
    return schema_of(*node, there);
}

}  // namespace

std::vector<Document> read_documents(const Node& node, const PartContext& in) {
    std::vector<Document> documents;
    if (!check_list(node, in, "documents", "[{file: docs/a.txt}]")) return documents;
    for (const Node& one : node.items) {
        MappingReader reader{one, in.file, in.what + ", document", in.diagnostics};
        if (!reader.is_mapping()) continue;
        const bool is_inline = one.find("text") != nullptr || one.find("name") != nullptr;
        documents.push_back(is_inline ? document_inline(reader)
                                      : document_from_file(reader, one, in));
        reader.finish();
    }
    return documents;
}

std::vector<Message> read_messages(const Node& node, const PartContext& in) {
    std::vector<Message> messages;
    if (!check_list(node, in, "messages", "[{role: user, content: ...}]")) return messages;
    for (const Node& one : node.items) {
        MappingReader reader{one, in.file, in.what + ", message", in.diagnostics};
        if (!reader.is_mapping()) continue;
        reader.required("role");
        const auto role = reader.one_of("role", {"system", "user", "assistant"});
        messages.push_back({role.value_or("user"), reader.required_string("content")});
        reader.finish();
    }
    const bool asked = std::any_of(messages.begin(), messages.end(),
                                   [](const Message& message) { return message.role == "user"; });
    if (!asked && !messages.empty()) error(in, node.at, "messages hold none of role user");
    return messages;
}

AnswerForm read_answer(const Node& node, const PartContext& in) {
    AnswerForm answer;
    MappingReader reader{node, in.file, in.what + ", answer", in.diagnostics};
    if (!reader.is_mapping()) return answer;
    const std::string type = reader.required_string("type");
    answer.tool_call = type == "tool_call";
    if (answer.tool_call) {
        reader.finish();
        return answer;
    }
    if (const Node* at = node.find("type"); at != nullptr && type != "json") {
        error(in, at->at,
              "answer type '" + type +
                  "' is not supported by this version of kilter; use json or tool_call");
    }
    const Node* schema = reader.optional("schema");
    const auto schema_file = reader.string("schema_file");
    if (schema != nullptr && schema_file) {
        error(in, schema->at, "answer takes schema or schema_file, not both");
    } else if (schema != nullptr) {
        answer = schema_of(*schema, in);
    } else if (schema_file) {
        answer = schema_from_file(*schema_file, node.find("schema_file")->at, in);
    } else if (node.find("schema_file") == nullptr) {
        error(in, node.at, "answer needs schema or schema_file");
    }
    reader.finish();
    return answer;
}

}  // namespace kilter

#include "suites/item_draft.hpp"

#include <charconv>

#include "suites/documents_reader.hpp"
#include "suites/tools_reader.hpp"
#include "suites/words.hpp"

namespace kilter {
namespace {

using tree::MappingReader;
using tree::Node;

constexpr long long k_most_tokens = 10'000'000;

void read_points(MappingReader& reader, ItemDraft& draft, Diagnostics& diagnostics) {
    const auto literal = reader.number("points");
    if (!literal) return;
    double points = 0;
    std::from_chars(literal->data(), literal->data() + literal->size(), points);
    if (points > 0 && points <= 1e6) {
        draft.points = points;
    } else {
        diagnostics.error(draft.file, reader.optional("points")->at,
                          draft.what + ": points must be more than 0, at most 1000000");
    }
}

void read_policies(MappingReader& reader, ItemDraft& draft) {
    if (const auto word = reader.one_of("locale", {"hu", "en", "de"})) {
        draft.locale = locale_from(*word);
    }
    if (const auto word = reader.one_of("format_policy", {"lenient", "strict"})) {
        draft.format_policy = format_policy_from(*word);
    }
    if (const auto word = reader.one_of("scoring", {"weighted", "all_or_nothing"})) {
        draft.scoring = item_scoring_from(*word);
    }
    if (const auto word = reader.one_of("extra_keys", {"report", "penalise"})) {
        draft.extra_keys = extra_keys_from(*word);
    }
    if (const auto most = reader.integer("max_tokens", 1, k_most_tokens)) {
        draft.max_tokens = static_cast<int>(*most);
    }
}

void read_gate(MappingReader& reader, ItemDraft& draft) {
    const Node* node = reader.optional("gate");
    if (node == nullptr) return;
    draft.gate.emplace();
    for (const std::string& path : reader.strings("gate")) {
        draft.gate->push_back({path, node->at});
    }
}

// The keys that items and defaults share.
void read_shared(MappingReader& reader, ItemDraft& draft, const SuiteFolder& folder,
                 Diagnostics& diagnostics) {
    const PartContext parts{draft.file, draft.what, folder, diagnostics};
    draft.kind = reader.string("kind");
    draft.lang = reader.string("lang");
    draft.question = reader.string("question");
    draft.prompt = reader.string("prompt");
    draft.notes = reader.string("notes");
    read_points(reader, draft, diagnostics);
    if (const Node* node = reader.optional("documents")) {
        draft.documents = read_documents(*node, parts);
    }
    if (const Node* node = reader.optional("messages"))
        draft.messages = read_messages(*node, parts);
    if (const Node* node = reader.optional("answer")) draft.answer = read_answer(*node, parts);
    if (const Node* node = reader.optional("tools")) draft.tools = read_tools(*node, parts);
    draft.gold = reader.optional("gold");
    if (const Node* node = reader.optional("fields")) {
        draft.fields = read_fields(*node, draft.file, draft.what, diagnostics);
    }
    read_policies(reader, draft);
    read_gate(reader, draft);
    if (reader.optional("tags") != nullptr) draft.tags = reader.strings("tags");
    if (const Node* node = reader.optional("source")) draft.source = tree::to_json(*node);

    const int ways = (draft.question ? 1 : 0) + (draft.prompt ? 1 : 0) + (draft.messages ? 1 : 0);
    if (ways > 1) {
        diagnostics.error(draft.file, draft.at,
                          draft.what + ": takes one of question, prompt and messages");
    }
    if (draft.documents && (draft.prompt || draft.messages)) {
        diagnostics.error(draft.file, draft.at,
                          draft.what +
                              ": documents are sent with a question only; a prompt or "
                              "messages must hold the text themselves");
    }
}

// The id where it can be used, for messages about the item.
std::string name_of(const Node& node, int number) {
    const Node* id = node.find("id");
    const bool usable = id != nullptr && id->kind == tree::Kind::scalar && tree::is_name(id->text);
    return usable ? "item '" + id->text + "'" : "item " + std::to_string(number);
}

}  // namespace

ItemDraft read_item(const Node& node, int number, const std::string& file,
                    const SuiteFolder& folder, Diagnostics& diagnostics) {
    ItemDraft draft;
    draft.file = file;
    draft.what = name_of(node, number);
    draft.at = node.at;
    MappingReader reader{node, file, draft.what, diagnostics};
    if (!reader.is_mapping()) return draft;
    const std::string id = reader.required_string("id");
    if (const Node* at = node.find("id"); at != nullptr && at->kind == tree::Kind::scalar) {
        draft.id_at = at->at;
        if (tree::is_name(id)) {
            draft.id = id;
        } else {
            diagnostics.error(file, at->at,
                              draft.what +
                                  ": the id must be 1 to 64 letters, digits, '.', '_' or "
                                  "'-', and start with a letter or digit");
        }
    }
    read_shared(reader, draft, folder, diagnostics);
    reader.finish();
    return draft;
}

Defaults read_defaults(const Node& node, const std::string& file, const SuiteFolder& folder,
                       Diagnostics& diagnostics) {
    Defaults defaults;
    defaults.item.file = file;
    defaults.item.what = "defaults";
    defaults.item.at = node.at;
    MappingReader reader{node, file, "defaults", diagnostics};
    if (!reader.is_mapping()) return defaults;
    defaults.system = reader.string("system").value_or("");
    defaults.structured = reader.boolean("structured").value_or(false);
    defaults.template_text = reader.string("template").value_or("");
    if (!defaults.template_text.empty()) {
        for (const std::string_view word : {"{documents}", "{question}"}) {
            if (defaults.template_text.find(word) != std::string::npos) continue;
            diagnostics.error(file, node.find("template")->at,
                              "defaults: the template must hold " + std::string{word});
        }
    }
    read_shared(reader, defaults.item, folder, diagnostics);
    reader.finish();
    return defaults;
}

}  // namespace kilter

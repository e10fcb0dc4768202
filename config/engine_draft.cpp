#include "config/engine_draft.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "base/text/normalize.hpp"
#include "config/base_url.hpp"
#include "config/duration.hpp"
#include "config/expand.hpp"
#include "config/words.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::MappingReader;
using tree::Node;

constexpr long long k_most_concurrency = 4096;
constexpr long long k_most_retries = 100;

struct Context {
    MappingReader& reader;
    const std::string& file;
    const std::string& what;  // "engine 'vllm'"
    Diagnostics& diagnostics;

    void error(SourcePosition at, const std::string& message) const {
        diagnostics.error(file, at, what + ": " + message);
    }
};

bool is_null(const Node& node) {
    return node.kind == Kind::null;
}

// Beginnings of keys that vendors hand out. The value itself is never repeated in a message.
bool looks_like_key(std::string_view text) {
    constexpr std::array<std::string_view, 3> words{"sk_", "gsk_", "hf_"};  // names may begin so
    constexpr std::array<std::string_view, 3> dashed{"sk-", "xai-", "nvapi-"};
    constexpr std::size_t long_for_a_name = 20;
    const auto begins = [text](std::string_view one) { return text.starts_with(one); };
    return std::any_of(dashed.begin(), dashed.end(), begins) ||
           (text.size() >= long_for_a_name && std::any_of(words.begin(), words.end(), begins));
}

void read_key_name(const Context& in, EngineDraft& draft) {
    if (const Node* key = in.reader.optional("api_key")) {
        in.error(key->at,
                 "a key has no place in a config; put it into an environment variable and "
                 "give the variable's NAME as api_key_env");
    }
    const Node* node = in.reader.optional("api_key_env");
    if (node == nullptr) return;
    if (is_null(*node)) {
        draft.api_key_env.emplace();
        return;
    }
    const std::string_view text = node->text;
    if (node->kind == Kind::scalar && is_variable_name(text) && !looks_like_key(text)) {
        draft.api_key_env = std::string{text};
    } else if (looks_like_key(text)) {
        in.error(node->at,
                 "api_key_env takes the NAME of an environment variable, and this looks "
                 "like the key itself; put the key into a variable");
    } else {
        in.error(node->at,
                 "api_key_env takes the NAME of an environment variable, as in VLLM_API_KEY, "
                 "without ${ }");
    }
}

// A value of a wrong type was reported; it counts as present, so that it is not called missing too.
void read_address(const Context& in, EngineDraft& draft) {
    if (in.reader.optional("base_url") != nullptr) draft.base_url = "";
    if (in.reader.optional("model") != nullptr) draft.model = "";
    if (const auto url = in.reader.string("base_url")) {
        const auto checked = check_base_url(*url);
        if (checked.has_value()) {
            draft.base_url = *checked;
        } else {
            in.error(in.reader.optional("base_url")->at, checked.error().message);
        }
    }
    if (const auto model = in.reader.string("model")) {
        draft.model = *model;
        if (model->empty()) in.error(in.reader.optional("model")->at, "model is empty");
    }
}

void read_timeout(const Context& in, EngineDraft& draft) {
    const Node* node = in.reader.optional("timeout");
    if (node == nullptr) return;
    draft.timeout.emplace();
    MappingReader reader{*node, in.file, in.what + ", timeout", in.diagnostics};
    if (!reader.is_mapping()) return;
    using Member = MaybeDuration Timeouts::*;
    constexpr std::array<std::pair<std::string_view, Member>, 4> keys{
        std::pair<std::string_view, Member>{"connect", &Timeouts::connect},
        std::pair<std::string_view, Member>{"first_byte", &Timeouts::first_byte},
        std::pair<std::string_view, Member>{"idle", &Timeouts::idle},
        std::pair<std::string_view, Member>{"total", &Timeouts::total}};
    for (const auto& [key, member] : keys) {
        const Node* value = reader.optional(key);
        if (value == nullptr) continue;
        const auto duration =
            value->kind == Kind::scalar ? parse_duration(value->text) : std::nullopt;
        if (duration) {
            *draft.timeout.*member = *duration;
        } else {
            in.error(value->at, "timeout " + std::string{key} +
                                    " must be a duration, as in 500ms, 10s, 30m, 2h, or none");
        }
    }
    reader.finish();
}

void read_think_tags(const Context& in, EngineDraft& draft) {
    const Node* node = in.reader.optional("think_tags");
    if (node == nullptr) return;
    draft.think_tags.emplace();
    if (is_null(*node)) return;
    for (const std::string& tag : in.reader.strings("think_tags")) {
        if (tag.empty() || tag.find_first_of("<>/ \t\r\n") != std::string::npos) {
            in.error(node->at, "think_tags takes bare tag names, as in [think]");
            return;
        }
        draft.think_tags->push_back(tag);
    }
}

// A word that looks like a key, or what follows --api-key or Bearer.
bool text_holds_a_key(std::string_view text) {
    bool announced = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \t\r\n=\"',"), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty()) continue;
        if (looks_like_key(word) || (announced && word.front() != '$')) return true;
        announced = word == "--api-key" || word == "Bearer";
    }
    return false;
}

void refuse_keys(const Context& in, const Node& node, std::string_view where) {
    if (holds_a_key(node))
        in.error(node.at,
                 std::string{where} +
                     " seems to hold a key, and it is kept with the results; leave the key out "
                     "and name its variable in api_key_env");
}

void read_extra_body(const Context& in, EngineDraft& draft) {
    if (const Node* node = in.reader.optional("extra_body")) {
        if (is_null(*node) || node->kind == Kind::mapping) {
            refuse_keys(in, *node, "extra_body");
            draft.extra_body = tree::to_json(*node);
        } else {
            in.error(node->at, "extra_body must be a mapping that is merged into the request");
        }
    }
}

void read_notes(const Context& in, EngineDraft& draft) {
    const Node* node = in.reader.optional("notes");
    if (node == nullptr) return;
    refuse_keys(in, *node, "notes");
    draft.notes = tree::to_json(*node);
}

void read_policies(const Context& in, EngineDraft& draft) {
    if (const auto count = in.reader.integer("concurrency", 1, k_most_concurrency)) {
        draft.concurrency = static_cast<int>(*count);
    }
    if (const auto count = in.reader.integer("retries", 0, k_most_retries)) {
        draft.retries = static_cast<int>(*count);
    }
    if (const auto word = in.reader.one_of("dialect", {"auto", "openai", "vllm", "sglang",
                                                       "llama_cpp", "ollama", "tensorrt_llm"})) {
        draft.dialect = dialect_from(*word);
    }
}

void read_cache(const Context& in, EngineDraft& draft) {
    if (const auto word = in.reader.one_of("cache", {"as_is", "cold"})) {
        draft.cache = cache_mode_from(*word);
    }
}

// What every engine has that is asked anything.
void read_asking(const Context& in, EngineDraft& draft) {
    read_address(in, draft);
    read_key_name(in, draft);
    read_policies(in, draft);
    read_timeout(in, draft);
    read_think_tags(in, draft);
    read_extra_body(in, draft);
}

void read_name(const Context& in, const Node& node, EngineDraft& draft) {
    const std::string name = in.reader.required_string("name");
    const Node* at = node.find("name");
    if (at == nullptr || at->kind != Kind::scalar) return;
    draft.name_at = at->at;
    if (tree::is_name(name)) {
        draft.name = name;
    } else {
        in.error(at->at,
                 "the name must be 1 to 64 letters, digits, '.', '_' or '-', and start "
                 "with a letter or digit");
    }
}

}  // namespace

bool holds_a_key(const Node& node) {
    static constexpr std::string_view k_names[] = {"api_key",       "apikey",      "api-key",
                                                   "authorization", "secret",      "password",
                                                   "token",         "access_token"};
    if (node.kind == Kind::scalar) return text_holds_a_key(node.text);
    if (std::any_of(node.items.begin(), node.items.end(), holds_a_key)) return true;
    return std::any_of(node.entries.begin(), node.entries.end(), [&](const tree::Entry& entry) {
        const std::string name = case_fold(entry.key);
        const bool named =
            std::find(std::begin(k_names), std::end(k_names), name) != std::end(k_names);
        return (named && entry.value.kind == Kind::scalar) || holds_a_key(entry.value);
    });
}

EngineDraft read_engine_draft(const Node& node, int number, const std::string& file,
                              Diagnostics& diagnostics) {
    EngineDraft draft;
    draft.at = node.at;
    const Node* name = node.find("name");
    const bool named = name != nullptr && tree::is_name(name->text);
    const std::string what =
        named ? "engine '" + name->text + "'" : "engine " + std::to_string(number);
    MappingReader reader{node, file, what, diagnostics};
    if (!reader.is_mapping()) return draft;
    const Context in{reader, file, what, diagnostics};
    read_name(in, node, draft);
    draft.extends = reader.string("extends");
    if (const Node* at = node.find("extends")) draft.extends_at = at->at;
    read_asking(in, draft);
    read_cache(in, draft);
    read_notes(in, draft);
    reader.finish();
    return draft;
}

EngineDraft read_judge_draft(const Node& node, const std::string& file, Diagnostics& diagnostics) {
    EngineDraft draft;
    draft.at = node.at;
    draft.name = k_judge_name;
    MappingReader reader{node, file, draft.name, diagnostics};
    if (!reader.is_mapping()) return draft;
    reader.optional("request");
    read_asking({reader, file, draft.name, diagnostics}, draft);
    reader.finish();
    return draft;
}

}  // namespace kilter

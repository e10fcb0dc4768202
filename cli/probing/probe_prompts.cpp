#include "cli/probing/probe_prompts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/source_tree.hpp"
#include "suites/digest.hpp"
#include "suites/file_access.hpp"
#include "suites/load.hpp"

namespace kilter {
namespace {

constexpr std::string_view k_suite = "probe";

Item prompt_of(std::string id, std::vector<Message> messages) {
    Item out;
    out.id = std::move(id);
    out.messages = std::move(messages);
    return out;
}

// Prompts begin differently, so that none finds the beginning of another in a cache.
std::string register_of(std::string_view beginning, int entries) {
    std::string out = fmt::format("{} It reads:\n\n", beginning);
    constexpr const char* k_names[] = {"Heron", "Marguerite", "Old Sixpence", "Kestrel",
                                       "Tramontana"};
    constexpr const char* k_cargo[] = {"timber", "slate", "onions", "machine parts"};
    for (int i = 1; i <= entries; ++i) {
        out += fmt::format("{}. The {} came in with {} crates of {} and pays {}.{:02} a night.\n",
                           i, k_names[i % 5], (i * 37) % 113, k_cargo[i % 4], 10 + (i * 7) % 31,
                           (i * 13) % 100);
    }
    return out + "\nWhich boat pays the most, and how much? Give a reason in one sentence.";
}

std::optional<Item> read_prompt(const tree::Node& node, const std::filesystem::path& path,
                                std::size_t number, Diagnostics& diagnostics) {
    const std::string file = path.string();
    tree::MappingReader reader(node, file, fmt::format("prompt {}", number), diagnostics);
    const std::string id = reader.string("id").value_or(fmt::format("P{}", number));
    const auto text = reader.string("text");
    const auto from = reader.string("file");
    const auto system = reader.string("system");
    reader.finish();
    if (!reader.is_mapping()) return std::nullopt;
    if (!tree::is_name(id)) {
        diagnostics.error(file, node.at,
                          "'" + id + "' is no id: letters, digits, '.', '_' and '-'");
        return std::nullopt;
    }
    if (text.has_value() == from.has_value()) {
        diagnostics.error(file, node.at, "a prompt has either 'text' or 'file'");
        return std::nullopt;
    }
    std::string prompt = text.value_or("");
    if (from) {
        auto read = SuiteFolder(path).read_text(*from);
        if (!read) {
            diagnostics.error(file, node.at, read.error().message);
            return std::nullopt;
        }
        prompt = std::move(read->text);
    }
    if (prompt.empty()) {
        diagnostics.error(file, node.at, "the prompt is empty");
        return std::nullopt;
    }
    std::vector<Message> messages;
    if (system) messages.push_back({"system", *system});
    messages.push_back({"user", std::move(prompt)});
    return prompt_of(id, std::move(messages));
}

json::Value source_of(const std::string& suite, const std::string& item) {
    json::Value out = json::make_object();
    out.set("suite", json::make_string(suite));
    out.set("item", json::make_string(item));
    return out;
}

bool in_two_suites(const std::map<std::string, std::vector<std::string>>& chosen,
                   const std::string& id) {
    return std::count_if(chosen.begin(), chosen.end(), [&](const auto& one) {
               return std::find(one.second.begin(), one.second.end(), id) != one.second.end();
           }) > 1;
}

}  // namespace

ProbePrompts built_in_prompts() {
    return {
        prompt_of("P1", {{"user",
                          "A clock strikes once at one, twice at two, and so on. How often does "
                          "it strike from noon to midnight? Think before you answer."}}),
        prompt_of("P2", {{"user", register_of("The harbour office keeps a register of the "
                                              "boats that lie at its quays.",
                                              12)}}),
        prompt_of("P3", {{"user", register_of("Last summer was a good one for the small ports "
                                              "of the lake, as their common log shows.",
                                              52)}})};
}

ProbePrompts prompts_of_texts(const std::vector<std::string>& texts) {
    ProbePrompts out;
    for (const std::string& text : texts)
        out.push_back(prompt_of(fmt::format("P{}", out.size() + 1), {{"user", text}}));
    return out;
}

std::optional<ProbePrompts> load_prompts(const std::filesystem::path& file,
                                         Diagnostics& diagnostics) {
    const std::string name = file.string();
    const auto text = SuiteFolder(file).read_text(file.filename().string());
    if (!text) {
        diagnostics.error(name, {}, text.error().message);
        return std::nullopt;
    }
    const auto root = tree::read_yaml(text->text, name, diagnostics);
    if (!root) return std::nullopt;
    tree::MappingReader reader(*root, name, "the file", diagnostics);
    const tree::Node* list = reader.required("prompts");
    reader.finish();
    if (list == nullptr) return std::nullopt;
    if (list->kind != tree::Kind::sequence || list->items.empty()) {
        diagnostics.error(name, list->at, "'prompts' is a list of at least one prompt");
        return std::nullopt;
    }
    ProbePrompts out;
    std::set<std::string> ids;
    for (const tree::Node& node : list->items) {
        auto prompt = read_prompt(node, file, out.size() + 1, diagnostics);
        if (!prompt) continue;
        if (!ids.insert(prompt->id).second)
            diagnostics.error(name, node.at, "the id '" + prompt->id + "' is there twice");
        out.push_back(std::move(*prompt));
    }
    if (diagnostics.has_errors()) return std::nullopt;
    return out;
}

Result<ProbePrompts> prompts_of_items(
    const ExperimentRow& experiment,
    const std::map<std::string, std::vector<std::string>>& chosen) {
    ProbePrompts out;
    for (const SuiteSelection& selection : experiment.suites) {
        const auto ids = chosen.find(selection.suite);
        if (ids == chosen.end()) continue;
        const auto suite = suite_from_json(selection.suite_json);
        if (!suite) return suite.error();
        for (const std::string& id : ids->second) {
            const Item* item = suite->find(id);
            if (item == nullptr)
                return fail("the store's suite " + suite->name + " has no item " + id);
            // What is sent; nothing of what scores.
            Item prompt =
                prompt_of(in_two_suites(chosen, id) ? suite->name + "." + id : id, item->messages);
            prompt.tools = item->tools;
            prompt.schema = item->schema;
            prompt.structured = item->structured;
            prompt.source = source_of(suite->name, id);
            out.push_back(std::move(prompt));
        }
    }
    return out;
}

Result<Suite> probe_suite(const ProbePrompts& prompts) {
    if (prompts.size() > k_most_probe_prompts)
        return fail(fmt::format("{} prompts are too many for a probe, which takes up to {}",
                                prompts.size(), k_most_probe_prompts));
    Suite suite;
    suite.name = k_suite;
    suite.version = "1";
    for (const Item& prompt : prompts) {
        for (const int tokens : k_probe_lengths) {
            Item item = prompt;
            item.id = fmt::format("{}-{}", prompt.id, tokens);
            item.kind = k_suite;
            item.max_tokens = tokens;
            item.source.set("prompt", json::make_string(prompt.id));
            if (!tree::is_name(item.id))
                return fail("the id '" + prompt.id + "' is too long for a probe: 62 characters");
            if (suite.find(item.id) != nullptr)
                return fail("two prompts have the id '" + prompt.id + "'; rename one");
            suite.items.push_back(std::move(item));
        }
    }
    suite.prompts_digest = prompts_digest(suite);
    suite.scoring_digest = scoring_digest(suite);
    return suite;
}

ProbeItemName probe_item_name(const Item& item) {
    const auto text = [&](std::string_view key) {
        const json::Value* value = item.source.find(key);
        return value != nullptr ? value->text : std::string();
    };
    ProbeItemName out{text("prompt"), text("suite"), text("item"), item.max_tokens.value_or(1)};
    if (out.prompt.empty()) out.prompt = item.id;
    return out;
}

}  // namespace kilter

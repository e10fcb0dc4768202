#include "suites/generator/generate.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "suites/generator/item_maker.hpp"
#include "suites/generator/library.hpp"
#include "suites/importers/yaml_text.hpp"

namespace kilter::gen {
namespace {

using json::Value;

bool wanted(const std::vector<std::string>& chosen, const std::string& word) {
    return chosen.empty() || std::find(chosen.begin(), chosen.end(), word) != chosen.end();
}

Value word(std::string text) {
    return json::make_string(std::move(text));
}

Value defaults_of(const Library& library) {
    const std::string lang = library.language == Language::hu ? "hu" : "en";
    Value defaults = json::make_object();
    defaults.set("lang", word(lang));
    defaults.set("locale", word(lang));
    defaults.set("system", word(library.system));
    // The question names every key with its meaning; a schema below it would only repeat them.
    defaults.set("template", word("{documents}\n\n{question}"));
    Value source = json::make_object();
    source.set("origin", word("written for kilter"));
    source.set("synthetic", json::make_boolean(true));
    source.set("license", word("Apache-2.0"));
    defaults.set("source", std::move(source));
    return defaults;
}

Value documents_of(const MadeItem& item) {
    Value list = json::make_array();
    for (const MadeDocument& document : item.documents) {
        Value one = json::make_object();
        one.set("file", word("docs/" + item.folder + "/" + document.name));
        one.set("sha256", word(sha256_hex(document.text)));
        list.items.push_back(std::move(one));
    }
    return list;
}

// The item as it stands in the suite file: id, what it is, documents, question, gold.
Value item_value(const MadeItem& item) {
    Value value = json::make_object();
    value.set("id", word(item.id));
    for (const json::Member& member : item.keys.members) {
        if (member.key == "question") value.set("documents", documents_of(item));
        value.set(member.key, member.value);
    }
    return value;
}

std::string answer_line(const std::string& id, const Value& answer) {
    Value line = json::make_object();
    line.set("item", word(id));
    line.set("content", word(json::write(answer)));
    return json::write(line) + "\n";
}

std::string suite_text(const Library& library, const SuitePlan& plan,
                       const GenerateRequest& request, Value items) {
    const std::string seed = std::to_string(request.seed);
    const std::string tokens = request.tokens > 0 ? std::to_string(request.tokens) : "";
    Value root = json::make_object();
    root.set("suite", word(plan.name));
    root.set("version", word("1-seed" + seed + (tokens.empty() ? "" : "-tokens" + tokens)));
    root.set("language", word(library.language == Language::hu ? "hu" : "en"));
    root.set("defaults", defaults_of(library));
    root.set("items", std::move(items));
    return "# " + plan.about + "\n# Made by `kilter suite generate --seed " + seed + " --kind " +
           plan.kind + (tokens.empty() ? "" : " --tokens " + tokens) +
           "`; change the templates, not this file.\n" + yaml_text(root);
}

struct Output {
    std::map<std::string, std::string> files;
    std::vector<GeneratedSuite> suites;
};

Result<void> make_suite(const Library& library, const SuitePlan& plan,
                        const GenerateRequest& request, Output& output) {
    Value items = json::make_array();
    std::string nearest;
    GeneratedSuite made{library.folder + "/" + plan.kind + ".yaml", plan.items.size(), 0};
    for (SuiteItemPlan one : plan.items) {
        if (request.tokens > 0) one.tokens = request.tokens;
        auto item = make_item(library, plan.name, one, request.seed);
        if (!item) return item.error();
        std::size_t length = 0;
        for (const MadeDocument& document : item->documents) {
            const std::string path = library.folder + "/docs/" + item->folder + "/" + document.name;
            length += code_points(document.text);
            const auto placed = output.files.emplace(path, document.text);
            if (!placed.second && placed.first->second != document.text) {
                return fail(one.id + ": two texts want to be " + path);
            }
        }
        made.tokens += length * 10 / static_cast<std::size_t>(library.tenths_per_token);
        if (!item->nearest.is_null()) nearest += answer_line(one.id, item->nearest);
        items.items.push_back(item_value(*item));
    }
    output.files[made.path] = suite_text(library, plan, request, std::move(items));
    if (!nearest.empty()) {
        output.files[library.folder + "/nearest/" + plan.kind + ".jsonl"] = nearest;
    }
    output.suites.push_back(std::move(made));
    return {};
}

// The prompt as a suite would send it: documents under their names, then the question.
std::string prompt_text(const MadeItem& item) {
    std::string text;
    for (const MadeDocument& document : item.documents) {
        text += "# " + document.name + "\n\n" + document.text + "\n";
    }
    const Value* question = item.keys.find("question");
    return text + "\n" + (question == nullptr ? "" : question->text) + "\n";
}

// Prompts of a probe: no answers, one file each (docs/formats.md, prompts of a probe).
Result<void> make_prompts(const Library& library, const SuitePlan& plan,
                          const GenerateRequest& request, Output& output) {
    Value prompts = json::make_array();
    GeneratedSuite made{library.folder + "/" + plan.kind + ".yaml", plan.items.size(), 0};
    for (const SuiteItemPlan& one : plan.items) {
        auto item = make_item(library, plan.name, one, request.seed);
        if (!item) return item.error();
        std::string text = prompt_text(*item);
        made.tokens += code_points(text) * 10 / static_cast<std::size_t>(library.tenths_per_token);
        Value prompt = json::make_object();
        prompt.set("id", word(one.id));
        prompt.set("file", word("docs/" + item->folder + "/prompt.txt"));
        prompt.set("system", word(library.system));
        prompts.items.push_back(std::move(prompt));
        output.files[library.folder + "/docs/" + item->folder + "/prompt.txt"] = std::move(text);
    }
    Value root = json::make_object();
    root.set("prompts", std::move(prompts));
    output.files[made.path] = "# " + plan.about + "\n" + yaml_text(root);
    output.suites.push_back(std::move(made));
    return {};
}

}  // namespace

Result<Generated> generate_suites(const GenerateRequest& request) {
    Output output;
    for (const std::string lang : {"hu", "en"}) {
        if (!wanted(request.langs, lang)) continue;
        auto library = read_library(request.data / lang);
        if (!library) return library.error();
        for (const SuitePlan& plan : library->suites) {
            if (!wanted(request.kinds, plan.kind)) continue;
            const bool prompts = plan.kind == "probe";
            const auto done = prompts ? make_prompts(*library, plan, request, output)
                                      : make_suite(*library, plan, request, output);
            if (!done) return done.error();
        }
    }
    if (output.suites.empty()) return fail("there is no suite of that kind and language");
    Generated generated;
    for (auto& [path, bytes] : output.files) generated.files.push_back({path, std::move(bytes)});
    generated.suites = std::move(output.suites);
    return generated;
}

}  // namespace kilter::gen

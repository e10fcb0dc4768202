#include "suites/importers/write_suite.hpp"

#include <system_error>

#include "base/files.hpp"
#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "suites/importers/asked.hpp"
#include "suites/importers/input_files.hpp"
#include "suites/importers/yaml_text.hpp"
#include "suites/words.hpp"

namespace kilter {
namespace {

namespace fs = std::filesystem;
using json::Value;

Value word(std::string_view text) {
    return json::make_string(std::string{text});
}

Value words(const std::vector<std::string>& texts) {
    Value list = json::make_array();
    for (const std::string& text : texts) list.items.push_back(word(text));
    return list;
}

// The keys of an item that the suite's defaults may hold as well.
Value shared_keys(const ImportedItem& item) {
    Value keys = json::make_object();
    keys.set("lang", word(item.lang));
    keys.set("locale", word(to_word(item.locale)));
    keys.set("question", word(item.question));
    Value answer = json::make_object();
    answer.set("type", word("json"));
    answer.set("schema", schema_of(item.asked));
    keys.set("answer", std::move(answer));
    keys.set("fields", fields_of(item.asked));
    return keys;
}

std::string document_name(const ImportedItem& item) {
    return item.id + ".txt";
}

std::string item_line(const ImportedItem& item, const Value& defaults) {
    Value line = json::make_object();
    line.set("id", word(item.id));
    Value document = json::make_object();
    document.set("file", word("docs/" + document_name(item)));
    document.set("sha256", word(sha256_hex(item.document)));
    line.set("documents", json::make_array({std::move(document)}));
    for (json::Member& member : shared_keys(item).members) {
        const Value* common = defaults.find(member.key);
        if (common != nullptr && json::identical(*common, member.value)) continue;
        line.set(member.key, std::move(member.value));
    }
    line.set("gold", gold_of(item.asked));
    if (!item.tags.empty()) line.set("tags", words(item.tags));
    if (!item.notes.empty()) line.set("notes", word(item.notes));
    return json::write(line) + "\n";
}

Value defaults_of(const ImportedSuite& suite) {
    Value defaults = json::make_object();
    defaults.set("kind", word("kie"));
    for (json::Member& member : shared_keys(suite.items.front()).members) {
        defaults.set(member.key, std::move(member.value));
    }
    Value source = json::make_object();
    if (!suite.source.empty()) source.set("from", word(suite.source));
    if (!suite.license.empty()) source.set("license", word(suite.license));
    if (!source.members.empty()) defaults.set("source", std::move(source));
    return defaults;
}

std::string readme_of(const ImportedSuite& suite) {
    std::string text = "# " + suite.name + "\n\n" + suite.about + "\n\n";
    text += "- Source: " + (suite.source.empty() ? "not given" : flat_text(suite.source)) + "\n";
    text += "- License: " + (suite.license.empty() ? "not given" : flat_text(suite.license)) + "\n";
    text += "- Items: " + std::to_string(suite.items.size()) + "\n";
    std::string flagged;
    for (const ImportedItem& item : suite.items) {
        if (!item.tags.empty()) flagged += (flagged.empty() ? "" : ", ") + item.id;
    }
    if (!flagged.empty()) {
        text += "- Gold not found in the text (tag `gold_not_in_text`): " + flagged + "\n";
    }
    if (!suite.remarks.empty()) text += "\n";
    for (const std::string& remark : suite.remarks) text += "- " + remark + "\n";
    text +=
        "\nMade by `kilter suite import`. `kilter suite lint suite.yaml` checks the gold against "
        "the texts.\n";
    return text;
}

std::string suite_text(const ImportedSuite& suite, Value defaults) {
    Value root = json::make_object();
    root.set("suite", word(suite.name));
    root.set("version", json::make_string("1"));
    root.set("language", word(suite.language));
    root.set("defaults", std::move(defaults));
    root.set("items_file", word("items.jsonl"));
    return yaml_text(root);
}

}  // namespace

Result<void> prepare_suite_folder(const fs::path& folder) {
    std::error_code error;
    if (fs::exists(folder, error)) {
        if (!fs::is_directory(folder, error)) return fail(folder.string() + " is no folder");
        if (!fs::is_empty(folder, error)) {
            return fail(folder.string() + " is not empty; name a new folder");
        }
    }
    fs::create_directories(folder / "docs", error);
    if (error) return fail("cannot make " + (folder / "docs").string() + ": " + error.message());
    return {};
}

Result<void> write_suite_folder(const ImportedSuite& suite, const fs::path& folder) {
    const Value defaults = defaults_of(suite);
    std::string lines;
    for (const ImportedItem& item : suite.items) {
        const fs::path document = folder / "docs" / document_name(item);
        if (const auto put = write_file_atomically(document, item.document); !put) {
            return put.error();
        }
        lines += item_line(item, defaults);
    }
    if (const auto put = write_file_atomically(folder / "items.jsonl", lines); !put) {
        return put.error();
    }
    if (const auto put = write_file_atomically(folder / "README.md", readme_of(suite)); !put) {
        return put.error();
    }
    return write_file_atomically(folder / k_suite_file, suite_text(suite, defaults));
}

}  // namespace kilter

#include "suites/generator/library.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/files.hpp"

namespace kilter::gen {
namespace {

namespace fs = std::filesystem;
using tree::Entry;
using tree::Kind;
using tree::Node;

std::string text_at(const Node& node, std::string_view key) {
    const Node* found = node.find(key);
    return found == nullptr ? std::string{} : found->text;
}

int integer_at(const Node& node, std::string_view key, int missing) {
    const std::string text = text_at(node, key);
    int value = missing;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::vector<std::string> texts_at(const Node& node, std::string_view key) {
    std::vector<std::string> texts;
    if (const Node* list = node.find(key)) {
        for (const Node& one : list->items) texts.push_back(one.text);
    }
    return texts;
}

std::vector<Draw> draws_of(const Node* node) {
    std::vector<Draw> draws;
    if (node == nullptr) return draws;
    for (const Entry& entry : node->entries) draws.push_back({entry.key, entry.value.text});
    return draws;
}

Datum datum_of(const Node& node) {
    if (node.kind == Kind::mapping) {
        Datum record;
        record.kind = DatumKind::record;
        for (const Entry& entry : node.entries) {
            record.members.push_back({entry.key, datum_of(entry.value)});
        }
        return record;
    }
    long long number = 0;
    const char* end = node.text.data() + node.text.size();
    const auto read = std::from_chars(node.text.data(), end, number);
    const bool whole = read.ec == std::errc{} && read.ptr == end && !node.quoted;
    return whole ? make_int(number) : make_text(node.text);
}

Filler filler_of(const Node& node) {
    Filler filler;
    filler.draws = draws_of(node.find("draw"));
    filler.opening = text_at(node, "opening");
    filler.closing = text_at(node, "closing");
    if (node.find("number") != nullptr) filler.number = text_at(node, "number");
    if (const Node* topics = node.find("topics")) {
        for (const Entry& topic : topics->entries) {
            for (const Node& text : topic.value.items) {
                filler.clauses.push_back({topic.key, text.text});
            }
        }
    }
    return filler;
}

std::vector<BlueprintDocument> documents_of(const Node* node) {
    std::vector<BlueprintDocument> documents;
    if (node == nullptr) return documents;
    for (const Node& one : node->items) {
        BlueprintDocument document;
        document.name = text_at(one, "name");
        document.text = text_at(one, "text");
        document.filler = text_at(one, "filler");
        document.without = texts_at(one, "without");
        document.tokens = integer_at(one, "tokens", 0);
        if (const Node* inserts = one.find("inserts")) {
            for (const Node& insert : inserts->items) {
                document.inserts.push_back(
                    {text_at(insert, "as"), text_at(insert, "text"), integer_at(insert, "at", 50)});
            }
        }
        documents.push_back(std::move(document));
    }
    return documents;
}

Blueprint blueprint_of(const std::string& name, const Node& node) {
    Blueprint made;
    made.name = name;
    made.kind = text_at(node, "kind");
    made.points = text_at(node, "points");
    made.tags = texts_at(node, "tags");
    made.draws = draws_of(node.find("draw"));
    if (const Node* blocks = node.find("blocks")) {
        for (const Entry& block : blocks->entries) made.blocks[block.key] = draws_of(&block.value);
    }
    made.documents = documents_of(node.find("documents"));
    made.question = text_at(node, "question");
    made.asks = draws_of(node.find("asks"));
    if (const Node* gold = node.find("gold")) made.gold = *gold;
    if (const Node* fields = node.find("fields")) made.fields = *fields;
    if (const Node* trap = node.find("trap")) made.trap = *trap;
    if (const Node* more = node.find("more")) made.more = *more;
    made.stream = text_at(node, "stream");
    made.target_tokens_low = integer_at(node, "tokens_low", 0);
    made.target_tokens_high = integer_at(node, "tokens_high", made.target_tokens_low);
    return made;
}

std::vector<SuitePlan> suites_of(const Node* node, const std::string& folder) {
    std::vector<SuitePlan> plans;
    if (node == nullptr) return plans;
    for (const Entry& suite : node->entries) {
        SuitePlan plan{suite.key, folder + "-" + suite.key, text_at(suite.value, "about"), {}};
        if (const Node* items = suite.value.find("items")) {
            for (const Entry& item : items->entries) {
                if (item.value.kind == Kind::mapping) {
                    plan.items.push_back({item.key, text_at(item.value, "from"),
                                          integer_at(item.value, "tokens", 0)});
                } else {
                    plan.items.push_back({item.key, item.value.text, 0});
                }
            }
        }
        plans.push_back(std::move(plan));
    }
    return plans;
}

Result<void> take(const Node& root, Library& library) {
    for (const Entry& part : root.entries) {
        if (part.key == "lists") {
            for (const Entry& list : part.value.entries) {
                std::vector<Datum>& into = library.lists[list.key];
                for (const Node& one : list.value.items) into.push_back(datum_of(one));
            }
        } else if (part.key == "blocks") {
            for (const Entry& block : part.value.entries) {
                library.blocks[block.key] = draws_of(&block.value);
            }
        } else if (part.key == "fillers") {
            for (const Entry& one : part.value.entries) {
                library.fillers[one.key] = filler_of(one.value);
            }
        } else if (part.key == "blueprints") {
            for (const Entry& one : part.value.entries) {
                library.blueprints[one.key] = blueprint_of(one.key, one.value);
            }
        } else {
            return fail("unknown part '" + part.key + "'");
        }
    }
    return {};
}

// Blueprints that ask about another one's documents: same draws, same texts.
Result<void> share_documents(const std::map<std::string, std::string>& shares, Library& library) {
    for (const auto& [name, other] : shares) {
        const auto found = library.blueprints.find(other);
        if (found == library.blueprints.end()) return fail("there is no blueprint '" + other + "'");
        Blueprint& blueprint = library.blueprints[name];
        blueprint.draws = found->second.draws;
        blueprint.blocks = found->second.blocks;
        blueprint.documents = found->second.documents;
        blueprint.stream = found->second.stream;
        blueprint.target_tokens_low = found->second.target_tokens_low;
        blueprint.target_tokens_high = found->second.target_tokens_high;
    }
    return {};
}

Result<Node> read_tree(const fs::path& file) {
    auto text = read_file(file);
    if (!text) return text.error();
    Diagnostics diagnostics;
    auto root = tree::read_yaml(*text, file.string(), diagnostics);
    if (!root) return fail(to_text(diagnostics));
    return *root;
}

}  // namespace

Result<Library> read_library(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".yaml") files.push_back(entry.path());
    }
    if (error) return fail("cannot read " + folder.string() + ": " + error.message());
    std::sort(files.begin(), files.end());
    Library library;
    std::map<std::string, std::string> shares;
    for (const fs::path& file : files) {
        auto root = read_tree(file);
        if (!root) return root.error();
        if (file.filename() == "suites.yaml") {
            library.language = text_at(*root, "lang") == "en" ? Language::en : Language::hu;
            library.folder = text_at(*root, "folder");
            library.system = text_at(*root, "system");
            library.answer_rules = text_at(*root, "answer_rules");
            library.tenths_per_token = integer_at(*root, "tenths_per_token", 30);
            library.suites = suites_of(root->find("suites"), library.folder);
        } else {
            if (const auto taken = take(*root, library); !taken) {
                return fail(file.string() + ": " + taken.error().message);
            }
        }
        if (const Node* blueprints = root->find("blueprints")) {
            for (const Entry& one : blueprints->entries) {
                const std::string other = text_at(one.value, "documents_of");
                if (!other.empty()) shares[one.key] = other;
            }
        }
    }
    if (const auto shared = share_documents(shares, library); !shared) return shared.error();
    if (library.suites.empty()) return fail(folder.string() + " has no suites.yaml with suites");
    return library;
}

}  // namespace kilter::gen

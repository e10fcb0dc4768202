// The table of docs/json-schema.md names exactly the keywords that are understood: of all keywords
// of draft 2020-12, those in the table compile and the others are errors.
#include <algorithm>
#include <set>
#include <string>

#include "base/files.hpp"
#include "suites/schema.hpp"
#include "tests/unit/suites/temp_folder.hpp"

using namespace kilter;

namespace {

// Core, applicator, validation, annotation, format, content and unevaluated vocabularies.
const std::set<std::string> k_draft_keywords = {"$schema",
                                                "$id",
                                                "$ref",
                                                "$anchor",
                                                "$dynamicRef",
                                                "$dynamicAnchor",
                                                "$vocabulary",
                                                "$comment",
                                                "$defs",
                                                "prefixItems",
                                                "items",
                                                "contains",
                                                "additionalProperties",
                                                "properties",
                                                "patternProperties",
                                                "dependentSchemas",
                                                "propertyNames",
                                                "if",
                                                "then",
                                                "else",
                                                "allOf",
                                                "anyOf",
                                                "oneOf",
                                                "not",
                                                "unevaluatedItems",
                                                "unevaluatedProperties",
                                                "type",
                                                "const",
                                                "enum",
                                                "multipleOf",
                                                "maximum",
                                                "exclusiveMaximum",
                                                "minimum",
                                                "exclusiveMinimum",
                                                "maxLength",
                                                "minLength",
                                                "pattern",
                                                "maxItems",
                                                "minItems",
                                                "uniqueItems",
                                                "maxContains",
                                                "minContains",
                                                "maxProperties",
                                                "minProperties",
                                                "required",
                                                "dependentRequired",
                                                "title",
                                                "description",
                                                "default",
                                                "deprecated",
                                                "readOnly",
                                                "writeOnly",
                                                "examples",
                                                "format",
                                                "contentEncoding",
                                                "contentMediaType",
                                                "contentSchema"};

// The words in code marks of one table cell.
std::set<std::string> code_words(std::string_view cell) {
    std::set<std::string> words;
    while (true) {
        const std::size_t open = cell.find('`');
        const std::size_t close = open == cell.npos ? cell.npos : cell.find('`', open + 1);
        if (close == cell.npos) return words;
        words.emplace(cell.substr(open + 1, close - open - 1));
        cell.remove_prefix(close + 1);
    }
}

std::set<std::string> documented_keywords() {
    const auto text = read_file(std::string{KILTER_SOURCE_DIR} + "/docs/json-schema.md", 1 << 20);
    REQUIRE(text.has_value());
    std::set<std::string> keywords;
    std::string_view rest = *text;
    bool inside = false;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (line.starts_with("| about | keywords |")) inside = true;
        if (!inside || !line.starts_with("| ")) {
            inside = inside && line.starts_with("|---");
            continue;
        }
        const std::size_t begin = line.find('|', 1) + 1;
        keywords.merge(code_words(line.substr(begin, line.find('|', begin) - begin)));
    }
    return keywords;
}

bool is_understood(const std::string& keyword) {
    json::Value schema;
    schema.kind = json::Kind::object;
    schema.members.push_back({keyword, {}});
    std::vector<SchemaProblem> problems;
    SchemaCheck::compile(schema, problems);
    return std::none_of(problems.begin(), problems.end(), [&](const SchemaProblem& problem) {
        return problem.message.starts_with("keyword '" + keyword + "' is not supported");
    });
}

}  // namespace

TEST_CASE("The table of docs/json-schema.md names the keywords that are understood, and all") {
    const std::set<std::string> documented = documented_keywords();
    REQUIRE(documented.size() > 30);
    for (const std::string& keyword : documented) {
        INFO(keyword);
        CHECK(k_draft_keywords.count(keyword) == 1);
    }
    for (const std::string& keyword : k_draft_keywords) {
        INFO(keyword);
        CHECK(is_understood(keyword) == (documented.count(keyword) == 1));
    }
}

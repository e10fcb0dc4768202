// Files of a suite: line ends, encodings, places, digests of their bytes.
#include <algorithm>

#include "base/sha256.hpp"
#include "tests/unit/suites/temp_folder.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string suite_with(const std::string& document) {
    return "suite: s\nversion: 1\nitems:\n  - id: a\n    question: q\n    documents: [" + document +
           "]\n    answer: {type: json, schema: {type: object}}\n    gold: {x: t}\n"
           "    fields: {x: string}\n";
}

std::string with_crlf(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\n') out += '\r';
        out += c;
    }
    return out;
}

const std::string k_bom = "\xEF\xBB\xBF";

}  // namespace

TEST_CASE("B43: UTF-8, UTF-8 with BOM and CRLF give byte-identical prompts") {
    const std::string suite_text =
        "suite: s\nversion: 1\nitems:\n  - id: a\n    question: |\n      őű€ első sor\n"
        "      második sor\n    documents: [{file: d.txt}]\n"
        "    answer: {type: json, schema: {type: object}}\n    gold: {x: ő}\n"
        "    fields: {x: string}\n";
    const std::string document = "Árvíztűrő\ntükörfúrógép\n";
    const TempFolder folder;
    folder.write("d.txt", document);
    const auto plain = load(folder, suite_text);
    INFO(plain.errors);
    REQUIRE(plain.suite);
    const std::string prompt = plain.suite->items[0].messages[0].content;
    CHECK_THAT(prompt, ContainsSubstring("őű€ első sor\nmásodik sor\n"));

    for (const bool bom : {false, true}) {
        for (const bool crlf : {false, true}) {
            INFO("bom " << bom << " crlf " << crlf);
            folder.write("d.txt", (bom ? k_bom : "") + (crlf ? with_crlf(document) : document));
            const auto other =
                load(folder, (bom ? k_bom : "") + (crlf ? with_crlf(suite_text) : suite_text));
            INFO(other.errors);
            REQUIRE(other.suite);
            CHECK(other.suite->items[0].messages[0].content == prompt);
            CHECK(other.suite->prompts_digest == plain.suite->prompts_digest);
            CHECK(other.suite->scoring_digest == plain.suite->scoring_digest);
        }
    }
}

TEST_CASE("B43: CP1250 is refused with its byte offset, in the suite and in a document") {
    const TempFolder folder;
    // "suite: " is 7 bytes; 0xF5 is the letter that CP1250 has for U+0151.
    CHECK_THAT(load(folder, "suite: \xF5\n").errors,
               ContainsSubstring("suite.yaml:1:8: error: not UTF-8 at byte 7 (0xF5)"));
    folder.write("d.txt", "ok\nid\xF5pont\n");
    CHECK(load(folder, suite_with("{file: d.txt}")).errors ==
          "suite.yaml:6:24: error: item 'a': document: 'd.txt' is not UTF-8: byte 0xF5 at byte "
          "offset 5; save the file as UTF-8\n");
}

TEST_CASE("Only a CR before an LF goes; the text is otherwise kept byte by byte") {
    const TempFolder folder;
    folder.write("d.txt", "a\rb \r\n\r\n\tc");
    const auto [suite, errors] = load(folder, suite_with("{file: d.txt}"));
    INFO(errors);
    REQUIRE(suite);
    CHECK(suite->items[0].documents.at(0).text == "a\rb \n\n\tc");
    CHECK(suite->items[0].documents.at(0).sha256 == sha256_hex("a\rb \n\n\tc"));
}

TEST_CASE("A given sha256 is checked, of the bytes or of the text") {
    const TempFolder folder;
    folder.write("docs/d.txt", "a\r\nb\n");
    for (const std::string& sum : {sha256_hex("a\r\nb\n"), sha256_hex("a\nb\n")}) {
        CHECK(load(folder, suite_with("{file: docs/d.txt, sha256: " + sum + "}")).errors.empty());
    }
    const std::string wrong(64, '0');
    CHECK_THAT(load(folder, suite_with("{file: docs/d.txt, sha256: \"" + wrong + "\"}")).errors,
               ContainsSubstring("the file 'docs/d.txt' has changed: its sha256 is " +
                                 sha256_hex("a\r\nb\n")));
}

TEST_CASE("Documents lie inside the suite's folder, links included, as regular files") {
    namespace fs = std::filesystem;
    const TempFolder outside;
    const fs::path secret = outside.write("secret.txt", "s");
    const TempFolder folder;
    folder.write("docs/in.txt", "i");
    fs::create_symlink(secret, folder.path() / "out.txt");
    fs::create_symlink(folder.path() / "docs/in.txt", folder.path() / "linked.txt");
    fs::create_directory_symlink(outside.path(), folder.path() / "elsewhere");
    CHECK(load(folder, suite_with("{file: linked.txt}")).errors.empty());
    CHECK(load(folder, suite_with("{file: docs/../docs/in.txt}")).errors.empty());

    struct Case {
        std::string file, error;
    };
    const Case cases[] = {
        {"out.txt", "'out.txt' lies outside the suite's folder"},
        {"elsewhere/secret.txt", "lies outside the suite's folder"},
        {"../" + outside.path().filename().string() + "/secret.txt",
         "lies outside the suite's folder"},
        {secret.string(), "lies outside the suite's folder"},
        {"docs", "it is a folder"},
        {".", "lies outside the suite's folder"},
        {"none.txt", "cannot open 'none.txt': No such file or directory"},
    };
    for (const Case& one : cases) {
        INFO(one.file);
        CHECK_THAT(load(folder, suite_with("{file: \"" + one.file + "\"}")).errors,
                   ContainsSubstring(one.error));
    }
    // A folder whose name only begins like the suite's is outside too.
    const fs::path twin = folder.path().string() + "x";
    fs::create_directory(twin);
    std::ofstream{twin / "d.txt"} << "t";
    CHECK_THAT(load(folder, suite_with("{file: ../" + twin.filename().string() + "/d.txt}")).errors,
               ContainsSubstring("lies outside the suite's folder"));
    fs::remove_all(twin);
}

TEST_CASE("A document of more than 16 MiB is refused") {
    const TempFolder folder;
    const std::size_t limit = std::size_t{16} << 20;
    folder.write("d.txt", std::string(limit, 'x'));
    CHECK(load(folder, suite_with("{file: d.txt}")).errors.empty());
    folder.write("d.txt", std::string(limit + 1, 'x'));
    CHECK_THAT(load(folder, suite_with("{file: d.txt}")).errors,
               ContainsSubstring("larger than 16777216 bytes"));
}

TEST_CASE("Documents in the suite itself have a name and a text, and nothing else") {
    CHECK(load(suite_with("{name: n, text: t}")).errors.empty());
    CHECK_THAT(load(suite_with("{name: n}")).errors, ContainsSubstring("missing key 'text'"));
    CHECK_THAT(load(suite_with("{name: n, text: t, sha256: x}")).errors,
               ContainsSubstring("unknown key 'sha256'"));
    CHECK_THAT(load(suite_with("d.txt")).errors,
               ContainsSubstring("document must be a mapping; found 'd.txt'"));
    CHECK_THAT(load(suite_with("")).errors, ContainsSubstring("documents must be a list"));
}

TEST_CASE(
    "An items file is read line by line, wherever blocks part it, and only where it is UTF-8") {
    const TempFolder folder;
    const std::string suite = R"YAML(suite: s
version: "1"
defaults:
  answer: {type: json, schema: {type: object}}
  fields: {x: string}
items_file: items.jsonl
)YAML";
    const auto line_of = [](int number, const std::string& prompt) {
        return R"({"id":"i)" + std::to_string(number) + R"(","prompt":")" + prompt +
               R"(","gold":{"x":"1"}})";
    };
    // "ő" has two bytes and "🙂" four: some stand across the ends of blocks of 2^16 bytes.
    std::string prompt;
    for (int i = 0; i < 5000; ++i) prompt += i % 3 == 0 ? "ő" : i % 3 == 1 ? "🙂" : "x";
    std::string lines;
    for (int i = 1; i <= 20; ++i) lines += line_of(i, prompt + std::to_string(i)) + "\n";
    folder.write("items.jsonl", lines);
    const auto plain = load(folder, suite);
    INFO(plain.errors);
    REQUIRE(plain.suite);
    REQUIRE(plain.suite->items.size() == 20);
    for (int i = 1; i <= 20; ++i)
        CHECK(plain.suite->items[static_cast<std::size_t>(i) - 1].messages[0].content ==
              prompt + std::to_string(i));

    std::string foreign = "\xEF\xBB\xBF";
    for (const char c : lines) foreign += c == '\n' ? std::string("\r\n") : std::string(1, c);
    foreign.resize(foreign.size() - 2);
    folder.write("items.jsonl", foreign);
    const auto other = load(folder, suite);
    REQUIRE(other.suite);
    CHECK(other.suite->prompts_digest == plain.suite->prompts_digest);

    folder.write("items.jsonl", "\n" + line_of(1, "p") + "\n\n{\n");
    CHECK_THAT(load(folder, suite).errors, ContainsSubstring("items.jsonl:4:2: error: not JSON"));

    for (const std::string bad : {"\xF5", "\x82", "\xE2\x82", "\xF0\x9F\x99"}) {
        for (const std::size_t before : {0U, 65533U, 65534U, 65535U, 65536U, 200000U}) {
            INFO(before);
            folder.write("items.jsonl", "{\n" + std::string(before, ' ') + bad);
            const auto refused = load(folder, suite);
            CHECK_FALSE(refused.suite);
            CHECK_THAT(refused.errors,
                       ContainsSubstring("at byte offset " + std::to_string(before + 2) + ";"));
            CHECK_THAT(refused.errors, !ContainsSubstring("not JSON"));
        }
    }
}

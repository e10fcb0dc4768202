// The stored form of a suite and the digests: what changes which, and that nothing is lost on the
// way.
#include <functional>
#include <random>

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "suites/digest.hpp"
#include "suites/words.hpp"
#include "tests/unit/suites/temp_folder.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

Suite rich_suite() {
    const TempFolder folder;
    folder.write("d.txt", "Összesen: 1 500 Ft\n\"idézet\" \\ \t vége");
    const auto [suite, errors] = load(folder, R"YAML(suite: rich
version: "1.0"
language: hu
defaults:
  locale: hu
  system: Légy pontos.
  structured: true
  template: "{documents}\n{question}"
  answer: {type: json, schema: {type: object, properties: {z: {type: [string, "null"]}, a: {}}}}
items:
  - id: full
    points: 0.1
    documents: [{file: d.txt}, {name: n, text: "line\n"}]
    question: "Mennyi? 🙂"
    gold:
      {total: 1500.00, when: 2026-11-10, who: null, code: b, ok: false, s: {t: Győr}, rate: 27%,
       term: 3 év, law: "6:326. § (1)", must: [a, b], m: 30 nap, set: [2026-11-10], seq: [1, 2],
       rows: [{k: a, n: {v: 1}}], lines: [{gross: 5}]}
    fields:
      total: {compare: amount, default_currency: HUF, abs_tol: 0.50, weight: 0.3, scale_words: false}
      when: {compare: date, order: mdy, granularity: day}
      who: {compare: id, keep: "-/"}
      code: {compare: enum, values: [a, b], aliases: {b: [B1, B2]}}
      ok: boolean
      s.t: {compare: string, aliases: [Raab], case: keep}
      note: {compare: judge, rubric: it names the price}
      rate: {compare: percent, fraction_ok: true, rel_tol: 0.1}
      term: {compare: duration, unify: true}
      law: {compare: citation, level: paragraph, act: ignore, aliases: {Ptk.: [Polgári Törvénykönyv]}}
      must: {compare: contains_all, partial: true, punct: drop, nfkc: true}
      m: {compare: regex, pattern: "([0-9]+) nap", case: fold}
      set: {compare: list_set, item: {compare: date, lang: [hu, de]}}
      seq: {compare: list_ordered, mode: lcs, item: number}
      rows: {compare: list_records, key: k, item: {k: id, n.v: {compare: number, weight: 2.5}}}
      lines[].gross: {compare: amount, default_currency: HUF, weight: 4}
    extra_keys: penalise
    scoring: all_or_nothing
    format_policy: strict
    gate: [total, when]
    max_tokens: 77
    tags: [x, y]
    notes: a note
    source: {license: own, n: 1.0}
  - {id: plain, prompt: p, gold: {x: "1"}, fields: {x: {compare: anls, tau: 0.75}}}
)YAML");
    INFO(errors);
    REQUIRE(suite);
    return *suite;
}

}  // namespace

TEST_CASE("A suite goes through its stored form without loss") {
    const Suite suite = rich_suite();
    const std::string text = suite_to_json(suite);
    const auto back = suite_from_json(text);
    REQUIRE(back.has_value());
    CHECK(suite_to_json(*back) == text);
    CHECK(back->prompts_digest == suite.prompts_digest);
    CHECK(prompts_digest(*back) == suite.prompts_digest);
    CHECK(scoring_digest(*back) == suite.scoring_digest);
    const Item& item = back->items.at(0);
    CHECK(item.points == 0.1);
    CHECK(item.messages.at(1).content == suite.items[0].messages.at(1).content);
    CHECK(item.documents.at(0).text == suite.items[0].documents.at(0).text);
    CHECK(item.gold.find("total")->text == "1500.00");
    CHECK(item.gold.find("who")->is_null());
    CHECK(item.fields.at(0).weight == 0.3);
    CHECK(item.fields.at(0).options.abs_tol == "0.50");
    CHECK_FALSE(item.fields.at(0).options.scale_words);
    CHECK(item.fields.at(3).options.aliases.at("b").size() == 2);
    CHECK(item.fields.at(6).compare == Comparator::judge);
    CHECK(item.fields.at(6).options.rubric == "it names the price");
    CHECK(item.max_tokens == 77);
    CHECK(item.structured);
    CHECK(item.scoring == ItemScoring::all_or_nothing);
    CHECK(item.format_policy == FormatPolicy::strict);
    CHECK(item.gate == std::vector<std::string>{"total", "when"});
    CHECK(item.source.find("n")->text == "1.0");
    CHECK(item.extra_keys == ExtraKeys::penalise);
    const auto option = [&item](std::size_t at) { return item.fields.at(at).options; };
    CHECK(option(7).fraction_ok);
    CHECK(option(8).unify);
    CHECK(option(9).level == CitationLevel::paragraph);
    CHECK(option(9).ignore_act);
    CHECK(option(10).phrases == std::vector<std::string>{"a", "b"});
    CHECK(option(10).partial);
    CHECK(option(10).drop_punctuation);
    CHECK(option(10).nfkc);
    CHECK(option(11).pattern == "([0-9]+) nap");
    CHECK(option(11).fold_case);
    CHECK(item.fields.at(12).item.at(0).options.languages ==
          std::vector<Locale>{Locale::hu, Locale::de});
    CHECK(option(13).mode == ListMode::lcs);
    CHECK(option(14).key == std::vector<std::string>{"k"});
    CHECK(item.fields.at(14).item.at(1).path == "n.v");
    CHECK(item.fields.at(14).item.at(1).weight == 2.5);
    const Field& lines = item.fields.at(15);
    CHECK(lines.compare == Comparator::list_ordered);
    CHECK(lines.weight == 4);
    CHECK(lines.item.at(0).compare == Comparator::amount);
    CHECK(lines.item.at(0).options.locale == Locale::hu);
    CHECK_FALSE(back->items.at(1).max_tokens);
}

TEST_CASE("The stored form in pieces is the one text, and its stamp tells its digest and size") {
    for (const Suite& suite : {rich_suite(), Suite{}}) {
        const std::string text = suite_to_json(suite);
        std::string pieces;
        suite_to_json(suite, [&pieces](std::string_view piece) { pieces += piece; });
        CHECK(pieces == text);
        CHECK(stamp_of(suite).sha256 == sha256_hex(text));
        CHECK(stamp_of(suite).bytes == text.size());
    }
}

TEST_CASE("What an item's text is does not depend on the items before it") {
    const Suite rich = rich_suite();
    Suite mixed;
    for (const std::size_t at : {0U, 1U, 1U, 0U}) mixed.items.push_back(rich.items[at]);
    Field odd = rich.items[1].fields[0];
    odd.weight = 2;
    mixed.items.push_back(rich.items[1]);
    mixed.items.back().fields = {odd};
    mixed.items.push_back(rich.items[1]);
    mixed.items.back().fields = {odd, rich.items[0].fields[2]};
    mixed.items.back().schema.set("title", json::make_string("t"));
    mixed.items.push_back(rich.items[0]);
    mixed.items.back().structured = false;
    const auto texts_of = [](const Suite& suite) {
        const std::string text = suite_to_json(suite);
        const std::size_t begin = text.find("\"items\":[") + 9;
        return text.substr(begin, text.size() - 2 - begin);
    };
    std::string joined;
    for (const Item& item : mixed.items) {
        Suite alone;
        alone.items = {item};
        joined += (joined.empty() ? "" : ",") + texts_of(alone);
    }
    CHECK(texts_of(mixed) == joined);
}

TEST_CASE("The scoring digest is that of canonical JSON") {
    Suite suite = rich_suite();
    suite.items.resize(2);
    // Each item's part, put together as values and sorted by the writer of canonical JSON.
    const auto stored = json::read(suite_to_json(suite)).value;
    json::Value items = json::make_array();
    for (const json::Value& one : stored.find("items")->items) {
        json::Value part = json::make_object();
        for (const char* key : {"id", "points", "schema", "gold", "fields", "locale",
                                "format_policy", "scoring", "extra_keys", "gate"})
            part.set(key, *one.find(key));
        part.set("tools", json::make_array());  // names only; the suite has none
        items.items.push_back(std::move(part));
    }
    json::Value whole = json::make_object();
    whole.set("schema", json::make_string("kilter.scoring/1"));
    whole.set("items", std::move(items));
    CHECK(scoring_digest(suite) == sha256_hex(json::write_canonical(whole)));
}

TEST_CASE("Random suites keep their digests through the stored form") {
    std::mt19937 random{7};
    const auto below = [&random](unsigned n) { return static_cast<unsigned>(random() % n); };
    const std::string letters[] = {"a", "ő", "\"", "\\", "\n", "\t", "🙂", "{", "0", " "};
    const auto text = [&] {
        std::string out;
        for (unsigned i = below(12); i > 0; --i) out += letters[below(10)];
        return out;
    };
    for (int round = 0; round < 200; ++round) {
        Suite suite;
        suite.name = "s";
        for (unsigned i = below(4); i > 0; --i) {
            Item item;
            item.id = "i" + std::to_string(i);
            item.points = static_cast<double>(below(1000) + 1) / 7.0;
            item.messages = {{"user", text()}, {"assistant", text()}};
            item.structured = below(2) == 0;
            item.schema.set(text(), json::make_string(text()));
            item.schema.set(text(), json::make_null());
            item.gold.set(text(), json::make_number(std::to_string(below(99)) + ".50"));
            if (below(2) == 0) item.max_tokens = static_cast<int>(below(500)) + 1;
            Field field;
            field.path = text();
            field.weight = 1.0 / (below(9) + 1);
            field.options.keep = text();
            field.options.aliases[text()] = {text(), text()};
            item.fields = {field};
            suite.items.push_back(std::move(item));
        }
        suite.prompts_digest = prompts_digest(suite);
        suite.scoring_digest = scoring_digest(suite);
        const auto back = suite_from_json(suite_to_json(suite));
        REQUIRE(back.has_value());
        CHECK(prompts_digest(*back) == suite.prompts_digest);
        CHECK(scoring_digest(*back) == suite.scoring_digest);
    }
}

TEST_CASE(
    "The prompts digest is that of canonical JSON: members sorted, no spaces, items in order") {
    Suite suite;
    CHECK(prompts_digest(suite) == sha256_hex(R"({"items":[],"schema":"kilter.prompts/1"})"));
    CHECK(scoring_digest(suite) == sha256_hex(R"({"items":[],"schema":"kilter.scoring/1"})"));
    for (const char* id : {"b", "a"}) {
        Item item;
        item.id = id;
        item.messages.push_back({"user", "say \"hi\""});
        suite.items.push_back(item);
    }
    const auto text_of = [](const std::string& id) {
        return R"({"id":")" + id + R"(","max_tokens":null,"messages":[{"content":"say \"hi\"",)" +
               R"("role":"user"}],"response_schema":null})";
    };
    CHECK(prompts_digest(suite) == sha256_hex(R"({"items":[)" + text_of("b") + "," + text_of("a") +
                                              R"(],"schema":"kilter.prompts/1"})"));
}

TEST_CASE("What reaches an engine changes the prompts digest, what scores the scoring digest") {
    struct Case {
        std::string_view name;
        std::function<void(Suite&)> change;
        bool prompts, scoring;
    };
    const Case cases[] = {
        {"nothing", [](Suite&) {}, false, false},
        {"gold", [](Suite& s) { s.items[1].gold.set("x", json::make_string("2")); }, false, true},
        {"gold 1.0 for 1",
         [](Suite& s) { s.items[0].gold.set("total", json::make_number("1500")); }, false, true},
        {"weight", [](Suite& s) { s.items[0].fields.edit()[0].weight = 0.4; }, false, true},
        {"option", [](Suite& s) { s.items[0].fields.edit()[0].options.abs_tol.reset(); }, false,
         true},
        {"points", [](Suite& s) { s.items[0].points = 0.2; }, false, true},
        {"rubric", [](Suite& s) { s.items[0].fields.edit()[6].options.rubric += '!'; }, false,
         true},
        {"option of a column",
         [](Suite& s) { s.items[0].fields.edit()[14].item[0].options.keep = "-"; }, false, true},
        {"extra keys", [](Suite& s) { s.items[0].extra_keys = ExtraKeys::report; }, false, true},
        {"tools", [](Suite& s) { s.items[0].tools = {json::make_object()}; }, true, true},
        {"gate", [](Suite& s) { s.items[0].gate.pop_back(); }, false, true},
        {"message", [](Suite& s) { s.items[0].messages[1].content += ' '; }, true, false},
        {"role", [](Suite& s) { s.items[0].messages[1].role = "assistant"; }, true, false},
        {"max_tokens", [](Suite& s) { s.items[0].max_tokens.reset(); }, true, false},
        {"structured off", [](Suite& s) { s.items[0].structured = false; }, true, false},
        {"id", [](Suite& s) { s.items[0].id = "other"; }, true, true},
        {"order of items", [](Suite& s) { std::swap(s.items[0], s.items[1]); }, true, true},
        {"notes, tags, source",
         [](Suite& s) {
             s.items[0].notes = "n";
             s.items[0].tags.clear();
             s.items[0].source = json::make_null();
         },
         false, false},
        {"order of a schema's members",
         [](Suite& s) {
             auto& members = s.items[0].schema.edit().members;
             std::swap(members[0], members[1]);
         },
         true, false},
    };
    const Suite suite = rich_suite();
    for (const Case& one : cases) {
        INFO(one.name);
        Suite changed = suite;
        one.change(changed);
        CHECK((prompts_digest(changed) != suite.prompts_digest) == one.prompts);
        CHECK((scoring_digest(changed) != suite.scoring_digest) == one.scoring);
    }
}

TEST_CASE("A stored suite of another format or with unknown words is refused") {
    CHECK(suite_from_json("").has_error());
    CHECK(suite_from_json("[1]").has_error());
    CHECK(suite_from_json(R"({"schema":"kilter.suite/2","items":[]})").has_error());
    std::string text = suite_to_json(rich_suite());
    text.replace(text.find("\"compare\":\"amount\""), 18, "\"compare\":\"future\"");
    const auto back = suite_from_json(text);
    REQUIRE(back.has_error());
    CHECK(back.error().message.find("'future'") != std::string::npos);
}

TEST_CASE("Words of enumerations go both ways") {
    for (const std::string_view word :
         {"string_exact", "string", "anls", "number", "amount", "percent", "date", "duration", "id",
          "boolean", "enum", "citation", "contains_all", "regex", "list_set", "list_ordered",
          "list_records", "tool_call", "judge"}) {
        const auto comparator = comparator_from(word);
        REQUIRE(comparator);
        CHECK(to_word(*comparator) == word);
    }
    CHECK_FALSE(comparator_from("Date"));
    CHECK(list_mode_from("lcs") == ListMode::lcs);
    CHECK(citation_level_from("section") == CitationLevel::section);
    CHECK(extra_keys_from("penalise") == ExtraKeys::penalise);
    CHECK(locale_from("de") == Locale::de);
    CHECK_FALSE(locale_from("fr"));
}

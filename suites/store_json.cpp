// The stored form of a suite: everything that scoring and showing needs, without the files it came
// from.
#include <charconv>

#include "base/json/pieces.hpp"
#include "base/json/write.hpp"
#include "suites/as_json.hpp"
#include "suites/load.hpp"
#include "suites/words.hpp"

namespace kilter {
namespace {

using json::Value;

constexpr std::string_view k_schema = "kilter.suite/1";

Value word(std::string_view text) {
    return json::make_string(std::string{text});
}

Value documents_to_json(const std::vector<Document>& documents) {
    Value out = json::make_array();
    for (const Document& document : documents) {
        Value one = json::make_object();
        one.set("name", json::make_string(document.name));
        one.set("text", json::make_string(document.text));
        one.set("sha256", json::make_string(document.sha256));
        out.items.push_back(std::move(one));
    }
    return out;
}

Value item_to_json(const Item& item) {
    Value fields = json::make_array();
    for (const Field& field : item.fields) fields.items.push_back(field_to_json(field));
    Value out = json::make_object();
    out.set("id", json::make_string(item.id));
    out.set("kind", json::make_string(item.kind));
    out.set("lang", json::make_string(item.lang));
    out.set("points", number_to_json(item.points));
    out.set("documents", documents_to_json(item.documents));
    out.set("question", json::make_string(item.question));
    out.set("messages", messages_to_json(item.messages));
    out.set("schema", item.schema);
    out.set("structured", json::make_boolean(item.structured));
    out.set("gold", item.gold);
    out.set("fields", std::move(fields));
    out.set("locale", word(to_word(item.locale)));
    out.set("format_policy", word(to_word(item.format_policy)));
    out.set("scoring", word(to_word(item.scoring)));
    out.set("extra_keys", word(to_word(item.extra_keys)));
    out.set("tools", tools_to_json(item.tools));
    out.set("gate", strings_to_json(item.gate));
    out.set("max_tokens",
            item.max_tokens ? json::make_integer(*item.max_tokens) : json::make_null());
    out.set("tags", strings_to_json(item.tags));
    out.set("notes", json::make_string(item.notes));
    out.set("source", item.source);
    return out;
}

// About the bytes of an item's JSON, so that the text need not be copied as it grows.
std::size_t expected_size(const Item& item) {
    std::size_t bytes = 1024 + 768 * item.fields.size() + item.question.size() + item.notes.size();
    for (const Message& message : item.messages) bytes += message.content.size();
    for (const Document& document : item.documents) bytes += document.text.size();
    return bytes + bytes / 8;
}

// Reading back. The record was written by this program, so the shape is trusted as far as a missing
// member gives its default; the words are checked, since an older program may not know newer ones.
class Reader {
  public:
    // Item by item: all of them as one JSON value would take ten times the memory of the suite.
    Result<Suite> read(std::string_view text) {
        json::PieceReader in(text);
        Value root = json::make_object();
        Suite suite;
        if (in.enter('{')) {
            while (in.next('}')) {
                std::string key = in.key();
                if (key == "items" && in.enter('[')) {
                    while (in.next(']')) suite.items.push_back(item(in.value()));
                } else {
                    root.set(std::move(key), in.value());
                }
            }
        }
        if (!in.finish()) return fail("the stored suite cannot be read: " + in.error());
        if (string(root, "schema") != k_schema) {
            return fail("the stored suite is not of the format " + std::string{k_schema});
        }
        suite.name = string(root, "suite");
        suite.version = string(root, "version");
        suite.language = string(root, "language");
        suite.prompts_digest = string(root, "prompts_digest");
        suite.scoring_digest = string(root, "scoring_digest");
        if (!unknown_.empty()) {
            return fail("the stored suite holds '" + unknown_ +
                        "', which this version of kilter "
                        "does not know");
        }
        return suite;
    }

  private:
    static std::string string(const Value& object, std::string_view key) {
        const Value* value = object.find(key);
        return value != nullptr && value->is_string() ? value->text : std::string{};
    }
    static std::optional<std::string> maybe_string(const Value& object, std::string_view key) {
        const Value* value = object.find(key);
        if (value == nullptr || !value->is_string()) return std::nullopt;
        return value->text;
    }
    static bool boolean(const Value& object, std::string_view key, bool fallback) {
        const Value* value = object.find(key);
        return value != nullptr && value->kind == json::Kind::boolean ? value->boolean : fallback;
    }
    template <class Number>
    static std::optional<Number> number(const Value& object, std::string_view key) {
        const Value* value = object.find(key);
        if (value == nullptr || !value->is_number()) return std::nullopt;
        Number out{};
        std::from_chars(value->text.data(), value->text.data() + value->text.size(), out);
        return out;
    }
    static const std::vector<Value>& items(const Value& object, std::string_view key) {
        static const std::vector<Value> none;
        const Value* value = object.find(key);
        return value == nullptr ? none : value->items;
    }
    static std::vector<std::string> texts(const std::vector<Value>& values) {
        std::vector<std::string> out;
        for (const Value& one : values) out.push_back(one.text);
        return out;
    }
    static Value any(const Value& object, std::string_view key) {
        const Value* value = object.find(key);
        return value == nullptr ? json::make_null() : *value;
    }
    template <class Enum>
    Enum choice(const Value& object, std::string_view key,
                std::optional<Enum> (*from)(std::string_view), Enum fallback) {
        const auto text = maybe_string(object, key);
        if (!text) return fallback;
        const auto value = from(*text);
        if (!value) unknown_ = *text;
        return value.value_or(fallback);
    }

    FieldOptions options(const Value& object) {
        FieldOptions out;
        out.locale = choice(object, "locale", locale_from, out.locale);
        out.abs_tol = maybe_string(object, "abs_tol");
        out.rel_tol = maybe_string(object, "rel_tol");
        out.unit = maybe_string(object, "unit");
        out.currency = choice(object, "currency", currency_rule_from, out.currency);
        out.default_currency = maybe_string(object, "default_currency");
        out.scale_words = boolean(object, "scale_words", out.scale_words);
        out.fraction_ok = boolean(object, "fraction_ok", out.fraction_ok);
        out.order = choice(object, "order", slash_order_from, out.order);
        out.granularity = choice(object, "granularity", granularity_from, out.granularity);
        for (const Value& one : items(object, "languages")) {
            const auto language = locale_from(one.text);
            if (!language) unknown_ = one.text;
            out.languages.push_back(language.value_or(Locale::en));
        }
        out.unify = boolean(object, "unify", out.unify);
        out.drop_punctuation = boolean(object, "drop_punctuation", out.drop_punctuation);
        out.nfkc = boolean(object, "nfkc", out.nfkc);
        out.fold_case = boolean(object, "fold_case", out.fold_case);
        out.values = texts(items(object, "values"));
        const Value aliases = any(object, "aliases");
        for (const json::Member& one : aliases.members) {
            out.aliases[one.key] = texts(one.value.items);
        }
        out.keep = string(object, "keep");
        out.tau = maybe_string(object, "tau").value_or(out.tau);
        out.level = choice(object, "level", citation_level_from, out.level);
        out.ignore_act = boolean(object, "ignore_act", out.ignore_act);
        out.phrases = texts(items(object, "phrases"));
        out.partial = boolean(object, "partial", out.partial);
        out.pattern = string(object, "pattern");
        out.mode = choice(object, "mode", list_mode_from, out.mode);
        out.key = texts(items(object, "key"));
        out.rubric = string(object, "rubric");
        out.strict_types = boolean(object, "strict_types", out.strict_types);
        out.waive_grounding = boolean(object, "waive_grounding", out.waive_grounding);
        return out;
    }

    Field field(const Value& object) {
        Field out;
        out.path = string(object, "path");
        out.compare = choice(object, "compare", comparator_from, out.compare);
        out.weight = number<double>(object, "weight").value_or(1.0);
        out.options = options(any(object, "options"));
        for (const Value& part : items(object, "item")) out.item.push_back(field(part));
        return out;
    }

    Item item(const Value& object) {
        Item out;
        out.id = string(object, "id");
        out.kind = string(object, "kind");
        out.lang = string(object, "lang");
        out.points = number<double>(object, "points").value_or(1.0);
        for (const Value& one : items(object, "documents")) {
            out.documents.push_back(
                {string(one, "name"), string(one, "text"), string(one, "sha256")});
        }
        out.question = string(object, "question");
        for (const Value& one : items(object, "messages")) {
            out.messages.push_back({string(one, "role"), string(one, "content")});
        }
        out.schema = any(object, "schema");
        out.structured = boolean(object, "structured", false);
        out.gold = any(object, "gold");
        for (const Value& one : items(object, "fields")) out.fields.push_back(field(one));
        out.locale = choice(object, "locale", locale_from, out.locale);
        out.format_policy = choice(object, "format_policy", format_policy_from, out.format_policy);
        out.scoring = choice(object, "scoring", item_scoring_from, out.scoring);
        out.extra_keys = choice(object, "extra_keys", extra_keys_from, out.extra_keys);
        out.tools = items(object, "tools");
        out.gate = texts(items(object, "gate"));
        out.max_tokens = number<int>(object, "max_tokens");
        out.tags = texts(items(object, "tags"));
        out.notes = string(object, "notes");
        out.source = any(object, "source");
        return out;
    }

    std::string unknown_;
};

}  // namespace

std::string suite_to_json(const Suite& suite) {
    Value out = json::make_object();
    out.set("schema", word(k_schema));
    out.set("suite", json::make_string(suite.name));
    out.set("version", json::make_string(suite.version));
    out.set("language", json::make_string(suite.language));
    out.set("prompts_digest", json::make_string(suite.prompts_digest));
    out.set("scoring_digest", json::make_string(suite.scoring_digest));
    std::string text = json::write(out);
    text.back() = ',';  // the items follow, each written alone to save memory
    text += "\"items\":[";
    std::size_t expected = text.size();
    for (const Item& item : suite.items) expected += expected_size(item);
    text.reserve(expected);
    for (const Item& item : suite.items) {
        if (&item != &suite.items.front()) text += ',';
        text += json::write(item_to_json(item));
    }
    text += "]}";
    return text;
}

Result<Suite> suite_from_json(std::string_view text) {
    return Reader{}.read(text);
}

}  // namespace kilter

// The stored form of a suite: everything that scoring and showing needs, without the files it came
// from.
#include <algorithm>
#include <charconv>

#include "base/json/object_text.hpp"
#include "base/json/pieces.hpp"
#include "base/json/real.hpp"
#include "base/sha256.hpp"
#include "suites/item_text.hpp"
#include "suites/load.hpp"
#include "suites/words.hpp"

namespace kilter {
namespace {

using json::Value;

constexpr std::string_view k_schema = "kilter.suite/1";

void append_document(std::string& out, const Document& document) {
    json::ObjectText object(out);
    object.text("name", document.name);
    object.text("text", document.text);
    object.text("sha256", document.sha256);
    object.close();
}

void append_message(std::string& out, const Message& message) {
    json::ObjectText object(out);
    object.text("role", message.role);
    object.text("content", message.content);
    object.close();
}

class StoredTexts {
  public:
    void append(std::string& out, const Item& item) {
        json::ObjectText object(out);
        object.text("id", item.id);
        object.text("kind", item.kind);
        object.text("lang", item.lang);
        json::append_real(object.member("points"), item.points);
        json::append_list(object.member("documents"), item.documents, append_document);
        object.text("question", item.question);
        json::append_list(object.member("messages"), item.messages, append_message);
        object.member("schema") += schemas_.of(item.schema);
        object.boolean("structured", item.structured);
        json::append(object.member("gold"), item.gold);
        object.member("fields") += fields_.of(item.fields);
        object.text("locale", to_word(item.locale));
        object.text("format_policy", to_word(item.format_policy));
        object.text("scoring", to_word(item.scoring));
        object.text("extra_keys", to_word(item.extra_keys));
        if (item.tools.empty())
            object.member("tools") += "null";
        else
            json::append_list(object.member("tools"), item.tools, json::append);
        json::append_texts(object.member("gate"), item.gate);
        append_integer_or_null(object.member("max_tokens"), item.max_tokens);
        json::append_texts(object.member("tags"), item.tags);
        object.text("notes", item.notes);
        json::append(object.member("source"), item.source);
        object.close();
    }

  private:
    SchemaTexts schemas_{TextForm::stored};
    FieldTexts fields_{TextForm::stored};
};

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
    // A member is taken out of its object, so each is asked for once.
    static Value* member(Value& object, std::string_view key) {
        for (json::Member& one : object.members)
            if (one.key == key) return &one.value;
        return nullptr;
    }
    static std::string string(Value& object, std::string_view key) {
        return maybe_string(object, key).value_or(std::string{});
    }
    static std::optional<std::string> maybe_string(Value& object, std::string_view key) {
        Value* value = member(object, key);
        if (value == nullptr || !value->is_string()) return std::nullopt;
        return std::move(value->text);
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
    static std::vector<Value> items(Value& object, std::string_view key) {
        Value* value = member(object, key);
        return value == nullptr ? std::vector<Value>{} : std::move(value->items);
    }
    static std::vector<std::string> texts(std::vector<Value> values) {
        std::vector<std::string> out;
        out.reserve(values.size());
        for (Value& one : values) out.push_back(std::move(one.text));
        return out;
    }
    static Value any(Value& object, std::string_view key) {
        Value* value = member(object, key);
        return value == nullptr ? json::make_null() : std::move(*value);
    }
    template <class Enum>
    Enum choice(Value& object, std::string_view key, std::optional<Enum> (*from)(std::string_view),
                Enum fallback) {
        const auto text = maybe_string(object, key);
        if (!text) return fallback;
        const auto value = from(*text);
        if (!value) unknown_ = *text;
        return value.value_or(fallback);
    }

    FieldOptions options(Value object) {
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
        Value aliases = any(object, "aliases");
        for (json::Member& one : aliases.members) {
            out.aliases[one.key] = texts(std::move(one.value.items));
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

    Field field(Value object) {
        Field out;
        out.path = string(object, "path");
        out.compare = choice(object, "compare", comparator_from, out.compare);
        out.weight = number<double>(object, "weight").value_or(1.0);
        out.options = options(any(object, "options"));
        for (Value& part : items(object, "item")) out.item.push_back(field(std::move(part)));
        return out;
    }

    // Items mostly have the fields of the one before.
    FieldList fields(std::vector<Value> written) {
        const bool same = std::equal(written.begin(), written.end(), fields_written_.begin(),
                                     fields_written_.end(), json::identical);
        if (!same) {
            fields_written_ = written;
            std::vector<Field> read;
            for (Value& one : written) read.push_back(field(std::move(one)));
            fields_ = FieldList(std::move(read));
        }
        return fields_;
    }

    static SharedValue shared(Value value, SharedValue& before) {
        if (!json::identical(value, before)) before = SharedValue(std::move(value));
        return before;
    }

    Item item(Value object) {
        Item out;
        out.id = string(object, "id");
        out.kind = string(object, "kind");
        out.lang = string(object, "lang");
        out.points = number<double>(object, "points").value_or(1.0);
        for (Value& one : items(object, "documents")) {
            out.documents.push_back(
                {string(one, "name"), string(one, "text"), string(one, "sha256")});
        }
        out.question = string(object, "question");
        for (Value& one : items(object, "messages")) {
            out.messages.push_back({string(one, "role"), string(one, "content")});
        }
        out.schema = shared(any(object, "schema"), schema_);
        out.structured = boolean(object, "structured", false);
        out.gold = any(object, "gold");
        out.fields = fields(items(object, "fields"));
        out.locale = choice(object, "locale", locale_from, out.locale);
        out.format_policy = choice(object, "format_policy", format_policy_from, out.format_policy);
        out.scoring = choice(object, "scoring", item_scoring_from, out.scoring);
        out.extra_keys = choice(object, "extra_keys", extra_keys_from, out.extra_keys);
        out.tools = items(object, "tools");
        out.gate = texts(items(object, "gate"));
        out.max_tokens = number<int>(object, "max_tokens");
        out.tags = texts(items(object, "tags"));
        out.notes = string(object, "notes");
        out.source = shared(any(object, "source"), source_);
        return out;
    }

    std::string unknown_;
    std::vector<Value> fields_written_;
    FieldList fields_;  // of fields_written_
    SharedValue schema_, source_;
};

}  // namespace

void suite_to_json(const Suite& suite, const TextSink& sink) {
    std::string text;
    json::ObjectText object(text);
    object.text("schema", k_schema);
    object.text("suite", suite.name);
    object.text("version", suite.version);
    object.text("language", suite.language);
    object.text("prompts_digest", suite.prompts_digest);
    object.text("scoring_digest", suite.scoring_digest);
    object.member("items") += '[';
    StoredTexts items;
    for (const Item& item : suite.items) {
        if (&item != &suite.items.front()) text += ',';
        items.append(text, item);
        sink(text);
        text.clear();
    }
    text += ']';
    object.close();
    sink(text);
}

SuiteStamp stamp_of(const Suite& suite) {
    SuiteStamp stamp;
    Sha256 hash;
    suite_to_json(suite, [&](std::string_view piece) {
        stamp.bytes += piece.size();
        hash.update(piece);
    });
    stamp.sha256 = hash.hex();
    return stamp;
}

std::string suite_to_json(const Suite& suite) {
    std::size_t bytes = 0;  // so that the text need not be copied as it grows
    suite_to_json(suite, [&bytes](std::string_view piece) { bytes += piece.size(); });
    std::string out;
    out.reserve(bytes);
    suite_to_json(suite, [&out](std::string_view piece) { out += piece; });
    return out;
}

Result<Suite> suite_from_json(std::string_view text) {
    return Reader{}.read(text);
}

}  // namespace kilter

#include "suites/digest.hpp"

#include "base/json/object_text.hpp"
#include "base/json/real.hpp"
#include "base/sha256.hpp"
#include "suites/item_text.hpp"
#include "suites/words.hpp"

namespace kilter {
namespace {

// What reaches an engine.
class SentTexts {
  public:
    void append(std::string& out, const Item& item) {
        json::SortedObjectText object(out);
        object.text("id", item.id);
        append_integer_or_null(object.member("max_tokens"), item.max_tokens);
        json::append_list(object.member("messages"), item.messages, append_message);
        // Only a structured request carries the schema beside the prompt's text. As text, because
        // the order of its members reaches the engine too and canonical JSON would sort it away.
        if (item.structured)
            object.text("response_schema", schemas_.of(item.schema));
        else
            object.member("response_schema") += "null";
        // Left out where there are none, so that a suite without tools keeps its digest. As text:
        // the order of members is part of what is sent.
        if (!item.tools.empty()) {
            std::string tools;
            json::append_list(tools, item.tools, json::append);
            object.text("tools", tools);
        }
        object.close();
    }

  private:
    static void append_message(std::string& out, const Message& message) {
        json::SortedObjectText object(out);
        object.text("content", message.content);
        object.text("role", message.role);
        object.close();
    }

    SchemaTexts schemas_{TextForm::stored};
};

// What scores an answer.
class ScoringTexts {
  public:
    void append(std::string& out, const Item& item) {
        json::SortedObjectText object(out);
        object.text("extra_keys", to_word(item.extra_keys));
        object.member("fields") += fields_.of(item.fields);
        object.text("format_policy", to_word(item.format_policy));
        json::append_texts(object.member("gate"), item.gate);
        json::append_canonical(object.member("gold"), item.gold);
        object.text("id", item.id);
        object.text("locale", to_word(item.locale));
        json::append_real(object.member("points"), item.points);
        object.member("schema") += schemas_.of(item.schema);
        object.text("scoring", to_word(item.scoring));
        json::append_list(object.member("tools"), item.tools, append_name);
        object.close();
    }

  private:
    static void append_name(std::string& out, const json::Value& tool) {
        json::append_quoted(out, tool_name(tool));
    }

    SchemaTexts schemas_{TextForm::canonical};
    FieldTexts fields_{TextForm::canonical};
};

// The canonical JSON of {schema, items}, item by item: as one value it would take several times the
// memory of the suite. Members are sorted, so the items come first.
template <class Texts>
std::string digest_of(std::string_view schema, const Suite& suite) {
    Sha256 hash;
    hash.update("{\"items\":[");
    Texts texts;
    std::string text;
    for (const Item& item : suite.items) {
        text.assign(&item == &suite.items.front() ? "" : ",");
        texts.append(text, item);
        hash.update(text);
    }
    hash.update("],\"schema\":" + json::quote(schema) + "}");
    return hash.hex();
}

}  // namespace

std::string prompts_digest(const Suite& suite) {
    return digest_of<SentTexts>("kilter.prompts/1", suite);
}

std::string scoring_digest(const Suite& suite) {
    return digest_of<ScoringTexts>("kilter.scoring/1", suite);
}

}  // namespace kilter

#include "suites/item_builder.hpp"

#include <algorithm>

#include "suites/gold_check.hpp"
#include "suites/render.hpp"
#include "suites/schema_source.hpp"

namespace kilter {
namespace {

template <class T>
const std::optional<T>& pick(const std::optional<T>& own, const std::optional<T>& fallback) {
    return own ? own : fallback;
}

class Builder {
  public:
    Builder(const ItemDraft& draft, const Defaults& defaults, Diagnostics& diagnostics)
        : draft_(draft), defaults_(defaults), diagnostics_(diagnostics) {}

    std::optional<Item> build(const std::string& language) {
        const ItemDraft& common = defaults_.item;
        item_.id = draft_.id;
        item_.kind = pick(draft_.kind, common.kind).value_or("kie");
        item_.lang = pick(draft_.lang, common.lang).value_or(language);
        item_.points = pick(draft_.points, common.points).value_or(1.0);
        item_.format_policy =
            pick(draft_.format_policy, common.format_policy).value_or(FormatPolicy::lenient);
        item_.scoring = pick(draft_.scoring, common.scoring).value_or(ItemScoring::weighted);
        item_.extra_keys = pick(draft_.extra_keys, common.extra_keys).value_or(ExtraKeys::report);
        item_.tools = pick(draft_.tools, common.tools).value_or(std::vector<json::Value>{});
        item_.max_tokens = pick(draft_.max_tokens, common.max_tokens);
        item_.tags = pick(draft_.tags, common.tags).value_or(std::vector<std::string>{});
        item_.notes = pick(draft_.notes, common.notes).value_or("");
        item_.source = pick(draft_.source, common.source).value_or(json::make_null());
        locale_ = pick(draft_.locale, common.locale);
        item_.locale = locale_.value_or(Locale::en);
        take_answer();
        take_gold_and_fields();
        check_calls();
        take_gate();
        take_question();
        if (!good_) return std::nullopt;
        return std::move(item_);
    }

  private:
    void error(const std::string& message) { error_at(draft_.file, draft_.at, message); }
    void error_at(const std::string& file, SourcePosition at, const std::string& message) {
        good_ = false;
        diagnostics_.error(file, at, draft_.what + ": " + message);
    }

    void take_answer() {
        const auto& answer = pick(draft_.answer, defaults_.item.answer);
        item_.structured = defaults_.structured;
        if (answer) {
            item_.schema = answer->schema;
        } else {
            error("answer is missing, as in {type: json, schema: {type: object, ...}}");
        }
        tool_call_ = answer && answer->tool_call;
    }

    void take_gold_and_fields() {
        const bool own_fields = draft_.fields.has_value();
        const auto& fields = pick(draft_.fields, defaults_.item.fields);
        const bool own_gold = draft_.gold != nullptr;
        const tree::Node* gold = own_gold ? draft_.gold : defaults_.item.gold;
        if (!fields) error("fields are missing, as in {due_date: date}");
        if (gold == nullptr) error("gold is missing: the right answer, keyed like the schema");
        if (!fields || gold == nullptr) return;

        const std::string& gold_file = own_gold ? draft_.file : defaults_.item.file;
        const auto& answer = pick(draft_.answer, defaults_.item.answer);
        if (!check_gold(*gold, gold_file, draft_.what, *fields, diagnostics_) ||
            (answer && answer->check &&
             !check_gold_fits(*gold, gold_file, draft_.what, *fields, *answer->check,
                              diagnostics_))) {
            good_ = false;
        }
        item_.gold = tree::to_json(*gold);
        for (const FieldDraft& one : *fields) {
            if (one.usable) take_field(one, own_fields ? draft_.file : defaults_.item.file);
        }
    }

    void take_field(const FieldDraft& draft, const std::string& file) {
        Field field = finished(draft, file, draft.field.path);
        const json::Value* gold = find_gold(item_.gold, field.path);
        if (!draft.readings.empty()) {
            if (gold != nullptr && gold->is_string()) {
                field.options.aliases[gold->text] = draft.readings;
            } else {
                error_at(file, draft.at,
                         "field '" + field.path + "' lists aliases, but its gold is no text");
            }
        }
        if (field.compare == Comparator::contains_all && field.options.phrases.empty()) {
            take_phrases(field, gold, file, draft.at);
        }
        if (field.compare == Comparator::judge && field.options.rubric.empty() &&
            (gold == nullptr || gold->is_null())) {
            error_at(file, draft.at,
                     "field '" + field.path +
                         "' needs gold, or a rubric that says what makes an answer right");
        }
        item_.fields.push_back(std::move(field));
    }

    // Without an option of its own the gold lists what the answer must contain.
    void take_phrases(Field& field, const json::Value* gold, const std::string& file,
                      SourcePosition at) {
        if (gold != nullptr && gold->is_string()) field.options.phrases = {gold->text};
        if (gold != nullptr && gold->is_array()) {
            for (const json::Value& one : gold->items) field.options.phrases.push_back(one.text);
        }
        if (!field.options.phrases.empty()) return;
        error_at(file, at,
                 "field '" + field.path + "' has neither phrases nor gold that lists them");
    }

    // The draft with its parts, and with the locale that it leaves to its item.
    Field finished(const FieldDraft& draft, const std::string& file, const std::string& path) {
        Field field = draft.field;
        const bool numeric = field.compare == Comparator::number ||
                             field.compare == Comparator::amount ||
                             field.compare == Comparator::percent;
        const auto& locale = pick(draft.locale, locale_);
        if (numeric && !locale) {
            error_at(file, draft.at,
                     "field '" + path +
                         "' needs a locale (hu, en or de: is \"1.500\" more than two?); set it on "
                         "the item, in defaults or on the field");
        }
        field.options.locale = locale.value_or(Locale::en);
        for (const FieldDraft& one : draft.item) {
            if (one.usable) field.item.push_back(finished(one, file, path));
        }
        return field;
    }

    // A call is asked for by the answer's type, scored by one field, and made with the item's
    // tools.
    void check_calls() {
        const Field* call = call_field(item_);
        if (!good_ || (!tool_call_ && call == nullptr)) return;
        if (!tool_call_) {
            return error("a field of the comparator tool_call needs answer: {type: tool_call}");
        }
        const auto scored =
            std::count_if(item_.fields.begin(), item_.fields.end(),
                          [](const Field& field) { return field.compare != Comparator::judge; });
        if (call == nullptr || scored != 1) {
            return error(
                "an answer of type tool_call is scored by one field, of the comparator "
                "tool_call");
        }
        if (item_.tools.empty()) {
            return error("an answer of type tool_call needs tools: the list that is sent");
        }
        const json::Value* gold = find_gold(item_.gold, call->path);
        if (gold == nullptr || gold->is_null()) return;
        if (gold->is_object()) return check_tool_is_listed(*gold);
        for (const json::Value& one : gold->items) check_tool_is_listed(one);
    }

    void check_tool_is_listed(const json::Value& call) {
        const json::Value* name = call.find("name");
        if (name == nullptr) return;
        const bool listed =
            std::any_of(item_.tools.begin(), item_.tools.end(),
                        [&](const json::Value& tool) { return tool_name(tool) == name->text; });
        if (!listed) error("gold calls '" + name->text + "', which is not among the tools");
    }

    void take_gate() {
        const bool own = draft_.gate.has_value();
        const auto& gate = pick(draft_.gate, defaults_.item.gate);
        const auto& fields = pick(draft_.fields, defaults_.item.fields);
        if (!gate || !fields) return;
        for (const GateWord& word : *gate) {
            item_.gate.push_back(word.path);
            const bool known =
                std::any_of(fields->begin(), fields->end(),
                            [&](const FieldDraft& one) { return one.field.path == word.path; });
            if (known) continue;
            error_at(own ? draft_.file : defaults_.item.file, word.at,
                     "gate names '" + word.path + "', which is no field of the item");
        }
    }

    void take_question() {
        const ItemDraft& asked = draft_.asks() ? draft_ : defaults_.item;
        if (asked.messages) {
            item_.messages = *asked.messages;
        } else if (asked.prompt) {
            if (asked.prompt->empty()) error("the prompt is empty");
            if (!defaults_.system.empty()) item_.messages.push_back({"system", defaults_.system});
            item_.messages.push_back({"user", *asked.prompt});
        } else if (asked.question) {
            item_.question = *asked.question;
            if (item_.question.empty()) error("the question is empty");
            const auto& documents = pick(draft_.documents, defaults_.item.documents);
            if (!documents) {
                error("a question needs documents; without any, write the text as prompt");
                return;
            }
            item_.documents = *documents;
            item_.messages = render_messages(item_, defaults_.system, defaults_.template_text);
        } else {
            error("nothing is asked: question and documents, prompt or messages is missing");
        }
    }

    const ItemDraft& draft_;
    const Defaults& defaults_;
    Diagnostics& diagnostics_;
    Item item_;
    std::optional<Locale> locale_;
    bool tool_call_ = false;
    bool good_ = true;
};

}  // namespace

std::optional<Item> build_item(const ItemDraft& draft, const Defaults& defaults,
                               const std::string& language, Diagnostics& diagnostics) {
    return Builder{draft, defaults, diagnostics}.build(language);
}

}  // namespace kilter

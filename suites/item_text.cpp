#include "suites/item_text.hpp"

#include <algorithm>
#include <string_view>

#include "base/json/real.hpp"
#include "base/json/write.hpp"
#include "suites/words.hpp"

namespace kilter {
namespace {

json::Value text(std::string_view value) {
    return json::make_string(std::string{value});
}

json::Value text_or_null(const std::optional<std::string>& value) {
    return value ? json::make_string(*value) : json::make_null();
}

json::Value strings_to_json(const std::vector<std::string>& texts) {
    json::Value out = json::make_array();
    for (const std::string& one : texts) out.items.push_back(json::make_string(one));
    return out;
}

json::Value options_to_json(const FieldOptions& options) {
    json::Value aliases = json::make_object();
    for (const auto& [reading, others] : options.aliases) {
        aliases.add(reading, strings_to_json(others));
    }
    json::Value languages = json::make_array();
    for (const Locale one : options.languages) languages.items.push_back(text(to_word(one)));
    json::Value out = json::make_object();
    out.members.reserve(29);
    out.add("locale", text(to_word(options.locale)));
    out.add("abs_tol", text_or_null(options.abs_tol));
    out.add("rel_tol", text_or_null(options.rel_tol));
    out.add("unit", text_or_null(options.unit));
    out.add("currency", text(to_word(options.currency)));
    out.add("default_currency", text_or_null(options.default_currency));
    out.add("scale_words", json::make_boolean(options.scale_words));
    out.add("fraction_ok", json::make_boolean(options.fraction_ok));
    out.add("order", text(to_word(options.order)));
    out.add("granularity", text(to_word(options.granularity)));
    out.add("languages", std::move(languages));
    out.add("unify", json::make_boolean(options.unify));
    out.add("drop_punctuation", json::make_boolean(options.drop_punctuation));
    out.add("nfkc", json::make_boolean(options.nfkc));
    out.add("fold_case", json::make_boolean(options.fold_case));
    out.add("values", strings_to_json(options.values));
    out.add("aliases", std::move(aliases));
    out.add("keep", text(options.keep));
    out.add("tau", text(options.tau));
    out.add("level", text(to_word(options.level)));
    out.add("ignore_act", json::make_boolean(options.ignore_act));
    out.add("phrases", strings_to_json(options.phrases));
    out.add("partial", json::make_boolean(options.partial));
    out.add("pattern", text(options.pattern));
    out.add("mode", text(to_word(options.mode)));
    out.add("key", strings_to_json(options.key));
    // Left out where there is none, so that other fields keep their digest.
    if (!options.rubric.empty()) out.add("rubric", text(options.rubric));
    out.add("strict_types", json::make_boolean(options.strict_types));
    out.add("waive_grounding", json::make_boolean(options.waive_grounding));
    return out;
}

json::Value field_to_json(const Field& field) {
    json::Value out = json::make_object();
    out.add("path", json::make_string(field.path));
    out.add("compare", text(to_word(field.compare)));
    out.add("weight", json::make_real(field.weight));
    out.add("options", options_to_json(field.options));
    json::Value item = json::make_array();
    for (const Field& part : field.item) item.items.push_back(field_to_json(part));
    out.add("item", std::move(item));
    return out;
}

std::string write_as(TextForm form, const json::Value& value) {
    return form == TextForm::canonical ? json::write_canonical(value) : json::write(value);
}

}  // namespace

const std::string& SchemaTexts::of(const SharedValue& schema) {
    if (last_ == nullptr || !last_->is_shared_with(schema)) text_ = write_as(form_, schema);
    last_ = &schema;
    return text_;
}

const std::string& FieldTexts::of(const FieldList& fields) {
    if (last_ != nullptr && last_->is_shared_with(fields)) return text_;
    const std::size_t known = last_ == nullptr ? 0 : std::min(last_->size(), fields.size());
    each_.resize(fields.size());
    text_ = "[";
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i >= known || (*last_)[i] != fields[i])
            each_[i] = write_as(form_, field_to_json(fields[i]));
        if (i > 0) text_ += ',';
        text_ += each_[i];
    }
    text_ += ']';
    last_ = &fields;
    return text_;
}

void append_integer_or_null(std::string& out, const std::optional<int>& value) {
    out += value ? std::to_string(*value) : "null";
}

}  // namespace kilter

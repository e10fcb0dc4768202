#include "suites/as_json.hpp"

#include <array>
#include <charconv>

#include "suites/words.hpp"

namespace kilter {
namespace {

json::Value text(std::string_view value) {
    return json::make_string(std::string{value});
}

json::Value text_or_null(const std::optional<std::string>& value) {
    return value ? json::make_string(*value) : json::make_null();
}

json::Value options_to_json(const FieldOptions& options) {
    json::Value aliases = json::make_object();
    for (const auto& [reading, others] : options.aliases) {
        aliases.set(reading, strings_to_json(others));
    }
    json::Value languages = json::make_array();
    for (const Locale one : options.languages) languages.items.push_back(text(to_word(one)));
    json::Value out = json::make_object();
    out.set("locale", text(to_word(options.locale)));
    out.set("abs_tol", text_or_null(options.abs_tol));
    out.set("rel_tol", text_or_null(options.rel_tol));
    out.set("unit", text_or_null(options.unit));
    out.set("currency", text(to_word(options.currency)));
    out.set("default_currency", text_or_null(options.default_currency));
    out.set("scale_words", json::make_boolean(options.scale_words));
    out.set("fraction_ok", json::make_boolean(options.fraction_ok));
    out.set("order", text(to_word(options.order)));
    out.set("granularity", text(to_word(options.granularity)));
    out.set("languages", std::move(languages));
    out.set("unify", json::make_boolean(options.unify));
    out.set("drop_punctuation", json::make_boolean(options.drop_punctuation));
    out.set("nfkc", json::make_boolean(options.nfkc));
    out.set("fold_case", json::make_boolean(options.fold_case));
    out.set("values", strings_to_json(options.values));
    out.set("aliases", std::move(aliases));
    out.set("keep", text(options.keep));
    out.set("tau", text(options.tau));
    out.set("level", text(to_word(options.level)));
    out.set("ignore_act", json::make_boolean(options.ignore_act));
    out.set("phrases", strings_to_json(options.phrases));
    out.set("partial", json::make_boolean(options.partial));
    out.set("pattern", text(options.pattern));
    out.set("mode", text(to_word(options.mode)));
    out.set("key", strings_to_json(options.key));
    // Left out where there is none, so that other fields keep their digest.
    if (!options.rubric.empty()) out.set("rubric", text(options.rubric));
    out.set("strict_types", json::make_boolean(options.strict_types));
    out.set("waive_grounding", json::make_boolean(options.waive_grounding));
    return out;
}

}  // namespace

json::Value number_to_json(double value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return json::make_number(std::string{buffer.data(), end});
}

json::Value strings_to_json(const std::vector<std::string>& texts) {
    json::Value out = json::make_array();
    for (const std::string& one : texts) out.items.push_back(json::make_string(one));
    return out;
}

json::Value messages_to_json(const std::vector<Message>& messages) {
    json::Value out = json::make_array();
    for (const Message& message : messages) {
        json::Value one = json::make_object();
        one.set("role", json::make_string(message.role));
        one.set("content", json::make_string(message.content));
        out.items.push_back(std::move(one));
    }
    return out;
}

json::Value tools_to_json(const std::vector<json::Value>& tools) {
    return tools.empty() ? json::make_null() : json::make_array(tools);
}

json::Value field_to_json(const Field& field) {
    json::Value out = json::make_object();
    out.set("path", json::make_string(field.path));
    out.set("compare", text(to_word(field.compare)));
    out.set("weight", number_to_json(field.weight));
    out.set("options", options_to_json(field.options));
    json::Value item = json::make_array();
    for (const Field& part : field.item) item.items.push_back(field_to_json(part));
    out.set("item", std::move(item));
    return out;
}

}  // namespace kilter

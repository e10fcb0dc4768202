#include "suites/option_reader.hpp"

#include <algorithm>

#include "base/decimal.hpp"
#include "base/text/normalize.hpp"
#include "suites/meanings.hpp"
#include "suites/pattern.hpp"
#include "suites/words.hpp"

namespace kilter {
namespace {

using tree::MappingReader;

std::optional<std::string> decimal_between(const OptionPlace& in, std::string_view key,
                                           std::string_view low, std::string_view high) {
    auto literal = in.reader.number(key);
    if (!literal) return std::nullopt;
    const auto value = Decimal::parse(*literal);
    const bool above_low = value && *value >= *Decimal::parse(low);
    if (above_low && (high.empty() || *value <= *Decimal::parse(high))) return literal;
    const std::string range = high.empty() ? "at least " + std::string{low}
                                           : std::string{low} + " to " + std::string{high};
    in.error(in.reader.optional(key)->at, std::string{key} + " must be " + range);
    return std::nullopt;
}

void read_locale(const OptionPlace& in) {
    if (const auto word = in.reader.one_of("locale", {"hu", "en", "de"})) {
        in.draft.locale = locale_from(*word);
    }
}

void read_number_options(const OptionPlace& in) {
    read_locale(in);
    in.options().abs_tol = decimal_between(in, "abs_tol", "0", "");
    in.options().rel_tol = decimal_between(in, "rel_tol", "0", "");
    in.options().strict_types = in.reader.boolean("strict_types").value_or(false);
}

bool is_currency_code(std::string_view text) {
    return text.size() == 3 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

void read_amount_options(const OptionPlace& in) {
    read_number_options(in);
    in.options().scale_words = in.reader.boolean("scale_words").value_or(true);
    const auto rule = in.reader.one_of("currency", {"optional", "required", "ignore"});
    if (rule) in.options().currency = currency_rule_from(*rule).value_or(CurrencyRule::optional);
    if (const auto code = in.reader.string("default_currency")) {
        if (is_currency_code(*code)) {
            in.options().default_currency = *code;
        } else {
            in.error(in.reader.optional("default_currency")->at,
                     "default_currency must be three capital letters of ISO 4217, as in HUF");
        }
    } else if (in.options().currency == CurrencyRule::optional &&
               in.reader.optional("default_currency") == nullptr) {
        in.error(in.draft.at,
                 "an amount whose currency is optional needs default_currency, as in "
                 "{compare: amount, default_currency: HUF}");
    }
}

void read_percent_options(const OptionPlace& in) {
    read_locale(in);
    in.options().abs_tol = decimal_between(in, "abs_tol", "0", "");
    in.options().rel_tol = decimal_between(in, "rel_tol", "0", "");
    in.options().fraction_ok = in.reader.boolean("fraction_ok").value_or(false);
}

void read_languages(const OptionPlace& in) {
    const tree::Node* node = in.reader.optional("lang");
    if (node == nullptr) return;
    const auto words = in.reader.strings("lang");
    if (words.empty() && node->kind == tree::Kind::sequence)
        in.error(node->at, "lang must not be empty; left out, it means all languages");
    for (const std::string& word : words) {
        if (const auto language = locale_from(word)) {
            in.options().languages.push_back(*language);
        } else {
            in.error(node->at, "lang must hold hu, en or de; found '" + word + "'");
        }
    }
}

void read_date_options(const OptionPlace& in) {
    read_languages(in);
    if (const auto word = in.reader.one_of("order", {"dmy", "mdy"})) {
        in.options().order = slash_order_from(*word).value_or(SlashOrder::dmy);
    }
    if (const auto word = in.reader.one_of("granularity", {"day", "month", "year"})) {
        in.options().granularity = granularity_from(*word).value_or(Granularity::day);
    }
}

void read_case(const OptionPlace& in) {
    if (const auto word = in.reader.one_of("case", {"fold", "keep"})) {
        in.options().fold_case = *word == "fold";
    }
}

// What is done to a text before it is compared.
void read_text_form(const OptionPlace& in) {
    in.options().nfkc = in.reader.boolean("nfkc").value_or(false);
    if (in.draft.field.compare == Comparator::string_exact) return;
    if (const auto word = in.reader.one_of("punct", {"keep", "drop"})) {
        in.options().drop_punctuation = *word == "drop";
    }
}

// A sequence lists other readings of the gold text (string only); a mapping names each reading.
void read_aliases(const OptionPlace& in, bool list_allowed) {
    const tree::Node* node = in.reader.optional("aliases");
    if (node == nullptr) return;
    if (node->kind == tree::Kind::mapping) {
        MappingReader readings{*node, in.file, in.what + ", aliases", in.diagnostics};
        for (const tree::Entry& entry : node->entries) {
            in.options().aliases[entry.key] = readings.strings(entry.key);
        }
    } else if (list_allowed) {
        in.draft.readings = in.reader.strings("aliases");
    } else {
        in.error(node->at, "aliases must name its readings, as in {HUF: [Ft, forint]}");
    }
}

void read_enum_options(const OptionPlace& in) {
    read_case(in);
    const tree::Node* values = in.reader.optional("values");
    if (values == nullptr) {
        in.error(in.draft.at, "an enum needs values, as in {compare: enum, values: [paid, open]}");
    } else {
        in.options().values = in.reader.strings("values");
        if (in.options().values.empty()) in.error(values->at, "values must not be empty");
    }
    read_aliases(in, false);
    check_meanings(in, values, in.reader.optional("aliases"), in.options().fold_case);
    const auto& known = in.options().values;
    for (const auto& [reading, others] : in.options().aliases) {
        if (std::find(known.begin(), known.end(), reading) == known.end()) {
            in.error(in.reader.optional("aliases")->at,
                     "aliases name '" + reading + "', which is not among the values");
        }
    }
}

// {true: [van], false: [nincs]}
void read_boolean_words(const OptionPlace& in) {
    const tree::Node* node = in.reader.optional("words");
    if (node == nullptr) return;
    MappingReader words{*node, in.file, in.what + ", words", in.diagnostics};
    if (!words.is_mapping()) return;
    for (const std::string_view value : {"true", "false"}) {
        if (words.optional(value) == nullptr) continue;
        in.options().aliases[std::string{value}] = words.strings(value);
    }
    words.finish();
    check_meanings(in, nullptr, node, true);
}

void read_citation_options(const OptionPlace& in) {
    const auto level = in.reader.one_of("level", {"act", "section", "paragraph", "point"});
    if (level) in.options().level = citation_level_from(*level).value_or(CitationLevel::point);
    if (const auto word = in.reader.one_of("act", {"compare", "ignore"})) {
        in.options().ignore_act = *word == "ignore";
    }
    if (in.options().ignore_act && in.options().level == CitationLevel::act) {
        in.error(in.draft.at, "level: act compares nothing where act is ignored");
    }
    read_aliases(in, false);
}

// A phrase that nothing is left of stands in no text, so no answer could be right.
void check_phrases(const OptionPlace& in, const tree::Node& list) {
    for (std::size_t i = 0; i < in.options().phrases.size(); ++i) {
        const std::string& phrase = in.options().phrases[i];
        if (!is_blank(in.options().drop_punctuation ? without_punctuation(phrase) : phrase))
            continue;
        const bool listed = i < list.items.size();
        in.error(listed ? list.items[i].at : list.at,
                 "phrase '" + phrase + "' is empty; a phrase is a text that the answer must hold");
    }
}

void read_unit(const OptionPlace& in) {
    in.options().unit = in.reader.string("unit");
    if (!in.options().unit || names_something(*in.options().unit)) return;
    in.error(in.reader.optional("unit")->at,
             "unit must be a word or sign behind the number, as in kg; found '" +
                 *in.options().unit + "'");
}

void read_phrases(const OptionPlace& in) {
    read_case(in);
    read_text_form(in);
    in.options().partial = in.reader.boolean("partial").value_or(false);
    const tree::Node* node = in.reader.optional("phrases");
    if (node != nullptr) {
        in.options().phrases = in.reader.strings("phrases");
        if (in.options().phrases.empty()) in.error(node->at, "phrases must not be empty");
        check_phrases(in, *node);
    } else if (!in.has_gold_text) {
        in.error(in.draft.at, "contains_all needs phrases where it compares a part of a list");
    }
}

void read_pattern(const OptionPlace& in) {
    in.options().fold_case = in.reader.one_of("case", {"fold", "keep"}).value_or("keep") == "fold";
    const tree::Node* node = in.reader.required("pattern");
    in.options().pattern = nfc(in.reader.string("pattern").value_or(""));
    if (node == nullptr || node->kind != tree::Kind::scalar) return;
    const std::string problem = pattern_problem(in.options().pattern);
    if (!problem.empty()) in.error(node->at, "the pattern cannot be used: " + problem);
}

void read_rubric(const OptionPlace& in) {
    const auto rubric = in.reader.string("rubric");
    if (!rubric) return;
    in.options().rubric = nfc(trim(*rubric));
    if (in.options().rubric.empty()) {
        in.error(in.reader.optional("rubric")->at,
                 "rubric must say what makes an answer right; without one gold says it");
    }
}

}  // namespace

void read_options(const OptionPlace& in) {
    switch (in.draft.field.compare) {
        case Comparator::string_exact:
            return read_text_form(in);
        case Comparator::string:
            read_case(in);
            read_text_form(in);
            return read_aliases(in, in.has_gold_text);
        case Comparator::anls:
            read_text_form(in);
            if (const auto tau = decimal_between(in, "tau", "0", "1")) in.options().tau = *tau;
            return;
        case Comparator::number:
            read_number_options(in);
            return read_unit(in);
        case Comparator::amount:
            return read_amount_options(in);
        case Comparator::percent:
            return read_percent_options(in);
        case Comparator::date:
            return read_date_options(in);
        case Comparator::id:
            in.options().keep = in.reader.string("keep").value_or("");
            return;
        case Comparator::enumeration:
            return read_enum_options(in);
        case Comparator::duration:
            in.options().unify = in.reader.boolean("unify").value_or(false);
            return;
        case Comparator::boolean:
            return read_boolean_words(in);
        case Comparator::citation:
            return read_citation_options(in);
        case Comparator::contains_all:
            return read_phrases(in);
        case Comparator::regex:
            return read_pattern(in);
        case Comparator::list_ordered:
            if (const auto word = in.reader.one_of("mode", {"position", "lcs"})) {
                in.options().mode = list_mode_from(*word).value_or(ListMode::position);
            }
            return;
        case Comparator::list_records:
            in.options().key = in.reader.strings("key");
            return;
        case Comparator::judge:
            return read_rubric(in);
        case Comparator::list_set:
        case Comparator::tool_call:
            break;
    }
}

}  // namespace kilter

#include "suites/field_reader.hpp"

#include <algorithm>
#include <charconv>

#include "base/decimal.hpp"
#include "suites/words.hpp"

namespace kilter {
namespace {

using tree::MappingReader;

// One field under construction and where its mistakes go.
struct Reading {
    FieldDraft& draft;
    MappingReader& reader;
    const std::string& file;
    const std::string& what;
    Diagnostics& diagnostics;

    FieldOptions& options() const { return draft.field.options; }
    void error(SourcePosition at, const std::string& message) const {
        diagnostics.error(file, at, what + ": " + message);
    }
};

std::optional<std::string> decimal_between(const Reading& in, std::string_view key,
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

void read_locale(const Reading& in) {
    if (const auto word = in.reader.one_of("locale", {"hu", "en", "de"})) {
        in.draft.locale = locale_from(*word);
    }
}

void read_number_options(const Reading& in) {
    read_locale(in);
    in.options().abs_tol = decimal_between(in, "abs_tol", "0", "");
    in.options().rel_tol = decimal_between(in, "rel_tol", "0", "");
    in.options().strict_types = in.reader.boolean("strict_types").value_or(false);
}

bool is_currency_code(std::string_view text) {
    return text.size() == 3 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

void read_amount_options(const Reading& in) {
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

void read_date_options(const Reading& in) {
    if (const auto word = in.reader.one_of("order", {"dmy", "mdy"})) {
        in.options().order = slash_order_from(*word).value_or(SlashOrder::dmy);
    }
    if (const auto word = in.reader.one_of("granularity", {"day", "month", "year"})) {
        in.options().granularity = granularity_from(*word).value_or(Granularity::day);
    }
}

void read_case(const Reading& in) {
    if (const auto word = in.reader.one_of("case", {"fold", "keep"})) {
        in.options().fold_case = *word == "fold";
    }
}

// A sequence lists other readings of the gold text (string only); a mapping names each reading.
void read_aliases(const Reading& in, bool list_allowed) {
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

void read_enum_options(const Reading& in) {
    read_case(in);
    const tree::Node* values = in.reader.optional("values");
    if (values == nullptr) {
        in.error(in.draft.at, "an enum needs values, as in {compare: enum, values: [paid, open]}");
    } else {
        in.options().values = in.reader.strings("values");
        if (in.options().values.empty()) in.error(values->at, "values must not be empty");
    }
    read_aliases(in, false);
    const auto& known = in.options().values;
    for (const auto& [reading, others] : in.options().aliases) {
        if (std::find(known.begin(), known.end(), reading) == known.end()) {
            in.error(in.reader.optional("aliases")->at,
                     "aliases name '" + reading + "', which is not among the values");
        }
    }
}

void read_options(const Reading& in) {
    switch (in.draft.field.compare) {
        case Comparator::string:
            read_case(in);
            read_aliases(in, true);
            break;
        case Comparator::anls:
            if (const auto tau = decimal_between(in, "tau", "0", "1")) in.options().tau = *tau;
            break;
        case Comparator::number:
            read_number_options(in);
            in.options().unit = in.reader.string("unit");
            break;
        case Comparator::amount:
            read_amount_options(in);
            break;
        case Comparator::date:
            read_date_options(in);
            break;
        case Comparator::id:
            in.options().keep = in.reader.string("keep").value_or("");
            break;
        case Comparator::enumeration:
            read_enum_options(in);
            break;
        case Comparator::string_exact:
        case Comparator::boolean:
        case Comparator::judge:
            break;
    }
}

// nullopt and an error where the word names no comparator of this version.
std::optional<Comparator> read_comparator(std::string_view word, SourcePosition at,
                                          const std::string& file, const std::string& what,
                                          Diagnostics& diagnostics) {
    if (const auto comparator = comparator_from(word)) return comparator;
    const std::string quoted = "comparator '" + std::string{word} + "'";
    if (is_later_comparator(word)) {
        diagnostics.error(file, at,
                          what + ": " + quoted + " is not supported by this version of kilter");
    } else {
        diagnostics.error(file, at,
                          what + ": unknown " + quoted +
                              "; it is one of string, string_exact, anls, number, amount, date, "
                              "id, boolean, enum, judge");
    }
    return std::nullopt;
}

// Segments between dots, none empty. Lists are a word of the format that this version cannot score.
bool check_path(const tree::Entry& entry, const std::string& file, const std::string& what,
                Diagnostics& diagnostics) {
    const std::string& path = entry.key;
    if (path.find("[]") != std::string::npos) {
        diagnostics.error(file, entry.key_at,
                          what + ": field path '" + path +
                              "' reaches into a list, which is not supported by this version of "
                              "kilter");
        return false;
    }
    const bool empty_part = path.empty() || path.front() == '.' || path.back() == '.' ||
                            path.find("..") != std::string::npos;
    if (empty_part || path.find_first_of("[]") != std::string::npos) {
        diagnostics.error(
            file, entry.key_at,
            what + ": field path '" + path + "' must be names joined by dots, as in seller.tax_id");
        return false;
    }
    return true;
}

void read_weight(const Reading& in) {
    const auto literal = in.reader.number("weight");
    if (!literal) return;
    double weight = 0;
    std::from_chars(literal->data(), literal->data() + literal->size(), weight);
    if (weight > 0 && weight <= 1e6) {
        in.draft.field.weight = weight;
    } else {
        in.error(in.reader.optional("weight")->at, "weight must be more than 0, at most 1000000");
    }
}

FieldDraft read_field(const tree::Entry& entry, const std::string& file, const std::string& owner,
                      Diagnostics& diagnostics) {
    const std::string what = owner + ", field '" + entry.key + "'";
    FieldDraft draft;
    draft.at = entry.key_at;
    draft.field.path = entry.key;
    draft.usable = check_path(entry, file, owner, diagnostics);

    // The short form `due_date: date` is the long one with nothing but the comparator.
    tree::Node as_mapping;
    const tree::Node* node = &entry.value;
    if (node->kind == tree::Kind::scalar) {
        as_mapping.kind = tree::Kind::mapping;
        as_mapping.at = entry.value.at;
        as_mapping.entries.push_back({"compare", entry.value.at, entry.value});
        node = &as_mapping;
    }
    MappingReader reader{*node, file, what, diagnostics};
    if (!reader.is_mapping()) {
        draft.usable = false;
        return draft;
    }
    const std::string word = reader.required_string("compare");
    const tree::Node* compare = node->find("compare");
    if (compare == nullptr || compare->kind != tree::Kind::scalar) {
        draft.usable = false;
        return draft;
    }
    const auto comparator = read_comparator(word, compare->at, file, what, diagnostics);
    if (!comparator) {
        draft.usable = false;
        return draft;
    }
    draft.field.compare = *comparator;
    const Reading in{draft, reader, file, what, diagnostics};
    read_weight(in);
    draft.field.options.waive_grounding = reader.boolean("waive_grounding").value_or(false);
    read_options(in);
    reader.finish();
    return draft;
}

}  // namespace

std::vector<FieldDraft> read_fields(const tree::Node& node, const std::string& file,
                                    const std::string& what, Diagnostics& diagnostics) {
    std::vector<FieldDraft> drafts;
    const MappingReader shape{node, file, what + ", fields", diagnostics};
    if (!shape.is_mapping()) return drafts;
    for (const tree::Entry& entry : node.entries) {
        drafts.push_back(read_field(entry, file, what, diagnostics));
    }
    if (drafts.empty()) {
        diagnostics.error(file, node.at, what + ": fields must name at least one field");
    }
    return drafts;
}

}  // namespace kilter

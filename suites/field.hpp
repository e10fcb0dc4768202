// What a suite declares about one field: path, comparator, typed options. Names and options live
// here; what a comparator does lives in scorers/fields. Plain data, any thread.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kilter {

enum class Comparator {
    string_exact,
    string,
    anls,
    number,
    amount,
    percent,
    date,
    duration,
    id,
    boolean,
    enumeration,  // written `enum`
    citation,
    contains_all,
    regex,
    list_set,
    list_ordered,
    list_records,
    tool_call,
    judge,  // unavailable until a judge has read every answer: its points leave `attainable`
};

// The word in a suite file; nullopt: no such comparator.
std::optional<Comparator> comparator_from(std::string_view word);
std::string_view to_word(Comparator comparator);
// list_set, list_ordered or list_records
bool is_list(Comparator comparator);

enum class Locale { hu, en, de };
enum class CurrencyRule { optional, required, ignore };
enum class SlashOrder { dmy, mdy };
enum class Granularity { day, month, year };
enum class CitationLevel { act, section, paragraph, point };
enum class ListMode { position, lcs };

// Options of all comparators; which of them a comparator takes is checked when the suite loads.
struct FieldOptions {
    Locale locale = Locale::en;          // number, amount, percent: decides "1.500"; from the item
    std::optional<std::string> abs_tol;  // number, amount, percent: decimal literal >= 0
    std::optional<std::string> rel_tol;  // the same, relative to gold
    std::optional<std::string> unit;     // number: accepted suffix, e.g. "kg"
    CurrencyRule currency = CurrencyRule::optional;  // amount
    std::optional<std::string> default_currency;     // amount: ISO 4217
    bool scale_words = true;                         // amount: ezer, millió, milliárd, M, Mrd
    bool fraction_ok = false;                        // percent: a bare number below 1 is a fraction
    SlashOrder order = SlashOrder::dmy;              // date
    Granularity granularity = Granularity::day;      // date
    std::vector<Locale> languages;                   // date: of month names; empty: all
    bool unify = false;                              // duration: 3 years are 36 months
    bool fold_case = true;          // string, enum, contains_all; regex: false unless `case: fold`
    bool drop_punctuation = false;  // string, anls, contains_all: `punct: drop`
    bool nfkc = false;              // string, string_exact, anls, contains_all
    std::vector<std::string> values;  // enum: the codes
    // string, enum, citation (acts), boolean (words): listed reading -> others
    std::map<std::string, std::vector<std::string>> aliases;
    std::string keep;                            // id: characters that are not removed
    std::string tau = "0.5";                     // anls threshold, decimal literal 0..1
    CitationLevel level = CitationLevel::point;  // citation: how far parts are compared
    bool ignore_act = false;                     // citation
    std::vector<std::string> phrases;            // contains_all: all of them
    bool partial = false;                        // contains_all: the share counts
    std::string pattern;                         // regex: RE2 syntax, NFC
    ListMode mode = ListMode::position;          // list_ordered
    std::vector<std::string> key;                // list_records: columns that name a row
    std::string rubric;                          // judge: what is right; empty: what gold says
    bool strict_types = false;                   // number: a string answer scores 0
    bool waive_grounding = false;                // lint: gold need not stand in the text

    friend bool operator==(const FieldOptions&, const FieldOptions&) = default;
};

// One field. `path` reaches into objects with dots ("seller.tax_id"), and through all elements of a
// list with brackets ("lines[].gross").
struct Field {
    std::string path;
    Comparator compare = Comparator::string;
    double weight = 1.0;  // > 0
    FieldOptions options;
    // list_set, list_ordered: one, how elements are compared, its path empty. list_records: the
    // columns of a row. tool_call: the arguments.
    std::vector<Field> item;

    friend bool operator==(const Field&, const Field&) = default;
};

// The path goes through the elements of a list.
bool gathers(const Field& field);
// A comparator that gives partial credit by likeness, or a list of such: its wording alone is no
// change of value.
bool is_fuzzy(const Field& field);

}  // namespace kilter

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
    date,
    id,
    boolean,
    enumeration,  // written `enum`
    judge,        // unavailable without a judge: its points leave `attainable`
};

// The word in a suite file; nullopt: no such comparator.
std::optional<Comparator> comparator_from(std::string_view word);
std::string_view to_word(Comparator comparator);

enum class Locale { hu, en, de };
enum class CurrencyRule { optional, required, ignore };
enum class SlashOrder { dmy, mdy };
enum class Granularity { day, month, year };

// Options of all comparators; which of them a comparator takes is checked when the suite loads.
struct FieldOptions {
    Locale locale = Locale::en;          // number, amount: decides "1.500"; from the item or suite
    std::optional<std::string> abs_tol;  // number, amount: decimal literal >= 0
    std::optional<std::string> rel_tol;  // number, amount: decimal literal >= 0, relative to gold
    std::optional<std::string> unit;     // number: accepted suffix, e.g. "kg"
    CurrencyRule currency = CurrencyRule::optional;  // amount
    std::optional<std::string> default_currency;     // amount: ISO 4217
    bool scale_words = true;                         // amount: ezer, millió, milliárd, M, Mrd
    SlashOrder order = SlashOrder::dmy;              // date
    Granularity granularity = Granularity::day;      // date
    bool fold_case = true;                           // string, enum
    std::vector<std::string> values;                 // enum: the codes
    // string, enum: listed reading -> others
    std::map<std::string, std::vector<std::string>> aliases;
    std::string keep;              // id: characters that are not removed
    std::string tau = "0.5";       // anls threshold, decimal literal 0..1
    bool strict_types = false;     // number: a string answer scores 0
    bool waive_grounding = false;  // lint: gold need not stand in the text
};

// One field. `path` reaches into objects with dots ("seller.tax_id").
struct Field {
    std::string path;
    Comparator compare = Comparator::string;
    double weight = 1.0;  // > 0
    FieldOptions options;
};

}  // namespace kilter

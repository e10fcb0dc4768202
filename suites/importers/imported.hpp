// What an importer makes of foreign files: items with their text, the fields that are asked and
// their gold. Gold is a draft of the source; whether it stands in the text is for lint to say.
// What it is not: a Suite (that is loaded from what write_suite.hpp writes). Plain data, any
// thread.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.hpp"
#include "suites/field.hpp"

namespace kilter {

inline constexpr std::size_t k_most_imported_items = 10'000;

// One field that an item asks for, with all that a suite says about it.
struct AskedField {
    std::string path;     // "total" or "sub_total.tax_price"
    json::Value schema;   // of the value, as in {type: [string, "null"]}
    json::Value compare;  // a comparator's word, or a mapping with `compare` and options
    json::Value gold;     // null: the document does not state it
};

struct ImportedItem {
    std::string id;        // valid and unique in its suite
    std::string document;  // UTF-8, LF line ends
    std::string question;
    std::string lang;
    Locale locale = Locale::en;
    std::vector<AskedField> asked;  // at least one
    std::vector<std::string> tags;
    std::string notes;  // where it came from, and what the importer did to it
};

struct ImportedSuite {
    std::string name;      // a suite's name
    std::string language;  // of the documents
    std::string about;     // one sentence for the README
    std::string source;    // as the user gave them; empty: not given
    std::string license;
    std::vector<ImportedItem> items;
    std::vector<std::string> remarks;  // what was guessed or left out, one sentence each
};

// Ids of one suite: names made of any text, none twice.
class IdPool {
  public:
    // "Belfoldi szamla" becomes "Belfoldi-szamla"; a second one "Belfoldi-szamla-2".
    std::string take(std::string_view wanted);

  private:
    std::set<std::string> taken_;
};

// The nearest name that a suite or item may have; "item" where nothing of the text is left.
std::string name_from(std::string_view text);

}  // namespace kilter

// Guesses how the values of plain gold objects are compared: learns from all of them first, one
// guess for each path, then makes the fields of each. Lists of single values become list_set, lists
// of objects list_records; deeper lists are refused. Within suites/importers only. One thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/source_tree.hpp"
#include "suites/importers/imported.hpp"

namespace kilter {

class PlainGold {
  public:
    // Both outlive the object.
    PlainGold(const std::string& file, Diagnostics& diagnostics)
        : file_(file), diagnostics_(diagnostics) {}

    // False and an error where the object cannot be gold.
    bool learn(const tree::Node& gold);
    // Once all are learned, for a gold that was learned.
    std::vector<AskedField> fields_of(const tree::Node& gold) const;
    // "sum is compared as number, guessed from its values."
    std::vector<std::string> remarks() const;

  private:
    bool learn_mapping(const tree::Node& node, const std::string& path);
    bool learn_list(const tree::Node& node, const std::string& path);
    bool learn_row(const tree::Node& node, const std::string& path);
    bool learn_value(const tree::Node& node, const std::string& path);
    bool refuse(SourcePosition at, const std::string& message);

    Comparator guess_of(const std::string& path) const;
    std::vector<AskedField> columns_of(const std::string& path) const;
    AskedField list_field(const tree::Node& node, const std::string& path) const;
    void add_fields(const tree::Node& node, const std::string& path,
                    std::vector<AskedField>& fields) const;

    const std::string& file_;
    Diagnostics& diagnostics_;
    // Keyed by path: "sum", "tags[]" for the elements of a list, "lines[].net" for a column.
    std::map<std::string, Comparator> guesses_;
    std::set<std::string> single_, lists_;   // paths with such a value
    std::set<std::string> elements_, rows_;  // lists with such an element
};

}  // namespace kilter

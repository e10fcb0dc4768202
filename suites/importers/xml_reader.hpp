// One XML file of an importer: parsed, and read by local names (prefixes are nobody's business
// here), with every complaint at its line and column. pugixml stays within suites/importers. Never
// fetches anything. One thread; nodes live as long as their reader.
#pragma once

#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source_text.hpp"

namespace kilter {

class XmlReader {
  public:
    // `text` outlives the reader; `file` names it in messages.
    XmlReader(std::string_view text, std::string file, Diagnostics& diagnostics);

    // The root element; a null node where the text could not be read, which was reported.
    pugi::xml_node root() const { return root_; }
    bool failed() const { return failed_; }

    // The first element at a path of local names, as in "invoiceMain/invoice"; a null node: none.
    pugi::xml_node find(pugi::xml_node from, std::string_view path) const;
    // All children of that local name, in order.
    std::vector<pugi::xml_node> all(pugi::xml_node from, std::string_view name) const;

    // The text of an element, on one line; empty: no such element, or an empty one.
    std::string text(pugi::xml_node from, std::string_view path) const;
    // A decimal in its shortest form, a day as YYYY-MM-DD (written so, or YYYYMMDD). Empty: absent,
    // or wrong, which is an error at its place.
    std::string decimal(pugi::xml_node from, std::string_view path);
    std::string day(pugi::xml_node from, std::string_view path);

    void error(pugi::xml_node at, std::string message);
    void warning(pugi::xml_node at, std::string message);

  private:
    SourcePosition place(pugi::xml_node node);

    std::string file_;
    Diagnostics& diagnostics_;
    tree::SourceText source_;
    pugi::xml_document document_;
    pugi::xml_node root_;
    bool failed_ = false;
};

// "cbc:ID" -> "ID"
std::string_view local_name(pugi::xml_node node);

}  // namespace kilter

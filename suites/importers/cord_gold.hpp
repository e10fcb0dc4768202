// gt_parse of a CORD receipt as asked fields: a tree of printed texts in which `price` and `cnt` in
// a key tell figures from words, and lists are rows. Within suites/importers only. Pure, any
// thread.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/source_tree.hpp"
#include "suites/importers/imported.hpp"

namespace kilter {

// The receipts are Indonesian as a rule: both marks group by three. Where one of the figures says
// so with a dot, the locale is de; else en.
Locale cord_locale(const tree::Node& gt_parse);

// `left_out` gathers the paths of what is neither a text nor rows of texts.
std::vector<AskedField> cord_fields(const tree::Node& gt_parse, Locale locale,
                                    std::set<std::string>& left_out);

}  // namespace kilter

// How the numbers of the page are made, in short, with their sources. Constant text.
#pragma once

#include <string>

namespace kilter {

std::string methods_html();

}  // namespace kilter

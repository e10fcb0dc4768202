// The sections of kilter(1) that the parser does not know: what it is for, exit codes, files,
// variables, examples. Plain text; man_page.cpp makes roff of it. Any thread.
#pragma once

#include <span>
#include <string_view>

namespace kilter {

struct ManTerm {
    std::string_view term;
    std::string_view about;
};

std::span<const std::string_view> man_description();  // paragraphs
std::span<const ManTerm> man_exit_codes();
std::span<const ManTerm> man_files();
std::span<const ManTerm> man_variables();
std::span<const ManTerm> man_examples();  // term: the command line
std::string_view man_see_also();
std::string_view man_date();  // of the last change to the text

}  // namespace kilter

// The files of a bundle that are written for people and machines: the issue text in Markdown, the
// script that asks again, the program that compares, and repro.json (schema kilter.repro/1). Model
// text is shown, never interpreted; no key stands in any of them. Pure, any thread.
#pragma once

#include <string>
#include <string_view>

#include "reports/repro_model.hpp"
#include "reports/text_style.hpp"

namespace kilter {

std::string repro_issue(const ReproModel& repro);
// A POSIX shell script around curl. Empty: there is no request to send.
std::string repro_script(const ReproModel& repro);
// Python 3 without packages: groups the answers of two folders by their texts.
std::string_view repro_compare_program();
std::string repro_json(const ReproModel& repro, const std::string& folder);
// What the command says when it is done.
std::string repro_text(const ReproModel& repro, const std::string& folder, const TextStyle& style);

// "5 different outputs in 10 runs", "the same output in 10 of 10 runs", ...: no more than was seen.
std::string repro_headline(const ReproModel& repro);

// A word for a POSIX shell that no character of it can leave.
std::string shell_quote(std::string_view word);

}  // namespace kilter

#include "suites/importers/nav_print.hpp"

#include <algorithm>
#include <vector>

#include "base/text/normalize.hpp"

namespace kilter {
namespace {

constexpr std::string_view k_file_name = "Fájlnév:";
constexpr std::string_view k_picture = "Számlakép:";
constexpr std::string_view k_example = "példa";

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        lines.push_back(line);
    }
    return lines;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_page_number(std::string_view line) {
    const std::string_view inside = trim(line);
    return !inside.empty() && inside.size() <= 4 &&
           std::all_of(inside.begin(), inside.end(), is_digit);
}

// "3.1.1.2 példa: ...", but no line of a table of contents.
bool is_heading(std::string_view line) {
    const std::string_view inside = trim(line);
    const std::size_t blank = inside.find(' ');
    if (blank == std::string_view::npos || inside.find("....") != std::string_view::npos) {
        return false;
    }
    const std::string_view number = inside.substr(0, blank);
    const bool numbered =
        is_digit(number[0]) && number.find('.') != std::string_view::npos &&
        std::all_of(number.begin(), number.end(), [](char c) { return is_digit(c) || c == '.'; });
    return numbered && trim(inside.substr(blank)).starts_with(k_example);
}

// The line that the pages repeat most at their head: it follows each page number.
std::string_view running_head(const std::vector<std::string_view>& lines) {
    std::map<std::string_view, int> seen;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        if (is_page_number(lines[i])) ++seen[trim(lines[i + 1])];
    }
    const auto most = std::max_element(
        seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == seen.end() || most->second < 3 ? std::string_view{} : most->first;
}

// The lines as they stand: columns are kept, blank lines only inside and at most two in a row.
std::string page_of(const std::vector<std::string_view>& lines, std::string_view head) {
    std::string page;
    int blank = 0;
    for (const std::string_view line : lines) {
        if (is_page_number(line) || (!head.empty() && trim(line) == head)) continue;
        if (trim(line).empty()) {
            ++blank;
            continue;
        }
        if (!page.empty()) page.append(static_cast<std::size_t>(std::min(blank, 2)), '\n');
        blank = 0;
        page += line;
        page += '\n';
    }
    return page;
}

}  // namespace

std::string print_key(std::string_view file_name) {
    std::string key;
    for (const char c : file_name) {
        if (c != ' ' && c != '\t') key += c;
    }
    return case_fold(key);
}

std::map<std::string, std::string> cut_nav_pages(std::string_view text) {
    const std::vector<std::string_view> lines = lines_of(text);
    const std::string_view head = running_head(lines);
    std::map<std::string, std::string> pages;
    std::vector<std::string_view> collected;
    std::string last;
    for (const std::string_view line : lines) {
        const std::string_view inside = trim(line);
        if (inside.starts_with(k_file_name)) {
            // A second name right below the first one: the page is theirs together.
            std::string page = page_of(collected, head);
            if (!page.empty()) last = std::move(page);
            collected.clear();
            pages[print_key(inside.substr(k_file_name.size()))] = last;
        } else if (is_heading(line) || inside.starts_with(k_picture)) {
            collected.clear();
        } else {
            collected.push_back(line);
        }
    }
    return pages;
}

}  // namespace kilter

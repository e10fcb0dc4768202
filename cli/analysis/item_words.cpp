#include "cli/analysis/item_words.hpp"

#include <algorithm>

namespace kilter {

Result<ItemName> find_item(const std::vector<SuiteSelection>& suites, std::string_view word) {
    const std::size_t slash = word.find('/');
    const std::string_view wanted_suite =
        slash == std::string_view::npos ? "" : word.substr(0, slash);
    const std::string_view wanted = slash == std::string_view::npos ? word : word.substr(slash + 1);
    std::vector<ItemName> found;
    for (const SuiteSelection& suite : suites) {
        if (!wanted_suite.empty() && suite.suite != wanted_suite) continue;
        if (std::find(suite.items.begin(), suite.items.end(), wanted) != suite.items.end())
            found.push_back({suite.suite, std::string{wanted}});
    }
    if (found.size() == 1) return found.front();
    std::string message = "item '" + std::string{word} + "' ";
    if (found.empty()) {
        message += "is not in the experiment; its suites hold";
        for (const SuiteSelection& suite : suites) {
            message += " " + suite.suite + " (";
            if (!suite.items.empty())
                message += suite.items.front() +
                           (suite.items.size() > 1 ? " to " + suite.items.back() : "");
            message += ")";
        }
        return fail(message);
    }
    message += "is ambiguous: write";
    for (const ItemName& name : found) message += " " + name.suite + "/" + name.item;
    return fail(message);
}

std::vector<std::string> split_words(const std::vector<std::string>& arguments) {
    std::vector<std::string> words;
    for (const std::string& argument : arguments) {
        std::size_t begin = 0;
        while (begin <= argument.size()) {
            const std::size_t end = std::min(argument.find(',', begin), argument.size());
            if (end > begin) words.push_back(argument.substr(begin, end - begin));
            begin = end + 1;
        }
    }
    return words;
}

}  // namespace kilter

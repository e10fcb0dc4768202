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

Result<void> keep_named_items(std::vector<PlannedSuite>& suites,
                              const std::vector<std::string>& words) {
    if (words.empty()) return {};
    std::vector<SuiteSelection> all;
    for (const PlannedSuite& planned : suites) {
        SuiteSelection one;
        one.suite = planned.suite->name;
        for (const Item* item : planned.items) one.items.push_back(item->id);
        all.push_back(std::move(one));
    }
    std::vector<ItemName> names;
    for (const std::string& word : words) {
        auto name = find_item(all, word);
        if (!name) return name.error();
        names.push_back(std::move(*name));
    }
    for (PlannedSuite& planned : suites) {
        std::erase_if(planned.items, [&](const Item* item) {
            const ItemName name{planned.suite->name, item->id};
            return std::find(names.begin(), names.end(), name) == names.end();
        });
    }
    std::erase_if(suites, [](const PlannedSuite& planned) { return planned.items.empty(); });
    return {};
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

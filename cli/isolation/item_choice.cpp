#include "cli/isolation/item_choice.hpp"

#include <algorithm>

#include "cli/analysis/item_words.hpp"

namespace kilter {

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

Result<ItemsFrom> items_from(StoreReader& reader, const ExperimentRow& older,
                             const SelectionRequest& selection,
                             const std::vector<std::shared_ptr<const Suite>>& suites) {
    const auto chosen = select_items(reader, older, selection);
    if (!chosen) return chosen.error();
    if (chosen->empty())
        return fail("no item of experiment " + older.id + " is chosen by that: nothing to isolate");
    ItemsFrom out;
    for (const auto& [name, ids] : *chosen) {
        const auto suite =
            std::find_if(suites.begin(), suites.end(),
                         [&, wanted = name](const auto& one) { return one->name == wanted; });
        if (suite == suites.end())
            return fail("experiment " + older.id + " asked the suite '" + name +
                        "', and the config has no suite of that name");
        PlannedSuite planned{*suite, {}};
        for (const std::string& id : ids) {
            const Item* item = (*suite)->find(id);
            if (item == nullptr)
                return fail("the item '" + name + "/" + id + "' of experiment " + older.id +
                            " is not in the suite any more");
            planned.items.push_back(item);
        }
        for (const SuiteSelection& then : older.suites)
            if (then.suite == name && then.prompts_digest != (*suite)->prompts_digest)
                out.changed.push_back(name);
        out.suites.push_back(std::move(planned));
    }
    return out;
}

}  // namespace kilter

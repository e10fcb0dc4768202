#include "cli/isolation/item_choice.hpp"

#include <algorithm>

namespace kilter {

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

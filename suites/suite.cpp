#include "suites/suite.hpp"

#include <algorithm>

namespace kilter {

const Item* Suite::find(std::string_view id) const {
    const auto at =
        std::find_if(items.begin(), items.end(), [id](const Item& item) { return item.id == id; });
    return at == items.end() ? nullptr : &*at;
}

double Suite::max_points() const {
    double sum = 0;
    for (const Item& item : items) sum += item.points;
    return sum;
}

std::string_view tool_name(const json::Value& tool) {
    const json::Value* function = tool.find("function");
    const json::Value* name = function == nullptr ? nullptr : function->find("name");
    return name != nullptr && name->is_string() ? std::string_view{name->text} : std::string_view{};
}

const Field* call_field(const Item& item) {
    const auto at = std::find_if(item.fields.begin(), item.fields.end(), [](const Field& field) {
        return field.compare == Comparator::tool_call;
    });
    return at == item.fields.end() ? nullptr : &*at;
}

double attainable_points(const Item& item, const std::set<std::string>& judged) {
    double all = 0;
    double counted = 0;
    for (const Field& field : item.fields) {
        all += field.weight;
        if (field.compare != Comparator::judge || judged.count(field.path) > 0) {
            counted += field.weight;
        }
    }
    // Equal sums give the points themselves: x * w / w may differ from x in the last bit.
    if (all == counted) return item.points;
    return item.points * (counted / all);
}

bool has_judged_fields(const Item& item) {
    return std::any_of(item.fields.begin(), item.fields.end(),
                       [](const Field& field) { return field.compare == Comparator::judge; });
}

bool has_judged_fields(const Suite& suite) {
    return std::any_of(suite.items.begin(), suite.items.end(),
                       [](const Item& item) { return has_judged_fields(item); });
}

}  // namespace kilter

#include "scorers/comparison/likeness.hpp"

namespace kilter {

std::vector<SettingDifference> differing_settings(const NamedSettings& a, const NamedSettings& b) {
    std::vector<SettingDifference> out;
    NamedSettings all = a;
    all.insert(b.begin(), b.end());
    for (const auto& [name, ignored] : all) {
        const auto of_a = a.find(name), of_b = b.find(name);
        const std::string value_a = of_a == a.end() ? "" : of_a->second;
        const std::string value_b = of_b == b.end() ? "" : of_b->second;
        if (value_a != value_b) out.push_back({name, value_a, value_b});
    }
    return out;
}

std::string difference_words(const std::vector<SettingDifference>& differences) {
    const auto shown = [](const std::string& value) { return value.empty() ? "(not set)" : value; };
    std::string out;
    for (const SettingDifference& one : differences)
        out += (out.empty() ? "" : "; ") + one.name + " " + shown(one.a) + " and " + shown(one.b);
    return out;
}

}  // namespace kilter

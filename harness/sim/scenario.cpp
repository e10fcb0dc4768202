#include "harness/sim/scenario.hpp"

#include <algorithm>
#include <array>
#include <system_error>

#include "base/sha256.hpp"
#include "base/text/near_miss.hpp"

namespace kilter {
namespace {

struct FaultWord {
    FaultKind kind;
    std::string_view word;
};

constexpr std::array<FaultWord, 11> k_faults{{
    {FaultKind::none, "none"},
    {FaultKind::status, "status"},
    {FaultKind::html_error, "html_error"},
    {FaultKind::error_200, "error_200"},
    {FaultKind::cut_stream, "cut_stream"},
    {FaultKind::no_finish, "no_finish"},
    {FaultKind::close_without_reply, "close_without_reply"},
    {FaultKind::hang, "hang"},
    {FaultKind::deep_nesting, "deep_nesting"},
    {FaultKind::invalid_utf8, "invalid_utf8"},
    {FaultKind::empty_content, "empty_content"},
}};

std::filesystem::path scenarios_folder(const std::filesystem::path& data_root) {
    return data_root / "harness" / "sim" / "scenarios";
}

bool looks_like_file(const std::string& name) {
    return name.find('/') != std::string::npos || name.ends_with(".yaml") || name.ends_with(".yml");
}

Error unknown_scenario(const std::string& name, const std::filesystem::path& data_root) {
    const auto names = scenario_names(data_root);
    std::string message = "there is no scenario '" + name + "'";
    if (const auto near = near_miss(name, names)) message += "; did you mean '" + *near + "'?";
    std::string list;
    for (const std::string& one : names) list += (list.empty() ? "" : ", ") + one;
    return fail(message + " (scenarios: " + list + "; or name a YAML file)");
}

}  // namespace

std::optional<FaultKind> fault_kind_from(std::string_view word) {
    for (const FaultWord& row : k_faults) {
        if (row.word == word) return row.kind;
    }
    return std::nullopt;
}

std::string_view to_word(FaultKind kind) {
    for (const FaultWord& row : k_faults) {
        if (row.kind == kind) return row.word;
    }
    return {};
}

const EngineScript* Scenario::engine(std::string_view model) const {
    const EngineScript* any = nullptr;
    for (const EngineScript& one : engines) {
        if (one.model == model) return &one;
        if (one.model == "*") any = &one;
    }
    return any;
}

std::string messages_key(const std::vector<Message>& messages) {
    Sha256 sha;
    for (const Message& message : messages) {
        sha.update_framed(message.role);
        sha.update_framed(message.content);
    }
    return sha.hex();
}

std::vector<std::string> scenario_names(const std::filesystem::path& data_root) {
    std::vector<std::string> names;
    std::error_code none;
    for (const auto& entry :
         std::filesystem::directory_iterator{scenarios_folder(data_root), none}) {
        if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

Result<std::shared_ptr<const Scenario>> load_scenario(const std::string& name_or_file,
                                                      const std::filesystem::path& data_root) {
    std::filesystem::path file = name_or_file;
    if (!looks_like_file(name_or_file)) {
        const auto names = scenario_names(data_root);
        if (std::find(names.begin(), names.end(), name_or_file) == names.end()) {
            return unknown_scenario(name_or_file, data_root);
        }
        file = scenarios_folder(data_root) / (name_or_file + ".yaml");
    }
    Diagnostics diagnostics;
    auto scenario = read_scenario(file, data_root, diagnostics);
    if (scenario != nullptr) return scenario;
    std::string message = to_text(diagnostics);
    if (message.ends_with('\n')) message.pop_back();
    return fail(message);
}

}  // namespace kilter

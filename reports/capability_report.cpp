#include "reports/capability_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/terminal.hpp"
#include "reports/table.hpp"

namespace kilter {
namespace {

constexpr std::string_view k_first_heading = "capability";
constexpr std::size_t k_gap = 2;  // columns between two columns of a table

std::string cell_of(const Capability& capability) {
    if (capability.support == Support::yes && !capability.value.empty()) {
        return visible(capability.value);
    }
    return std::string(to_word(capability.support));
}

const Capability* find(const CapabilityRow& row, const std::string& name) {
    const auto found =
        std::find_if(row.capabilities.begin(), row.capabilities.end(),
                     [&](const Capability& capability) { return capability.name == name; });
    return found == row.capabilities.end() ? nullptr : &*found;
}

// All names, in the order of the first engine that has them.
std::vector<std::string> names_of(const std::vector<CapabilityRow>& rows) {
    std::vector<std::string> names;
    for (const CapabilityRow& row : rows) {
        for (const Capability& capability : row.capabilities) {
            if (std::find(names.begin(), names.end(), capability.name) == names.end()) {
                names.push_back(capability.name);
            }
        }
    }
    return names;
}

std::size_t width_of(const CapabilityRow& row) {
    std::size_t width = display_width(visible(row.engine));
    for (const Capability& capability : row.capabilities) {
        width = std::max(width, display_width(cell_of(capability)));
    }
    return width;
}

std::size_t width_of(const std::vector<std::string>& names) {
    std::size_t width = k_first_heading.size();
    for (const std::string& name : names) width = std::max(width, display_width(name));
    return width;
}

std::string table_of(const std::vector<const CapabilityRow*>& rows,
                     const std::vector<std::string>& names, const TextStyle& style) {
    Table table;
    table.columns.push_back({std::string(k_first_heading)});
    for (const CapabilityRow* row : rows) table.columns.push_back({visible(row->engine)});
    for (const std::string& name : names) {
        std::vector<std::string> cells = {name};
        for (const CapabilityRow* row : rows) {
            const Capability* capability = find(*row, name);
            cells.push_back(capability != nullptr ? cell_of(*capability) : "");
        }
        table.rows.push_back(std::move(cells));
    }
    return terminal_table(table, style.columns);
}

std::string reasons_of(const CapabilityRow& row, const TextStyle& style) {
    std::string out;
    for (const Capability& capability : row.capabilities) {
        if (capability.detail.empty()) continue;
        out += "  " + wrap(fmt::format("{}: {}: {}", capability.name, cell_of(capability),
                                       visible(capability.detail)),
                           4, style);
    }
    const std::string head =
        fmt::format("{} ({}), {} requests", visible(row.engine), row.dialect, row.requests);
    return "\n" + head + (out.empty() ? "\n" : ":\n" + out);
}

ReportJson text_or_null(const std::string& text) {
    return text.empty() ? ReportJson(nullptr) : ReportJson(text);
}

}  // namespace

std::string capability_text(const std::vector<CapabilityRow>& rows, const TextStyle& style) {
    const std::vector<std::string> names = names_of(rows);
    std::string out, reasons;
    std::vector<const CapabilityRow*> beside;
    std::size_t width = width_of(names);
    const auto flush = [&] {
        if (!beside.empty()) out += (out.empty() ? "" : "\n") + table_of(beside, names, style);
        beside.clear();
        width = width_of(names);
    };
    for (const CapabilityRow& row : rows) {
        if (!row.problem.empty()) {
            reasons += "\n" + wrap(fmt::format("{}: not asked: {}", visible(row.engine),
                                               visible(row.problem)),
                                   2, style);
            continue;
        }
        const std::size_t own = width_of(row) + k_gap;
        if (!beside.empty() && width + own > style.columns) flush();
        beside.push_back(&row);
        width += own;
        reasons += reasons_of(row, style);
    }
    flush();
    return out + reasons;
}

ReportJson capability_json(const std::vector<CapabilityRow>& rows) {
    ReportJson out = ReportJson::array();
    for (const CapabilityRow& row : rows) {
        ReportJson answers = ReportJson::object();
        for (const Capability& capability : row.capabilities) {
            answers[capability.name] = {{"support", std::string(to_word(capability.support))},
                                        {"value", text_or_null(capability.value)},
                                        {"detail", text_or_null(capability.detail)}};
        }
        out.push_back({{"engine", row.engine},
                       {"dialect", row.dialect},
                       {"requests", row.requests},
                       {"problem", text_or_null(row.problem)},
                       {"answers", std::move(answers)}});
    }
    return out;
}

}  // namespace kilter

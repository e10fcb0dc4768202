#include "suites/importers/xml_reader.hpp"

#include <algorithm>
#include <utility>

#include "suites/importers/input_files.hpp"
#include "suites/importers/values.hpp"
#include "suites/importers/xml_guard.hpp"

namespace kilter {
namespace {

pugi::xml_node child_named(pugi::xml_node from, std::string_view name) {
    for (const pugi::xml_node child : from.children()) {
        if (child.type() == pugi::node_element && local_name(child) == name) return child;
    }
    return {};
}

// A comment inside an element parts its text into several nodes.
std::string text_inside(pugi::xml_node node) {
    std::string text;
    for (const pugi::xml_node child : node.children()) {
        if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata) {
            text += child.value();
        }
    }
    return text;
}

std::string shown(const std::string& text) {
    constexpr std::size_t k_most = 40;  // bytes of a foreign value in a message
    return "'" + flat_text(text.substr(0, k_most)) + "'";
}

}  // namespace

std::string_view local_name(pugi::xml_node node) {
    const std::string_view name = node.name();
    const std::size_t colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

XmlReader::XmlReader(std::string_view text, std::string file, Diagnostics& diagnostics)
    : file_(std::move(file)), diagnostics_(diagnostics), source_(text) {
    if (const auto fault = find_xml_fault(text)) {
        failed_ = true;
        diagnostics_.error(file_, source_.at(fault->byte_offset), fault->message);
        return;
    }
    const pugi::xml_parse_result result =
        document_.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
    root_ = document_.document_element();
    if (result) return;
    failed_ = true;
    root_ = {};
    const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0));
    diagnostics_.error(file_, source_.at(offset),
                       std::string{"no well-formed XML: "} + result.description());
}

pugi::xml_node XmlReader::find(pugi::xml_node from, std::string_view path) const {
    while (from && !path.empty()) {
        const std::string_view name = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(path.size(), name.size() + 1));
        from = child_named(from, name);
    }
    return from;
}

std::vector<pugi::xml_node> XmlReader::all(pugi::xml_node from, std::string_view name) const {
    std::vector<pugi::xml_node> found;
    for (const pugi::xml_node child : from.children()) {
        if (child.type() == pugi::node_element && local_name(child) == name) found.push_back(child);
    }
    return found;
}

std::string XmlReader::text(pugi::xml_node from, std::string_view path) const {
    return flat_text(text_inside(find(from, path)));
}

std::string XmlReader::decimal(pugi::xml_node from, std::string_view path) {
    const std::string written = text(from, path);
    if (written.empty()) return {};
    if (auto value = decimal_of(written)) return std::move(*value);
    error(find(from, path),
          std::string{local_name(find(from, path))} + " is no decimal number: " + shown(written));
    return {};
}

std::string XmlReader::day(pugi::xml_node from, std::string_view path) {
    const std::string written = text(from, path);
    if (written.empty()) return {};
    // xsd:date may carry a time zone; the written day counts.
    const bool zoned = written.size() > 10 && written[4] == '-';
    const std::string day = zoned ? written.substr(0, 10) : written;
    const bool plain = day.size() == 8 && day.find('-') == std::string::npos;
    const auto date = plain || is_iso_day(day) ? date_of(day, SlashOrder::dmy) : std::nullopt;
    if (date) return date->iso;
    error(find(from, path),
          std::string{local_name(find(from, path))} + " is no existing day: " + shown(written));
    return {};
}

void XmlReader::error(pugi::xml_node at, std::string message) {
    failed_ = true;
    diagnostics_.error(file_, place(at), std::move(message));
}

void XmlReader::warning(pugi::xml_node at, std::string message) {
    diagnostics_.warning(file_, place(at), std::move(message));
}

SourcePosition XmlReader::place(pugi::xml_node node) {
    const std::ptrdiff_t offset = node ? node.offset_debug() : -1;
    return offset < 0 ? SourcePosition{} : source_.at(static_cast<std::size_t>(offset));
}

}  // namespace kilter

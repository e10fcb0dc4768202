#include "scorers/fields/lists.hpp"

#include <algorithm>
#include <utility>

#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "scorers/fields/lookup.hpp"

namespace kilter {
namespace {

// An element with the text that takes its place in the canonical list.
struct Element {
    Reading reading;
    std::string entry;
    std::string key;  // rows with a key: what they are sorted by
};

std::string key_text(const Field& field, const Reading& row) {
    std::string text;
    for (const std::string& column : field.options.key) {
        for (std::size_t i = 0; i < field.item.size() && i < row.parts.size(); ++i) {
            if (field.item[i].path != column) continue;
            text += json::quote(row.parts[i].canonical.value_or(""));
        }
    }
    return text;
}

Element read_element(const Field& field, const json::Value& value, std::size_t most) {
    Element element;
    if (field.compare != Comparator::list_records) {
        const Field& item = field.item.front();
        element.reading = read_value(item, &value, most);
        element.entry = json::write(entry_of(item, element.reading, &value));
        return element;
    }
    if (value.is_null()) {
        element.reading.absent = true;
        return element;
    }
    element.reading = read_row(field, value, most);
    element.entry =
        element.reading.canonical.value_or(json::write(entry_of(field, element.reading, &value)));
    element.key = key_text(field, element.reading);
    return element;
}

void sort(const Field& field, std::vector<Element>& elements) {
    if (field.compare == Comparator::list_ordered) return;
    const auto less = [&field](const Element& a, const Element& b) {
        return field.options.key.empty() ? a.entry < b.entry : a.key < b.key;
    };
    std::stable_sort(elements.begin(), elements.end(), less);
}

}  // namespace

json::Value entry_of(const Field& field, const Reading& reading, const json::Value* value) {
    const auto wrapped = [](std::string key, std::string text) {
        json::Value object = json::make_object();
        object.set(std::move(key), json::make_string(std::move(text)));
        return object;
    };
    if (reading.absent || value == nullptr) return json::make_null();
    if (!reading.canonical) {
        return wrapped("unreadable", value->is_string() ? value->text : json::write(*value));
    }
    // The wording of a fuzzy text is no value; the list's entry in the record carries the score.
    if (field.compare == Comparator::anls) return json::make_boolean(true);
    if (field.options.strict_types && reading.has_flag("type_coerced")) {
        return wrapped("text", *reading.canonical);
    }
    return json::make_string(*reading.canonical);
}

json::Value entry_of_rest(const std::vector<json::Value>& elements, std::size_t from) {
    Sha256 hash;
    for (std::size_t i = from; i < elements.size(); ++i) {
        hash.update_framed(json::write(elements[i]));
    }
    json::Value entry = json::make_object();
    entry.set("more", json::make_integer(static_cast<long long>(elements.size() - from)));
    entry.set("sha256", json::make_string(hash.hex()));
    return entry;
}

Reading read_row(const Field& field, const json::Value& value, std::size_t most) {
    Reading row;
    if (!value.is_object()) return row;
    json::Value entries = json::make_object();
    bool coerced = false;
    for (const Field& part : field.item) {
        const json::Value* found = look_up(value, part.path).value;
        row.parts.push_back(read_value(part, found, most));
        coerced |= row.parts.back().has_flag("type_coerced");
        entries.members.push_back({part.path, entry_of(part, row.parts.back(), found), 0});
    }
    if (coerced) row.flags.emplace_back("type_coerced");
    row.canonical = json::write(entries);
    return row;
}

Reading read_list(const Field& field, const json::Value& value, std::size_t most) {
    std::vector<json::Value> alone;
    if (!value.is_array()) alone.push_back(value);
    const std::vector<json::Value>& written = value.is_array() ? value.items : alone;
    const std::size_t read = std::min(most, written.size());
    std::vector<Element> elements;
    bool coerced = !value.is_array();
    bool any = read < written.size();
    for (std::size_t i = 0; i < read; ++i) {
        Element element = read_element(field, written[i], most);
        coerced |= element.reading.has_flag("type_coerced");
        any |= !element.reading.absent;
        if (element.reading.absent && field.compare != Comparator::list_ordered) continue;
        elements.push_back(std::move(element));
    }
    Reading list;
    if (!any) {
        list.absent = true;
        return list;
    }
    sort(field, elements);
    list.count = elements.size() + (written.size() - read);
    if (coerced) list.flags.emplace_back("type_coerced");
    std::string text = "[";
    for (Element& element : elements) {
        if (text.size() > 1) text += ',';
        text += element.entry;
        list.parts.push_back(std::move(element.reading));
    }
    if (read < written.size()) {
        if (text.size() > 1) text += ',';
        text += json::write(entry_of_rest(written, read));
    }
    list.canonical = text + "]";
    return list;
}

}  // namespace kilter

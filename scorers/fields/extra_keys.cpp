#include "scorers/fields/extra_keys.hpp"

#include <set>
#include <string_view>

namespace kilter {
namespace {

// The paths that are asked for, and those on the way to them.
class Asked {
  public:
    explicit Asked(const Item& item) {
        for (const Field& field : item.fields) add(field, field.path);
    }

    // What lies below is the comparator's own.
    bool is_value(const std::string& path) const { return values_.count(path) > 0; }
    bool leads_on(const std::string& path) const { return ways_.count(path) > 0; }

  private:
    void add(const Field& field, const std::string& path) {
        if (field.compare == Comparator::list_records) {
            // A path through a list names rows already.
            return add_parts(field, path.ends_with("[]") ? path : path + "[]");
        }
        if (field.compare == Comparator::tool_call && !field.item.empty()) {
            add_value(path + "[].name");
            return add_parts(field, path + "[].arguments");
        }
        add_value(path);
    }

    void add_parts(const Field& field, const std::string& path) {
        for (const Field& part : field.item) add(part, path + "." + part.path);
    }

    void add_value(const std::string& path) {
        values_.insert(path);
        for (std::size_t at = 1; at < path.size(); ++at) {
            if (path[at] == '.' || path[at] == '[') ways_.insert(path.substr(0, at));
        }
    }

    std::set<std::string> values_;
    std::set<std::string> ways_;
};

class Search {
  public:
    explicit Search(const Item& item) : asked_(item) {}

    void object(const json::Value& value, const std::string& prefix, const json::Value* schema) {
        for (const json::Member& member : value.members) {
            const std::string path = prefix + member.key;
            const json::Value* inner = property(schema, "properties", member.key);
            // A dot inside a key is no step of a path.
            const bool plain = member.key.find_first_of(".[]") == std::string::npos;
            if (plain && asked_.is_value(path)) continue;
            if (plain && asked_.leads_on(path)) {
                below(member.value, path, inner);
            } else if (inner == nullptr) {
                found_.emplace(path, &member.value);
            }
        }
    }

    std::map<std::string, const json::Value*> take() { return std::move(found_); }

  private:
    void below(const json::Value& value, const std::string& path, const json::Value* schema) {
        const bool through_list = asked_.leads_on(path + "[]");
        if (!through_list) return object(value, path + ".", schema);
        const json::Value* rows = schema == nullptr ? nullptr : schema->find("items");
        if (!value.is_array()) return object(value, path + "[].", rows);
        for (const json::Value& element : value.items) object(element, path + "[].", rows);
    }

    static const json::Value* property(const json::Value* schema, std::string_view member,
                                       std::string_view key) {
        const json::Value* properties = schema == nullptr ? nullptr : schema->find(member);
        return properties == nullptr ? nullptr : properties->find(key);
    }

    Asked asked_;
    std::map<std::string, const json::Value*> found_;
};

}  // namespace

std::map<std::string, const json::Value*> find_extra_keys(const Item& item,
                                                          const json::Value& answer) {
    Search search(item);
    search.object(answer, "", item.schema.is_null() ? nullptr : &item.schema.get());
    return search.take();
}

}  // namespace kilter

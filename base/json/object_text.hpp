// Writes one JSON object behind a text, member by member: for large records whose members are known
// one by one, where a Value of the whole would cost many times the text. One thread.
#pragma once

#include <cassert>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/write.hpp"

namespace kilter::json {

class ObjectText {
  public:
    explicit ObjectText(std::string& out) : out_(out) { out_.push_back('{'); }

    // The caller appends the value to what is returned. `name` needs no escapes.
    std::string& member(std::string_view name) {
        if (empty_)
            out_.push_back('"');
        else
            out_.append(",\"", 2);
        empty_ = false;
        return out_.append(name).append("\":", 2);
    }
    void text(std::string_view name, std::string_view value) { append_quoted(member(name), value); }
    void boolean(std::string_view name, bool value) {
        member(name) += value ? std::string_view("true") : std::string_view("false");
    }
    void close() { out_.push_back('}'); }

  private:
    std::string& out_;
    bool empty_ = true;
};

// The same with its members sorted by name, as canonical JSON has them.
class SortedObjectText {
  public:
    explicit SortedObjectText(std::string& out) : object_(out) {}

    // `name` lives as long as this and comes after the one before.
    std::string& member(std::string_view name) {
        assert(last_ < name);
        last_ = name;
        return object_.member(name);
    }
    void text(std::string_view name, std::string_view value) { append_quoted(member(name), value); }
    void close() { object_.close(); }

  private:
    ObjectText object_;
    std::string_view last_;
};

// "[a,b]"; `each` appends one of `list` to the text.
template <class List, class Each>
void append_list(std::string& out, const List& list, const Each& each) {
    out.push_back('[');
    bool first = true;
    for (const auto& one : list) {
        if (!first) out.push_back(',');
        first = false;
        each(out, one);
    }
    out.push_back(']');
}

inline void append_texts(std::string& out, const std::vector<std::string>& texts) {
    append_list(out, texts, append_quoted);
}

}  // namespace kilter::json

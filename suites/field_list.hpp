// The fields of an item, in file order. Items of a suite mostly declare the same ones: they share
// one list, and a list that is changed becomes its owner's own. Reading: any thread.
#pragma once

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "suites/field.hpp"

namespace kilter {

class FieldList {
  public:
    FieldList() = default;
    FieldList(std::vector<Field> fields)
        : fields_(std::make_shared<std::vector<Field>>(std::move(fields))) {}
    FieldList(std::initializer_list<Field> fields) : FieldList(std::vector<Field>(fields)) {}

    const std::vector<Field>& all() const { return fields_ ? *fields_ : none(); }
    auto begin() const { return all().begin(); }
    auto end() const { return all().end(); }
    std::size_t size() const { return all().size(); }
    bool empty() const { return all().empty(); }
    const Field& operator[](std::size_t at) const { return all()[at]; }
    const Field& at(std::size_t at) const { return all().at(at); }
    const Field& front() const { return all().front(); }
    const Field& back() const { return all().back(); }

    // To be changed; others that shared it keep what they had.
    std::vector<Field>& edit() {
        if (!fields_ || fields_.use_count() > 1)
            fields_ = std::make_shared<std::vector<Field>>(all());
        return *fields_;
    }
    void push_back(Field field) { edit().push_back(std::move(field)); }

    // One and the same list, which is more than an equal one.
    bool is_shared_with(const FieldList& other) const { return fields_ == other.fields_; }
    friend bool operator==(const FieldList& a, const FieldList& b) {
        return a.is_shared_with(b) || a.all() == b.all();
    }

  private:
    static const std::vector<Field>& none() {
        static const std::vector<Field> empty;
        return empty;
    }

    std::shared_ptr<std::vector<Field>> fields_;  // nullptr: none
};

}  // namespace kilter

// The fields of an item, in file order. Items of a suite mostly declare the same ones and therefore
// share one list.
#pragma once

#include <initializer_list>
#include <utility>
#include <vector>

#include "suites/copy_on_write.hpp"
#include "suites/field.hpp"

namespace kilter {

class FieldList {
  public:
    FieldList() = default;
    FieldList(std::vector<Field> fields) : fields_(std::move(fields)) {}
    FieldList(std::initializer_list<Field> fields) : FieldList(std::vector<Field>(fields)) {}

    const std::vector<Field>& all() const { return fields_.get(); }
    auto begin() const { return all().begin(); }
    auto end() const { return all().end(); }
    std::size_t size() const { return all().size(); }
    bool empty() const { return all().empty(); }
    const Field& operator[](std::size_t at) const { return all()[at]; }
    const Field& at(std::size_t at) const { return all().at(at); }
    const Field& front() const { return all().front(); }
    const Field& back() const { return all().back(); }

    std::vector<Field>& edit() { return fields_.edit(); }
    void push_back(Field field) { edit().push_back(std::move(field)); }
    bool is_shared_with(const FieldList& other) const {
        return fields_.is_shared_with(other.fields_);
    }
    friend bool operator==(const FieldList& a, const FieldList& b) {
        return a.is_shared_with(b) || a.all() == b.all();
    }

  private:
    CopyOnWrite<std::vector<Field>> fields_;
};

}  // namespace kilter

// A JSON value that items of a suite mostly have alike and therefore share. Null at first.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/json/value.hpp"
#include "suites/copy_on_write.hpp"

namespace kilter {

class SharedValue {
  public:
    SharedValue() = default;
    SharedValue(json::Value value) {
        if (!value.is_null()) value_ = CopyOnWrite(std::move(value));
    }

    const json::Value& get() const { return value_.get(); }
    operator const json::Value&() const { return get(); }
    bool is_null() const { return get().is_null(); }
    const json::Value* find(std::string_view key) const { return get().find(key); }

    json::Value& edit() { return value_.edit(); }
    void set(std::string key, json::Value value) { edit().set(std::move(key), std::move(value)); }
    bool is_shared_with(const SharedValue& other) const {
        return value_.is_shared_with(other.value_);
    }

  private:
    CopyOnWrite<json::Value> value_;
};

}  // namespace kilter

// A JSON value that items of a suite mostly have alike: copies share it, and one that is changed
// becomes its owner's own. Null at first. Reading: any thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/json/value.hpp"

namespace kilter {

class SharedValue {
  public:
    SharedValue() = default;
    SharedValue(json::Value value) {
        if (!value.is_null()) value_ = std::make_shared<json::Value>(std::move(value));
    }

    const json::Value& get() const { return value_ ? *value_ : null(); }
    operator const json::Value&() const { return get(); }
    bool is_null() const { return get().is_null(); }
    const json::Value* find(std::string_view key) const { return get().find(key); }

    // To be changed; others that shared it keep what they had.
    json::Value& edit() {
        if (!value_ || value_.use_count() > 1) value_ = std::make_shared<json::Value>(get());
        return *value_;
    }
    void set(std::string key, json::Value value) { edit().set(std::move(key), std::move(value)); }

    // One and the same value, which is more than an equal one.
    bool is_shared_with(const SharedValue& other) const { return value_ == other.value_; }

  private:
    static const json::Value& null() {
        static const json::Value none;
        return none;
    }

    std::shared_ptr<json::Value> value_;  // nullptr: null
};

}  // namespace kilter

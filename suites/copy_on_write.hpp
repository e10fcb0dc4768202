// A value that many have alike: copies share it, and one that is changed becomes its owner's own.
// Default-made until it is given. Reading: any thread.
#pragma once

#include <memory>
#include <utility>

namespace kilter {

template <class T>
class CopyOnWrite {
  public:
    CopyOnWrite() = default;
    explicit CopyOnWrite(T value) : value_(std::make_shared<T>(std::move(value))) {}

    const T& get() const { return value_ ? *value_ : none(); }
    // To be changed; others that shared it keep what they had.
    T& edit() {
        if (!value_ || value_.use_count() > 1) value_ = std::make_shared<T>(get());
        return *value_;
    }
    // One and the same value, which is more than an equal one.
    bool is_shared_with(const CopyOnWrite& other) const { return value_ == other.value_; }

  private:
    static const T& none() {
        static const T made{};
        return made;
    }

    std::shared_ptr<T> value_;  // nullptr: as none()
};

}  // namespace kilter

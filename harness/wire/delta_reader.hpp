// The fast way through a chat stream: most of its events differ from the one before only in what
// strings say and numbers count. Such an event is read into the tree of the earlier one, without
// parsing anything but those literals; every other text is refused and left to json::read. That the
// result is the same follows from JSON's grammar: a string for a string, a number for a number, all
// other bytes equal. Quicker still where nothing differs but the literals that lately did. One
// thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.hpp"

namespace kilter {

class DeltaReader {
  public:
    DeltaReader() = default;
    DeltaReader(const DeltaReader&) = delete;
    DeltaReader& operator=(const DeltaReader&) = delete;

    // What json::read(text, {.keep_surrogates = true}) gives, except for the offsets, which are not
    // kept up. nullptr: another shape than the learned one, or bytes that are no UTF-8; whether the
    // text is JSON at all is not known then. Valid until the next call.
    const json::Value* read(std::string_view text);
    // Strings and numbers of the tree that the last read() may have changed; all others it did not.
    const std::vector<const json::Value*>& changed() const { return changed_; }
    // The learned one, as last read; nullptr where nothing is learned.
    const json::Value* tree() const { return frame_.empty() ? nullptr : &tree_; }

    // Takes over `value`, which json::read made of `text` with keep_surrogates and without a
    // repair. A text that is too large or too deep to be a usual event is not learned.
    void learn(std::string_view text, json::Value value);

  private:
    // A string or a number of the tree, and the bytes of the frame before it.
    struct Slot {
        json::Value* value = nullptr;
        std::string literal;  // as last read, with its quotes
        std::size_t before = 0;
    };

    bool read_slots(std::string_view text);
    bool read_hot(std::string_view text);
    void keep_hot(std::string_view text);
    static bool read_number_value(std::string_view text, std::size_t& at, json::Value& value);
    static bool read_string_value(std::string_view text, std::size_t& at, json::Value& value,
                                  std::string& scratch);
    bool find_slots(json::Value& value, std::string_view text, int depth);
    bool add_slot(json::Value& value, std::string_view text);
    bool read_number(std::string_view text, std::size_t& at, Slot& slot);
    bool read_text(std::string_view text, std::size_t& at, Slot& slot);

    json::Value tree_;
    std::vector<Slot> slots_;
    std::string frame_;       // the learned text without the literals; empty: nothing learned
    std::size_t framed_ = 0;  // while learning: the text up to here is in the frame or in a slot
    std::string scratch_;
    std::vector<const json::Value*> changed_;
    // The literals that lately changed, each with the text before it; then the rest. While this is
    // in use, the literals of these slots are not kept up.
    struct Hot {
        json::Value* value = nullptr;
        std::string before;
    };
    std::vector<Hot> hot_;
    std::string tail_;
};

}  // namespace kilter

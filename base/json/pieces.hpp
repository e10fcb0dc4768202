// Reads a large JSON text piece by piece, as far as its caller knows the shape: an object member by
// member, a list element by element, each piece a value of its own, so that the whole never stands
// in memory as one value (which takes many times the text). As strict as read(). One thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/json/read.hpp"

namespace kilter::json {

// while (in.next()) {...} between enter() and the end of that object or list:
//   PieceReader in(text);
//   if (in.enter('{')) while (in.next('}')) { in.key(); in.value(); }
//   if (!in.finish()) return fail(in.error());
class PieceReader {
  public:
    explicit PieceReader(std::string_view text) : text_(text) {}

    // Goes past '{' or '['; false where something else stands there, which is no error.
    bool enter(char bracket);
    // True: another piece follows. False: the object or list has ended, or the text is broken.
    bool next(char closing);
    // A member's name, and past its colon.
    std::string key();
    // Null where the text is broken.
    Value value();
    // Nothing but white space is left, and nothing was broken.
    bool finish();

    const std::string& error() const { return error_; }  // empty: fine so far

  private:
    void skip_space();
    void fail_here(std::string_view what);

    std::string_view text_;
    std::size_t at_ = 0;
    bool first_ = false;  // no piece of the entered one was read yet
    std::string error_;
};

}  // namespace kilter::json

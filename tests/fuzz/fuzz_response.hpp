// What the fuzz targets of the wire share: pieces of a body, and all that a reader said as one text
// that can be compared. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "harness/wire/completion.hpp"
#include "harness/wire/response.hpp"

namespace kilter::fuzz {

// How long the pieces are: all of the rest (0), always one byte (1), or a walk through small
// lengths.
class Cuts {
  public:
    explicit Cuts(unsigned choice) : state_(choice) {}
    std::string_view next(std::string_view& rest);

  private:
    unsigned state_;
};

std::string as_text(const Completion& completion);
std::string as_text(const WireResult& result);

// One of the ways in which a transfer ends; `choice` has five bits.
TransferEnd transfer_end(unsigned choice);

// Every piece comes at the same time, so that times do not depend on the cuts either.
WireResult read_response(std::string_view bytes, Cuts cuts, const TransferEnd& end);

}  // namespace kilter::fuzz

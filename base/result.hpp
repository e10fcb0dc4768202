// Result<T>: a value or an Error with one readable sentence, for functions that can fail by no fault
// of the program. Bugs assert; the user's mistakes in files go to base/diagnostics.hpp instead.
// Any thread.
#pragma once

#include <boost/system/result.hpp>
#include <string>
#include <utility>

namespace kilter {

struct Error {
    std::string message;  // one sentence, no trailing newline, says what to do next where it can
};

// Called by boost::system::result when value() is asked of an error: a bug of the caller.
[[noreturn]] void throw_exception_from_error(const Error& error, const boost::source_location& at);

template <class T>
using Result = boost::system::result<T, Error>;

inline Error fail(std::string message) { return Error{std::move(message)}; }

}  // namespace kilter

// Result<T>: a value or an Error with one readable sentence, for functions that can fail by no
// fault of the program. Bugs assert; the user's mistakes in files go to base/diagnostics.hpp
// instead. Any thread.
#pragma once

#include <boost/system/result.hpp>
#include <string>
#include <utility>

namespace kilter {

struct Error {
    // Not an aggregate: were it constructible from text, Result<std::string> could not tell whether
    // `return text;` is a value or an error. Errors are made by fail().
    Error() = default;

    std::string message;  // one sentence, no trailing newline, says what to do next where it can
};

// Called by boost::system::result when value() is asked of an error: a bug of the caller.
[[noreturn]] void throw_exception_from_error(const Error& error, const boost::source_location& at);

template <class T>
using Result = boost::system::result<T, Error>;

inline Error fail(std::string message) {
    Error error;
    error.message = std::move(message);
    return error;
}

}  // namespace kilter

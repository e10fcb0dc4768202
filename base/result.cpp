#include "base/result.hpp"

#include <stdexcept>

namespace kilter {

void throw_exception_from_error(const Error& error, const boost::source_location& at) {
    throw std::logic_error(std::string(at.file_name()) + ":" + std::to_string(at.line()) +
                           ": value of a failed result: " + error.message);
}

}  // namespace kilter

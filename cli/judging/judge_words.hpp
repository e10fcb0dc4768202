// What is said about engines, said about the judge: it is reached by the same code. Pure, any
// thread.
#pragma once

#include <string>

namespace kilter {

// Only kilter's own phrases change; the words of the server stay.
std::string about_the_judge(std::string problem);

}  // namespace kilter

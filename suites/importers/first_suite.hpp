// The files of `kilter suite init`: a suite of two items with a comment at each key, its two texts,
// and an experiment that points to it. They load and lint clean as they are. Pure, any thread.
#pragma once

#include <array>
#include <string_view>

namespace kilter {

struct SuiteFile {
    std::string_view path;  // relative to the new folder
    std::string_view text;
};

const std::array<SuiteFile, 4>& first_suite_files();

}  // namespace kilter

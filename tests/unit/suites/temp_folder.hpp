// A folder of its own for each test, removed with it, and suites written into it.
#pragma once

#include <unistd.h>

#include <catch2/catch_all.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "suites/load.hpp"

namespace kilter::test {

class TempFolder {
  public:
    TempFolder() {
        std::string name =
            (std::filesystem::temp_directory_path() / "kilter-suite-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~TempFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

    std::filesystem::path write(const std::string& name, std::string_view bytes) const {
        const std::filesystem::path file = path_ / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream out{file, std::ios::binary};
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        REQUIRE(out.flush().good());
        return file;
    }

  private:
    std::filesystem::path path_;
};

// The diagnostics without the folder's name, so that tests can compare them.
inline std::string text_of(const Diagnostics& diagnostics, const TempFolder& folder) {
    std::string text = to_text(diagnostics);
    const std::string prefix = folder.path().string() + "/";
    for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
        text.erase(at, prefix.size());
    }
    return text;
}

struct Loaded {
    std::optional<Suite> suite;
    std::string errors;  // empty: none
};

inline Loaded load(const TempFolder& folder, std::string_view bytes) {
    Diagnostics diagnostics;
    Loaded loaded;
    loaded.suite = load_suite(folder.write("suite.yaml", bytes), diagnostics);
    loaded.errors = text_of(diagnostics, folder);
    CHECK(loaded.suite.has_value() != diagnostics.has_errors());
    return loaded;
}

inline Loaded load(std::string_view bytes) {
    const TempFolder folder;
    return load(folder, bytes);
}

// A suite of one item whose gold and fields are the given flow mappings.
inline std::string one_item(const std::string& gold, const std::string& fields,
                            const std::string& more = "") {
    return "suite: s\nversion: 1\nitems:\n"
           "  - id: a\n"
           "    prompt: p\n"
           "    locale: hu\n" +
           more + "    answer: {type: json, schema: {type: object}}\n    gold: " + gold +
           "\n    fields: " + fields + "\n";
}

}  // namespace kilter::test

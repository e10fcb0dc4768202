#include "base/atomic_file.hpp"

#include <catch2/catch_all.hpp>

#include "base/files.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;

namespace {

std::size_t files_in(const std::filesystem::path& folder) {
    const std::filesystem::directory_iterator begin(folder), end;
    return static_cast<std::size_t>(std::distance(begin, end));
}

}  // namespace

TEST_CASE("an atomic file: nothing is seen before the commit, all of it after") {
    const test::TempFolder folder;
    const auto target = folder.path() / "f";
    REQUIRE(write_file_atomically(target, "old").has_value());
    auto file = AtomicFile::open(target);
    REQUIRE(file.has_value());
    REQUIRE(file->write("one ").has_value());
    REQUIRE(file->write("two").has_value());
    CHECK(*read_file(target) == "old");
    REQUIRE(file->commit().has_value());
    CHECK(*read_file(target) == "one two");
    CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("an atomic file that is dropped leaves nothing behind") {
    const test::TempFolder folder;
    {
        auto file = AtomicFile::open(folder.path() / "f");
        REQUIRE(file.has_value());
        REQUIRE(file->write("half").has_value());
        CHECK(files_in(folder.path()) == 1);
    }
    CHECK(files_in(folder.path()) == 0);
}

TEST_CASE("an atomic file in a folder that is not there says so before any work") {
    const test::TempFolder folder;
    const auto file = AtomicFile::open(folder.path() / "none" / "f");
    REQUIRE_FALSE(file.has_value());
    CHECK(file.error().message.find("none/f") != std::string::npos);
}

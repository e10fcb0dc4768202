#include "base/files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch_all.hpp>
#include <cstdlib>
#include <fstream>

using namespace kilter;
namespace fs = std::filesystem;

namespace {

class Folder {
  public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "kilter-files-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    fs::path operator/(std::string_view name) const { return path_ / name; }
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
    }

  private:
    fs::path path_;
};

std::string content(const fs::path& path) {
    const Result<std::string> bytes = read_file(path);
    REQUIRE(bytes.has_value());
    return *bytes;
}

}  // namespace

TEST_CASE("Control characters in a name are found, NUL among them") {
    using namespace std::string_literals;
    for (const std::string& name : {"a\0b"s, "\x1b[31m"s, "a\nb"s, "\t"s})
        CHECK(has_control_characters(name));
    for (const std::string& name : {""s, "a b.db"s, "sz\xC3\xA1mla.txt"s})
        CHECK_FALSE(has_control_characters(name));
}

TEST_CASE("What was written is read, NUL and line ends too") {
    const Folder folder;
    const std::string bytes("a\0b\r\nc\xFF", 7);
    REQUIRE(write_file_atomically(folder / "f", bytes).has_value());
    CHECK(content(folder / "f") == bytes);
    REQUIRE(write_file_atomically(folder / "f", "").has_value());
    CHECK(content(folder / "f").empty());
    const std::string large(300000, 'x');
    REQUIRE(write_file_atomically(folder / "f", large).has_value());
    CHECK(content(folder / "f") == large);
    CHECK(folder.files() == 1);
}

TEST_CASE("The size limit is exact") {
    const Folder folder;
    REQUIRE(write_file_atomically(folder / "f", "12345").has_value());
    CHECK(read_file(folder / "f", 5).has_value());
    const Result<std::string> larger = read_file(folder / "f", 4);
    REQUIRE(larger.has_error());
    CHECK(larger.error().message ==
          "cannot read " + (folder / "f").string() + ": larger than 4 bytes");
}

TEST_CASE("Only regular files are read, through links too") {
    const Folder folder;
    CHECK(read_file(folder / "none").error().message ==
          "cannot read " + (folder / "none").string() + ": No such file or directory");
    CHECK(read_file(folder / "").error().message ==
          "cannot read " + (folder / "").string() + ": it is a folder");
    // A FIFO without a writer must not hold the reader.
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(read_file(folder / "pipe").error().message ==
          "cannot read " + (folder / "pipe").string() + ": not a regular file");
    REQUIRE(write_file_atomically(folder / "f", "x").has_value());
    fs::create_symlink("f", folder / "link");
    CHECK(content(folder / "link") == "x");
}

TEST_CASE("Writing through a link keeps the link") {
    const Folder folder;
    REQUIRE(write_file_atomically(folder / "f", "old").has_value());
    fs::create_symlink("f", folder / "link");
    REQUIRE(write_file_atomically(folder / "link", "new").has_value());
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(content(folder / "f") == "new");
}

TEST_CASE("A failed write names the file and leaves nothing behind") {
    const Folder folder;
    const Result<void> missing = write_file_atomically(folder / "no/f", "x");
    REQUIRE(missing.has_error());
    CHECK(missing.error().message ==
          "cannot write " + (folder / "no/f").string() + ": No such file or directory");
    fs::create_directory(folder / "d");
    CHECK(write_file_atomically(folder / "d", "x").has_error());
    CHECK(folder.files() == 1);
}

TEST_CASE("A reader that has the old file open keeps it whole") {
    const Folder folder;
    REQUIRE(write_file_atomically(folder / "f", "old content").has_value());
    std::ifstream reader(folder / "f");
    REQUIRE(write_file_atomically(folder / "f", "new").has_value());
    std::string line;
    std::getline(reader, line);
    CHECK(line == "old content");
    CHECK(content(folder / "f") == "new");
}

TEST_CASE("Devices are written in place") {
    CHECK(write_file_atomically("/dev/null", "x").has_value());
    CHECK(fs::is_character_file("/dev/null"));
}

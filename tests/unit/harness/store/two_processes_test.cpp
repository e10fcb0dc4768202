// Two processes write to one store while a third connection holds a read open: no row is lost.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_all.hpp>
#include <string>

#include "harness/store/sqlite.hpp"
#include "harness/store/store_reader.hpp"
#include "harness/store/store_writer.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/sample_rows.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

constexpr int k_rows = 200;

// Returns how many rows were refused.
int write_rows(const std::filesystem::path& path, const std::string& engine) {
    auto writer = StoreWriter::open(path);
    if (!writer) return k_rows;
    int refused = 0;
    for (int k = 0; k < k_rows; ++k) {
        if (!(*writer)->add_trial(sample_trial(sample_key("a", k, engine)))) ++refused;
    }
    return refused;
}

}  // namespace

TEST_CASE("B10: two writing processes and an open read on one file") {
    const TempFolder folder;
    const std::filesystem::path path = folder / "k.db";
    {
        auto writer = StoreWriter::open(path);
        REQUIRE(writer);
        REQUIRE((*writer)->add_experiment(sample_experiment()));
        for (int i = 0; i < 2; ++i) {
            REQUIRE((*writer)->add_trial(sample_trial(sample_key("b", i))));
        }
    }
    const pid_t child = ::fork();
    if (child == 0) ::_exit(write_rows(path, "e2") == 0 ? 0 : 1);
    {
        auto database = sqlite::Database::open(path, sqlite::OpenMode::read_only);
        REQUIRE(database);
        auto held = database->query("SELECT k FROM trial");
        REQUIRE(held);
        REQUIRE(held->step().value());
        CHECK(write_rows(path, "e1") == 0);
        int status = -1;
        REQUIRE(::waitpid(child, &status, 0) == child);
        CHECK(status == 0);
    }
    auto reader = StoreReader::open(path);
    REQUIRE(reader);
    CHECK((*reader)->stored_keys("x1")->size() == 2 + 2 * k_rows);
}

#include "cli/isolation/hook.hpp"

#include <catch2/catch_all.hpp>

#include "base/files.hpp"
#include "cli/analysis/sent_times.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/temp_folder.hpp"

namespace kilter {

TEST_CASE("a command's output, exit code and time are kept") {
    const SystemClock clock;
    const auto launch = run_hook(
        {"echo out; echo err >&2; echo $KILTER_ARM; exit 3", "", {{"KILTER_ARM", "x"}}, {}}, clock);
    REQUIRE(launch);
    CHECK(launch->output == "out\nerr\nx\n");
    CHECK(launch->exit_code == 3);
    CHECK(launch->seconds >= 0);
    CHECK_FALSE(launch->cut);
    CHECK(ms_of_iso8601(launch->started_at));
}

TEST_CASE("a command runs in its folder, and its keys are replaced") {
    const test::TempFolder folder;
    REQUIRE(write_file_atomically(folder / "said.txt", "the key is sentinel-key-123\n"));
    const auto launch =
        run_hook({"cat said.txt", folder.path(), {}, {"sentinel-key-123"}}, SystemClock());
    REQUIRE(launch);
    CHECK(launch->exit_code == 0);
    CHECK(launch->output == "the key is [secret]\n");
    CHECK(run_hook({"true", folder / "nowhere", {}, {}}, SystemClock()).has_error());
}

TEST_CASE("a command that leaves something running is over when it has ended itself") {
    // The background process holds the output open for longer than any test may take.
    const auto launch = run_hook({"sleep 600 & echo $!", "", {}, {}}, SystemClock());
    REQUIRE(launch);
    CHECK(launch->exit_code == 0);
    const auto gone = run_hook({"kill " + launch->output, "", {}, {}}, SystemClock());
    CHECK(gone->exit_code == 0);
    CHECK(run_hook({"kill -9 $$", "", {}, {}}, SystemClock())->exit_code == 128 + 9);
}

TEST_CASE("long output is cut and said to be") {
    const auto launch =
        run_hook({"head -c 70000 /dev/zero | tr '\\0' x", "", {}, {}}, SystemClock());
    REQUIRE(launch);
    CHECK(launch->cut);
    CHECK(launch->output.size() == 65536);
}

TEST_CASE("launches come back as they were kept") {
    Launch launch;
    launch.id = "2";
    launch.command = "./x";
    launch.started_at = "2026-11-29T12:00:00.000Z";
    launch.seconds = 1.25;
    launch.exit_code = 7;
    launch.output = "a\nb";
    launch.cut = true;
    const auto back = launches_from_json(launches_to_json({launch, launch}));
    REQUIRE(back.size() == 2);
    CHECK(back[1].id == "2");
    CHECK(back[1].seconds == 1.25);
    CHECK(back[1].exit_code == 7);
    CHECK(back[1].output == "a\nb");
    CHECK(back[1].cut);
    CHECK(launches_from_json("").empty());
    CHECK(launches_from_json("{\"name\": \"e\"}").empty());
}

TEST_CASE("times of sending are read to the millisecond") {
    CHECK(ms_of_iso8601("1970-01-01T00:00:01.500Z") == 1500);
    CHECK(ms_of_iso8601("2000-03-01T00:00:00.000Z") == 951868800000);
    CHECK_FALSE(ms_of_iso8601(""));
    CHECK_FALSE(ms_of_iso8601("2000-02-31T00:00:00.000Z"));
    CHECK_FALSE(ms_of_iso8601("2000-03-01 00:00:00.000Z"));
}

TEST_CASE("company is what overlaps, at one time or another") {
    // a 0-10, b 5-15, c 12-20, d 20-30: a|b, b|c; d begins when c ends.
    const std::vector<SentTrial> trials{
        {"s/d", 0, 20, 30}, {"s/a", 0, 0, 10}, {"s/b", 0, 5, 15}, {"s/c", 0, 12, 20}};
    CHECK(company_of(trials) == std::vector<int>{0, 1, 2, 1});
    CHECK(most_open(trials) == 2);
    CHECK(sending_order(trials) == std::vector<std::string>{"s/a#0", "s/b#0", "s/c#0", "s/d#0"});
    CHECK(company_of({}).empty());
    CHECK(most_open({}) == 0);
    // Quicker than a millisecond, one after the other.
    CHECK(company_of({{"s/a", 0, 5, 5}, {"s/a", 1, 5, 5}}) == std::vector<int>{0, 0});
}

}  // namespace kilter

#include "reports/html/page_writer.hpp"

#include <catch2/catch_all.hpp>
#include <nlohmann/json.hpp>

#include "reports/board_document.hpp"
#include "reports/html/script_json.hpp"
#include "tests/unit/reports/sample_board.hpp"
#include "tests/unit/reports/sample_rows.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::string_view k_page =
    "<title><!--kilter:title--></title><body><!--kilter:board--><!--kilter:data--><script>1</"
    "script>";

PageExperiment sample_page_experiment() {
    PageExperiment out;
    out.id = "x1";
    out.created_at = "2026-11-29T12:00:00.000Z";
    out.kind = "run";
    out.version = "kilter 0";
    out.runs = 3;
    out.engines = {{"stock", "vllm", R"({"model":"m"})", R"({"version":"1"})", ""}};
    return out;
}

PageItem sample_page_item(const std::string& text) {
    PageItem item;
    item.shown.engine = "stock";
    item.shown.planned = 3;
    item.channels[1].texts = {text};
    item.channels[1].of_run = {0, 0, std::nullopt};
    return item;
}

struct Written {
    std::string html;
    PageWriter::Sink sink() {
        return [this](std::string_view bytes) {
            html += bytes;
            return Result<void>{};
        };
    }
    // The JSON of a block by its id.
    nlohmann::json block(const std::string& id) const {
        const std::size_t at = html.find("id=\"" + id + "\">");
        REQUIRE(at != std::string::npos);
        const std::size_t from = html.find('>', at) + 1;
        return nlohmann::json::parse(html.substr(from, html.find("</script>", from) - from));
    }
};

}  // namespace

TEST_CASE("JSON in a script element can neither end it nor turn its line around") {
    const ReportJson text = "</script><!--&\xE2\x80\xA8\xE2\x80\xAE\x01";
    const std::string out = script_json(text);
    CHECK(out == R"("\u003c/script\u003e\u003c!--\u0026\u2028\u202e\u0001")");
    CHECK(ReportJson::parse(out) == text);
}

TEST_CASE("the page: title and tables, a block per item, then the board and the rows") {
    Written written;
    PageWriter writer(written.sink(), k_page, 1 << 20);
    const PageExperiment experiment = sample_page_experiment();
    const Board board = test::founding_board();
    REQUIRE(writer.begin(experiment, board).has_value());
    const auto first = writer.add(sample_page_item("</script>"), false);
    const auto second = writer.add(sample_page_item("b"), true);
    CHECK(**first == 0);
    CHECK(**second == 1);
    std::vector<ItemRow> rows = {test::wavering_item(), test::broken_item()};
    rows[0].block = 0;
    REQUIRE(writer.finish(experiment, board, rows).has_value());

    CHECK_THAT(written.html,
               ContainsSubstring("<title>founding-main: accuracy and stability, x1</title>"));
    CHECK(written.html.find("<!--kilter:") == std::string::npos);
    CHECK(written.html.substr(written.html.size() - 18) == "<script>1</script>");
    CHECK(written.block("kilter-item-0")["texts"]["content"]["texts"][0]["parts"][0][1] ==
          "</script>");
    CHECK(written.block("kilter-item-0")["texts"]["content"]["of_run"][2].is_null());

    const nlohmann::json report = written.block("kilter-report");
    CHECK(report["schema"] == "kilter.report/1");
    CHECK(report["board"] == nlohmann::json(board_document(board)));
    CHECK(report["engines"][0]["settings"]["model"] == "m");
    CHECK(report["rows"][0]["vote"] == "harmful");
    CHECK(report["rows"][0]["parting"]["code_point"] == 12);
    CHECK(report["rows"][0]["block"] == 0);
    CHECK(report["rows"][1]["runs"][0].is_null());
    CHECK(report["rows"][1]["runs"][1]["failed"] == true);
    CHECK(report["rows"][1]["block"].is_null());
    CHECK(report["texts"]["kept"] == 2);
}

TEST_CASE("the page: what does not fit is counted, and nothing after it is taken") {
    Written written;
    PageWriter writer(written.sink(), k_page, 2000);
    const PageExperiment experiment = sample_page_experiment();
    const Board board = test::founding_board();
    REQUIRE(writer.begin(experiment, board).has_value());
    CHECK((*writer.add(sample_page_item("a"), false)).has_value());
    CHECK_FALSE((*writer.add(sample_page_item(std::string(3000, 'x')), false)).has_value());
    CHECK(writer.full());
    CHECK_FALSE((*writer.add(sample_page_item("b"), true)).has_value());
    REQUIRE(writer.finish(experiment, board, {}).has_value());
    const nlohmann::json texts = written.block("kilter-report")["texts"];
    CHECK(texts["kept"] == 1);
    CHECK(texts["left_out_unstable"] == 1);
    CHECK(texts["left_out_stable"] == 1);
}

TEST_CASE("the page: a limit of 0 keeps no text; what a sink says ends the report") {
    Written written;
    PageWriter none(written.sink(), k_page, 0);
    CHECK(none.full());
    PageWriter broken([](std::string_view) { return Result<void>(fail("disk full")); }, k_page, 1);
    CHECK(broken.begin(sample_page_experiment(), test::founding_board()).error().message ==
          "disk full");
}

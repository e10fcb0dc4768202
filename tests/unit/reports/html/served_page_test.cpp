#include "reports/html/served_page.hpp"

#include <catch2/catch_all.hpp>

#include "reports/html/list_html.hpp"
#include "reports/html/page_template.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::string_view k_page =
    "<head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
    "'sha256-x'; form-action 'none'\"><title><!--kilter:title--></title></head><body>"
    "<!--kilter:board--><!--kilter:data--><script>s</script></body>";

ServedPage about() {
    ServedPage out;
    out.part = "experiment";
    out.experiment = "x</script><1>";
    out.live = true;
    out.links = {{"A & B", "/compare?a=1&b=2"}};
    return out;
}

}  // namespace

TEST_CASE("a served page may ask its own server, and nobody else") {
    CHECK(served_policy(k_page) ==
          "default-src 'none'; connect-src 'self'; script-src 'sha256-x'; form-action 'self'; "
          "frame-ancestors 'none'");
    const std::string page = served_template(k_page, about());
    CHECK_THAT(page, ContainsSubstring("content=\"default-src 'none'; connect-src 'self'; "
                                       "script-src 'sha256-x'; form-action 'self'\""));
    CHECK(served_policy("no page") ==
          "default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
}

TEST_CASE("a served page has its bar, and the marks for the report") {
    const std::string page = served_template(k_page, about());
    for (const std::string_view mark : {k_title_mark, k_board_mark, k_data_mark})
        CHECK_THAT(page, ContainsSubstring(std::string{mark}));
    CHECK_THAT(page, ContainsSubstring("<a href=\"/compare?a=1&amp;b=2\">A &amp; B</a>"));
    CHECK_THAT(page, ContainsSubstring(
                         R"("experiment":"x\u003c/script\u003e\u003c1\u003e","live":true})"));
    CHECK(page.find("view-bar") < page.find(k_board_mark));
}

TEST_CASE("a mark in what is put in is text like any other") {
    const std::string page =
        served_page(k_page, about(), "T <!--kilter:data-->", "B <!--kilter:title-->", "D");
    CHECK_THAT(page, ContainsSubstring("<title>T &lt;!--kilter:data--&gt;</title>"));
    CHECK_THAT(page, ContainsSubstring("B <!--kilter:title-->"));
    CHECK_THAT(page, ContainsSubstring("D<script>s</script>"));
}

TEST_CASE("the list has the newest first and says how far each has come") {
    CHECK(progress_html(40, 150, 0, true) ==
          "<span class=\"state running\">running</span> 40 of 150 runs");
    CHECK(progress_html(40, 150, 2, false) ==
          "<span class=\"state stopped\">stopped</span> 40 of 150 runs, <span class=\"bad\">2 "
          "failed</span>");
    CHECK(progress_html(1, 1, 0, false) ==
          "<span class=\"state complete\">complete</span> 1 of 1 run");
    CHECK_THAT(list_html({}), ContainsSubstring("<code>kilter run</code>"));
    std::vector<ListedOnPage> rows(2);
    rows[0].experiment.id = "first";
    rows[0].experiment.engines = {"<e>", "f"};
    rows[1].experiment.id = "second";
    rows[1].compare_href = "/compare?a=1&b=2";
    const std::string html = list_html(rows);
    CHECK(html.find("/experiment/second") < html.find("/experiment/first"));
    CHECK_THAT(html, ContainsSubstring("&lt;e&gt;, f"));
    CHECK_THAT(html, ContainsSubstring("href=\"/compare?a=1&amp;b=2\""));
    CHECK(page_minute("2026-11-29T12:00:00.000Z") == "2026-11-29 12:00");
}

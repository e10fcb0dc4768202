#include "reports/diff_report.hpp"

#include <catch2/catch_all.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/text/terminal.hpp"
#include "reports/html/diff_html.hpp"

using namespace kilter;

namespace {

ItemComparison item_of(const std::string& name, DiffVerdict verdict, JointClusters joint) {
    ItemComparison item;
    item.suite = "s";
    item.item = name;
    item.verdict = verdict;
    item.joint = std::move(joint);
    item.attainable = 2;
    for (const JointCluster& one : item.joint) {
        item.shared += one.a > 0 && one.b > 0 ? 1 : 0;
        if (one.a > 0) item.a.sizes.push_back(one.a);
        if (one.b > 0) item.b.sizes.push_back(one.b);
        item.a.valid += one.a;
        item.b.valid += one.b;
    }
    item.a.planned = item.b.planned = 3;
    item.a.points = item.b.points = 2;
    item.a.right = item.b.right = true;
    item.excess = excess_disagreement(item.joint);
    item.identical_at.fill(verdict == DiffVerdict::identical);
    return item;
}

DiffReport report_of(const std::vector<ItemComparison>& items) {
    DiffReport report;
    report.a = {"plain", "20261129-120000-aaaaaa"};
    report.b = {"speculative", "20261129-120000-aaaaaa"};
    report.runs = 3;
    report.suites = {"s"};
    ComparisonBuilder builder;
    for (const ItemComparison& item : items) {
        builder.add(item, item.item);
        report.items.push_back(item);
    }
    report.all = builder.finish();
    return report;
}

ItemComparison apart(const std::string& name, std::optional<std::size_t> token) {
    ItemComparison item = item_of(name, DiffVerdict::steady_different, {{3, 0}, {0, 3}});
    item.b.points = 0;
    item.b.right = false;
    item.parting = DiffParting();
    item.parting->at = {Channel::reasoning, DivergenceKind::mismatch, 16, 18};
    item.parting->token_index = token;
    if (token)
        item.parting->token_source = "logprobs";
    else
        item.parting->token_estimate = 4.8;
    return item;
}

const ItemComparison k_same = item_of("T1-01", DiffVerdict::identical, {{3, 3}});

std::size_t widest(const std::string& text) {
    std::istringstream lines(text);
    std::size_t out = 0;
    for (std::string line; std::getline(lines, line);) out = std::max(out, display_width(line));
    return out;
}

}  // namespace

TEST_CASE("diff report: an estimate is marked as one, a token that the engine named is not") {
    DiffReport report = report_of({k_same, apart("H-04", std::nullopt)});
    DiffWindow window;
    window.item = "H-04";
    window.before = "A felhaszn\xC3\xA1l\xC3\xB3 a ";
    window.text_a = "sorsz\xC3\xA1mot";
    window.text_b = "d\xC3\xA1tumok\x1b[31m";
    report.windows = {window};
    const std::string text = diff_text(report, {});
    CHECK(text.find("H-04: both steady, different near token 5 (estimated from lengths)") !=
          std::string::npos);
    CHECK(text.find("~5") != std::string::npos);
    CHECK(text.find("steady, different: 1 of 2 items differ") != std::string::npos);
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(widest(text) <= 80);
    CHECK(widest(diff_text(report, {40, false})) <= 40);
    CHECK(diff_text(report, {80, true}).find("\x1b[31m") != std::string::npos);  // our own red

    report = report_of({apart("H-04", 4)});
    report.windows = {window};
    CHECK(diff_text(report, {}).find("different at token 4 (by logprobs)") != std::string::npos);
}

TEST_CASE("diff report: sameness comes with its bound and without a promise") {
    const DiffReport report =
        report_of({k_same, item_of("T1-02", DiffVerdict::identical, {{3, 3}})});
    const std::string text = diff_text(report, {});
    CHECK(text.find("identical: 2 of 2 items") != std::string::npos);
    CHECK(text.find("leaves up to 66% of such items open (95%)") != std::string::npos);  // 0/2
    CHECK(end_of(report) == DiffEnd::same);
}

TEST_CASE("diff report: what is missing is not the same") {
    ItemComparison lacking = k_same;
    lacking.item = "T1-02";
    lacking.b.valid = 2;
    lacking.b.points = std::nullopt;
    const DiffReport report = report_of({k_same, lacking});
    CHECK(end_of(report) == DiffEnd::undecided);
    CHECK(diff_text(report, {}).find("Missing, failed or unscored trials in 1 item (T1-02)") !=
          std::string::npos);
    CHECK(end_of(report_of({})) == DiffEnd::undecided);
    CHECK(diff_text(report_of({}), {}).find("nothing could be compared") != std::string::npos);
}

TEST_CASE("diff report: noise that chance alone may give is said to be that") {
    const DiffReport report =
        report_of({item_of("T1-01", DiffVerdict::noisy_overlapping, {{3, 2}, {0, 1}})});
    const std::string text = diff_text(report, {});
    CHECK(text.find("noisy, overlapping") != std::string::npos);
    CHECK(text.find("By this test chance alone may do that") != std::string::npos);
    CHECK(end_of(report) == DiffEnd::differs);
}

TEST_CASE("diff report: JSON has the keys of the contract, null where undefined") {
    DiffReport report = report_of({k_same, apart("H-04", std::nullopt), ItemComparison()});
    report.settings = {{"model", "off", "on"}};
    const auto json = nlohmann::json::parse(diff_json(report));
    CHECK(json["schema"] == "kilter.diff/1");
    for (const char* key :
         {"a", "b", "level", "verdict", "excess_disagreement", "items", "points", "changes"})
        CHECK(json.contains(key));
    CHECK(json["verdict"] == "steady_different");
    CHECK(json["items"][0]["divergence"].is_null());
    const auto& at = json["items"][1]["divergence"];
    CHECK(at["token_index"].is_null());
    CHECK(at["token_estimate"] == 4.8);
    CHECK(at["code_point"] == 16);
    CHECK(json["items"][2]["verdict"].is_null());
    CHECK(json["points"]["difference"] == -2);
    CHECK(json["changes"]["regressed"][0] == "H-04");
    CHECK(nlohmann::json::parse(diff_json(report_of({})))["excess_disagreement"].is_null());
}

TEST_CASE("diff report: twenty rows at most, and how many more there are") {
    std::vector<ItemComparison> items;
    for (int i = 0; i < 25; ++i) items.push_back(apart("i-" + std::to_string(i), 4));
    const DiffReport report = report_of(items);
    CHECK(diff_table(report).rows.size() == 20);
    CHECK(diff_text(report, {}).find("and 5 more: --json has all of them") != std::string::npos);
    CHECK(widest(diff_text(report, {})) <= 80);
}

TEST_CASE("diff page: the sentences of the terminal, links to both sides, text that does not act") {
    DiffReport report = report_of({k_same, apart("H-04", 4)});
    DiffWindow window;
    window.item = "H-04";
    window.before = "<b>";
    window.text_a = "</div><script>alert(1)</script>";
    window.absent_b = true;
    report.windows = {window};
    report.settings = {{"extra_body.\"x\"", "", "<i>"}};
    const std::string html =
        diff_html(report, [](const DiffedCondition& side, const ItemComparison& item) {
            return "/" + side.engine + "?" + item.item + "&x";
        });
    for (const char* part :
         {"≠ steady, different: 1 of 2 items differ", "href=\"/plain?H-04&amp;x\"",
          "href=\"/speculative?H-04&amp;x\"", "different at token 4 (by logprobs)",
          "&lt;/div&gt;&lt;script&gt;alert(1)", "no such text", "(not set)", "&lt;i&gt;",
          "extra_body.&quot;x&quot;", "Excess disagreement E"}) {
        INFO(part);
        CHECK(html.find(part) != std::string::npos);
    }
    CHECK(html.find("<script") == std::string::npos);
    CHECK(html.find("<i>") == std::string::npos);
    const std::string same =
        diff_html(report_of({k_same}), [](const auto&, const auto&) { return std::string{}; });
    CHECK(same.find("= identical: 1 of 1 items") != std::string::npos);
    CHECK(same.find("open (95%)") != std::string::npos);
    CHECK(same.find("<p>None.</p>") != std::string::npos);
}

TEST_CASE("diff page: the form keeps what was chosen") {
    CompareForm form;
    form.choices = {{"x:e\"1", "e\"1, K = 3"}, {"y:e2", "e2"}};
    form.b = "y:e2";
    const std::string html = compare_form_html(form);
    CHECK(html.find("<option value=\"x:e&quot;1\">e&quot;1, K = 3</option>") != std::string::npos);
    CHECK(html.find("<option value=\"y:e2\" selected>e2</option></select></label>\n<label>"
                    "<span>level") != std::string::npos);
    CHECK(html.find("<option value=\"content\" selected>") != std::string::npos);
}

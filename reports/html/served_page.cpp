#include "reports/html/served_page.hpp"

#include <fmt/format.h>

#include "reports/html/page_template.hpp"
#include "reports/html/script_json.hpp"
#include "reports/table.hpp"

namespace kilter {

namespace {

constexpr std::string_view k_policy_begin =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"";

void replace_once(std::string& text, std::string_view what, std::string_view with) {
    const std::size_t at = text.find(what);
    if (at != std::string::npos) text.replace(at, what.size(), with);
}

// Events and fresh figures come by connections, the choice of two sides by a form.
std::string with_own_server(std::string policy) {
    replace_once(policy, "default-src 'none'", "default-src 'none'; connect-src 'self'");
    replace_once(policy, "form-action 'none'", "form-action 'self'");
    return policy;
}

std::string_view policy_of(std::string_view page) {
    const std::size_t at = page.find(k_policy_begin);
    if (at == std::string_view::npos) return "default-src 'none'";
    page.remove_prefix(at + k_policy_begin.size());
    return page.substr(0, page.find('"'));
}

std::string block(std::string_view id, const ReportJson& document) {
    return fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>\n", id,
                       script_json(document));
}

std::string bar_html(const ServedPage& about) {
    std::string out = "<nav class=\"view-bar\" aria-label=\"Store\"><a href=\"/\"";
    out += about.part == "experiments" ? " aria-current=\"page\">" : ">";
    out += "Experiments</a>";
    for (const auto& [text, href] : about.links)
        out += fmt::format("<a href=\"{}\">{}</a>", html_escape(href), html_escape(text));
    out += "<span id=\"view-state\" role=\"status\"></span></nav>\n";
    return out + "<section id=\"view-live\" aria-label=\"Progress\" hidden></section>\n";
}

}  // namespace

std::string served_template(std::string_view page, const ServedPage& about) {
    std::string out{page};
    const std::string policy{policy_of(page)};
    replace_once(out, policy, with_own_server(policy));
    replace_once(out, k_board_mark, bar_html(about) + std::string{k_board_mark});
    const ReportJson told = {
        {"part", about.part}, {"experiment", about.experiment}, {"live", about.live}};
    replace_once(out, k_data_mark, block("kilter-view", told) + std::string{k_data_mark});
    return out;
}

std::string served_page(std::string_view page, const ServedPage& about, std::string_view title,
                        std::string_view body, std::string_view data) {
    std::string out = served_template(page, about);
    // From the end, so that no mark is looked for in what was put in.
    replace_once(out, k_data_mark, data);
    replace_once(out, k_board_mark, body);
    replace_once(out, k_title_mark, html_escape(title));
    return out;
}

std::string served_policy(std::string_view page) {
    return with_own_server(std::string{policy_of(page)}) + "; frame-ancestors 'none'";
}

std::string served_head(std::string_view heading, std::string_view words) {
    return fmt::format(
        "<header class=\"head\"><h1>{}</h1><p>{}</p><div id=\"page-tools\"></div></header>\n",
        html_escape(heading), html_escape(words));
}

std::string extras_data(const PageExtras& extras) {
    ReportJson out = ReportJson::object();
    for (const auto& [key, documents] :
         {std::pair{"probes", &extras.probes}, std::pair{"sweeps", &extras.sweeps}}) {
        out[key] = ReportJson::array();
        for (const std::string& document : *documents)
            out[key].push_back(ReportJson::parse(document, nullptr, false));
    }
    return block("kilter-extras", out);
}

}  // namespace kilter

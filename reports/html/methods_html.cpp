#include "reports/html/methods_html.hpp"

#include <fmt/format.h>

namespace kilter {

namespace {

struct Method {
    const char* anchor;
    const char* name;
    const char* text;  // HTML of ours
};

constexpr Method k_methods[] = {
    {"m-points", "points",
     "Every field of an answer is compared with the gold on its own; a failed run adds 0. The mean "
     "is "
     "over the K runs, the interval over items (t, on each item's mean loss)."},
    {"m-unstable", "unstable",
     "Items whose runs differ in a byte of reasoning, answer or tool calls, of those with two "
     "valid "
     "runs. The interval is <a "
     "href=\"https://doi.org/10.1080/01621459.1927.10502953\">Wilson's</a>; "
     "at 0 it says what so few items leave open."},
    {"m-flips", "value flips",
     "Items with two different extracted values, whatever the texts are."},
    {"m-vote", "vote wrong",
     "Items on which more than half of the K runs give one and the same wrong record of values; "
     "harmful where some run was right."},
    {"m-loops", "loops",
     "Runs that end in a text repeating itself, exactly or with numbers that count on, and that "
     "did "
     "not come to an end by themselves."},
    {"m-failed", "failed",
     "Runs without an answer: time-outs, refused or broken connections, errors."},
    {"m-power", "K shows",
     "The chance that K runs show an answer which comes so often: "
     "1 - q<sup>K</sup> - (1-q)<sup>K</sup> for a share q. No difference seen in K runs is no "
     "proof "
     "that there is none."},
    {"m-speed", "tok/s",
     "Completion tokens over the whole time of the requests, as the engine counts "
     "tokens. It depends on load and cache."},
    {"m-parting", "where outputs part",
     "The length of the common beginning of an item's valid runs, in code points, in the first of "
     "reasoning, answer and tool calls that differs."},
    {"m-fingerprint", "answered by",
     "A hash of what the engine says of itself (version, model, settings) at the start of the "
     "run."},
};

}  // namespace

std::string methods_html() {
    std::string out =
        "<section aria-labelledby=\"methods-h\">\n<h2 id=\"methods-h\">How these numbers are "
        "made</h2>\n<dl class=\"methods\">\n";
    for (const Method& method : k_methods)
        out += fmt::format("<dt id=\"{}\">{}</dt><dd>{}</dd>\n", method.anchor, method.name,
                           method.text);
    return out +
           "</dl>\n<p>Formulas, sources and examples: docs/metrics.md of kilter. Scores are "
           "computed "
           "from what is stored: <code>kilter score</code> repeats them, <code>kilter board "
           "--json</code> prints every number of this page.</p>\n</section>\n";
}

}  // namespace kilter

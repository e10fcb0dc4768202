#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text/terminal.hpp"
#include "reports/probe_report.hpp"
#include "reports/probe_words.hpp"
#include "reports/sentences.hpp"
#include "reports/table.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_rows_by_token = 8;  // prompts up to which each token has a row
constexpr std::size_t k_letters = 26;       // requests up to which each has a letter
constexpr std::string_view k_requests = "requests";

std::string first_letter(const std::string& variant) {
    return variant.size() == 1 ? variant : "+";  // past the alphabet
}

// "ABACA", or "A38 B2" where there are too many for that.
std::string heat_cell(const std::vector<std::string>& variants) {
    std::string out;
    if (variants.size() <= k_letters) {
        for (const std::string& one : variants) out += first_letter(one);
        return out;
    }
    std::map<std::string, int> times;
    for (const std::string& one : variants) ++times[one];
    std::size_t shown = 0;
    for (const auto& [letter, count] : times) {
        if (++shown > 4) return out + " ..";
        out += fmt::format("{}{}{}", out.empty() ? "" : " ", letter, count);
    }
    return out;
}

std::string ratio(int distinct, int n) {
    return fmt::format("{}/{}", distinct, n);
}

Table heat_table() {
    Table table;
    table.columns = {{"prompt"},
                     {"size", Align::right, 3},
                     {"token"},
                     {std::string(k_requests)},
                     {"lists", Align::right},
                     {"class"},
                     {"nats", Align::right},
                     {"flips", Align::right, 1},
                     {"gap", Align::right, 2}};
    return table;
}

// Of the prompt, in tokens as the engine counts them.
std::string size_cell(const ProbeRow& row) {
    for (const ProbeRequest& one : row.requests)
        if (one.prompt_tokens) return std::to_string(*one.prompt_tokens);
    return "";
}

std::string gap_cell(const PositionComparison& one) {
    return one.gap_min ? fmt::format("{:.2f}", *one.gap_min) : "";
}

void add_position_rows(const ProbeRow& row, Table& table) {
    for (const PositionComparison& one : row.length.positions) {
        table.rows.push_back({visible(row.length.prompt), size_cell(row),
                              fmt::format("{} of {}", one.position, row.length.tokens),
                              heat_cell(variants_by_request(row, one.variants)),
                              ratio(one.distinct, one.n), std::string(words_of(one.kind)),
                              nats_text(one.max_delta_nats), std::to_string(one.top1_flips),
                              gap_cell(one)});
    }
}

void add_length_row(const ProbeRow& row, Table& table) {
    const std::string tokens =
        row.length.tokens == 1 ? "1" : fmt::format("1-{}", row.length.tokens);
    const bool any = !row.length.positions.empty();
    table.rows.push_back(
        {visible(row.length.prompt), size_cell(row), tokens,
         heat_cell(variants_by_request(row, row.length.variants)),
         ratio(row.length.distinct, row.length.n), std::string(words_of(row.length.kind)),
         nats_text(row.length.max_delta_nats), std::to_string(row.length.top1_flips),
         any ? gap_cell(row.length.positions.front()) : ""});
}

Paint paint_of(char letter) {
    if (letter == 'A') return Paint::good;
    if (letter == '.' || letter == '-') return Paint::faint;
    if (letter == '!') return Paint::bad;
    if (letter == ' ') return Paint::plain;
    return letter >= '0' && letter <= '9' ? Paint::plain : Paint::warn;
}

std::string coloured_line(const std::string& line, std::size_t from, const TextStyle& style) {
    // A name that was cut ends in a mark of one column and three bytes.
    if (line.find("\u2026") < from) from += 2;
    std::string out;
    bool cell = true;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (i > from && line.compare(i, 2, "  ") == 0) cell = false;
        const std::string one = line.substr(i, 1);
        out += cell && i >= from ? paint(one, paint_of(line[i]), style) : one;
    }
    return out;
}

// Colours the letters, which say the same without it. The heading says where they stand.
std::string coloured(const std::string& table, const TextStyle& style) {
    const std::size_t from = table.find(k_requests);
    const std::size_t end = table.find('\n');
    if (!style.colour || end == std::string::npos || from > end) return table;
    std::string out = table.substr(0, end + 1);
    for (std::size_t at = end + 1; at < table.size();) {
        const std::size_t stop = std::min(table.find('\n', at), table.size());
        out += coloured_line(table.substr(at, stop - at), from, style) + "\n";
        at = stop + 1;
    }
    return out;
}

std::string head_of(const ProbedEngine& engine) {
    std::string out = visible(engine.engine);
    if (engine.model != engine.engine) out += fmt::format(", model {}", visible(engine.model));
    if (!engine.dialect.empty()) out += ", " + engine.dialect;
    out += ", cache " + engine.cache;
    if (engine.top_logprobs)
        out += fmt::format(", {} alternatives per token", *engine.top_logprobs);
    return out;
}

std::string unprobed(const ProbedEngine& engine, const TextStyle& style) {
    const std::string line =
        engine.problem.empty()
            ? fmt::format(
                  "cannot be probed, it lists no log probabilities ({}); use the suite: "
                  "kilter run",
                  visible(engine.limit_reason))
            : fmt::format("not asked: {}", visible(engine.problem));
    return "  " + paint(wrap(line, 2, style), Paint::warn, style);
}

std::string engine_text(const ProbedEngine& engine, const TextStyle& style) {
    std::string out = paint(wrap(head_of(engine), 2, style), Paint::strong, style);
    if (!engine.top_logprobs) return out + unprobed(engine, style);
    const auto line = [&](const std::string& text, ProbeClass kind) {
        const Paint how = kind == ProbeClass::identical     ? Paint::good
                          : kind == ProbeClass::unsupported ? Paint::faint
                                                            : Paint::bad;
        out += "  " + paint(wrap(text, 4, style), how, style);
    };
    line("prefill: " + prefill_sentence(engine), engine.verdict.prefill.kind);
    line("decode:  " + decode_sentence(engine), engine.verdict.decode.kind);
    for (const std::string& sentence : probe_sentences(engine))
        out += "  " + wrap(sentence, 2, style);
    Table table = heat_table();
    const bool by_token = engine.verdict.prefills.size() <= k_rows_by_token;
    for (const ProbeRow& row : engine.rows) {
        if (by_token)
            add_position_rows(row, table);
        else
            add_length_row(row, table);
    }
    return out + "\n" + coloured(terminal_table(table, style.columns), style);
}

constexpr const char* k_legend =
    "A letter for each request in turn: A is the most frequent list of a row, the same letter is "
    "the same list to the bit; '.' had other tokens before, or ended; '-' lists nothing; '!' "
    "failed. size: of the prompt, in tokens. lists: different lists of those compared. nats: the "
    "largest difference of one token's "
    "log probability. flips: lists that another token heads. gap: the smallest distance of the two "
    "likeliest tokens. Every number: docs/metrics.md.";

}  // namespace

std::string probe_text(const ProbeReport& report, const TextStyle& style) {
    std::string out;
    for (const ProbedEngine& engine : report.engines)
        out += (out.empty() ? "" : "\n") + engine_text(engine, style);
    const bool any = std::any_of(report.engines.begin(), report.engines.end(),
                                 [](const ProbedEngine& one) { return one.top_logprobs; });
    if (any) out += "\n" + paint(wrap(k_legend, 0, style), Paint::faint, style);
    return out;
}

}  // namespace kilter

#include "reports/html/page_writer.hpp"

#include <fmt/format.h>

#include <utility>

#include "reports/board_document.hpp"
#include "reports/html/board_html.hpp"
#include "reports/html/page_rows_json.hpp"
#include "reports/html/page_template.hpp"
#include "reports/html/script_json.hpp"
#include "reports/html/text_parts.hpp"
#include "reports/show_json.hpp"

namespace kilter {

namespace {

std::string block(std::string_view id, const ReportJson& document) {
    return fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>\n", id,
                       script_json(document));
}

ReportJson text_or_null(const std::string& text) {
    return text.empty() ? ReportJson(nullptr) : ReportJson(text);
}

// What the store keeps as JSON; text that is none stays text.
ReportJson stored_json(const std::string& text) {
    if (text.empty()) return nullptr;
    ReportJson parsed = ReportJson::parse(text, nullptr, false);
    return parsed.is_discarded() ? ReportJson(text) : parsed;
}

ReportJson channel_json(const PageChannel& channel) {
    ReportJson texts = ReportJson::array(), of_run = ReportJson::array();
    for (const std::string& text : channel.texts) texts.push_back(text_parts(text, channel.marks));
    for (const auto& index : channel.of_run)
        of_run.push_back(index ? ReportJson(*index) : ReportJson(nullptr));
    return {{"texts", std::move(texts)}, {"of_run", std::move(of_run)}};
}

ReportJson item_json(const PageItem& item) {
    ReportJson texts = ReportJson::object();
    for (const Channel channel : {Channel::reasoning, Channel::content, Channel::tool_calls}) {
        const PageChannel& one = item.channels[static_cast<std::size_t>(channel)];
        if (!one.texts.empty()) texts[std::string{to_word(channel)}] = channel_json(one);
    }
    return {{"show", shown_engine_json(item.shown)},
            {"texts", std::move(texts)},
            {"request", item.request.empty() ? ReportJson(nullptr) : text_parts(item.request, {})},
            {"response",
             {{"model", text_or_null(item.model)},
              {"system_fingerprint", text_or_null(item.system_fingerprint)},
              {"server", text_or_null(item.server)}}}};
}

ReportJson engines_json(const PageExperiment& experiment) {
    ReportJson out = ReportJson::array();
    for (const PageEngine& engine : experiment.engines)
        out.push_back({{"engine", engine.engine},
                       {"dialect", text_or_null(engine.dialect)},
                       {"settings", stored_json(engine.settings_json)},
                       {"fingerprint_start", stored_json(engine.fingerprint_start)},
                       {"fingerprint_end", stored_json(engine.fingerprint_end)}});
    return out;
}

void add_extras(ReportJson& out, const PageExtras& extras) {
    for (const auto& [key, documents] :
         {std::pair{"probes", &extras.probes}, std::pair{"sweeps", &extras.sweeps}})
        for (const std::string& document : *documents) out[key].push_back(stored_json(document));
    if (!extras.isolate.empty()) out["isolate"] = stored_json(extras.isolate);
}

// The page up to the mark; the mark is dropped, what is behind it stays in `page`.
std::string_view take_until(std::string_view& page, std::string_view mark) {
    const std::size_t at = page.find(mark);
    const std::string_view out = page.substr(0, at);
    page.remove_prefix(at == std::string_view::npos ? page.size() : at + mark.size());
    return out;
}

}  // namespace

PageWriter::PageWriter(Sink sink, std::string_view page, std::size_t limit)
    : sink_(std::move(sink)), page_(page) {
    kept_.limit = limit;
    full_ = limit == 0;
}

Result<void> PageWriter::begin(const PageExperiment& experiment, const Board& board) {
    std::string out{take_until(page_, k_title_mark)};
    out += page_title(experiment, board);
    out += take_until(page_, k_board_mark);
    out += board_html(experiment, board);
    out += take_until(page_, k_data_mark);
    return sink_(out);
}

Result<std::optional<int>> PageWriter::add(const PageItem& item, bool stable) {
    const std::string text = block(fmt::format("kilter-item-{}", blocks_), item_json(item));
    if (full_ || written_ + text.size() > kept_.limit) {
        full_ = true;
        leave_out(stable);
        return std::optional<int>{};
    }
    if (const auto done = sink_(text); !done) return done.error();
    written_ += text.size();
    ++kept_.kept;
    return std::optional<int>{blocks_++};
}

void PageWriter::leave_out(bool stable) {
    ++(stable ? kept_.left_out_stable : kept_.left_out_unstable);
}

Result<void> PageWriter::finish(const PageExperiment& experiment, const Board& board,
                                const std::vector<ItemRow>& rows, const PageExtras& extras) {
    ReportJson out = {{"schema", "kilter.report/1"},
                      {"experiment",
                       {{"id", experiment.id},
                        {"created_at", experiment.created_at},
                        {"kind", experiment.kind},
                        {"runs", experiment.runs}}},
                      {"board", board_document(board)},
                      {"engines", engines_json(experiment)},
                      {"rows", page_rows_json(rows)},
                      {"texts",
                       {{"kept", kept_.kept},
                        {"left_out_stable", kept_.left_out_stable},
                        {"left_out_unstable", kept_.left_out_unstable},
                        {"limit_bytes", kept_.limit}}}};
    add_extras(out, extras);
    if (const auto done = sink_(block("kilter-report", out)); !done) return done.error();
    return sink_(page_);
}

}  // namespace kilter

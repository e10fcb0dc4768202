#include "cli/comparison/modal_parting.hpp"

#include <algorithm>

#include "base/text/utf8.hpp"
#include "harness/wire/output_tokens.hpp"

namespace kilter {

namespace {

constexpr std::size_t k_before = 60;  // code points shown before the point of parting
constexpr std::size_t k_after = 240;

std::size_t byte_of(const std::string& text, std::size_t code_points) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < code_points && at < text.size(); ++i)
        at += utf8::step(text, at).length;
    return at;
}

std::string slice(const std::string& text, std::size_t start, std::size_t count) {
    const std::size_t begin = byte_of(text, start);
    std::string out = text.substr(begin);
    out.resize(byte_of(out, count));
    return out;
}

std::string text_in(const Completion& run, Channel channel) {
    if (channel == Channel::reasoning) return run.reasoning.text;
    return channel == Channel::content ? run.content.text : tool_calls_text(run);
}

OutputLength length_of(const Completion& run) {
    OutputLength out;
    for (const Channel channel : {Channel::reasoning, Channel::content, Channel::tool_calls})
        out.code_points += utf8::count(text_in(run, channel));
    out.tokens = run.usage.completion_tokens;
    return out;
}

// Code points of the output before the point of parting, the channels in their order.
std::size_t position_of(const Divergence& at, const Completion& run) {
    std::size_t before = at.code_point;
    for (const Channel channel : {Channel::reasoning, Channel::content})
        if (channel < at.channel) before += utf8::count(text_in(run, channel));
    return before;
}

const TrialSummary* trial_of(const WalkedItem& walked, int k) {
    const auto at = std::find_if(walked.trials->begin(), walked.trials->end(),
                                 [k](const TrialSummary& one) { return one.key.k == k; });
    return at == walked.trials->end() ? nullptr : &*at;
}

const RunView* run_of(const WalkedItem& walked, int k) {
    const auto at = std::find_if(walked.runs->begin(), walked.runs->end(),
                                 [k](const RunView& one) { return one.k == k; });
    return at == walked.runs->end() ? nullptr : &*at;
}

Result<OutputTokens> tokens_of(StoreReader& reader, const TrialSummary& trial) {
    if (trial.body_sha256.empty()) return OutputTokens{};
    const auto body = reader.blob(trial.body_sha256);
    if (!body) return body.error();
    return output_tokens(*body);
}

Divergence parting_of(const Completion& a, const Completion& b, Level level) {
    if (level != Level::reasoning) return diverge({&a, &b});
    Completion only_a, only_b;
    only_a.reasoning = a.reasoning;
    only_b.reasoning = b.reasoning;
    return diverge({&only_a, &only_b});
}

DiffWindow window_of(const Divergence& at, const Completion& a, const Completion& b) {
    const std::string text_a = text_in(a, at.channel), text_b = text_in(b, at.channel);
    DiffWindow window;
    window.skipped = at.code_point - std::min(at.code_point, k_before);
    window.before = slice(text_a, window.skipped, at.code_point - window.skipped);
    window.text_a = slice(text_a, at.code_point, k_after);
    window.text_b = slice(text_b, at.code_point, k_after);
    window.absent_a = text_a.empty();
    window.absent_b = text_b.empty();
    return window;
}

}  // namespace

Result<ModalParting> part_modal_runs(StoreReader& reader, const WalkedItem& a, const WalkedItem& b,
                                     const ItemComparison& item, Level level, bool with_window) {
    ModalParting out;
    const TrialSummary* trial_a = trial_of(a, item.a.modal_k);
    const TrialSummary* trial_b = trial_of(b, item.b.modal_k);
    const RunView* run_a = run_of(a, item.a.modal_k);
    const RunView* run_b = run_of(b, item.b.modal_k);
    if (trial_a == nullptr || trial_b == nullptr || run_a == nullptr || run_b == nullptr)
        return out;
    if (signature(*run_a, level) == signature(*run_b, level)) return out;
    const auto text_a = reader.completion(trial_a->key);
    if (!text_a) return text_a.error();
    const auto text_b = reader.completion(trial_b->key);
    if (!text_b) return text_b.error();
    out.parting.at = parting_of(*text_a, *text_b, level);
    if (out.parting.at.kind == DivergenceKind::equal)
        return out;  // only absent, null and "" differ
    const auto tokens_a = tokens_of(reader, *trial_a);
    if (!tokens_a) return tokens_a.error();
    const auto tokens_b = tokens_of(reader, *trial_b);
    if (!tokens_b) return tokens_b.error();
    if (const auto index = first_token_apart(*tokens_a, *tokens_b)) {
        out.parting.token_index = index;
        out.parting.token_source = tokens_a->source;
    } else if (out.parting.at.kind != DivergenceKind::absent) {
        out.parting.token_estimate = estimate_token(position_of(out.parting.at, *text_a),
                                                    length_of(*text_a), length_of(*text_b));
    }
    if (with_window) out.window = window_of(out.parting.at, *text_a, *text_b);
    return out;
}

}  // namespace kilter

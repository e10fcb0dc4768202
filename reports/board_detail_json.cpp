#include "reports/board_detail_json.hpp"

#include <fmt/format.h>

namespace kilter {

namespace {

template <class T>
ReportJson value_or_null(const std::optional<T>& value) {
    return value ? ReportJson(*value) : ReportJson(nullptr);
}

std::string word(std::string_view text) {
    return std::string{text};
}

// "0-7", ..., "4096-": code points.
std::string band_name(std::size_t band) {
    const std::size_t from = band == 0 ? 0 : k_position_bands[band - 1];
    if (band == k_position_bands.size()) return fmt::format("{}-", from);
    return fmt::format("{}-{}", from, k_position_bands[band] - 1);
}

ReportJson partings_json(const EngineSummary& sum) {
    ReportJson out = ReportJson::object();
    for (const Channel channel : {Channel::reasoning, Channel::content, Channel::tool_calls}) {
        const DivergenceSummary& one = sum.divergence[static_cast<std::size_t>(channel)];
        ReportJson bands = ReportJson::object();
        for (std::size_t band = 0; band < one.runs_by_band.size(); ++band)
            bands[band_name(band)] = one.runs_by_band[band];
        out[word(to_word(channel))] = {{"mismatch", one.mismatch},
                                       {"prefix", one.prefix},
                                       {"drift", one.drift},
                                       {"median_relative", number_or_null(one.median_relative)},
                                       {"reference_ends", one.reference_ends},
                                       {"runs_by_code_point", bands},
                                       {"runs_absent", one.runs_absent}};
    }
    return out;
}

ReportJson unstable_at_json(const StabilityDetail& detail) {
    ReportJson out = ReportJson::array();
    for (const UnstableAt& at : detail.unstable_at) {
        const auto of_some = [&](double value) {
            return at.of > 0 ? ReportJson(rounded(value)) : ReportJson(nullptr);
        };
        out.push_back({{"k", at.k},
                       {"items", of_some(at.items)},
                       {"of", at.of},
                       {"distinct", of_some(at.distinct)}});
    }
    return out;
}

ReportJson item_json(const UnstableItem& item) {
    const bool equal = item.divergence.kind == DivergenceKind::equal;
    ReportJson at = {
        {"channel",
         equal ? ReportJson(nullptr) : ReportJson(word(to_word(item.divergence.channel)))},
        {"kind", word(to_word(item.divergence.kind))},
        {"code_point", equal ? ReportJson(nullptr) : ReportJson(item.divergence.code_point)},
        {"relative", relative_json(item.relative)}};
    return {{"item", item.item},
            {"variants", item.variants},
            {"sizes", item.sizes},
            {"pattern", word(to_word(item.pattern))},
            {"disagreement", rounded(item.disagreement)},
            {"measures", cluster_measures_json(item.measures)},
            {"divergence", at},
            {"value_flip", item.value_flip},
            {"fields", item.fields},
            {"prompt_tokens", value_or_null(item.prompt_tokens)}};
}

ReportJson first_run_json(const FirstRunEvidence& first) {
    return {{"items", first.items},
            {"of", first.of},
            {"cold", first.cold},
            {"p_value", number_or_null(first.p_value)},
            {"hint", first.hint}};
}

ReportJson cache_json(const CacheTable& cache) {
    const auto runs = [](const CacheTable::Row& row) {
        return ReportJson{{"runs", row.runs}, {"deviating", row.deviating}};
    };
    const auto pairs = [](const Rate& rate) {
        return ReportJson{{"pairs", rate.of}, {"different", rate.count}};
    };
    return {{"items", cache.items},
            {"tied_items", cache.tied_items},
            {"not_told", runs(cache.not_told)},
            {"none", runs(cache.none)},
            {"some", runs(cache.some)},
            {"same_cached_pairs", pairs(cache.same_cached_pairs)},
            {"other_cached_pairs", pairs(cache.other_cached_pairs)}};
}

ReportJson tokens_json(const MedianTokens& tokens) {
    return {{"median", position_or_null(tokens.median)}, {"items", tokens.items}};
}

ReportJson fields_json(const EngineSummary& sum) {
    const bool voted = sum.majority_of > 0;
    ReportJson out = ReportJson::array();
    for (const FieldStability& field : sum.stability.by_field)
        out.push_back({{"field", field.field},
                       {"unstable", rate_json(field.unstable)},
                       {"items", field.items},
                       {"undecided", voted ? ReportJson(field.undecided) : ReportJson(nullptr)},
                       {"errors", voted ? ReportJson(field.errors) : ReportJson(nullptr)}});
    return out;
}

ReportJson list_of(const std::vector<double>& values) {
    ReportJson out = ReportJson::array();
    for (const double value : values) out.push_back(number_or_null(value));
    return out;
}

}  // namespace

ReportJson rate_json(const Rate& rate) {
    ReportJson share = nullptr;
    if (rate.of > 0)
        share = rounded(static_cast<double>(rate.count) / static_cast<double>(rate.of));
    return {{"count", rate.count}, {"of", rate.of}, {"rate", share}};
}

ReportJson relative_json(const std::optional<RelativePosition>& relative) {
    if (!relative) return nullptr;
    return {{"share", rounded(relative->share)}, {"reference_ends", relative->reference_ends}};
}

ReportJson cluster_measures_json(const ClusterMeasures& measures) {
    return {{"runs", measures.runs},
            {"distinct", measures.distinct},
            {"modal_share", rounded(measures.modal_share)},
            {"coverage", rounded(measures.coverage)},
            {"effective_shannon", rounded(measures.effective_shannon)},
            {"effective_simpson", rounded(measures.effective_simpson)},
            {"chao1", rounded(measures.chao1)},
            {"states_at_least", value_or_null(measures.states_at_least)}};
}

ReportJson stability_json(const EngineSummary& sum) {
    const StabilityDetail& detail = sum.stability;
    ReportJson patterns = ReportJson::object();
    for (std::size_t i = 0; i < detail.patterns.size(); ++i)
        patterns[word(to_word(static_cast<RunPattern>(i)))] = detail.patterns[i];
    ReportJson items = ReportJson::array();
    for (const UnstableItem& item : detail.unstable_items) items.push_back(item_json(item));
    return {{"unstable_at", unstable_at_json(detail)},
            {"items", items},
            {"patterns", patterns},
            {"partings", partings_json(sum)},
            {"first_run", first_run_json(detail.first_run)},
            {"cache", cache_json(detail.cache)},
            {"other_finish", detail.other_finish},
            {"equal_censored", detail.equal_censored},
            {"prompt_tokens",
             {{"stable", tokens_json(detail.prompt_tokens_stable)},
              {"unstable", tokens_json(detail.prompt_tokens_unstable)}}},
            {"fields", fields_json(sum)},
            {"tar_raw", rate_json(detail.tar_raw)},
            {"tar_answer", rate_json(detail.tar_answer)}};
}

ReportJson voting_json(const EngineSummary& sum) {
    const VoteDetail& vote = sum.voting;
    const bool voted = sum.majority_of > 0;
    ReportJson g_pass = ReportJson::object();
    for (std::size_t i = 0; i < k_g_pass_shares.size(); ++i)
        g_pass[fmt::format("{:g}", k_g_pass_shares[i])] = number_or_null(vote.g_pass[i]);
    return {{"gain", number_or_null(vote.gain)},
            {"gain_items", vote.gain_items},
            {"loss_items", vote.loss_items},
            {"right_some_wrong", vote.right_some_wrong},
            {"plurality",
             {{"decided", voted ? ReportJson(vote.plurality_decided) : ReportJson(nullptr)},
              {"points", number_or_null(vote.plurality_points)}}},
            {"composite_unseen", vote.composite_unseen},
            {"field_votes",
             {{"undecided", voted ? ReportJson(vote.undecided_fields) : ReportJson(nullptr)},
              {"of", voted ? ReportJson(vote.fields) : ReportJson(nullptr)}}},
            {"pass_mark", word(k_pass_mark)},
            {"pass_items", vote.pass_items},
            {"pass_at", list_of(vote.pass_at)},
            {"pass_hat", list_of(vote.pass_hat)},
            {"g_pass", g_pass}};
}

}  // namespace kilter

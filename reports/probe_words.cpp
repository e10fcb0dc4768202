#include "reports/probe_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text/terminal.hpp"
#include "reports/sentences.hpp"
#include "scorers/statistics/intervals.hpp"

namespace kilter {
namespace {

std::string_view meaning_of(ProbeClass kind) {
    switch (kind) {
        case ProbeClass::order_only:
            return "the same tokens with the same numbers, in another order or another one put out";
        case ProbeClass::set_changed:
            return "other tokens are listed; the numbers of those in common are the same";
        case ProbeClass::values_changed:
            return "tokens in common have other numbers";
        default:
            return "";
    }
}

std::string changed_words(const StageVerdict& stage) {
    std::string out = fmt::format("{} on {} of {} prompts ({})", words_of(stage.kind),
                                  stage.changed.size(), stage.prompts, name_list(stage.changed));
    if (stage.max_delta_nats && *stage.max_delta_nats > 0)
        out += fmt::format(", by up to {} nats", nats_text(stage.max_delta_nats));
    return out + fmt::format(": {}", meaning_of(stage.kind));
}

// The prompts for which `wanted` holds, each once.
template <class Wanted>
std::vector<std::string> prompts_where(const ProbedEngine& engine, Wanted wanted) {
    std::vector<std::string> out;
    for (const ProbeRow& row : engine.rows) {
        const std::string& name = row.length.prompt;
        if (wanted(row) && (out.empty() || out.back() != name)) out.push_back(name);
    }
    return out;
}

template <class Wanted>
std::vector<std::string> prefills_where(const ProbedEngine& engine, Wanted wanted) {
    std::vector<std::string> out;
    for (const ProbedPrefill& one : engine.verdict.prefills)
        if (wanted(one.first)) out.push_back(one.prompt);
    return out;
}

template <class Wanted>
bool any_position(const ProbeRow& row, Wanted wanted) {
    return std::any_of(row.length.positions.begin(), row.length.positions.end(), wanted);
}

void add_own_lists(const ProbedEngine& engine, std::vector<std::string>& out) {
    const auto all_own = [](const PositionComparison& one) {
        return one.n >= 3 && one.distinct == one.n;
    };
    const auto names = prefills_where(engine, all_own);
    if (names.empty()) return;
    int least = 0;
    for (const ProbedPrefill& one : engine.verdict.prefills)
        if (all_own(one.first)) least = least == 0 ? one.first.n : std::min(least, one.first.n);
    out.push_back(fmt::format(
        "{} of {} requests have a list of their own at the first token ({}): were all lists "
        "equally likely, there would be {} or more of them (95%).",
        least, least, name_list(names), fewest_states(least)));
}

void add_first(const ProbedEngine& engine, std::vector<std::string>& out) {
    const auto names = prefills_where(
        engine, [](const PositionComparison& one) { return one.first_differs == true; });
    if (!names.empty())
        out.push_back(
            fmt::format("The first request stands alone against all others, which are "
                        "alike: {}. Is it cold against warm?",
                        name_list(names)));
    const auto lengths = prefills_where(
        engine, [](const PositionComparison& one) { return one.kind != ProbeClass::identical; });
    std::vector<std::string> apart;
    for (const std::string& name : lengths) {
        bool each_identical = true, measured = false;
        for (const ProbeRow& row : engine.rows) {
            if (row.length.prompt != name || row.length.positions.empty()) continue;
            measured = true;
            each_identical &= row.length.positions.front().kind == ProbeClass::identical;
        }
        if (measured && each_identical) apart.push_back(name);
    }
    if (!apart.empty())
        out.push_back(
            fmt::format("The first token reads one way at 1 token and another way at 4: {}.",
                        name_list(apart)));
}

void add_cache(const ProbedEngine& engine, std::vector<std::string>& out) {
    int told = 0, hit = 0, all = 0;
    double most = 0;  // share of a prompt
    for (const ProbeRow& row : engine.rows) {
        for (const ProbeRequest& one : row.requests) {
            if (is_failed(one.outcome)) continue;
            ++all;
            if (one.cached_tokens) ++told;
            if (one.cached_tokens.value_or(0) <= 0) continue;
            ++hit;
            if (one.prompt_tokens.value_or(0) > 0)
                most = std::max(most, static_cast<double>(*one.cached_tokens) /
                                          static_cast<double>(*one.prompt_tokens));
        }
    }
    if (all == 0) return;
    const bool cold = engine.cache == "cold";
    if (told == 0) {
        out.push_back(fmt::format("The engine does not tell cached tokens: {}.",
                                  cold ? "that its cache was cold is not shown"
                                       : "whether requests shared one prefill is unknown"));
    } else if (hit == 0) {
        out.push_back(
            fmt::format("{} of {} requests took no cached tokens: each had a prefill of "
                        "its own.",
                        told, all));
    } else if (cold) {
        out.push_back(
            fmt::format("Asked for a cold cache, and {} of {} requests took cached "
                        "tokens all the same.",
                        hit, all));
    } else {
        out.push_back(fmt::format(
            "{} of {} requests took cached tokens{}: as much of their prefill is that of an "
            "earlier request. --cold asks for a fresh one each time.",
            hit, all,
            most > 0 ? fmt::format(", up to {} of the prompt", percent(std::min(most, 1.0)))
                     : std::string()));
    }
}

void add_numbers(const ProbedEngine& engine, std::vector<std::string>& out) {
    const auto texts = prompts_where(engine, [](const ProbeRow& row) {
        return any_position(
            row, [](const PositionComparison& one) { return one.distinct_texts > one.distinct; });
    });
    if (!texts.empty())
        out.push_back(fmt::format("Numbers are written in different ways with the same bits: {}.",
                                  name_list(texts)));
    long long floors = 0;
    for (const ProbeRow& row : engine.rows)
        for (const PositionComparison& one : row.length.positions) floors += one.floors;
    if (floors > 0)
        out.push_back(
            fmt::format("{} of the listed numbers {} (null, -9999 and less): equal to "
                        "each other, and in no difference.",
                        floors, floors == 1 ? "is a floor" : "are floors"));
    const auto changed = prompts_where(engine, [](const ProbeRow& row) {
        return any_position(row, [](const PositionComparison& one) { return one.floor_changed; });
    });
    if (!changed.empty())
        out.push_back(fmt::format("A token has a number in one request and a floor in another: {}.",
                                  name_list(changed)));
}

void add_flips(const ProbedEngine& engine, std::vector<std::string>& out) {
    const auto flips =
        prompts_where(engine, [](const ProbeRow& row) { return row.length.top1_flips > 0; });
    if (!flips.empty())
        out.push_back(fmt::format("The token that heads the list changes: {}.", name_list(flips)));
    const auto tokens = prompts_where(engine, [](const ProbeRow& row) {
        return any_position(row, [](const PositionComparison& one) { return one.token_flips > 0; });
    });
    if (!tokens.empty())
        out.push_back(fmt::format(
            "Requests put out different tokens: {}. Later tokens are compared only where all "
            "before them are the same.",
            name_list(tokens)));
}

void add_suite(const ProbedEngine& engine, std::vector<std::string>& out) {
    int fewest = 0;
    const auto stable = [](const ProbeRow& row) {
        return row.suite && row.suite->runs >= 2 && row.suite->distinct == 1;
    };
    const auto hidden = prompts_where(engine, [&](const ProbeRow& row) {
        const bool differs =
            row.length.kind != ProbeClass::identical && row.length.kind != ProbeClass::unsupported;
        if (!stable(row) || !differs) return false;
        fewest = fewest == 0 ? row.suite->runs : std::min(fewest, row.suite->runs);
        return true;
    });
    if (!hidden.empty())
        out.push_back(fmt::format(
            "{} stable in the suite ({} runs, one output each), and the probe sees {} differ: {}.",
            plural(static_cast<long long>(hidden.size()), "item was", "items were"), fewest,
            hidden.size() == 1 ? "it" : "them", name_list(hidden)));
    std::set<std::string> moved;
    for (const ProbeRow& row : engine.rows)
        if (row.length.kind != ProbeClass::identical) moved.insert(row.length.prompt);
    const auto later = prompts_where(engine, [&](const ProbeRow& row) {
        return row.suite && row.suite->distinct > 1 && moved.count(row.length.prompt) == 0;
    });
    if (!later.empty())
        out.push_back(fmt::format(
            "Unstable in the suite, and identical here: {}. What differs there lies behind the "
            "tokens probed, or is too rare for so few requests.",
            name_list(later)));
}

void add_missing(const ProbedEngine& engine, std::vector<std::string>& out) {
    if (engine.stored < engine.planned)
        out.push_back(fmt::format("{} of {} requests are missing: run the same command again.",
                                  engine.planned - engine.stored, engine.planned));
    std::string first;
    long long again = 0;
    for (const ProbeRow& row : engine.rows) {
        for (const ProbeRequest& one : row.requests) {
            if (is_failed(one.outcome) && first.empty()) first = one.error;
            if (one.attempts > 1) ++again;
        }
    }
    if (engine.failed > 0)
        out.push_back(fmt::format("{} of {} requests failed and are compared with nothing: {}",
                                  engine.failed, engine.planned, visible(first)));
    const auto bare = prompts_where(engine, [](const ProbeRow& row) {
        return any_position(row, [](const PositionComparison& one) { return one.unlisted > 0; });
    });
    if (!bare.empty())
        out.push_back(fmt::format("Answers without log probabilities: {}.", name_list(bare)));
    if (again > 0)
        out.push_back(fmt::format(
            "{} sent again after a transport error or a refusal for now, "
            "never for {} list.",
            plural(again, "request was", "requests were"), again == 1 ? "its" : "their"));
}

}  // namespace

std::string_view words_of(ProbeClass kind) {
    switch (kind) {
        case ProbeClass::identical:
            return "identical";
        case ProbeClass::order_only:
            return "order only";
        case ProbeClass::set_changed:
            return "set changed";
        case ProbeClass::values_changed:
            return "values changed";
        case ProbeClass::unsupported:
            break;
    }
    return "unsupported";
}

std::string nats_text(const std::optional<double>& nats) {
    if (!nats) return "";
    if (*nats == 0) return "0";
    return *nats < 0.0005 ? fmt::format("{:.1e}", *nats) : fmt::format("{:.3f}", *nats);
}

std::vector<std::string> variants_by_request(const ProbeRow& row,
                                             const std::vector<std::string>& variants) {
    std::vector<std::string> out;
    std::size_t at = 0;
    for (const ProbeRequest& one : row.requests)
        out.push_back(is_failed(one.outcome) ? "!" : variants[at++]);
    return out;
}

std::string prefill_sentence(const ProbedEngine& engine) {
    const StageVerdict& stage = engine.verdict.prefill;
    if (stage.kind == ProbeClass::unsupported) return "cannot be told: " + stage.reason + ".";
    if (stage.kind != ProbeClass::identical) return changed_words(stage) + ".";
    int fewest = 0;
    for (const ProbedPrefill& one : engine.verdict.prefills)
        if (one.first.n > 1) fewest = fewest == 0 ? one.first.n : std::min(fewest, one.first.n);
    const auto bound = wilson95(0, fewest);
    return fmt::format(
        "identical to the bit on {} of {} prompts, in {} requests each; up to {} of the requests "
        "for a prompt may differ all the same (95%).",
        stage.prompts, engine.verdict.prefills.size(), fewest,
        bound ? percent(bound->high) : "n/a");
}

std::string decode_sentence(const ProbedEngine& engine) {
    const StageVerdict& stage = engine.verdict.decode;
    if (stage.kind == ProbeClass::unsupported) return "cannot be told: " + stage.reason + ".";
    if (stage.kind == ProbeClass::identical)
        return fmt::format("identical to the bit on {} of {} prompts, up to token {}.",
                           stage.prompts, engine.verdict.prefills.size(), [&] {
                               int last = 0;
                               for (const ProbeRow& row : engine.rows)
                                   for (const PositionComparison& one : row.length.positions)
                                       if (one.n > 1) last = std::max(last, one.position);
                               return last;
                           }());
    return changed_words(stage) + fmt::format("; first at token {}.", *stage.first_position);
}

std::vector<std::string> probe_sentences(const ProbedEngine& engine) {
    std::vector<std::string> out;
    add_own_lists(engine, out);
    add_suite(engine, out);
    add_first(engine, out);
    add_flips(engine, out);
    add_cache(engine, out);
    add_numbers(engine, out);
    if (!engine.limit_reason.empty() && engine.top_logprobs)
        out.push_back(fmt::format("Asked for {} alternatives per token: {}.", *engine.top_logprobs,
                                  visible(engine.limit_reason)));
    add_missing(engine, out);
    return out;
}

bool is_inconclusive(const ProbeReport& report) {
    return std::any_of(report.engines.begin(), report.engines.end(), [](const ProbedEngine& one) {
        return !one.top_logprobs || one.stored < one.planned || one.failed > 0 ||
               std::any_of(one.rows.begin(), one.rows.end(),
                           [](const ProbeRow& row) { return !row.whole(); });
    });
}

}  // namespace kilter

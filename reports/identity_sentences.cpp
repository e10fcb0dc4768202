#include "reports/identity_sentences.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/json/write.hpp"
#include "base/text/terminal.hpp"
#include "reports/sentences.hpp"
#include "scorers/stability/clusters.hpp"

namespace kilter {

namespace {

std::string words_of(const ResponseIdentity& identity) {
    std::string out;
    const auto add = [&out](std::string_view name, const std::string& value) {
        if (!value.empty())
            out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name, visible(value));
    };
    add("model", identity.model);
    add("system_fingerprint", identity.system_fingerprint);
    add("server", identity.server);
    return out.empty() ? "not told" : out;
}

std::string parts_sentence(const std::vector<FingerprintPart>& parts) {
    constexpr std::size_t k_shown = 4;
    std::string out = fmt::format("{} engines answered:", parts.size());
    for (std::size_t i = 0; i < std::min(parts.size(), k_shown); ++i) {
        out += fmt::format("{} {} under {} ({})", i == 0 ? "" : ",",
                           plural(parts[i].runs, "run", "runs"),
                           variant_letter(static_cast<int>(i)), words_of(parts[i].identity));
        if (parts[i].measurable > 0)
            out += fmt::format(" with {}/{} items unstable within it", parts[i].unstable,
                               parts[i].measurable);
    }
    if (parts.size() > k_shown) out += fmt::format(" and {} more", parts.size() - k_shown);
    return out + ".";
}

}  // namespace

std::vector<std::string> fingerprint_sentences(const FingerprintSummary& fingerprints) {
    std::vector<std::string> out;
    if (!fingerprints.parts.empty()) out.push_back(parts_sentence(fingerprints.parts));
    const std::size_t unstable = fingerprints.within.size() + fingerprints.across.size();
    if (unstable > 0)
        out.push_back(fmt::format(
            "Of {}, {} within one of them, {} only between them{}.",
            plural(static_cast<long long>(unstable), "unstable item", "unstable items"),
            plural(static_cast<long long>(fingerprints.within.size()), "differs", "differ"),
            plural(static_cast<long long>(fingerprints.across.size()), "differs", "differ"),
            fingerprints.across.empty() ? "" : " (" + name_list(fingerprints.across) + ")"));
    std::vector<std::string> changes;
    for (const FingerprintChange& change : fingerprints.changes)
        changes.push_back(fmt::format("{}: {} -> {}", change.member,
                                      change.start.empty() ? "none" : change.start,
                                      change.end.empty() ? "none" : change.end));
    if (!changes.empty())
        out.push_back("What the engine says of itself was not the same at the end: " +
                      name_list(changes) + ".");
    return out;
}

std::string load_sentence(const SeenLoad& load, int concurrency) {
    const std::string waited = load.waiting_max.value_or(0) > 0
                                   ? fmt::format(", and up to {} waited", *load.waiting_max)
                                   : std::string();
    const std::string samples = plural(load.samples, "sample", "samples");
    if (load.running_max > concurrency)
        return fmt::format(
            "Up to {} requests were running on the engine while concurrency was {}{}: "
            "others used it ({}).",
            load.running_max, concurrency, waited, samples);
    return fmt::format("At most {} running on the engine{} ({}).",
                       plural(load.running_max, "request was", "requests were"), waited, samples);
}

std::string declared_words(const json::Value& notes) {
    std::string out;
    for (const json::Member& member : notes.members)
        out += fmt::format(
            "{}{}: {}", out.empty() ? "" : "; ", visible(member.key),
            visible(member.value.is_string() ? member.value.text : json::write(member.value)));
    return out;
}

}  // namespace kilter

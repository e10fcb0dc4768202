#include "scorers/evidence/fingerprints.hpp"

#include <algorithm>
#include <set>

#include "base/json/read.hpp"
#include "base/json/write.hpp"

namespace kilter {
namespace {

constexpr std::string_view k_no_information = "fp_ollama";  // Ollama says so whatever it runs
// Asked only at the start, so that it says nothing of a change.
constexpr std::string_view k_capabilities = "capabilities";

// Members with one value only, whether or not every response tells it, part nothing.
ResponseIdentity what_varies(const std::map<ResponseIdentity, std::size_t>& known) {
    std::set<std::string> models, fingerprints, servers;
    for (const auto& [one, index] : known) {
        if (!one.model.empty()) models.insert(one.model);
        if (!one.system_fingerprint.empty()) fingerprints.insert(one.system_fingerprint);
        if (!one.server.empty()) servers.insert(one.server);
    }
    const auto mark = [](const std::set<std::string>& values) {
        return std::string(values.size() >= 2 ? "+" : "");
    };
    return {mark(models), mark(fingerprints), mark(servers)};
}

ResponseIdentity reduced(ResponseIdentity identity, const ResponseIdentity& varies) {
    if (varies.model.empty()) identity.model.clear();
    if (varies.system_fingerprint.empty()) identity.system_fingerprint.clear();
    if (varies.server.empty()) identity.server.clear();
    return identity;
}

using Facts = std::map<std::string, std::string>;

void flatten(const json::Value& value, const std::string& path, Facts& out) {
    if (!value.is_object()) {
        out[path] = value.is_string() ? value.text : json::write(value);
        return;
    }
    for (const json::Member& member : value.members) {
        if (path.empty() && member.key == k_capabilities) continue;
        flatten(member.value, path.empty() ? member.key : path + "." + member.key, out);
    }
}

std::string at(const Facts& facts, const std::string& member) {
    const auto found = facts.find(member);
    return found == facts.end() ? std::string() : found->second;
}

}  // namespace

void FingerprintBuilder::add(const ItemAnalysis& item,
                             const std::vector<ResponseIdentity>& identities) {
    const Clusters& full = item.by_level[static_cast<std::size_t>(Level::full)];
    Seen seen;
    seen.item = item.item;
    const std::size_t runs = std::min(identities.size(), full.of_run.size());
    for (std::size_t i = 0; i < runs; ++i) {
        ResponseIdentity one = identities[i];
        if (one.system_fingerprint == k_no_information) one.system_fingerprint.clear();
        const auto index = known_.emplace(std::move(one), known_.size()).first->second;
        const int cluster = full.of_run[i];
        const auto alike =
            std::find_if(seen.runs.begin(), seen.runs.end(), [&](const Alike& before) {
                return before.identity == index && before.cluster == cluster;
            });
        if (alike == seen.runs.end())
            seen.runs.push_back({index, cluster, 1});
        else
            ++alike->runs;
    }
    seen.runs.shrink_to_fit();
    items_.push_back(std::move(seen));
}

FingerprintSummary FingerprintBuilder::finish() const {
    FingerprintSummary sum;
    const ResponseIdentity varies = what_varies(known_);
    std::map<ResponseIdentity, std::size_t> parts;
    std::vector<std::size_t> part_of(known_.size());
    for (const auto& [one, index] : known_) {
        const auto [part, is_new] = parts.emplace(reduced(one, varies), sum.parts.size());
        if (is_new) sum.parts.push_back({part->first, 0, 0, 0});
        part_of[index] = part->second;
    }
    if (sum.parts.size() < 2) {
        sum.parts.clear();
        return sum;
    }
    for (const Seen& item : items_) {
        struct OfPart {
            long long runs = 0;
            std::set<int> clusters;
        };
        std::map<std::size_t, OfPart> parts_of_item;
        std::set<int> all;
        for (const Alike& alike : item.runs) {
            OfPart& of_part = parts_of_item[part_of[alike.identity]];
            of_part.runs += alike.runs;
            of_part.clusters.insert(alike.cluster);
            all.insert(alike.cluster);
        }
        bool within = false;
        for (const auto& [index, of_part] : parts_of_item) {
            FingerprintPart& part = sum.parts[index];
            part.runs += of_part.runs;
            if (of_part.runs < 2) continue;
            ++part.measurable;
            const bool differ = of_part.clusters.size() > 1;
            if (differ) ++part.unstable;
            within = within || differ;
        }
        if (all.size() > 1) (within ? sum.within : sum.across).push_back(item.item);
    }
    std::stable_sort(
        sum.parts.begin(), sum.parts.end(),
        [](const FingerprintPart& a, const FingerprintPart& b) { return a.runs > b.runs; });
    return sum;
}

std::vector<FingerprintChange> fingerprint_changes(std::string_view start, std::string_view end) {
    std::vector<FingerprintChange> out;
    if (start.empty() || end.empty()) return out;
    const json::ReadOutcome first = json::read(start);
    const json::ReadOutcome last = json::read(end);
    if (!first.ok || !last.ok) return out;
    Facts before, after;
    flatten(first.value, "", before);
    flatten(last.value, "", after);
    Facts all = before;
    all.insert(after.begin(), after.end());
    for (const auto& [member, value] : all) {
        FingerprintChange change{member, at(before, member), at(after, member)};
        if (change.start != change.end) out.push_back(std::move(change));
    }
    return out;
}

}  // namespace kilter

#include "scorers/stability/field_votes.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "scorers/fields/score_item.hpp"

namespace kilter {
namespace {

struct Entry {
    std::string value;  // canonical JSON of the record's entry; empty where the run is unparsed
    double score = 0;
};

// What distinct records say, and how many runs say it.
struct Opinion {
    int runs = 0;
    bool unparsed = false;
    std::string mark;  // of a refused wrapping; empty: none
    std::map<std::string, Entry> entries;
};

double score_of(const json::Value& outcome) {
    double score = 0;
    if (outcome.is_array() && outcome.items.size() == 2 && outcome.items[1].is_number()) {
        const std::string& text = outcome.items[1].text;
        std::from_chars(text.data(), text.data() + text.size(), score);
    }
    return score;
}

// Members "" and "." are marks, not fields.
bool is_field(const std::string& path) {
    return !path.empty() && path != ".";
}

Opinion read_ballot(const FieldBallot& ballot) {
    Opinion out;
    out.unparsed = ballot.value_record == k_unparsed;
    const json::ReadOutcome outcomes = json::read(ballot.outcome_record);
    const json::ReadOutcome values = out.unparsed ? json::ReadOutcome{}  //
                                                  : json::read(ballot.value_record);
    if (!outcomes.ok) return out;
    for (const json::Member& member : outcomes.value.members) {
        if (is_field(member.key)) out.entries[member.key].score = score_of(member.value);
    }
    if (!values.ok) return out;
    for (const json::Member& member : values.value.members) {
        if (member.key.empty()) out.mark = member.value.text;
        const auto entry = out.entries.find(member.key);
        if (entry != out.entries.end()) entry->second.value = json::write_canonical(member.value);
    }
    return out;
}

// Equal records are read once.
std::vector<Opinion> read_ballots(const std::vector<FieldBallot>& ballots) {
    std::vector<Opinion> opinions;
    std::unordered_map<std::string, std::size_t> place;
    for (const FieldBallot& ballot : ballots) {
        std::string key{ballot.value_record};
        key += '\n';  // canonical JSON holds none
        key += ballot.outcome_record;
        const auto [known, fresh] = place.try_emplace(std::move(key), opinions.size());
        if (fresh) opinions.push_back(read_ballot(ballot));
        ++opinions[known->second].runs;
    }
    return opinions;
}

struct Tally {
    const Opinion* first = nullptr;  // lowest run of this vote
    int votes = 0;
};

std::string vote_key(const Opinion& opinion, const Entry& entry) {
    return opinion.unparsed ? std::string{k_unparsed} : opinion.mark + '\n' + entry.value;
}

std::optional<std::string> shown_value(const std::string& canonical) {
    const json::ReadOutcome read = json::read(canonical);
    if (!read.ok || read.value.is_null()) return std::nullopt;
    return read.value.is_string() ? read.value.text : canonical;
}

// `winner_key` is set where there is a vote.
FieldVote vote_field(const std::string& field, const std::vector<Opinion>& opinions, int planned,
                     std::string& winner_key) {
    FieldVote vote;
    vote.field = field;
    std::vector<Tally> tallies;  // by the lowest run
    std::map<std::string, std::size_t> place;
    std::set<std::string_view> values;
    int runs = 0;
    for (const Opinion& opinion : opinions) {
        const auto entry = opinion.entries.find(field);
        if (entry == opinion.entries.end()) continue;
        const auto [known, fresh] =
            place.try_emplace(vote_key(opinion, entry->second), tallies.size());
        if (fresh) tallies.push_back({&opinion, 0});
        tallies[known->second].votes += opinion.runs;
        if (!opinion.unparsed) values.insert(entry->second.value);
        vote.score_mean += entry->second.score * opinion.runs;
        runs += opinion.runs;
    }
    vote.values = static_cast<int>(values.size());
    if (tallies.empty()) return vote;
    vote.score_mean /= runs;
    const auto fewer = [](const Tally& a, const Tally& b) { return a.votes < b.votes; };
    const Tally& winner = *std::max_element(tallies.begin(), tallies.end(), fewer);
    const auto as_many = std::count_if(tallies.begin(), tallies.end(), [&](const Tally& other) {
        return other.votes == winner.votes;
    });
    const Entry& entry = winner.first->entries.at(field);
    winner_key = vote_key(*winner.first, entry);
    vote.unparsed = winner.first->unparsed;
    if (!vote.unparsed) vote.value = shown_value(entry.value);
    vote.votes = winner.votes;
    vote.plurality = as_many == 1;
    vote.decided = 2 * winner.votes > planned;
    if (vote.decided) vote.score = entry.score;
    return vote;
}

// The winners together, by field: is there a run that voted for all of them?
bool is_seen(const std::map<std::string, std::string>& winners,
             const std::vector<Opinion>& opinions) {
    return std::any_of(opinions.begin(), opinions.end(), [&winners](const Opinion& opinion) {
        return std::all_of(winners.begin(), winners.end(), [&opinion](const auto& winner) {
            const auto entry = opinion.entries.find(winner.first);
            return entry != opinion.entries.end() &&
                   vote_key(opinion, entry->second) == winner.second;
        });
    });
}

}  // namespace

FieldVotes vote_fields(const std::vector<FieldBallot>& ballots, int planned) {
    FieldVotes out;
    const std::vector<Opinion> opinions = read_ballots(ballots);
    std::set<std::string> paths;
    for (const Opinion& opinion : opinions)
        for (const auto& [path, entry] : opinion.entries) paths.insert(path);
    std::map<std::string, std::string> winners;
    for (const std::string& path : paths) {
        out.fields.push_back(vote_field(path, opinions, planned, winners[path]));
        if (!out.fields.back().decided) ++out.undecided;
    }
    out.composite_unseen = !out.fields.empty() && out.undecided == 0 && !is_seen(winners, opinions);
    return out;
}

}  // namespace kilter

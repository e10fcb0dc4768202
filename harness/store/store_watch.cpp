#include "harness/store/store_watch.hpp"

#include <map>
#include <utility>

#include "harness/store/open_to_read.hpp"
#include "harness/store/row_ids.hpp"
#include "harness/store/row_words.hpp"

namespace kilter {
namespace {

WatchedTrial read_trial(const sqlite::Query& row) {
    WatchedTrial trial;
    trial.id = row.get_integer(0);
    trial.engine = row.get_text(1);
    trial.item = row.get_integer(2);
    // A word that is unknown here comes from a newer kilter; such a store is not opened.
    trial.outcome = outcome_from(row.get_text(3)).value_or(Outcome::protocol_error);
    trial.reasoning_state = state_from(row.get_text(4));
    trial.content_state = state_from(row.get_text(5));
    trial.reasoning_sha256 = row.get_text(6);
    trial.content_sha256 = row.get_text(7);
    trial.tool_calls_sha256 = row.get_text(8);
    trial.scored = !row.is_null(9);
    trial.loops_json = row.get_blob(9);
    return trial;
}

}  // namespace

Result<StoreWatch> StoreWatch::open(const std::filesystem::path& path) {
    Result<sqlite::Database> database = open_to_read(path);
    if (!database) return database.error();
    return StoreWatch(std::move(*database));
}

Result<long long> StoreWatch::version() {
    return database_.integer("PRAGMA data_version");
}

Result<std::vector<WatchedExperiment>> StoreWatch::experiments() {
    std::vector<WatchedExperiment> rows;
    std::map<long long, std::size_t> places;  // seq -> index
    {
        Result<sqlite::Query> query = database_.query(
            "SELECT x.seq, x.id, x.runs, x.runs * (SELECT count(*) FROM engine e WHERE "
            "e.experiment=x.seq) * (SELECT count(*) FROM item i JOIN experiment_suite s ON "
            "s.id=i.suite WHERE s.experiment=x.seq) FROM experiment x ORDER BY x.seq");
        if (!query) return query.error();
        const Result<void> read = query->for_rows([&] {
            places[query->get_integer(0)] = rows.size();
            WatchedExperiment row;
            row.id = query->get_text(1);
            row.runs = static_cast<int>(query->get_integer(2));
            row.planned = query->get_integer(3);
            rows.push_back(std::move(row));
        });
        if (!read) return read.error();
    }
    Result<sqlite::Query> query = database_.query(
        "SELECT e.experiment, t.outcome, count(*) FROM engine e JOIN trial t ON t.engine=e.id "
        "GROUP BY e.experiment, t.outcome");
    if (!query) return query.error();
    const Result<void> read = query->for_rows([&] {
        const auto place = places.find(query->get_integer(0));
        if (place == places.end()) return;  // made between the two questions
        WatchedExperiment& row = rows[place->second];
        const auto outcome = outcome_from(query->get_text(1));
        row.stored += query->get_integer(2);
        if (outcome && is_failed(*outcome)) row.failed += query->get_integer(2);
    });
    if (!read) return read.error();
    return rows;
}

Result<std::vector<WatchedEngine>> StoreWatch::engines(std::string_view experiment) {
    const Result<long long> seq = experiment_seq(database_, experiment);
    if (!seq) return seq.error();
    Result<sqlite::Query> query = database_.query(
        "SELECT e.engine, x.runs * (SELECT count(*) FROM item i JOIN experiment_suite s ON "
        "s.id=i.suite WHERE s.experiment=x.seq) FROM engine e JOIN experiment x ON "
        "x.seq=e.experiment WHERE x.seq=? ORDER BY e.position, e.id");
    if (!query) return query.error();
    query->integer(*seq);
    std::vector<WatchedEngine> rows;
    const Result<void> read = query->for_rows([&] {
        WatchedEngine row;
        row.engine = query->get_text(0);
        row.planned = query->get_integer(1);
        rows.push_back(std::move(row));
    });
    if (!read) return read.error();
    return rows;
}

Result<long long> StoreWatch::stored(std::string_view experiment) {
    const Result<long long> seq = experiment_seq(database_, experiment);
    if (!seq) return seq.error();
    Result<sqlite::Query> query = database_.query(
        "SELECT count(*) FROM engine e JOIN trial t ON t.engine=e.id WHERE e.experiment=?");
    if (!query) return query.error();
    const Result<bool> row = query->integer(*seq).step();
    if (!row) return row.error();
    return query->get_integer(0);
}

Result<std::vector<WatchedTrial>> StoreWatch::trials_after(std::string_view experiment,
                                                           long long id) {
    const Result<long long> seq = experiment_seq(database_, experiment);
    if (!seq) return seq.error();
    Result<sqlite::Query> query = database_.query(
        "SELECT t.id, e.engine, t.item, t.outcome, t.reasoning_state, t.content_state, "
        "t.reasoning_sha256, t.content_sha256, t.tool_calls_sha256, v.loops_json FROM engine e "
        "JOIN trial t ON t.engine=e.id LEFT JOIN verdict v ON v.trial=t.id "
        "WHERE e.experiment=? AND t.id>? ORDER BY t.id");
    if (!query) return query.error();
    query->integer(*seq).integer(id);
    std::vector<WatchedTrial> trials;
    const Result<void> read = query->for_rows([&] { trials.push_back(read_trial(*query)); });
    if (!read) return read.error();
    return trials;
}

Result<std::optional<std::string>> StoreWatch::loops_of(long long trial) {
    Result<sqlite::Query> query = database_.query("SELECT loops_json FROM verdict WHERE trial=?");
    if (!query) return query.error();
    const Result<bool> row = query->integer(trial).step();
    if (!row) return row.error();
    if (!*row) return std::optional<std::string>{};
    return std::optional<std::string>{query->get_blob(0)};
}

}  // namespace kilter

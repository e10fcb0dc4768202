#include "harness/store/row_ids.hpp"

#include <initializer_list>
#include <string>

namespace kilter {
namespace {

// The first column of the first row; `missing` where there is none.
Result<long long> find_id(sqlite::Database& database, std::string_view sql,
                          std::initializer_list<std::string_view> words,
                          const std::string& missing) {
    Result<sqlite::Query> query = database.query(sql);
    if (!query) return query.error();
    for (const std::string_view word : words) query->text(word);
    const Result<bool> row = query->step();
    if (!row) return row.error();
    if (!*row) return fail(missing);
    return query->get_integer(0);
}

}  // namespace

Result<long long> experiment_seq(sqlite::Database& database, std::string_view experiment) {
    return find_id(database, "SELECT seq FROM experiment WHERE id=?", {experiment},
                   "the store has no experiment " + std::string(experiment));
}

Result<long long> engine_id(sqlite::Database& database, std::string_view experiment,
                            std::string_view engine) {
    return find_id(
        database,
        "SELECT e.id FROM engine e JOIN experiment x ON x.seq=e.experiment "
        "WHERE x.id=? AND e.engine=?",
        {experiment, engine},
        "experiment " + std::string(experiment) + " has no engine " + std::string(engine));
}

Result<long long> suite_id(sqlite::Database& database, std::string_view experiment,
                           std::string_view suite) {
    return find_id(database,
                   "SELECT s.id FROM experiment_suite s JOIN experiment x ON x.seq=s.experiment "
                   "WHERE x.id=? AND s.suite=?",
                   {experiment, suite},
                   "experiment " + std::string(experiment) + " has no suite " + std::string(suite));
}

Result<CellIds> cell_ids(sqlite::Database& database, const TrialKey& key) {
    const Result<long long> engine = engine_id(database, key.experiment, key.engine);
    if (!engine) return engine.error();
    const Result<long long> item =
        find_id(database,
                "SELECT i.id FROM item i JOIN experiment_suite s ON s.id=i.suite "
                "JOIN experiment x ON x.seq=s.experiment WHERE x.id=? AND s.suite=? AND i.item=?",
                {key.experiment, key.suite, key.item},
                "experiment " + key.experiment + " has no item " + key.suite + "/" + key.item);
    if (!item) return item.error();
    CellIds ids;
    ids.engine = *engine;
    ids.item = *item;
    return ids;
}

std::string describe(const TrialKey& key) {
    return "engine " + key.engine + ", " + key.suite + "/" + key.item + ", run " +
           std::to_string(key.k);
}

}  // namespace kilter

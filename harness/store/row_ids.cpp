#include "harness/store/row_ids.hpp"

#include <initializer_list>
#include <string>

namespace kilter {
namespace {

constexpr std::size_t k_most_ids = 16'384;  // of a cache: a few MB

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

Result<long long> item_id(sqlite::Database& database, const TrialKey& key) {
    return find_id(
        database,
        "SELECT i.id FROM item i JOIN experiment_suite s ON s.id=i.suite "
        "JOIN experiment x ON x.seq=s.experiment WHERE x.id=? AND s.suite=? AND i.item=?",
        {key.experiment, key.suite, key.item},
        "experiment " + key.experiment + " has no item " + key.suite + "/" + key.item);
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
    const Result<long long> item = item_id(database, key);
    if (!item) return item.error();
    return CellIds{*engine, *item};
}

Result<CellIds> CellIdCache::of(sqlite::Database& database, const TrialKey& key) {
    // Names hold no NUL, nor does what a store has accepted as one.
    engine_name_.assign(key.experiment).append(1, '\0').append(key.engine);
    auto engine = engines_.find(engine_name_);
    item_name_.assign(key.experiment).append(1, '\0').append(key.suite);
    item_name_.append(1, '\0').append(key.item);
    auto item = items_.find(item_name_);
    if (engine == engines_.end()) {
        const Result<long long> found = engine_id(database, key.experiment, key.engine);
        if (!found) return found.error();
        engine = engines_.emplace(engine_name_, *found).first;
    }
    if (item == items_.end()) {
        const Result<long long> found = item_id(database, key);
        if (!found) return found.error();
        if (items_.size() >= k_most_ids) items_.clear();
        item = items_.emplace(item_name_, *found).first;
    }
    return CellIds{engine->second, item->second};
}

void CellIdCache::clear() {
    engines_.clear();
    items_.clear();
}

std::string describe(const TrialKey& key) {
    return "engine " + key.engine + ", " + key.suite + "/" + key.item + ", run " +
           std::to_string(key.k);
}

}  // namespace kilter

// What it costs to keep a trial, beside a bare loop of prepared statements that writes the very
// same rows, made beforehand, into the same tables: what is beyond it are hashes, compression,
// looking up what is there, and checks. Usage: bench_store_write FOLDER [TRIALS] [REPEATS]; one
// line a case: name, us a trial of the store, of the bare loop, of hashing and compressing alone,
// bytes a trial.
#include <sqlite3.h>
#include <zstd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bench/measure.hpp"
#include "bench/trials.hpp"
#include "harness/store/blobs.hpp"
#include "harness/store/store_writer.hpp"

namespace {

using namespace kilter;
using namespace kilter::bench;

constexpr int k_group = 64;  // trials a COMMIT
constexpr int k_runs = 5;

void require(bool good, const char* what) {
    if (good) return;
    std::fprintf(stderr, "bench_store_write: %s\n", what);
    std::exit(3);
}

struct Case {
    const char* name;
    std::size_t bytes;  // of a raw body
    bool equal;         // the runs of an item are
};

const Case k_cases[] = {
    {"1 KB, every run another text", 1024, false},
    {"4 KB, every run another text", 4096, false},
    {"4 KB, 5 runs of one text", 4096, true},
    {"64 KB, every run another text", 65536, false},
};

std::vector<StoredTrial> trials_of(const Case& one, int count) {
    std::vector<StoredTrial> out;
    for (int i = 0; i < count; ++i) {
        const int item = i % (count / k_runs);  // run-major, as a run sends them
        const auto seed = static_cast<std::uint64_t>(one.equal ? item : i);
        out.push_back(make_trial(item, i / (count / k_runs), seed, one.bytes));
    }
    return out;
}

// A fresh store with its experiment, and nothing else.
std::unique_ptr<StoreWriter> fresh(const std::filesystem::path& path, int trials) {
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path.string() + end);
    auto writer = StoreWriter::open(path);
    require(writer.has_value(), "the store cannot be made");
    require((*writer)->add_experiment(bench_experiment(trials / k_runs, k_runs)).has_value(),
            "no experiment");
    return std::move(*writer);
}

void keep_all(StoreWriter& writer, const std::vector<StoredTrial>& trials) {
    for (std::size_t i = 0; i < trials.size(); ++i) {
        if (i % k_group == 0) require(writer.begin().has_value(), "BEGIN");
        require(writer.add_attempt(trials[i].attempt).has_value(), "an attempt");
        require(writer.add_trial(trials[i].trial).has_value(), "a trial");
        require(writer.put_verdict(trials[i].verdict).has_value(), "a verdict");
        if (i % k_group == k_group - 1 || i + 1 == trials.size())
            require(writer.commit().has_value(), "COMMIT");
    }
}

struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, Close>;
using Statement = std::unique_ptr<sqlite3_stmt, Close>;

Database open(const std::filesystem::path& path) {
    sqlite3* made = nullptr;
    require(sqlite3_open(path.c_str(), &made) == SQLITE_OK, "the database cannot be opened");
    Database database(made);
    // As the store sets them.
    require(sqlite3_exec(made,
                         "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
                         "PRAGMA foreign_keys=ON; PRAGMA wal_autocheckpoint=4000",
                         nullptr, nullptr, nullptr) == SQLITE_OK,
            "PRAGMA");
    return database;
}

Statement prepare(const Database& database, const std::string& sql) {
    sqlite3_stmt* made = nullptr;
    require(sqlite3_prepare_v2(database.get(), sql.c_str(), -1, &made, nullptr) == SQLITE_OK,
            sql.c_str());
    return Statement(made);
}

struct Cell {
    int type = SQLITE_NULL;
    sqlite3_int64 number = 0;
    double real = 0;
    std::string bytes;
};

struct Table {
    std::string name;
    std::size_t columns = 0;
    std::vector<std::vector<Cell>> rows;  // in the order in which they were written
    Statement insert = nullptr;
};

Table read_table(const Database& database, const std::string& name) {
    Table table;
    table.name = name;
    const Statement select = prepare(database, "SELECT * FROM " + name + " ORDER BY rowid");
    table.columns = static_cast<std::size_t>(sqlite3_column_count(select.get()));
    while (sqlite3_step(select.get()) == SQLITE_ROW) {
        std::vector<Cell>& row = table.rows.emplace_back(table.columns);
        for (std::size_t i = 0; i < table.columns; ++i) {
            const int at = static_cast<int>(i);
            Cell& cell = row[i];
            cell.type = sqlite3_column_type(select.get(), at);
            cell.number = sqlite3_column_int64(select.get(), at);
            cell.real = sqlite3_column_double(select.get(), at);
            const void* bytes = sqlite3_column_blob(select.get(), at);
            const auto size = static_cast<std::size_t>(sqlite3_column_bytes(select.get(), at));
            if (bytes != nullptr) cell.bytes.assign(static_cast<const char*>(bytes), size);
        }
    }
    return table;
}

void bind(sqlite3_stmt* statement, int at, const Cell& cell) {
    const int size = static_cast<int>(cell.bytes.size());
    switch (cell.type) {
        case SQLITE_INTEGER:
            sqlite3_bind_int64(statement, at, cell.number);
            return;
        case SQLITE_FLOAT:
            sqlite3_bind_double(statement, at, cell.real);
            return;
        case SQLITE_TEXT:
            sqlite3_bind_text(statement, at, cell.bytes.data(), size, SQLITE_STATIC);
            return;
        case SQLITE_BLOB:
            sqlite3_bind_blob(statement, at, cell.bytes.data(), size, SQLITE_STATIC);
            return;
        default:
            sqlite3_bind_null(statement, at);
    }
}

void insert(Table& table, std::size_t row) {
    sqlite3_stmt* const statement = table.insert.get();
    for (std::size_t i = 0; i < table.columns; ++i)
        bind(statement, static_cast<int>(i) + 1, table.rows[row][i]);
    require(sqlite3_step(statement) == SQLITE_DONE, table.name.c_str());
    sqlite3_reset(statement);
}

struct Rows {
    Table blobs;
    std::vector<Table> of_trials;          // a row of each for every trial
    std::vector<std::size_t> blobs_after;  // how many there are when a trial is there
};

// The suite's text is there before any trial: `first` blobs.
void write_bare(const Database& database, Rows& rows, std::size_t first) {
    const auto run = [&](const char* sql) {
        require(sqlite3_exec(database.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK, sql);
    };
    const std::size_t trials = rows.blobs_after.size();
    std::size_t blob = first;
    for (std::size_t i = 0; i < trials; ++i) {
        if (i % k_group == 0) run("BEGIN IMMEDIATE");
        for (; blob < rows.blobs_after[i]; ++blob) insert(rows.blobs, blob);
        for (Table& table : rows.of_trials) insert(table, i);
        if (i % k_group == k_group - 1 || i + 1 == trials) run("COMMIT");
    }
}

Rows read_rows(const std::filesystem::path& path) {
    const Database database = open(path);
    Rows rows;
    rows.blobs = read_table(database, "blob");
    for (const char* name : {"attempt", "trial", "verdict"})
        rows.of_trials.push_back(read_table(database, name));
    std::unordered_map<std::string, std::size_t> place;
    for (std::size_t i = 0; i < rows.blobs.rows.size(); ++i) place[rows.blobs.rows[i][0].bytes] = i;
    std::size_t after = 0;
    for (std::size_t i = 0; i < rows.of_trials.front().rows.size(); ++i) {
        for (const Table& table : rows.of_trials) {
            for (const Cell& cell : table.rows[i]) {
                const auto found = place.find(cell.bytes);
                if (found != place.end()) after = std::max(after, found->second + 1);
            }
        }
        rows.blobs_after.push_back(after);
    }
    return rows;
}

void prepare_inserts(const Database& database, Rows& rows) {
    std::vector<Table*> tables = {&rows.blobs};
    for (Table& table : rows.of_trials) tables.push_back(&table);
    for (Table* one : tables) {
        Table& table = *one;
        std::string marks = "?";
        for (std::size_t i = 1; i < table.columns; ++i) marks += ", ?";
        table.insert = prepare(database, "INSERT INTO " + table.name + " VALUES(" + marks + ")");
    }
}

// What has to be done to these bytes whoever keeps them: each different text hashed and compressed.
void pack(const std::vector<StoredTrial>& trials, bool equal, std::string& room,
          ZSTD_CCtx* context) {
    const auto one = [&](const std::string& bytes, bool again) {
        sha256_hex(bytes);
        if (again) return;
        room.resize(ZSTD_compressBound(bytes.size()));
        ZSTD_compressCCtx(context, room.data(), room.size(), bytes.data(), bytes.size(),
                          k_blob_level);
    };
    for (const StoredTrial& trial : trials) {
        const bool again = equal && trial.trial.key.k > 0;
        one(trial.attempt.body, false);  // each has its own id
        one(trial.trial.completion.reasoning.text, again);
        one(trial.trial.completion.content.text, again);
    }
}

double median(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

void measure(const Case& one, const std::filesystem::path& folder, int count, int repeats) {
    const std::vector<StoredTrial> trials = trials_of(one, count);
    const std::filesystem::path ours = folder / "store.db";
    const std::filesystem::path bare = folder / "bare.db";
    std::vector<double> store_ms;
    std::vector<double> bare_ms;
    std::string room;
    ZSTD_CCtx* const context = ZSTD_createCCtx();
    const double pack_ms = median_cpu_ms(repeats, [&] { pack(trials, one.equal, room, context); });
    ZSTD_freeCCtx(context);
    Rows rows;
    for (int i = 0; i < repeats; ++i) {  // in turns, so that both meet the same machine
        {
            const auto writer = fresh(ours, count);
            const double before = cpu_ms();
            keep_all(*writer, trials);
            store_ms.push_back(cpu_ms() - before);
        }
        if (rows.blobs_after.empty()) rows = read_rows(ours);
        fresh(bare, count).reset();
        const Database database = open(bare);
        prepare_inserts(database, rows);
        const double before = cpu_ms();
        write_bare(database, rows, 1);
        bare_ms.push_back(cpu_ms() - before);
        rows.blobs.insert.reset();
        for (Table& table : rows.of_trials) table.insert.reset();
    }
    const double us = 1e3 / count;
    std::printf("%s\t%.1f\t%.1f\t%.1f\t%.0f\n", one.name, median(store_ms) * us,
                median(bare_ms) * us, pack_ms * us,
                static_cast<double>(std::filesystem::file_size(ours)) / count);
    std::fflush(stdout);
    std::filesystem::remove(ours);
    std::filesystem::remove(bare);
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "usage: bench_store_write FOLDER [TRIALS] [REPEATS]\n");
        return 2;
    }
    int numbers[] = {10'000, 5};  // trials, repeats
    for (int i = 2; i < count && i < 4; ++i) {
        const std::string_view word = arguments[i];
        std::from_chars(word.data(), word.data() + word.size(), numbers[i - 2]);
    }
    const int trials = std::max(k_runs, numbers[0] - numbers[0] % k_runs);
    for (const Case& one : k_cases) {
        const bool large = one.bytes > 16'384;
        measure(one, arguments[1], large ? std::max(k_runs, trials / 10) : trials, numbers[1]);
    }
    return 0;
}

// What judges said, and which fields of an experiment they have judged: the reading and the writing
// half.
#include <utility>

#include "harness/store/blobs.hpp"
#include "harness/store/row_ids.hpp"
#include "harness/store/sqlite_store_reader.hpp"
#include "harness/store/sqlite_store_writer.hpp"

namespace kilter {

Result<std::optional<JudgementRow>> SqliteStoreReader::judgement(std::string_view sha256) {
    Result<sqlite::Query> query = database_.query(
        "SELECT judge, model, verdict, reason, reply_sha256, created_at FROM judgement "
        "WHERE sha256=?");
    if (!query) return query.error();
    const Result<bool> found = query->text(sha256).step();
    if (!found) return found.error();
    if (!*found) return std::optional<JudgementRow>{};
    JudgementRow row;
    row.sha256 = sha256;
    row.judge = query->get_text(0);
    row.model = query->get_text(1);
    row.verdict = query->get_text(2);
    row.reason = query->get_blob(3);
    row.created_at = query->get_text(5);
    Result<std::string> reply = get_blob(database_, query->get_text(4));
    if (!reply) return reply.error();
    row.reply = std::move(*reply);
    return std::optional<JudgementRow>(std::move(row));
}

Result<std::optional<ExperimentJudge>> SqliteStoreReader::judge_of(std::string_view experiment) {
    const Result<long long> seq = experiment_seq(database_, experiment);
    if (!seq) return seq.error();
    Result<sqlite::Query> query =
        database_.query("SELECT digest, judge_json FROM experiment_judge WHERE experiment=?");
    if (!query) return query.error();
    const Result<bool> found = query->integer(*seq).step();
    if (!found) return found.error();
    if (!*found) return std::optional<ExperimentJudge>{};
    ExperimentJudge judge;
    judge.digest = query->get_text(0);
    judge.judge_json = query->get_text(1);
    return std::optional<ExperimentJudge>(std::move(judge));
}

Result<JudgedFields> SqliteStoreReader::judged_fields(std::string_view experiment,
                                                      std::string_view suite) {
    const Result<long long> id = suite_id(database_, experiment, suite);
    if (!id) return id.error();
    Result<sqlite::Query> query = database_.query(
        "SELECT i.item, f.field FROM item i JOIN judged_field f ON f.item=i.id WHERE i.suite=?");
    if (!query) return query.error();
    query->integer(*id);
    JudgedFields fields;
    const Result<void> read =
        query->for_rows([&] { fields[query->get_text(0)].insert(query->get_text(1)); });
    if (!read) return read.error();
    return fields;
}

Result<void> SqliteStoreWriter::put_judgement(const JudgementRow& row) {
    return atomically([&]() -> Result<void> {
        const Result<std::string> reply = put_blob(database_, row.reply);
        if (!reply) return reply.error();
        Result<sqlite::Query> query = database_.query(
            "INSERT OR IGNORE INTO judgement(sha256, judge, model, verdict, reason, "
            "reply_sha256, created_at) VALUES(?, ?, ?, ?, ?, ?, ?)");
        if (!query) return query.error();
        query->text(row.sha256).text(row.judge).text(row.model).text(row.verdict);
        query->blob(row.reason).text(*reply).text(row.created_at);
        return query->run();
    });
}

Result<void> SqliteStoreWriter::set_judge(const std::string& experiment,
                                          const ExperimentJudge& judge) {
    return atomically([&]() -> Result<void> {
        const Result<long long> seq = experiment_seq(database_, experiment);
        if (!seq) return seq.error();
        Result<sqlite::Query> query = database_.query(
            "INSERT OR REPLACE INTO experiment_judge(experiment, digest, judge_json) "
            "VALUES(?, ?, ?)");
        if (!query) return query.error();
        return query->integer(*seq).text(judge.digest).text(judge.judge_json).run();
    });
}

Result<void> SqliteStoreWriter::set_judged_fields(const std::string& experiment,
                                                  const std::string& suite,
                                                  const JudgedFields& fields) {
    return atomically([&]() -> Result<void> {
        const Result<long long> id = suite_id(database_, experiment, suite);
        if (!id) return id.error();
        {
            Result<sqlite::Query> query = database_.query(
                "DELETE FROM judged_field WHERE item IN (SELECT id FROM item WHERE suite=?)");
            if (!query) return query.error();
            const Result<void> done = query->integer(*id).run();
            if (!done) return done;
        }
        for (const auto& [item, paths] : fields) {
            for (const std::string& path : paths) {
                Result<sqlite::Query> query = database_.query(
                    "INSERT INTO judged_field(item, field) "
                    "SELECT id, ? FROM item WHERE suite=? AND item=?");
                if (!query) return query.error();
                const Result<void> done = query->text(path).integer(*id).text(item).run();
                if (!done) return done;
            }
        }
        return {};
    });
}

}  // namespace kilter

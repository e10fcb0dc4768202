#include "cli/viewing/live_counter.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <utility>

#include "harness/store/experiment_lock.hpp"
#include "reports/json_numbers.hpp"

namespace kilter {

namespace {

std::string on_one_line(const ReportJson& document) {
    return escape_unsafe(document.dump(-1, ' ', false, ReportJson::error_handler_t::replace));
}

LiveNews problem(const std::string& message) {
    LiveNews news;
    news.event = "problem";
    news.data = on_one_line({{"message", message}});
    return news;
}

ReportJson engine_json(const LiveEngine& engine) {
    return {{"engine", engine.engine},     {"planned", engine.planned}, {"stored", engine.stored},
            {"unstable", engine.unstable}, {"loops", engine.loops},     {"failed", engine.failed}};
}

WatchedFiles files_of(const std::filesystem::path& store) {
    WatchedFiles files{};
    auto place = files.begin();
    for (const char* ending : {"", "-wal"}) {
        struct stat found {};
        const bool there = ::stat((store.string() + ending).c_str(), &found) == 0;
        *place++ = there ? static_cast<std::uint64_t>(found.st_dev) : 0;
        *place++ = there ? static_cast<std::uint64_t>(found.st_ino) : 0;
    }
    return files;
}

}  // namespace

Result<bool> LiveCounter::refresh() {
    // An open file stays what it was when another is put in its place. A log that appears is that
    // of a writer, where the folder cannot be written and the store was read without one.
    if (store_ && files_ != files_of(path_)) close();
    const bool fresh = !store_;
    if (fresh) {
        auto opened = StoreWatch::open(path_);
        if (!opened) return opened.error();
        store_ = std::move(*opened);
        version_.reset();
    }
    const auto version = store_->version();
    if (!version) return version.error();
    if (fresh) files_ = files_of(path_);
    const bool changed = version_ != *version;
    version_ = *version;
    return changed;
}

void LiveCounter::close() {
    store_.reset();
    tallies_.clear();
    experiments_.clear();
}

std::vector<LiveNews> LiveCounter::look(const std::vector<std::string>& topics) {
    std::vector<LiveNews> news;
    const auto changed = refresh();
    if (!changed) {
        close();  // opened anew next time: the file may be another one by then
        news.assign(topics.size(), problem(changed.error().message));
        return news;
    }
    for (auto it = tallies_.begin(); it != tallies_.end();)
        it = std::find(topics.begin(), topics.end(), it->first) == topics.end() ? tallies_.erase(it)
                                                                                : std::next(it);
    if (std::find(topics.begin(), topics.end(), "") == topics.end()) experiments_.clear();
    for (const std::string& topic : topics)
        news.push_back(topic.empty() ? all_experiments(*changed) : look_at(topic, *changed));
    return news;
}

LiveNews LiveCounter::look_at(const std::string& topic, bool changed) {
    const auto [place, fresh] = tallies_.try_emplace(topic, topic);
    LiveTally& tally = place->second;
    if (changed || fresh)
        if (const auto looked = tally.look(*store_); !looked) {
            version_.reset();  // so that it is looked at again
            return problem(looked.error().message);
        }
    const bool running = ExperimentLock::seems_held(path_, topic);
    ReportJson out = {{"experiment", topic},
                      {"planned", tally.planned()},
                      {"stored", tally.stored()},
                      {"running", running},
                      {"complete", tally.complete()}};
    out["engines"] = ReportJson::array();
    for (const LiveEngine& engine : tally.engines()) out["engines"].push_back(engine_json(engine));
    LiveNews news;
    news.event = "progress";
    news.data = on_one_line(out);
    news.finished = tally.complete() && !running;
    return news;
}

LiveNews LiveCounter::all_experiments(bool changed) {
    if (changed || experiments_.empty()) {
        auto rows = store_->experiments();
        if (!rows) {
            version_.reset();
            return problem(rows.error().message);
        }
        experiments_ = std::move(*rows);
    }
    ReportJson out = {{"experiments", ReportJson::array()}};
    for (const WatchedExperiment& row : experiments_)
        out["experiments"].push_back({{"id", row.id},
                                      {"planned", row.planned},
                                      {"stored", row.stored},
                                      {"failed", row.failed},
                                      {"running", ExperimentLock::seems_held(path_, row.id)}});
    LiveNews news;
    news.event = "experiments";
    news.data = on_one_line(out);
    return news;
}

}  // namespace kilter

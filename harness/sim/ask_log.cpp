#include "harness/sim/ask_log.hpp"

#include "base/json/write.hpp"

namespace kilter {
namespace {

std::string to_line(const SimRequestLog& entry) {
    return "{\"model\":" + json::quote(entry.model) + ",\"item\":" + json::quote(entry.item) +
           ",\"run\":" + std::to_string(entry.run) +
           ",\"body_sha256\":" + json::quote(entry.body_sha256) +
           ",\"bytes_differ\":" + (entry.bytes_differ ? "true" : "false") +
           ",\"in_flight\":" + std::to_string(entry.in_flight) + "}\n";
}

}  // namespace

Result<void> AskLog::open(const std::filesystem::path& file) {
    file_.open(file, std::ios::binary | std::ios::app);
    if (file_.is_open()) return {};
    return fail("cannot write the log file '" + file.string() + "'");
}

const SimRequestLog& AskLog::note(const std::string& model, const std::string& item,
                                  const std::string& key, const std::string& body_sha256,
                                  int in_flight) {
    Asked& asked = asked_[{model, key}];
    SimRequestLog entry;
    entry.model = model;
    entry.item = item;
    entry.in_flight = in_flight;
    if (asked.returned.empty()) {
        entry.run = asked.next++;
    } else {
        entry.run = *asked.returned.begin();
        asked.returned.erase(asked.returned.begin());
    }
    if (asked.first_sha256.empty()) asked.first_sha256 = body_sha256;
    entry.body_sha256 = body_sha256;
    entry.bytes_differ = asked.first_sha256 != body_sha256;
    if (file_.is_open()) file_ << to_line(entry) << std::flush;
    entries_.push_back(std::move(entry));
    return entries_.back();
}

void AskLog::give_back(const SentRun& sent) {
    asked_[{sent.model, sent.key}].returned.insert(sent.run);
}

}  // namespace kilter

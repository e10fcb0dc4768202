#include "scorers/judge/desk.hpp"

#include <algorithm>

#include "scorers/fields/score_item.hpp"

namespace kilter {

// Scores an answer as if every judged field counted, and notes what the scorer asks for: so that
// the same rules decide what is put before a judge and what its words are used for.
class JudgeDesk::Collector final : public Judgements {
  public:
    explicit Collector(JudgeDesk& desk) : desk_(desk) {}

    bool available(const Item&, const Field&) const override { return true; }
    std::optional<Judgement> find(const Item& item, const Field& field,
                                  const std::string& answer) const override {
        JudgeQuestion question = judge_question(item, field, answer);
        std::string key = judge_key(desk_.judge_digest_, question);
        desk_.asked_[{item.id, field.path}].insert(key);
        if (desk_.known_.insert(key).second) {
            desk_.cases_.push_back({std::move(key), std::move(question), item.id, field.path});
        }
        return std::nullopt;
    }

  private:
    JudgeDesk& desk_;
};

JudgeDesk::JudgeDesk(std::string judge_digest) : judge_digest_(std::move(judge_digest)) {}

void JudgeDesk::add(const Item& item, const Completion& completion) {
    if (!has_judged_fields(item)) return;
    const Collector collector(*this);
    score_item(item, completion, &collector);
}

void JudgeDesk::take(const std::string& key, Judgement judgement) {
    judgements_.insert_or_assign(key, std::move(judgement));
}

std::vector<const JudgeCase*> JudgeDesk::open() const {
    std::vector<const JudgeCase*> open;
    for (const JudgeCase& one : cases_) {
        if (judgements_.count(one.key) == 0) open.push_back(&one);
    }
    return open;
}

bool JudgeDesk::is_judged(const std::set<std::string>& keys) const {
    return std::all_of(keys.begin(), keys.end(),
                       [&](const std::string& key) { return judgements_.count(key) > 0; });
}

std::map<std::string, std::set<std::string>> JudgeDesk::judged() const {
    std::map<std::string, std::set<std::string>> judged;
    for (const auto& [place, keys] : asked_) {
        if (is_judged(keys)) judged[place.first].insert(place.second);
    }
    return judged;
}

bool JudgeDesk::available(const Item& item, const Field& field) const {
    const auto keys = asked_.find({item.id, field.path});
    return keys != asked_.end() && is_judged(keys->second);
}

std::optional<Judgement> JudgeDesk::find(const Item& item, const Field& field,
                                         const std::string& answer) const {
    const auto found =
        judgements_.find(judge_key(judge_digest_, judge_question(item, field, answer)));
    if (found == judgements_.end()) return std::nullopt;
    return found->second;
}

}  // namespace kilter

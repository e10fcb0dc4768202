// Collects what a judge has to read of one suite of an experiment, over all engines and runs, each
// question once; says what is still to be asked, takes the judgements, and decides which fields
// count. It asks nobody. A field counts only where every answer to it has a judgement, and one at
// least has: otherwise it is unavailable for every engine alike, so that no engine is scored 0
// where another one is skipped. One thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/wire/completion.hpp"
#include "scorers/fields/judgements.hpp"
#include "scorers/judge/question.hpp"

namespace kilter {

struct JudgeCase {
    std::string key;  // judge_key()
    JudgeQuestion question;
    std::string item, field;  // where it was met first
};

class JudgeDesk final : public Judgements {
  public:
    explicit JudgeDesk(std::string judge_digest);

    // One stored answer that has a verdict. What needs no judge (no answer, no value) adds nothing.
    void add(const Item& item, const Completion& completion);
    // A judgement that was stored, or has just been given.
    void take(const std::string& key, Judgement judgement);

    const std::vector<JudgeCase>& cases() const { return cases_; }  // in order of first appearance
    std::vector<const JudgeCase*> open() const;                     // without a judgement
    // Paths of the fields that count, by item.
    std::map<std::string, std::set<std::string>> judged() const;

    bool available(const Item& item, const Field& field) const override;
    std::optional<Judgement> find(const Item& item, const Field& field,
                                  const std::string& answer) const override;

  private:
    class Collector;
    using Place = std::pair<std::string, std::string>;  // item, field

    bool is_judged(const std::set<std::string>& keys) const;

    std::string judge_digest_;
    std::vector<JudgeCase> cases_;
    std::set<std::string> known_;  // keys of cases_
    std::map<Place, std::set<std::string>> asked_;
    std::map<std::string, Judgement> judgements_;
};

}  // namespace kilter

#include "config/judge_reader.hpp"

#include "config/engine_reader.hpp"
#include "config/request_keys.hpp"

namespace kilter {
namespace {

// A short verdict, and room for a model that thinks first.
constexpr long long k_judge_tokens = 4096;

}  // namespace

JudgeConfig read_judge(const tree::Node& node, const std::string& file, Diagnostics& diagnostics) {
    JudgeConfig judge;
    judge.request.max_tokens = k_judge_tokens;
    const std::string what{k_judge_name};
    const EngineDraft draft = read_judge_draft(node, file, diagnostics);
    if (node.kind != tree::Kind::mapping) return judge;  // reported
    judge.engine = complete_engine(draft, what, file, diagnostics);
    if (const tree::Node* request = node.find("request")) {
        read_request(*request, file, what + ", request", judge.request, diagnostics);
    }
    return judge;
}

}  // namespace kilter

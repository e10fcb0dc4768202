#include "config/judge_digest.hpp"

#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "base/source_tree.hpp"
#include "config/as_json.hpp"
#include "config/judge_reader.hpp"

namespace kilter {

std::string judge_digest(const JudgeConfig& judge) {
    const json::Value engine = engine_condition_to_json(judge.engine);
    json::Value out = json::make_object();
    out.set("schema", json::make_string("kilter.judge/1"));
    for (const std::string_view key : {"base_url", "model", "dialect", "think_tags"}) {
        if (const json::Value* value = engine.find(key)) out.set(std::string{key}, *value);
    }
    // As text: the order of its members is on the wire.
    out.set("extra_body", json::make_string(json::write(judge.engine.extra_body)));
    out.set("request", request_to_json(judge.request));
    return sha256_hex(json::write_canonical(out));
}

std::string judge_text(const JudgeConfig& judge) {
    return json::write(judge_to_json(judge));
}

Result<JudgeConfig> judge_from_text(std::string_view stored) {
    const std::string file = "stored judge";
    Diagnostics diagnostics;
    JudgeConfig judge;
    if (const auto root = tree::read_json(stored, file, 1, diagnostics)) {
        judge = read_judge(*root, file, diagnostics);
    }
    if (diagnostics.has_errors()) {
        return fail("the stored judge cannot be used: " + diagnostics.all().front().message);
    }
    return judge;
}

}  // namespace kilter

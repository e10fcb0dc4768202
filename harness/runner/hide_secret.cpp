#include "harness/runner/hide_secret.hpp"

#include "harness/engine/secret_filter.hpp"

namespace kilter {
namespace {

bool hide(std::string& text, const std::string& key) {
    SecretFilter filter(key);
    std::string out = filter.feed(text);
    out += filter.finish();
    if (!filter.replaced()) return false;
    text = std::move(out);
    return true;
}

}  // namespace

bool hide_secret(WireResult& result, const std::string& key) {
    if (key.empty()) return false;
    Completion& completion = result.completion;
    bool hidden = false;
    for (std::string* text :
         {&completion.reasoning.text, &completion.content.text, &completion.finish_reason,
          &completion.refusal, &completion.response_id, &completion.model,
          &completion.system_fingerprint, &result.error}) {
        hidden |= hide(*text, key);
    }
    for (ToolCall& call : completion.tool_calls) {
        hidden |= hide(call.name, key);
        hidden |= hide(call.arguments, key);
    }
    if (hidden) completion.add_flag("secret_replaced");
    return hidden;
}

}  // namespace kilter

#include "scorers/judge/reply.hpp"

#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"
#include "scorers/answer/extract.hpp"

namespace kilter {
namespace {

constexpr std::string_view k_fence = "```";

// Nothing stands beside the fence: words around it may quote the answer that is judged, block and
// all.
bool is_one_fence(std::string_view text) {
    text = trim(text);
    return text.size() > 2 * k_fence.size() && text.starts_with(k_fence) &&
           text.ends_with(k_fence) &&
           text.find(k_fence, k_fence.size()) == text.size() - k_fence.size();
}

// A judge that rambles must not fill the store and the pages that show it.
constexpr std::size_t k_longest_reason = 2000;  // code points

std::string shortened(const std::string& text) {
    std::size_t at = 0;
    std::size_t last = 0;  // where the last one that may stand begins
    for (std::size_t count = 0; at < text.size(); ++count) {
        if (count == k_longest_reason) return text.substr(0, last) + "\xE2\x80\xA6";
        last = at;
        at += utf8::step(text, at).length;
    }
    return text;
}

}  // namespace

Result<Judgement> read_judgement(const Completion& reply) {
    const Answer answer = extract_answer(reply);
    const bool alone = answer.status == ParseStatus::clean ||
                       (answer.status == ParseStatus::fenced && is_one_fence(reply.content.text));
    if (!alone) {
        return fail("its reply is not one JSON object with verdict and reason (" +
                    std::string(to_word(answer.status)) + ")");
    }
    if (!answer.flags.empty()) return fail("its reply is damaged: " + answer.flags.front());
    const json::Value* verdict = answer.value.find("verdict");
    const json::Value* reason = answer.value.find("reason");
    const bool shaped = answer.value.members.size() == 2 && verdict != nullptr &&
                        reason != nullptr && verdict->is_string() && reason->is_string();
    if (!shaped) return fail("its reply does not hold exactly verdict and reason, both texts");
    if (verdict->text != "right" && verdict->text != "wrong") {
        return fail("its verdict is neither right nor wrong");
    }
    return Judgement{verdict->text == "right", shortened(reason->text)};
}

}  // namespace kilter

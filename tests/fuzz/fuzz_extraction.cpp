// Any bytes as a completion: extraction ends with a status, scores stay in their bounds, the same
// bytes score the same twice, and what was found scores the same when it is written anew. The first
// byte chooses the item and how the answer ended; parts after a unit separator (0x1F) are calls,
// name and arguments in turn.
#include <cmath>
#include <cstdlib>

#include "base/diagnostics.hpp"
#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "base/text/normalize.hpp"
#include "scorers/fields/score_item.hpp"
#include "suites/load.hpp"
#include "tests/fuzz/fuzz_input.hpp"

namespace {

using namespace kilter;
using fuzz::require;
using fuzz::require_equal;

const Suite& items() {
    static const Suite suite = [] {
        Diagnostics diagnostics;
        auto loaded = load_suite(KILTER_FUZZ_DIR "/items.yaml", diagnostics);
        require(loaded.has_value(), "tests/fuzz/items.yaml loads", to_text(diagnostics));
        return std::move(*loaded);
    }();
    return suite;
}

Completion completion_of(std::string_view input, bool cut) {
    const std::vector<std::string_view> parts = fuzz::split_parts(input);
    Completion completion;
    completion.content.state = TextState::text;
    completion.content.text = parts.front();
    for (std::size_t i = 1; i < parts.size(); i += 2) {
        const std::string_view arguments = i + 1 < parts.size() ? parts[i + 1] : "";
        completion.tool_calls.push_back({std::string(parts[i]), std::string(arguments)});
    }
    completion.finish_reason = cut ? "length" : "stop";
    completion.finished = true;
    return completion;
}

void check_bounds(const Item& item, const ItemVerdict& verdict, std::string_view input) {
    const auto between = [](double low, double value, double high) {
        return value >= low && value <= high;  // false for NaN
    };
    require(verdict.max_points == item.points, "max points are the item's", input);
    require(between(0, verdict.attainable, item.points), "attainable <= max points", input);
    require(between(0, verdict.points, verdict.attainable + 1e-9), "0 <= points <= attainable",
            input);
    require(verdict.fields.size() >= item.fields.size(), "each field has a result", input);
    for (const FieldResult& result : verdict.fields) {
        require(between(0, result.score, 1), "0 <= score <= 1", input);
        require(!is_wrong(result.field_class) || result.score < 1, "wrong is not full", input);
    }
    const bool answered = has_answer(verdict.parse_status);
    require((verdict.value_record == k_unparsed) == !answered, "no answer, no values", input);
    if (answered) require(json::read(verdict.value_record).ok, "records are JSON", input);
    require(json::read(verdict.outcome_record).ok, "outcome records are JSON", input);
}

void check_same(const ItemVerdict& a, const ItemVerdict& b, std::string_view what) {
    require_equal(a.value_record, b.value_record, what);
    require_equal(a.outcome_record, b.outcome_record, what);
    require(a.points == b.points, what, a.value_record);
}

// The answer that was found, written anew: alone, in a fence, and within prose.
void check_rewritten(const Item& item, const ItemVerdict& verdict, const Completion& completion) {
    if (call_field(item) != nullptr || item.format_policy == FormatPolicy::strict) return;
    const Answer answer = extract_answer(completion);
    require(answer.status == verdict.parse_status, "one status", completion.content.text);
    if (!has_answer(answer.status)) return;
    const std::string text = json::write(answer.value);
    Completion again = completion;
    const auto rewritten = [&](std::string content, ParseStatus status) {
        again.content.text = std::move(content);
        const ItemVerdict other = score_item(item, again);
        require(other.parse_status == status, to_word(status), again.content.text);
        check_same(verdict, other, "an answer scores the same however it is wrapped");
    };
    rewritten(text, ParseStatus::clean);
    rewritten("\xEF\xBB\xBF <think>{}</think>\n" + text + "\n", ParseStatus::clean);
    // Outside of plain JSON the last closing tag ends the reasoning, in a string of the answer too.
    if (text.find("</think>") != std::string::npos) return;
    rewritten("It is:\n```json\n" + text + "\n```\nDone.", ParseStatus::fenced);
    if (text.find("```") != std::string::npos) return;
    rewritten("It is [see below] " + text + " as said.", ParseStatus::embedded);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view input = fuzz::as_text(data, size);
    const unsigned choice = fuzz::take_choice(input);
    const Item& item = items().items[choice % items().items.size()];
    const Completion completion = completion_of(input, choice >= 16);
    const ItemVerdict verdict = score_item(item, completion);
    check_bounds(item, verdict, input);
    check_same(verdict, score_item(item, completion), "scoring twice gives the same");
    const std::string kept = fields_to_json(verdict.fields);
    require_equal(fields_to_json(fields_from_json(kept)), kept, "field results survive the store");
    check_rewritten(item, verdict, completion);
    const std::string normal = normalize_for_comparison(completion.content.text);
    require_equal(normalize_for_comparison(normal), normal, "normalised text is a fixed point");
    return 0;
}

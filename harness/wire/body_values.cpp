#include "harness/wire/body_values.hpp"

#include "base/json/read.hpp"
#include "base/text/normalize.hpp"
#include "harness/wire/body_kind.hpp"
#include "harness/wire/sse.hpp"

namespace kilter {

void for_each_value(std::string_view body, const std::function<void(const json::Value&)>& each) {
    const auto read = [&each](std::string_view text) {
        const json::ReadOutcome outcome = json::read(text, {.keep_surrogates = true});
        if (outcome.ok) each(outcome.value);
    };
    if (body_kind(body) != BodyKind::stream) return read(body);
    SseMachine machine;
    const auto on_event = [&read](const SseEvent& event) { read(trim(event.data)); };
    machine.feed(body, on_event);
    machine.finish(on_event);
}

const json::Value* first_choice(const json::Value& value) {
    const json::Value* choices = value.find("choices");
    if (choices == nullptr || !choices->is_array()) return nullptr;
    for (const json::Value& choice : choices->items) {
        const json::Value* index = choice.find("index");
        if (index == nullptr || !index->is_number() || index->text == "0") return &choice;
    }
    return nullptr;
}

}  // namespace kilter

#include "cli/sweeping/padding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text/utf8.hpp"
#include "suites/digest.hpp"

namespace kilter {

namespace {

constexpr std::string_view k_paragraph =
    "The depot keeps one sheet for every parcel that comes in. A sheet names the sender, the day, "
    "the weight and the shelf, in this order, and is signed by whoever took the parcel. The "
    "shelves "
    "are numbered from the window to the door; why that is so nobody remembers, but the list "
    "follows it. In the evening the sheets are counted, and what is missing is looked for before "
    "anybody goes home.\n";

constexpr std::string_view k_question =
    "\n\nWhat does the text above say? Answer in two sentences.";

long long number_in(const json::Value& source, std::string_view key) {
    const json::Value* value = source.is_object() ? source.find(key) : nullptr;
    long long out = 0;
    if (value != nullptr && value->is_number())
        std::from_chars(value->text.data(), value->text.data() + value->text.size(), out);
    return out;
}

}  // namespace

std::string padding(std::string_view document, std::size_t code_points) {
    const std::string_view text = document.empty() ? k_paragraph : document;
    const std::size_t whole = utf8::count(text);
    std::string out;
    if (whole == 0) return out;
    for (std::size_t left = code_points; left > 0;) {
        if (left >= whole) {
            out += text;
            left -= whole;
            continue;
        }
        std::size_t end = 0;
        for (; left > 0; --left) end += utf8::step(text, end).length;
        out += text.substr(0, end);
    }
    return out;
}

Item padded_item(const PaddedPrompt& prompt, std::string_view document) {
    Item item;
    item.id = fmt::format("t-{}", prompt.target);
    item.kind = "sweep";
    Message message;
    message.role = "user";
    message.content = fmt::format("[{:08}]\n", prompt.target) +
                      padding(document, prompt.code_points) + std::string{k_question};
    item.messages.push_back(std::move(message));
    item.source = json::make_object();
    item.source.set("target", json::make_integer(prompt.target));
    item.source.set("code_points", json::make_integer(static_cast<long long>(prompt.code_points)));
    return item;
}

PaddedPrompt padding_of(const Item& item) {
    return {number_in(item.source, "target"),
            static_cast<std::size_t>(number_in(item.source, "code_points"))};
}

Suite padded_suite(std::string name, const std::vector<PaddedPrompt>& prompts,
                   std::string_view document) {
    Suite suite;
    suite.name = std::move(name);
    suite.version = "1";
    suite.language = "en";
    for (const PaddedPrompt& prompt : prompts) suite.items.push_back(padded_item(prompt, document));
    suite.prompts_digest = prompts_digest(suite);
    suite.scoring_digest = scoring_digest(suite);
    return suite;
}

std::vector<PaddedPrompt> calibration_prompts(long long longest_target) {
    // Longer texts tell the slope better; none needs to be as long as what follows.
    constexpr long long k_shortest = 400, k_longest = 10000, k_step = 20;
    const long long longer =
        std::clamp(longest_target * 2, k_shortest, k_longest) / k_step * k_step;
    const long long shorter = longer / 5;
    return {{1, static_cast<std::size_t>(shorter)}, {2, static_cast<std::size_t>(longer)}};
}

}  // namespace kilter

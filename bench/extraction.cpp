// 1 MB of ordinary and of hostile answers through extract_answer and score_item: CPU time of each,
// and its ratio to a quarter of the text, which is about 4 where the work is linear.
// Usage: bench_extraction [REPEATS]; one line a case: name, ms to extract, ratio, ms to score,
// ratio, parse status.
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>

#include "base/json/read.hpp"
#include "bench/measure.hpp"
#include "scorers/answer/extract.hpp"
#include "scorers/fields/score_item.hpp"

namespace {

using namespace kilter;

constexpr std::size_t k_whole = 1'000'000;  // bytes
constexpr std::string_view k_answer =
    R"({"seller": "Hill & Sons", "total": "1 270 Ft", "due": "2026-11-10"})";

std::string repeated(std::string_view piece, std::size_t size) {
    std::string text;
    text.reserve(size + piece.size());
    while (text.size() < size) text += piece;
    return text;
}

std::string rows(std::size_t size) {
    std::string text = R"({"total": 1270, "lines": [)";
    for (int i = 0; text.size() < size; ++i) {
        text += (i > 0 ? R"(, {"name": "item )" : R"({"name": "item )") + std::to_string(i) +
                R"(", "gross": )" + std::to_string(100 + i) + "}";
    }
    return text + "]}";
}

std::string many_keys(std::size_t size) {
    std::string text = "{\"total\": 1270";
    for (int i = 0; text.size() < size; ++i) text += ", \"k" + std::to_string(i) + "\": 1";
    return text + "}";
}

std::string in_words(std::size_t size, std::string_view end) {
    return repeated("Let me check the second table once more, line by line. ", size) +
           std::string(end);
}

struct Case {
    const char* name;
    std::string (*make)(std::size_t size);
};

const Case k_cases[] = {
    {"JSON with many rows", rows},
    {"JSON with many unknown keys", many_keys},
    {"JSON in a fence",
     [](std::size_t size) { return "Here it is:\n```json\n" + rows(size) + "\n```\n"; }},
    {"prose, then an object",
     [](std::size_t size) { return in_words(size, std::string(k_answer)); }},
    {"prose only", [](std::size_t size) { return in_words(size, ""); }},
    {"prose with an object in each line",
     [](std::size_t size) { return repeated("or " + std::string(k_answer) + "\n", size); }},
    {"prose with 100,000 {", [](std::size_t size) { return repeated("a { b c d ", size); }},
    {"[[[[ ...", [](std::size_t size) { return repeated("[", size); }},
    {"{\"a\": {\"a\": ...", [](std::size_t size) { return repeated("{\"a\":", size); }},
    {"nested and closed",
     [](std::size_t size) { return repeated("[", size / 2) + repeated("]", size / 2); }},
    {"{[}] never balanced", [](std::size_t size) { return repeated("{\"a\":[}", size); }},
    {"one huge string",
     [](std::size_t size) { return "{\"seller\": \"" + repeated("árvíztűrő ", size) + "\"}"; }},
    {"one huge string of escapes",
     [](std::size_t size) { return "{\"seller\": \"" + repeated("\\u00e9\\n", size) + "\"}"; }},
    {"quotes never closed", [](std::size_t size) { return repeated("{\"a", size); }},
    {"many think tags", [](std::size_t size) { return repeated("<think>x</think>", size); }},
    {"many closing think tags", [](std::size_t size) { return "x" + repeated("</think>{", size); }},
    {"many fences", [](std::size_t size) { return repeated("```json\n{\"a\": 1\n", size); }},
    {"many empty fences", [](std::size_t size) { return repeated("```\n", size); }},
    {"fenced objects",
     [](std::size_t size) {
         return repeated("```json\n" + std::string(k_answer) + "\n```\n", size);
     }},
    {"one huge number",
     [](std::size_t size) { return "{\"total\": " + repeated("7", size) + "}"; }},
    {"bytes that are no UTF-8",
     [](std::size_t size) { return "{\"seller\": \"" + repeated("\xff\xc3", size) + "\"}"; }},
    {"white space only", [](std::size_t size) { return repeated(" \n", size); }},
};

Field field(std::string path, Comparator compare) {
    Field made;
    made.path = std::move(path);
    made.compare = compare;
    made.options.default_currency = "HUF";
    made.options.locale = Locale::hu;
    return made;
}

Item make_item() {
    Item item;
    item.id = "bench";
    item.gold = json::read(R"({"seller": "Hill & Sons", "total": 1270, "due": "2026-11-10",
        "lines": [{"name": "item 1", "gross": 101}, {"name": "item 2", "gross": 102}]})")
                    .value;
    item.fields = {field("seller", Comparator::anls), field("total", Comparator::amount),
                   field("due", Comparator::date), field("lines", Comparator::list_records)};
    item.fields.edit().back().item = {field("name", Comparator::string),
                                      field("gross", Comparator::amount)};
    return item;
}

Completion completion_of(std::string text) {
    Completion completion;
    completion.content = {TextState::text, std::move(text)};
    completion.finish_reason = "stop";
    completion.finished = true;
    return completion;
}

}  // namespace

int main(int count, char** arguments) {
    int repeats = 5;
    if (count > 1) {
        const std::string_view word = arguments[1];
        std::from_chars(word.data(), word.data() + word.size(), repeats);
    }
    const Item item = make_item();
    for (const Case& one : k_cases) {
        double extract[2] = {};
        double score[2] = {};
        std::string status;
        for (const int part : {1, 0}) {
            const Completion completion =
                completion_of(one.make(part == 0 ? k_whole : k_whole / 4));
            extract[part] = bench::median_cpu_ms(repeats, [&] { extract_answer(completion); });
            score[part] = bench::median_cpu_ms(
                repeats, [&] { status = to_word(score_item(item, completion).parse_status); });
        }
        std::printf("%s\t%.2f\t%.2f\t%.2f\t%.2f\t%s\n", one.name, extract[0],
                    extract[0] / extract[1], score[0], score[0] / score[1], status.c_str());
        std::fflush(stdout);
    }
    return 0;
}

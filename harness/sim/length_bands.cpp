#include "harness/sim/length_bands.hpp"

#include <algorithm>
#include <map>

#include "base/mapping_reader.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::MappingReader;
using tree::Node;

constexpr long long k_most_tokens = 100'000'000;
constexpr std::size_t k_most_letters = 1000;

bool is_letters(const std::string& text) {
    return !text.empty() && text.size() <= k_most_letters &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return c == '-' || (c >= 'A' && c <= 'Z'); });
}

// A prompt of this length is refused: the trial fails and is not tried again.
Reply refused_reply() {
    Reply reply;
    reply.fault.kind = FaultKind::status;
    reply.fault.status = 400;
    return reply;
}

LengthBand read_band(const Node& node, const RecipeContext& in) {
    LengthBand band;
    MappingReader reader{node, in.file, in.what + ", lengths", in.diagnostics};
    if (!reader.is_mapping()) return band;
    band.up_to = reader.integer("up_to", 1, k_most_tokens);
    band.letters = reader.required_string("runs");
    if (!is_letters(band.letters)) {
        reader.error(node.at, "runs must be letters A to Z, or - for a refused request");
        band.letters.clear();
    }
    reader.finish();
    return band;
}

}  // namespace

std::vector<LengthBand> read_length_bands(const Node& node, const RecipeContext& in) {
    std::vector<LengthBand> bands;
    MappingReader reader{node, in.file, in.what, in.diagnostics};
    const Node* list = reader.required("lengths");
    if (list == nullptr || list->kind != Kind::sequence || list->items.empty()) {
        reader.error(node.at, "lengths must be a list, as in [{up_to: 8192, runs: A}, {runs: AB}]");
        return bands;
    }
    std::map<char, Reply> answers{{'-', refused_reply()}};
    for (const Node& one : list->items) {
        LengthBand band = read_band(one, in);
        if (!bands.empty() &&
            (!bands.back().up_to || (band.up_to && *band.up_to <= *bands.back().up_to))) {
            reader.error(one.at, "up_to must rise from band to band; only the last may lack it");
        }
        for (const char letter : band.letters) {
            if (answers.count(letter) == 0) {
                const std::string key{letter};
                const Node* answer = reader.required(key);
                if (answer != nullptr) {
                    answers[letter] = finish_reply(read_answer(*answer, key, in), nullptr, in);
                }
            }
            band.replies.push_back(answers[letter]);
        }
        bands.push_back(std::move(band));
    }
    reader.finish();
    return bands;
}

}  // namespace kilter

#include "scorers/answer/extract.hpp"

#include <algorithm>
#include <utility>

#include "base/text/normalize.hpp"
#include "scorers/answer/candidates.hpp"

namespace kilter {
namespace {

constexpr std::string_view k_bom = "\xEF\xBB\xBF";
constexpr std::string_view k_open_think = "<think>";
constexpr std::string_view k_close_think = "</think>";

std::string_view strip(std::string_view text) {
    text = trim(text);
    while (text.substr(0, k_bom.size()) == k_bom) text = trim(text.substr(k_bom.size()));
    return text;
}

// Cuts leading think blocks; false where the last one is never closed.
bool cut_leading_think(std::string_view& text) {
    while (text.substr(0, k_open_think.size()) == k_open_think) {
        const std::size_t close = text.find(k_close_think);
        if (close == std::string_view::npos) return false;
        text = strip(text.substr(close + k_close_think.size()));
    }
    return true;
}

class Extraction {
  public:
    Extraction(Answer& answer, json::Kind root) : answer_(answer), root_(root) {}

    void run(std::string_view content) {
        std::string_view text = strip(content);
        if (text.empty()) return end(ParseStatus::empty);
        if (!cut_leading_think(text)) return end(ParseStatus::unclosed_think);
        if (text.empty()) return end(ParseStatus::empty);
        if (whole(text)) return;
        // Templates that open the tag in the prompt leave only the closer in the text.
        const std::size_t close = text.rfind(k_close_think);
        if (close != std::string_view::npos) {
            text = strip(text.substr(close + k_close_think.size()));
            if (text.empty()) return end(ParseStatus::empty);
            if (!cut_leading_think(text)) return end(ParseStatus::unclosed_think);
            if (whole(text)) return;
        }
        if (parts(text, offer_fenced, ParseStatus::fenced)) return;
        if (parts(text, offer_balanced, ParseStatus::embedded)) return;
        if (wrong_root_) return end(ParseStatus::root_mismatch);
        if (too_deep_) answer_.flags.emplace_back("too_deep");
        end(ParseStatus::invalid_json);
    }

  private:
    void end(ParseStatus status) { answer_.status = status; }

    // True where the text is one JSON value: then nothing else is looked for.
    bool whole(std::string_view text) {
        json::ReadOutcome read = json::read(text);
        too_deep_ |= read.too_deep;
        if (!read.ok) return false;
        if (read.value.kind == root_) {
            accept(std::move(read), ParseStatus::clean);
        } else {
            end(ParseStatus::root_mismatch);
        }
        return true;
    }

    bool parts(std::string_view text, void (*search)(std::string_view, Candidates&),
               ParseStatus status) {
        Candidates candidates(root_);
        search(text, candidates);
        wrong_root_ |= candidates.wrong_root();
        too_deep_ |= candidates.too_deep();
        if (!candidates.found()) return false;
        if (candidates.several_differ()) answer_.flags.emplace_back("multiple_candidates");
        accept(candidates.take(), status);
        return true;
    }

    void accept(json::ReadOutcome read, ParseStatus status) {
        if (read.duplicate_keys) answer_.flags.emplace_back("duplicate_key");
        if (read.repaired_surrogate) answer_.flags.emplace_back("repaired_surrogate");
        if (read.repaired_utf8) answer_.flags.emplace_back("repaired_utf8");
        answer_.value = std::move(read.value);
        end(status);
    }

    Answer& answer_;
    json::Kind root_;
    bool wrong_root_ = false;
    bool too_deep_ = false;
};

}  // namespace

std::string_view to_word(ParseStatus status) {
    switch (status) {
        case ParseStatus::clean:
            return "clean";
        case ParseStatus::fenced:
            return "fenced";
        case ParseStatus::embedded:
            return "embedded";
        case ParseStatus::empty:
            return "empty";
        case ParseStatus::unclosed_think:
            return "unclosed_think";
        case ParseStatus::root_mismatch:
            return "root_mismatch";
        case ParseStatus::invalid_json:
            break;
    }
    return "invalid_json";
}

bool has_answer(ParseStatus status) {
    return status == ParseStatus::clean || status == ParseStatus::fenced ||
           status == ParseStatus::embedded;
}

Answer extract_answer(const Completion& completion, json::Kind root) {
    Answer answer;
    if (completion.finish_reason == "length") answer.flags.emplace_back("truncated");
    const auto& flags = completion.flags;
    if (std::find(flags.begin(), flags.end(), "reasoning_unclosed") != flags.end()) {
        // The split of think tags found an opener without a closer: all of it was reasoning.
        answer.status = ParseStatus::unclosed_think;
        return answer;
    }
    // Without text the status stays `empty`.
    if (completion.content.has_text()) Extraction(answer, root).run(completion.content.text);
    return answer;
}

}  // namespace kilter

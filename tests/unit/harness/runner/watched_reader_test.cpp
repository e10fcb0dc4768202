#include "harness/runner/watched_reader.hpp"

#include <catch2/catch_all.hpp>

#include "tests/unit/harness/wire/chat_bytes.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

// Cuts the content at a size in bytes.
class CutAt : public TextWatch {
  public:
    explicit CutAt(std::size_t bytes) : bytes_(bytes) {}
    std::optional<TextCut> stop(const TextsSoFar& texts) override {
        if (texts.content.size() < bytes_) return std::nullopt;
        return TextCut{texts.reasoning.size(), bytes_};
    }

  private:
    std::size_t bytes_;
};

WireResult read(std::string_view body, std::size_t piece, std::size_t cut) {
    WatchedReader reader({"think"}, std::make_unique<CutAt>(cut));
    bool going = true;
    for (std::size_t at = 0; going && at < body.size(); at += piece)
        going = reader.feed(body.substr(at, piece), at_ms(1));
    TransferEnd end;
    if (!going) end.kind = TransferEnd::Kind::stopped_by_client;
    end.http_status = 200;
    return reader.finish(end, at_ms(2));
}

}  // namespace

TEST_CASE("watched reader: the network's pieces do not move the cut of either text") {
    const std::string body = delta(R"({"reasoning":"one "})") + content_delta("abc") +
                             delta(R"({"reasoning":"two "})") + content_delta("defghi") +
                             delta(R"({"reasoning":"three"})") + content_delta("jkl") +
                             finish_event("length") + k_done;
    for (const std::size_t piece : {1U, 7U, 40U, 4096U}) {
        CAPTURE(piece);
        const WireResult kept = read(body, piece, 5);
        CHECK(kept.outcome == Outcome::stopped_by_client);
        CHECK(kept.completion.content.text == "abcde");
        CHECK(kept.completion.reasoning.text == "one two ");
        CHECK(kept.completion.finish_reason.empty());
    }
}

TEST_CASE("watched reader: the event that ends the answer is looked at, later ones are not") {
    const std::string last =
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"abcdef\"},"
        "\"finish_reason\":\"length\"}]}\n\n";
    for (const std::size_t piece : {1U, 4096U}) {
        CHECK(read(last + k_done, piece, 4).completion.content.text == "abcd");
        const WireResult whole = read(last + k_done, piece, 7);
        CHECK(whole.outcome == Outcome::truncated_in_answer);
        CHECK(whole.completion.content.text == "abcdef");
        CHECK(read(last + content_delta("g") + k_done, piece, 7).completion.content.text ==
              "abcdefg");
    }
}

TEST_CASE("watched reader: a cut within a code point keeps it whole") {
    const std::string body = content_delta("a\\ud83d\\ude00b") + finish_event("stop");
    CHECK(read(body, 4096, 2).completion.content.text == "a\U0001F600");
    CHECK(read(content_delta("a\\udc00b"), 4096, 2).completion.content.text == "a\uFFFD");
}

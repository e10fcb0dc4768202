// A reply written byte for byte: head, pieces of body with cut points and conditions between them,
// and what becomes of the connection. Reading it from YAML is script_reader.hpp, sending it
// script_player.hpp. Plain data and pure functions, any thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/sim/recipe.hpp"

namespace kilter {

// What has to come true before the next byte goes out.
struct ScriptWait {
    enum class Kind {
        open,          // `count` chat requests are open at once, this one with them
        requests,      // the server has received `count` chat requests in all
        next_request,  // one more has arrived since this one
        file,          // `file` exists
        time,          // so many `ms` are over; where nothing else will do
    };
    Kind kind = Kind::time;
    long long count = 0;
    std::filesystem::path file;
    std::chrono::milliseconds ms{0};
};

// One of the three.
struct ScriptPart {
    std::optional<Recipe> text;  // rendered for the item, placeholders filled in
    std::string bytes;           // as they are
    std::optional<ScriptWait> wait;
};

enum class ScriptFraming { length, chunked, none };
enum class ScriptEnd { keep, close, reset, hang };

// Where the body is cut into pieces; a wait cuts too.
struct ScriptCut {
    std::size_t each = 0;         // after so many bytes; 0: not so
    std::vector<std::size_t> at;  // byte offsets in the whole body
    bool by_ask = false;          // the n-th ask (from 0) is cut at byte n + 1, beginning anew
};

struct Script {
    bool with_head = true;
    std::string status = "200 OK";
    std::vector<std::string> headers;
    ScriptFraming framing = ScriptFraming::length;
    std::optional<long long> announced;  // bytes, in place of the true length
    bool unfinished = false;             // chunked: the closing chunk is not sent
    std::optional<ScriptWait> before;    // before the first byte
    std::vector<ScriptPart> body;
    ScriptCut cut;
    ScriptEnd end = ScriptEnd::keep;
    std::vector<std::string> needs;  // what the request must hold
};

// What a script may speak of.
struct ScriptFacts {
    const Item* item = nullptr;  // may be null unless a text needs it
    int ask = 0;                 // from 0
    std::string authorization;   // the header of the request
};

// Bytes to be written in one go, or a wait.
struct ScriptStep {
    std::string bytes;
    std::optional<ScriptWait> wait;
};

// True where a text of it can only be rendered for an item.
bool needs_item(const Script& script);
// All that is sent, in order.
std::vector<ScriptStep> steps_of(const Script& script, const ScriptFacts& facts);
// The first of `needs` that the request does not hold; empty: none.
std::string missing_need(const Script& script, std::string_view request);

}  // namespace kilter

#include "harness/sim/script_reader.hpp"

#include <charconv>
#include <filesystem>

#include "base/files.hpp"
#include "base/mapping_reader.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::MappingReader;
using tree::Node;

constexpr long long k_most = 1'000'000'000;  // bytes, requests, milliseconds

void error(const RecipeContext& in, SourcePosition at, const std::string& message) {
    in.diagnostics.error(in.file, at, in.what + ": " + message);
}

std::filesystem::path beside(const RecipeContext& in, const std::string& name) {
    return std::filesystem::path{in.file}.parent_path() / name;
}

std::optional<std::string> from_hex(std::string_view text) {
    std::string bytes;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ') {
            ++at;
            continue;
        }
        unsigned value = 0;
        const char* begin = text.data() + at;
        if (text.size() - at < 2) return std::nullopt;
        const auto [end, failed] = std::from_chars(begin, begin + 2, value, 16);
        if (failed != std::errc{} || end != begin + 2) return std::nullopt;
        bytes += static_cast<char>(value);
        at += 2;
    }
    return bytes;
}

std::optional<ScriptWait> read_wait(const Node& node, const RecipeContext& in) {
    ScriptWait wait;
    if (node.kind == Kind::scalar && node.text == "next_request") {
        wait.kind = ScriptWait::Kind::next_request;
        return wait;
    }
    if (node.kind != Kind::mapping || node.entries.size() != 1) {
        error(in, node.at,
              "wait is next_request, or one of {open: N}, {requests: N}, {file: "
              "NAME}, {ms: N}");
        return std::nullopt;
    }
    MappingReader reader{node, in.file, in.what + ", wait", in.diagnostics};
    if (const auto name = reader.string("file")) {
        wait.kind = ScriptWait::Kind::file;
        wait.file = beside(in, *name);
    }
    if (const auto count = reader.integer("open", 1, k_most)) {
        wait.kind = ScriptWait::Kind::open;
        wait.count = *count;
    }
    if (const auto count = reader.integer("requests", 1, k_most)) {
        wait.kind = ScriptWait::Kind::requests;
        wait.count = *count;
    }
    wait.ms = std::chrono::milliseconds{reader.integer("ms", 0, 600'000).value_or(0)};
    reader.finish();
    return wait;
}

std::optional<ScriptPart> read_part(const Node& node, const RecipeContext& in) {
    ScriptPart part;
    const bool one_key = node.kind == Kind::mapping && node.entries.size() == 1;
    const std::string key = one_key ? node.entries.front().key : std::string();
    if (key == "wait") {
        part.wait = read_wait(node.entries.front().value, in);
        return part.wait ? std::optional(std::move(part)) : std::nullopt;
    }
    if (key == "hex") {
        auto bytes = from_hex(node.entries.front().value.text);
        if (!bytes) {
            error(in, node.at, "hex must be pairs of hexadecimal digits, as in 'c3 28'");
            return std::nullopt;
        }
        part.bytes = std::move(*bytes);
        return part;
    }
    if (key == "file") {
        auto bytes = read_file(beside(in, node.entries.front().value.text));
        if (!bytes) {
            error(in, node.at, bytes.error().message);
            return std::nullopt;
        }
        part.bytes = std::move(*bytes);
        return part;
    }
    part.text = read_recipe(node, in);
    return part.text ? std::optional(std::move(part)) : std::nullopt;
}

void read_body(const Node& node, Script& script, const RecipeContext& in) {
    if (node.kind != Kind::sequence) {
        if (auto part = read_part(node, in)) script.body.push_back(std::move(*part));
        return;
    }
    for (const Node& one : node.items) {
        if (auto part = read_part(one, in)) script.body.push_back(std::move(*part));
    }
}

void read_cut(const Node& node, ScriptCut& cut, const RecipeContext& in) {
    if (node.kind == Kind::scalar && node.text == "every_byte") {
        cut.each = 1;
    } else if (node.kind == Kind::scalar && node.text == "by_ask") {
        cut.by_ask = true;
    } else if (node.kind == Kind::mapping) {
        MappingReader reader{node, in.file, in.what + ", cut", in.diagnostics};
        cut.each = static_cast<std::size_t>(reader.integer("each", 1, k_most).value_or(1));
        reader.finish();
    } else if (node.kind == Kind::sequence) {
        for (const Node& one : node.items) {
            std::size_t at = 0;
            const char* end = one.text.data() + one.text.size();
            const auto [stop, failed] = std::from_chars(one.text.data(), end, at);
            if (failed != std::errc{} || stop != end) {
                error(in, one.at, "a cut is a byte offset of the body");
                continue;
            }
            cut.at.push_back(at);
        }
    } else {
        error(in, node.at, "cut is every_byte, by_ask, {each: N} or a list of byte offsets");
    }
}

void read_head(MappingReader& reader, Script& script) {
    const Node* status = reader.optional("status");
    if (status != nullptr && status->kind == Kind::null) {
        script.with_head = false;
        script.framing = ScriptFraming::none;
    } else if (status != nullptr) {
        script.status = reader.string("status").value_or(script.status);
    }
    script.headers = {"Content-Type: application/json"};
    if (reader.optional("headers") != nullptr) script.headers = reader.strings("headers");
    const auto framing = reader.one_of("framing", {"length", "chunked", "none"});
    if (framing == "chunked") script.framing = ScriptFraming::chunked;
    if (framing == "none") script.framing = ScriptFraming::none;
    script.announced = reader.integer("length", 0, k_most);
    script.unfinished = reader.boolean("unfinished").value_or(false);
}

std::optional<Script> read_script(const Node& node, const RecipeContext& in) {
    Script script;
    MappingReader reader{node, in.file, in.what + ", script", in.diagnostics};
    if (!reader.is_mapping()) return std::nullopt;
    read_head(reader, script);
    if (const Node* wait = reader.optional("wait")) script.before = read_wait(*wait, in);
    if (const Node* body = reader.optional("body")) read_body(*body, script, in);
    if (const Node* cut = reader.optional("cut")) read_cut(*cut, script.cut, in);
    script.needs = reader.strings("needs");
    const auto then = reader.one_of("then", {"keep", "close", "reset", "hang"});
    const bool endless = script.framing == ScriptFraming::none || script.unfinished;
    script.end = endless ? ScriptEnd::close : ScriptEnd::keep;
    if (then == "keep" && endless) {
        error(in, node.at, "without the end of the body, `then` is close, reset or hang");
    }
    if (then == "close") script.end = ScriptEnd::close;
    if (then == "reset") script.end = ScriptEnd::reset;
    if (then == "hang") script.end = ScriptEnd::hang;
    reader.finish();
    return script;
}

}  // namespace

std::shared_ptr<const Scripts> read_scripts(const Node& node, const RecipeContext& in) {
    auto scripts = std::make_shared<Scripts>();
    if (node.kind != Kind::sequence) {
        if (auto one = read_script(node, in)) scripts->push_back(std::move(*one));
    } else {
        for (const Node& item : node.items) {
            if (auto one = read_script(item, in)) scripts->push_back(std::move(*one));
        }
        if (node.items.empty()) error(in, node.at, "a list of scripts needs at least one");
    }
    if (scripts->empty()) return nullptr;
    return scripts;
}

}  // namespace kilter

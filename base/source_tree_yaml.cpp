// read_yaml: yaml-cpp parses, its events build our tree. The only file that knows yaml-cpp; its
// exceptions end here.
#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "base/source_text.hpp"
#include "base/source_tree.hpp"

namespace kilter::tree {
namespace {

// Leaves the parser from inside an event: what stands in the file cannot be used.
struct Refused {
    SourcePosition at;
    std::string message;
};

constexpr std::string_view k_no_anchors =
    "anchors and aliases are not supported; write the value out";

// yaml-cpp takes the end of a file for the end of a quoted scalar when a line break stands before
// it.
bool is_left_open(std::string_view scalar) {
    const char quote = scalar.empty() ? '\0' : scalar.front();
    if (quote != '"' && quote != '\'') return false;
    for (std::size_t at = 1; at < scalar.size(); ++at) {
        const bool doubled = quote == '\'' && scalar.substr(at, 2) == "''";
        if (doubled || (quote == '"' && scalar[at] == '\\')) {
            ++at;
        } else if (scalar[at] == quote) {
            return false;
        }
    }
    return true;
}

// A collection whose end has not come yet.
struct Open {
    Node node;
    bool has_key = false;  // mapping: the next node is the value of the last entry
    std::unordered_map<std::string, int> lines;  // mapping: where each key stands
};

// The tree grows on a stack of our own, so that nesting never becomes recursion here; the depth
// limit stops yaml-cpp's recursion too.
class TreeBuilder : public YAML::EventHandler {
  public:
    TreeBuilder(std::string_view text, SourceText& source, std::string_view file,
                Diagnostics& diagnostics)
        : text_(text), source_(source), file_(file), diagnostics_(diagnostics) {}

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (!started_) {
            started_ = true;
            return;
        }
        const SourcePosition at = place(mark);
        const bool marker = rest(mark).substr(0, 3) == "---";
        throw Refused{at, marker ? "a second document; a file holds one"
                                 : "text after the end of the document; check its indentation"};
    }
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        Node node = start(Kind::null, mark, "", anchor);
        // The parser's place of an empty value is that of the token behind it.
        if (has_key() && last_entry().key_at.line != node.at.line) node.at = last_entry().key_at;
        if (awaits_key()) throw Refused{node.at, "a key must be text; put it in quotes"};
        add(std::move(node));
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
        throw Refused{place(mark), std::string(k_no_anchors)};
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        Node node = start(Kind::scalar, mark, tag, anchor);
        node.text = value;
        node.quoted = tag == "!";
        if (node.quoted && is_left_open(rest(mark))) {
            throw Refused{node.at, "a quote that is never closed"};
        }
        if (awaits_key()) {
            add_key(std::move(node));
        } else {
            add(std::move(node));
        }
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open(start(Kind::sequence, mark, tag, anchor));
    }
    void OnSequenceEnd() override { close(); }

    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open(start(Kind::mapping, mark, tag, anchor));
    }
    void OnMapEnd() override { close(); }

    void OnAnchor(const YAML::Mark& mark, const std::string&) override {
        throw Refused{place(mark), std::string(k_no_anchors)};
    }

    SourcePosition place(const YAML::Mark& mark) {
        if (mark.is_null()) return {};
        return source_.at(static_cast<std::size_t>(mark.line),
                          static_cast<std::size_t>(mark.column));
    }

    std::string_view line(const YAML::Mark& mark) const {
        if (mark.is_null()) return {};
        const std::string_view before = text_.substr(0, text_.size() - rest(mark).size());
        return text_.substr(before.rfind('\n') + 1);
    }

    // The whole document, or a null node at the start where there was none.
    Node take() {
        if (root_.at.line == 0) root_.at = {1, 1};
        return std::move(root_);
    }

  private:
    Node start(Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
        Node node;
        node.kind = kind;
        node.at = place(mark);
        if (anchor != 0) throw Refused{node.at, std::string(k_no_anchors)};
        if (rest(mark).substr(0, 1) == "!") {
            throw Refused{node.at, fmt::format("tags are not supported; found '{}'", tag)};
        }
        return node;
    }

    // The source from the mark on.
    std::string_view rest(const YAML::Mark& mark) const {
        if (mark.is_null()) return {};
        return text_.substr(std::min(static_cast<std::size_t>(mark.pos), text_.size()));
    }

    bool has_key() const { return !open_.empty() && open_.back().has_key; }
    bool awaits_key() const {
        return !open_.empty() && open_.back().node.kind == Kind::mapping && !open_.back().has_key;
    }
    const Entry& last_entry() const { return open_.back().node.entries.back(); }

    void open(Node node) {
        if (awaits_key()) {
            // A bracket that is never closed looks like this to yaml-cpp.
            throw Refused{node.at,
                          "a key must be text, not a list or a mapping; is a bracket left open?"};
        }
        if (open_.size() >= static_cast<std::size_t>(k_max_depth)) {
            throw Refused{node.at, fmt::format("nesting deeper than {}", k_max_depth)};
        }
        open_.push_back({std::move(node), false, {}});
    }

    void close() {
        Node node = std::move(open_.back().node);
        open_.pop_back();
        add(std::move(node));
    }

    void add_key(Node key) {
        Open& parent = open_.back();
        const auto [first, is_new] = parent.lines.try_emplace(key.text, key.at.line);
        if (!is_new) {
            diagnostics_.error(file_, key.at,
                               fmt::format("duplicate key '{}'; it stands already at line {}",
                                           key.text, first->second));
        }
        parent.node.entries.push_back({std::move(key.text), key.at, {}});
        parent.has_key = true;
    }

    void add(Node node) {
        if (open_.empty()) {
            root_ = std::move(node);
        } else if (open_.back().node.kind == Kind::sequence) {
            open_.back().node.items.push_back(std::move(node));
        } else {
            open_.back().node.entries.back().value = std::move(node);
            open_.back().has_key = false;
        }
    }

    std::string_view text_;
    SourceText& source_;
    std::string_view file_;
    Diagnostics& diagnostics_;
    bool started_ = false;
    std::vector<Open> open_;
    Node root_;
};

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// yaml-cpp's own words, with what to do where they do not say it. `line` is where the error stands.
std::string explain(const std::string& message, std::string_view line) {
    if (contains(message, "invalid unicode")) {
        return "a \\u escape of no character; write the character itself, not a pair of escapes";
    }
    if (contains(message, "referenced anchor")) return std::string(k_no_anchors);
    const std::string_view indentation = line.substr(0, line.find_first_not_of(" \t"));
    if (contains(indentation, "\t")) return "TAB in the indentation; indent with spaces";
    if (contains(message, "illegal map value")) {
        return "a key and its value do not fit here; is a colon missing in the line above, or does "
               "a "
               "value with ': ' in it need quotes?";
    }
    if (contains(message, "end of sequence flow not found"))
        return "a '[' before this is not closed";
    if (contains(message, "end of map flow not found")) return "a '{' before this is not closed";
    return message;
}

}  // namespace

std::optional<Node> read_yaml(std::string_view text, std::string_view file,
                              Diagnostics& diagnostics) {
    std::size_t skipped = 0;
    if (text.substr(0, k_byte_order_mark.size()) == k_byte_order_mark) {
        skipped = k_byte_order_mark.size();
        text.remove_prefix(skipped);
    }
    SourceText source(text);
    if (const std::optional<TextFault> fault = find_fault(text, skipped)) {
        diagnostics.error(file, source.at(fault->byte_offset), fault->message);
        return std::nullopt;
    }
    const std::size_t errors_before = diagnostics.all().size();
    TreeBuilder builder(text, source, file, diagnostics);
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) {
        }
    } catch (const Refused& refused) {
        diagnostics.error(file, refused.at, refused.message);
    } catch (const YAML::Exception& error) {
        diagnostics.error(file, builder.place(error.mark),
                          explain(error.msg, builder.line(error.mark)));
    }
    if (diagnostics.all().size() != errors_before) return std::nullopt;
    return builder.take();
}

}  // namespace kilter::tree

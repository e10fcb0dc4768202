#include "harness/sim/recipe.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/json/write.hpp"
#include "base/text/utf8.hpp"
#include "harness/sim/prose.hpp"

namespace kilter {
namespace {

// The member at a dotted path, or nullptr.
json::Value* member_at(json::Value& value, std::string_view path) {
    json::Value* at = &value;
    while (!path.empty()) {
        const auto dot = std::min(path.find('.'), path.size());
        const std::string_view name = path.substr(0, dot);
        const auto found = std::find_if(at->members.begin(), at->members.end(),
                                        [&](const json::Member& one) { return one.key == name; });
        if (found == at->members.end()) return nullptr;
        at = &found->value;
        path.remove_prefix(std::min(path.size(), dot + 1));
    }
    return at;
}

std::string gold_text(const Recipe& recipe, const Item& item) {
    json::Value gold = item.gold;
    for (const GoldChange& change : recipe.changes) {
        if (json::Value* at = member_at(gold, change.path)) *at = change.value;
    }
    switch (recipe.style) {
        case GoldStyle::compact:
            return json::write(gold);
        case GoldStyle::pretty:
            return json::write_pretty(gold);
        case GoldStyle::fenced:
            break;
    }
    std::string body = json::write_pretty(gold);
    if (!body.ends_with('\n')) body += '\n';
    return "```json\n" + body + "```";
}

std::string field_names(const Item& item) {
    std::string out;
    for (const Field& field : item.fields) {
        if (!out.empty()) out += ", ";
        out += field.path;
    }
    return out;
}

// One pass, so that a placeholder's word inside a value stays as it is.
std::string fill(std::string_view text, const Item& item) {
    struct Part {
        std::string_view word;
        std::string value;
    };
    const std::array<Part, 2> parts{Part{"{item}", item.id}, Part{"{fields}", field_names(item)}};
    std::string out;
    while (!text.empty()) {
        const auto part = std::find_if(parts.begin(), parts.end(),
                                       [&](const Part& one) { return text.starts_with(one.word); });
        out += part == parts.end() ? std::string{text.front()} : part->value;
        text.remove_prefix(part == parts.end() ? 1 : part->word.size());
    }
    return out;
}

std::string_view first_code_points(std::string_view text, std::size_t count) {
    std::size_t at = 0;
    for (; count > 0 && at < text.size(); --count) at += utf8::step(text, at).length;
    return text.substr(0, at);
}

void render_into(const Recipe& recipe, const Item* item, std::string& out) {
    switch (recipe.kind) {
        case Recipe::Kind::text:
            out += recipe.text;
            break;
        case Recipe::Kind::pattern:
            out += fill(recipe.text, *item);
            break;
        case Recipe::Kind::gold:
            out += gold_text(recipe, *item);
            break;
        case Recipe::Kind::prose: {
            const std::size_t before = recipe.length_is_total ? utf8::count(out) : 0;
            out += prose(recipe.seed, recipe.length - std::min(before, recipe.length));
            break;
        }
        case Recipe::Kind::repeat:
            for (std::size_t i = 0; i < recipe.times; ++i) out += recipe.text;
            out += first_code_points(recipe.text, recipe.cut);
            break;
        case Recipe::Kind::nesting:
            out.append(recipe.times, '[').append(recipe.times, ']');
            break;
        case Recipe::Kind::join:
            for (const Recipe& part : recipe.parts) render_into(part, item, out);
            break;
    }
}

}  // namespace

bool needs_item(const Recipe& recipe) {
    return recipe.kind == Recipe::Kind::gold || recipe.kind == Recipe::Kind::pattern ||
           std::any_of(recipe.parts.begin(), recipe.parts.end(), needs_item);
}

std::string unknown_gold_path(const Recipe& recipe, const Item& item) {
    json::Value gold = item.gold;
    for (const GoldChange& change : recipe.changes) {
        if (member_at(gold, change.path) == nullptr) return change.path;
    }
    for (const Recipe& part : recipe.parts) {
        if (std::string path = unknown_gold_path(part, item); !path.empty()) return path;
    }
    return {};
}

std::string render(const Recipe& recipe, const Item* item) {
    std::string out;
    render_into(recipe, item, out);
    return out;
}

}  // namespace kilter

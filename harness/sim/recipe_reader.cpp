#include "harness/sim/recipe_reader.hpp"

#include <string_view>

#include "base/mapping_reader.hpp"
#include "base/text/utf8.hpp"

namespace kilter {
namespace {

using tree::Kind;
using tree::MappingReader;
using tree::Node;

constexpr long long k_longest = 4'000'000;  // code points of one scripted text

void error(const RecipeContext& in, SourcePosition at, const std::string& message) {
    in.diagnostics.error(in.file, at, in.what + ": " + message);
}

std::optional<Recipe> read_text(Recipe::Kind kind, const Node& node, const RecipeContext& in) {
    if (node.kind != Kind::scalar) {
        error(in, node.at, "a text must be one scalar");
        return std::nullopt;
    }
    Recipe recipe;
    recipe.kind = kind;
    recipe.text = node.text;
    return recipe;
}

std::optional<Recipe> read_gold(const Node& node, const RecipeContext& in) {
    Recipe recipe;
    recipe.kind = Recipe::Kind::gold;
    if (tree::as_boolean(node) == true) return recipe;
    MappingReader reader{node, in.file, in.what + ", gold", in.diagnostics};
    if (!reader.is_mapping()) return std::nullopt;
    if (const auto style = reader.one_of("style", {"compact", "pretty", "fenced"})) {
        if (*style == "pretty") recipe.style = GoldStyle::pretty;
        if (*style == "fenced") recipe.style = GoldStyle::fenced;
    }
    if (const Node* set = reader.optional("set")) {
        if (set->kind != Kind::mapping) error(in, set->at, "set must name fields and their values");
        for (const tree::Entry& entry : set->entries) {
            recipe.changes.push_back({entry.key, tree::to_json(entry.value)});
        }
    }
    reader.finish();
    return recipe;
}

std::optional<Recipe> read_prose(const Node& node, const RecipeContext& in) {
    Recipe recipe;
    recipe.kind = Recipe::Kind::prose;
    MappingReader reader{node, in.file, in.what + ", prose", in.diagnostics};
    if (!reader.is_mapping()) return std::nullopt;
    recipe.seed = static_cast<std::uint64_t>(reader.integer("seed", 0, 1'000'000'000).value_or(1));
    const auto length = reader.integer("length", 0, k_longest);
    const auto total = reader.integer("to", 0, k_longest);
    if (length.has_value() == total.has_value()) {
        error(in, node.at, "prose takes `length`, or `to` (the length of the text so far and it)");
    }
    recipe.length_is_total = total.has_value();
    recipe.length = static_cast<std::size_t>(length.value_or(total.value_or(0)));
    reader.finish();
    return recipe;
}

std::optional<Recipe> read_repeat(const Node& node, const RecipeContext& in) {
    Recipe recipe;
    recipe.kind = Recipe::Kind::repeat;
    MappingReader reader{node, in.file, in.what + ", repeat", in.diagnostics};
    if (!reader.is_mapping()) return std::nullopt;
    recipe.text = reader.required_string("text");
    reader.required("times");
    recipe.times = static_cast<std::size_t>(reader.integer("times", 0, 100'000).value_or(0));
    recipe.cut = static_cast<std::size_t>(reader.integer("cut", 0, k_longest).value_or(0));
    if (recipe.times * utf8::count(recipe.text) > static_cast<std::size_t>(k_longest)) {
        error(in, node.at, "the repeated text is longer than 4000000 code points");
    }
    reader.finish();
    return recipe;
}

std::optional<Recipe> read_nesting(const Node& node, const RecipeContext& in) {
    Recipe recipe;
    recipe.kind = Recipe::Kind::nesting;
    MappingReader reader{node, in.file, in.what + ", nesting", in.diagnostics};
    if (!reader.is_mapping()) return std::nullopt;
    reader.required("depth");
    recipe.times = static_cast<std::size_t>(reader.integer("depth", 1, 1'000'000).value_or(1));
    reader.finish();
    return recipe;
}

std::optional<Recipe> read_use(const Node& node, const RecipeContext& in) {
    const auto found = in.texts.find(node.text);
    if (node.kind == Kind::scalar && found != in.texts.end()) return found->second;
    error(in, node.at, "`use` names '" + node.text + "', which is not among the texts above it");
    return std::nullopt;
}

std::optional<Recipe> read_join(const Node& node, const RecipeContext& in) {
    Recipe recipe;
    recipe.kind = Recipe::Kind::join;
    for (const Node& part : node.items) {
        auto one = read_recipe(part, in);
        if (!one) return std::nullopt;
        recipe.parts.push_back(std::move(*one));
    }
    return recipe;
}

}  // namespace

std::optional<Recipe> read_recipe(const Node& node, const RecipeContext& in) {
    if (node.kind == Kind::scalar) return read_text(Recipe::Kind::text, node, in);
    if (node.kind == Kind::sequence) return read_join(node, in);
    if (node.kind != Kind::mapping || node.entries.size() != 1) {
        error(in, node.at, "a text is a scalar, a list of texts, or a mapping with one key");
        return std::nullopt;
    }
    const tree::Entry& entry = node.entries.front();
    const Node& value = entry.value;
    if (entry.key == "text") return read_text(Recipe::Kind::text, value, in);
    if (entry.key == "template") return read_text(Recipe::Kind::pattern, value, in);
    if (entry.key == "gold") return read_gold(value, in);
    if (entry.key == "prose") return read_prose(value, in);
    if (entry.key == "repeat") return read_repeat(value, in);
    if (entry.key == "nesting") return read_nesting(value, in);
    if (entry.key == "use") return read_use(value, in);
    error(in, entry.key_at,
          "unknown text form '" + entry.key +
              "'; it is one of text, template, gold, prose, repeat, nesting, use");
    return std::nullopt;
}

}  // namespace kilter

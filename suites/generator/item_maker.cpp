#include "suites/generator/item_maker.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/sha256.hpp"
#include "suites/generator/context.hpp"
#include "suites/generator/documents_maker.hpp"
#include "suites/generator/expression.hpp"
#include "suites/generator/template_text.hpp"

namespace kilter::gen {
namespace {

using json::Value;
using tree::Kind;
using tree::Node;

// Independent streams for all items of all suites and seeds.
std::uint64_t stream_seed(const std::string& suite, const std::string& item, std::uint64_t seed) {
    const std::string hex = sha256_hex(suite + "\n" + item + "\n" + std::to_string(seed));
    std::uint64_t value = 0;
    std::from_chars(hex.data(), hex.data() + 16, value, 16);
    return value;
}

// A tree with its texts filled; a text that begins with = is an expression and keeps its type.
Result<Value> filled(const Node& node, MakingContext& context) {
    if (node.kind == Kind::mapping) {
        Value object = json::make_object();
        for (const tree::Entry& entry : node.entries) {
            auto value = filled(entry.value, context);
            if (!value) return value;
            object.set(entry.key, std::move(*value));
        }
        return object;
    }
    if (node.kind == Kind::sequence) {
        Value list = json::make_array();
        for (const Node& item : node.items) {
            auto value = filled(item, context);
            if (!value) return value;
            list.items.push_back(std::move(*value));
        }
        return list;
    }
    if (node.kind != Kind::scalar) return json::make_null();
    if (node.text.starts_with('=')) {
        auto value = evaluate(std::string_view{node.text}.substr(1), context);
        if (!value) return value.error();
        return to_gold(*value);
    }
    if (!node.quoted) return tree::to_json(node);
    auto text = fill_template(node.text, context);
    if (!text) return text.error();
    return json::make_string(std::move(*text));
}

Value types(std::initializer_list<const char*> words) {
    Value list = json::make_array();
    for (const char* word : words) list.items.push_back(json::make_string(word));
    return list;
}

Value typed(const char* type) {
    Value schema = json::make_object();
    schema.set("type", json::make_string(type));
    return schema;
}

// {value, currency}: what an amount is where the currency has to be told.
Value amount_schema() {
    Value schema = typed("object");
    Value properties = json::make_object();
    properties.set("value", typed("number"));
    properties.set("currency", typed("string"));
    schema.set("properties", std::move(properties));
    return schema;
}

Value schema_of_fields(const Value& fields, bool nullable);

// The JSON type of one field by its comparator. Every scalar may be null, so that the schema does
// not tell which value is absent.
Value schema_of_field(const Value& field, bool nullable) {
    const Value* compare = field.is_object() ? field.find("compare") : &field;
    const std::string word = compare == nullptr ? "" : compare->text;
    const Value* item = field.is_object() ? field.find("item") : nullptr;
    Value schema = json::make_object();
    if (word.starts_with("list_")) {
        schema.set("type", json::make_string("array"));
        if (item != nullptr) {
            const bool rows = word == "list_records";
            schema.set("items",
                       rows ? schema_of_fields(*item, false) : schema_of_field(*item, false));
        }
        return schema;
    }
    const Value* currency = field.is_object() ? field.find("currency") : nullptr;
    if (word == "amount" && currency != nullptr && currency->text == "required") {
        return amount_schema();
    }
    const bool number = word == "number" || word == "amount" || word == "percent";
    const char* type = number ? "number" : word == "boolean" ? "boolean" : "string";
    schema.set("type", nullable ? types({type, "null"}) : json::make_string(type));
    return schema;
}

// `path` is seller.tax_id: one object inside the other.
void place(const std::string& path, Value schema, Value& into) {
    const std::size_t dot = path.find('.');
    Value* properties = nullptr;
    for (json::Member& member : into.members) {
        if (member.key == "properties") properties = &member.value;
    }
    if (properties == nullptr) return;
    if (dot == std::string::npos) {
        properties->set(path, std::move(schema));
        return;
    }
    const std::string head = path.substr(0, dot);
    if (properties->find(head) == nullptr) {
        Value inner = json::make_object();
        inner.set("type", json::make_string("object"));
        inner.set("properties", json::make_object());
        properties->set(head, std::move(inner));
    }
    for (json::Member& member : properties->members) {
        if (member.key == head) place(path.substr(dot + 1), std::move(schema), member.value);
    }
}

Value schema_of_fields(const Value& fields, bool nullable) {
    Value schema = json::make_object();
    schema.set("type", json::make_string("object"));
    schema.set("properties", json::make_object());
    for (const json::Member& member : fields.members) {
        place(member.key, schema_of_field(member.value, nullable), schema);
    }
    return schema;
}

// Exactly these keys, as the question says and as strict schemas of engines want it.
void close_objects(Value& schema) {
    Value required = json::make_array();
    for (json::Member& member : schema.members) {
        if (member.key == "items") close_objects(member.value);
        if (member.key != "properties") continue;
        for (json::Member& property : member.value.members) {
            required.items.push_back(json::make_string(property.key));
            close_objects(property.value);
        }
    }
    if (required.items.empty()) return;
    schema.set("required", std::move(required));
    schema.set("additionalProperties", json::make_boolean(false));
}

// Gold with the traps in their places.
Value nearest_of(const Value& gold, const Value& trap) {
    Value nearest = gold;
    for (const json::Member& member : trap.members) {
        const Value* there = gold.find(member.key);
        const bool inside = there != nullptr && there->is_object() && member.value.is_object();
        nearest.set(member.key, inside ? nearest_of(*there, member.value) : member.value);
    }
    return nearest;
}

Result<std::string> question_text(const Blueprint& blueprint, MakingContext& context) {
    auto text = fill_template(blueprint.question, context);
    if (!text) return text;
    std::string out = *text;
    while (out.ends_with('\n')) out.pop_back();
    out += "\n\n";
    for (const Draw& ask : blueprint.asks) {
        auto meaning = fill_template(ask.expression, context);
        if (!meaning) return meaning;
        out += "- " + ask.name + ": " + *meaning + "\n";
    }
    return out + "\n" + context.library.answer_rules;
}

Result<void> take_keys(const Blueprint& blueprint, MakingContext& context, MadeItem& item) {
    auto question = question_text(blueprint, context);
    if (!question) return question.error();
    auto fields = filled(blueprint.fields, context);
    if (!fields) return fields.error();
    auto gold = filled(blueprint.gold, context);
    if (!gold) return gold.error();
    auto trap = filled(blueprint.trap, context);
    if (!trap) return trap.error();
    auto more = filled(blueprint.more, context);
    if (!more) return more.error();
    item.keys = json::make_object();
    item.keys.set("kind", json::make_string(blueprint.kind));
    item.keys.set("points", json::make_number(blueprint.points));
    if (!blueprint.tags.empty()) {
        Value tags = json::make_array();
        for (const std::string& tag : blueprint.tags) tags.items.push_back(json::make_string(tag));
        item.keys.set("tags", std::move(tags));
    }
    item.keys.set("question", json::make_string(std::move(*question)));
    Value answer = json::make_object();
    answer.set("type", json::make_string("json"));
    Value schema = schema_of_fields(*fields, true);
    close_objects(schema);
    answer.set("schema", std::move(schema));
    item.keys.set("answer", std::move(answer));
    item.keys.set("gold", *gold);
    item.keys.set("fields", std::move(*fields));
    for (json::Member& member : more->members) item.keys.set(member.key, member.value);
    item.nearest = trap->is_null() ? json::make_null() : nearest_of(*gold, *trap);
    item.gold = std::move(*gold);
    return {};
}

struct TokenRange {
    int low, high;
};

// A target of the plan counts with a tenth up or down, so that lengths are not all alike.
TokenRange tokens_wanted(const Blueprint& blueprint, const SuiteItemPlan& plan) {
    if (plan.tokens > 0) return {plan.tokens - plan.tokens / 10, plan.tokens + plan.tokens / 10};
    return {blueprint.target_tokens_low,
            std::max(blueprint.target_tokens_low, blueprint.target_tokens_high)};
}

}  // namespace

std::size_t code_points(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

Result<MadeItem> make_item(const Library& library, const std::string& suite,
                           const SuiteItemPlan& plan, std::uint64_t seed) {
    const auto found = library.blueprints.find(plan.blueprint);
    if (found == library.blueprints.end()) {
        return fail(plan.id + ": there is no blueprint '" + plan.blueprint + "'");
    }
    const Blueprint& blueprint = found->second;
    MadeItem item;
    item.id = plan.id;
    item.folder = blueprint.stream.empty() ? plan.id : blueprint.stream;
    MakingContext context{
        library, &blueprint, PortableRandom{stream_seed(suite, item.folder, seed)},
        Style{}, {},         {}};
    context.scopes.emplace_back();
    context.style = draw_style(library.language, context.random);
    const TokenRange wanted = tokens_wanted(blueprint, plan);
    const auto spread = static_cast<std::uint64_t>(wanted.high - wanted.low + 1);
    const auto tokens = static_cast<std::size_t>(wanted.low) +
                        static_cast<std::size_t>(context.random.below(spread));
    const std::size_t target = tokens * static_cast<std::size_t>(library.tenths_per_token) / 10;
    const auto at = [&](const Error& error) {
        return fail(plan.id + " (" + blueprint.name + "): " + error.message);
    };
    if (const auto done = run_draws(blueprint.draws, context); !done) return at(done.error());
    auto documents = make_documents(blueprint, target, context);
    if (!documents) return at(documents.error());
    item.documents = std::move(*documents);
    if (const auto done = take_keys(blueprint, context, item); !done) return at(done.error());
    return item;
}

}  // namespace kilter::gen

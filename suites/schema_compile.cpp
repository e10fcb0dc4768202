#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "base/text/near_miss.hpp"
#include "suites/schema_program.hpp"
#include "suites/schema_values.hpp"

namespace kilter {
namespace {

using json::Value;

constexpr int k_deepest = 128;  // schemas inside each other
constexpr std::string_view k_dialect = "https://json-schema.org/draft/2020-12/schema";

class Compiler {
  public:
    Compiler(SchemaProgram& program, std::vector<SchemaProblem>& problems)
        : program_(program), problems_(problems) {}

    SchemaIndex add(const Value& schema, const std::string& pointer) {
        const SchemaIndex index = program_.nodes.size();
        program_.nodes.emplace_back();
        SchemaNode node;
        node.pointer = pointer;
        if (++depth_ > k_deepest) {
            problem(pointer, "schemas are nested deeper than " + std::to_string(k_deepest));
        } else if (schema.kind == json::Kind::boolean) {
            node.rejects = !schema.boolean;
        } else if (schema.is_object()) {
            read_keywords(schema, node);
        } else {
            problem(pointer, "a schema must be an object, true or false");
        }
        --depth_;
        program_.nodes[index] = std::move(node);
        return index;
    }

  private:
    // One keyword of the schema that `node` is made of; `at` is its pointer.
    struct Place {
        const Value& value;
        const std::string& at;
        SchemaNode& node;
        bool at_root;
    };
    using Reader = void (Compiler::*)(const Place&);

    void problem(const std::string& at, std::string message) {
        problems_.push_back({at, std::move(message)});
    }

    void read_keywords(const Value& schema, SchemaNode& node) {
        std::set<std::string_view> seen;
        for (const json::Member& member : schema.members) {
            const std::string at = node.pointer + "/" + pointer_escaped(member.key);
            if (!seen.insert(member.key).second) {
                problem(at, "keyword '" + member.key + "' stands twice");
                continue;
            }
            const auto found = readers().find(member.key);
            if (found == readers().end()) {
                problem(at, unsupported(member.key));
            } else {
                (this->*found->second)({member.value, at, node, node.pointer.empty()});
            }
        }
    }

    static std::string unsupported(const std::string& keyword) {
        std::string message = "keyword '" + keyword + "' is not supported";
        if (keyword == "definitions") return message + "; this draft writes $defs";
        if (keyword == "nullable") return message + R"(; write type: [string, "null"])";
        std::vector<std::string> known;
        for (const auto& [word, reader] : readers()) known.emplace_back(word);
        if (const auto meant = near_miss(keyword, known)) {
            return message + "; did you mean '" + *meant + "'?";
        }
        return message + "; docs/json-schema.md lists the keywords that are";
    }

    // Annotations: they say nothing about a value.
    void note_text(const Place& in) {
        if (!in.value.is_string()) problem(in.at, "must be a string");
    }
    void note_flag(const Place& in) { read_flag(in); }
    void note_any(const Place&) {}
    void examples(const Place& in) {
        if (!in.value.is_array()) problem(in.at, "must be an array");
    }
    void dialect(const Place& in) {
        std::string_view text = in.value.text;
        if (text.ends_with('#')) text.remove_suffix(1);
        const bool known = in.value.is_string() && text == k_dialect;
        if (!known) problem(in.at, "must be " + std::string{k_dialect} + " or left out");
        if (!in.at_root) problem(in.at, "is supported at the root only");
    }
    void identifier(const Place& in) {
        note_text(in);
        if (!in.at_root) problem(in.at, "is supported at the root only");
    }

    void type(const Place& in) {
        if (in.value.is_array() && in.value.items.empty()) problem(in.at, "must name a type");
        if (!in.value.is_array()) {
            one_type(in.value, in.at, in.node);
            return;
        }
        for (std::size_t i = 0; i < in.value.items.size(); ++i) {
            one_type(in.value.items[i], in.at + "/" + std::to_string(i), in.node);
        }
    }
    void one_type(const Value& value, const std::string& at, SchemaNode& node) {
        if (value.is_null()) {
            problem(at, R"(the type null needs quotes, as in [number, "null"])");
        } else if (!value.is_string() || !is_schema_type(value.text)) {
            problem(at, "must be string, number, integer, boolean, object, array or \"null\"");
        } else if (std::find(node.types.begin(), node.types.end(), value.text) !=
                   node.types.end()) {
            problem(at, "names the type " + value.text + " twice");
        } else {
            node.types.push_back(value.text);
        }
    }

    void enumeration(const Place& in) {
        in.node.values.emplace();
        if (!in.value.is_array() || in.value.items.empty()) {
            problem(in.at, "must be an array of at least one value");
        }
        for (const Value& one : in.value.items) in.node.values->insert(canonical_text(one));
    }
    void constant(const Place& in) { in.node.constant = canonical_text(in.value); }

    std::optional<SchemaBound> read_bound(const Place& in) {
        const auto number =
            in.value.is_number() ? Decimal::parse(in.value.text) : std::optional<Decimal>{};
        if (number) return SchemaBound{*number, in.value.text};
        problem(in.at, "must be a number of at most 1000 digits");
        return std::nullopt;
    }
    void minimum(const Place& in) { in.node.minimum = read_bound(in); }
    void maximum(const Place& in) { in.node.maximum = read_bound(in); }
    void exclusive_minimum(const Place& in) { in.node.exclusive_minimum = read_bound(in); }
    void exclusive_maximum(const Place& in) { in.node.exclusive_maximum = read_bound(in); }
    void multiple_of(const Place& in) {
        in.node.multiple_of = read_bound(in);
        const bool positive = in.node.multiple_of && !in.node.multiple_of->value.is_zero() &&
                              !in.node.multiple_of->value.is_negative();
        if (in.node.multiple_of && !positive) {
            problem(in.at, "must be more than 0");
            in.node.multiple_of.reset();
        }
    }

    std::optional<std::size_t> read_count(const Place& in) {
        if (!has_schema_type(in.value, "integer") || Decimal::parse(in.value.text)->is_negative()) {
            problem(in.at, "must be a whole number, 0 or more");
            return std::nullopt;
        }
        const std::string plain = Decimal::parse(in.value.text)->canonical();
        std::size_t count = 0;
        const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), count);
        // Nothing that is checked is as large as what does not fit.
        return error == std::errc{} ? count : std::size_t(-1);
    }
    void min_length(const Place& in) { in.node.min_length = read_count(in); }
    void max_length(const Place& in) { in.node.max_length = read_count(in); }
    void min_items(const Place& in) { in.node.min_items = read_count(in); }
    void max_items(const Place& in) { in.node.max_items = read_count(in); }
    void min_properties(const Place& in) { in.node.min_properties = read_count(in); }
    void max_properties(const Place& in) { in.node.max_properties = read_count(in); }

    void pattern(const Place& in) {
        if (!in.value.is_string()) {
            problem(in.at, "must be a string");
            return;
        }
        auto compiled = compile_pattern(in.value.text);
        if (compiled.has_error()) {
            problem(in.at, "is no pattern in the syntax of RE2: " + compiled.error().message);
            return;
        }
        in.node.pattern = *compiled;
        in.node.pattern_text = in.value.text;
    }

    bool read_flag(const Place& in) {
        if (in.value.kind != json::Kind::boolean) problem(in.at, "must be true or false");
        return in.value.boolean;
    }
    void unique_items(const Place& in) { in.node.unique_items = read_flag(in); }

    std::vector<SchemaIndex> read_schemas(const Place& in) {
        std::vector<SchemaIndex> made;
        if (!in.value.is_array() || in.value.items.empty()) {
            problem(in.at, "must be an array of at least one schema");
        }
        for (std::size_t i = 0; i < in.value.items.size(); ++i) {
            made.push_back(add(in.value.items[i], in.at + "/" + std::to_string(i)));
        }
        return made;
    }
    void prefix_items(const Place& in) { in.node.prefix_items = read_schemas(in); }
    void all_of(const Place& in) { in.node.all_of = read_schemas(in); }
    void any_of(const Place& in) { in.node.any_of = read_schemas(in); }
    void one_of(const Place& in) { in.node.one_of = read_schemas(in); }
    void negated(const Place& in) { in.node.negated = add(in.value, in.at); }
    void additional(const Place& in) { in.node.additional = add(in.value, in.at); }
    void property_names(const Place& in) { in.node.property_names = add(in.value, in.at); }
    void items(const Place& in) {
        if (in.value.is_array()) {
            problem(in.at, "must be one schema; this draft writes a list of them as prefixItems");
        } else {
            in.node.items = add(in.value, in.at);
        }
    }

    std::map<std::string, SchemaIndex, std::less<>> read_named(const Place& in) {
        std::map<std::string, SchemaIndex, std::less<>> made;
        if (!in.value.is_object()) problem(in.at, "must be an object of schemas");
        for (const json::Member& member : in.value.members) {
            const std::string at = in.at + "/" + pointer_escaped(member.key);
            if (!made.emplace(member.key, add(member.value, at)).second) {
                problem(at, "'" + member.key + "' stands twice");
            }
        }
        return made;
    }
    void properties(const Place& in) { in.node.properties = read_named(in); }
    void definitions(const Place& in) { read_named(in); }

    std::vector<std::string> read_names(const Value& value, const std::string& at) {
        std::vector<std::string> names;
        if (!value.is_array()) problem(at, "must be an array of names");
        for (std::size_t i = 0; i < value.items.size(); ++i) {
            const Value& one = value.items[i];
            const std::string where = at + "/" + std::to_string(i);
            if (!one.is_string()) {
                problem(where, "must be a name; put it in quotes if it is one");
            } else if (std::find(names.begin(), names.end(), one.text) != names.end()) {
                problem(where, "names '" + one.text + "' twice");
            } else {
                names.push_back(one.text);
            }
        }
        return names;
    }
    void required(const Place& in) { in.node.required = read_names(in.value, in.at); }
    void dependent_required(const Place& in) {
        if (!in.value.is_object()) problem(in.at, "must be an object of arrays of names");
        for (const json::Member& member : in.value.members) {
            in.node.dependent_required[member.key] =
                read_names(member.value, in.at + "/" + pointer_escaped(member.key));
        }
    }

    void reference(const Place& in) {
        if (in.value.is_string()) {
            in.node.reference = in.value.text;
        } else {
            problem(in.at, "must be a string");
        }
    }

    static const std::map<std::string_view, Reader>& readers() {
        using C = Compiler;
        static const std::map<std::string_view, Reader> k_readers{
            {"title", &C::note_text},
            {"description", &C::note_text},
            {"$comment", &C::note_text},
            {"format", &C::note_text},
            {"default", &C::note_any},
            {"examples", &C::examples},
            {"deprecated", &C::note_flag},
            {"readOnly", &C::note_flag},
            {"writeOnly", &C::note_flag},
            {"$schema", &C::dialect},
            {"$id", &C::identifier},
            {"type", &C::type},
            {"enum", &C::enumeration},
            {"const", &C::constant},
            {"minimum", &C::minimum},
            {"maximum", &C::maximum},
            {"exclusiveMinimum", &C::exclusive_minimum},
            {"exclusiveMaximum", &C::exclusive_maximum},
            {"multipleOf", &C::multiple_of},
            {"minLength", &C::min_length},
            {"maxLength", &C::max_length},
            {"pattern", &C::pattern},
            {"prefixItems", &C::prefix_items},
            {"items", &C::items},
            {"minItems", &C::min_items},
            {"maxItems", &C::max_items},
            {"uniqueItems", &C::unique_items},
            {"properties", &C::properties},
            {"additionalProperties", &C::additional},
            {"propertyNames", &C::property_names},
            {"required", &C::required},
            {"dependentRequired", &C::dependent_required},
            {"minProperties", &C::min_properties},
            {"maxProperties", &C::max_properties},
            {"allOf", &C::all_of},
            {"anyOf", &C::any_of},
            {"oneOf", &C::one_of},
            {"not", &C::negated},
            {"$ref", &C::reference},
            {"$defs", &C::definitions},
        };
        return k_readers;
    }

    SchemaProgram& program_;
    std::vector<SchemaProblem>& problems_;
    int depth_ = 0;
};

}  // namespace

void compile_nodes(const Value& schema, SchemaProgram& program,
                   std::vector<SchemaProblem>& problems) {
    Compiler{program, problems}.add(schema, "");
}

}  // namespace kilter

#include "harness/wire/dialect.hpp"

#include <array>

namespace kilter {
namespace {

constexpr std::array<DialectTraits, 6> k_traits{{
    {.dialect = Dialect::openai, .refuses_unknown = true},
    {.dialect = Dialect::vllm,
     .extra_sampling = ExtraSampling::always,
     .no_top_k = "-1",
     .token_ids = "return_token_ids",
     .cold = ColdSupport::salt,
     .cold_field = "cache_salt"},
    {.dialect = Dialect::sglang,
     .extra_sampling = ExtraSampling::always,
     .no_top_k = "-1",
     .token_ids = "return_token_ids",
     .cold = ColdSupport::salt,
     .cold_field = "cache_salt",
     .errors = ErrorForm::flat},
    // Builds differ in where they look under "json_schema"; all of them take the form used here.
    {.dialect = Dialect::llama_cpp,
     .extra_sampling = ExtraSampling::always,
     .repetition_penalty = "repeat_penalty",
     .schema = SchemaForm::in_json_object,
     .cold = ColdSupport::field,
     .cold_field = "cache_prompt"},
    {.dialect = Dialect::ollama,
     .extra_sampling = ExtraSampling::always,
     .schema = SchemaForm::named},
    {.dialect = Dialect::tensorrt_llm,
     .extra_sampling = ExtraSampling::where_set,
     .schema = SchemaForm::in_json,
     .errors = ErrorForm::flat,
     .refuses_unknown = true},
}};

}  // namespace

const DialectTraits& traits_of(Dialect dialect) {
    for (const DialectTraits& traits : k_traits) {
        if (traits.dialect == dialect) return traits;
    }
    return k_traits.front();
}

std::span<const DialectTraits> all_dialect_traits() {
    return k_traits;
}

std::string_view to_word(ExtraSampling extras) {
    switch (extras) {
        case ExtraSampling::always:
            return "always";
        case ExtraSampling::where_set:
            return "where set";
        case ExtraSampling::never:
            break;
    }
    return "never";
}

std::string_view to_word(SchemaForm form) {
    switch (form) {
        case SchemaForm::named:
            return "json_schema";
        case SchemaForm::in_json_object:
            return "json_object";
        case SchemaForm::in_json:
            return "json";
        case SchemaForm::named_strict:
            break;
    }
    return "json_schema, strict";
}

std::string_view to_word(ErrorForm form) {
    return form == ErrorForm::flat ? "flat" : "nested";
}

}  // namespace kilter

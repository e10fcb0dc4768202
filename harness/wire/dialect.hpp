// What each dialect of the chat-completions API is sent and how it answers, as one table; the page
// docs/dialects.md shows the same rows. Not the building of a request: that is request.hpp. Plain
// data, any thread.
#pragma once

#include <span>
#include <string_view>

#include "config/experiment_config.hpp"

namespace kilter {

// Sampling fields beyond those that all dialects take: top_k, min_p, the repetition penalty.
enum class ExtraSampling {
    never,      // the dialect has no word for them
    where_set,  // written where the user set them: strict servers refuse what they do not know
    always,     // written with neutral values: what is left out comes from the checkpoint
};

// How a dialect is asked to hold an answer to a JSON schema, as response_format.
enum class SchemaForm {
    named_strict,    // {"type": "json_schema", "json_schema": {"name", "strict": true, "schema"}}
    named,           // the same without "strict"
    in_json_object,  // {"type": "json_object", "schema"}
    in_json,         // {"type": "json", "schema"}
};

// How a dialect is asked not to reuse a prefix: a salt in every request, one field that is the same
// in every request, or not at all: then `cache: cold` sends nothing and the user must be told.
enum class ColdSupport { none, field, salt };

// Where an error stands in a body. All forms are read from every engine.
enum class ErrorForm {
    nested,  // {"error": {"message", "type", "code"}}
    flat,    // {"object": "error", "message", "type", "code"}
};

struct DialectTraits {
    Dialect dialect = Dialect::openai;
    ExtraSampling extra_sampling = ExtraSampling::never;
    std::string_view repetition_penalty = "repetition_penalty";  // its name on the wire
    std::string_view no_top_k = "0";                             // the value that switches it off
    std::string_view token_ids = {};  // the field that asks for ids of output tokens; empty: none
    SchemaForm schema = SchemaForm::named_strict;
    ColdSupport cold = ColdSupport::none;
    std::string_view cold_field = {};  // empty where cold is none
    ErrorForm errors = ErrorForm::nested;
    bool refuses_unknown = false;  // fields that it does not know end in an error
};

// `automatic` counts as openai.
const DialectTraits& traits_of(Dialect dialect);
// Every dialect but `automatic`, in the order of the enumeration.
std::span<const DialectTraits> all_dialect_traits();

std::string_view to_word(ExtraSampling extras);
std::string_view to_word(SchemaForm form);
std::string_view to_word(ErrorForm form);

}  // namespace kilter

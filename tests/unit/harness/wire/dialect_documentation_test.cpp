// docs/dialects.md shows the tables of harness/wire/dialect.cpp and
// harness/engine/identity_facts.cpp: a row that is not there word for word fails here.
#include <fmt/format.h>

#include "base/files.hpp"
#include "harness/engine/identity_facts.hpp"
#include "harness/wire/dialect.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string code(std::string_view text) {
    return text.empty() ? "-" : fmt::format("`{}`", text);
}

std::string page() {
    const Result<std::string> text = read_file(KILTER_DOCS_DIR "/dialects.md");
    REQUIRE(text.has_value());
    return *text;
}

std::string extras_cell(const DialectTraits& traits) {
    if (traits.extra_sampling == ExtraSampling::never) return "never";
    return fmt::format("{}; off: `top_k` {}", to_word(traits.extra_sampling), traits.no_top_k);
}

}  // namespace

TEST_CASE("The page of the dialects has each of them as the code has it") {
    const std::string text = page();
    CHECK(all_dialect_traits().size() == 6);
    for (const DialectTraits& traits : all_dialect_traits()) {
        const bool extras = traits.extra_sampling != ExtraSampling::never;
        const std::string sent =
            fmt::format("| {} | {} | {} | {} | `{}` |", code(to_word(traits.dialect)),
                        extras_cell(traits), code(extras ? traits.repetition_penalty : ""),
                        code(traits.token_ids), to_word(traits.schema));
        CHECK_THAT(text, ContainsSubstring(sent));
        const std::string answers = fmt::format(
            "| {} | {} | {} | {} |", code(to_word(traits.dialect)), code(traits.cold_field),
            to_word(traits.errors), traits.refuses_unknown ? "refused" : "ignored");
        CHECK_THAT(text, ContainsSubstring(answers));
    }
}

TEST_CASE("The page of the dialects has the signs by which auto finds them") {
    const std::string text = page();
    for (const DialectSign& sign : dialect_signs()) {
        CHECK_THAT(text, ContainsSubstring(fmt::format(
                             "| {} | {} | {} | {} |", code(to_word(sign.dialect)),
                             code(sign.owned_by), code(sign.server), code(sign.only_page))));
        if (sign.only_page.empty()) continue;
        const std::vector<InfoPage> pages = info_pages(sign.dialect);
        CHECK(pages.front().path == sign.only_page);
    }
    CHECK(dialect_signs().size() == 5);
}

TEST_CASE("Every dialect but automatic has one row of traits; automatic counts as openai") {
    for (const Dialect dialect : {Dialect::openai, Dialect::vllm, Dialect::sglang,
                                  Dialect::llama_cpp, Dialect::ollama, Dialect::tensorrt_llm}) {
        CHECK(traits_of(dialect).dialect == dialect);
    }
    CHECK(traits_of(Dialect::automatic).dialect == Dialect::openai);
}

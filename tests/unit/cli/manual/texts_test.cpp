#include <catch2/catch_all.hpp>

#include "cli/manual/completion.hpp"
#include "cli/manual/man_page.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

CommandEntry tree_with(const std::string& about, const std::string& footer) {
    OptionEntry option;
    option.names = {"-x", "--x-ray"};
    option.value_name = "FILE";
    option.about = about;
    option.choices.files = true;
    CommandEntry run;
    run.name = run.path = "run";
    run.about = about;
    run.footer = footer;
    run.options = {option};
    CommandEntry tree;
    tree.name = "kilter";
    tree.commands = {run};
    return tree;
}

}  // namespace

TEST_CASE("quotes, brackets and colons of a text stay text in every shell") {
    const CommandEntry tree = tree_with("it's [a]: b\\c\nd", "");
    CHECK_THAT(zsh_completion(tree),
               ContainsSubstring(R"(--x-ray=[it'\''s \[a\]\: b\\c d]:FILE:_files')"));
    CHECK_THAT(fish_completion(tree),
               ContainsSubstring(R"(-s x -l x-ray -r -F -d 'it\'s [a]: b\\c d')"));
    CHECK_THAT(bash_completion(tree), !ContainsSubstring("it's"));
    CHECK_THAT(bash_completion(tree), ContainsSubstring("'run -x' | 'run --x-ray') kind=file"));
}

TEST_CASE("roff: dots, quotes and backslashes at the start of a line are text") {
    const std::string page = man_page(tree_with(".it's a\\b", "'quoted'\n.dot"), "kilter 9");
    CHECK_THAT(page, ContainsSubstring(
                         "\\fB\\-x\\fR, \\fB\\-\\-x\\-ray\\fR \\fIFILE\\fR\n\\&.it's a\\eb\n"));
    CHECK_THAT(page, ContainsSubstring(".PP\n\\&'quoted' \\&.dot\n"));
    CHECK_THAT(page, ContainsSubstring(".TH KILTER 1"));
}

TEST_CASE("roff: lines laid out by hand keep their breaks, prose is filled") {
    const std::string footer = "One\ntwo.\n  kilter run --x-ray f\n  # 2\nExit codes: 0.";
    const std::string page = man_page(tree_with("asks", footer), "kilter 9");
    CHECK_THAT(page, ContainsSubstring(".PP\nOne two.\n.PP\n.nf\n.in -4n\n"));
    CHECK_THAT(page, ContainsSubstring(
                         "4n\nkilter run \\-\\-x\\-ray f\n# 2\n.in\n.fi\n.PP\nExit codes: 0.\n"));
}

TEST_CASE("roff: long prose is broken into lines, and no line is longer than 80 bytes") {
    std::string words;
    for (int i = 0; i < 60; ++i) words += "word ";
    const std::string page = man_page(tree_with(words, ""), "kilter 9");
    for (std::size_t at = 0; at < page.size();) {
        const std::size_t end = std::min(page.find('\n', at), page.size());
        CHECK(end - at <= 80);
        at = end + 1;
    }
}

#include "cli/manual/command_tree.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <catch2/catch_all.hpp>

using namespace kilter;
using Words = std::vector<std::string>;

TEST_CASE("words that a refusal names") {
    struct Case {
        const char* name;
        const char* refusal;
        Words words;
    };
    const Case cases[] = {
        {"accepted", "", {}},
        {"a set", "x not in {full,reasoning}", {"full", "reasoning"}},
        {"a set of one", "x not in {full}", {}},
        {"a set that is cut", "x not in {full,", {}},
        {"words", "takes auto, always or never", {"auto", "always", "never"}},
        {"words behind a colon",
         "is no dialect: auto, llama_cpp or vllm",
         {"auto", "llama_cpp", "vllm"}},
        {"two words", "takes on or off", {"on", "off"}},
        {"a sentence", "File does not exist: no-such-word", {}},
        {"a range", "Value no-such-word not in range [1 - 3]", {}},
        {"no list", "takes a number", {}},
        {"no plain words", "takes a (b), c or d", {}},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        CHECK(words_of_refusal(one.refusal) == one.words);
    }
}

namespace {

struct Parser {
    CLI::App app{"about"};
    std::string text, level, config, folder, stored, kind;
    std::vector<std::string> items, engines;
    bool fresh = false;

    Parser() {
        app.name("kilter");
        app.footer("shared");
        app.add_option("--color", text, "when")
            ->transform([](std::string) -> std::string {
                throw CLI::ValidationError("takes auto or never");
            })
            ->type_name("WHEN");
        CLI::App* run = app.add_subcommand("run", "asks");
        run->add_option("CONFIG", config, "the config")->type_name("");
        run->add_flag("--new", fresh, "again");
        run->add_option("--engine", engines, "only")->allow_extra_args(false)->type_name("E");
        run->add_option("--stored", stored, "old")->option_text("[EXPERIMENT]")->expected(0, 1);
        CLI::App* suite = app.add_subcommand("suite", "suites");
        CLI::App* import = suite->add_subcommand("import", "foreign");
        import->footer("own");
        import->add_option("KIND", kind, "what")
            ->required()
            ->check(CLI::IsMember({"nav", "ubl"}).description(""))
            ->type_name("");
        import->add_option("-o,--output", folder, "new")->type_name("DIR");
        CLI::App* show = app.add_subcommand("show", "items");
        show->add_option("ITEM", items, "ids")->required()->type_name("");
        app.add_subcommand("secret", "hidden")->group("");
    }
};

const CommandEntry& at(const CommandEntry& entry, std::string_view name) {
    for (const CommandEntry& one : entry.commands)
        if (one.name == name) return one;
    FAIL("no command " << name);
    return entry;
}

const OptionEntry& option(const CommandEntry& entry, std::string_view name) {
    for (const OptionEntry& one : entry.options)
        if (one.names.back() == name) return one;
    FAIL("no option " << name);
    return entry.options.front();
}

}  // namespace

TEST_CASE("the tree of a parser") {
    Parser parser;
    CommandEntry tree = command_tree(parser.app);
    REQUIRE(tree.commands.size() == 3);  // run, suite, show; not the hidden one
    CHECK(tree.path.empty());
    CHECK(tree.footer == "shared");

    const CommandEntry& run = at(tree, "run");
    CHECK(run.footer.empty());
    CHECK(option(run, "--new").value_name.empty());
    CHECK(option(run, "--engine").repeatable);
    CHECK(option(run, "--engine").value_name == "E");
    CHECK(option(run, "--stored").value_optional);
    CHECK(option(run, "--stored").value_name == "EXPERIMENT");
    CHECK(option(run, "--color").choices.words == Words{"auto", "never"});
    REQUIRE(run.positionals.size() == 1);
    CHECK(run.positionals[0].choices.files);
    CHECK_FALSE(run.positionals[0].required);

    const CommandEntry& import = at(at(tree, "suite"), "import");
    CHECK(import.path == "suite import");
    CHECK(import.footer == "own");
    CHECK(import.positionals.at(0).choices.words == Words{"nav", "ubl"});
    CHECK(option(import, "--output").names == Words{"-o", "--output"});
    CHECK(option(import, "--output").choices.folders);
    CHECK_FALSE(option(import, "--output").choices.files);
    CHECK(at(tree, "show").positionals.at(0).many);

    add_known_words(tree, "show", "ITEM", {"T1"});
    add_known_words(tree, "run", "--engine", {"stock"});
    add_known_words(tree, "nowhere", "ITEM", {"T2"});
    CHECK(at(tree, "show").positionals.at(0).choices.words == Words{"T1"});
    CHECK(option(at(tree, "run"), "--engine").choices.words == Words{"stock"});
}

// The data of one language: word lists, blocks of draws, clauses for long documents, blueprints of
// items, and which suites they make. Read from YAML below suites/generator/data/<lang>. Immutable
// once read, any thread.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/json/value.hpp"
#include "base/result.hpp"
#include "base/source_tree.hpp"
#include "suites/generator/datum.hpp"
#include "suites/generator/style.hpp"

namespace kilter::gen {

struct Draw {
    std::string name;
    std::string expression;
};

struct Clause {
    std::string topic;  // a heading above the first clause of the topic; may be empty
    std::string text;   // a template
};

// A long document made of clauses.
struct Filler {
    std::vector<Draw> draws;       // of names that the item has not defined
    std::string opening;           // a template: title and parties
    std::string number = "{n}. ";  // a template before each clause; n counts from 1
    std::string closing;           // a template
    std::vector<Clause> clauses;
};

// A clause of its own among those of a filler: where the answer stands.
struct Insert {
    std::string name;  // becomes the clause's number, for gold
    std::string text;  // a template
    int percent = 50;  // its place in the document
};

struct BlueprintDocument {
    std::string name;                  // of the file; a template
    std::string text;                  // a template, before the clauses
    std::string filler;                // name of a Filler; empty: the text is all
    std::vector<std::string> without;  // topics left out
    std::vector<Insert> inserts;
    int tokens = 0;  // of the clauses; 0: a share of what the item's target leaves
};

// What an item is made from.
struct Blueprint {
    std::string name;
    std::string kind;
    std::string points;  // a JSON number
    std::vector<std::string> tags;
    std::vector<Draw> draws;
    std::map<std::string, std::vector<Draw>> blocks;  // for make() and rows()
    std::vector<BlueprintDocument> documents;
    std::string question;    // a template
    std::vector<Draw> asks;  // key -> what it is, listed below the question; templates
    tree::Node gold, fields;
    tree::Node trap;  // what stands nearest to gold and is wrong; fields not named are as in gold
    tree::Node more;  // further keys of the item, as they stand: gate, scoring
    std::string stream;  // items of one stream draw the same and share their documents
    int target_tokens_low = 0, target_tokens_high = 0;  // 0: as long as the templates are
};

struct SuiteItemPlan {
    std::string id;
    std::string blueprint;
    int tokens = 0;  // target of the prompt; 0: the blueprint's
};

struct SuitePlan {
    std::string kind;  // main, hard, ...
    std::string name;  // kie-hu-main
    std::string about;
    std::vector<SuiteItemPlan> items;
};

struct Library {
    Language language = Language::hu;
    std::string folder;  // kie-hu
    std::string system;
    std::string answer_rules;   // below every list of keys
    int tenths_per_token = 30;  // code points per token, times ten: an estimate
    std::map<std::string, std::vector<Datum>> lists;
    std::map<std::string, std::vector<Draw>> blocks;
    std::map<std::string, Filler> fillers;
    std::map<std::string, Blueprint> blueprints;
    std::vector<SuitePlan> suites;
};

// An error names the file and the place.
Result<Library> read_library(const std::filesystem::path& folder);

}  // namespace kilter::gen

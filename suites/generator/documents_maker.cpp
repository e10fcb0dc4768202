#include "suites/generator/documents_maker.hpp"

#include <algorithm>
#include <utility>

#include "suites/generator/template_text.hpp"

namespace kilter::gen {
namespace {

struct Written {
    std::size_t place;  // in the library
    std::string topic;
    std::string text;
};

bool left_out(const Clause& clause, const std::vector<std::string>& without) {
    return std::find(without.begin(), without.end(), clause.topic) != without.end();
}

// Clauses in a drawn order until there are `length` code points of them, then in their own order.
Result<std::vector<Written>> choose(const Filler& filler, const BlueprintDocument& document,
                                    std::size_t length, MakingContext& context) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < filler.clauses.size(); ++i) {
        if (!left_out(filler.clauses[i], document.without)) order.push_back(i);
    }
    context.random.shuffle(order);
    std::vector<Written> chosen;
    std::size_t have = 0;
    for (const std::size_t place : order) {
        if (have >= length) break;
        const Clause& clause = filler.clauses[place];
        auto text = fill_template(clause.text, context);
        if (!text) return text.error();
        have += code_points(*text) + 6;
        chosen.push_back({place, clause.topic, std::move(*text)});
    }
    std::sort(chosen.begin(), chosen.end(),
              [](const Written& a, const Written& b) { return a.place < b.place; });
    return chosen;
}

struct Placed {
    const Insert* insert;
    std::size_t before;  // number of chosen clauses before it
};

Result<std::string> clauses_text(const Filler& filler, const BlueprintDocument& document,
                                 std::size_t length, MakingContext& context) {
    auto chosen = choose(filler, document, length, context);
    if (!chosen) return chosen.error();
    std::vector<Placed> placed;
    for (const Insert& insert : document.inserts) {
        const auto percent = static_cast<std::size_t>(std::clamp(insert.percent, 0, 100));
        placed.push_back({&insert, chosen->size() * percent / 100});
    }
    std::string out;
    std::string topic;
    long long number = 0;
    const auto add = [&](const std::string& text) -> Result<void> {
        context.define("n", make_int(++number));
        auto head = fill_template(filler.number, context);
        if (!head) return head.error();
        out += *head + text;
        if (!text.ends_with('\n')) out += '\n';
        out += '\n';
        return {};
    };
    for (std::size_t i = 0; i <= chosen->size(); ++i) {
        for (const Placed& one : placed) {
            if (one.before != i) continue;
            auto text = fill_template(one.insert->text, context);
            if (!text) return text.error();
            if (const auto done = add(*text); !done) return done.error();
            context.scopes.front()[one.insert->name] = make_int(number);
        }
        if (i == chosen->size()) break;
        const Written& clause = (*chosen)[i];
        if (clause.topic != topic && !clause.topic.empty()) out += clause.topic + "\n\n";
        topic = clause.topic;
        if (const auto done = add(clause.text); !done) return done.error();
    }
    return out;
}

Result<std::string> document_text(const BlueprintDocument& document, std::size_t length,
                                  MakingContext& context) {
    auto text = fill_template(document.text, context);
    if (!text || document.filler.empty()) return text;
    const auto found = context.library.fillers.find(document.filler);
    if (found == context.library.fillers.end()) {
        return fail("there is no filler '" + document.filler + "'");
    }
    const Filler& filler = found->second;
    for (const Draw& draw : filler.draws) {
        if (context.find(draw.name) != nullptr) continue;
        if (const auto done = run_draws({draw}, context); !done) return done.error();
    }
    if (document.text.empty()) text = fill_template(filler.opening, context);
    if (!text) return text;
    auto clauses = clauses_text(filler, document, length, context);
    if (!clauses) return clauses;
    auto closing = fill_template(filler.closing, context);
    if (!closing) return closing;
    return *text + "\n" + *clauses + *closing;
}

}  // namespace

Result<std::vector<MadeDocument>> make_documents(const Blueprint& blueprint, std::size_t target,
                                                 MakingContext& context) {
    const auto tenths = static_cast<std::size_t>(context.library.tenths_per_token);
    std::vector<MadeDocument> made(blueprint.documents.size());
    std::size_t have = 0;
    std::size_t open = 0;
    // What has a length of its own comes first; the rest shares what is left.
    for (const bool own_length : {true, false}) {
        std::size_t left = open;
        for (std::size_t i = 0; i < blueprint.documents.size(); ++i) {
            const BlueprintDocument& document = blueprint.documents[i];
            const bool shares = !document.filler.empty() && document.tokens == 0;
            if (shares == own_length) {
                if (own_length) ++open;
                continue;
            }
            std::size_t length = static_cast<std::size_t>(document.tokens) * tenths / 10;
            if (shares)
                length = target > have ? (target - have) / std::max<std::size_t>(left, 1) : 1;
            if (shares) --left;
            context.scopes.emplace_back();
            auto name = fill_template(document.name, context);
            auto text = document_text(document, length, context);
            context.scopes.pop_back();
            if (!name) return name.error();
            if (!text) return fail(document.name + ": " + text.error().message);
            have += code_points(*text);
            made[i] = {std::move(*name), std::move(*text)};
        }
    }
    return made;
}

}  // namespace kilter::gen

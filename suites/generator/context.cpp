#include "suites/generator/context.hpp"

#include "suites/generator/expression.hpp"

namespace kilter::gen {

const Datum* MakingContext::find(std::string_view name) const {
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
        const auto found = scope->find(name);
        if (found != scope->end()) return &found->second;
    }
    return nullptr;
}

Result<void> run_draws(const std::vector<Draw>& draws, MakingContext& context) {
    for (const Draw& draw : draws) {
        auto value = evaluate(draw.expression, context);
        if (!value) return fail(draw.name + ": " + value.error().message);
        context.define(draw.name, std::move(*value));
    }
    return {};
}

Result<Datum> make_block(const std::string& name, MakingContext& context) {
    const std::vector<Draw>* draws = nullptr;
    if (context.blueprint != nullptr) {
        const auto own = context.blueprint->blocks.find(name);
        if (own != context.blueprint->blocks.end()) draws = &own->second;
    }
    const auto shared = context.library.blocks.find(name);
    if (draws == nullptr && shared != context.library.blocks.end()) draws = &shared->second;
    if (draws == nullptr) return fail("there is no block '" + name + "'");
    context.scopes.emplace_back();
    const auto done = run_draws(*draws, context);
    Datum record;
    record.kind = DatumKind::record;
    for (const Draw& draw : *draws) {
        const auto found = context.scopes.back().find(draw.name);
        if (found != context.scopes.back().end()) {
            record.members.push_back({draw.name, found->second});
        }
    }
    context.scopes.pop_back();
    if (!done) return fail(name + ": " + done.error().message);
    return record;
}

}  // namespace kilter::gen

#include "config/arm_override.hpp"

#include <algorithm>

#include "base/json/write.hpp"
#include "config/request_keys.hpp"

namespace kilter {
namespace {

template <class T>
Result<void> join(std::optional<T>& into, const std::optional<T>& from, std::string_view key) {
    if (!from) return {};
    if (into) return fail("both set '" + std::string{key} + "'");
    into = from;
    return {};
}

}  // namespace

Result<EngineConfig> with_override(const ExperimentConfig& config, const EngineConfig& base,
                                   const ArmOverride& changes) {
    EngineConfig engine = base;
    for (const auto& [key, literal] : changes.request) {
        if (!engine.request) engine.request = config.request;
        if (const auto set = set_request_value(*engine.request, key, literal); !set)
            return set.error();
    }
    if (changes.cache) engine.cache = *changes.cache;
    if (changes.concurrency) engine.concurrency = *changes.concurrency;
    if (changes.order) engine.order = changes.order;
    if (changes.structured) engine.structured = changes.structured;
    if (changes.extra_body.is_object() && engine.extra_body.is_null())
        engine.extra_body = json::make_object();
    for (const json::Member& member : changes.extra_body.members)
        engine.extra_body.set(member.key, member.value);
    return engine;
}

Result<ArmOverride> joined(const ArmOverride& a, const ArmOverride& b) {
    ArmOverride out = a;
    for (const auto& setting : b.request) {
        const bool twice = std::any_of(a.request.begin(), a.request.end(), [&](const auto& other) {
            return other.first == setting.first;
        });
        if (twice) return fail("both set 'request." + setting.first + "'");
        out.request.push_back(setting);
    }
    if (const auto done = join(out.cache, b.cache, "cache"); !done) return done.error();
    if (const auto done = join(out.concurrency, b.concurrency, "concurrency"); !done)
        return done.error();
    if (const auto done = join(out.order, b.order, "order"); !done) return done.error();
    if (const auto done = join(out.structured, b.structured, "structured"); !done)
        return done.error();
    for (const json::Member& member : b.extra_body.members) {
        if (out.extra_body.find(member.key) != nullptr)
            return fail("both set 'extra_body." + member.key + "'");
        if (out.extra_body.is_null()) out.extra_body = json::make_object();
        out.extra_body.set(member.key, member.value);
    }
    return out;
}

std::string override_words(const ArmOverride& changes) {
    std::string out;
    const auto add = [&out](std::string_view key, std::string_view value) {
        if (!out.empty()) out += ", ";
        out += std::string{key} + ": " + std::string{value};
    };
    if (changes.cache) add("cache", to_word(*changes.cache));
    if (changes.concurrency) add("concurrency", std::to_string(*changes.concurrency));
    for (const auto& [key, literal] : changes.request) add(key, literal);
    if (changes.structured) add("structured", *changes.structured ? "true" : "false");
    if (changes.order) add("order", to_word(*changes.order));
    for (const json::Member& member : changes.extra_body.members)
        add(member.key, json::write(member.value));
    return out;
}

}  // namespace kilter

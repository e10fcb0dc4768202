#include "harness/engine/identity_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/sha256.hpp"
#include "base/text/ascii.hpp"
#include "base/text/near_miss.hpp"
#include "harness/wire/error_body.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_most_offered = 5;
constexpr std::size_t k_longest_fact = 256;  // bytes; longer texts stand as their digest

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 6> k_entry_names = {
    "id", "owned_by", "root", "parent", "max_model_len", "quantization"};
constexpr std::array<std::string_view, 6> k_meta_names = {"n_params", "size",        "n_vocab",
                                                          "n_embd",   "n_ctx_train", "vocab_type"};
constexpr std::array<std::string_view, 5> k_props_names = {
    "build_info", "model_path", "model_alias", "total_slots", "chat_template"};
constexpr std::array<std::string_view, 1> k_version_names = {"version"};
constexpr std::array<std::string_view, 20> k_sglang_names = {"version",
                                                             "model_path",
                                                             "served_model_name",
                                                             "dtype",
                                                             "quantization",
                                                             "kv_cache_dtype",
                                                             "tp_size",
                                                             "dp_size",
                                                             "context_length",
                                                             "attention_backend",
                                                             "sampling_backend",
                                                             "enable_deterministic_inference",
                                                             "speculative_algorithm",
                                                             "speculative_num_draft_tokens",
                                                             "disable_radix_cache",
                                                             "disable_cuda_graph",
                                                             "page_size",
                                                             "max_running_requests",
                                                             "random_seed",
                                                             "weight_version"};

void keep(json::Value& out, const json::Value& from, Names names) {
    for (const std::string_view name : names) {
        const json::Value* value = from.find(name);
        if (value == nullptr || value->is_null() || value->is_array() || value->is_object()) {
            continue;
        }
        if (value->is_string() && value->text.size() > k_longest_fact) {
            out.set(std::string(name) + "_sha256", json::make_string(sha256_hex(value->text)));
        } else {
            json::Value copy = *value;
            copy.offset = 0;
            out.set(std::string(name), std::move(copy));
        }
    }
}

std::string id_of(const json::Value& entry) {
    const json::Value* id = entry.find("id");
    return id != nullptr && id->is_string() ? id->text : std::string();
}

std::string owner_of(const json::Value& entry) {
    const json::Value* owner = entry.find("owned_by");
    return owner != nullptr && owner->is_string() ? owner->text : std::string();
}

// A slip of the pen, or a name without its owner, its tag or its quantisation where only one of the
// models has such a name.
std::optional<std::string> meant_model(std::string_view model,
                                       const std::vector<std::string>& offered) {
    if (std::optional<std::string> near = near_miss(model, offered)) return near;
    const std::string word = ascii_lower(model);
    std::optional<std::string> found;
    for (const std::string& one : offered) {
        const std::string other = ascii_lower(one);
        const bool part = !word.empty() && (other.find(word) != std::string::npos ||
                                            word.find(other) != std::string::npos);
        if (!part) continue;
        if (found) return std::nullopt;
        found = one;
    }
    return found;
}

bool is_same_model(std::string_view id, std::string_view model) {
    constexpr std::string_view latest = ":latest";
    constexpr std::string_view any = "*";  // gateways that pass every name on
    if (id == model || id == any) return true;
    return id.ends_with(latest) && id.substr(0, id.size() - latest.size()) == model;
}

}  // namespace

std::optional<ModelList> read_model_list(const json::Value& body, std::string_view model) {
    const json::Value* data = body.find("data");
    if (data == nullptr || !data->is_array()) return std::nullopt;
    ModelList out;
    for (const json::Value& entry : data->items) {
        const std::string id = id_of(entry);
        if (id.empty()) continue;
        if (out.ids.empty()) out.owned_by = owner_of(entry);
        out.ids.push_back(id);
        if (out.listed || !is_same_model(id, model)) continue;
        out.listed = true;
        out.owned_by = owner_of(entry);
        keep(out.entry, entry, k_entry_names);
        if (const json::Value* meta = entry.find("meta")) keep(out.entry, *meta, k_meta_names);
    }
    return out;
}

std::span<const DialectSign> dialect_signs() {
    static constexpr std::array<DialectSign, 5> signs{{
        {Dialect::llama_cpp, "llamacpp", "llama.cpp", "/props"},
        {Dialect::ollama, "library", "", "/api/version"},
        {Dialect::sglang, "sglang", "", "/server_info"},
        {Dialect::vllm, "vllm", "", "/version"},
        {Dialect::tensorrt_llm, "tensorrt_llm", "", ""},
    }};
    return signs;
}

Dialect dialect_of(std::string_view owned_by, std::string_view server_header) {
    for (const DialectSign& sign : dialect_signs()) {
        if (owned_by == sign.owned_by) return sign.dialect;
        if (!sign.server.empty() && server_header.starts_with(sign.server)) return sign.dialect;
    }
    return Dialect::openai;
}

bool is_hosted_owner(std::string_view owned_by) {
    return owned_by.starts_with("openai") || owned_by == "system";
}

std::vector<InfoPage> info_pages(Dialect dialect) {
    switch (dialect) {
        case Dialect::llama_cpp:
            return {{"props", "/props"}};
        case Dialect::vllm:
        case Dialect::tensorrt_llm:
            return {{"version", "/version"}};
        case Dialect::sglang:  // the newer name first
            return {{"server_info", "/server_info"}, {"server_info", "/get_server_info"}};
        case Dialect::ollama:
            return {{"version", "/api/version"}};
        default:
            return {};
    }
}

bool page_shows(Dialect dialect, const json::Value& facts, const json::Value& model) {
    switch (dialect) {
        case Dialect::llama_cpp:
            return facts.find("build_info") != nullptr || facts.find("total_slots") != nullptr;
        case Dialect::sglang:
            return facts.find("model_path") != nullptr;
        case Dialect::ollama:
            return facts.find("version") != nullptr;
        case Dialect::vllm:  // many servers tell a version; few tell this of their models
            return facts.find("version") != nullptr && model.find("max_model_len") != nullptr;
        default:
            return false;
    }
}

json::Value facts_of_page(std::string_view member, const json::Value& body) {
    json::Value out;
    if (member == "version") keep(out, body, k_version_names);
    if (member == "server_info") keep(out, body, k_sglang_names);
    if (member != "props") return out;
    keep(out, body, k_props_names);
    static constexpr std::array<std::string_view, 1> context = {"n_ctx"};
    const json::Value* settings = body.find("default_generation_settings");
    if (settings != nullptr) keep(out, *settings, context);
    return out;
}

std::string describe_missing_model(std::string_view model,
                                   const std::vector<std::string>& offered) {
    const std::optional<std::string> meant = meant_model(model, offered);
    std::string list;
    const std::size_t shown = std::min(offered.size(), k_most_offered);
    for (std::size_t i = 0; i < shown; ++i) {
        if (i > 0) list += ", ";
        list += one_line(offered[i]);
    }
    if (offered.size() > shown) list += fmt::format(" and {} more", offered.size() - shown);
    if (list.empty()) list = "none";
    if (!meant) return fmt::format("model '{}' is not offered; offered: {}", model, list);
    return fmt::format("model '{}' is not offered; did you mean '{}'? Offered: {}", model,
                       one_line(*meant), list);
}

}  // namespace kilter

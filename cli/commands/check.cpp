// kilter check [CONFIG]: validates config and suites, shows the exact request, asks each engine who
// it is. Sends no prompt, unless asked what the engines support.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/text/terminal.hpp"
#include "cli/command.hpp"
#include "cli/execution/api_keys.hpp"
#include "cli/execution/execute.hpp"
#include "cli/execution/probe_capabilities.hpp"
#include "cli/execution/run_to_end.hpp"
#include "cli/load_input.hpp"
#include "harness/engine/identity.hpp"
#include "harness/wire/request.hpp"
#include "reports/identity_sentences.hpp"
#include "reports/json_numbers.hpp"
#include "reports/sentences.hpp"

namespace kilter {

namespace {

struct CheckOptions {
    std::string config, request_item;
    bool offline = false, capabilities = false;
    JsonOption json;
};

using Suites = std::vector<std::shared_ptr<const Suite>>;
using Keys = std::map<std::string, std::string>;

boost::asio::awaitable<void> identify_all(EngineClient& client,
                                          const std::vector<EngineConfig>& engines,
                                          const Keys& keys, std::vector<EngineIdentity>& found) {
    for (const EngineConfig& engine : engines) {
        const auto key = keys.find(engine.name);
        std::string api_key = key == keys.end() ? std::string{} : key->second;
        LoadingWait wait;
        wait.on_wait = [name = engine.name](const std::string& line) {
            print_line(fmt::format("{}: {}", name, visible(line)));
        };
        found.push_back(co_await identify(client, engine, std::move(api_key), std::move(wait)));
    }
}

std::vector<EngineIdentity> ask_all(const std::vector<EngineConfig>& engines, const Keys& keys) {
    boost::asio::io_context loop{1};
    const auto client = make_http_engine_client(loop.get_executor());
    std::vector<EngineIdentity> found;
    run_to_end(loop, identify_all(*client, engines, keys, found));
    return found;
}

// nullopt: there is no judge, or nobody is asked.
std::optional<EngineIdentity> ask_judge(const ExperimentConfig& config, const std::string& key,
                                        bool offline) {
    if (!config.judge || offline) return std::nullopt;
    Keys keys;
    if (!key.empty()) keys[config.judge->engine.name] = key;
    return ask_all({config.judge->engine}, keys).front();
}

const Item* item_or_complain(const Suites& suites, const std::string& word) {
    const std::size_t slash = word.find('/');
    std::vector<const Item*> found;
    for (const auto& suite : suites) {
        if (slash != std::string::npos && suite->name != word.substr(0, slash)) continue;
        const std::string id = slash == std::string::npos ? word : word.substr(slash + 1);
        if (const Item* item = suite->find(id)) found.push_back(item);
    }
    if (found.size() == 1) return found.front();
    print_problem("--request " + visible(word) +
                  (found.empty() ? ": no suite of the config has such an item"
                                 : ": write suite/id, it stands in more than one suite"));
    return nullptr;
}

Dialect resolved(const EngineConfig& engine, const std::vector<EngineIdentity>& found,
                 std::size_t index) {
    if (engine.dialect != Dialect::automatic) return engine.dialect;
    return index < found.size() && found[index].reachable ? found[index].dialect : Dialect::openai;
}

struct ShownRequest {
    std::string engine, dialect, url;
    RequestBytes bytes;
};

std::vector<ShownRequest> requests_of(const ExperimentConfig& config, const Item& item,
                                      const std::vector<EngineIdentity>& found) {
    std::vector<ShownRequest> shown;
    for (std::size_t i = 0; i < config.engines.size(); ++i) {
        const EngineConfig& engine = config.engines[i];
        const Dialect dialect = resolved(engine, found, i);
        const auto endpoints = endpoints_of(engine.base_url);
        shown.push_back({engine.name, std::string{to_word(dialect)},
                         endpoints ? endpoints->chat_completions : engine.base_url,
                         build_request(item, config.request, engine, dialect)});
    }
    return shown;
}

std::string request_text(const ShownRequest& one) {
    return fmt::format("# {} ({}) POST {}\n# request_sha256 {}\n{}\n", one.engine, one.dialect,
                       one.url, one.bytes.sha256, visible(one.bytes.body));
}

// `identity`: nullptr where nobody was asked.
std::string identity_line(const EngineConfig& engine, const EngineIdentity* identity) {
    if (identity == nullptr)
        return fmt::format("{}: not asked, model {}", engine.name, visible(engine.model));
    if (!identity->problem.empty())
        return fmt::format("{}: {}", engine.name, visible(identity->problem));
    const std::string proxy =
        identity->proxy.empty() ? "" : ", through the proxy " + visible(identity->proxy);
    return fmt::format("{}: answers, dialect {}, model {}{}", engine.name,
                       to_word(identity->dialect), visible(engine.model), proxy);
}

void print_suites(const Suites& suites) {
    for (const auto& suite : suites) {
        const double points = suite->max_points();
        print_line(fmt::format("{}: {}, {:g} {}", suite->name,
                               plural(static_cast<long long>(suite->items.size()), "item", "items"),
                               points, points == 1 ? "point" : "points"));
    }
}

void print_engine(const EngineConfig& engine, const EngineIdentity* identity) {
    print_line(identity_line(engine, identity));
    if (const std::string declared = declared_words(engine.notes); !declared.empty())
        print_line("  declared: " + declared);
}

ReportJson identity_json(const EngineConfig& engine, const EngineIdentity* identity) {
    ReportJson one = {{"engine", engine.name}};
    one["notes"] = engine.notes.is_object() ? to_report(engine.notes) : ReportJson::object();
    if (identity == nullptr) return one;
    one["proxy"] = identity->proxy.empty() ? ReportJson(nullptr) : ReportJson(identity->proxy);
    one["reachable"] = identity->reachable;
    one["dialect"] = std::string{to_word(identity->dialect)};
    one["models"] = identity->models;
    one["problem"] =
        identity->problem.empty() ? ReportJson(nullptr) : ReportJson(identity->problem);
    one["fingerprint"] = to_report(identity->fingerprint);
    return one;
}

ReportJson check_json(const ExperimentConfig& config, const Suites& suites,
                      const std::vector<EngineIdentity>& found,
                      const std::optional<EngineIdentity>& judge,
                      const std::vector<CapabilityRow>* capabilities,
                      const std::vector<ShownRequest>& requests) {
    ReportJson out = {{"schema", "kilter.check/1"}};
    out["suites"] = ReportJson::array();
    for (const auto& suite : suites)
        out["suites"].push_back({{"suite", suite->name},
                                 {"items", suite->items.size()},
                                 {"max_points", rounded(suite->max_points())},
                                 {"prompts_digest", suite->prompts_digest},
                                 {"scoring_digest", suite->scoring_digest}});
    out["engines"] = ReportJson::array();
    for (std::size_t i = 0; i < config.engines.size(); ++i)
        out["engines"].push_back(
            identity_json(config.engines[i], i < found.size() ? &found[i] : nullptr));
    if (config.judge) out["judge"] = identity_json(config.judge->engine, judge ? &*judge : nullptr);
    if (capabilities != nullptr) out["capabilities"] = capability_json(*capabilities);
    for (const ShownRequest& one : requests)
        out["requests"].push_back({{"engine", one.engine},
                                   {"dialect", one.dialect},
                                   {"url", one.url},
                                   {"request_sha256", one.bytes.sha256},
                                   {"body", one.bytes.body}});
    return out;
}

int check_exit(const std::vector<EngineIdentity>& found, const std::optional<EngineIdentity>& judge,
               const std::vector<CapabilityRow>* capabilities) {
    if (found.empty()) return k_exit_done;
    const auto fatal = std::count_if(found.begin(), found.end(),
                                     [](const EngineIdentity& one) { return one.fatal; });
    if (fatal == static_cast<std::ptrdiff_t>(found.size())) return k_exit_no_engine;
    const bool any = std::any_of(found.begin(), found.end(),
                                 [](const EngineIdentity& one) { return !one.problem.empty(); });
    const bool judge_has = judge && !judge->problem.empty();
    const bool unasked = capabilities != nullptr &&
                         std::any_of(capabilities->begin(), capabilities->end(),
                                     [](const CapabilityRow& row) { return !row.problem.empty(); });
    return any || judge_has || unasked ? k_exit_inconclusive : k_exit_done;
}

// The keys of the engines and of the judge; nullopt: a problem was printed.
struct AllKeys {
    Keys engines;
    std::string judge;
};

std::optional<AllKeys> keys_or_complain(const ExperimentConfig& config, bool offline) {
    AllKeys all;
    if (offline) return all;
    auto keys = api_keys_of(config);
    if (!keys) {
        print_problem(keys.error().message);
        return std::nullopt;
    }
    auto judge = judge_key_of(config);
    if (!judge) {
        print_problem(judge.error().message);
        return std::nullopt;
    }
    all.engines = std::move(*keys);
    all.judge = std::move(*judge);
    return all;
}

int check_command(const CheckOptions& options, ColourChoice colour) {
    if (options.offline && options.capabilities) {
        print_problem("--capabilities asks the engines, and --offline asks none: give one of them");
        return k_exit_usage;
    }
    const auto config = load_config_or_complain(options.config);
    if (!config) return k_exit_usage;
    const auto suites = load_suites_or_complain(config->suites);
    if (!suites) return k_exit_usage;
    const auto keys = keys_or_complain(*config, options.offline);
    if (!keys) return k_exit_usage;
    const Item* item = nullptr;
    if (!options.request_item.empty()) {
        item = item_or_complain(*suites, options.request_item);
        if (item == nullptr) return k_exit_usage;
    }
    const auto found =
        options.offline ? std::vector<EngineIdentity>{} : ask_all(config->engines, keys->engines);
    const auto judge = ask_judge(*config, keys->judge, options.offline);
    const auto requests =
        item != nullptr ? requests_of(*config, *item, found) : std::vector<ShownRequest>{};
    if (!options.json.json) {
        print_suites(*suites);
        for (std::size_t i = 0; i < config->engines.size(); ++i)
            print_engine(config->engines[i], i < found.size() ? &found[i] : nullptr);
        if (config->judge) print_engine(config->judge->engine, judge ? &*judge : nullptr);
    }
    std::vector<CapabilityRow> rows;
    if (options.capabilities) rows = probe_capabilities(*config, found, keys->engines);
    const std::vector<CapabilityRow>* capabilities = options.capabilities ? &rows : nullptr;
    if (options.json.json) {
        print_out(dump_report(check_json(*config, *suites, found, judge, capabilities, requests)));
    } else {
        if (capabilities != nullptr) print_out(capability_text(rows, stdout_style(colour)));
        for (const ShownRequest& one : requests) print_out(request_text(one));
    }
    return check_exit(found, judge, capabilities);
}

constexpr const char* k_footer =
    "Sends no prompt, unless --capabilities asks the engines what they support: that\n"
    "takes up to 14 small requests each and warms their caches. Exit codes: 0 all\n"
    "well, 2 config or suite wrong, 3 some engine or the judge has a problem, 4 no\n"
    "engine answers.";

}  // namespace

void add_check_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<CheckOptions>();
    CLI::App& command = add_command(
        app, "check", "validate config and suites, ask each engine who it is", k_footer);
    add_positional(command, "CONFIG", options->config, "the config (default: kilter.yaml here)");
    add_option(command, "--request", options->request_item,
               "print the exact request of this item, per engine", "ITEM");
    add_flag(command, "--capabilities", options->capabilities,
             "ask what each engine supports; a table");
    add_flag(command, "--offline", options->offline, "ask no engine");
    options->json.add_to(command);
    when_given(command, [options, &invocation] {
        invocation.exit_code = check_command(*options, invocation.colour);
    });
}

}  // namespace kilter

// Kleister data: in.tsv (file name, keys, then the text in one or more variants) and expected.tsv
// (key=value pairs) beside it, one document a line. `_` stands for a space in a value, \n and \t in
// a text for a line end and a tab. The last text that is not empty is the document.
#include <algorithm>
#include <array>
#include <map>

#include "base/text/normalize.hpp"
#include "suites/importers/asked.hpp"
#include "suites/importers/import.hpp"
#include "suites/importers/input_files.hpp"
#include "suites/importers/values.hpp"

namespace kilter {
namespace {

namespace fs = std::filesystem;
using Values = std::map<std::string, std::vector<std::string>>;

std::vector<std::string_view> split(std::string_view text, char mark) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(mark);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines = split(text, '\n');
    if (lines.back().empty()) lines.pop_back();
    return lines;
}

std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i];
            continue;
        }
        const char c = text[++i];
        if (c == 'n' || c == 'f' || c == 'r') {
            out += '\n';
        } else if (c == 't' || c == 'v') {
            out += ' ';
        } else if (c == '\\') {
            out += '\\';
        } else {
            out += '\\';
            out += c;
        }
    }
    return out;
}

bool is_key(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    });
}

std::string value_text(std::string_view written) {
    std::string text{written};
    std::replace(text.begin(), text.end(), '_', ' ');
    return flat_text(text);
}

// How all values of a key in the data set are compared.
struct KeyUse {
    bool several = false;  // some document has more than one value
    bool all_days = true;
    bool all_numbers = true;
    bool all_durations = true;

    std::string_view comparator() const {
        if (all_numbers) return "number";
        if (all_days) return "date";
        return all_durations ? "duration" : "string";
    }
};

// "3_years"
bool is_duration(std::string_view written) {
    constexpr std::array<std::string_view, 4> k_units{"year", "month", "week", "day"};
    const std::size_t mark = written.find('_');
    if (mark == std::string_view::npos || !json::is_number_literal(written.substr(0, mark))) {
        return false;
    }
    std::string_view unit = written.substr(mark + 1);
    if (unit.ends_with('s')) unit.remove_suffix(1);
    return std::find(k_units.begin(), k_units.end(), unit) != k_units.end();
}

class KleisterImport {
  public:
    KleisterImport(fs::path in, fs::path expected, std::string lang, Diagnostics& diagnostics)
        : in_(std::move(in)),
          expected_(std::move(expected)),
          lang_(std::move(lang)),
          diagnostics_(diagnostics) {}

    std::optional<ImportedSuite> run() {
        const auto documents = read_input(in_, diagnostics_);
        const auto expected = read_input(expected_, diagnostics_);
        if (!documents || !expected) return std::nullopt;
        const auto in_lines = lines_of(*documents);
        const auto out_lines = lines_of(*expected);
        if (in_lines.size() != out_lines.size()) {
            diagnostics_.error(expected_.string(), {},
                               "has " + std::to_string(out_lines.size()) + " lines, but " +
                                   in_.filename().string() + " has " +
                                   std::to_string(in_lines.size()));
            return std::nullopt;
        }
        std::vector<Values> gold;
        for (std::size_t i = 0; i < out_lines.size(); ++i) {
            gold.push_back(read_gold(out_lines[i], i));
        }
        for (std::size_t i = 0; i < in_lines.size(); ++i) add(in_lines[i], gold[i], i);
        remark();
        return std::move(suite_);
    }

  private:
    static SourcePosition line_at(std::size_t index) { return {static_cast<int>(index) + 1, 1}; }

    Values read_gold(std::string_view line, std::size_t index) {
        Values values;
        for (const std::string_view pair : split(line, ' ')) {
            if (pair.empty()) continue;
            const std::size_t equals = pair.find('=');
            const std::string key{pair.substr(0, equals)};
            if (equals == std::string_view::npos || equals + 1 == pair.size() || !is_key(key)) {
                diagnostics_.error(expected_.string(), line_at(index),
                                   "'" + flat_text(pair.substr(0, 60)) +
                                       "' is no key=value pair; spaces in values are written _");
                continue;
            }
            const std::string_view written = pair.substr(equals + 1);
            values[key].push_back(value_text(written));
            KeyUse& use = uses_[key];
            use.several |= values[key].size() > 1;
            use.all_days &= is_iso_day(written);
            use.all_numbers &= json::is_number_literal(written);
            use.all_durations &= is_duration(written);
        }
        return values;
    }

    void add(std::string_view line, const Values& gold, std::size_t index) {
        const auto columns = split(line, '\t');
        const auto text = std::find_if(columns.rbegin(), columns.rend(),
                                       [](std::string_view one) { return !is_blank(one); });
        if (columns.size() < 3 || columns.rend() - text < 3) {
            diagnostics_.error(in_.string(), line_at(index),
                               "needs a file name, the keys and a text, with tabs between them");
            return;
        }
        ImportedItem item;
        const fs::path name{flat_text(columns[0])};
        item.document = unescaped(*text) + "\n";
        item.lang = "en";
        std::set<std::string> keys;
        for (const std::string_view key : split(columns[1], ' ')) {
            if (is_key(key)) keys.emplace(key);
        }
        for (const auto& [key, values] : gold) keys.insert(key);
        for (const std::string& key : keys) {
            const auto values = gold.find(key);
            ask(key, values == gold.end() ? std::vector<std::string>{} : values->second, item);
        }
        if (item.asked.empty()) {
            diagnostics_.error(in_.string(), line_at(index), "the line asks for no value");
            return;
        }
        item.id = ids_.take(name.stem().string());
        item.notes = "from " + name.filename().string();
        item.question = question_of(item.asked);
        suite_.items.push_back(std::move(item));
    }

    void ask(const std::string& key, const std::vector<std::string>& values, ImportedItem& item) {
        const KeyUse use = uses_.count(key) > 0 ? uses_[key] : KeyUse{false, false, false, false};
        const std::string comparator{use.comparator()};
        const auto gold = [&](const std::string& text) {
            return use.all_numbers ? json::make_number(text) : json::make_string(text);
        };
        json::Value schema = nullable(use.all_numbers ? "number" : "string");
        json::Value compare = json::make_string(comparator);
        json::Value value = values.empty() ? json::make_null() : gold(values[0]);
        if (use.several) {
            value = json::make_array();
            for (const std::string& one : values) value.items.push_back(gold(one));
            schema = nullable_list(
                json::make_object({{"type", *schema.find("type")->items.begin(), 0}}));
            compare = compare_with("list_set", {{"item", std::move(compare), 0}});
        }
        item.asked.push_back({key, std::move(schema), std::move(compare), std::move(value)});
    }

    std::string question_of(const std::vector<AskedField>& asked) const {
        const std::string keys = list_in_words(asked, lang_);
        if (lang_ == "hu") {
            return "Írj egyetlen JSON objektumot az irat adataival, ezekkel a kulcsokkal: " + keys +
                   ". A dátum ÉÉÉÉ-HH-NN alakú. Ami nem szerepel, az null.";
        }
        return "Write one JSON object with the keys " + keys +
               " from the document. Write dates as YYYY-MM-DD. Use null for what it does not "
               "state.";
    }

    void remark() {
        suite_.language = "en";
        suite_.about = "Documents of the Kleister kind; gold comes from expected.tsv.";
        for (const auto& [key, use] : uses_) {
            suite_.remarks.push_back(key + " is compared as " + (use.several ? "a set of " : "") +
                                     std::string{use.comparator()} +
                                     (use.several ? " values" : "") + ", guessed from its values.");
        }
    }

    fs::path in_, expected_;
    std::string lang_;
    Diagnostics& diagnostics_;
    ImportedSuite suite_;
    IdPool ids_;
    std::map<std::string, KeyUse> uses_;
};

}  // namespace

std::optional<ImportedSuite> import_kleister(const ImportRequest& request, const std::string& lang,
                                             Diagnostics& diagnostics) {
    const fs::path& source = request.source;
    std::error_code ignored;
    const fs::path folder = fs::is_directory(source, ignored) ? source : source.parent_path();
    const fs::path in = folder / "in.tsv";
    if (!fs::exists(in, ignored) && fs::exists(folder / "in.tsv.xz", ignored)) {
        diagnostics.error(in.string(), {}, "is still packed; run: xz -dk in.tsv.xz");
        return std::nullopt;
    }
    return KleisterImport{in, folder / "expected.tsv", lang, diagnostics}.run();
}

}  // namespace kilter

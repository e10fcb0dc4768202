#include "suites/importers/input_files.hpp"

#include <algorithm>
#include <system_error>

#include "base/files.hpp"
#include "base/source_text.hpp"
#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"
#include "suites/file_access.hpp"

namespace kilter {
namespace {

namespace fs = std::filesystem;

// Form feeds, the page breaks of printed text, become spaces.
std::optional<std::string> read_bytes(const fs::path& path, Diagnostics& diagnostics) {
    Result<std::string> bytes = read_file(path);
    if (bytes.has_error()) {
        diagnostics.error(path.string(), {}, bytes.error().message);
        return std::nullopt;
    }
    std::replace(bytes->begin(), bytes->end(), '\f', ' ');
    return std::move(*bytes);
}

struct Fault {
    SourcePosition at;
    std::string message;
};

std::optional<Fault> find_fault(std::string_view bytes) {
    const std::size_t mark =
        bytes.starts_with(tree::k_byte_order_mark) ? tree::k_byte_order_mark.size() : 0;
    bytes.remove_prefix(mark);
    const auto fault = tree::find_fault(bytes, mark);
    if (!fault) return std::nullopt;
    return Fault{tree::SourceText{bytes}.at(fault->byte_offset), fault->message};
}

bool is_control(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t' && c != '\r') || byte == 0x7F;
}

std::string without_controls(std::string text) {
    std::replace_if(text.begin(), text.end(), is_control, ' ');
    return text;
}

}  // namespace

std::vector<fs::path> input_files(const fs::path& source, std::string_view suffix,
                                  Diagnostics& diagnostics) {
    std::error_code error;
    if (!fs::is_directory(source, error)) {
        if (fs::exists(source, error)) return {source};
        diagnostics.error(source.string(), {}, "no such file or folder");
        return {};
    }
    std::vector<fs::path> files;
    for (fs::directory_iterator entry{source, error}, end; !error && entry != end;
         entry.increment(error)) {
        std::error_code ignored;
        const bool fits = entry->path().filename().string().ends_with(suffix);
        if (fits && entry->is_regular_file(ignored)) files.push_back(entry->path());
    }
    if (error) {
        diagnostics.error(source.string(), {}, "cannot read the folder: " + error.message());
        return {};
    }
    std::sort(files.begin(), files.end());
    if (files.empty()) {
        diagnostics.error(source.string(), {},
                          "the folder has no file that ends in " + std::string{suffix});
    }
    return files;
}

std::optional<std::string> read_input(const fs::path& path, Diagnostics& diagnostics) {
    auto bytes = read_bytes(path, diagnostics);
    if (!bytes) return std::nullopt;
    if (const auto fault = find_fault(*bytes)) {
        diagnostics.error(path.string(), fault->at, fault->message);
        return std::nullopt;
    }
    return with_unix_lines(std::move(*bytes));
}

std::optional<std::string> read_damaged_input(const fs::path& path, Diagnostics& diagnostics) {
    auto bytes = read_bytes(path, diagnostics);
    if (!bytes) return std::nullopt;
    const auto fault = find_fault(*bytes);
    if (!fault) return with_unix_lines(std::move(*bytes));
    diagnostics.warning(path.string(), fault->at,
                        fault->message + "; read as a replacement character or a space");
    return with_unix_lines(without_controls(utf8::repair(*bytes)));
}

std::string flat_text(std::string_view text) {
    return collapse_spaces(without_controls(utf8::repair(text)));
}

}  // namespace kilter

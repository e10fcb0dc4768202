// The three invoice formats: every XML file becomes an item, with a printed page of its own where
// the user has one, else with a page from our template.
#include "suites/importers/import.hpp"
#include "suites/importers/input_files.hpp"
#include "suites/importers/invoice_item.hpp"
#include "suites/importers/invoice_text.hpp"
#include "suites/importers/nav_print.hpp"

namespace kilter {
namespace {

namespace fs = std::filesystem;

struct Format {
    std::string_view what;
    bool (*is_root)(const XmlReader&);
    std::optional<Invoice> (*read)(XmlReader&);
};

Format format_of(ImportKind kind) {
    switch (kind) {
        case ImportKind::ubl:
            return {"UBL invoice or credit note", &is_ubl_root, &read_ubl_invoice};
        case ImportKind::cii:
            return {"Cross Industry Invoice", &is_cii_root, &read_cii_invoice};
        default:
            return {"Online Invoice report (InvoiceData)", &is_nav_root, &read_nav_invoice};
    }
}

class InvoiceImport {
  public:
    InvoiceImport(const ImportRequest& request, std::string lang, Diagnostics& diagnostics)
        : request_(request),
          format_(format_of(request.kind)),
          lang_(std::move(lang)),
          diagnostics_(diagnostics) {}

    std::optional<ImportedSuite> run() {
        if (!read_pages()) return std::nullopt;
        const auto files = input_files(request_.source, ".xml", diagnostics_);
        if (files.empty()) return std::nullopt;
        for (const fs::path& file : files) add(file, files.size() == 1);
        suite_.language = lang_;
        suite_.about = "Invoices of the format " + std::string{to_word(request_.kind)} +
                       "; gold comes from their XML.";
        remark();
        return std::move(suite_);
    }

  private:
    bool read_pages() {
        if (request_.print.empty()) return true;
        const auto text = read_input(request_.print, diagnostics_);
        if (!text) return false;
        pages_ = cut_nav_pages(*text);
        if (!pages_.empty()) return true;
        diagnostics_.error(request_.print.string(), {},
                           "no line begins with 'Fájlnév:', so no page can be told apart");
        return false;
    }

    // A folder may hold other formats beside this one.
    void add(const fs::path& file, bool alone) {
        const auto text = read_input(file, diagnostics_);
        if (!text) return;
        XmlReader xml{*text, file.string(), diagnostics_};
        if (xml.failed()) return;
        if (!format_.is_root(xml)) {
            const std::string what = "no " + std::string{format_.what} + ": its root element is " +
                                     flat_text(xml.root().name()).substr(0, 60);
            if (alone) {
                xml.error(xml.root(), what);
            } else {
                xml.warning(xml.root(), what + "; left out");
                ++left_out_;
            }
            return;
        }
        if (const auto invoice = format_.read(xml)) add_item(*invoice, file);
    }

    void add_item(const Invoice& invoice, const fs::path& file) {
        const std::string id = ids_.take(file.stem().string());
        const auto page = pages_.find(print_key(file.filename().string()));
        const bool printed = page != pages_.end();
        if (!printed && !pages_.empty()) {
            diagnostics_.warning(file.string(), {},
                                 "has no printed page; the text is rendered from the XML");
        }
        ImportedItem item =
            invoice_item(invoice, printed ? page->second : render_invoice(invoice, id, lang_),
                         printed ? InvoicePage::printed : InvoicePage::rendered, lang_);
        item.id = id;
        item.notes = "from " + flat_text(file.filename().string());
        printed_ += printed ? 1 : 0;
        suite_.items.push_back(std::move(item));
    }

    void remark() {
        const std::size_t rendered = suite_.items.size() - printed_;
        if (rendered > 0) {
            suite_.remarks.push_back(std::to_string(rendered) +
                                     " texts are rendered from the XML by a template of kilter, so "
                                     "that their gold is known by construction.");
        }
        if (printed_ > 0) {
            suite_.remarks.push_back(
                std::to_string(printed_) +
                " texts are printed pages. The XML is only a draft of their gold: what a page "
                "writes otherwise is flagged, and what the XML lacks is not asked.");
        }
        if (left_out_ > 0) {
            suite_.remarks.push_back(std::to_string(left_out_) +
                                     " files of other formats were left out.");
        }
    }

    const ImportRequest& request_;
    Format format_;
    std::string lang_;
    Diagnostics& diagnostics_;
    ImportedSuite suite_;
    IdPool ids_;
    std::map<std::string, std::string> pages_;
    std::size_t printed_ = 0;
    std::size_t left_out_ = 0;
};

}  // namespace

std::optional<ImportedSuite> import_invoices(const ImportRequest& request, const std::string& lang,
                                             Diagnostics& diagnostics) {
    return InvoiceImport{request, lang, diagnostics}.run();
}

}  // namespace kilter

#include "suites/importers/invoice_text.hpp"

#include "base/text/utf8.hpp"
#include "suites/importers/input_files.hpp"
#include "suites/importers/invoice_style.hpp"

namespace kilter {
namespace {

using L = InvoiceLabel;

constexpr std::size_t k_description_width = 34;  // code points
constexpr std::size_t k_figure_width = 16;

std::string padded(std::string text, std::size_t width) {
    const std::size_t length = utf8::count(text);
    if (length < width) text.append(width - length, ' ');
    return text;
}

std::string right(const std::string& text, std::size_t width) {
    const std::size_t length = utf8::count(text);
    return (length < width ? std::string(width - length, ' ') : std::string{}) + text;
}

class Page {
  public:
    Page(const Invoice& invoice, const InvoiceStyle& style) : invoice_(invoice), style_(style) {}

    std::string render() {
        line(style_.label(L::title));
        line("");
        party(L::seller, invoice_.seller);
        party(L::buyer, invoice_.buyer);
        head();
        lines();
        totals();
        if (!invoice_.note.empty()) {
            line("");
            stated(L::note, invoice_.note);
        }
        return std::move(out_);
    }

  private:
    void line(const std::string& text) { out_ += text + "\n"; }
    void stated(L label, const std::string& value) {
        if (!value.empty()) line(style_.label(label) + ": " + value);
    }
    void day(L label, const std::string& iso) {
        if (!iso.empty()) stated(label, style_.date(iso));
    }

    void party(L label, const InvoiceParty& party) {
        if (party.name.empty() && party.tax_id.empty() && party.place.empty()) return;
        line(style_.label(label) + ":");
        for (const std::string& text : {party.name, party.street, party.place}) {
            if (!text.empty()) line("  " + text);
        }
        if (!party.tax_id.empty()) line("  " + style_.label(L::tax_id) + ": " + party.tax_id);
        if (!party.account.empty()) line("  " + style_.label(L::account) + ": " + party.account);
        line("");
    }

    void head() {
        stated(L::number, invoice_.number);
        day(L::issue_date, invoice_.issue_date);
        day(L::delivery_date, invoice_.delivery_date);
        if (!invoice_.is_batch) day(L::due_date, invoice_.due_date);
        if (!invoice_.currency.empty()) stated(L::currency, style_.currency(invoice_.currency));
        stated(L::buyer_reference, invoice_.buyer_reference);
        stated(L::order_number, invoice_.order_number);
        for (const InvoiceReference& one : invoice_.references) {
            std::string text = one.number;
            if (!one.due_date.empty()) {
                text += ", " + style_.label(L::due_date) + ": " + style_.date(one.due_date);
            }
            stated(L::original, text);
        }
        line("");
    }

    std::string money(const std::string& decimal) const {
        return decimal.empty() ? "" : style_.money(decimal, invoice_.currency);
    }

    void row(const std::string& description, const std::string& quantity, const std::string& price,
             const std::string& rate, const std::string& net, const std::string& gross) {
        std::string text = padded(description, k_description_width);
        text += "  " + right(quantity, k_figure_width) + "  " + right(price, k_figure_width);
        text += "  " + right(rate, 9) + "  " + right(net, k_figure_width);
        if (has_gross_) text += "  " + right(gross, k_figure_width);
        text.erase(text.find_last_not_of(' ') + 1);
        line(text);
    }

    void lines() {
        if (invoice_.lines.empty()) return;
        for (const InvoiceLine& one : invoice_.lines) has_gross_ |= !one.gross.empty();
        row(style_.label(L::description), style_.label(L::quantity), style_.label(L::unit_price),
            style_.label(L::vat_rate), style_.label(L::net_amount), style_.label(L::gross_amount));
        for (const InvoiceLine& one : invoice_.lines) {
            std::string quantity = one.quantity.empty() ? "" : style_.figure(one.quantity);
            const std::string unit = style_.unit(flat_text(one.unit));
            if (!quantity.empty() && !unit.empty()) quantity += " " + unit;
            row(one.description, quantity, money(one.unit_price), percent(one.vat_percent),
                money(one.net), money(one.gross));
        }
        line("");
    }

    std::string percent(const std::string& decimal) const {
        return decimal.empty() ? "" : style_.figure(decimal) + "%";
    }

    void total(L label, const std::string& decimal) {
        if (!decimal.empty()) stated(label, style_.amount(decimal, invoice_.currency));
    }

    void totals() {
        if (invoice_.is_batch) return;
        for (const InvoiceVat& one : invoice_.vat_groups) {
            if (one.percent.empty() || one.net.empty() || one.vat.empty()) continue;
            line(style_.label(L::vat_rate) + " " + percent(one.percent) + ":  " +
                 style_.label(L::net_amount) + " " + money(one.net) + "  " +
                 style_.label(L::vat_amount) + " " + money(one.vat));
        }
        total(L::net_total, invoice_.net);
        total(L::vat_total, invoice_.vat);
        total(L::gross_total, invoice_.gross);
        total(L::prepaid, invoice_.prepaid);
        total(L::payable, invoice_.payable);
    }

    const Invoice& invoice_;
    const InvoiceStyle& style_;
    std::string out_;
    bool has_gross_ = false;
};

}  // namespace

std::string render_invoice(const Invoice& invoice, std::string_view item_id,
                           std::string_view lang) {
    const InvoiceStyle style{item_id, lang};
    return Page{invoice, style}.render();
}

}  // namespace kilter

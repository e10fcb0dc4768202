// How one rendered invoice writes its labels, days and figures: Hungarian or English, in one of
// several forms that the item's id chooses, the same way every time. So that a suite shows an
// engine more than one way of writing, and importing again gives the same bytes. Any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kilter {

enum class InvoiceLabel {
    title,
    seller,
    buyer,
    tax_id,
    account,
    number,
    issue_date,
    delivery_date,
    due_date,
    currency,
    buyer_reference,
    order_number,
    original,
    description,
    quantity,
    unit_price,
    vat_rate,
    vat_amount,
    net_amount,
    gross_amount,
    net_total,
    vat_total,
    gross_total,
    prepaid,
    payable,
    note,
};

class InvoiceStyle {
  public:
    // `lang`: hu, else English.
    InvoiceStyle(std::string_view item_id, std::string_view lang);

    std::string label(InvoiceLabel label) const;
    std::string date(std::string_view iso) const;  // of YYYY-MM-DD
    // "EUR 1,234.50", "6 157 040 Ft"; two decimals at least, forints none where they are whole.
    std::string amount(std::string_view decimal, std::string_view currency) const;
    // The same without a currency, for columns.
    std::string money(std::string_view decimal, std::string_view currency) const;
    // Grouped, with no more decimals than there are.
    std::string figure(std::string_view decimal, std::size_t least_decimals = 0) const;
    std::string currency(std::string_view code) const;
    // A word for a unit code of any of the formats; empty where there is no short one.
    std::string unit(std::string_view code) const;

  private:
    std::size_t choose(std::string_view what, std::size_t choices) const;

    std::string id_;
    bool hungarian_;
};

}  // namespace kilter

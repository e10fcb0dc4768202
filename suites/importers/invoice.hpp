// What the invoice formats have in common, as an importer reads it: the few figures that items ask
// for, and what else belongs on a printed page so that the figures stand among others. Decimals are
// literals in their shortest form, days are YYYY-MM-DD; empty: not stated. Plain data, any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suites/importers/xml_reader.hpp"

namespace kilter {

struct InvoiceParty {
    std::string name;
    std::string street;
    std::string place;  // "1234 Budapest", "12345 City, DE"
    std::string tax_id;
    std::string account;  // bank account
};

struct InvoiceLine {
    std::string description;
    std::string quantity;  // decimal
    std::string unit;      // as the format writes it: "KILOGRAM", "H87"
    std::string unit_price;
    std::string vat_percent;  // "27", not "0.27"
    std::string net;
    std::string gross;
};

struct InvoiceVat {
    std::string percent;
    std::string net;
    std::string vat;
};

// An earlier invoice that this one changes, and the due date that the change gives it.
struct InvoiceReference {
    std::string number;
    std::string due_date;
};

struct Invoice {
    std::string number;
    std::string issue_date, delivery_date, due_date;
    std::string currency;  // ISO 4217
    std::string net, vat, gross;
    std::string prepaid, payable;
    bool states_payable = false;  // the format has a figure of its own for what is to be paid
    bool is_batch = false;  // one paper for several invoices: totals and due dates are not its own
    InvoiceParty seller, buyer;
    std::string buyer_reference, order_number;
    std::vector<InvoiceLine> lines;
    std::vector<InvoiceVat> vat_groups;
    std::vector<InvoiceReference> references;
    std::string note;
};

// The root element that a format has; a reader is called only with its own root. Errors go to the
// reader's diagnostics; what a nullopt lacks was reported.
bool is_nav_root(const XmlReader& xml);
bool is_ubl_root(const XmlReader& xml);
bool is_cii_root(const XmlReader& xml);
std::optional<Invoice> read_nav_invoice(XmlReader& xml);
std::optional<Invoice> read_ubl_invoice(XmlReader& xml);
std::optional<Invoice> read_cii_invoice(XmlReader& xml);

}  // namespace kilter

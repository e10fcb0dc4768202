// UBL 2.1 invoices and credit notes in the shape of EN 16931 (XRechnung, Peppol), as an Invoice.
#include "suites/importers/invoice.hpp"

namespace kilter {
namespace {

using Node = pugi::xml_node;

// The VAT registration where there is one: a party may have others beside it.
std::string tax_id(const XmlReader& xml, Node party) {
    std::string first;
    for (const Node scheme : xml.all(party, "PartyTaxScheme")) {
        const std::string id = xml.text(scheme, "CompanyID");
        if (xml.text(scheme, "TaxScheme/ID") == "VAT" && !id.empty()) return id;
        if (first.empty()) first = id;
    }
    return first;
}

InvoiceParty read_party(const XmlReader& xml, Node party) {
    InvoiceParty out;
    out.name = xml.text(party, "PartyLegalEntity/RegistrationName");
    if (out.name.empty()) out.name = xml.text(party, "PartyName/Name");
    const Node address = xml.find(party, "PostalAddress");
    out.street = xml.text(address, "StreetName");
    out.place = xml.text(address, "PostalZone");
    const std::string city = xml.text(address, "CityName");
    if (!city.empty()) out.place += (out.place.empty() ? "" : " ") + city;
    const std::string country = xml.text(address, "Country/IdentificationCode");
    if (!country.empty()) out.place += (out.place.empty() ? "" : ", ") + country;
    out.tax_id = tax_id(xml, party);
    return out;
}

// A second TaxTotal states the VAT in the currency of the tax office.
Node tax_total(const XmlReader& xml, const std::string& currency) {
    const std::vector<Node> totals = xml.all(xml.root(), "TaxTotal");
    for (const Node total : totals) {
        const Node amount = xml.find(total, "TaxAmount");
        if (currency == amount.attribute("currencyID").value()) return total;
    }
    return totals.empty() ? Node{} : totals[0];
}

InvoiceLine read_line(XmlReader& xml, Node node, bool credit_note) {
    const std::string_view quantity = credit_note ? "CreditedQuantity" : "InvoicedQuantity";
    InvoiceLine line;
    line.description = xml.text(node, "Item/Name");
    line.quantity = xml.decimal(node, quantity);
    line.unit = xml.find(node, quantity).attribute("unitCode").value();
    line.unit_price = xml.decimal(node, "Price/PriceAmount");
    line.vat_percent = xml.decimal(node, "Item/ClassifiedTaxCategory/Percent");
    line.net = xml.decimal(node, "LineExtensionAmount");
    return line;
}

void read_totals(XmlReader& xml, Invoice& invoice) {
    const Node tax = tax_total(xml, invoice.currency);
    invoice.vat = xml.decimal(tax, "TaxAmount");
    for (const Node group : xml.all(tax, "TaxSubtotal")) {
        invoice.vat_groups.push_back({xml.decimal(group, "TaxCategory/Percent"),
                                      xml.decimal(group, "TaxableAmount"),
                                      xml.decimal(group, "TaxAmount")});
    }
    const Node totals = xml.find(xml.root(), "LegalMonetaryTotal");
    invoice.net = xml.decimal(totals, "TaxExclusiveAmount");
    invoice.gross = xml.decimal(totals, "TaxInclusiveAmount");
    invoice.prepaid = xml.decimal(totals, "PrepaidAmount");
    invoice.payable = xml.decimal(totals, "PayableAmount");
    invoice.states_payable = true;
}

}  // namespace

bool is_ubl_root(const XmlReader& xml) {
    const std::string_view name = local_name(xml.root());
    return name == "Invoice" || name == "CreditNote";
}

std::optional<Invoice> read_ubl_invoice(XmlReader& xml) {
    const Node root = xml.root();
    const bool credit_note = local_name(root) == "CreditNote";
    Invoice invoice;
    invoice.number = xml.text(root, "ID");
    invoice.issue_date = xml.day(root, "IssueDate");
    invoice.delivery_date = xml.day(root, "Delivery/ActualDeliveryDate");
    invoice.due_date = xml.day(root, "DueDate");
    if (invoice.due_date.empty()) invoice.due_date = xml.day(root, "PaymentMeans/PaymentDueDate");
    invoice.currency = xml.text(root, "DocumentCurrencyCode");
    invoice.seller = read_party(xml, xml.find(root, "AccountingSupplierParty/Party"));
    invoice.seller.account = xml.text(root, "PaymentMeans/PayeeFinancialAccount/ID");
    invoice.buyer = read_party(xml, xml.find(root, "AccountingCustomerParty/Party"));
    invoice.buyer_reference = xml.text(root, "BuyerReference");
    invoice.order_number = xml.text(root, "OrderReference/ID");
    invoice.note = xml.text(root, "PaymentTerms/Note");
    for (const Node line : xml.all(root, credit_note ? "CreditNoteLine" : "InvoiceLine")) {
        invoice.lines.push_back(read_line(xml, line, credit_note));
    }
    read_totals(xml, invoice);
    for (const Node one : xml.all(root, "BillingReference")) {
        invoice.references.push_back({xml.text(one, "InvoiceDocumentReference/ID"), {}});
    }
    if (invoice.number.empty()) xml.error(root, "the invoice has no ID");
    if (xml.failed()) return std::nullopt;
    return invoice;
}

}  // namespace kilter

// UN/CEFACT Cross Industry Invoices in the shape of EN 16931 (XRechnung, ZUGFeRD), as an Invoice.
#include "suites/importers/invoice.hpp"

namespace kilter {
namespace {

using Node = pugi::xml_node;

// scheme VA: the VAT registration; a party may have a number of its tax office (FC) beside it.
std::string tax_id(const XmlReader& xml, Node party) {
    std::string first;
    for (const Node registration : xml.all(party, "SpecifiedTaxRegistration")) {
        const std::string id = xml.text(registration, "ID");
        const std::string_view scheme = xml.find(registration, "ID").attribute("schemeID").value();
        if (scheme == "VA" && !id.empty()) return id;
        if (first.empty()) first = id;
    }
    return first;
}

InvoiceParty read_party(const XmlReader& xml, Node party) {
    InvoiceParty out;
    out.name = xml.text(party, "Name");
    const Node address = xml.find(party, "PostalTradeAddress");
    out.street = xml.text(address, "LineOne");
    out.place = xml.text(address, "PostcodeCode");
    const std::string city = xml.text(address, "CityName");
    if (!city.empty()) out.place += (out.place.empty() ? "" : " ") + city;
    const std::string country = xml.text(address, "CountryID");
    if (!country.empty()) out.place += (out.place.empty() ? "" : ", ") + country;
    out.tax_id = tax_id(xml, party);
    return out;
}

InvoiceLine read_line(XmlReader& xml, Node node) {
    const Node settlement = xml.find(node, "SpecifiedLineTradeSettlement");
    InvoiceLine line;
    line.description = xml.text(node, "SpecifiedTradeProduct/Name");
    line.quantity = xml.decimal(node, "SpecifiedLineTradeDelivery/BilledQuantity");
    line.unit =
        xml.find(node, "SpecifiedLineTradeDelivery/BilledQuantity").attribute("unitCode").value();
    line.unit_price =
        xml.decimal(node, "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount");
    line.vat_percent = xml.decimal(settlement, "ApplicableTradeTax/RateApplicablePercent");
    line.net =
        xml.decimal(settlement, "SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount");
    return line;
}

// A second TaxTotalAmount states the VAT in the currency of the tax office.
std::string vat_total(XmlReader& xml, Node totals, const std::string& currency) {
    const std::vector<Node> amounts = xml.all(totals, "TaxTotalAmount");
    for (const Node amount : amounts) {
        const std::string_view own = amount.attribute("currencyID").value();
        if (own.empty() || own == currency) return xml.decimal(amount, "");
    }
    return amounts.empty() ? std::string{} : xml.decimal(amounts[0], "");
}

void read_settlement(XmlReader& xml, Node settlement, Invoice& invoice) {
    invoice.currency = xml.text(settlement, "InvoiceCurrencyCode");
    invoice.seller.account =
        xml.text(settlement,
                 "SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID");
    invoice.due_date =
        xml.day(settlement, "SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString");
    invoice.note = xml.text(settlement, "SpecifiedTradePaymentTerms/Description");
    for (const Node group : xml.all(settlement, "ApplicableTradeTax")) {
        invoice.vat_groups.push_back({xml.decimal(group, "RateApplicablePercent"),
                                      xml.decimal(group, "BasisAmount"),
                                      xml.decimal(group, "CalculatedAmount")});
    }
    const Node totals = xml.find(settlement, "SpecifiedTradeSettlementHeaderMonetarySummation");
    invoice.net = xml.decimal(totals, "TaxBasisTotalAmount");
    invoice.vat = vat_total(xml, totals, invoice.currency);
    invoice.gross = xml.decimal(totals, "GrandTotalAmount");
    invoice.prepaid = xml.decimal(totals, "TotalPrepaidAmount");
    invoice.payable = xml.decimal(totals, "DuePayableAmount");
    invoice.states_payable = true;
    for (const Node one : xml.all(settlement, "InvoiceReferencedDocument")) {
        invoice.references.push_back({xml.text(one, "IssuerAssignedID"), {}});
    }
}

}  // namespace

bool is_cii_root(const XmlReader& xml) {
    return local_name(xml.root()) == "CrossIndustryInvoice";
}

std::optional<Invoice> read_cii_invoice(XmlReader& xml) {
    const Node document = xml.find(xml.root(), "ExchangedDocument");
    const Node trade = xml.find(xml.root(), "SupplyChainTradeTransaction");
    const Node agreement = xml.find(trade, "ApplicableHeaderTradeAgreement");
    Invoice invoice;
    invoice.number = xml.text(document, "ID");
    invoice.issue_date = xml.day(document, "IssueDateTime/DateTimeString");
    invoice.delivery_date = xml.day(trade,
                                    "ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent/"
                                    "OccurrenceDateTime/DateTimeString");
    invoice.seller = read_party(xml, xml.find(agreement, "SellerTradeParty"));
    invoice.buyer = read_party(xml, xml.find(agreement, "BuyerTradeParty"));
    invoice.buyer_reference = xml.text(agreement, "BuyerReference");
    invoice.order_number = xml.text(agreement, "BuyerOrderReferencedDocument/IssuerAssignedID");
    for (const Node line : xml.all(trade, "IncludedSupplyChainTradeLineItem")) {
        invoice.lines.push_back(read_line(xml, line));
    }
    read_settlement(xml, xml.find(trade, "ApplicableHeaderTradeSettlement"), invoice);
    if (invoice.number.empty()) {
        xml.error(document ? document : xml.root(), "the invoice has no ID");
    }
    if (xml.failed()) return std::nullopt;
    return invoice;
}

}  // namespace kilter

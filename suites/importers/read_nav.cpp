// The data of Hungarian Online Invoice reports (InvoiceData, version 3.0), as an Invoice.
#include <algorithm>

#include "base/decimal.hpp"
#include "suites/importers/invoice.hpp"

namespace kilter {
namespace {

using Node = pugi::xml_node;

std::string joined(std::initializer_list<std::string> parts, std::string_view between) {
    std::string text;
    for (const std::string& part : parts) {
        if (part.empty()) continue;
        if (!text.empty()) text += between;
        text += part;
    }
    return text;
}

std::string tax_number(const XmlReader& xml, Node party, std::string_view path) {
    const Node number = xml.find(party, path);
    return joined({xml.text(number, "taxpayerId"), xml.text(number, "vatCode"),
                   xml.text(number, "countyCode")},
                  "-");
}

void read_address(const XmlReader& xml, Node address, InvoiceParty& party) {
    Node detail = xml.find(address, "detailedAddress");
    if (detail) {
        party.street = joined({xml.text(detail, "streetName"),
                               xml.text(detail, "publicPlaceCategory"), xml.text(detail, "number")},
                              " ");
    } else {
        detail = xml.find(address, "simpleAddress");
        party.street = xml.text(detail, "additionalAddressDetail");
    }
    party.place = joined({xml.text(detail, "postalCode"), xml.text(detail, "city")}, " ");
    const std::string country = xml.text(detail, "countryCode");
    if (country != "HU") party.place = joined({party.place, country}, ", ");
}

// The format writes a share, 0.27; paper says 27%.
std::string percent_of(const std::string& share) {
    const auto value = Decimal::parse(share);
    return value ? value->shifted(2).canonical() : std::string{};
}

std::string vat_percent(XmlReader& xml, Node rate) {
    return percent_of(xml.decimal(rate, "vatPercentage"));
}

InvoiceLine read_line(XmlReader& xml, Node node) {
    InvoiceLine line;
    line.description = xml.text(node, "lineDescription");
    line.quantity = xml.decimal(node, "quantity");
    const std::string own_unit = xml.text(node, "unitOfMeasureOwn");
    line.unit = own_unit.empty() ? xml.text(node, "unitOfMeasure") : own_unit;
    line.unit_price = xml.decimal(node, "unitPrice");
    const Node normal = xml.find(node, "lineAmountsNormal");
    const Node simplified = xml.find(node, "lineAmountsSimplified");
    line.vat_percent = vat_percent(xml, xml.find(normal, "lineVatRate"));
    line.net = xml.decimal(normal, "lineNetAmountData/lineNetAmount");
    line.gross = normal ? xml.decimal(normal, "lineGrossAmountData/lineGrossAmountNormal")
                        : xml.decimal(simplified, "lineGrossAmountSimplified");
    return line;
}

void read_summary(XmlReader& xml, Node summary, Invoice& invoice) {
    const Node normal = xml.find(summary, "summaryNormal");
    invoice.net = xml.decimal(normal, "invoiceNetAmount");
    invoice.vat = xml.decimal(normal, "invoiceVatAmount");
    invoice.gross = xml.decimal(summary, "summaryGrossData/invoiceGrossAmount");
    for (const Node group : xml.all(normal, "summaryByVatRate")) {
        invoice.vat_groups.push_back({vat_percent(xml, xml.find(group, "vatRate")),
                                      xml.decimal(group, "vatRateNetData/vatRateNetAmount"),
                                      xml.decimal(group, "vatRateVatData/vatRateVatAmount")});
    }
}

void read_head(XmlReader& xml, Node head, Invoice& invoice) {
    const Node supplier = xml.find(head, "supplierInfo");
    invoice.seller.name = xml.text(supplier, "supplierName");
    invoice.seller.tax_id = tax_number(xml, supplier, "supplierTaxNumber");
    invoice.seller.account = xml.text(supplier, "supplierBankAccountNumber");
    read_address(xml, xml.find(supplier, "supplierAddress"), invoice.seller);
    const Node customer = xml.find(head, "customerInfo");
    invoice.buyer.name = xml.text(customer, "customerName");
    invoice.buyer.tax_id = tax_number(xml, customer, "customerVatData/customerTaxNumber");
    if (invoice.buyer.tax_id.empty()) {
        invoice.buyer.tax_id = xml.text(customer, "customerVatData/communityVatNumber");
    }
    read_address(xml, xml.find(customer, "customerAddress"), invoice.buyer);
    const Node detail = xml.find(head, "invoiceDetail");
    invoice.delivery_date = xml.day(detail, "invoiceDeliveryDate");
    invoice.due_date = xml.day(detail, "paymentDate");
    invoice.currency = xml.text(detail, "currencyCode");
    invoice.order_number = xml.text(detail, "conventionalInvoiceInfo/orderNumbers/orderNumber");
    invoice.note = xml.text(detail, "additionalInvoiceData/dataValue");
}

void read_body(XmlReader& xml, Node body, Invoice& invoice) {
    read_head(xml, xml.find(body, "invoiceHead"), invoice);
    for (const Node line : xml.all(xml.find(body, "invoiceLines"), "line")) {
        invoice.lines.push_back(read_line(xml, line));
    }
    read_summary(xml, xml.find(body, "invoiceSummary"), invoice);
    const std::string original = xml.text(body, "invoiceReference/originalInvoiceNumber");
    if (!original.empty()) invoice.references.push_back({original, {}});
}

}  // namespace

bool is_nav_root(const XmlReader& xml) {
    return local_name(xml.root()) == "InvoiceData";
}

std::optional<Invoice> read_nav_invoice(XmlReader& xml) {
    Invoice invoice;
    invoice.number = xml.text(xml.root(), "invoiceNumber");
    invoice.issue_date = xml.day(xml.root(), "invoiceIssueDate");
    const Node main = xml.find(xml.root(), "invoiceMain");
    const std::vector<Node> batch = xml.all(main, "batchInvoice");
    const Node body = batch.empty() ? xml.find(main, "invoice") : xml.find(batch[0], "invoice");
    if (!body) {
        xml.error(xml.root(), "InvoiceData holds no invoiceMain/invoice");
        return std::nullopt;
    }
    read_body(xml, body, invoice);
    if (batch.size() > 1) {
        invoice.is_batch = true;
        invoice.references.clear();
        for (const Node one : batch) {
            invoice.references.push_back(
                {xml.text(one, "invoice/invoiceReference/originalInvoiceNumber"),
                 xml.day(one, "invoice/invoiceHead/invoiceDetail/paymentDate")});
        }
    }
    if (invoice.number.empty()) xml.error(xml.root(), "invoiceNumber is missing");
    if (xml.failed()) return std::nullopt;
    return invoice;
}

}  // namespace kilter

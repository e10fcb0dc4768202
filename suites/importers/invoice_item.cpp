#include "suites/importers/invoice_item.hpp"

#include <algorithm>

#include "suites/importers/asked.hpp"

namespace kilter {
namespace {

using json::Value;

Value word(std::string_view comparator) {
    return json::make_string(std::string{comparator});
}

Value words(std::initializer_list<std::string_view> texts) {
    Value list = json::make_array();
    for (const std::string_view text : texts) {
        list.items.push_back(json::make_string(std::string{text}));
    }
    return list;
}

// Gold is the ISO code; paper often has a sign.
Value compare_currency() {
    Value readings = json::make_object();
    readings.set("HUF", words({"Ft", "forint"}));
    readings.set("EUR", words({"€", "euro", "euró"}));
    readings.set("USD", words({"$", "US$", "dollar", "dollár"}));
    readings.set("GBP", words({"£"}));
    return compare_with("string", {{"aliases", std::move(readings), 0}});
}

bool is_currency_code(std::string_view text) {
    return text.size() == 3 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

Value compare_amount(const std::string& currency) {
    if (!is_currency_code(currency)) {
        return compare_with("amount", {{"currency", json::make_string("ignore"), 0}});
    }
    return compare_with("amount", {{"default_currency", json::make_string(currency), 0}});
}

// The count stands nowhere on the page; it is there to be counted.
Value compare_count() {
    return compare_with("number", {{"waive_grounding", json::make_boolean(true), 0}});
}

std::vector<AskedField> fields_of_invoice(const Invoice& invoice) {
    const Value text = nullable("string");
    const Value number = nullable("number");
    const Value amount = compare_amount(invoice.currency);
    std::vector<AskedField> asked{
        {"invoice_number", text, word("id"), text_or_null(invoice.number)},
        {"issue_date", text, word("date"), text_or_null(invoice.issue_date)},
    };
    if (!invoice.is_batch) {
        asked.push_back({"due_date", text, word("date"), text_or_null(invoice.due_date)});
        asked.push_back({"currency", text, compare_currency(), text_or_null(invoice.currency)});
        asked.push_back({"net_amount", number, amount, number_or_null(invoice.net)});
        asked.push_back({"vat_amount", number, amount, number_or_null(invoice.vat)});
        asked.push_back({"gross_amount", number, amount, number_or_null(invoice.gross)});
    }
    if (invoice.states_payable) {
        asked.push_back({"amount_due", number, amount, number_or_null(invoice.payable)});
    }
    asked.push_back({"seller", text, word("string"), text_or_null(invoice.seller.name)});
    asked.push_back({"buyer", text, word("string"), text_or_null(invoice.buyer.name)});
    asked.push_back({"seller_tax_id", text, word("id"), text_or_null(invoice.seller.tax_id)});
    if (!invoice.lines.empty()) {
        asked.push_back({"line_count", number, compare_count(),
                         json::make_integer(static_cast<long long>(invoice.lines.size()))});
    }
    return asked;
}

bool asks(const std::vector<AskedField>& asked, std::string_view path) {
    return std::any_of(asked.begin(), asked.end(),
                       [&](const AskedField& field) { return field.path == path; });
}

std::string question_of(const std::vector<AskedField>& asked, std::string_view lang) {
    const bool hungarian = lang == "hu";
    std::string text =
        hungarian ? "Írj egyetlen JSON objektumot a számla adataival, ezekkel a kulcsokkal: "
                  : "Write one JSON object with the keys ";
    text += list_in_words(asked, lang);
    text += hungarian ? ". A dátum ÉÉÉÉ-HH-NN alakú, az összeg és a darabszám szám."
                      : " from the invoice. Write dates as YYYY-MM-DD, amounts and counts as "
                        "numbers.";
    if (asks(asked, "currency")) {
        text += hungarian ? " A currency a pénznem hárombetűs kódja."
                          : " currency is the three-letter code.";
    }
    if (asks(asked, "line_count")) {
        text += hungarian ? " A line_count a számla tételeinek száma."
                          : " line_count is the number of the invoice's lines.";
    }
    text += hungarian ? " Ami nem szerepel, az null." : " Use null for what it does not state.";
    return text;
}

}  // namespace

ImportedItem invoice_item(const Invoice& invoice, std::string document, InvoicePage page,
                          std::string_view lang) {
    ImportedItem item;
    item.document = std::move(document);
    item.lang = lang;
    item.locale = lang == "hu" ? Locale::hu : Locale::en;
    item.asked = fields_of_invoice(invoice);
    if (page == InvoicePage::printed) {
        std::erase_if(item.asked, [](const AskedField& field) { return field.gold.is_null(); });
    }
    item.question = question_of(item.asked, lang);
    return item;
}

}  // namespace kilter

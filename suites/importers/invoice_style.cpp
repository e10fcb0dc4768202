#include "suites/importers/invoice_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/sha256.hpp"

namespace kilter {
namespace {

struct Words {
    InvoiceLabel label;
    std::array<std::string_view, 2> en, hu;
};

using L = InvoiceLabel;

constexpr std::array<Words, 26> k_words{{
    {L::title, {"INVOICE", "Invoice"}, {"SZÁMLA", "Számla"}},
    {L::seller, {"Seller", "From"}, {"Eladó", "Szállító"}},
    {L::buyer, {"Buyer", "Bill to"}, {"Vevő", "Címzett"}},
    {L::tax_id, {"Tax ID", "VAT ID"}, {"Adószám", "Adóazonosító"}},
    {L::account, {"Bank account", "Account"}, {"Bankszámla", "Számlaszám"}},
    {L::number, {"Invoice number", "Invoice No."}, {"Számla sorszáma", "Sorszám"}},
    {L::issue_date, {"Date of issue", "Invoice date"}, {"Kiállítás napja", "Számla kelte"}},
    {L::delivery_date, {"Date of supply", "Delivered on"}, {"Teljesítés", "Teljesítés napja"}},
    {L::due_date, {"Payment due", "Due date"}, {"Fizetési határidő", "Esedékesség"}},
    {L::currency, {"Currency", "Invoice currency"}, {"Pénznem", "Számla pénzneme"}},
    {L::buyer_reference, {"Buyer reference", "Your reference"}, {"Vevő hivatkozása", "Hivatkozás"}},
    {L::order_number, {"Order", "Purchase order"}, {"Megrendelés", "Megrendelésszám"}},
    {L::original, {"Changes invoice", "Refers to invoice"}, {"Módosított számla", "Alapszámla"}},
    {L::description, {"Description", "Item"}, {"Megnevezés", "Tétel"}},
    {L::quantity, {"Quantity", "Qty"}, {"Mennyiség", "Menny."}},
    {L::unit_price, {"Unit price", "Price"}, {"Egységár", "Egységár"}},
    {L::vat_rate, {"VAT", "VAT rate"}, {"ÁFA", "ÁFA-kulcs"}},
    {L::vat_amount, {"VAT", "VAT amount"}, {"ÁFA", "ÁFA összege"}},
    {L::net_amount, {"Net", "Net amount"}, {"Nettó", "Nettó érték"}},
    {L::gross_amount, {"Gross", "Gross amount"}, {"Bruttó", "Bruttó érték"}},
    {L::net_total, {"Net total", "Total without VAT"}, {"Nettó összesen", "Adóalap összesen"}},
    {L::vat_total, {"VAT total", "Total VAT"}, {"ÁFA összesen", "Áthárított adó összesen"}},
    {L::gross_total, {"Gross total", "Total with VAT"}, {"Bruttó végösszeg", "Számla végösszege"}},
    {L::prepaid, {"Already paid", "Prepaid"}, {"Már kifizetve", "Előleg"}},
    {L::payable, {"Amount due", "Balance to pay"}, {"Fizetendő", "Fizetendő összeg"}},
    {L::note, {"Note", "Remark"}, {"Megjegyzés", "Közlemény"}},
}};

constexpr std::array<std::string_view, 12> k_english_months{
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};
constexpr std::array<std::string_view, 12> k_hungarian_months{
    "január", "február",   "március",    "április", "május",    "június",
    "július", "augusztus", "szeptember", "október", "november", "december"};

struct UnitWord {
    std::string_view code, en, hu;
};

constexpr std::array<UnitWord, 18> k_units{{
    {"KILOGRAM", "kg", "kg"},
    {"KGM", "kg", "kg"},
    {"TON", "t", "t"},
    {"TNE", "t", "t"},
    {"PIECE", "pcs", "db"},
    {"H87", "pcs", "db"},
    {"C62", "pcs", "db"},
    {"XPP", "pcs", "db"},
    {"METER", "m", "m"},
    {"MTR", "m", "m"},
    {"LITER", "l", "l"},
    {"LTR", "l", "l"},
    {"HOUR", "h", "óra"},
    {"HUR", "h", "óra"},
    {"DAY", "days", "nap"},
    {"KWH", "kWh", "kWh"},
    {"MONTH", "months", "hó"},
    {"MON", "months", "hó"},
}};

int number_in(std::string_view digits) {
    int value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

std::string grouped(std::string_view integer, std::string_view mark) {
    std::string out;
    for (std::size_t i = 0; i < integer.size(); ++i) {
        if (i > 0 && (integer.size() - i) % 3 == 0) out += mark;
        out += integer[i];
    }
    return out;
}

struct Marks {
    std::string_view group, decimal;
};

constexpr std::array<Marks, 2> k_english_marks{{{",", "."}, {"", "."}}};
constexpr std::array<Marks, 3> k_hungarian_marks{{{" ", ","}, {"\u00A0", ","}, {".", ","}}};

}  // namespace

InvoiceStyle::InvoiceStyle(std::string_view item_id, std::string_view lang)
    : id_(item_id), hungarian_(lang == "hu") {}

std::size_t InvoiceStyle::choose(std::string_view what, std::size_t choices) const {
    const std::string digest = sha256_hex(id_ + "/" + std::string{what});
    std::size_t value = 0;
    std::from_chars(digest.data(), digest.data() + 6, value, 16);
    return value % choices;
}

std::string InvoiceStyle::label(InvoiceLabel label) const {
    const auto found = std::find_if(k_words.begin(), k_words.end(),
                                    [&](const Words& words) { return words.label == label; });
    const auto& pair = hungarian_ ? found->hu : found->en;
    return std::string{pair[choose(pair[0], 2)]};
}

std::string InvoiceStyle::date(std::string_view iso) const {
    const std::string_view year = iso.substr(0, 4);
    const std::string_view month = iso.substr(5, 2);
    const std::string_view day = iso.substr(8, 2);
    const auto name = static_cast<std::size_t>(number_in(month)) - 1;
    const int plain_day = number_in(day);
    if (!hungarian_) {
        switch (choose("date", 3)) {
            case 0:
                return std::string{iso};
            case 1:
                return fmt::format("{} {} {}", plain_day, k_english_months[name], year);
            default:
                return fmt::format("{} {}, {}", k_english_months[name], plain_day, year);
        }
    }
    switch (choose("date", 4)) {
        case 0:
            return std::string{iso};
        case 1:
            return fmt::format("{}. {} {}.", year, k_hungarian_months[name], plain_day);
        case 2:
            return fmt::format("{}.{}.{}.", year, month, day);
        default:
            return fmt::format("{}. {}. {}.", year, month, day);
    }
}

std::string InvoiceStyle::figure(std::string_view decimal, std::size_t least_decimals) const {
    const bool negative = decimal.starts_with('-');
    if (negative) decimal.remove_prefix(1);
    const std::size_t dot = decimal.find('.');
    const std::string_view integer = decimal.substr(0, dot);
    std::string fraction{dot == std::string_view::npos ? "" : decimal.substr(dot + 1)};
    fraction.resize(std::max(fraction.size(), least_decimals), '0');
    const Marks marks = hungarian_ ? k_hungarian_marks[choose("marks", k_hungarian_marks.size())]
                                   : k_english_marks[choose("marks", k_english_marks.size())];
    std::string out = negative ? "-" : "";
    out += grouped(integer, marks.group);
    if (!fraction.empty()) out += std::string{marks.decimal} + fraction;
    return out;
}

std::string InvoiceStyle::money(std::string_view decimal, std::string_view currency) const {
    const bool whole_forints = currency == "HUF" && decimal.find('.') == std::string_view::npos;
    return figure(decimal, whole_forints ? 0 : 2);
}

std::string InvoiceStyle::amount(std::string_view decimal, std::string_view currency) const {
    const std::string value = money(decimal, currency);
    if (currency.empty()) return value;
    if (hungarian_ || currency == "HUF") return value + " " + this->currency(currency);
    switch (choose("amount", 3)) {
        case 0:
            return std::string{currency} + " " + value;
        case 1:
            return value + " " + std::string{currency};
        default:
            return value + " " + this->currency(currency);
    }
}

std::string InvoiceStyle::currency(std::string_view code) const {
    if (code == "HUF" && choose("currency", 2) == 0) return "Ft";
    if (code == "EUR" && choose("currency", 2) == 0) return "€";
    return std::string{code};
}

std::string InvoiceStyle::unit(std::string_view code) const {
    const auto found = std::find_if(k_units.begin(), k_units.end(),
                                    [&](const UnitWord& word) { return word.code == code; });
    if (found != k_units.end()) return std::string{hungarian_ ? found->hu : found->en};
    // Own units of an invoice are words; codes of a list are capitals and digits.
    const bool is_code = std::all_of(code.begin(), code.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
    return is_code ? std::string{} : std::string{code};
}

}  // namespace kilter

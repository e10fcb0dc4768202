#include <algorithm>

#include "suites/importers/invoice_text.hpp"
#include "tests/unit/suites/importers/import_fixture.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string k_ubl =
    "<Invoice xmlns:b='urn:x'><b:ID>7/2024</b:ID><b:IssueDate>2024-03-01</b:IssueDate>"
    "<b:DueDate>2024-03-15</b:DueDate><b:DocumentCurrencyCode>EUR</b:DocumentCurrencyCode>"
    "<AccountingSupplierParty><Party><PartyName><Name>Alfa\n  Ltd</Name></PartyName>"
    "<PartyTaxScheme><CompanyID>99</CompanyID><TaxScheme><ID>X</ID></TaxScheme></PartyTaxScheme>"
    "<PartyTaxScheme><CompanyID>DE1</CompanyID><TaxScheme><ID>VAT</ID></TaxScheme>"
    "</PartyTaxScheme></Party></AccountingSupplierParty>"
    "<TaxTotal><TaxAmount currencyID='HUF'>76000</TaxAmount></TaxTotal>"
    "<TaxTotal><TaxAmount currencyID='EUR'>190.00</TaxAmount></TaxTotal>"
    "<LegalMonetaryTotal><TaxExclusiveAmount>1000.00</TaxExclusiveAmount>"
    "<TaxInclusiveAmount>1190.00</TaxInclusiveAmount><PrepaidAmount>190</PrepaidAmount>"
    "<PayableAmount>1000.00</PayableAmount></LegalMonetaryTotal>"
    "<InvoiceLine><InvoicedQuantity unitCode='H87'>2</InvoicedQuantity>"
    "<LineExtensionAmount>1000.00</LineExtensionAmount><Item><Name>Desk</Name></Item>"
    "<Price><PriceAmount>500</PriceAmount></Price></InvoiceLine></Invoice>";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("gold of a UBL invoice is what its page states", "[importers]") {
    const FileTree files{{"a.xml", k_ubl}};
    const Import import = run_import(ImportKind::ubl, files / "a.xml");
    INFO(import.messages());
    REQUIRE(import.suite);
    CHECK(import.gold("a") ==
          R"({"invoice_number":"7/2024","issue_date":"2024-03-01","due_date":"2024-03-15",)"
          R"("currency":"EUR","net_amount":1000,"vat_amount":190,"gross_amount":1190,)"
          R"("amount_due":1000,"seller":"Alfa Ltd","buyer":null,"seller_tax_id":"DE1",)"
          R"("line_count":1})");
    CHECK(import.field("a", "gross_amount")->options.default_currency == "EUR");
    CHECK(import.field("a", "line_count")->options.waive_grounding);
    const std::string page = import.document("a");
    CHECK_THAT(page, ContainsSubstring("7/2024"));
    CHECK_THAT(page, ContainsSubstring("Alfa Ltd"));
    CHECK_THAT(page, !ContainsSubstring("99"));  // the other registration
    CHECK_THAT(page, ContainsSubstring("190.00"));
    CHECK_THAT(page, !ContainsSubstring("76"));  // VAT in the tax office's currency
}

TEST_CASE("pages differ by item and language, and stay the same from call to call", "[importers]") {
    Invoice invoice;
    invoice.number = "7";
    invoice.issue_date = "2024-03-01";
    invoice.currency = "HUF";
    invoice.gross = "1234567";
    invoice.payable = "-1234567.5";
    const std::string once = render_invoice(invoice, "a", "hu");
    CHECK(once == render_invoice(invoice, "a", "hu"));
    std::set<std::string> pages;
    for (char id = 'a'; id <= 'z'; ++id) {
        const std::string page = render_invoice(invoice, std::string{id}, "hu");
        const bool whole = page.find("1 234 567 ") != std::string::npos ||
                           page.find("1\u00A0234\u00A0567 ") != std::string::npos ||
                           page.find("1.234.567 ") != std::string::npos;
        INFO(page);
        CHECK(whole);
        CHECK_THAT(page, ContainsSubstring("567,50 "));
        CHECK_THAT(page, ContainsSubstring(": -1"));
        pages.insert(page);
        const std::string english = render_invoice(invoice, std::string{id}, "en");
        const bool grouped = english.find("1,234,567 ") != std::string::npos ||
                             english.find("1234567 ") != std::string::npos;
        CHECK(grouped);
    }
    CHECK(pages.size() > 10);
}

TEST_CASE("wrong values and wrong files are errors with their place", "[importers]") {
    const FileTree files{{"day.xml", replaced(k_ubl, "2024-03-01", "2024-02-30")},
                         {"sum.xml", replaced(k_ubl, ">1190.00", ">1.190,00")},
                         {"id.xml", replaced(k_ubl, "7/2024", " ")},
                         {"other.xml", "<CrossIndustryInvoice/>"}};
    const auto messages = [&](const std::string& name) {
        const Import import = run_import(ImportKind::ubl, files / name);
        CHECK_FALSE(import.made);
        return import.messages();
    };
    CHECK_THAT(
        messages("day.xml"),
        ContainsSubstring("day.xml:1:46: error: IssueDate is no existing day: '2024-02-30'"));
    CHECK_THAT(messages("sum.xml"),
               ContainsSubstring("error: TaxInclusiveAmount is no decimal number: '1.190,00'"));
    CHECK_THAT(messages("id.xml"), ContainsSubstring("id.xml:1:2: error: the invoice has no ID"));
    CHECK_THAT(messages("other.xml"),
               ContainsSubstring("error: no UBL invoice or credit note: "
                                 "its root element is CrossIndustryInvoice"));
    CHECK_THAT(messages("none.xml"), ContainsSubstring("none.xml: error: no such file"));
}

TEST_CASE("a folder of several formats: the others are named and left out", "[importers]") {
    const FileTree files{{"a.xml", k_ubl}, {"b.xml", "<CrossIndustryInvoice/>"}, {"c.txt", "x"}};
    const Import import = run_import(ImportKind::ubl, files.path());
    REQUIRE(import.suite);
    CHECK(import.suite->items.size() == 1);
    CHECK_THAT(import.messages(), ContainsSubstring("b.xml:1:2: warning: no UBL"));
    CHECK(std::count(import.made->remarks.begin(), import.made->remarks.end(),
                     "1 files of other formats were left out.") == 1);
}

TEST_CASE("a file beyond 16 MiB is refused before it is parsed", "[importers]") {
    const FileTree files{
        {"big.xml", "<Invoice>" + std::string((16u << 20u) + 1, ' ') + "</Invoice>"}};
    const Import import = run_import(ImportKind::ubl, files.path());
    CHECK_FALSE(import.made);
    CHECK_THAT(import.messages(), ContainsSubstring("larger than 16777216 bytes"));
}

TEST_CASE("the same real invoice gives the same gold in UBL and CII", "[importers][data]") {
    KILTER_SAMPLE_DATA(folder, "xrechnung-testsuite");
    const Import ubl = run_import(ImportKind::ubl, *folder);
    const Import cii = run_import(ImportKind::cii, *folder, "hu");
    INFO(ubl.messages() << cii.messages());
    REQUIRE(ubl.suite);
    REQUIRE(cii.suite);
    CHECK(ubl.suite->items.size() == 4);
    CHECK(cii.suite->items.size() == 4);
    for (const std::string number : {"01.01a", "01.02a", "01.03a", "01.06a"}) {
        INFO(number);
        CHECK(ubl.gold(number + "-INVOICE_ubl") == cii.gold(number + "-INVOICE_uncefact"));
    }
    CHECK(ubl.gold("01.01a-INVOICE_ubl") ==
          R"({"invoice_number":"123456XX","issue_date":"2016-04-04","due_date":null,)"
          R"("currency":"EUR","net_amount":314.86,"vat_amount":22.04,"gross_amount":336.9,)"
          R"("amount_due":336.9,"seller":"[Seller name]","buyer":"[Buyer name]",)"
          R"("seller_tax_id":"DE 123456789","line_count":2})");
    CHECK_THAT(ubl.document("01.01a-INVOICE_ubl"), ContainsSubstring("336.90"));
    CHECK_THAT(cii.document("01.01a-INVOICE_uncefact"), ContainsSubstring("336,90"));
    CHECK_THAT(ubl.gold("01.06a-INVOICE_ubl"),
               ContainsSubstring(R"("net_amount":18236.72,"vat_amount":3464.98,)"
                                 R"("gross_amount":21701.7,)"));
    CHECK_THAT(ubl.gold("01.06a-INVOICE_ubl"), ContainsSubstring(R"("line_count":7)"));
    CHECK(ubl.suite->items[0].lang == "en");
    CHECK(cii.suite->items[0].locale == Locale::hu);
}

TEST_CASE("real Online Invoice reports become items with rendered pages", "[importers][data]") {
    KILTER_SAMPLE_DATA(folder, "nav-online-invoice");
    const Import import = run_import(ImportKind::nav, *folder / "xml");
    INFO(import.messages());
    REQUIRE(import.suite);
    CHECK(import.suite->items.size() == 30);
    CHECK(import.gold("Belfoldi-termekertekesites") ==
          R"({"invoice_number":"2021/000123","issue_date":"2021-05-15","due_date":"2021-05-30",)"
          R"("currency":"HUF","net_amount":4952000,"vat_amount":1205040,"gross_amount":6157040,)"
          R"("seller":"Értékesítő Kft","buyer":"Beszerző Kft","seller_tax_id":"99999999-2-41",)"
          R"("line_count":4})");
    // A simplified invoice states no net and no VAT, and this one no due date.
    CHECK_THAT(import.gold("Belfoldi-egyszerusitett-szamla"),
               ContainsSubstring(R"("due_date":null,"currency":"HUF","net_amount":null,)"
                                 R"("vat_amount":null,"gross_amount":33000,)"));
    // In euros: fields of its own, 23622.40 on paper.
    CHECK_THAT(import.gold("Belfoldi-devizas-szamla"),
               ContainsSubstring(R"("gross_amount":23622.4,)"));
    CHECK(import.field("Belfoldi-devizas-szamla", "gross_amount")->options.default_currency ==
          "EUR");
    // One paper for three invoices has three due dates, so none is asked.
    const std::string batch = "Tobb-szamla-modositasa-egy-okirattal";
    CHECK(import.field(batch, "due_date") == nullptr);
    CHECK_THAT(import.gold(batch), ContainsSubstring(R"("invoice_number":"SZ00004")"));
    for (const char* original : {"SZ00001", "SZ00002", "SZ00003"}) {
        CHECK_THAT(import.document(batch), ContainsSubstring(original));
    }
}

TEST_CASE("printed pages replace rendered ones, and gold missing in the XML is not asked",
          "[importers][data]") {
    KILTER_SAMPLE_DATA(folder, "nav-online-invoice");
    const Import import =
        run_import({ImportKind::nav, *folder / "xml", *folder / "peldaszamlak_v3_layout.txt", ""});
    INFO(import.messages());
    REQUIRE(import.suite);
    CHECK(import.suite->items.size() == 30);
    CHECK(import.messages().empty());  // every XML has a page
    const std::string page = import.document("Belfoldi-termekertekesites");
    CHECK_THAT(page, ContainsSubstring("Fizetendő összeg:                       6 157 040 Ft"));
    CHECK_THAT(page, !ContainsSubstring("Számlakép") && !ContainsSubstring("az azokat leíró xml"));
    CHECK(import.field("Belfoldi-egyszerusitett-szamla", "net_amount") == nullptr);
    CHECK(import.field("Belfoldi-egyszerusitett-szamla", "gross_amount") != nullptr);
    CHECK(import.document("Tobb-szamla-modositasa-egy-okirattal-alap-1") ==
          import.document("Tobb-szamla-modositasa-egy-okirattal-alap-3"));
}

#include "suites/importers/nav_print.hpp"

using namespace kilter;

namespace {

// Two pages of a made-up book: a table of contents, running heads, page numbers, a shared picture.
const std::string k_book =
    "A könyv\n\n"
    "   3.1   példa: Első ........................ 5\n"
    "                     1\n Minták\n\n"
    "3 Fejezet\nszöveg\n"
    "3.1 példa: Első\nMagyarázat.\nSzámlakép:\n"
    "      SZÁMLA  1\n\n\n\n\n  Összesen:  10\n\n"
    "                     2\n Minták\n"
    "  Fizetendő: 12\n\n"
    "Fájlnév: Elso szamla .xml\nutószó\n"
    "                     3\n Minták\n"
    "3.2 példa Második\n  SZÁMLA ____\n"
    "Fájlnév: a.xml\nFájlnév: b.xml\n";

}  // namespace

TEST_CASE("printed pages are cut at headings and file names", "[importers]") {
    const auto pages = cut_nav_pages(k_book);
    REQUIRE(pages.size() == 3);
    CHECK(pages.at(print_key("ELSO szamla.xml")) ==
          "      SZÁMLA  1\n\n\n  Összesen:  10\n\n  Fizetendő: 12\n");
    CHECK(pages.at("a.xml") == "  SZÁMLA ____\n");
    CHECK(pages.at("b.xml") == pages.at("a.xml"));
}

TEST_CASE("a text without file names has no pages", "[importers]") {
    CHECK(cut_nav_pages("").empty());
    CHECK(cut_nav_pages("3.1 példa: Első\nSzámlakép:\nSZÁMLA\n").empty());
}

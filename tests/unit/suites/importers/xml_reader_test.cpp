#include "suites/importers/xml_reader.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string repeated(std::string_view part, std::size_t times) {
    std::string text;
    text.reserve(part.size() * times);
    for (std::size_t i = 0; i < times; ++i) text += part;
    return text;
}

std::string complaint_about(const std::string& text) {
    Diagnostics diagnostics;
    const XmlReader xml{text, "a.xml", diagnostics};
    CHECK(xml.failed() == diagnostics.has_errors());
    CHECK((xml.root() == pugi::xml_node{}) == xml.failed());
    return to_text(diagnostics);
}

}  // namespace

TEST_CASE("hostile XML is refused with its place", "[importers]") {
    struct Case {
        const char* name;
        std::string text, message;
    };
    const Case cases[] = {
        {"billion laughs",
         "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [\n<!ENTITY lol \"lol\">\n<!ENTITY lol2 "
         "\"&lol;&lol;\">]>\n<lolz>&lol2;</lolz>",
         "a.xml:2:1: error: document type declarations"},
        {"external entity", "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>",
         "a.xml:1:1: error: document type declarations"},
        {"undeclared entity", "<a>\n  <b>&nbsp;</b></a>", "a.xml:2:6: error: an entity"},
        {"undeclared entity in an attribute", "<a b='&x;'/>", "a.xml:1:7: error: an entity"},
        {"nesting", repeated("<a>", 100'000), "a.xml:1:193: error: elements are nested deeper"},
        {"many elements", "<a>" + repeated("<b/>", 250'000) + "</a>",
         "more than 200000 elements and attributes"},
        {"many attributes", "<a" + repeated(" b=''", 250'000) + "/>",
         "more than 200000 elements and attributes"},
        {"another encoding", "<?xml version='1.0' encoding='ISO-8859-2'?>\n<a/>",
         "the declared encoding is not UTF-8"},
        {"cut", "<a><b>text", "no well-formed XML"},
        {"cut in a comment", "<a><!-- ", "no well-formed XML"},
        {"wrong end tag", "<a>\n<b></c>\n</a>", "a.xml:2:"},
        {"no element", "just text", "no well-formed XML"},
        {"empty", "", "no well-formed XML"},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        CHECK_THAT(complaint_about(one.text), ContainsSubstring(one.message));
    }
}

TEST_CASE("nesting up to the limit, comments and CDATA are fine", "[importers]") {
    CHECK(complaint_about(repeated("<a>", 64) + repeated("</a>", 64)).empty());
    CHECK(complaint_about("<?xml version='1.0' encoding='utf-8'?><!-- <!DOCTYPE x> & --><a "
                          "q='a>b'><![CDATA[<!DOCTYPE & >]]>&amp;&#337;</a>")
              .empty());
}

TEST_CASE("elements are found by local names, values are checked where they stand", "[importers]") {
    const std::string text =
        "<r xmlns:n='u'>\n"
        "  <n:head><x:id xmlns:x='v'> A <!-- c -->\n 1 </x:id></n:head>\n"
        "  <day>2024-02-30</day><ok>2024-02-29</ok><basic>20240301</basic>\n"
        "  <zoned>2024-02-29+02:00</zoned><sum>12,5</sum><net>12.50</net>\n"
        "  <row>1</row><row>2</row><bell>a&#7;b</bell>\n"
        "</r>";
    Diagnostics diagnostics;
    XmlReader xml{text, "a.xml", diagnostics};
    REQUIRE_FALSE(xml.failed());
    CHECK(local_name(xml.root()) == "r");
    CHECK(xml.text(xml.root(), "head/id") == "A 1");
    CHECK(xml.text(xml.root(), "head/none/id").empty());
    CHECK(xml.text(xml.root(), "bell") == "a b");
    CHECK(xml.day(xml.root(), "ok") == "2024-02-29");
    CHECK(xml.day(xml.root(), "basic") == "2024-03-01");
    CHECK(xml.day(xml.root(), "zoned") == "2024-02-29");
    CHECK(xml.decimal(xml.root(), "net") == "12.5");
    CHECK(xml.decimal(xml.root(), "gross").empty());
    CHECK(xml.all(xml.root(), "row").size() == 2);
    CHECK_FALSE(xml.failed());
    CHECK(xml.day(xml.root(), "day").empty());
    CHECK(xml.decimal(xml.root(), "sum").empty());
    CHECK(xml.failed());
    const std::string messages = to_text(diagnostics);
    CHECK_THAT(messages,
               ContainsSubstring("a.xml:4:4: error: day is no existing day: '2024-02-30'"));
    CHECK_THAT(messages, ContainsSubstring("error: sum is no decimal number: '12,5'"));
}

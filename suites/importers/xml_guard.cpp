#include "suites/importers/xml_guard.hpp"

#include <algorithm>
#include <array>

#include "base/text/normalize.hpp"

namespace kilter {
namespace {

using Fault = std::optional<XmlFault>;

// Walks from markup to markup. An end that is missing ends the walk: the parser reports it.
class Walk {
  public:
    explicit Walk(std::string_view text) : text_(text) {}

    Fault run() {
        while (at_ < text_.size()) {
            Fault fault = text_[at_] == '<' ? markup() : characters();
            if (fault) return fault;
        }
        return std::nullopt;
    }

  private:
    Fault characters() {
        const std::size_t end = std::min(text_.find('<', at_), text_.size());
        Fault fault = find_entity(text_.substr(at_, end - at_), at_);
        at_ = end;
        return fault;
    }

    Fault markup() {
        const std::string_view rest = text_.substr(at_);
        if (rest.starts_with("<!--")) return skip_to("-->", 4);
        if (rest.starts_with("<![CDATA[")) return skip_to("]]>", 9);
        if (rest.starts_with("<?")) return instruction();
        if (rest.starts_with("<!")) {
            return XmlFault{at_,
                            "document type declarations and entities are refused; remove the "
                            "declaration, or save the file without it"};
        }
        return rest.starts_with("</") ? closing() : opening();
    }

    Fault skip_to(std::string_view end, std::size_t from) {
        const std::size_t found = text_.find(end, at_ + from);
        at_ = found == std::string_view::npos ? text_.size() : found + end.size();
        return std::nullopt;
    }

    Fault instruction() {
        const std::size_t start = at_;
        skip_to("?>", 2);
        const std::string_view inside = text_.substr(start, at_ - start);
        if (!inside.starts_with("<?xml") || inside.find("encoding") == std::string_view::npos) {
            return std::nullopt;
        }
        const std::string folded = case_fold(inside);
        if (folded.find("utf-8") != std::string::npos || folded.find("utf8") != std::string::npos ||
            folded.find("us-ascii") != std::string::npos) {
            return std::nullopt;
        }
        return XmlFault{start, "the declared encoding is not UTF-8; convert the file to UTF-8"};
    }

    Fault closing() {
        --depth_;
        return skip_to(">", 2);
    }

    Fault opening() {
        const std::size_t start = at_;
        if (++depth_ > k_deepest_xml) {
            return XmlFault{start,
                            "elements are nested deeper than " + std::to_string(k_deepest_xml)};
        }
        ++parts_;
        char quote = '\0';
        std::size_t value_start = 0;
        for (++at_; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (quote != '\0') {
                if (c != quote) continue;
                quote = '\0';
                if (Fault fault =
                        find_entity(text_.substr(value_start, at_ - value_start), value_start)) {
                    return fault;
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                value_start = at_ + 1;
                ++parts_;
            } else if (c == '>') {
                if (text_[at_ - 1] == '/') --depth_;
                ++at_;
                break;
            }
        }
        if (parts_ <= k_most_xml_parts) return std::nullopt;
        return XmlFault{
            start, "more than " + std::to_string(k_most_xml_parts) + " elements and attributes"};
    }

    static Fault find_entity(std::string_view text, std::size_t offset) {
        constexpr std::array<std::string_view, 6> k_known{"&lt;",   "&gt;",   "&amp;",
                                                          "&apos;", "&quot;", "&#"};
        for (std::size_t at = text.find('&'); at != std::string_view::npos;
             at = text.find('&', at + 1)) {
            const std::string_view rest = text.substr(at);
            const bool known = std::any_of(k_known.begin(), k_known.end(),
                                           [&](auto one) { return rest.starts_with(one); });
            if (!known) return XmlFault{offset + at, "an entity that XML does not know"};
        }
        return std::nullopt;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t parts_ = 0;
    int depth_ = 0;
};

}  // namespace

std::optional<XmlFault> find_xml_fault(std::string_view text) {
    return Walk{text}.run();
}

}  // namespace kilter

#include "suites/render.hpp"

#include <array>

#include "base/json/write.hpp"

namespace kilter {
namespace {

std::string documents_part(const Item& item) {
    std::string out;
    for (const Document& document : item.documents) {
        if (!out.empty()) out += '\n';
        out += "# " + document.name + "\n\n" + document.text;
        if (!document.text.ends_with('\n')) out += '\n';
    }
    return out;
}

std::string schema_part(const Item& item) {
    return item.schema.is_null() ? std::string{} : json::write(item.schema);
}

std::string built_in(const Item& item) {
    std::string out = documents_part(item);
    if (!out.empty()) out += '\n';
    out += item.question;
    if (!item.schema.is_null()) out += "\n\nJSON Schema:\n" + schema_part(item);
    return out;
}

// One pass over the template: a placeholder's word inside a document stays as it is.
std::string from_template(const Item& item, std::string_view text) {
    struct Part {
        std::string_view word;
        std::string value;
    };
    const std::array<Part, 3> parts{Part{"{documents}", documents_part(item)},
                                    Part{"{question}", item.question},
                                    Part{"{schema}", schema_part(item)}};
    std::string out;
    while (!text.empty()) {
        const Part* found = nullptr;
        for (const Part& part : parts) {
            if (text.starts_with(part.word)) found = &part;
        }
        if (found != nullptr) {
            out += found->value;
            text.remove_prefix(found->word.size());
        } else {
            out += text.front();
            text.remove_prefix(1);
        }
    }
    return out;
}

}  // namespace

std::vector<Message> render_messages(const Item& item, std::string_view system,
                                     std::string_view template_text) {
    std::vector<Message> messages;
    if (!system.empty()) messages.push_back({"system", std::string{system}});
    messages.push_back(
        {"user", template_text.empty() ? built_in(item) : from_template(item, template_text)});
    return messages;
}

}  // namespace kilter

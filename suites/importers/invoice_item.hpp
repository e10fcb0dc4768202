// An Invoice as an item of a suite: which fields are asked, how each is compared, what its gold is.
// Pure, any thread.
#pragma once

#include <string>
#include <string_view>

#include "suites/importers/imported.hpp"
#include "suites/importers/invoice.hpp"

namespace kilter {

enum class InvoicePage {
    rendered,  // by our template: what the invoice lacks is not on the page, so its gold is null
    printed,   // from elsewhere: what the invoice lacks may be on the page, so it is not asked
};

// Without id; `document` is the page.
ImportedItem invoice_item(const Invoice& invoice, std::string document, InvoicePage page,
                          std::string_view lang);

}  // namespace kilter

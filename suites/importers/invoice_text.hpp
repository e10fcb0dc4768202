// The printed page of an invoice that came without one, by our own template in Hungarian or
// English. What it states, it states once, where a reader expects it; what the invoice does not
// state is not on the page. Pure, any thread.
#pragma once

#include <string>
#include <string_view>

#include "suites/importers/invoice.hpp"

namespace kilter {

// `item_id` chooses labels and formats (invoice_style.hpp). Ends with a newline.
std::string render_invoice(const Invoice& invoice, std::string_view item_id, std::string_view lang);

}  // namespace kilter

// Fictitious identifiers whose check digits are right, so that a reader who checks them finds
// nothing wrong: Hungarian tax numbers and bank accounts, IBANs, VAT numbers. The bank codes are
// not assigned to anybody. Drawn from the given generator; any thread.
#pragma once

#include <string>
#include <string_view>

#include "base/portable_random.hpp"

namespace kilter::gen {

std::string random_digits(int count, PortableRandom& random);

// 12345676-2-08: the eighth digit closes the weighted sum 9 7 3 1 9 7 3 to a multiple of ten.
std::string hungarian_tax_number(PortableRandom& random);
// 09-09-012345: court, legal form, serial (without a public check digit). form: 09, 10, 06.
std::string hungarian_company_number(std::string_view form, PortableRandom& random);
// 8-8-8 digits; the eighth and the last close sums with the weights 9 7 3 1.
std::string hungarian_account(PortableRandom& random);
// "HU" or "GB" with check digits by ISO 13616 (mod 97), in groups of four.
std::string iban(std::string_view country, PortableRandom& random);
// GB123456782 as HMRC forms them: weights 8 to 2, mod 97.
std::string british_vat_number(PortableRandom& random);

// True where the check digits of an IBAN are right; spaces do not count.
bool iban_holds(std::string_view text);

}  // namespace kilter::gen

// Money: a number and a currency, from JSON numbers, text ("6 157 040 Ft", "EUR 23 622,40",
// "6,3 millió Ft") or {value, currency}. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/decimal.hpp"
#include "base/json/value.hpp"
#include "suites/field.hpp"

namespace kilter {

struct Amount {
    Decimal value;
    std::string currency;  // ISO 4217; empty: none was given
};

// Text as written: no default currency is put in. nullopt: no amount, or two different currencies.
std::optional<Amount> read_amount_text(const FieldOptions& options, std::string_view text);

// Under the field's currency rule: `ignore` drops the currency, `optional` puts in the default one.
std::optional<Amount> read_amount(const FieldOptions& options, const json::Value& value);

std::string canonical(const Amount& amount);  // "6157040 HUF", "6157040"

bool equal_amounts(const FieldOptions& options, const Amount& gold, const Amount& answer);

}  // namespace kilter

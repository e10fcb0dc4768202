// A hint as every report writes it. Pure, any thread.
#pragma once

#include "reports/json_numbers.hpp"
#include "scorers/hints/hints.hpp"

namespace kilter {

inline ReportJson hint_json(const Hint& hint) {
    ReportJson out = {{"shape", std::string{to_word(hint.shape)}},
                      {"text", hint.text},
                      {"count", hint.count},
                      {"of", hint.of},
                      {"items", hint.items}};
    out["low"] = hint.low ? ReportJson(*hint.low) : ReportJson(nullptr);
    out["high"] = hint.high ? ReportJson(*hint.high) : ReportJson(nullptr);
    return out;
}

}  // namespace kilter

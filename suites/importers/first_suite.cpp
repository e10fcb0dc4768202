#include "suites/importers/first_suite.hpp"

namespace kilter {
namespace {

constexpr std::string_view k_suite =
    R"(# A suite: documents, questions, and the right answers. Change it, then
#
#   kilter suite lint suite.yaml    is every right answer in its text?
#   kilter check                    what will be sent, and do the engines answer?
#   kilter run                      ask, score, compare

suite: first            # letters, digits, '.', '_' and '-'
version: "1"            # raise it when gold or questions change
language: en

# What all items share. An item that has the same key goes by its own.
defaults:
  kind: kie
  locale: en            # hu, en or de: is "1.500" one and a half, or fifteen hundred?

items:
  - id: invoice-1       # unique in the suite; results are filed under it
    points: 3           # shared among the fields by their weight (1 unless said)
    documents: [{file: docs/invoice.txt}]   # inside this folder
    question: >-
      Write one JSON object with the keys invoice_number, due_date, total and order_number from
      the invoice. Write dates as YYYY-MM-DD and amounts as numbers. Use null for what it does
      not state.
    answer:
      type: json
      schema:           # the shape of the answer; it stands below the question in the prompt
        type: object
        additionalProperties: false
        required: [invoice_number, due_date, total, order_number]
        properties:
          invoice_number: {type: string}
          due_date: {type: string}
          total: {type: number}
          order_number: {type: [string, "null"]}
    gold:               # ids and dates in quotes, so that they stay text
      invoice_number: "A-2041"
      due_date: "2026-05-04"
      total: 1240.50
      order_number: null          # right where the document does not say it
    fields:             # how each value is compared
      invoice_number: id          # spaces and hyphens do not count, every digit does
      due_date: {compare: date, weight: 2}   # any way of writing the same day
      total: {compare: amount, default_currency: EUR}
      order_number: id

  - id: notice-1
    points: 2
    tags: [dates]       # words of your own
    documents: [{file: docs/notice.txt}]
    question: >-
      Write one JSON object with the keys meeting_date, place and guests_allowed from the notice.
      Write dates as YYYY-MM-DD.
    answer:
      type: json
      schema:
        type: object
        properties:
          meeting_date: {type: string}
          place: {type: string}
          guests_allowed: {type: boolean}
    gold:
      meeting_date: "2026-06-11"
      place: "Harbour Library, reading room"
      guests_allowed: false
    fields:
      meeting_date: date
      place: {compare: string, aliases: ["Harbour Library"]}   # other accepted readings
      guests_allowed: boolean
)";

constexpr std::string_view k_invoice = R"(Tidewater Paper Ltd
4 Quay Street, Port Ellen

INVOICE A-2041

Invoice date: 20 April 2026
Goods delivered: 14 April 2026
Payment due: 4 May 2026

Copy paper, 60 boxes at 18.90      1,134.00
Delivery                             106.50

Total EUR                          1,240.50
)";

constexpr std::string_view k_notice = R"(To all members

The yearly meeting, first planned for 28 May 2026, takes place on Thursday, 11 June 2026 at 6 p.m.
in the Harbour Library, reading room. Motions reach the board by 1 June 2026. The meeting is for
members only; guests cannot be admitted.
)";

constexpr std::string_view k_config =
    R"(# An experiment: which suites go how often to which engines. Set base_url and model, then: kilter run
suites: [suite.yaml]
runs: 3                 # how often every item goes to every engine; stability needs more than one
request:                # sent with every question, so that a server's own settings play no part
  temperature: 0
  top_p: 1
  max_tokens: 1024      # for models that think first, give 16384 or more
  stream: true
engines:
  - name: local         # the name of its row on the board
    base_url: http://localhost:8000/v1
    model: my-model     # as the server lists it under /v1/models
    #api_key_env: MY_API_KEY    # the NAME of a variable that holds the key, never the key
#gates: {min_points: 4, max_unstable: 0, min_runs: 3}   # exit code 1 where an engine misses one
)";

constexpr std::array<SuiteFile, 4> k_files{{
    {"docs/invoice.txt", k_invoice},
    {"docs/notice.txt", k_notice},
    {"suite.yaml", k_suite},
    {"kilter.yaml", k_config},
}};

}  // namespace

const std::array<SuiteFile, 4>& first_suite_files() {
    return k_files;
}

}  // namespace kilter

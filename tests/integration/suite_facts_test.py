"""Generated suites hold together: sums add up, dates are in order, and gold is what the documents say.

Everything is reckoned anew from the texts, in Python; nothing of the generator is used.
"""

import os
import re
from decimal import ROUND_HALF_UP, Decimal

import suite_files
import support
from suite_files import after, amount, dates, rows

SEEDS = (7,) if os.environ.get("KILTER_SANITIZE") else (7, 8, 9)
VAT = {"hu": 27, "en": 20}

# Label of a figure: Hungarian, English.
WORDS = {
    "net_total": ("Nettó összesen:", "Total net:"), "vat_total": ("ÁFA összesen:", "Total VAT:"), "to_pay": ("Fizetendő:", "To pay:"),
    "net": ("nettó ", "net "), "vat": (r"27% ÁFA", r"VAT 20%"), "gross": ("bruttó", "gross"), "advance": ("levonva: előleg", "less advance"),
    "transfer": ("ÁTUTALANDÓ", "TO TRANSFER"), "items": (r"Tételek összesen \(nettó\)", "Items, net"),
    "rebate": (r"kedvezmény \(\d%\)", r"rebate \(\d%\)"), "base": ("Adóalap", "Taxable"), "vat_line": ("Áfa 27%", "VAT 20% "),
    "by_transfer": ("Végösszeg átutalás esetén", "Total when paid by transfer"), "cash": ("kerekítve", "rounded"),
    "quoted_net": ("kedvezmény nélkül: nettó", "come to"), "invoiced": ("eredeti adat", "as invoiced"), "right": ("helyes adat", "corrected "),
    "difference": ("különbözet", "difference"), "heat": ("Fűtés", "Heating"), "water": ("csatorna", "drainage"), "lift": ("Felvonó", "Lift"),
    "cost": ("Költség összesen", "Total cost"), "paid": ("befizetve", "instalments"), "year": ("Különbözet az elszámolt évre", "Difference for the year"),
    "carried": ("hátralék", "from earlier"), "settle": ("Rendezendő összeg  ", "Balance to settle"),
    "price": ("szerződéses díj", "contract price"), "extra": ("pótmunka", "extra work"), "saved": ("elmaradt munka", "work left out"),
    "final_net": ("elszámolt nettó díj", "final net price"), "final_vat": (r"áfa \(27%\)", r"VAT \(20%\)"),
    "final_gross": ("elszámolt bruttó díj", "final gross price"), "first": ("kifizetett előleg", "advance paid"),
    "held": (r"visszatartás \(5%\)", r"retention \(5%\)"), "rest": ("még kifizethető nettó", "still payable, net"),
    "whole_price": ("A teljes díj", "The whole price is"), "flat_net": ("nettó", "Flat fee"), "flat_gross": ("bruttó", "net,"),
    "right_net": ("helyesen nettó", "rightly"), "total": ("Mindösszesen", "Grand total"), "owed": ("végösszege", " for "),
    "open": ("fennálló tartozás", "so that"), "rent": ("bérleti díj havi", "The rent is"),
    "deposit": ("birtokba lépésig", "pays a deposit of"), "last_line": ("Végösszeg", "Total "), "fee_line": ("havi díj", "monthly fee"), "vat_due": ("27% áfa", "VAT 20%")}


class Facts:
    """One item with what is to be checked; `figure` reads by a word of WORDS."""

    def __init__(self, test, item):
        self.test, self.item, self.lang = test, item, item.lang

    def figure(self, place, word):
        return after(self.item[place], WORDS[word][0 if self.lang == "hu" else 1], self.lang)

    def amount(self, text):
        return amount(text, self.lang)

    def share(self, value, percent):
        """So many per cent of it, in whole forints or cents, halves up."""
        unit = Decimal(1) if self.lang == "hu" else Decimal("0.01")
        return (value * percent / 100).quantize(unit, rounding=ROUND_HALF_UP)

    def same(self, left, right, what):
        self.test.assertEqual(left, right, f"{self.item.id}: {what}")

    def in_order(self, *days):
        self.test.assertEqual(list(days), sorted(set(days)), f"{self.item.id}: not in order of time")


def goods_invoice(f):
    lines = rows(f.item[0], 6)
    sums = [Decimal(0)] * 3
    for _, quantity, price, *figures in lines:
        net, vat, gross = map(f.amount, figures)
        f.same(net, Decimal(quantity.split()[0]) * f.amount(price), "quantity times price")
        f.same(vat, f.share(net, VAT[f.lang]), "VAT of a line")
        f.same(gross, net + vat, "gross of a line")
        sums = [a + b for a, b in zip(sums, (net, vat, gross))]
    f.same([f.figure(0, word) for word in ("net_total", "vat_total", "to_pay")], sums, "sums of the columns")
    f.same(f.item.gold["grand_total"], sums[2], "gold")
    if f.lang == "hu":
        words = re.search(r"azaz (\S+) forint", f.item[0]).group(1)
        f.same(words, spoken(int(sums[2])), "the amount in words")
    issue, delivery, due = dates(f.item[0])
    f.in_order(delivery, issue, due)
    f.same(f.item.gold["due_date"], due.isoformat(), "gold")


def service_invoice(f):
    net, vat, gross, advance, payable = (f.figure(1, word) for word in ("net", "vat", "gross", "advance", "transfer"))
    f.same((vat, gross, payable), (f.share(net, VAT[f.lang]), net + vat, gross - abs(advance)), "sums")
    f.same(f.item.gold["amount_to_pay"], payable, "gold")
    issue, start, end, due = dates(f.item[1])
    f.in_order(start, end, issue, due)
    f.same(dates(f.item[0]), [start, end, issue], "the covering letter")


def rounded_invoice(f):
    net = f.figure(1, "items")
    products = re.findall(r"^\d+\) .*, (\d+) \S+ x (.*) = (.*)$", f.item[1], re.M)
    f.same(net, sum((f.amount(value) for *_, value in products), Decimal(0)), "sum of the lines")
    for quantity, price, value in products:
        f.same(f.amount(value), int(quantity) * f.amount(price), "quantity times price")
    percent = int(re.search(r"\((\d)%\)", f.item[1]).group(1))
    rebate, base, vat, gross = (abs(f.figure(1, word)) for word in ("rebate", "base", "vat_line", "by_transfer"))
    f.same((rebate, base, vat, gross), (f.share(net, percent), net - rebate, f.share(base, VAT[f.lang]), base + vat), "sums")
    f.same((f.item.gold["amount_to_pay"], f.figure(0, "quoted_net")), (gross, net), "gold and quotation")
    f.test.assertGreater(f.figure(1, "cash"), gross)
    f.in_order(*dates(f.item[0]), *dates(f.item[1]))


def correcting_invoice(f):
    unit = {"hu": r"\d+ \S+ +", "en": r"\d+ \S+ +"}[f.lang]
    invoiced, right = (after(f.item[1], WORDS[word][f.lang == "en"] + " +" + unit, f.lang) for word in ("invoiced", "right"))
    f.same(abs(f.figure(1, "difference")), invoiced - right, "difference")
    carriage = f.amount(re.search(r"(?:Fuvarköltség|Carriage):.*%\s*\S+\s{2,}(.*)$" if f.lang == "hu" else r"Carriage:.*%\s{2,}(.*)$",
                                  f.item[0], re.M).group(1).removesuffix("Ft").removesuffix("HUF"))
    f.same(f.item.gold["corrected_total"], right + carriage, "gold")
    f.in_order(*dates(f.item[0]), *dates(f.item[1]))


def utility_settlement(f):
    word = lambda name: f.figure(0, name)  # noqa: E731
    f.same(word("cost"), word("heat") + word("water") + word("lift"), "cost")
    f.same(word("year"), word("cost") - word("paid"), "difference")
    f.same((word("settle"), f.item.gold["amount_to_pay"]), (word("year") + word("carried"),) * 2, "balance")
    f.in_order(*dates(f.item[0]))


def final_account(f):
    price, extra, saved, net, vat, gross, first, held, rest = (
        abs(f.figure(1, word)) for word in "price extra saved final_net final_vat final_gross first held rest".split())
    f.same(net, price + extra - saved, "net")
    f.same((vat, gross), (f.share(net, VAT[f.lang]), net + vat), "VAT")
    f.same((first, held, rest), (f.share(price, 30), f.share(net, 5), net - first - held), "payments")
    f.same(f.item.gold["final_net_fee"], net, "gold")
    f.in_order(*dates(f.item[0]), *dates(f.item[1]))


def reminder(f):
    f.same(f.item.gold["open_amount"], f.figure(0, "open"), "gold")
    issue, due, paid, limit, letter = dates(f.item[0])
    f.in_order(issue, due, paid, letter, limit)
    f.same((f.item.gold["original_due_date"], f.item.gold["new_deadline"]), (due.isoformat(), limit.isoformat()), "gold")
    f.same(f.figure(0, "open"), f.figure(0, "owed") - after(f.item[0], paid_label(f), f.lang), "what is left")


def paid_label(f):
    return r"A számlára \d{4}\. \S+ \d+-[áéj]+n\s" if f.lang == "hu" else "we received"


def lease(f):
    handed, start, end, signed = dates(f.item[0])
    f.in_order(signed, handed, start, end)
    f.same((f.item.gold["monthly_rent"], f.item.gold["deposit"]), (f.figure(0, "rent"), f.figure(0, "deposit")), "gold")
    f.test.assertIn(f.item.gold["deposit"] / f.item.gold["monthly_rent"], (2, 3))


def invoice_gaps(f):
    net, vat, gross = (f.figure(0, word) for word in ("fee_line", "vat_due", "last_line"))
    f.same((vat, gross, f.item.gold["grand_total"]), (f.share(net, VAT[f.lang]), net + vat, gross), "sums")
    f.in_order(*dates(f.item[0]))


def short_lines(f):
    *lines, _ = rows(f.item[0], 6)
    read = [(name, Decimal(quantity.split()[0]), f.amount(net)) for _, name, quantity, _, net, _ in lines]
    f.same([(row["name"], row["quantity"], row["net"]) for row in f.item.gold["lines"]], read, "gold")
    for _, _, quantity, price, net, gross in lines:
        value = Decimal(quantity.split()[0]) * f.amount(price)
        f.same((f.amount(net), f.amount(gross)), (value, value + f.share(value, VAT[f.lang])), "a line")
    sums = [sum((f.amount(line[i]) for line in lines), Decimal(0)) for i in (4, 5)]
    f.same([f.amount(cell) for cell in rows(f.item[0], 6)[-1][4:]], sums, "sums of the columns")


def delivered_lines(f):
    read = []
    for name, ordered, missing, got in rows(f.item[0], 4):
        f.same(int(ordered.split()[0]) - int(missing), int(got.split()[0]), "what is missing")
        read.append((name, int(got.split()[0]), got.split()[1]))
    f.same([(row["name"], row["received"], row["unit"]) for row in f.item.gold["lines"]], read, "gold")


def in_time(*order):
    """Documents 0, 1, ... and which of their days come one after the other: (document, day)."""
    def check(f):
        found = [dates(f.item[place]) for place in range(max(place for place, _ in order) + 1)]
        f.in_order(*(found[place][day] for place, day in order))
    return check


def nested_contract(f):
    parts = f.item.gold["instalments"]
    f.same(f.figure(0, "whole_price"), sum(part["amount"] for part in parts), "the whole price")
    *due, signed = dates(f.item[0])
    f.same([part["due"] for part in parts], [day.isoformat() for day in due], "gold")
    f.in_order(signed, *due)


def invoice_chain(f):
    for place, net_word in ((0, "flat_net"), (1, "right_net"), (3, "flat_net")):
        net = f.figure(place, net_word)
        f.same(f.figure(place, "flat_gross"), net + f.share(net, VAT[f.lang]), "gross")
    f.same(f.item.gold["gross"], f.figure(3, "flat_gross"), "gold")
    (issue, due), (fixed,), (void,), (again, again_due) = (dates(f.item[place]) for place in range(4))
    f.in_order(issue, fixed, void, again, again_due)
    f.test.assertLess(issue, due)


def disagreeing_lines(f):
    invoiced = {code: int(quantity.split()[0]) for code, _, quantity in rows(f.item[0], 3)}
    delivered = {code: int(quantity) for code, quantity in re.findall(r"\((C\d{5})\): (?:átadva )?(\d+)", f.item[1])}
    f.same(set(invoiced), set(delivered), "the same codes")
    differing = {code: (invoiced[code], delivered[code]) for code in invoiced if invoiced[code] != delivered[code]}
    f.same({row["code"]: (row["invoiced"], row["delivered"]) for row in f.item.gold["differences"]}, differing, "gold")
    f.same(f.item.gold["matching_items"], len(invoiced) - len(differing), "gold")
    f.in_order(*dates(f.item[0]), *dates(f.item[1]))


def ambiguous_formats(f):
    month, day = re.search(r"(\d\d)/(\d\d)/2026", f.item[0]).groups()
    f.same(f.item.gold["order_date"], f"2026-{month}-{day}", "month first")
    day, month = re.search(r"(\d\d)/(\d\d)/2026", f.item[1]).groups()
    f.same(f.item.gold["departure_date"], f"2026-{month}-{day}", "day first")
    f.test.assertLess(f.item.gold["order_date"], f.item.gold["departure_date"])
    f.same(f.item.gold["net_weight_tonnes"], Decimal(re.search(r"(\d\.\d{3}) t", f.item[0]).group(1)), "a decimal point")
    f.same(f.item.gold["cable_metres"], int(re.search(r"(\d\.\d{3}) m", f.item[1]).group(1).replace(".", "")), "a point between thousands")


def mixed_currencies(f):
    text, gold = f.item[0], f.item.gold
    if f.lang == "hu":
        lines = re.findall(r"(\d[\d \u00a0.]*,\d\d) (EUR|USD) +árfolyam (\d+,\d) Ft/\w+ +(\d[\d \u00a0.]*) Ft", text)
        local = after(text, "3. Helyi költség", "hu")
    else:
        lines = [(value, currency, rate, sum_) for currency, value, rate, sum_ in
                 re.findall(r"(GBP|USD) ([\d,.]+) +rate ([\d.]+) EUR/\w+ +EUR ([\d,.]+)", text)]
        local = after(text, "3. Local cost", "en")
    unit = Decimal(1) if f.lang == "hu" else Decimal("0.01")
    total = local
    for value, _, rate, converted in lines:
        f.same(f.amount(converted), (f.amount(value) * f.amount(rate)).quantize(unit, rounding=ROUND_HALF_UP), "conversion")
        total += f.amount(converted)
    f.same((f.figure(0, "total"), gold["total_huf" if f.lang == "hu" else "total_eur"]), (total, total), "total")
    f.same([(f.amount(value), currency) for value, currency, *_ in lines],
           [(gold[key]["value"], gold[key]["currency"]) for key in ("planning", "licence")], "gold")
    f.in_order(*dates(text))


def hundred_meters(f):
    table = [(code, place, f.amount(used)) for code, place, used, _ in rows(f.item[0], 4)]
    f.same(len(table), 100, "rows")
    f.same(len({used for *_, used in table}), 100, "no two rows alike")
    wanted = re.search(r"M\d{5}", f.item.question).group(0)
    by_use = sorted(table, key=lambda row: row[2])
    _, place, used = next(row for row in table if row[0] == wanted)
    f.same(f.item.gold, {"wanted_usage": used, "wanted_place": place, "highest_meter": by_use[-1][0], "lowest_meter": by_use[0][0],
                         "last_meter": table[-1][0]}, "gold")


def stock_join(f):
    table = {code: (name, int(stock.split()[0]), f.amount(price), zone) for code, name, stock, price, zone in rows(f.item[0], 5)}
    f.same(len(table), 100, "rows")
    wanted, other = (re.search(f"- {key}: .*?([ÁG]\\d{{4}})", f.item.question).group(1) for key in ("name", "other_zone"))
    name, stock, price, _ = table[wanted]
    f.same(f.item.gold, {"name": name, "quantity": stock, "unit_price": price, "other_zone": table[other][3],
                         "b_items": sum(zone == "B" for *_, zone in table.values())}, "gold")


def endorsed_policy(f):
    covers = {name: [f.amount(re.sub(r"\s*(Ft|HUF)$", "", part)) for part in (limit, own)]
              for name, limit, own in re.findall(r"^- (.*); (.*); (.*)$", f.item[0], re.M)}
    lifted, dropped = re.findall("[„\"]([^”\"]+)[”\"]", f.item[1])
    covers[lifted][0] = after(f.item[1], "fedezet limitje" if f.lang == "hu" else "rises to", f.lang)
    del covers[dropped]
    f.same({row["name"]: [row["limit"], row["deductible"]] for row in f.item.gold["covers"]}, covers, "gold")
    (start, until), (changed,) = dates(f.item[0]), dates(f.item[1])[:1]
    f.in_order(start, changed, until)


MAIN = {goods_invoice: (1, 7, 12), service_invoice: (2, 8), in_time((0, 0), (0, 1), (0, 2)): (3, 9), reminder: (4, 10), lease: (5, 11),
        in_time((0, 0), (0, 1), (0, 2), (0, 3), (0, 4)): (6,)}
TOTALS = {rounded_invoice: (1, 5), correcting_invoice: (2, 6), utility_settlement: (3, 7), final_account: (4, 8)}
# Days of the documents: see the templates' order of sentences.
DEADLINES = {in_time((0, 2), (1, 1), (0, 0), (0, 1), (1, 0)): (1, 6), in_time((0, 0), (1, 0), (0, 1), (0, 2), (1, 1), (1, 2)): (2, 7),
             in_time((0, 0), (0, 1), (0, 3), (0, 4), (0, 2)): (3, 8), in_time((0, 3), (0, 0), (0, 1), (1, 1), (0, 2), (1, 0)): (4, 9),
             in_time((0, 0), (0, 1), (0, 2), (0, 5), (0, 3), (0, 4)): (5, 10)}
GAPS = {invoice_gaps: (1, 4), in_time((0, 1), (0, 0)): (2, 5), in_time((0, 2), (0, 1), (0, 0)): (3, 6)}
LINES = {short_lines: (1, 3), delivered_lines: (2, 4)}
HARD = {nested_contract: (1,), in_time((0, 1), (1, 0), (2, 1), (3, 0), (4, 0), (0, 0), (2, 0)): (2,), invoice_chain: (3,), disagreeing_lines: (4,),
        in_time((0, 0), (1, 0)): (5,), ambiguous_formats: (6,), mixed_currencies: (7,), hundred_meters: (8,), stock_join: (9,), endorsed_policy: (10,)}
LANGUAGE = {in_time((0, 0), (0, 1)): (1,), in_time((0, 1), (0, 2), (0, 0)): (2,), in_time((0, 2), (0, 0), (0, 1)): (3,)}
CHECKS = {"main": {"T1": MAIN, "T2": TOTALS, "T3": DEADLINES, "T5": GAPS, "T6": LINES, "T7": {in_time((0, 0), (0, 1)): (1,)}},
          "hard": {"H": HARD}, "language": {"L": LANGUAGE}}


def spoken(value):
    """A whole number in Hungarian words, by the rules of spelling: hyphens between groups above two thousand."""
    ones = " egy kettő három négy öt hat hét nyolc kilenc".split(" ")
    tens = " tizen huszon harminc negyven ötven hatvan hetven nyolcvan kilencven".split(" ")

    def group(part):
        hundreds, rest = divmod(part, 100)
        head = {0: "", 1: "száz", 2: "kétszáz"}.get(hundreds, ones[hundreds] + "száz")
        return head + {10: "tíz", 20: "húsz"}.get(rest, tens[rest // 10] + ones[rest % 10])

    def before_noun(part):
        word = group(part)
        return word[:-5] + "két" if word.endswith("kettő") else word

    millions, thousands, rest = value // 10**6, value // 1000 % 1000, value % 1000
    parts = ([before_noun(millions) + "millió"] if millions else []) + \
            ([("" if thousands == 1 else before_noun(thousands)) + "ezer"] if thousands else []) + ([group(rest)] if rest else [])
    return ("-" if value > 2000 else "").join(parts)


class SuiteFacts(support.TestCase):
    def check(self, root, seed):
        for lang, kinds in (("hu", ("main", "hard", "language")), ("en", ("main", "hard"))):
            for kind in kinds:
                suite = suite_files.read_suite(root / f"kie-{lang}" / f"{kind}.yaml")
                for head, checks in CHECKS[kind].items():
                    for check, numbers in checks.items():
                        for number in numbers:
                            item = suite[f"{head}-{number:02}"]
                            with self.subTest(seed=seed, suite=f"kie-{lang}", item=item.id):
                                check(Facts(self, item))

    def test_the_bundled_suites(self):
        self.check(support.ROOT / "suites", 1)

    def test_other_seeds(self):
        for seed in SEEDS:
            folder = self.folder / str(seed)
            self.kilter("suite", "generate", "--seed", seed, "--kind", "main", "hard", "language", "-o", folder, code=0)
            self.check(folder, seed)

    def test_numbers_in_words(self):
        for value, word in ((2, "kettő"), (12, "tizenkettő"), (200, "kétszáz"), (1026, "ezerhuszonhat"), (2000, "kétezer"),
                            (2001, "kétezer-egy"), (112_000, "száztizenkétezer"), (4_625_835, "négymillió-hatszázhuszonötezer-nyolcszázharmincöt")):
            self.assertEqual(spoken(value), word)


if __name__ == "__main__":
    support.main()

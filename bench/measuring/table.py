"""The table of bench/run: a line of figures, goals beside them, and a word where one is missed or was not to be had."""


def figure(value, unit, digits):
    return "-" if value is None else f"{value:,.{digits}f} {unit}".rstrip()


class Table:
    def __init__(self):
        self.missed = 0
        self.refused = 0

    def head(self, name, *columns):
        print(f"\n{name:56}" + "".join(f"{column:>13}" for column in columns), flush=True)

    def row(self, name, *figures):
        """A line of (value, unit, goal or None, digits) under the headings before it."""
        line, missed = f"{name:56}", False
        for value, unit, goal, digits in figures:
            line += f"{figure(value, unit, digits):>13}"
            missed |= goal is not None and value is not None and value > goal
        self.missed += missed
        print(line + ("  MISSED" if missed else ""), flush=True)

    def goal(self, name, value, goal, aim, unit="", digits=2, refused=None, least=False):
        """A line with what was measured, what must hold and what is aimed at. `least`: more is better.

        `refused`: why the figure cannot be used; then it is neither met nor missed.
        """
        line = f"{name:56}{figure(value, unit, digits):>13}{figure(goal, unit, digits):>13}{figure(aim, unit, digits):>13}"
        if refused or value is None:
            self.refused += 1
            print(f"{line}  REFUSED: {refused or 'not measured'}", flush=True)
            return
        beyond = (lambda limit: value < limit) if least else (lambda limit: value > limit)
        self.missed += beyond(goal)
        word = "MISSED" if beyond(goal) else "met" if aim is None or beyond(aim) else "aim met"
        print(f"{line}  {word}", flush=True)

    def note(self, text):
        print(f"  {text}", flush=True)

"""One line of the table: what is measured, the ratio to reach, and the measurement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.paired import Rates


@dataclass(frozen=True, slots=True)
class Row:
    """`target` is the least ratio wanted, or with `at_most` the greatest; None where none is set.

    `unit` names what `Rates.ours` and `Rates.peer` count, most often something a second.
    """

    id: str
    what: str
    target: float | None
    unit: str
    measure: Callable[[int], Rates]
    at_most: bool = False

    def reached(self, ratio: float) -> bool:
        if self.target is None:
            return True
        return ratio <= self.target if self.at_most else ratio >= self.target

    def line(self, rates: Rates) -> str:
        """The row as Markdown."""
        numbers = " | ".join(map(short, (rates.ours, rates.peer, rates.ratio)))
        return f"| `{self.id}` | {self.what} | {self.unit} | {numbers} | {self._verdict(rates)} |"

    def _verdict(self, rates: Rates) -> str:
        if self.target is None:
            return "– | –"
        sign = "≤" if self.at_most else "≥"
        return f"{sign} {short(self.target)} | {'yes' if self.reached(rates.ratio) else '**no**'}"


HEAD = (
    "| row | what | unit | ours | peer | ratio | to reach | reached |\n"
    "| --- | --- | --- | ---: | ---: | ---: | ---: | --- |"
)


def short(value: float) -> str:
    """Three significant digits, thousands separated: 1,230,000; 84.1; 0.96."""
    if value >= 1000:
        digits = 3 - len(str(int(value)))
        return f"{round(value, digits):,.0f}"
    return f"{value:.3g}"

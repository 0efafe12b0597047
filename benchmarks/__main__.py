"""`python -m benchmarks [row …]`: measure the rows named, or all, and print the table."""

from __future__ import annotations

import argparse
import platform
import sys

from benchmarks import (
    archive_table,
    fold_rows,
    import_rows,
    night_table,
    play_rows,
    scoring_rows,
    seating_table,
    site_rows,
    store_rows,
)
from benchmarks.paired import ROUNDS
from benchmarks.row import HEAD, Row

GROUPS = (scoring_rows, play_rows, fold_rows, store_rows, site_rows, import_rows)
ROWS: dict[str, Row] = {row.id: row for group in GROUPS for row in group.ROWS}
TABLES = {
    "seating": seating_table.measured,
    "night": night_table.measured,
    "archive": archive_table.measured,
}
"""Names that are tables of their own: numbers of repeated pairs, and seconds; no ratios."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    names = [*ROWS, *TABLES]
    parser.add_argument("rows", nargs="*", metavar="row", help=", ".join(names))
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="alternations of each pair")
    asked = parser.parse_args()
    if unknown := set(asked.rows) - set(names):
        parser.error(f"no row {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    wanted = asked.rows or names
    missed = measured([ROWS[name] for name in wanted if name in ROWS], asked.rounds)
    missed += sum(measure() for name, measure in TABLES.items() if name in wanted)
    print(f"{missed} below what is to be reached" if missed else "all reached")
    return 0


def measured(rows: list[Row], rounds: int) -> int:
    """Print the table of these rows; how many missed what they are to reach."""
    if not rows:
        return 0
    print(f"Python {platform.python_version()}, {rounds} alternations, medians\n")
    print(HEAD, flush=True)
    missed = 0
    for row in rows:
        rates = row.measure(rounds)
        missed += not row.reached(rates.ratio)
        print(row.line(rates), flush=True)
    print()
    return missed


if __name__ == "__main__":
    sys.exit(main())

"""`python -m benchmarks [row …]`: measure the rows named, or all, and print the table."""

from __future__ import annotations

import argparse
import platform
import sys

from benchmarks import fold_rows, import_rows, play_rows, scoring_rows, site_rows, store_rows
from benchmarks.paired import ROUNDS
from benchmarks.row import HEAD, Row

GROUPS = (scoring_rows, play_rows, fold_rows, store_rows, site_rows, import_rows)
ROWS: dict[str, Row] = {row.id: row for group in GROUPS for row in group.ROWS}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="row", help=", ".join(ROWS))
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="alternations of each pair")
    asked = parser.parse_args()
    if unknown := set(asked.rows) - set(ROWS):
        parser.error(f"no row {', '.join(sorted(unknown))}; there are {', '.join(ROWS)}")
    print(f"Python {platform.python_version()}, {asked.rounds} alternations, medians\n")
    print(HEAD, flush=True)
    missed = 0
    for name in asked.rows or ROWS:
        row = ROWS[name]
        rates = row.measure(asked.rounds)
        missed += not row.reached(rates.ratio)
        print(row.line(rates), flush=True)
    print(f"\n{missed} below what is to be reached" if missed else "\nall reached")
    return 0


if __name__ == "__main__":
    sys.exit(main())

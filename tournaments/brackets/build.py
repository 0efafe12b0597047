"""From the organiser's choices to a bracket.

Owns which parts a bracket has. Must not know players.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from engine.errors import InvalidInput
from tournaments.brackets.double import grand_final, lower_rounds
from tournaments.brackets.plan import Bracket, Carry, From, Kind, Part, Seed, Slot, Table, table_of
from tournaments.brackets.playin import main_field, play_in
from tournaments.brackets.single import Rounds, main_rounds

LARGEST = 4096
"""More entries than any event has; keeps a slip of the finger from filling the memory."""

MOST_MATCHES = 20


@dataclass(frozen=True, slots=True)
class Choices:
    """How many of a table advance; the final's matches and what is carried into it.

    `small_final` is a table for places 5 to 8.
    """

    advance: int = 2
    kind: Kind = "single"
    final_matches: int = 1
    carry: Carry = "none"
    small_final: bool = False


@lru_cache(maxsize=64)
def build(field: int, choices: Choices | None = None) -> Bracket:
    """The bracket of so many entries; raises InvalidInput where there is none."""
    wanted = choices or Choices()
    _check(field, wanted)
    main = main_field(field, wanted.advance)
    seeds: list[Slot] = [Seed(number) for number in range(1, field + 1)]
    first, entries = play_in(seeds, main, wanted.advance)
    part: Part = "upper" if wanted.kind == "double" else "main"
    rounds = main_rounds(entries, wanted.advance, part)
    rest = _single(rounds, wanted) if wanted.kind == "single" else _double(rounds)
    rest[-1] = replace(
        rest[-1], key="F", part="final", number=1, advance=1, matches=wanted.final_matches
    )
    return Bracket(field, wanted.advance, wanted.kind, wanted.carry, (*first, *rest))


def _check(field: int, wanted: Choices) -> None:
    least = 8 if wanted.kind == "double" or wanted.small_final else 4
    if wanted.advance == 1 and wanted.small_final:
        least = 16
    if not least <= field <= LARGEST:
        raise InvalidInput(f"such a bracket takes {least} to {LARGEST}, not {field}", "field")
    if wanted.advance not in (1, 2):
        raise InvalidInput(f"one or two of a table advance, not {wanted.advance}", "advance")
    if wanted.kind == "double" and (wanted.advance != 2 or wanted.small_final):
        raise InvalidInput("with double elimination two advance, without a small final", "kind")
    if not 1 <= wanted.final_matches <= MOST_MATCHES:
        raise InvalidInput(f"a final has 1 to {MOST_MATCHES} matches", "final_matches")


def _single(rounds: Rounds, wanted: Choices) -> list[Table]:
    final = rounds[-1]
    before = [table for tables in rounds[:-1] for table in tables]
    if not wanted.small_final:
        return before + final
    ranks = (3, 4) if wanted.advance == 2 else (2,)
    seats: list[Slot] = [From(table.key, rank) for rank in ranks for table in rounds[-2]]
    small = table_of("small_final", len(rounds), 1, seats, 0)
    return [*before, replace(small, key="S"), *final]


def _double(upper: Rounds) -> list[Table]:
    """Upper and lower rounds in the order they can be played, then the final."""
    lower = lower_rounds(upper)
    final = table_of("upper", len(lower) + 1, 1, grand_final(upper, lower), 1)
    tables = [table for tables in upper for table in tables]
    return [*tables, *(table for tables in lower for table in tables), final]

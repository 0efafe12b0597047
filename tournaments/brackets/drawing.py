"""A bracket as a picture: where each table goes, what is written in it, what is joined.

Owns positions and labels. Must not know pixels or languages: columns and rows
are whole numbers, labels are keys of tables and numbers of seeds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.brackets.plan import Bracket, From, Part, Seed, Slot, Table, feeders
from tournaments.brackets.results import Filled, Rank, Score, Sitting, Status
from tournaments.people import Player


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat: `source` is `#5` for a seed, `M1.2/1` for a rank at a table."""

    source: str
    seed: int | None
    player: Player | None
    rank: int | None
    score: Score
    advances: bool
    by_seed: bool


@dataclass(frozen=True, slots=True)
class Node:
    """A table at a column and a row; neighbours in a column are at least two rows apart."""

    key: str
    part: Part
    round: int
    number: int
    column: int
    row: int
    status: Status
    matches: int
    seats: tuple[SeatLine, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """From a rank at a table to a seat (0 to 3) of a later one; `player` once it is known."""

    source: str
    rank: int
    target: str
    seat: int
    player: Player | None


@dataclass(frozen=True, slots=True)
class Drawing:
    """A bracket on a grid of `columns` by `rows`."""

    columns: int
    rows: int
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def drawing(bracket: Bracket, entrants: Sequence[Player], filled: Filled) -> Drawing:
    """The picture of a bracket as it stands."""
    seeds = {player: number for number, player in enumerate(entrants, start=1)}
    columns, rows = columns_of(bracket), rows_of(bracket)
    onward = bracket.leads_to()
    nodes = tuple(
        Node(
            key=table.key,
            part=table.part,
            round=table.round,
            number=table.number,
            column=columns[table.key],
            row=rows[table.key],
            status=filled[table.key].status,
            matches=table.matches,
            seats=_seat_lines(filled[table.key], seeds, onward),
        )
        for table in bracket.tables
    )
    edges = tuple(edge for table in bracket.tables for edge in _edges(filled[table.key]))
    return Drawing(max(columns.values()) + 1, max(rows.values()) + 1, nodes, edges)


def _seat_lines(
    sitting: Sitting, seeds: dict[Player, int], onward: dict[From, str]
) -> tuple[SeatLine, ...]:
    ranks = {rank.player: rank for rank in sitting.ranking}
    lines = []
    for slot, player in zip(sitting.slots, sitting.players, strict=True):
        rank = ranks.get(player) if player is not None else None
        lines.append(
            SeatLine(
                source=source_of(slot),
                seed=seeds[player] if player is not None else None,
                player=player,
                rank=rank.rank if rank else None,
                score=rank.score if rank else (),
                advances=_advances(sitting, rank, onward),
                by_seed=rank.by_seed if rank else False,
            )
        )
    return tuple(lines)


def _advances(sitting: Sitting, rank: Rank | None, onward: dict[From, str]) -> bool:
    """Won the table, that is: with double elimination the losers go on too, but below."""
    if rank is None or sitting.status != "finished":
        return False
    way = sitting.ways.index(rank.player) + 1
    if way > sitting.table.advance:
        return False
    return sitting.table.part == "final" or From(sitting.table.key, way) in onward


def source_of(slot: Slot) -> str:
    """Where a slot's player comes from: `#seed`, or `table/rank`."""
    return f"#{slot.number}" if isinstance(slot, Seed) else f"{slot.table}/{slot.rank}"


def _edges(sitting: Sitting) -> list[Edge]:
    return [
        Edge(slot.table, slot.rank, sitting.table.key, seat, sitting.players[seat])
        for seat, slot in enumerate(sitting.slots)
        if isinstance(slot, From)
    ]


def columns_of(bracket: Bracket) -> dict[str, int]:
    """Each table one column after the last of those that lead to it; all of a round in one."""
    columns: dict[str, int] = {}
    for tables in _rounds(bracket).values():
        before = [columns[slot.table] for table in tables for slot in feeders(table)]
        for table in tables:
            columns[table.key] = max(before, default=-1) + 1
    return columns


def _rounds(bracket: Bracket) -> dict[tuple[Part, int], list[Table]]:
    rounds: dict[tuple[Part, int], list[Table]] = defaultdict(list)
    for table in bracket.tables:
        rounds[table.part, table.round].append(table)
    return rounds


def rows_of(bracket: Bracket) -> dict[str, int]:
    """Rounds side by side, spread over the height of the largest; the lower half underneath."""
    rows: dict[str, int] = {}
    top = 0
    for parts in (("play_in", "main", "upper", "final"), ("lower", "small_final")):
        rounds = [tables for (part, _), tables in _rounds(bracket).items() if part in parts]
        height = 2 * max((len(tables) for tables in rounds), default=0)
        for tables in rounds:
            for at, table in enumerate(_folded(tables)):
                rows[table.key] = top + (2 * at + 1) * height // (2 * len(tables))
        top += height
    return rows


def _folded(tables: list[Table]) -> list[Table]:
    """The order in which the tables that feed the same ones lie together: 1, 8, 4, 5, 2, 7 …"""
    order = [1]
    while len(order) < len(tables):
        order = [number for j in order for number in (j, 2 * len(order) + 1 - j)]
    return [tables[number - 1] for number in order if number <= len(tables)]

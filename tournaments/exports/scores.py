"""Sheets about points: each place of each table, each hand, and the standings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tournaments.domain.books import book_of, rules_of, standings_of
from tournaments.domain.parts import EntryId, Hand, Result, Sitting
from tournaments.domain.state import Round, Table, TournamentState, stage_of, timeline
from tournaments.exports.cells import Cell
from tournaments.exports.people import club_of, name_of
from tournaments.exports.points import decimal, plain
from tournaments.exports.rounds import WINDS, played_tables
from tournaments.exports.sheet import Sheet
from tournaments.points.match import PlacePoints, points_of_match
from tournaments.points.scheme import PointsScheme
from tournaments.standings.book import Criterion
from tournaments.standings.criteria import Value
from tournaments.standings.standing import Line
from tournaments.standings.values import Values, values_of

RESULT_COLUMNS: Final = (
    "round",
    "stage",
    "status",
    "kind",
    "table",
    "match",
    "place",
    "person",
    "person_name",
    "credited",
    "credited_name",
    "game_points",
    "rank",
    "table_points",
    "table_twelfths",
    "bonus",
    "bonus_twelfths",
    "game_penalty",
    "table_penalty",
    "table_penalty_twelfths",
    "hands",
    "source",
)
HAND_COLUMNS: Final = (
    "round",
    "table",
    "match",
    "hand",
    "winner",
    "winner_name",
    "tai",
    *WINDS,
    *(f"{wind}_credited" for wind in WINDS),
)
ASKED: Final[tuple[Criterion, ...]] = ("head_to_head", "opponents", "lot")
"""Tie-breaks that have a value only where the terms name them."""

STANDING_COLUMNS: Final = (
    "stage",
    "after_round",
    "place",
    "sharing",
    "entry",
    "name",
    "club",
    "table_points",
    "table_twelfths",
    "game_points",
    "game_twelfths",
    "game_penalty",
    "table_penalty_twelfths",
    "carried_game",
    "carried_twelfths",
    "matches",
    "byes",
    "dropped",
    "wins",
    "firsts",
    "best_hand",
    *ASKED,
    "decided_by",
    "decided_own",
    "decided_other",
)


def results_sheet(state: TournamentState) -> Sheet:
    """Four rows for each table that was started, points empty until they are in; byes as well."""
    scheme = rules_of(state).points if state.rounds else PointsScheme()
    rows: list[tuple[Cell, ...]] = []
    for _, round_ in sorted(state.rounds.items()):
        for _, table in sorted(round_.tables.items()):
            rows.extend(_places(state, round_, table, scheme))
        if round_.status != "planned":
            rows.extend(_byes(state, round_, scheme))
    return Sheet("results", RESULT_COLUMNS, tuple(rows))


def _places(
    state: TournamentState, round_: Round, table: Table, scheme: PointsScheme
) -> Iterator[tuple[Cell, ...]]:
    result = table.result
    worth = points_of_match(scheme, result.points) if result else (None,) * 4
    hands = len(result.hands) if result else 0
    for place, own in enumerate(worth):
        last = sitting_at(table, place, hands)
        head = (round_.number, round_.plan.stage, round_.status, "table", table.number, table.match)
        people = (last.person, name_of(state, last.person))
        credited = (last.credited_to, name_of(state, last.credited_to))
        points = _worth(own) if own else (None,) * 6
        lost = _penalties(state, last.credited_to, round_.number)
        source = result.source if result else None
        yield (*head, WINDS[place], *people, *credited, *points, *lost, hands or None, source)


def _worth(own: PlacePoints) -> tuple[Cell, ...]:
    return (own.game, own.rank, decimal(own.table), own.table, decimal(own.bonus), own.bonus)


def _byes(
    state: TournamentState, round_: Round, scheme: PointsScheme
) -> Iterator[tuple[Cell, ...]]:
    """A bye leads on in a knock-out, where it is worth nothing."""
    stage = stage_of(state, round_.plan.stage)
    scored = stage is not None and stage.kind not in ("knockout", "double_elimination")
    game, table = (scheme.bye.game, scheme.bye.table) if scored else (0, 0)
    for entry in round_.plan.byes:
        head = (round_.number, round_.plan.stage, round_.status, "bye", None, None, None)
        people = (entry, name_of(state, entry)) * 2
        lost = _penalties(state, entry, round_.number)
        yield (*head, *people, game, None, decimal(table), table, 0, 0, *lost, None, None)


def _penalties(state: TournamentState, entry: EntryId | None, number: int) -> tuple[Cell, ...]:
    """What was taken off somebody in a round: game points, table points, twelfths."""
    given = [one.given for one in state.penalties.values() if not one.is_lifted]
    own = [one for one in given if one.entry == entry and one.round == number]
    table = sum(one.table for one in own)
    return sum(one.game for one in own), decimal(table), table


def sitting_at(table: Table, place: int, hand: int) -> Sitting:
    """Who sat at a place in that hand; before the first hand, who sat down first."""
    return [fact for fact in timeline(table.ledger[place]) if fact.from_hand <= max(hand, 1)][-1]


def hands_sheet(state: TournamentState) -> Sheet:
    """Every hand whose points are known, and whom each place was credited to."""
    rows = (
        _hand(state, round_, table, hand)
        for round_, table in played_tables(state)
        if table.result
        for hand in (*table.result.hands, *_adjustment(table.result))
    )
    return Sheet("hands", HAND_COLUMNS, tuple(rows))


def _adjustment(result: Result) -> Iterator[Hand]:
    """What rulings added to the match as a whole, as hand 0: with it the hands add up."""
    if result.adjusted:
        yield Hand(0, result.adjusted)


def _hand(state: TournamentState, round_: Round, table: Table, hand: Hand) -> tuple[Cell, ...]:
    # What the match as a whole was adjusted by belongs to who had the places at its end.
    number = hand.number or len(table.result.hands if table.result else ())
    sitting = [sitting_at(table, place, number) for place in range(4)]
    winner, name = None, None
    if hand.winner is not None:
        winner, name = WINDS[hand.winner], name_of(state, sitting[hand.winner].person)
    where = (round_.number, table.number, table.match, hand.number)
    credited = (fact.credited_to for fact in sitting)
    return (*where, winner, name, hand.tai, *hand.points, *credited)


def standings_sheet(
    state: TournamentState, stage: str | None = None, after_round: int | None = None
) -> Sheet:
    """The standings of a stage, or of all, as the log has them. Refuses `no_such_stage`."""
    stages = state.terms.stages if state.terms else ()
    wanted = (stage,) if stage is not None else tuple(one.id for one in stages)
    rows = (row for one in wanted for row in _standings(state, one, after_round))
    return Sheet("standings", STANDING_COLUMNS, tuple(rows))


def _standings(
    state: TournamentState, stage: str, after_round: int | None
) -> Iterator[tuple[Cell, ...]]:
    standings = standings_of(state, stage, after_round)
    values = values_of(book_of(state, stage), rules_of(state), after_round)
    for line in standings.lines:
        yield (stage, standings.after_round, *_line(state, line, values))


def _line(state: TournamentState, line: Line, values: Values) -> tuple[Cell, ...]:
    totals, own = line.totals, values[line.player]
    carried = [part for part in line.parts if part.kind == "carried"]
    return (
        line.place,
        line.sharing,
        line.player,
        name_of(state, line.player),
        club_of(state, line.player),
        decimal(totals.table_points),
        totals.table_points,
        decimal(totals.game_points),
        totals.game_points,
        totals.game_penalty,
        totals.table_penalty,
        sum(part.game for part in carried),
        sum(part.table for part in carried),
        totals.matches,
        sum(part.kind == "bye" and part.counted for part in line.parts),
        len({part.round for part in line.parts if not part.counted}),
        totals.wins,
        totals.firsts,
        totals.best,
        *(_value(name, own.get(name)) for name in ASKED),
        *_decision(line),
    )


def _value(name: Criterion, value: Value | None) -> Cell:
    """Points among the values are twelfths, in the file they are points."""
    if value is None:
        return None
    if name in ("table_points", "game_points", "opponents"):
        return decimal(value)
    return plain(value)


def _decision(line: Line) -> tuple[Cell, ...]:
    """What put the line behind the place above; empty on the first place."""
    decision = line.behind
    if decision is None:
        return None, None, None
    name = decision.criterion
    return name, _value(name, decision.own), _value(name, decision.other)

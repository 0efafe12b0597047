"""What a tournament is played by: chosen in draft, frozen when it starts.

Owns the choices and what makes them valid. Must not know entries or rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

from engine.errors import EngineError
from engine.notation import parse_tiles
from engine.play.match import ClockSettings, Length
from engine.rules.option import OptionValue
from engine.rules.ruleset import Ruleset
from engine.rulesets import get_ruleset
from tournaments.brackets.build import MOST_MATCHES
from tournaments.domain.dispute_terms import (
    USUAL,
    Clause,
    Disputes,
    PenaltyKind,
    check_clauses,
    check_disputes,
)
from tournaments.domain.names import check_id, check_name, check_text
from tournaments.domain.names import in_range as in_range
from tournaments.domain.refusals import refuse
from tournaments.standings.book import CRITERIA, Criterion

Ms: TypeAlias = int
"""A moment, in milliseconds since 1970 UTC; or a span of time."""

StageKind: TypeAlias = Literal[
    "rotation", "swiss", "knockout", "double_elimination", "league", "final"
]
Advance: TypeAlias = Literal["all", "top_of_standings", "top_of_table", "wild_cards"]
SeatRotation: TypeAlias = Literal["fixed", "clockwise", "drawn"]
UnevenPolicy: TypeAlias = Literal["stand_ins", "bots", "byes", "sit_out"]
PlayTo: TypeAlias = Literal["final", "last_four"]
FinalCarry: TypeAlias = Literal["none", "last", "all"]
WildCards: TypeAlias = Literal["organiser", "standings"]
Ties: TypeAlias = Literal["organiser", "lot"]
Pairing: TypeAlias = Literal["standing", "drawn"]
RoundEnd: TypeAlias = Literal["last_hand", "grace"]
Play: TypeAlias = Literal["online", "scored", "points"]

MOST_ROUNDS: Final = 100
MOST_PLAYERS: Final = 2000
MOST_POINTS: Final = 1_000_000
"""What terms and penalties give or take at most: game points, or twelfths of a table point."""
_DAY_MS: Final = 24 * 3600 * 1000
_ONE_OF: Final = {
    "visibility": ("public", "link", "club"),
    "entry_by": ("open", "invitation", "organiser"),
    "seed_opens": ("first_use", "end"),
    "round_end": get_args(RoundEnd),
    "play": get_args(Play),
}
_STAGE_ONE_OF: Final = {
    "kind": get_args(StageKind),
    "advance": get_args(Advance),
    "seat_rotation": get_args(SeatRotation),
    "play_to": get_args(PlayTo),
    "final_carry": get_args(FinalCarry),
    "wild_cards_by": get_args(WildCards),
    "ties": get_args(Ties),
    "pairing": get_args(Pairing),
}


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the event: how it is paired, for how many rounds, and who comes into it.

    `advance` and `advance_count` say who comes in from the stage before, `carry_percent` how much
    of their points they bring. `wild_cards` more come in behind them, chosen by the organiser or
    the best of the rest; whoever is level across the cut is chosen too, or drawn. `seat_rotation`
    is for changing seats inside a match.

    In a knock-out and with double elimination the bracket says how many rounds there are, and
    `rounds` is not asked: `top` of each table go on, it ends with the final of `final_matches`,
    into which `final_carry` is brought, or with the last four. `pairing` is a league's; `dates`
    are when its rounds are meant to be played.
    """

    id: str
    kind: StageKind
    rounds: int
    advance: Advance = "all"
    advance_count: int = 0
    carry_percent: int = 100
    seat_rotation: SeatRotation = "fixed"
    top: int = 2
    play_to: PlayTo = "final"
    final_matches: int = 1
    final_carry: FinalCarry = "none"
    small_final: bool = False
    wild_cards: int = 0
    wild_cards_by: WildCards = "organiser"
    ties: Ties = "organiser"
    pairing: Pairing = "standing"
    dates: tuple[Ms, ...] = ()

    @property
    def is_bracket(self) -> bool:
        """Who loses is out, at once or the second time."""
        return self.kind in ("knockout", "double_elimination")


@dataclass(frozen=True, slots=True)
class PenaltyRule:
    """A line of the table of penalties 罚则: `game` points whole, `table` points in twelfths.

    `kind`: points off, a warning 警告, or expulsion 取消资格, which may take points off as well.
    """

    code: str
    text: str
    game: int
    table: int = 0
    kind: PenaltyKind = "points"


@dataclass(frozen=True, slots=True)
class Uneven:
    """What happens when four does not divide the field; the score of a bye 轮空.

    `bye_table` is in twelfths.
    """

    policy: UnevenPolicy = "sit_out"
    bye_game: int = 0
    bye_table: int = 0


@dataclass(frozen=True, slots=True)
class Terms:
    """Everything that results are judged by. Table points and bonuses are whole, by place.

    `play`: at live tables here, at tables with real tiles whose hands are entered (`scored`) or
    of which only the final points are (`points`). Published standings are provisional for
    `objections_ms`, so long players may object; officials put errors of a confirmed round right
    for `officials_ms`.
    """

    ruleset: str
    options: Mapping[str, OptionValue]
    ruleset_version: int
    length: Length
    clocks: ClockSettings
    stages: tuple[Stage, ...]
    round_ms: Ms | None = None
    round_end: RoundEnd = "last_hand"
    grace_ms: Ms = 0
    tie_breaks: tuple[Criterion, ...] = ("table_points", "game_points")
    table_points: tuple[int, ...] = (4, 2, 1, 0)
    place_bonus: tuple[int, ...] = (0, 0, 0, 0)
    drop_worst: int = 0
    best_of: int | None = None
    penalties: tuple[PenaltyRule, ...] = ()
    uneven: Uneven = Uneven()
    visibility: Literal["public", "link", "club"] = "public"
    spectator_delay: int = 1
    entry_by: Literal["open", "invitation", "organiser"] = "open"
    seed_opens: Literal["first_use", "end"] = "first_use"
    play: Play = "online"
    fixed_wilds: str = ""
    waits_aid: bool = True
    objections_ms: Ms = 30 * 60 * 1000
    officials_ms: Ms = 48 * 60 * 60 * 1000
    disputes: Disputes = USUAL
    regulations: tuple[Clause, ...] = ()

    @property
    def has_real_tiles(self) -> bool:
        """Whether people sit around real tiles, where no built-in player can."""
        return self.play != "online"


def complete_terms(terms: Terms) -> Terms:
    """The terms with every option of the ruleset written out.

    Raises Refused with the code and the field of the first value that cannot be.
    """
    try:
        ruleset = get_ruleset(terms.ruleset, terms.options, terms.ruleset_version)
    except EngineError as error:
        refuse(error.code, error.message, error.field or "options")
    _check_wilds(terms, ruleset)
    _check_match(terms)
    _check_stages(terms.stages)
    _check_counting(terms)
    _check_penalties(terms)
    _check_uneven(terms)
    check_disputes(terms.disputes)
    check_clauses(terms.regulations)
    return replace(terms, options=ruleset.options.as_dict())


def _check_wilds(terms: Terms, ruleset: Ruleset) -> None:
    """Where the options fix the wild kinds there are as many as they ask for; else none."""
    try:
        kinds = parse_tiles(terms.fixed_wilds)
    except EngineError as error:
        refuse(error.code, error.message, "fixed_wilds")
    is_fixed = ruleset.options.free_wild == "fixed"
    wanted = ruleset.wild_kinds_named(None) if is_fixed else 0
    if len(kinds) != wanted:
        refuse("out_of_range", f"{wanted} wild kinds are fixed by these options", "fixed_wilds")
    if not ruleset.wilds_fit(tuple(sorted(kinds))):
        refuse("bad_list", "these kinds cannot be wild together", "fixed_wilds")


def _check_match(terms: Terms) -> None:
    if terms.length.kind == "hands" and not 1 <= (terms.length.hands or 0) <= 1000:
        refuse("out_of_range", "a match has 1 to 1000 hands", "length")
    if terms.length.kind != "hands" and terms.length.hands is not None:
        refuse("contradiction", "only a match of so many hands has a number of hands", "length")
    if terms.length.rounds is not None:
        if terms.length.kind != "dealer_rounds":
            refuse("contradiction", "only dealer rounds are counted in rounds", "length")
        in_range(terms.length.rounds, 1, 100, "length")
    if terms.round_ms is not None:
        in_range(terms.round_ms, 1, _DAY_MS, "round_ms")
    in_range(terms.grace_ms, 0, _DAY_MS, "grace_ms")
    in_range(terms.objections_ms, 0, 60 * _DAY_MS, "objections_ms")
    in_range(terms.officials_ms, 0, 60 * _DAY_MS, "officials_ms")
    in_range(terms.spectator_delay, 0, 100, "spectator_delay")
    for name in ("decision_ms", "claim_ms", "reserve_ms", "entropy_ms", "away_ms"):
        in_range(getattr(terms.clocks, name), 0, _DAY_MS, f"clocks.{name}")
    for name, allowed in _ONE_OF.items():
        if getattr(terms, name) not in allowed:
            refuse("unknown_value", f"{name} is one of {', '.join(allowed)}", name)


def _check_stages(stages: tuple[Stage, ...]) -> None:
    if not stages:
        refuse("no_stages", "a tournament has at least one stage", "stages")
    if len({stage.id for stage in stages}) != len(stages):
        refuse("twice", "two stages have the same id", "stages")
    for number, stage in enumerate(stages):
        _check_stage(stage, f"stages.{number}")
    if sum(stage.rounds for stage in stages) > MOST_ROUNDS:
        refuse("too_many_rounds", f"at most {MOST_ROUNDS} rounds", "stages")


def _check_stage(stage: Stage, field: str) -> None:
    check_id(stage.id, f"{field}.id")
    for name, allowed in _STAGE_ONE_OF.items():
        if getattr(stage, name) not in allowed:
            refuse("unknown_value", f"{name} is one of {', '.join(allowed)}", f"{field}.{name}")
    if stage.rounds < 1:
        refuse("no_rounds", "a stage has at least one round", f"{field}.rounds")
    in_range(stage.carry_percent, 0, 100, f"{field}.carry_percent")
    in_range(stage.advance_count, 0, MOST_PLAYERS, f"{field}.advance_count")
    in_range(stage.wild_cards, 0, MOST_PLAYERS, f"{field}.wild_cards")
    if stage.advance != "all" and not stage.advance_count:
        refuse("out_of_range", "at least one has to advance", f"{field}.advance_count")
    if stage.advance == "all" and stage.wild_cards:
        refuse("contradiction", "where all go on there are no wild cards", f"{field}.wild_cards")
    _check_bracket(stage, field)
    _check_stage_dates(stage, field)


def _check_bracket(stage: Stage, field: str) -> None:
    in_range(stage.top, 1, 2, f"{field}.top")
    in_range(stage.final_matches, 1, MOST_MATCHES, f"{field}.final_matches")
    if stage.kind == "double_elimination" and stage.top != 2:
        refuse("contradiction", "with double elimination two go on above", f"{field}.top")
    if stage.small_final and (stage.kind != "knockout" or stage.play_to != "final"):
        refuse("contradiction", "a small final goes with a final", f"{field}.small_final")


def _check_stage_dates(stage: Stage, field: str) -> None:
    if len(stage.dates) > stage.rounds:
        refuse("bad_list", f"more dates than the {stage.rounds} rounds", f"{field}.dates")
    latest = -1
    for number, date in enumerate(stage.dates):
        in_range(date, 0, 2**53 - 1, f"{field}.dates.{number}")
        if date <= latest:
            refuse("dates_out_of_order", "each date after the one before", f"{field}.dates")
        latest = date


def _check_counting(terms: Terms) -> None:
    ties = terms.tie_breaks
    if not ties or len(set(ties)) != len(ties) or not set(ties) <= set(CRITERIA):
        refuse("bad_list", "each known tie-break at most once, at least one", "tie_breaks")
    if "lot" in ties and (ties[-1] != "lot" or len(ties) == 1):
        refuse("bad_list", "a lot comes last, after something that was played for", "tie_breaks")
    for name in ("table_points", "place_bonus"):
        values: tuple[int, ...] = getattr(terms, name)
        if len(values) != 4 or list(values) != sorted(values, reverse=True):
            refuse("bad_places", "four values, none above the one before", name)
        for value in values:
            in_range(value, -MOST_POINTS, MOST_POINTS, name)
    if total := sum(terms.place_bonus):
        refuse("not_zero_sum", "place bonuses add up to zero", "place_bonus", sum=total)
    in_range(terms.drop_worst, 0, MOST_ROUNDS, "drop_worst")
    if terms.best_of is not None:
        in_range(terms.best_of, 1, MOST_ROUNDS, "best_of")
        if terms.drop_worst:
            refuse("contradiction", "drop the worst or count the best, not both", "best_of")


def _check_penalties(terms: Terms) -> None:
    codes = [rule.code for rule in terms.penalties]
    if len(set(codes)) != len(codes):
        refuse("twice", "two penalties have the same code", "penalties")
    for number, rule in enumerate(terms.penalties):
        check_id(rule.code, f"penalties.{number}.code")
        check_text(rule.text, f"penalties.{number}.text")
        in_range(rule.game, 0, MOST_POINTS, f"penalties.{number}.game")
        in_range(rule.table, 0, MOST_POINTS, f"penalties.{number}.table")
        if rule.kind not in get_args(PenaltyKind):
            refuse("unknown_value", "there is no such penalty", f"penalties.{number}.kind")


def _check_uneven(terms: Terms) -> None:
    if terms.uneven.policy not in get_args(UnevenPolicy):
        refuse("unknown_value", "there is no such policy", "uneven.policy")
    if terms.uneven.policy == "bots" and terms.has_real_tiles:
        refuse("real_tiles", "no built-in player sits at real tiles", "uneven.policy")
    in_range(terms.uneven.bye_game, -MOST_POINTS, MOST_POINTS, "uneven.bye_game")
    in_range(terms.uneven.bye_table, 0, MOST_POINTS, "uneven.bye_table")


@dataclass(frozen=True, slots=True)
class Details:
    """What the event is called, and when and where it is. May be put right at any time."""

    name: str
    place: str = ""
    club: str | None = None
    registration_closes_at: Ms | None = None
    starts_at: Ms | None = None
    ends_at: Ms | None = None


_DATES: Final = ("registration_closes_at", "starts_at", "ends_at")


def check_details(details: Details) -> None:
    """Refuses names that are none, and `dates_out_of_order` with the later date's field."""
    check_name(details.name, "name")
    check_text(details.place, "place")
    if details.club is not None:
        check_id(details.club, "club")
    latest = 0
    for name in _DATES:
        value: Ms | None = getattr(details, name)
        if value is None:
            continue
        in_range(value, 0, 2**53 - 1, name)
        if value < latest:
            refuse("dates_out_of_order", "registration closes, then play starts, then ends", name)
        latest = value

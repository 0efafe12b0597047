"""The tai of a hand whose elements 台 were ticked: which go together, and what they count.

Elements, their worth and how they add up come from `engine.rules.element` and
`engine.scoring.elements`, as for a hand that was played here. What is here are the facts that
ticks speak of, and which of them no hand can have at once.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Final, NamedTuple

from engine.play.refusals import SEAT_NAMES, refuse
from engine.rules.element import ELEMENT_BY_ID, MANY_WILDS, Facts
from engine.rules.ruleset import Blessing, Ruleset
from engine.rules.settlement import Source
from engine.scoring.elements import Count, count_elements
from engine.scoring.plan import Scored, ScoredElement, elements_of
from engine.seats import E, Seat

HONOUR_PUNGS: Final = ("dragon_pung", "east_pung", "seat_wind_pung")
_MOST_SETS: Final = 4
_DRAGONS: Final = 3

_CLASHES: Final = (
    ("E3", "all_chows", ("all_pungs", *HONOUR_PUNGS, "kong_draw", "all_honours")),
    ("E5", "full_flush", ("half_flush", *HONOUR_PUNGS, "all_honours")),
    ("E6", "half_flush", ("all_honours",)),
    ("E8", "robbed_kong", ("kong_draw",)),
    ("E9", "no_wild", ("three_wilds",)),
    ("E12", "heavenly", ("earthly", "kong_draw", "robbed_kong")),
    ("E12", "earthly", ("kong_draw", "robbed_kong")),
)
CLASHES: Final = {
    frozenset((one, other)): rule for rule, one, others in _CLASHES for other in others
}
"""Two elements that no hand has at once, and the rule they would break."""


class Winning(NamedTuple):
    """What is known of a win beside its elements; `wild_kinds` is how many kinds were wild."""

    seat: Seat
    source: Source
    discarder: Seat | None
    wild_kinds: int


def count_ticks(ruleset: Ruleset, winning: Winning, ticks: tuple[str, ...]) -> Count:
    """The tai of a hand with these elements.

    Raises IllegalAction, with the rule, where no hand can have them all.
    """
    counted = Counter(ticks)
    _check_known(ruleset, counted)
    _check_together(counted)
    _check_fits(ruleset, winning, counted)
    _check_pungs(ruleset, winning, counted)
    ordinary, flat = elements_of(ruleset)
    facts = _facts(ruleset, winning, counted)
    pungs = tuple(_pungs(ruleset, winning.seat, counted))
    return count_elements(ruleset, facts, pungs, _without(ordinary), _without(flat))


def elements_for(ruleset: Ruleset, winning: Winning) -> dict[str, int]:
    """The elements that this win may have, by id, and what each is worth to this seat."""
    worth = worth_of(ruleset, winning.seat)
    return {
        name: tai for name, tai in worth.items() if tai and _misfit(ruleset, winning, name) is None
    }


def worth_of(ruleset: Ruleset, seat: Seat) -> dict[str, int]:
    """What each element of the game is worth to this seat, by id."""
    worth = {element.id: ruleset.tai_of(element) for element in ruleset.elements()}
    return worth | {name: _pung_tai(ruleset, seat, name) for name in HONOUR_PUNGS}


def _without(scored: Scored) -> Scored:
    """Honour pungs are counted one by one."""
    return tuple(pair for pair in scored if pair[0].id not in HONOUR_PUNGS)


def _check_known(ruleset: Ruleset, ticks: Counter[str]) -> None:
    known = {element.id for element in ruleset.elements()}
    for name, times in ticks.items():
        if name not in known:
            rule = ELEMENT_BY_ID[name].rule if name in ELEMENT_BY_ID else "W1"
            refuse("no_such_element", rule, f"{ruleset.id} has no element {ascii(name)[:40]}")
        if times > 1 and name not in HONOUR_PUNGS:
            rule = ELEMENT_BY_ID[name].rule_in(ruleset.id)
            refuse("element_twice", rule, f"{name} counts once")


def _check_together(ticks: Counter[str]) -> None:
    for pair in combinations(sorted(ticks), 2):
        rule = CLASHES.get(frozenset(pair))
        if rule is not None:
            message = f"no hand has both {pair[0]} and {pair[1]}"
            refuse("elements_clash", rule, message)


def _check_fits(ruleset: Ruleset, winning: Winning, ticks: Counter[str]) -> None:
    for name in ticks:
        why = _misfit(ruleset, winning, name)
        if why is not None:
            rule = ELEMENT_BY_ID[name].rule_in(ruleset.id)
            refuse("element_does_not_fit", rule, f"{name}: {why}")


def _misfit(ruleset: Ruleset, winning: Winning, name: str) -> str | None:
    """Why this win cannot have an element, if so."""
    seat, source = winning.seat, winning.source
    if name in HONOUR_PUNGS and not _pung_tai(ruleset, seat, name):
        return f"it is worth nothing to {SEAT_NAMES[seat]}"
    if name == "kong_draw" and source != "self_draw":
        return "a kong's replacement is a self-draw"
    if name == "robbed_kong" and source != "robbed_kong":
        return "the hand was not won by robbing a kong"
    if name == "three_wilds" and not winning.wild_kinds:
        return "no kind was wild"
    if name == "no_wild" and not (winning.wild_kinds or _always_without(ruleset)):
        return "it is not counted where no kind is wild"
    blessing: Blessing | None = _BLESSING.get(name)
    if blessing and not ruleset.blessing_fits(blessing, seat, source, winning.discarder):
        return "it is not won by this seat in this way"
    return None


_BLESSING: Final[dict[str, Blessing]] = {"heavenly": "heavenly", "earthly": "earthly"}


def _always_without(ruleset: Ruleset) -> bool:
    """Whether a hand counts as having no wild tile where no kind is wild (E9)."""
    return ruleset.options.no_wild_bonus_without_wilds


def _check_pungs(ruleset: Ruleset, winning: Winning, ticks: Counter[str]) -> None:
    """At most four sets; a kind twice only where wilds may make fifth copies (C8)."""
    pungs = sum(ticks[name] for name in HONOUR_PUNGS)
    if pungs > _MOST_SETS:
        refuse("too_many_pungs", "W1", f"{pungs} honour pungs: a hand has four sets")
    repeats = ruleset.options.fifth_copy and winning.wild_kinds and not ticks["no_wild"]
    for name in HONOUR_PUNGS:
        most = _DRAGONS if name == "dragon_pung" else 1
        if ticks[name] > most and not repeats:
            refuse("too_many_pungs", "C8", f"{ticks[name]} times {name}: there are {most} kinds")
    if pungs == _MOST_SETS and not ticks["all_pungs"] and not ticks["all_honours"]:
        refuse("elements_missing", "E4", "four honour pungs are all pungs")
    if pungs == _MOST_SETS and not ticks["half_flush"] and not ticks["all_honours"]:
        refuse("elements_missing", "E6", "four honour pungs are a half flush or all honours")


def _facts(ruleset: Ruleset, winning: Winning, ticks: Counter[str]) -> Facts:
    """What the ticks say about the hand, as a reading's facts."""
    flush = {"full_flush": "full", "half_flush": "half", "all_honours": "honours"}
    blessing = next((name for name in _BLESSING if ticks[name]), None)
    no_wild = bool(ticks["no_wild"]) if winning.wild_kinds else _always_without(ruleset)
    return Facts(
        sort=_sort(ticks),
        flush=next((word for name, word in flush.items() if ticks[name]), "none"),
        kong_draw=bool(ticks["kong_draw"]),
        robbed_kong=winning.source == "robbed_kong",
        no_wild=no_wild,
        wild_tiles=MANY_WILDS if ticks["three_wilds"] else 0,
        blessing=blessing,
    )


def _sort(ticks: Counter[str]) -> str:
    if ticks["all_pungs"] or ticks["all_honours"]:
        return "pungs"
    return "chows" if ticks["all_chows"] else "any"


def _pungs(ruleset: Ruleset, seat: Seat, ticks: Counter[str]) -> list[ScoredElement]:
    return [
        ScoredElement(name, _pung_tai(ruleset, seat, name), ELEMENT_BY_ID[name].rule)
        for name in HONOUR_PUNGS
        for _ in range(ticks[name])
    ]


def _pung_tai(ruleset: Ruleset, seat: Seat, name: str) -> int:
    """What such a pung is worth to this seat (E1, E2)."""
    tai = ruleset.honour_tai(seat)
    if name == "dragon_pung":
        return tai[-1]
    if name == "east_pung":
        return tai[E]
    return tai[seat] if seat != E else 0

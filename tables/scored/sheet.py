"""A score sheet as its page shows it: totals, hands with their payments, and who is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.notation import format_tile, parse_tiles
from engine.play.match import TurnOrder, from_dealer
from engine.play.matches import end_reason
from engine.play.state import MatchState
from engine.rules.contract import Contract
from engine.scored.entry import Entry, Tapped, seat_of
from engine.scored.senders import may_end
from engine.scored.settle import contract_of
from engine.scored.sheet import PLACES, ScoredHand
from engine.seats import SEATS
from tables import catalogue, folds
from tables.cases.guards import publicity_of
from tables.cases.offers import may_dispute, may_see_cases
from tables.events.drivers import run
from tables.models import Case, Table
from tables.permissions import Visitor, place_of
from tables.review.access import way_in

Json = Any


def state_of(table: Table) -> tuple[MatchState, int]:
    """Where the match stands, and at which version."""
    fold = run(folds.load(table.pk))
    return fold.state, fold.version


def sheet_view(table: Table, state: MatchState, visitor: Visitor) -> dict[str, Any]:
    """Everything the page shows to this visitor."""
    names = names_of(state)
    you = place_of(visitor, table)
    keeps = visitor.has_perm("tables.score", table) and state.phase == "scoring"
    hands = _hands(table, state, visitor, you)
    return {
        "totals": _totals(state, names, you),
        "hands": hands[::-1],
        "mine": [hand for hand in hands if hand["asks_you"]] if keeps else [],
        "next": next_hand(state) if keeps else None,
        "you": you,
        "keeps": keeps,
        "reviews": may_review(visitor, table),
        "speaks_for_all": keeps and you is None,
        "may_call": may_dispute(visitor, table),
        "uphold": visitor.has_perm("tables.uphold", table),
        "may_end": keeps and (you is None or may_end(state, f"place:{you}")),
        "may_call_time": keeps
        and not state.time_called
        and visitor.has_perm("tables.call_time", table),
        "may_enter_points": keeps and not state.sheet,
        "ended": state.phase == "ended",
        "paused": state.paused,
        "time_called": state.time_called,
        "length": length_text(state),
        "places": [{"place": place, "name": names[place]} for place in PLACES],
    }


def _hands(
    table: Table, state: MatchState, visitor: Visitor, you: int | None
) -> list[dict[str, Any]]:
    """The hands, with what this visitor may know of the disputes about them."""
    names, is_inside = names_of(state), may_see_cases(visitor, table)
    cases = list(Case.objects.filter(table=table)) if is_inside else []
    is_told = is_inside or publicity_of(table) == "all"
    return [
        hand_view(state, hand, names, you)
        | ({} if is_told else {"contests": []})
        | {"is_contested": hand.is_contested,
           "cases": [case for case in cases if case.hand == hand.number],
           "worth": _worth(state, hand, names)}
        for hand in state.sheet
    ]  # fmt: skip


def _worth(state: MatchState, hand: ScoredHand, names: Sequence[str]) -> list[dict[str, Any]]:
    """What a hand is worth by ruling, where that is something else than what was entered."""
    ruled = state.court.ruled_on(hand.number)
    if ruled is None or ruled == hand.gains:
        return []
    return [{"name": names[place], "total": ruled[place]} for place in PLACES]


def may_review(visitor: Visitor, table: Table) -> bool:
    """Whether the hands that are over may be reviewed by this visitor."""
    return way_in(visitor, table, is_over=True) is not None


def names_of(state: MatchState) -> list[str]:
    """Who sits at each place now."""
    return [player.name for player in state.players]


def next_hand(state: MatchState) -> dict[str, Any] | None:
    """The hand that is entered next, None where all have been."""
    is_full = end_reason(state, time_called=False) is not None
    if is_full or any(hand.entry is None for hand in state.sheet):
        return None
    return {
        "number": len(state.sheet) + 1,
        "dealer": names_of(state)[state.dealer],
        "repeat": state.repeat,
        "reseated": _reseated(state),
    }


def _reseated(state: MatchState) -> str:
    """Who sits where for the next hand, where seats were changed for it; else nothing."""
    if not state.reseated:
        return ""
    names = names_of(state)
    places = from_dealer(state.order, state.dealer)
    winds = (_("East"), _("South"), _("West"), _("North"))
    seats = [f"{wind} {names[place]}" for wind, place in zip(winds, places, strict=True)]
    return _("Seats have changed: {seats}.").format(seats=" · ".join(seats))


def length_text(state: MatchState) -> str:
    """How far the match has come of how long it is."""
    length = state.setup.length if state.setup else None
    if length is not None and length.kind == "hands":
        return _("Hand %(n)s of %(of)s") % {"n": len(state.sheet), "of": length.hands}
    return _("Hand %(n)s") % {"n": len(state.sheet)}


def _totals(state: MatchState, names: Sequence[str], you: int | None) -> list[dict[str, Any]]:
    places = from_dealer(state.order, state.dealer)
    return [
        {
            "place": place,
            "name": names[place],
            "wind": SEATS[seat_of(place, places)],
            "points": state.points[place],
            "deals": place == state.dealer and state.phase != "ended",
            "repeat": state.repeat,
            "you": place == you,
        }
        for place in PLACES
    ]


def hand_view(
    state: MatchState, hand: ScoredHand, names: Sequence[str], you: int | None
) -> dict[str, Any]:
    """One hand of the sheet, as it stands now."""
    entry = hand.entry
    return {
        "number": hand.number,
        "dealer": names[hand.dealer],
        "repeat": hand.repeat,
        "is_points": entry is None,
        "outcome": entry.outcome if entry else "points",
        "winner": _name(names, entry.winner if entry else None),
        "source": entry.source if entry else None,
        "discarder": _name(names, entry.discarder if entry else None),
        "contract": _contract(state, hand, names),
        "tai": hand.breakdown.get("tai", 0),
        "elements": elements_of(hand.breakdown),
        "reading": reading_of(hand.breakdown),
        "tiles": _tiles(entry),
        "multiplier": hand.breakdown["multiplier"],
        "payments": payments_of(hand.places, hand.gains, hand.breakdown, names),
        "by": _name(names, hand.by),
        "confirmed": [names[place] for place in hand.confirmed],
        "waiting_for": [{"place": p, "name": names[p]} for p in hand.waiting_for],
        "contests": [{"name": names[one.place], "text": one.text} for one in hand.contests],
        "is_settled": hand.is_settled,
        "is_last": hand.number == len(state.sheet),
        "asks_you": you is not None and you in hand.waiting_for and not _contests(hand, you),
        "you_may_confirm": you is not None and you not in hand.confirmed,
        "you_contest": you is not None and _contests(hand, you),
    }


def _contests(hand: ScoredHand, place: int) -> bool:
    return any(one.place == place for one in hand.contests)


def _name(names: Sequence[str], place: int | None) -> str | None:
    return None if place is None else names[place]


def _contract(state: MatchState, hand: ScoredHand, names: Sequence[str]) -> str:
    """What was bid, in words; nothing in a game without an auction."""
    entry = hand.entry
    if entry is None or entry.auction is None:
        return ""
    contract = contract_of(state.ruleset, entry, hand.places)
    if contract is None:
        return _("No contract")
    who = names[(contract.by + hand.dealer) % 4]
    return f"{who}: {bid_text(contract)} · {_('stake {n}').format(n=contract.stake)}"


def bid_text(contract: Contract) -> str:
    """A bid as players say it."""
    texts = {
        "two_wild": _("{n} tai"),
        "one_wild": _("{n} tai, one wild"),
        "no_wild": _("{n} tai, no wild"),
    }
    return texts[contract.form].format(n=contract.tai)


def elements_of(breakdown: Mapping[str, Json]) -> list[dict[str, Any]]:
    """The lines of a breakdown with their names and what their rules are about."""
    names, headings = catalogue.element_names(), catalogue.rule_headings()
    return [
        {**line, "name": names[line["id"]], "heading": headings.get(line["rule"], "")}
        for line in breakdown.get("elements", ())
    ]


def reading_of(breakdown: Mapping[str, Json]) -> list[list[str]]:
    """The sets and the pair that the engine read the hand as, each as tiles."""
    return [_kinds(one["tiles"]) for one in breakdown.get("as", ())]


def _tiles(entry: Entry | None) -> dict[str, Any] | None:
    """The winning hand as it was tapped in."""
    hand = entry.hand if entry else None
    if not isinstance(hand, Tapped):
        return None
    wilds = [format_tile(kind) for kind in hand.wild_kinds]
    return {
        "concealed": [format_tile(kind) for kind in hand.concealed],
        "winning": format_tile(hand.winning_tile),
        "melds": [[format_tile(kind) for kind in meld.tiles] for meld in hand.melds],
        "wilds": wilds,
    }


def _kinds(text: str) -> list[str]:
    return [format_tile(kind) for kind in parse_tiles(text)]


def payments_of(
    places: TurnOrder, gains: Sequence[int], breakdown: Mapping[str, Json], names: Sequence[str]
) -> list[dict[str, Any]]:
    """What each place gains or loses, in the terms that it is made of; `places` are at E to N."""
    return [
        {
            "name": names[place],
            "wind": SEATS[seat_of(place, places)],
            "total": gains[place],
            "terms": _terms(SEATS[seat_of(place, places)], breakdown),
        }
        for place in PLACES
    ]


def _terms(seat: str, breakdown: Mapping[str, Json]) -> list[dict[str, Any]]:
    sums: dict[str, int] = {}
    for part in breakdown["parts"]:
        if seat in (part["from"], part["to"]):
            amount = part["amount"] if part["to"] == seat else -part["amount"]
            sums[part["part"]] = sums.get(part["part"], 0) + amount
    titles = {"hand": _("hand part"), "contract": _("stake part")}
    return [{"title": titles[name], "amount": amount} for name, amount in sums.items() if amount]

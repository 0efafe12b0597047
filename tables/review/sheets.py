"""The review of a hand that was played with real tiles: entries, confirmations, contests, score."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from engine.play.state import MatchState
from engine.scored import events as s
from engine.scored.entry import Place
from engine.scored.settle import Standing, facts_of_entry
from engine.scored.sheet import ScoredHand
from engine.scoring.alternatives import readings
from tables import selectors
from tables.cases.guards import Publicity
from tables.events.log import Line
from tables.models import Table
from tables.review import opened
from tables.scored.sheet import hand_view, names_of

Json = dict[str, Any]
DEEDS: Final = {
    s.HandEntered: _("entered the hand"),
    s.FinalPointsEntered: _("entered the final points"),
    s.HandConfirmed: _("confirmed it"),
    s.HandContested: _("contested it"),
    s.HandUpheld: _("ruled that it stands"),
    s.HandCorrected: _("put it right"),
    s.HandRederived: _("follows from a hand before it that was put right"),
    s.HandWithdrawn: _("took it back"),
}


DISPUTED: Final = (s.HandContested, s.HandUpheld)
"""Deeds that are a dispute, or end one."""


def hand_of(table: Table, match: MatchState, number: int, how: Publicity) -> Json:
    """Everything about one hand of the sheet, of disputes what is told under this policy."""
    hand = match.sheet[number - 1]
    names = names_of(match)
    shown = hand_view(match, hand, names, None)
    steps = _steps(table, match, number, how)
    context: Json = {"entry": shown, "steps": steps, "score": None}
    if hand.entry is not None:
        context["score"] = _score(match, hand, shown)
    return context


def _score(match: MatchState, hand: ScoredHand, shown: Json) -> Json:
    by_seat = [match.players[place].name for place in hand.places]
    breakdown = hand.breakdown
    score = opened.opened(match.ruleset, breakdown, by_seat)
    if hand.entry is not None and hand.entry.outcome == "won":
        score |= {"winner": shown["winner"], "source": shown["source"],
                  "discarder": shown["discarder"], "others": _others(match, hand)}  # fmt: skip
    if shown["tiles"]:
        tiles = shown["tiles"]
        score["hand_tiles"] = tiles
        score["tile"] = tiles["winning"]
    return score


def _others(match: MatchState, hand: ScoredHand) -> list[Json]:
    """Other readings, where the tiles were tapped in."""
    assert hand.entry is not None
    assert match.setup is not None
    standing = Standing(hand.places, hand.repeat)
    facts = facts_of_entry(match.ruleset, match.setup.fixed_wilds, hand.entry, standing)
    if facts is None:
        return []
    lines: Any = hand.breakdown["elements"]
    tai: Any = hand.breakdown["tai"]
    return opened.others(lines, tai, readings(match.ruleset, facts))


def _steps(table: Table, match: MatchState, number: int, how: Publicity) -> list[Json]:
    """What was done to the hand, by whom and when. Contests and what was ruled on them are left out
    where rulings are not public, names and words where they are so without names."""
    lines = [
        line
        for line in selectors.lines(table)
        if type(line.event) in DEEDS and getattr(line.event, "hand", None) == number
    ]
    if how == "none":
        lines = [line for line in lines if not isinstance(line.event, DISPUTED)]
    steps = [(line, _step(match, line)) for line in lines]
    return [
        step | {"who": "", "words": "", "for": ""}
        if how == "anonymous" and isinstance(line.event, DISPUTED)
        else step
        for line, step in steps
    ]


def _step(match: MatchState, line: Line) -> Json:
    event: Any = line.event
    words = getattr(event, "text", "") or getattr(event, "reason", "")
    return {
        "seq": line.seq,
        "at": datetime.fromisoformat(line.at),
        "who": _who(match, line.before, line.actor),
        "what": DEEDS[type(event)],
        "words": words,
        "for": _for(match, event, line.actor),
    }


def _who(match: MatchState, before: MatchState, actor: str) -> str:
    """A player by the name they had then, or the office."""
    role, _colon, id_ = actor.partition(":")
    if role == "place" and id_.isdigit():
        return (before if before.players else match).players[int(id_)].name
    offices = {"referee": _("a referee"), "organiser": _("the organiser"),
               "scorer": _("a scorer"), "system": _("the site")}  # fmt: skip
    return str(offices.get(role, role))


def _for(match: MatchState, event: Any, actor: str) -> str:
    """On whose behalf an official spoke."""
    place: Place | None = getattr(event, "place", None)
    if place is None or actor == f"place:{place}":
        return ""
    return match.players[place].name

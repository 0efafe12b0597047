"""What became of a hand: the chain from the score as it was played to the one that stands.

Texts are shown to who plays or rules at the table; what everybody sees of a ruling is the event's
policy (`guards.publicity_of`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.rulings import events as e
from engine.rulings.court import Court
from tables.cases import wording
from tables.cases.appealing import appeal_due
from tables.cases.guards import penalties_of, publicity_of
from tables.cases.history import Told, history, names_of, people_named
from tables.cases.offers import may_see_cases
from tables.cases.penalties import departs, rule_words
from tables.cases.texts import texts_of
from tables.models import Appeal, Table
from tables.permissions import Visitor


def chain_of(
    table: Table, court: Court, hand: int, told: Sequence[Told], people: dict[str, str]
) -> list[dict[str, Any]]:
    """What became of a hand, or of the match (0): original, rulings, appeals, final.

    Each with who, when, what it is worth from there on and the difference, by place.
    """
    made = {one.event.ruling: one for one in told if isinstance(one.event, e.RulingMade)}
    appeals = {row.appeal: row for row in Appeal.objects.filter(table=table)}
    texts = texts_of(one.event.text for one in told if hasattr(one.event, "text"))
    rows = penalties_of(table)
    steps: list[dict[str, Any]] = []
    is_unscored = hand > 0 and court.hand(hand) is None
    for step in court.chain(hand):
        if is_unscored and step.kind == "original":
            # It is worth nothing yet.
            continue
        row: dict[str, Any] = {
            "kind": step.kind, "id": step.id, "standing": step.standing, "change": step.change,
            "moves": step.kind == "original" or any(step.change),
        }  # fmt: skip
        if step.kind == "ruling":
            row |= ruling_words(made[step.id], people, texts)
            if row["ruled_as"] == "penalty":
                row["departs"] = departs(row["decision"], rows)
                row["rule"] = rule_words(row["decision"], rows)
        elif step.kind == "appeal":
            row |= appeal_words(appeals[step.id], told, people, texts)
        steps.append(row)
    if steps:
        steps[-1]["is_final"] = True
    return steps


def ruling_words(told: Told, people: dict[str, str], texts: dict[str, str]) -> dict[str, Any]:
    """A ruling as pages say it."""
    event: e.RulingMade = told.event
    return {
        "ruling": event.ruling,
        "what": wording.KINDS.get(event.kind, event.kind),
        "ruled_as": event.kind,
        "decision": dict(event.decision),
        "cites": event.cites,
        "text": texts.get(event.text),
        "who": people.get(event.referee, ""),
        "at": told.at,
        "supersedes": event.supersedes,
    }


def appeal_words(
    row: Appeal,
    told: Sequence[Told],
    people: dict[str, str],
    texts: dict[str, str],
) -> dict[str, Any]:
    """An appeal as pages say it, with its votes."""
    votes = [
        {
            "judge": people.get(one.event.judge, ""),
            "vote": wording.VOTES[one.event.vote],
            "text": texts.get(one.event.text),
            "at": one.at,
        }
        for one in told
        if isinstance(one.event, e.VoteCast) and one.event.appeal == row.appeal
    ]
    lodged = [one for one in told if getattr(one.event, "appeal", None) == row.appeal]
    return {
        "appeal": row,
        "who": lodged[0].names[row.place] if lodged else "",
        "text": texts.get(row.text),
        "at": row.lodged_at,
        "status": row.get_status_display(),
        "judges": [people.get(judge, "") for judge in row.judges],
        "votes": votes,
        "due": appeal_due(row),
    }


def public_chains(table: Table, court: Court, account: Visitor) -> list[dict[str, Any]]:
    """The chains of all hands that were ruled on, as this reader may see them; () where nobody
    outside the table may.

    `anonymous` leaves out who it was about and by, and what was written: words name people.
    """
    is_inside = may_see_cases(account, table)
    policy = "all" if is_inside else publicity_of(table)
    if policy == "none":
        return []
    told = history(table)
    people = people_named(table, told, Appeal.objects.filter(table=table))
    hands = sorted({one.event.hand for one in told if isinstance(one.event, e.RulingMade)})
    names = names_of(table)
    if policy == "anonymous":
        return [
            {"hand": hand, "chain": _nameless(chain_of(table, court, hand, told, {})),
             "names": winds_of(court, hand)}
            for hand in hands
        ]  # fmt: skip
    return [
        {"hand": hand, "chain": chain_of(table, court, hand, told, people), "names": names}
        for hand in hands
    ]


def _nameless(chain: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without anybody's name or words."""
    return [step | {"who": "", "text": "", "judges": [], "votes": []} for step in chain]


def winds_of(court: Court, hand: int) -> list[str]:
    """What the places are called where nobody is named: the wind of the hand, or a number."""
    played = court.hand(hand)
    winds = (_("East"), _("South"), _("West"), _("North"))
    if played is None:
        return [_("Player {n}").format(n=place + 1) for place in range(4)]
    return [winds[played.places.index(place)] for place in range(4)]

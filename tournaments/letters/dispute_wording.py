"""What letters about disputes say, at an event or not, and about what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tables import catalogue
from tables.cases import penalties
from tables.cases.wording import KINDS
from tournaments.letters.words import Facts, Words, when
from tournaments.models import Tournament
from tournaments.pages.corrections import CHOSEN
from tournaments.pages.terms_text import STAGES
from tournaments.store.projections import moment

Event = Tournament | None


def _name(tournament: Event, data: Facts) -> str:
    """What a letter is about: the event, or the table."""
    if tournament is not None:
        return tournament.name
    return str(data.get("name") or catalogue.ruleset_name(data["ruleset"]))


def _where(tournament: Event, data: Facts) -> str:
    """The table, as a part of a sentence."""
    name = _name(tournament, data)
    if tournament is None:
        return _("the table “%(name)s”") % {"name": name}
    said = {"event": name, "round": data["round"], "table": data["table"]}
    return _("table %(table)s in round %(round)s of %(event)s") % said


def _page(name: str, tournament: Event, data: Facts, last: str) -> str:
    """The page of a case or ruling at the match; without one, that of the event's table."""
    try:
        return reverse(name, args=[data["match"], last])
    except NoReverseMatch:
        if tournament is None:
            return reverse("table", args=[data["match"]])
        return reverse("event-table", args=[tournament.pk, data["round"], data["table"]])


def _call_taken(tournament: Event, data: Facts) -> Words:
    return Words(
        _("%(event)s: a referee has your call") % {"event": _name(tournament, data)},
        (_("A referee looks at your call at %(where)s.") % {"where": _where(tournament, data)},),
        _page("case", tournament, data, data["case"]),
        _("See the case"),
    )


def _ruling(tournament: Event, data: Facts) -> Words:
    kind = KINDS.get(data["ruled"], data["ruled"])
    said = {"where": _where(tournament, data), "kind": kind}
    return Words(
        _("%(event)s: a ruling at your table") % {"event": _name(tournament, data)},
        tuple(filter(None, (
            _("A referee has ruled at %(where)s: %(kind)s.") % said,
            _("It is about hand %(n)s.") % {"n": data["hand"]} if data.get("hand") else "",
            *_what_it_does(tournament, data),
            data.get("text") or "",
            _("Ruled by %(name)s.") % {"name": data["who"]} if data.get("who") else "",
            _cited(data.get("cites") or ()),
            _still_appealable(data),
        ))),
        _page("ruling", tournament, data, data["ruling"]),
        _("See the ruling"),
    )  # fmt: skip


def _cited(cites: Iterable[Sequence[str]]) -> str:
    """The rules with what they are about, and clauses with their text; other words as they are."""
    headings = catalogue.rule_headings()
    said = " · ".join(f"{name} {text or headings.get(name, '')}".strip() for name, text in cites)
    return _("Cites: %(cited)s") % {"cited": said} if said else ""


def _what_it_does(tournament: Event, data: Facts) -> tuple[str, ...]:
    """What it changes for the reader; of a penalty or given time who gets it, and what it is."""
    decision = data.get("decision")
    if not decision:
        points = int(data["points"])
        change = {"points": f"{points:+}".replace("-", "−")}
        told = _("For you it changes %(points)s points.") % change
        return (told if points else _("Your points stay as they are."),)
    is_yours = decision["place"] == data["place"]
    if data["ruled"] == "clock_given":
        said = {"name": decision["name"], "n": decision["ms"] // 1000}
        if is_yours:
            return (_("You get %(n)s seconds back.") % said,)
        return (_("%(name)s gets %(n)s seconds back.") % said,)
    return tuple(_penalty(tournament, decision, is_yours=is_yours))


def _penalty(tournament: Event, decision: Facts, *, is_yours: bool) -> Iterator[str]:
    what = penalties.words(decision["penalty"], decision["game"], decision["table"])
    said = {"name": decision["name"], "penalty": what}
    yield (_("It is given to you: %(penalty)s.") if is_yours else
           _("It is given to %(name)s: %(penalty)s.")) % said  # fmt: skip
    if tournament is None:
        return
    if is_yours and decision["penalty"] == "expulsion":
        yield _("The organiser takes you out of the event, or decides that you stay.")
    if decision["game"] or decision["table"]:
        yield _("The points of the match stay as they are; it is taken off in the standings.")


def _still_appealable(data: Facts) -> str:
    """Until when an appeal is possible; nothing where none is, or not any more."""
    ends = moment(data.get("appeal_until"))
    if ends is None or ends <= timezone.now():
        return ""
    return _("You can appeal against it until %(at)s.") % {"at": when(ends)}


def _appeal(tournament: Event, data: Facts) -> Words:
    outcomes = {
        "upheld": _("The ruling was upheld."),
        "overturned": _("The ruling was overturned and replaced by another."),
        "expired": _("The appeal was not decided in time: the ruling stands."),
    }
    where = {"where": _where(tournament, data)}
    return Words(
        _("%(event)s: an appeal at your table is decided") % {"event": _name(tournament, data)},
        (_("The appeal about %(where)s is decided.") % where, outcomes.get(data["outcome"], "")),
        _page("ruling", tournament, data, data["ruling"]),
        _("See the ruling"),
    )


def _appealed(tournament: Event, data: Facts) -> Words:
    due = {"at": when(moment(data["due"]))}
    where = {"where": _where(tournament, data)}
    return Words(
        _("%(event)s: an appeal at your table") % {"event": _name(tournament, data)},
        (
            _("Somebody has appealed against the ruling at %(where)s.") % where,
            _("It is to be decided by %(at)s; until then the ruling stands, and if nobody decides"
              " it the ruling stays.") % due,
            _("You are told how it ends."),
        ),
        _page("ruling", tournament, data, data["ruling"]),
        _("See the appeal"),
    )  # fmt: skip


def _panel(tournament: Event, data: Facts) -> Words:
    due = {"at": when(moment(data["due"]))}
    where = {"where": _where(tournament, data)}
    return Words(
        _("%(event)s: an appeal waits for its judges") % {"event": _name(tournament, data)},
        (
            _("Somebody has appealed against the ruling at %(where)s.") % where,
            _("Please name who decides it: the chief referee, or a panel of three. It is to be"
              " decided by %(at)s; if nobody does, the ruling stays.") % due,
        ),
        _page("ruling", tournament, data, data["ruling"]),
        _("Name the judges"),
    )  # fmt: skip


def _judge(tournament: Event, data: Facts) -> Words:
    due = {"at": when(moment(data["due"]))}
    where = {"where": _where(tournament, data)}
    return Words(
        _("%(event)s: you are to decide an appeal") % {"event": _name(tournament, data)},
        (
            _("You are named to decide the appeal against the ruling at %(where)s.") % where,
            _("Please vote by %(at)s. If it is not decided by then, the ruling stays.") % due,
        ),
        _page("ruling", tournament, data, data["ruling"]),
        _("See the appeal"),
    )


def _rests(tournament: Event, data: Facts) -> Words:
    name = {"event": _name(tournament, data)}
    return Words(
        _("%(event)s: a correction concerns your next pairing") % name,
        (
            _("Results of %(event)s were corrected after something had been made from them that"
              " concerns you:") % name,
            *(_rest(one) for one in data["about"]),
            _("Nothing moves by itself: the organiser has to decide what becomes of it. You are"
              " told what they decide."),
        ),
        *_pairings(tournament),
    )  # fmt: skip


def _decided(tournament: Event, data: Facts) -> Words:
    name = {"event": _name(tournament, data)}
    return Words(
        _("%(event)s: it is decided what becomes of your pairing") % name,
        (
            _("The organiser of %(event)s has decided about what rested on corrected results:")
            % name,
            *(f"{_rest(one)} {_choice(one)}".strip() for one in data["about"]),
        ),
        *_pairings(tournament),
    )


def _pairings(tournament: Event) -> tuple[str, str]:
    if tournament is None:
        raise KeyError("pairings are those of an event")
    return reverse("event-pairings", args=[tournament.pk]), _("See the pairings")


def _choice(one: Facts) -> str:
    chosen = str(CHOSEN.get(one["choice"], ""))
    if not one.get("reason"):
        return chosen
    return f"{chosen} {_('The reason given: %(reason)s') % {'reason': one['reason']}}"


def _rest(one: Facts) -> str:
    """One thing that rests on what was corrected, as it concerns the reader."""
    if one["kind"] == "round":
        return _("Round %(n)s was paired by standings that are different now.") % {"n": one["ref"]}
    change = _change(one["kind"], one["role"])
    if one["kind"] == "bracket":
        table = str(one["ref"]).partition("/")[2]
        return _("Bracket, table %(table)s: %(change)s") % {"table": table, "change": change}
    if not one.get("stage"):
        return _("Who goes on: %(change)s") % {"change": change}
    number, kind = one["stage"]
    stage = f"{number} · {STAGES[kind]}"
    return _("%(stage)s: %(change)s") % {"stage": stage, "change": change}


def _change(kind: str, role: str) -> str:
    words = {
        "leaving": _("by the corrected results somebody else would be in your place."),
        "entering": _("by the corrected results you would be there instead of somebody else."),
        "level": _("by the corrected results you are level with others for a place there."),
    }
    if role in words:
        return words[role]
    if kind == "bracket":
        return _("by the corrected results others would sit at this table.")
    return _("by the corrected results the players would be others, or in another order.")


OF_DISPUTES: Final[Mapping[str, Callable[[Event, Facts], Words]]] = {
    "call_taken": _call_taken,
    "ruling": _ruling,
    "appealed": _appealed,
    "panel": _panel,
    "judge": _judge,
    "appeal": _appeal,
    "rests": _rests,
    "decided": _decided,
}

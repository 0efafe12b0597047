"""What a letter says, in whatever language is active. Plain text; the templates make the frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.letters.dispute_wording import OF_DISPUTES
from tournaments.letters.words import Facts, Words, when
from tournaments.models import Tournament
from tournaments.store.projections import moment


def words_of(kind: str, tournament: Tournament | None, data: Facts) -> Words:
    """The letter of a kind; only of disputes are there some about no event.

    Raises KeyError for a kind that there is not.
    """
    if kind in OF_DISPUTES:
        return OF_DISPUTES[kind](tournament, data)
    if tournament is None:
        raise KeyError(kind)
    return _LETTERS[kind](tournament, data)


def _event(tournament: Tournament, subject: str, *paragraphs: str) -> Words:
    path = reverse("event", args=[tournament.pk])
    return Words(subject, tuple(filter(None, paragraphs)), path, _("Open the event"))


def _begins(tournament: Tournament) -> str:
    if tournament.starts_at is None:
        return ""
    said = {"at": when(tournament.starts_at), "place": tournament.place}
    if tournament.place:
        return _("It begins on %(at)s, at: %(place)s.") % said
    return _("It begins on %(at)s.") % said


def _entered(tournament: Tournament, data: Facts) -> Words:
    name = {"event": tournament.name}
    return _event(
        tournament,
        _("%(event)s: you are registered") % name,
        _("You are registered for %(event)s.") % name,
        _begins(tournament),
    )


def _waiting(tournament: Tournament, data: Facts) -> Words:
    name = {"event": tournament.name}
    return _event(
        tournament,
        _("%(event)s: you are on the waiting list") % name,
        _("%(event)s is full. You are on the waiting list, and get another e-mail as soon as a "
          "place falls free.") % name,
    )  # fmt: skip


def _promoted(tournament: Tournament, data: Facts) -> Words:
    name = {"event": tournament.name}
    return _event(
        tournament,
        _("%(event)s: you have a place") % name,
        _("A place has fallen free: you have moved up from the waiting list and are registered "
          "for %(event)s.") % name,
        _begins(tournament),
    )  # fmt: skip


def _withdrawn(tournament: Tournament, data: Facts) -> Words:
    name = {"event": tournament.name}
    reason = data.get("reason")
    return _event(
        tournament,
        _("%(event)s: your entry was withdrawn") % name,
        _("An organiser has withdrawn your entry for %(event)s.") % name,
        _("The reason given: %(reason)s") % {"reason": reason} if reason else "",
    )


def wind_name(letter: str) -> str:
    """The seat wind, written out."""
    return {"E": _("East"), "S": _("South"), "W": _("West"), "N": _("North")}[letter]


def _pairings(tournament: Tournament, data: Facts) -> Words:
    said = {"event": tournament.name, "round": data["round"], "table": data.get("table")}
    at = moment(data.get("starts_at"))
    start = _("The round starts on %(at)s.") % {"at": when(at)} if at else _(
        "The round starts when the organiser says so."
    )  # fmt: skip
    if data.get("without_table") == "bye":
        subject = _("%(event)s: round %(round)s, you have a bye") % said
        text = _("You have a bye in round %(round)s of %(event)s.") % said
    elif data.get("without_table"):
        subject = _("%(event)s: round %(round)s, you sit out") % said
        text = _("You sit out in round %(round)s of %(event)s.") % said
    else:
        said["wind"] = wind_name(data["wind"])
        subject = _("%(event)s: round %(round)s, table %(table)s, %(wind)s") % said
        text = _("In round %(round)s of %(event)s you sit at table %(table)s, %(wind)s.") % said
    path = reverse("event-round", args=[tournament.pk, data["round"]])
    return Words(subject, (text, start), path, _("See the pairings"))


def _seats(tournament: Tournament, data: Facts) -> Words:
    """Where somebody sits in several rounds that were published together."""
    rounds = [one["round"] for one in data["seats"]]
    said = {"event": tournament.name, "count": len(rounds)}
    lines = [_seat_line(one) for one in data["seats"]]
    return Words(
        _("%(event)s: where you sit in %(count)s rounds") % said,
        (_("%(count)s rounds of %(event)s have been published together:") % said, *lines),
        reverse("event-pairings", args=[tournament.pk]),
        _("See the pairings"),
    )


def _seat_line(data: Facts) -> str:
    said = {"round": data["round"], "table": data.get("table")}
    if data.get("without_table") == "bye":
        text = _("Round %(round)s: a bye.") % said
    elif data.get("without_table"):
        text = _("Round %(round)s: you sit out.") % said
    else:
        said["wind"] = wind_name(data["wind"])
        text = _("Round %(round)s: table %(table)s, %(wind)s.") % said
    at = moment(data.get("starts_at"))
    return f"{text} {_('It starts on %(at)s.') % {'at': when(at)}}" if at else text


def _reminder(tournament: Tournament, data: Facts) -> Words:
    said = {"event": tournament.name, "at": when(tournament.starts_at)}
    return _event(
        tournament, _("%(event)s begins on %(at)s") % said, _begins(tournament),
        _("If you cannot come, please withdraw, so that somebody else can play."),
    )  # fmt: skip


def _reminder_hour(tournament: Tournament, data: Facts) -> Words:
    said = {"event": tournament.name, "at": when(tournament.starts_at)}
    return _event(
        tournament, _("%(event)s begins within the hour") % said, _begins(tournament),
        _("Please check in as soon as you are there."),
    )  # fmt: skip


def _official(tournament: Tournament, data: Facts) -> Words:
    said = {"event": tournament.name, **data}
    return Words(
        _("%(event)s: the standings are official") % said,
        (_("The standings of %(event)s after round %(round)s are official: you are number "
           "%(rank)s of %(players)s.") % said,),
        reverse("event-standings", args=[tournament.pk]),
        _("See the standings"),
    )  # fmt: skip


_LETTERS: Final[Mapping[str, Callable[[Tournament, Facts], Words]]] = {
    "entered": _entered,
    "waiting": _waiting,
    "promoted": _promoted,
    "withdrawn": _withdrawn,
    "pairings": _pairings,
    "seats": _seats,
    "reminder_day": _reminder,
    "reminder_hour": _reminder_hour,
    "official": _official,
}

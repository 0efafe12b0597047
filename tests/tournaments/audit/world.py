"""A site with something of everything in its logs, all of it signed: what is tampered with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from accounts.models import User
from engine.checkpoints import Checkpoint
from engine.play.match import Length
from tables import services as tables
from tables.cases import services as cases
from tables.cases.services import Draft
from tables.checkpoints.services import checkpoint_make
from tables.demo import play_out
from tables.models import Table as Match
from tables.review.looks import look_note
from tables.scored import services as scored
from tables.services import Sitter, Terms
from tests.engine.scored.keeper import exhausted
from tests.tables.conftest import contribute_all, play, state_of
from tests.tournaments.conftest import Event, club_make
from tests.tournaments.domain.desk import terms
from tests.tournaments.play.test_keeping_up import begin, matches
from tournaments import services
from tournaments.domain import commands as c
from tournaments.domain.next_standings import published_lines
from tournaments.domain.terms import Details
from tournaments.officials import official_name
from tournaments.play.keeping_up import keep_up


@dataclass(frozen=True)
class World:
    """An event whose first round is confirmed, its match, a match with a dispute, one that runs,
    one with real tiles."""

    event: Event
    match: Match
    disputed: Match
    running: Match
    sheet: Match
    checkpoints: tuple[Checkpoint, ...]


def world_make() -> World:
    """Three checkpoints: after the event's match, after the dispute, after a last move."""
    event = _event()
    (match,) = matches(event)
    at = timezone.now()
    first = checkpoint_make(at)
    people = [User.objects.create_user(f"{name}-{uuid4().hex[:6]}") for name in "abcd"]
    disputed = _disputed(people)
    second = checkpoint_make(at + timedelta(minutes=1))
    running = _opened(people, 4)
    play(running, people, seed=3, steps=5)
    _hands(running, people, 2)
    sheet = _sheet(people)
    third = checkpoint_make(at + timedelta(minutes=2))
    assert None not in (first, second, third)
    for one in (match, disputed, running, sheet):
        one.refresh_from_db()
    return World(event, match, disputed, running, sheet, (first, second, third))


def _event() -> Event:
    club, cast = club_make()
    tournament = services.tournament_create(
        club=club, account=cast["organiser"], details=Details("Night"),
        terms=terms(length=Length("hands", 1)), capacity=None,
    )  # fmt: skip
    official_name(
        tournament=tournament, by=cast["organiser"], account=cast["scorer"], role="referee"
    )
    event = begin(Event(tournament, cast["organiser"]), players=4)
    keep_up(tournament.pk)
    for match in matches(event):
        play_out(match)
    keep_up(tournament.pk)
    return event.do(
        c.ConfirmRound(1),
        lambda state: c.PublishStandings("main", 1, published_lines(state, "main", 1), None),
        c.GivePenalty("y", "p0", 1, None, "late", 3),
    )


def _opened(people: list[User], hands: int) -> Match:
    match = tables.table_open(
        terms=Terms("bao", length=Length("hands", hands)),
        sitters=[Sitter(name=person.username[:1], account=person) for person in people],
        name="1",
    )
    contribute_all(match, people)
    return match


def _sheet(people: list[User]) -> Match:
    """A match with real tiles, one hand of which is entered."""
    match = tables.table_open(
        terms=Terms("bao", length=Length("open"), play="scored"),
        sitters=[Sitter(name=person.username[:1], account=person) for person in people],
    )
    scored.hand_enter(table=match, account=people[0], hand=1, entry=exhausted(0, 2))
    return match


def _hands(match: Match, people: list[User], number: int) -> None:
    """Play on until so many hands were dealt."""
    seed = 50
    while state_of(match).hand_number < number:
        seed += 1
        play(match, people, seed=seed, steps=20)


def _disputed(people: list[User]) -> Match:
    """Called, stated, ruled on, appealed against; the match is over. Its referee looked at it."""
    match, referee = _opened(people, 1), User.objects.create_user(f"r-{uuid4().hex[:6]}")
    tables.referee_assign(table=match, account=referee)
    play(match, people, seed=11)
    match.refresh_from_db()
    call: Any = {"table": match, "reason": "wrong_score", "hand": 1}
    case = cases.referee_call(account=people[1], text="He had no such pung", **call).case
    cases.statement_make(table=match, account=people[2], case=case, text="He had")
    draft = Draft(
        kind="score_set", hand=1, decision={"payments": {"E": 9, "S": -3, "W": -3, "N": -3}},
        cites=("L7",), case=case, text="Counted again",
    )  # fmt: skip
    cases.ruling_make(table=match, account=referee, draft=draft)
    ruling = match.rulings.get().ruling
    cases.appeal_lodge(table=match, account=people[3], ruling=ruling, text="But")
    for what in ("live", "review", "review", "what_if"):
        look_note(account=referee, table=match.pk, hand=1, what=what)
    return match

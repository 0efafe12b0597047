"""An event played at tables of the site, whose players call the referee and whose referee rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from accounts.models import User
from engine.play.match import Length
from tables import folds
from tables import services as tables
from tables.cases import services as cases
from tables.cases.services import Draft
from tables.demo import AT_ONCE, LONG_AFTER, play_out
from tables.events.drivers import run
from tables.live.steps import due_orders
from tables.models import Ruling
from tables.models import Table as Match
from tests.tournaments.conftest import CLUB, Event, EventMaker, only_event
from tests.tournaments.domain.desk import MINUTE
from tests.tournaments.play.test_keeping_up import matches, start_round
from tests.worlds import World
from tournaments.domain import commands as c
from tournaments.domain.parts import Person
from tournaments.domain.terms import Stage
from tournaments.play.keeping_up import keep_up

SWISS = Stage("main", "swiss", 4)
LAST = Stage("last", "final", 1, "top_of_standings", 4, 0)


class Court:
    """The event with its accounts by entry; `rule` and `call` act at the match of a table."""

    def __init__(self, event: Event, referee: User, accounts: dict[str, User]) -> None:
        self.event = event
        self.referee = referee
        self.accounts = accounts

    def match(self, table: int = 1, number: int = 1) -> Match:
        id_ = self.event.state.rounds[number].tables[table].match
        return Match.objects.get(pk=id_)

    def player(self, place: int, table: int = 1, number: int = 1) -> User:
        entry = self.event.state.rounds[number].plan.tables[table - 1].seats[place]
        return self.accounts[entry]

    def call(self, place: int = 0, hand: int = 1, table: int = 1, **more: Any) -> str:
        match = self.match(table)
        account = self.player(place, table)
        return cases.referee_call(
            table=match, account=account, reason="wrong_score", hand=hand, **more
        ).case

    def rule(self, table: int = 1, number: int = 1, **more: Any) -> str:
        match = self.match(table, number)
        asked = {"kind": "score_set", "hand": 1, "cites": ("L7",), "text": "Looked at", **more}
        account = asked.pop("account", self.referee)
        cases.ruling_make(table=match, account=account, draft=Draft(**asked))
        return Ruling.objects.filter(table=match).latest("version").ruling

    def rule_all(self, points: Sequence[int], table: int = 1) -> str:
        """What the only hand of a table is worth, by place."""
        return self.rule(table, decision=payments(*points))

    def stop_after_a_hand(self, table: int, number: int) -> Match:
        """A table of a round that was started plays one hand, and then no more."""
        self.keep_up()
        match = self.match(table, number)
        fold = run(folds.load(match.pk))
        while (fold.state.phase, fold.state.hand_number) != ("between", 1):
            order = next(iter(due_orders(fold, LONG_AFTER, AT_ONCE)))
            fold = tables.table_command(order=order._replace(deals=False)).fold
        return match

    def keep_up(self) -> list[str]:
        return keep_up(self.event.tournament.pk)

    def play_round(self) -> None:
        """Open the tables of the round that was started and play them to their end."""
        self.keep_up()
        for match in matches(self.event):
            if match.ended_at is None:
                play_out(match)
        self.keep_up()

    def confirm(self, number: int = 1) -> None:
        self.event.do(c.ConfirmRound(number))

    def next_round(self) -> None:
        start_round(self.event)
        self.play_round()


MakeCourt: TypeAlias = Callable[..., Court]
"""Takes what `court` takes after the event and its cast."""

_COURTS: dict[str, World] = {}


def court(
    make_event: EventMaker, cast: dict[str, User], *stages: Stage, hands: int = 1, **terms: Any
) -> Court:
    """Eight players with accounts, the first round played and not confirmed.

    Where the club has no event yet, it is played once for each of the terms that tests ask for.
    """
    terms |= {"length": Length("hands", hands), "round_ms": 60 * MINUTE}
    make = partial(_court, partial(make_event, *(stages or (SWISS,)), **terms), cast["referee"])
    if not CLUB.is_all_there():
        return make()
    _COURTS.setdefault(repr((stages, terms)), World(make, on=CLUB, name=(stages, terms)))()
    event = only_event()
    found = User.objects.filter(username__endswith=f"-{event.tournament.pk}")
    accounts = {account.username.partition("-")[0]: account for account in found.order_by("pk")}
    return Court(event, cast["referee"], accounts)


def _court(draft: Callable[[], Event], referee: User) -> Court:
    event = draft()
    accounts = {f"p{n}": User.objects.create_user(f"p{n}-{event.tournament.pk}") for n in range(8)}
    event.do(c.OpenRegistration())
    for entry, account in accounts.items():
        person = Person(f"Name {entry}", account=str(account.pk))
        event.do(c.AddEntry(entry, person))
    event.do(c.StartTournament())
    start_round(event)
    made = Court(event, referee, accounts)
    made.play_round()
    return made


def payments(*points: int) -> dict[str, Any]:
    """A hand's payments by seat."""
    return {"payments": dict(zip("ESWN", points, strict=True))}

"""Officials who play: somebody else decides about their table, or it is marked for all to see."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.reading import words
from tournaments.clubs.models import Membership
from tournaments.domain import commands as c
from tournaments.domain.pairing import swiss_plan
from tournaments.domain.parts import Except, Person, Result, Seating
from tournaments.domain.refusals import Refused
from tournaments.domain.terms import Stage
from tournaments.models import TournamentRole
from tournaments.services import tournament_do

pytestmark = pytest.mark.django_db
POINTS = Result((30, 10, -10, -30), (), "organiser")


def playing(make_event: EventMaker, account: User) -> Event:
    """The account is `a` at table 1 of round 1."""
    event = make_event(Stage("main", "swiss", 2), play="points")
    event.do(c.OpenRegistration(), c.AddEntry("a", Person("A", account=str(account.pk))))
    event.enter(*"bcdefgh")
    seatings = (Seating(1, tuple("abcd")), Seating(2, tuple("efgh")))
    event.do(c.StartTournament(), c.PlanRounds((c.RoundPlan(1, "main", seatings),)))
    return event.do(c.PublishPairings(1, 1), c.StartRound(1, 1, 0))


def code(event: Event, account: User, command: Any) -> str:
    before = event.state
    with pytest.raises(Refused) as caught:
        tournament_do(tournament=event.tournament, account=account, command=command)
    assert event.state == before
    return caught.value.code


@pytest.mark.parametrize("role", ["organiser", "referee", "scorer"])
def test_nobody_enters_the_result_of_their_own_table_while_others_can(
    make_event: EventMaker, cast: dict[str, User], role: str
):
    event = playing(make_event, cast[role])
    assert code(event, cast[role], c.TakeResult(1, 1, None, POINTS)) == "own_table"
    tournament_do(
        tournament=event.tournament,
        account=cast[role],
        command=c.TakeResult(1, 2, None, POINTS),
    )


def test_nobody_decides_a_dispute_or_a_penalty_of_their_own_table(
    make_event: EventMaker, cast: dict[str, User]
):
    event = playing(make_event, cast["referee"])
    event.do(c.OpenDispute("d1", 1, 1, "b", "mine"))
    referee = cast["referee"]
    assert code(event, referee, c.SettleDispute("d1", "no")) == "own_table"
    assert code(event, referee, c.GivePenalty("p1", "b", 1, None, "late", 5)) == "own_table"
    assert code(event, referee, c.GivePenalty("p1", "a", 1, None, "late", 0)) == "own_table"
    event.do(c.GivePenalty("p1", "b", 1, None, "late", 5))
    assert code(event, referee, c.LiftPenalty("p1", "no")) == "own_table"
    command = c.GivePenalty("p2", "e", 1, None, "late", 5)
    tournament_do(tournament=event.tournament, account=referee, command=command)


def test_nobody_passes_over_what_is_missing_at_their_own_table(
    make_event: EventMaker, cast: dict[str, User]
):
    event = playing(make_event, cast["organiser"])
    owner = cast["owner"]
    result = c.TakeResult(1, 2, None, POINTS)
    tournament_do(tournament=event.tournament, account=owner, command=result)
    confirm = c.ConfirmRound(1, (Except(1, "we agree"),))
    assert code(event, cast["organiser"], confirm) == "own_table"
    tournament_do(tournament=event.tournament, account=owner, command=confirm)


def test_nobody_decides_what_a_correction_at_their_own_table_leads_to(
    make_event: EventMaker, cast: dict[str, User]
):
    event = playing(make_event, cast["organiser"])
    owner = cast["owner"]

    def by_owner(*commands: Any) -> None:
        for command in commands:
            tournament_do(tournament=event.tournament, account=owner, command=command)

    by_owner(c.TakeResult(1, 1, None, POINTS), c.TakeResult(1, 2, None, POINTS), c.ConfirmRound(1))
    by_owner(lambda state: swiss_plan(state, "main", event.seed))
    turned = Result((-30, -10, 10, 30), (), "organiser")
    by_owner(c.CorrectResult("k1", 1, 1, None, turned, reason="misread"))
    keep = c.DecideDependent("k1", "round", "2", "keep", "it is late")
    assert code(event, cast["organiser"], keep) == "own_table"
    by_owner(keep)
    assert not event.state.corrections["k1"].open_effects


def test_the_only_official_does_it_and_everybody_sees_so(
    make_event: EventMaker, cast: dict[str, User]
):
    event = playing(make_event, cast["organiser"])
    Membership.objects.filter(club=event.tournament.club).exclude(
        account=cast["organiser"]
    ).delete()
    event.do(c.TakeResult(1, 1, None, POINTS))
    (mark,) = event.state.own_tables
    assert (mark.round, mark.table, mark.entry, mark.what) == (1, 1, "a", "TakeResult")
    page = Client(headers={"accept-language": "en"}).get(
        f"/events/{event.tournament.pk}/rounds/1/tables/1/"
    )
    said = "who plays at this table, entered the result: nobody else was there who could."
    assert said in words(page.content.decode())
    event.do(c.TakeResult(1, 1, None, POINTS))
    assert len(event.state.own_tables) == 1


def test_an_official_of_the_event_alone_is_somebody_else(
    make_event: EventMaker, cast: dict[str, User]
):
    event = playing(make_event, cast["organiser"])
    Membership.objects.filter(club=event.tournament.club).exclude(
        account=cast["organiser"]
    ).delete()
    TournamentRole.objects.create(
        tournament=event.tournament, account=cast["visitor"], role="chief"
    )
    assert code(event, cast["organiser"], c.TakeResult(1, 1, None, POINTS)) == "own_table"


def test_who_cannot_act_for_want_of_a_second_factor_is_nobody_else(
    make_event: EventMaker, cast: dict[str, User], settings: Any
):
    from allauth.mfa.models import Authenticator

    event = playing(make_event, cast["organiser"])
    Membership.objects.filter(club=event.tournament.club, role__in=("scorer",)).delete()
    settings.MFA_REQUIRED = True
    Authenticator.objects.create(user=cast["organiser"], type="totp", data={})
    event.do(c.OpenDispute("d1", 1, 1, "b", "mine"), c.SettleDispute("d1", "no"))
    assert event.state.own_tables[0].what == "SettleDispute"


def test_the_site_itself_takes_results_of_any_table(make_event: EventMaker, cast: dict[str, User]):
    event = playing(make_event, cast["organiser"])
    tournament_do(tournament=event.tournament, command=c.TakeResult(1, 1, None, POINTS))
    assert event.state.rounds[1].tables[1].result == POINTS

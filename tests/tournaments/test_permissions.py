"""Every command of an event × every role, here and in another club, with and without a factor."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from allauth.mfa.models import Authenticator
from django.conf import LazySettings
from django.core.exceptions import PermissionDenied

from accounts.models import User
from tests.tournaments.conftest import club_make
from tournaments import services
from tournaments.domain import commands as c
from tournaments.domain.parts import Person
from tournaments.models import Tournament, TournamentRole
from tournaments.permissions import actor_role, may, permission_for
from tournaments.services import tournament_do

pytestmark = pytest.mark.django_db

REFEREES = {
    "ExtendClock", "GivePenalty", "LiftPenalty", "OpenDispute", "PauseClock", "ReopenDispute",
    "ResumeClock", "SettleDispute",
}  # fmt: skip
SCORERS = {"CheckIn", "TakeResult", "UndoCheckIn"}
KINDS = get_args(c.Command)


def expected(kind: type, role: str) -> bool:
    if role in ("owner", "organiser"):
        return True
    if role == "referee":
        return kind.__name__ in REFEREES | SCORERS
    return role == "scorer" and kind.__name__ in SCORERS


@pytest.fixture
def event(make_event: Any) -> Any:
    return make_event()


@pytest.mark.parametrize("role", ["owner", "organiser", "referee", "scorer", "player", "visitor"])
def test_commands_on_behalf_of_an_event(event: Any, cast: dict[str, User], role: str) -> None:
    _other, strangers = club_make()
    assert len(KINDS) > 40
    for kind in KINDS:
        permission = permission_for(kind)
        assert cast[role].has_perm(permission, event.tournament) == expected(kind, role), kind
        assert not strangers[role].has_perm(permission, event.tournament), kind


@pytest.mark.parametrize("role", ["owner", "organiser", "referee"])
def test_without_a_second_factor_it_is_what_a_scorer_may(
    event: Any, cast: dict[str, User], role: str, settings: LazySettings
) -> None:
    settings.MFA_REQUIRED = True
    account = cast[role]
    for kind in KINDS:
        allowed = account.has_perm(permission_for(kind), event.tournament)
        assert allowed == expected(kind, "scorer"), kind
    Authenticator.objects.create(user=account, type="totp", data={})
    for kind in KINDS:
        allowed = account.has_perm(permission_for(kind), event.tournament)
        assert allowed == expected(kind, role), kind


@pytest.mark.parametrize("role", ["organiser", "referee", "scorer"])
def test_role_of_one_event_holds_there_alone(
    make_event: Any, cast: dict[str, User], role: str
) -> None:
    here, there = make_event().tournament, make_event().tournament
    visitor = cast["visitor"]
    TournamentRole.objects.create(tournament=here, account=visitor, role=role)
    for kind in KINDS:
        assert visitor.has_perm(permission_for(kind), here) == expected(kind, role), kind
        assert not visitor.has_perm(permission_for(kind), there), kind
    assert (actor_role(visitor, here), actor_role(visitor, there)) == (role, "player")


def entered(event: Any, account: User, id_: str) -> None:
    event.do(c.AddEntry(id_, Person(account.public_name, account=str(account.pk))))
    event.tournament.refresh_from_db()


def test_what_people_may_do_about_themselves(event: Any, cast: dict[str, User]) -> None:
    player, visitor = cast["player"], cast["visitor"]
    entered(event, player, "mine")
    event.do(c.OpenRegistration())
    event.tournament.refresh_from_db()
    tournament: Tournament = event.tournament
    own = [
        c.CheckIn("mine"),
        c.OpenDispute("d1", 1, 1, "mine", "wrong"),
        c.WithdrawEntry("mine"),
    ]
    for command in own:
        assert may(player, tournament, command), command
        assert not may(visitor, tournament, command), command
    back = c.RestoreEntry("mine")
    event.do(c.WithdrawEntry("mine"))
    assert not may(player, tournament, back)  # The organiser took them out.
    event.do(back)
    leave = c.WithdrawEntry("mine")
    services.tournament_do(tournament=tournament, command=leave, account=player)
    assert may(player, tournament, back)
    assert not may(visitor, tournament, back)
    event.do(back)
    foreign = [
        c.WithdrawEntry("mine", instead="other"),
        c.ClaimEntry("mine", str(player.pk)),
    ]
    for command in foreign:
        assert not may(player, tournament, command), command


def test_nobody_enters_somebody_else_or_where_they_may_not_look(
    event: Any, cast: dict[str, User]
) -> None:
    visitor, player = cast["visitor"], cast["player"]
    own = c.AddEntry("v", Person("Vic", account=str(visitor.pk)), by_self=True)
    # A draft is not for them to see.
    assert not may(visitor, event.tournament, own)
    event.do(c.OpenRegistration())
    event.tournament.refresh_from_db()
    assert may(visitor, event.tournament, own)
    assert not may(player, event.tournament, own)
    bot = c.AddEntry("b", Person("Bot", "bot", account=str(visitor.pk)), by_self=True)
    assert not may(visitor, event.tournament, bot)
    Tournament.objects.filter(pk=event.tournament.pk).update(visibility="club")
    event.tournament.refresh_from_db()
    assert not may(visitor, event.tournament, own)
    member = c.AddEntry("p", Person("Pat", account=str(player.pk)), by_self=True)
    assert may(player, event.tournament, member)


def test_services_ask(event: Any, cast: dict[str, User]) -> None:
    from tournaments.services import tournament_do

    before = event.state
    for role in ("referee", "scorer", "player", "visitor"):
        with pytest.raises(PermissionDenied):
            tournament_do(
                tournament=event.tournament, account=cast[role], command=c.OpenRegistration()
            )
    assert event.state == before


def test_what_somebody_may_is_asked_of_the_event_as_it_is_by_now(
    make_event: Any, cast: dict[str, User]
) -> None:
    event = make_event().do(c.OpenRegistration())
    player = cast["player"]
    entered(event, player, "own")
    event.enter(*"abcd")
    seen = Tournament.objects.get(pk=event.tournament.pk)
    event.do(c.StartTournament())
    with pytest.raises(PermissionDenied):
        tournament_do(tournament=seen, account=player, command=c.WithdrawEntry("own"))

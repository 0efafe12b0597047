"""Coming to one event by a link, as a player or as an official."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.conf import LazySettings
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone
from django.utils.translation import trans_real

from accounts.models import User
from config.messages import compile_catalogues
from tables.models import Event as Line
from tests.tournaments.conftest import Event, EventMaker
from tournaments.clubs.errors import ClubRefused
from tournaments.clubs.models import Membership, Role
from tournaments.clubs.services import NewLink
from tournaments.domain import commands as c
from tournaments.domain.refusals import Refused
from tournaments.inviting import event_invitation_accept, event_invitation_create
from tournaments.models import EventInvitation, TournamentRole

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    """For members of the club alone, who see it and enter it; registration is open."""
    return make_event(entry_by="invitation", visibility="club").do(c.OpenRegistration())


def invite(event: Event, role: str = Role.PLAYER, **wishes: Any) -> EventInvitation:
    event.tournament.refresh_from_db()
    return event_invitation_create(
        tournament=event.tournament, by=event.account, wanted=NewLink(role, **wishes)
    )


def browser(account: User | None = None) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    if account is not None:
        client.force_login(account)
    return client


def link(invitation: EventInvitation) -> str:
    return f"/events/invited/{invitation.token}/"


def desk(event: Event, more: str = "") -> str:
    return f"/events/{event.tournament.pk}/desk/invitations/{more}"


def statuses(event: Event) -> dict[str | None, str]:
    return {one.person.account: one.status for one in event.state.entries.values()}


def role_at(event: Event, account: User) -> str | None:
    found = TournamentRole.objects.filter(tournament=event.tournament, account=account)
    return found.values_list("role", flat=True).first()


def left(invitation: EventInvitation) -> int | None:
    invitation.refresh_from_db()
    return invitation.uses_left


def test_one_tap_enters_who_is_no_member_and_makes_nobody_one(
    event: Event, cast: dict[str, User]
) -> None:
    visitor, invitation = cast["visitor"], invite(event, uses=2)
    client = browser(visitor)
    page = f"/events/{event.tournament.pk}/"
    assert client.get(page).status_code == 404
    assert "Enter this event" in client.get(link(invitation)).content.decode()
    assert statuses(event) == {}
    answer = client.post(link(invitation), follow=True)
    assert "You have entered." in answer.content.decode()
    assert answer.redirect_chain[-1][0] == page
    assert statuses(event) == {str(visitor.pk): "registered"}
    assert not Membership.objects.filter(account=visitor).exists()
    assert left(invitation) == 1


def test_log_says_that_the_player_entered(event: Event, cast: dict[str, User]) -> None:
    visitor = cast["visitor"]
    event_invitation_accept(invitation=invite(event), account=visitor)
    line = Line.objects.get(stream=event.tournament.pk, type="EntryAdded")
    assert line.actor == f"player:{visitor.pk}"


def test_who_has_entered_uses_nothing_up_and_is_sent_to_the_event(
    event: Event, cast: dict[str, User]
) -> None:
    invitation, client = invite(event, uses=1), browser(cast["visitor"])
    client.post(link(invitation))
    assert left(invitation) == 0
    for answer in (client.get(link(invitation)), client.post(link(invitation))):
        assert answer.headers["Location"] == f"/events/{event.tournament.pk}/"
    other = invite(event, uses=1)
    event_invitation_accept(invitation=other, account=cast["visitor"])
    assert left(other) == 1
    assert len(event.state.entries) == 1


def test_when_all_places_are_taken_the_invited_wait(
    make_event: EventMaker, cast: dict[str, User]
) -> None:
    event = make_event(entry_by="invitation", capacity=4).do(c.OpenRegistration())
    event.enter("a", "b", "c", "d")
    answer = browser(cast["visitor"]).post(link(invite(event)), follow=True)
    assert "You are on the waiting list." in answer.content.decode()
    assert statuses(event)[str(cast["visitor"].pk)] == "waiting"


def test_new_person_signs_up_and_has_entered(event: Event) -> None:
    client = browser()
    answer = client.post(link(invite(event)), {"how": "sign-up"})
    assert answer.headers["Location"].startswith("/sign-up/?next=")
    form = {"display_name": "Nina", "email": "nina@club.example", "password1": "four winds blow"}
    client.post(answer.headers["Location"], form)
    assert statuses(event) == {}
    code = re.search(r"^[A-Z0-9-]{6,9}$", mail.outbox[-1].body, re.MULTILINE)
    assert code
    page = client.post("/account/confirm-email/", {"code": code[0]}, follow=True)
    assert "You have entered." in page.content.decode()
    assert page.redirect_chain[-1][0] == f"/events/{event.tournament.pk}/"
    assert [one.person.name for one in event.state.entries.values()] == ["Nina"]


def test_who_has_to_log_in_first_has_entered_by_that(event: Event, cast: dict[str, User]) -> None:
    visitor = cast["visitor"]
    visitor.set_password("laozhuang")
    visitor.save()
    client = browser()
    answer = client.post(link(invite(event)), {"how": "log-in"})
    form = {"login": visitor.username, "password": "laozhuang"}
    client.post(answer.headers["Location"], form)
    assert statuses(event) == {str(visitor.pk): "registered"}


def test_link_that_ends_while_somebody_logs_in_says_so(event: Event, cast: dict[str, User]) -> None:
    invitation, client = invite(event), browser()
    client.post(link(invitation), {"how": "log-in"})
    EventInvitation.objects.update(revoked_at=timezone.now())
    visitor = cast["visitor"]
    visitor.set_password("laozhuang")
    visitor.save()
    form = {"login": visitor.username, "password": "laozhuang"}
    page = client.post("/log-in/", form, follow=True).content.decode()
    assert "This invitation was withdrawn." in page
    assert statuses(event) == {}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"revoked_at": timezone.now()}, "invitation_withdrawn"),
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, "invitation_expired"),
        ({"uses_left": 0}, "invitation_used_up"),
    ],
)
@pytest.mark.parametrize("role", [Role.PLAYER, Role.REFEREE])
def test_link_that_is_over_says_why_and_does_nothing(
    event: Event, cast: dict[str, User], change: dict[str, object], code: str, role: str
) -> None:
    invitation = invite(event, role)
    EventInvitation.objects.filter(pk=invitation.pk).update(**change)
    refused_everywhere(event, invitation, cast["visitor"], code)


def refused_everywhere(event: Event, invitation: EventInvitation, account: User, code: str) -> None:
    for client in (browser(), browser(account)):
        for answer in (client.get(link(invitation)), client.post(link(invitation))):
            assert answer.status_code == 410
            assert f'data-code="{code}"' in answer.content.decode()
    before = left(invitation)
    with pytest.raises((ClubRefused, Refused)) as refusal:
        event_invitation_accept(invitation=invitation, account=account)
    assert refusal.value.code == code
    assert left(invitation) == before
    assert str(account.pk) not in statuses(event)
    assert role_at(event, account) is None


def test_players_come_only_while_registration_is_open(event: Event, cast: dict[str, User]) -> None:
    invitation = invite(event, uses=1)
    event.do(c.CloseRegistration())
    refused_everywhere(event, invitation, cast["visitor"], "registration_closed")


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SCORER])
def test_nobody_comes_to_an_event_that_is_over(
    event: Event, cast: dict[str, User], role: str
) -> None:
    invitation = invite(event, role)
    type(event.tournament).objects.update(phase="finished")
    refused_everywhere(event, invitation, cast["visitor"], "event_over")
    with pytest.raises(ClubRefused) as refusal:
        invite(event, role)
    assert refusal.value.code == "event_over"


def test_where_the_organiser_enters_people_a_link_brings_no_player(
    make_event: EventMaker, cast: dict[str, User]
) -> None:
    event = make_event(entry_by="organiser").do(c.OpenRegistration())
    with pytest.raises(Refused) as refusal:
        invite(event)
    assert refusal.value.code == "by_organiser_only"
    event_invitation_accept(invitation=invite(event, Role.SCORER), account=cast["visitor"])
    assert role_at(event, cast["visitor"]) == Role.SCORER


def test_who_withdrew_comes_back_but_not_who_was_taken_out(
    event: Event, cast: dict[str, User]
) -> None:
    visitor, invitation = cast["visitor"], invite(event)
    client = browser(visitor)
    client.post(link(invitation))
    client.post(f"/events/{event.tournament.pk}/leave/")
    assert statuses(event) == {str(visitor.pk): "withdrawn"}
    client.post(link(invitation))
    assert statuses(event) == {str(visitor.pk): "registered"}
    event.do(c.WithdrawEntry(f"a{visitor.pk}"))
    answer = client.post(link(invitation))
    assert 'data-code="taken_out"' in answer.content.decode()
    assert statuses(event) == {str(visitor.pk): "withdrawn"}


@pytest.mark.parametrize("role", [Role.SCORER, Role.REFEREE])
def test_official_of_one_event_has_that_role_there_alone(
    make_event: EventMaker, cast: dict[str, User], role: str
) -> None:
    here, there = (make_event().do(c.OpenRegistration()) for _ in range(2))
    visitor = cast["visitor"]
    answer = browser(visitor).post(link(invite(here, role)), follow=True)
    assert f"You are now an official of Spring cup: {role}." in answer.content.decode()
    assert role_at(here, visitor) == role
    assert not Membership.objects.filter(account=visitor).exists()
    for event, has in ((here, True), (there, False)):
        assert visitor.has_perm("tournaments.score", event.tournament) is has
        assert visitor.has_perm("tournaments.referee", event.tournament) is (
            has and role != "scorer"
        )
        assert not visitor.has_perm("tournaments.organise", event.tournament)


def test_invited_referee_decides_nothing_without_a_second_factor(
    event: Event, cast: dict[str, User], settings: LazySettings
) -> None:
    event_invitation_accept(invitation=invite(event, Role.REFEREE), account=cast["visitor"])
    settings.MFA_REQUIRED = True
    assert not cast["visitor"].has_perm("tournaments.referee", event.tournament)
    Authenticator.objects.create(user=cast["visitor"], type="totp", data={})
    visitor = User.objects.get(pk=cast["visitor"].pk)
    assert visitor.has_perm("tournaments.referee", event.tournament)


def test_link_raises_a_role_but_never_lowers_one(event: Event, cast: dict[str, User]) -> None:
    visitor = cast["visitor"]
    event_invitation_accept(invitation=invite(event, Role.SCORER), account=visitor)
    event_invitation_accept(invitation=invite(event, Role.REFEREE), account=visitor)
    assert role_at(event, visitor) == Role.REFEREE
    unused = invite(event, Role.SCORER, uses=1)
    for who in ("visitor", "owner", "organiser", "referee", "scorer"):
        event_invitation_accept(invitation=unused, account=cast[who])
    assert left(unused) == 1
    assert role_at(event, visitor) == Role.REFEREE
    assert TournamentRole.objects.count() == 1


@pytest.mark.parametrize("role", [Role.OWNER, Role.ORGANISER, "chief", "king"])
def test_link_brings_no_role_as_high_as_an_organisers(event: Event, role: str) -> None:
    with pytest.raises(ClubRefused) as refusal:
        invite(event, role)
    assert refusal.value.code == "role_too_high"
    answer = browser(event.account).post(desk(event), {"role": role, "days": "7"})
    assert answer.status_code == 200
    assert not EventInvitation.objects.exists()


@pytest.mark.parametrize("who", ["referee", "scorer", "player", "visitor"])
def test_only_who_organises_makes_links(event: Event, cast: dict[str, User], who: str) -> None:
    with pytest.raises(PermissionDenied):
        event_invitation_create(
            tournament=event.tournament, by=cast[who], wanted=NewLink(Role.PLAYER)
        )


def test_links_do_not_outlast_the_right_to_give_them(event: Event, cast: dict[str, User]) -> None:
    invitation = invite(event)
    Membership.objects.filter(account=event.account).update(role=Role.REFEREE)
    refused_everywhere(event, invitation, cast["visitor"], "invitation_withdrawn")


def test_too_many_links_are_refused(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.inviting.MOST_INVITATIONS", 1)
    invite(event)
    with pytest.raises(ClubRefused) as refusal:
        invite(event)
    assert refusal.value.code == "too_many_invitations"


@pytest.mark.parametrize(("role", "uses"), [("player", None), ("scorer", 1), ("referee", 1)])
def test_organiser_makes_shows_and_withdraws_a_link(
    event: Event, role: str, uses: int | None
) -> None:
    client = browser(event.account)
    players = client.get(f"/events/{event.tournament.pk}/desk/players/").content.decode()
    assert desk(event) in players
    answer = client.post(desk(event), {"role": role, "days": "7", "uses": "", "note": "Friday"})
    made = EventInvitation.objects.get()
    assert (made.uses_left, answer.headers["Location"]) == (uses, desk(event, f"{made.pk}/"))
    page = client.get(answer.headers["Location"]).content.decode()
    assert f"http://testserver{link(made)}" in page
    assert '<svg role="img"' in page
    assert "Friday" in client.get(desk(event)).content.decode()
    client.post(desk(event, f"{made.pk}/withdraw/"))
    assert browser().get(link(made)).status_code == 410
    assert "Friday" not in client.get(desk(event)).content.decode()
    assert client.get(desk(event, f"{made.pk}/")).status_code == 404


def test_link_of_another_event_is_not_at_this_desk(make_event: EventMaker) -> None:
    here, there = make_event(), make_event()
    made = invite(there, Role.SCORER)
    client = browser(here.account)
    assert client.get(desk(here, f"{made.pk}/")).status_code == 404
    assert client.post(desk(here, f"{made.pk}/withdraw/")).status_code == 404
    made.refresh_from_db()
    assert made.revoked_at is None


def test_official_of_a_draft_is_sent_to_their_own_events(
    make_event: EventMaker, cast: dict[str, User]
) -> None:
    answer = browser(cast["visitor"]).post(link(invite(make_event(), Role.SCORER)))
    assert answer.headers["Location"] == "/me/"


def test_unknown_link_is_no_page() -> None:
    assert browser().get("/events/invited/nonsense/").status_code == 404


@pytest.mark.parametrize(("language", "word"), [("zh-hans", "报名"), ("zh-hant", "報名")])
def test_page_is_in_the_readers_language(
    event: Event, cast: dict[str, User], language: str, word: str, monkeypatch: Any
) -> None:
    compile_catalogues()
    monkeypatch.setattr(trans_real, "_translations", {})
    client = Client(headers={"Accept-Language": language})
    client.force_login(cast["visitor"])
    page = client.get(link(invite(event))).content.decode()
    assert word in page
    assert "Enter this event" not in page

"""Registers of clubs and events: every way in which an office changes is told by them, and what was
there before there were registers is what they begin with."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from accounts.services import account_delete
from tables.models import RefereeAssignment, Table
from tables.registers.tables import register_of_table
from tests.tables.store.test_registers import says
from tests.tournaments.conftest import EventMaker, club_make
from tournaments.audit.models import Finding
from tournaments.audit.nightly import prove
from tournaments.audit.proving import stream_faults
from tournaments.audit.raw import stream_heads
from tournaments.audit.registered import register_faults
from tournaments.clubs import services as clubs
from tournaments.clubs.models import Club, Membership, Role
from tournaments.clubs.registered import register_of_club
from tournaments.clubs.services import NewLink
from tournaments.domain import commands as c
from tournaments.inviting import event_invitation_accept, event_invitation_create
from tournaments.models import Tournament, TournamentRole
from tournaments.officials import official_dismiss, official_name
from tournaments.registered import register_of_event
from tournaments.store.log import first_prev

REFEREE = NewLink(Role.REFEREE)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_logs_of_other_tests")]


def test_each_change_of_a_club_s_members_is_told_with_who_made_it(
    club: Club, cast: dict[str, User]
) -> None:
    owner, visitor = cast["owner"], cast["visitor"]
    link = clubs.invitation_create(club=club, account=owner, own_role="owner", wanted=REFEREE)
    member = clubs.invitation_accept(invitation=link, account=visitor)
    clubs.member_change(membership=member, role="scorer", by=owner)
    clubs.member_remove(membership=club.memberships.get(account=cast["player"]), by=owner)
    account_delete(account=cast["referee"])
    assert list(register_faults()) == []
    facts = says(register_of_club(club.pk)).facts
    roles = {about: fact["role"] for about, fact in facts.items() if isinstance(fact, dict)}
    assert roles == {
        f"member:{cast['owner'].pk}": "owner",
        f"member:{cast['organiser'].pk}": "organiser",
        f"member:{cast['scorer'].pk}": "scorer",
        f"member:{visitor.pk}": "scorer",
    }


def test_a_club_that_goes_with_its_owner_closes_its_register() -> None:
    owner = User.objects.create_user("alone")
    club = clubs.club_create(account=owner, details=clubs.ClubDetails("Alone"))
    stream, pk = register_of_club(club.pk).stream, club.pk
    clubs.member_remove(membership=Membership.objects.get(account=owner), by=owner)
    assert says(register_of_club(pk)).closed
    assert stream_faults(stream) == []


def test_a_club_that_was_deleted_behind_the_site_s_back_leaves_a_log_of_nothing(
    club: Club,
) -> None:
    stream = register_of_club(club.pk).stream
    Club.objects.filter(pk=club.pk).delete()
    (fault,) = stream_faults(stream)
    assert fault.what == Finding.What.ORPHAN


def test_each_change_of_an_event_s_officials_is_told(
    make_event: EventMaker, cast: dict[str, User]
) -> None:
    event, organiser = make_event(), cast["organiser"]
    tournament = event.do(c.OpenRegistration()).tournament

    def name(who: str, role: str) -> None:
        official_name(tournament=tournament, by=organiser, account=cast[who], role=role)

    name("scorer", "chief")
    name("referee", "chief")
    name("player", "scorer")
    link = event_invitation_create(tournament=tournament, by=organiser, wanted=REFEREE)
    event_invitation_accept(invitation=link, account=cast["visitor"])
    official_dismiss(tournament=tournament, by=organiser, account=cast["player"])
    account_delete(account=cast["visitor"])
    assert list(register_faults()) == []
    facts = says(register_of_event(tournament)).facts
    del facts["made"]
    assert facts == {
        f"official:{cast['scorer'].pk}": "referee", f"official:{cast['referee'].pk}": "chief",
    }  # fmt: skip


def test_what_the_admin_changes_is_told_too(
    club: Club, cast: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.administration.is_secured", lambda _account: True)
    boss, visitor = User.objects.create_superuser("boss"), cast["visitor"]
    client = Client()
    client.force_login(boss)
    members = list(club.memberships.order_by("pk"))
    form = {"slug": club.slug, "name": club.name, "place": "", "description": ""}
    form |= {"memberships-TOTAL_FORMS": str(len(members) + 1), "memberships-INITIAL_FORMS": "5"}
    for number, row in enumerate(members):
        about = f"memberships-{number}"
        form |= {f"{about}-id": str(row.pk), f"{about}-club": str(club.pk)}
        form |= {f"{about}-account": str(row.account_id), f"{about}-role": row.role}
    form |= {"memberships-3-role": "player", "memberships-4-DELETE": "on"}
    form |= {"memberships-5-account": str(visitor.pk), "memberships-5-role": "referee"}
    form["memberships-5-club"] = str(club.pk)
    answer = client.post(f"/admin/clubs/club/{club.pk}/change/", form)
    assert answer.url == "/admin/clubs/club/", answer.content.decode()
    assert Membership.objects.get(account=visitor).role == Role.REFEREE
    assert not Membership.objects.filter(account=cast["player"]).exists()
    assert list(register_faults()) == []


def test_a_night_keeps_what_a_register_says_otherwise_and_clears_it_again(
    club: Club, cast: dict[str, User]
) -> None:
    at = datetime.now(UTC)
    assert prove(at) == []
    row = Membership.objects.filter(club=club, role="player")
    row.update(role="owner")
    (found,) = prove(at)
    assert (found.stream, found.what) == (club.pk, "register")
    assert f'member:{cast["player"].pk}: kept {{"role":"owner"' in found.detail
    Membership.objects.filter(account=cast["player"]).update(role="player")
    assert prove(at) == []
    assert not Finding.objects.filter(cleared_at=None).exists()
    assert stream_heads()


@pytest.fixture
def _migrated_afterwards() -> Iterator[None]:
    yield
    call_command("migrate", verbosity=0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_migrated_afterwards")
def test_what_was_there_before_is_what_registers_begin_with() -> None:
    _club, cast = club_make()
    old = Club.objects.create(slug="old", name="Old")
    Membership.objects.create(club=old, account=cast["player"], role="owner")
    event = Tournament.objects.create(
        club=old, created_by=cast["owner"], context={"a": 1}, head=first_prev(uuid4())
    )
    TournamentRole.objects.create(tournament=event, account=cast["scorer"], role="chief")
    table = _table(cast["owner"])
    RefereeAssignment.objects.create(table=table, account=cast["referee"])
    before = {str(fault).split(":")[0].partition(" ")[0] for fault in register_faults()}
    assert before == {str(old.pk), str(event.pk), str(table.pk)}
    call_command("migrate", "tables", "0017", verbosity=0)
    call_command("migrate", verbosity=0)
    assert list(register_faults()) == []
    assert says(register_of_club(old.pk)).facts[f"member:{cast['player'].pk}"]
    registers = register_of_event(event), register_of_table(table)
    assert [len(says(one).facts) for one in registers] == [2, 2]


def _table(organiser: User) -> Table:
    """As it was stored before tables had registers."""
    terms: dict[str, Any] = {"window_ms": 1}
    return Table.objects.create(
        ruleset="bao", ruleset_version=1, engine_version="1", options={}, length={}, clocks={},
        aids={}, context={"b": [1]}, dispute_terms=terms, organiser=organiser,
        opened_at=datetime.now(UTC), head="0" * 64, phase="new",
    )  # fmt: skip

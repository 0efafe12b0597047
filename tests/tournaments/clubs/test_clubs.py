"""Clubs, their pages and their members."""

from __future__ import annotations

import threading

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tournaments.clubs import services
from tournaments.clubs.errors import ClubRefused
from tournaments.clubs.models import Club, Membership, Role
from tournaments.clubs.services import ClubDetails
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
NAMES = ("owner", "organiser", "referee", "scorer", "player")


@pytest.fixture
def people() -> dict[str, User]:
    names = (*NAMES, "visitor")
    return {name: User.objects.create_user(name, display_name=name.title()) for name in names}


@pytest.fixture
def club(people: dict[str, User]) -> Club:
    made = services.club_create(account=people["owner"], details=ClubDetails("枫桥棋牌社"))
    for role in NAMES[1:]:
        Membership.objects.create(club=made, account=people[role], role=role)
    return made


def logged_in(account: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(account)
    return client


def membership(club: Club, account: User) -> Membership:
    return Membership.objects.get(club=club, account=account)


def test_founder_owns_the_club_and_its_address_can_be_read_aloud(people: dict[str, User]) -> None:
    form = {"name": "枫桥棋牌社", "place": "诸暨", "description": "", "is_listed": "on"}
    answer = logged_in(people["owner"]).post(reverse("club-new"), form)
    assert answer.headers["Location"] == "/clubs/fengqiaoqipaishe/"
    club = Club.objects.get()
    assert membership(club, people["owner"]).role == Role.OWNER


@pytest.mark.parametrize(
    ("name", "slug"),
    [("New", "new-2"), ("Ólafur & sons", "olafur-sons"), ("🀄", "club"), ("a/../b", "ab")],
)
def test_address_is_free_and_plain(people: dict[str, User], name: str, slug: str) -> None:
    club = services.club_create(account=people["owner"], details=ClubDetails(name))
    assert club.slug == slug
    again = services.club_create(account=people["owner"], details=ClubDetails(name))
    assert again.slug != slug
    assert Client().get(reverse("club", args=[again.slug])).status_code == 200


def test_nobody_owns_clubs_without_end(people: dict[str, User], monkeypatch: object) -> None:
    for number in range(services.MOST_OWNED):
        services.club_create(account=people["owner"], details=ClubDetails(f"Club {number}"))
    with pytest.raises(ClubRefused, match="too_many_clubs"):
        services.club_create(account=people["owner"], details=ClubDetails("One more"))


def test_last_owner_stays_until_there_is_another(club: Club, people: dict[str, User]) -> None:
    own = membership(club, people["owner"])
    for change in (
        lambda: services.member_change(membership=own, role=Role.PLAYER),
        lambda: services.member_remove(membership=own),
    ):
        with pytest.raises(ClubRefused, match="last_owner"):
            change()
    services.member_change(membership=membership(club, people["organiser"]), role=Role.OWNER)
    services.member_remove(membership=own)
    assert not club.memberships.filter(account=people["owner"]).exists()


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_leave_at_once_do_not_leave_the_club_alone(people: dict[str, User]) -> None:
    club = services.club_create(account=people["owner"], details=ClubDetails("A"))
    Membership.objects.create(club=club, account=people["organiser"], role=Role.OWNER)
    Membership.objects.create(club=club, account=people["player"], role=Role.PLAYER)
    refusals: list[str] = []

    def leave(own: Membership) -> None:
        try:
            services.member_remove(membership=own)
        except ClubRefused as problem:
            refusals.append(problem.code)
        finally:
            connections.close_all()

    owners = club.memberships.filter(role=Role.OWNER)
    threads = [threading.Thread(target=leave, args=(own,)) for own in owners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refusals == ["last_owner"]
    assert club.memberships.filter(role=Role.OWNER).count() == 1


def test_club_with_nobody_else_and_no_event_goes_with_its_owner(people: dict[str, User]) -> None:
    club = services.club_create(account=people["owner"], details=ClubDetails("A"))
    services.member_remove(membership=membership(club, people["owner"]))
    assert not Club.objects.exists()


def test_refusals_are_told_on_the_page(club: Club, people: dict[str, User]) -> None:
    client = logged_in(people["owner"])
    address = reverse("club-leave", args=[club.slug])
    page = client.post(address, follow=True).content.decode()
    assert "A club needs an owner." in page
    address = reverse("club-member-role", args=[club.slug, membership(club, people["player"]).pk])
    page = client.post(address, {"role": "king"}, follow=True).content.decode()
    assert "There is no such role." in page


def test_member_of_another_club_is_out_of_reach(club: Club, people: dict[str, User]) -> None:
    other = services.club_create(account=people["visitor"], details=ClubDetails("B"))
    foreign = membership(club, people["player"])
    address = reverse("club-member-remove", args=[other.slug, foreign.pk])
    assert logged_in(people["visitor"]).post(address).status_code == 404
    assert membership(club, people["player"])


def test_members_are_listed_by_role_and_then_by_name(club: Club, people: dict[str, User]) -> None:
    for name in ("张三", "Zoe", "安娜", "李四"):
        account = User.objects.create_user(name, display_name=name)
        Membership.objects.create(club=club, account=account)
    page = logged_in(people["player"]).get(reverse("club-members", args=[club.slug]))
    text = page.content.decode()
    order = ["Owner", "Organiser", "Referee", "Scorer", "安娜", "李四", "Player", "张三", "Zoe"]
    places = [text.index(f"<bdi>{name}</bdi>", text.index("<main")) for name in order]
    assert places == sorted(places)


@pytest.mark.parametrize("name", ["مرحبا", "שלום", "O\u0301lafur", "渡辺", "🀄️ <b>", "ＷＩＤＥ"])
def test_names_of_any_script_stand_by_themselves(people: dict[str, User], name: str) -> None:
    form = {"name": name, "is_listed": "on"}
    answer = logged_in(people["owner"]).post(reverse("club-new"), form)
    page = Client().get(answer.headers["Location"]).content.decode()
    assert f"<h1><bdi>{name.replace('<', '&lt;').replace('>', '&gt;')}</bdi></h1>" in page


def test_club_that_is_not_listed_is_found_by_its_link_and_by_its_members(
    club: Club, people: dict[str, User]
) -> None:
    Club.objects.update(is_listed=False)
    listed = reverse("clubs")
    assert club.name not in Client().get(listed).content.decode()
    assert club.name in logged_in(people["player"]).get(listed).content.decode()
    assert Client().get(reverse("club", args=[club.slug])).status_code == 200


@pytest.mark.parametrize(
    ("phase", "visibility", "seers"),
    [
        ("draft", "public", {"owner", "organiser"}),
        ("registration", "public", {*NAMES, "visitor"}),
        ("running", "club", set(NAMES)),
        ("finished", "link", set(NAMES)),
    ],
)
def test_events_are_listed_for_those_whom_they_concern(
    club: Club, people: dict[str, User], phase: str, visibility: str, seers: set[str]
) -> None:
    Tournament.objects.create(
        club=club, head="", name="Cup of all winds", ruleset="bao", phase=phase,
        visibility=visibility,
    )  # fmt: skip
    address = reverse("club", args=[club.slug])
    seen = {
        name
        for name, account in people.items()
        if "Cup of all winds" in logged_in(account).get(address).content.decode()
    }
    assert seen == seers


def test_page_of_a_club_asks_few_questions(
    club: Club, people: dict[str, User], django_assert_max_num_queries: object
) -> None:
    for number in range(50):
        Tournament.objects.create(
            club=club, head="", name=f"Cup {number}", ruleset="bao", phase="running"
        )
    client = logged_in(people["owner"])
    with django_assert_max_num_queries(12):
        client.get(reverse("club", args=[club.slug]))

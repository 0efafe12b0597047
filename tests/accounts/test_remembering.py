"""Roles are looked up once a request, and never kept beyond it."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from accounts.middleware import AccountLanguageMiddleware
from accounts.models import User
from tournaments.clubs import services
from tournaments.clubs.models import Club, Membership, Role
from tournaments.clubs.services import ClubDetails

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    owner = User.objects.create_user("owner")
    return services.club_create(account=owner, details=ClubDetails("A"))


def test_one_query_a_request_for_a_role(
    club: Club, rf: RequestFactory, django_assert_num_queries: Any
) -> None:
    request = rf.get("/")
    request.user = User.objects.get(username="owner")

    def view(request: HttpRequest) -> HttpResponse:
        with django_assert_num_queries(1):
            for _ in range(5):
                assert request.user.has_perm("clubs.manage", club)
                assert request.user.has_perm("clubs.invite", club)
        return HttpResponse()

    AccountLanguageMiddleware(view)(request)


def test_an_account_that_is_held_for_long_never_keeps_an_old_role(club: Club) -> None:
    """As sockets and workers hold one."""
    account = User.objects.get(username="owner")
    assert account.has_perm("clubs.manage", club)
    Membership.objects.filter(account=account).update(role=Role.PLAYER)
    assert not account.has_perm("clubs.manage", club)
    Membership.objects.filter(account=account).delete()
    assert not account.has_perm("clubs.see_members", club)


def test_next_request_asks_again(club: Club, client: Any) -> None:
    account = User.objects.get(username="owner")
    client.force_login(account)
    assert client.get(f"/clubs/{club.slug}/edit/").status_code == 200
    Membership.objects.filter(account=account).update(role=Role.PLAYER)
    assert client.get(f"/clubs/{club.slug}/edit/").status_code == 403


def test_who_founds_a_club_owns_it_within_the_same_request(rf: RequestFactory) -> None:
    request = rf.get("/")
    request.user = User.objects.create_user("founder")

    def view(request: HttpRequest) -> HttpResponse:
        club = services.club_create(account=request.user, details=ClubDetails("B"))
        assert request.user.has_perm("clubs.manage", club)
        return HttpResponse()

    AccountLanguageMiddleware(view)(request)

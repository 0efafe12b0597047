"""Who may use the administration: staff with a second factor, by the log-in of everybody else."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from accounts.models import User
from accounts.second_factor import is_secured


def may_administer(request: HttpRequest) -> bool:
    """Whether this is a member of staff who has proved who they are."""
    account = request.user
    if not isinstance(account, User) or not account.is_active or not account.is_staff:
        return False
    return is_secured(account)


def administrator(request: HttpRequest) -> User:
    """Who is signed in on a page of the administration; PermissionDenied for anybody else."""
    if not may_administer(request) or not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


class Administration(AdminSite):
    """The administration's pages. Administrators log in like everybody else."""

    def has_permission(self, request: HttpRequest) -> bool:
        """As `may_administer`."""
        return may_administer(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Where whoever may not enter is sent, with `next` as the way back."""
        back = request.GET.get("next", reverse("admin:index"))
        if not request.user.is_authenticated:
            return redirect_to_login(back)
        if may_administer(request):
            return redirect("admin:index")
        if not request.user.is_staff:
            raise PermissionDenied
        return redirect(f"{reverse('second-factor')}?{urlencode({'next': back})}")

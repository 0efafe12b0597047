"""Pages of clubs. Reads through selectors, writes through services."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from tables.by_post import by_post
from tournaments.clubs import selectors, services
from tournaments.clubs.errors import ClubRefused
from tournaments.clubs.forms import ClubForm, InvitationForm
from tournaments.clubs.models import Club, Invitation, Membership, Role
from tournaments.clubs.receivers import JOINING
from tournaments.exports.qr import qr_svg
from tournaments.pages.common import form_refused
from tournaments.permissions import club_role, standing

read_or_write = require_http_methods(["GET", "HEAD", "POST"])


class MemberRequest(HttpRequest):
    """A request of somebody who is logged in."""

    user: User


def _club(request: HttpRequest, slug: str, permission: str = "clubs.see") -> Club:
    club = get_object_or_404(Club, slug=slug)
    if not request.user.has_perm(permission, club):
        raise PermissionDenied
    return club


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """All clubs that show themselves."""
    return render(request, "clubs/list.html", {"clubs": selectors.clubs_listed(request.user)})


@login_required
@read_or_write
def club_new(request: MemberRequest) -> HttpResponse:
    """Found a club."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            club = services.club_create(account=request.user, details=form.details())
        except ClubRefused as problem:
            form.add_error(None, forms.ValidationError(problem.message, problem.code))
        else:
            return redirect("club", slug=club.slug)
    form_refused(request, form)
    return render(request, "clubs/edit.html", {"form": form})


@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A club: what it is, its events, and what the visitor may do in it."""
    club = _club(request, slug)
    context = {
        "club": club,
        "events": selectors.events_of(club, request.user),
        "role": _role_name(club_role(request.user, club)),
        "manages": request.user.has_perm("clubs.manage", club),
        "invites": request.user.has_perm("clubs.invite", club),
        "creates": request.user.has_perm("clubs.create_event", club),
    }
    return render(request, "clubs/club.html", context)


def _role_name(role: str) -> str:
    return str(Role(role).label) if role in Role.values else ""


@login_required
@read_or_write
def club_edit(request: MemberRequest, slug: str) -> HttpResponse:
    """What the club says of itself."""
    club = _club(request, slug, "clubs.manage")
    said = {name: getattr(club, name) for name in services.ClubDetails.__slots__}
    form = ClubForm(request.POST or None, initial=said)
    if request.method == "POST" and form.is_valid():
        services.club_change(club=club, details=form.details())
        messages.success(request, _("Saved."))
        return redirect("club", slug=slug)
    form_refused(request, form)
    return render(request, "clubs/edit.html", {"form": form, "club": club})


@login_required
@require_safe
def members(request: MemberRequest, slug: str) -> HttpResponse:
    """Everybody in the club, for its members."""
    club = _club(request, slug, "clubs.see_members")
    context = {
        "club": club,
        "members": selectors.members_of(club),
        "manages": request.user.has_perm("clubs.manage", club),
        "roles": Role.choices,
    }
    return render(request, "clubs/members.html", context)


def _member(club: Club, member: int) -> Membership:
    return get_object_or_404(Membership, club=club, pk=member)


@by_post("club-members", "slug")
def member_role(request: MemberRequest, slug: str, member: int) -> HttpResponse:
    """Give a member another role."""
    club = _club(request, slug, "clubs.manage")
    try:
        services.member_change(
            membership=_member(club, member), role=request.POST.get("role", ""), by=request.user
        )
    except ClubRefused as problem:
        messages.error(request, problem.message, extra_tags=f"code-{problem.code}")
    else:
        messages.success(request, _("Saved."))
    return redirect("club-members", slug=slug)


@by_post("club-members", "slug")
def member_remove(request: MemberRequest, slug: str, member: int) -> HttpResponse:
    """Take a member out of the club."""
    club = _club(request, slug, "clubs.manage")
    return _taken_out(request, _member(club, member), "club-members")


@by_post("club", "slug")
def club_leave(request: MemberRequest, slug: str) -> HttpResponse:
    """Leave the club oneself."""
    club = _club(request, slug, "clubs.see_members")
    return _taken_out(request, get_object_or_404(Membership, club=club, account=request.user))


def _taken_out(request: MemberRequest, membership: Membership, page: str = "club") -> HttpResponse:
    slug = membership.club.slug
    try:
        services.member_remove(membership=membership, by=request.user)
    except ClubRefused as problem:
        messages.error(request, problem.message, extra_tags=f"code-{problem.code}")
    else:
        messages.success(request, _("Done."))
    if not Club.objects.filter(slug=slug).exists():
        return redirect("clubs")
    if membership.account_id == request.user.pk:
        return redirect("club", slug=slug)
    return redirect(page, slug=slug)


@login_required
@read_or_write
def invitations(request: MemberRequest, slug: str) -> HttpResponse:
    """The open invitations, and a form for another."""
    club = _club(request, slug, "clubs.invite")
    own_role = standing(request.user, club_role(request.user, club))
    form = InvitationForm(request.POST or None, roles=services.roles_to_give(own_role))
    if request.method == "POST" and form.is_valid():
        try:
            made = services.invitation_create(
                club=club, account=request.user, own_role=own_role, wanted=form.wanted()
            )
        except ClubRefused as problem:
            form.add_error(None, forms.ValidationError(problem.message, problem.code))
        else:
            return redirect(made)
    form_refused(request, form)
    context = {
        "club": club,
        "form": form,
        "invitations": selectors.invitations_of(club, services.roles_to_give(own_role)),
    }
    return render(request, "clubs/invitations.html", context)


@login_required
@require_safe
def invitation(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """The link and its code, to be shown, sent or printed."""
    club = _club(request, slug, "clubs.invite")
    # Whoever sees the link can pass it on.
    roles = services.roles_to_give(standing(request.user, club_role(request.user, club)))
    found = get_object_or_404(Invitation, club=club, pk=pk, revoked_at=None, role__in=roles)
    link = request.build_absolute_uri(reverse("club-join", kwargs={"token": found.token}))
    context = {
        "club": club,
        "invitation": found,
        "link": link,
        "code": qr_svg(link, _("Code with the link to join")),
    }
    return render(request, "clubs/invitation.html", context)


@by_post("club-invitations", "slug")
def invitation_withdraw(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Nobody else joins by this link."""
    club = _club(request, slug, "clubs.invite")
    services.invitation_withdraw(invitation=get_object_or_404(Invitation, club=club, pk=pk))
    messages.success(request, _("The invitation is withdrawn."))
    return redirect("club-invitations", slug=slug)


@read_or_write
def join(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation: one tap joins; whoever has to log in or sign up first, joins by that."""
    found = get_object_or_404(Invitation.objects.select_related("club"), token=token)
    context: dict[str, Any] = {"invitation": found, "club": found.club}
    try:
        services.invitation_check(found)
    except ClubRefused as problem:
        return render(request, "clubs/join.html", {"refusal": problem, **context}, status=410)
    if request.method != "POST":
        return render(request, "clubs/join.html", context)
    if not isinstance(request.user, User) or not request.user.is_authenticated:
        return _after_log_in(request, found)
    try:
        services.invitation_accept(invitation=found, account=request.user)
    except ClubRefused as problem:
        return render(request, "clubs/join.html", {"refusal": problem, **context}, status=410)
    return redirect("club", slug=found.club.slug)


def _after_log_in(request: HttpRequest, found: Invitation) -> HttpResponse:
    request.session[JOINING] = found.token
    page = "account_signup" if request.POST.get("how") == "sign-up" else "login"
    back = reverse("club", kwargs={"slug": found.club.slug})
    return redirect(f"{reverse(page)}?{urlencode({'next': back})}")

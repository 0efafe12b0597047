"""Pages of the accounts app that are not django-allauth's."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from accounts.forms import LeavingForm, ProfileForm
from accounts.models import User
from accounts.second_factor import has_second_factor
from accounts.services import account_delete, event_mails_set, language_set
from accounts.signals import AccountHeld
from accounts.unsubscribing import account_for


class OwnRequest(HttpRequest):
    """A request of somebody who is logged in."""

    user: User


@require_POST
def language_choose(request: HttpRequest) -> HttpResponseBase:
    """Read the site in the language of the form field `language`, from now on."""
    if request.user.is_authenticated:
        language_set(account=request.user, language=request.POST.get("language", ""))
    return set_language(request)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: OwnRequest) -> HttpResponse:
    """The own names and language, and the ways to everything else about the account."""
    account = User.objects.get(pk=request.user.pk)
    form = ProfileForm(request.POST or None, instance=account)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("profile")
    context = {
        "form": form,
        "address": EmailAddress.objects.get_primary(account) or account.email,
        "secured": has_second_factor(account),
    }
    return render(request, "account/profile.html", context)


@login_required
@require_safe
def second_factor(request: OwnRequest) -> HttpResponse:
    """Why a second factor is needed, and where to set it up."""
    back = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure()):
        back = ""
    context = {"next": back, "secured": has_second_factor(request.user)}
    return render(request, "account/second_factor.html", context)


@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]  # it has no types
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: OwnRequest) -> HttpResponse:
    """Delete the own account."""
    form = LeavingForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            account_delete(account=request.user)
        except AccountHeld as problem:
            form.add_error(None, problem.message)
        else:
            logout(request)
            messages.success(request, _("Your account is deleted."))
            return redirect("home")
    return render(request, "account/delete.html", {"form": form})


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def mails_off(request: HttpRequest, token: str) -> HttpResponse:
    """The link in an e-mail: asks once, and ends e-mails about events without logging in.

    Mail programs send the form by themselves, without a page of ours before it; the signed
    address is what proves whose it is.
    """
    account = account_for(token)
    if account is None:
        raise Http404
    if request.method == "POST":
        event_mails_set(account=account, wanted=False)
    return render(request, "account/mails_off.html", {"wanted": account.event_mails})

"""What the site decides within django-allauth: names of new accounts, who has to prove an address,
and how the code for an authenticator app is drawn."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User

MISMATCH = _("That name and password do not belong together. Please try again.")
VERIFY = "allauth.account.stages.EmailVerificationStage"


def public_name(account: User) -> str:
    """How e-mails address somebody."""
    return account.public_name


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # it has no types
    """Signing up and logging in."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": MISMATCH,
        "email_password_mismatch": MISMATCH,
    }

    def populate_username(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """A log-in name that says nothing: the part before the @ is nobody else's business."""
        if isinstance(user, User) and not user.username:
            user.username = f"player-{secrets.token_hex(5)}"

    def get_login_stages(self) -> list[str]:
        """Accounts that an administrator made without an e-mail address have none to prove."""
        own = "accounts.stages.VerifyGivenAddress"
        return [own if stage == VERIFY else stage for stage in super().get_login_stages()]


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # it has no types
    """The second factor."""

    def build_totp_svg(self, url: str) -> str:
        """As an `<svg class="qr">` without script or style, to be put into the page."""
        code = segno.make_qr(url, error="m")
        drawn: str = code.svg_inline(
            dark="#000", light="#fff", border=4, omitsize=True, svgclass="qr"
        )
        return drawn

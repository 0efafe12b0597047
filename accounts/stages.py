"""A step between the right password and being logged in."""

from __future__ import annotations

from allauth.account.stages import EmailVerificationStage
from django.http import HttpResponse


class VerifyGivenAddress(EmailVerificationStage):  # type: ignore[misc]  # it has no types
    """An address that was given has to be proved; an account without one may log in by its name."""

    def handle(self) -> tuple[HttpResponse | None, bool]:
        account = self.login.user
        if account is not None and not account.email and not self.login.email:
            return None, True
        response: tuple[HttpResponse | None, bool] = super().handle()
        return response

"""The refusals of the live socket: a code for programs, a sentence for people."""

from __future__ import annotations

from typing import Any

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tables.live.messages import Refused

TEXTS: dict[str, Any] = {
    "bad_json": _("That was not a JSON object."),
    "bad_message": _("That message cannot be understood."),
    "bad_id": _("An action's id has 1 to 64 letters, digits, '_' or '-'."),
    "too_large": _("That message is too long."),
    "rate_limited": _("Too many messages; a moment, please."),
    "hello_first": _("The first message has to be a hello."),
    "hello_twice": _("One hello is enough."),
    "protocol": _("This version of the protocol is not spoken here."),
    "sign_in": _("Sign in first."),
    "not_allowed": _("You may not be that at this table."),
    "no_table": _("There is no such table."),
    "crowded": _("Your account has too many connections to this table."),
    "not_seated": _("Only those who play here can do that."),
    "aid_off": _("This aid is switched off at this table."),
    "stale": _("That decision is over."),
    "not_now": _("The match is not waiting for that."),
    "busy": _("That could not be saved just now; try again."),
}

CLOSES = {
    "bad_json": 4400,
    "bad_message": 4400,
    "too_large": 4400,
    "hello_first": 4400,
    "protocol": 4400,
    "sign_in": 4401,
    "not_allowed": 4403,
    "no_table": 4404,
    "crowded": 4429,
}
"""With which code a connection ends that is refused before its welcome."""


def error_frame(refusal: Refused, lang: str, id_: str | None = None) -> dict[str, Any]:
    """The `error` message in the reader's language."""
    with translation.override(lang):
        message = str(refusal.extra.get("message") or TEXTS.get(refusal.code, refusal.code))
    frame: dict[str, Any] = {"type": "error", "code": refusal.code, "message": message}
    if id_ is not None:
        frame["id"] = id_
    return {**refusal.extra, **frame}

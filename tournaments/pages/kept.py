"""What somebody typed into a form that was refused: kept for the page that shows the form again.

One form at a time, in the session, and for one look. A form is known by the address it is sent to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import time
from typing import Final, TypeVar, cast

from django import forms
from django.http import HttpRequest, QueryDict

from tournaments.domain.refusals import Refused
from tournaments.refusals import sentence

KEY: Final = "typed"
MOST: Final = 60_000
FOR_S: Final = 15 * 60
_BESIDE: Final = ("csrfmiddlewaretoken", "command", "next")

F = TypeVar("F", bound=forms.Form)


@dataclass(frozen=True, slots=True)
class Typed:
    """What was sent to the address of this name; `told` says of a field why it was refused."""

    name: str
    where: dict[str, str]
    data: QueryDict
    told: dict[str, str]

    def is_for(self, name: str, where: dict[str, str], same: dict[str, object]) -> bool:
        """Whether the form of that name on a page at `where` is the one; `same` are hidden
        fields that tell forms of one address apart, None for one that is not there."""
        shared = self.where.keys() & where.keys()
        return (
            self.name == name
            and all(self.where[one] == where[one] for one in shared)
            and all(
                self.data.get(field) == (None if value is None else str(value))
                for field, value in same.items()
            )
        )


class _Reading(HttpRequest):
    """A request whose page has taken what was typed out of the session: once, for all its forms."""

    typed: Typed | None


def keep(request: HttpRequest, refusal: Refused | None = None, **instead: str) -> None:
    """Keep what the request sent, with other values for some fields; too much is not kept."""
    data = request.POST.copy()
    for name in _BESIDE:
        data.pop(name, None)
    for name, value in instead.items():
        data[name] = value
    text, match = data.urlencode(), request.resolver_match
    if match is None or len(text) > MOST:
        return
    told = {refusal.field: sentence(refusal)} if refusal is not None and refusal.field else {}
    where = {name: str(value) for name, value in match.kwargs.items()}
    request.session[KEY] = [match.view_name, where, text, told, int(time())]


def typed(request: HttpRequest, name: str, **same: object) -> Typed | None:
    """What was typed into the form of that address, if it is to be shown again here."""
    reading = cast(_Reading, request)
    if not hasattr(reading, "typed"):
        reading.typed = _taken(request)
    found = reading.typed
    match = request.resolver_match
    where = {key: str(value) for key, value in match.kwargs.items()} if match else {}
    return found if found is not None and found.is_for(name, where, same) else None


def _taken(request: HttpRequest) -> Typed | None:
    found = request.session.pop(KEY, None) if KEY in request.session else None
    if found is None:
        return None
    name, where, text, told, at = found
    return None if time() - at > FOR_S else Typed(name, where, QueryDict(text), told)


def refilled(
    request: HttpRequest, name: str, make: Callable[[QueryDict | None], F], **same: object
) -> F:
    """The form of that address: as it was typed, with what is wrong beside the fields, or new."""
    found = typed(request, name, **same)
    form = make(found.data if found else None)
    if found is not None:
        form.is_valid()
        for field, told in found.told.items():
            if field in form.fields and field not in form.errors:
                form.add_error(field, told)
    return form

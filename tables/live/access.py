"""Who is on the other end of a socket, and from which page."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from channels.auth import get_user
from django.conf import settings
from django.http.request import validate_host
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from tables.permissions import Visitor

Scope = dict[str, Any]


def header(scope: Scope, name: bytes) -> str | None:
    """The first header of that (lower-case) name."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None


def cookies(scope: Scope) -> dict[str, str]:
    """The cookies that came with the handshake, by name; none if they cannot be read."""
    try:
        jar = SimpleCookie(header(scope, b"cookie") or "")
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in jar.items()}


def is_own_origin(scope: Scope) -> bool:
    """Whether the page that opened the socket is one of ours; programs name none."""
    origin = header(scope, b"origin")
    if origin is None:
        return True
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    host = urlsplit(origin).netloc
    return bool(host) and host == header(scope, b"host") and _is_allowed(urlsplit(origin).hostname)


def _is_allowed(host: str | None) -> bool:
    if host is None:
        return False
    bracketed = f"[{host}]" if ":" in host else host
    return validate_host(bracketed, settings.ALLOWED_HOSTS)


def session_key(scope: Scope) -> str | None:
    """The key of the session that the cookie names."""
    return cookies(scope).get(settings.SESSION_COOKIE_NAME)


async def account(scope: Scope) -> Visitor:
    """The signed-in account of the session cookie, or an anonymous one."""
    engine = import_module(settings.SESSION_ENGINE)
    found: Visitor = await get_user({"session": engine.SessionStore(session_key(scope))})
    return found


def language(scope: Scope, user: Visitor, asked: str | None = None) -> str:
    """The language of this person's messages: asked for, chosen, or preferred by the browser."""
    wishes = [
        asked,
        getattr(user, "language", ""),
        cookies(scope).get(settings.LANGUAGE_COOKIE_NAME),
    ]
    accepted = header(scope, b"accept-language") or ""
    wishes += [code for code, _ in parse_accept_lang_header(accepted.lower())]
    for wish in filter(None, wishes):
        try:
            return get_supported_language_variant(wish)
        except LookupError:
            continue
    return str(settings.LANGUAGE_CODE)

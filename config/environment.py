"""Reading settings from environment variables; knows nothing of Django."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit


def flag(name: str, *, default: bool = False) -> bool:
    """Whether the variable says yes; one that is empty says nothing."""
    return (os.environ.get(name, "").strip() or str(default)).lower() in {"1", "true", "yes", "on"}


def words(name: str, *, default: str = "") -> list[str]:
    """A comma-separated variable as a list without empty entries."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def secret_key(folder: Path) -> str:
    """SECRET_KEY, or a key made once for this machine and kept in `folder`."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    return _kept(folder / "secret_key", lambda: secrets.token_urlsafe(50))


def checkpoint_key(folder: Path) -> str:
    """CHECKPOINT_KEY, or a private key made once for this machine and kept in `folder`: 32 bytes
    in hexadecimal. Raises ValueError for anything else."""
    if key := os.environ.get("CHECKPOINT_KEY", "").strip().lower():
        if not re.fullmatch("[0-9a-f]{64}", key):
            raise ValueError("CHECKPOINT_KEY must be 64 hexadecimal digits: openssl rand -hex 32")
        return key
    return _kept(folder / "checkpoint_key", lambda: secrets.token_hex(32))


def _kept(path: Path, make: Callable[[], str]) -> str:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(make())
    return path.read_text().strip()


def database(url: str) -> dict[str, object]:
    """A libpq URL as an entry of Django's DATABASES.

    >>> entry = database("postgresql://ann@/club?host=%2Frun%2Fpg")
    >>> entry["USER"], entry["NAME"], entry["HOST"]
    ('ann', 'club', '/run/pg')
    """
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ValueError(f"DATABASE_URL must start with postgresql://, not {parts.scheme}://")
    options: dict[str, object] = dict(parse_qsl(parts.query))
    host = options.pop("host", None) or unquote(parts.hostname or "")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.path.lstrip("/"),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or ""),
        "OPTIONS": options,
        # Each request has a thread of its own: nobody would come back to a connection that it kept,
        # and it would stay open until the garbage is collected.
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
    }


def email(url: str) -> dict[str, object]:
    """A URL as Django's settings for sending e-mail; without one, messages go to the console.

    `smtp://` talks plainly, `smtp+tls://` starts TLS (587), `smtps://` begins with it (465);
    `file:///folder` writes each message into a file there.

    >>> email("smtp+tls://ann%40club.example:secret@mail.example")["EMAIL_PORT"]
    587
    """
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    parts = urlsplit(url)
    if parts.scheme == "file":
        backend = "django.core.mail.backends.filebased.EmailBackend"
        return {"EMAIL_BACKEND": backend, "EMAIL_FILE_PATH": unquote(parts.path)}
    ports = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
    if parts.scheme not in ports:
        raise ValueError(f"EMAIL_URL must start with file, {', '.join(ports)}, not {parts.scheme}")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or ports[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": 20,
    }

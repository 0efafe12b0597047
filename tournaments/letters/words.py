"""What a letter is made of, whatever it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Words:
    """A letter's subject, its paragraphs, and the page that it leads to."""

    subject: str
    paragraphs: tuple[str, ...]
    path: str
    link: str


def when(at: datetime | None) -> str:
    """A moment in the site's zone, to the minute."""
    if at is None:
        return ""
    return date_format(timezone.localtime(at), "Y-m-d H:i")

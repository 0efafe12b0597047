"""Large parts of pages that look alike for everybody, kept until the log moves on.

When a result comes in, everybody who looks at the standings asks for them at once. Only what is
the same for all readers of a language may be kept here: nothing of the reader's own, no forms.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.store.folds import Fold

MOST_KEPT: Final = 64

_KEPT: OrderedDict[tuple[object, ...], SafeString] = OrderedDict()
_LOCK = threading.Lock()


def part_kept(fold: Fold, template: str, context: Mapping[str, Any], *which: object) -> SafeString:
    """The template's text for where the log stands; `which` tells uses of the template apart."""
    key = (fold.head, template, get_language(), *which)
    with _LOCK:
        if (found := _KEPT.get(key)) is not None:
            _KEPT.move_to_end(key)
            return found
    made = render_to_string(template, dict(context))
    with _LOCK:
        _KEPT[key] = made
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    return made

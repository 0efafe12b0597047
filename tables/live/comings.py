"""Which places are connected to this process, and what of their coming and going is to be noted.

Pure: what is noted goes to a function that it is given. Of a place that has connections to several
processes only the last to go is a loss.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import TypeAlias

Note: TypeAlias = Callable[[int, bool], None]
"""Takes a place, and whether it is connected from now on."""


class Comings:
    """The coming and going at one table."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._here: set[int] = set()
        self._unsure: set[int] = set()

    def came(self, place: int) -> None:
        """A connection of this place has joined."""
        self._unsure.discard(place)
        if place not in self._here:
            self._here.add(place)
            self._note(place, True)

    def went(self, place: int, elsewhere: Set[int]) -> None:
        """The last connection of this place to this process is gone."""
        self._here.discard(place)
        if place in elsewhere:
            self._unsure.add(place)
        else:
            self._note(place, False)

    def look(self, elsewhere: Set[int]) -> None:
        """It is known anew who is connected to other processes."""
        for place in sorted(self._unsure - elsewhere):
            self._note(place, False)
        self._unsure &= elsewhere

    def forget(self, place: int) -> None:
        """The seat is somebody else's from now on."""
        self._here.discard(place)
        self._unsure.discard(place)

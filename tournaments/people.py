"""Who takes part: an id that means nothing here.

Owns the type alone. Names, clubs and accounts live elsewhere.
"""

from __future__ import annotations

from typing import NewType

Player = NewType("Player", str)
"""An entry of the event: the id under which points are credited and seats are drawn."""

"""Old shapes of tournament events, brought to the newest one step at a time.

Owns which version of each event type is written now. Stored events are never
changed: they are lifted when read. One golden file for each type and version
(tests/golden/tournaments) is kept for ever.
"""

from __future__ import annotations

from typing import Final

from engine.play.upcasts import Upcasts

UPCASTS: Final[Upcasts] = {}
"""(type, version) to the function that makes version + 1 of it."""

"""Taking points along into the next stage.

Owns how much of a total goes along. Must not know who advances.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.errors import InvalidInput
from tournaments.people import Player
from tournaments.standings.book import Carried
from tournaments.standings.standing import Standings

ALL = Fraction(1)


def carried_over(
    standings: Standings, players: Iterable[Player], share: Fraction = ALL
) -> tuple[Carried, ...]:
    """What each takes along: the share of their points after penalties.

    Game points are cut to whole points and the rest to whole twelfths, both
    towards zero, so that a share of one half treats winners and losers alike.
    """
    if not 0 <= share <= 1:
        raise InvalidInput(f"a share is from 0 to 1, not {share}", "share")
    lines = {line.player: line for line in standings.lines}
    return tuple(
        Carried(
            player=player,
            stage=standings.stage,
            game=int((lines[player].totals.game - lines[player].totals.game_penalty) * share),
            table=int(lines[player].totals.table_points * share),
            bonus=int(lines[player].totals.bonus * share),
        )
        for player in players
        if player in lines and share
    )

"""Who leaves a table by which way: as the ranking says, or as it was settled before.

Owns a decision to let those go on who went on. Must not know scores, nor why it was decided.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.brackets.plan import Bracket, From
from tournaments.people import Player


def ways_of(
    bracket: Bracket, key: str, ranking: Sequence[Player], kept: Sequence[Player]
) -> tuple[Player, ...]:
    """The four of a table, the winner's way first, so that each table gets those it had.

    `ranking` is their order now, `kept` the one by which they went on; both have the same four.
    Among those who go to the same table, and among those who are out, the order of now counts.
    """
    onward = bracket.leads_to()
    targets = [onward.get(From(key, rank)) for rank in range(1, 5)]
    went = dict(zip(kept, targets, strict=True))
    return tuple(
        [player for player in ranking if went[player] == target][targets[:at].count(target)]
        for at, target in enumerate(targets)
    )

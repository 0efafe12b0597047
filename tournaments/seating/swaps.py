"""An organiser's own hand: two players change places, and what that breaks.

Owns the exchange and its report. It warns and does not forbid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.seating.errors import SeatingError
from tournaments.seating.plan import Facts, Four, Seating
from tournaments.seating.reasons import Repeat
from tournaments.seating.swiss import Pairing, judged
from tournaments.seating.winds import imbalance
from tournaments.seating.wishes import GaveWay, Wish


@dataclass(frozen=True, slots=True)
class Swap:
    """A pairing after two players changed places, and what is worse than before.

    `spread_added` is negative where the tables came closer in rank;
    `unfair_winds` names the players whose winds are now further from equal.
    """

    pairing: Pairing
    new_repeats: tuple[Repeat, ...]
    newly_gave_way: tuple[GaveWay, ...]
    spread_added: int
    unfair_winds: tuple[str, ...]

    @property
    def breaks_nothing(self) -> bool:
        """Whether nobody is worse off by it than before."""
        return not (self.new_repeats or self.newly_gave_way or self.unfair_winds)


def swapped(
    pairing: Pairing,
    one: str,
    other: str,
    *,
    standing: Sequence[str],
    played: Sequence[Seating] = (),
    wishes: Sequence[Wish] = (),
) -> Swap:
    """One takes the seat of the other and the other way round; one of them may sit out.

    Raises SeatingError `not_in_round` for a player who is not in this round
    and `same_player` where there is nothing to exchange.
    """
    before = pairing.seating
    if one == other:
        raise SeatingError("same_player", f"{one} cannot change places with themselves")
    for player in (one, other):
        if player not in before.players() and player not in before.sitting_out:
            raise SeatingError("not_in_round", f"{player} is not in this round")
    seating = _exchanged(before, {one: other, other: one})
    after = judged(seating, standing, played, wishes, pairing.repeat_weight)
    return Swap(
        pairing=after,
        new_repeats=tuple(repeat for repeat in after.repeats if repeat not in pairing.repeats),
        newly_gave_way=tuple(wish for wish in after.gave_way if wish not in pairing.gave_way),
        spread_added=after.rank_spread - pairing.rank_spread,
        unfair_winds=_worse_off((one, other), [*played, before], [*played, seating]),
    )


def _exchanged(seating: Seating, instead: dict[str, str]) -> Seating:
    def four(table: Four) -> Four:
        east, south, west, north = (instead.get(player, player) for player in table)
        return east, south, west, north

    return Seating(
        tuple(four(table) for table in seating.tables),
        tuple(instead.get(player, player) for player in seating.sitting_out),
    )


def _worse_off(
    players: Sequence[str], before: Sequence[Seating], after: Sequence[Seating]
) -> tuple[str, ...]:
    had, have = Facts.of(before).winds_of(players), Facts.of(after).winds_of(players)
    return tuple(
        player
        for player, old, new in zip(players, had, have, strict=True)
        if imbalance(new) > imbalance(old)
    )

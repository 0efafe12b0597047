"""What a seat may do now: complete and exact, in a fixed order.

`decide` accepts exactly these; a chow without `stands_as` means the first of its kind.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.hands import HALF, kinds_held, lanes
from engine.play import commands as c
from engine.play.auction import highest_bid, legal_bids
from engine.play.claims import meld_choices
from engine.play.melding import KongChoice, MeldChoice
from engine.play.naming import legal_wilds
from engine.play.state import OPEN_WINDOWS, HandState, MatchState
from engine.play.turns import legal_discards, legal_kongs, may_discard_all
from engine.play.winning import can_win
from engine.rules.ruleset import Ruleset
from engine.seats import ALL_SEATS, Seat
from engine.tiles import KINDS, Kind

# Made once: most menus are discards, or nothing but a pass.
DISCARDS: Final = tuple(tuple(c.Discard(seat, tile) for tile in range(KINDS)) for seat in ALL_SEATS)
ONLY_PASS: Final = tuple((c.PassClaim(seat),) for seat in ALL_SEATS)


def legal(state: MatchState, seat: Seat) -> tuple[c.SeatCommand, ...]:
    """Every command that this seat of the running hand may give."""
    hand = state.hand
    if hand is None or state.phase != "hand" or state.paused:
        return ()
    if hand.phase in OPEN_WINDOWS:
        return _answers(state.ruleset, hand, seat) if hand.is_asked(seat) else ()
    if seat != hand.turn:
        return ()
    if hand.phase == "turn":
        return _turn(state.ruleset, hand, seat)
    if hand.phase == "auction":
        return legal_bids(state.ruleset.options.max_bid, highest_bid(hand.spoken), seat)
    if hand.phase == "naming":
        return tuple([c.NameWilds(seat, kinds) for kinds in legal_wilds(state.ruleset, hand)])
    return ()


def _turn(ruleset: Ruleset, hand: HandState, seat: Seat) -> tuple[c.SeatCommand, ...]:
    """Win, kongs, discards."""
    discards = _discards(ruleset, hand, seat)
    wins, kongs = can_win(ruleset, hand, seat), legal_kongs(ruleset, hand)
    if not wins and not kongs:
        return discards
    actions: list[c.SeatCommand] = [c.DeclareWin(seat)] if wins else []
    actions += [_kong(hand, seat, kong) for kong in kongs]
    return (*actions, *discards)


def _discards(ruleset: Ruleset, hand: HandState, seat: Seat) -> tuple[c.Discard, ...]:
    if not may_discard_all(ruleset, hand):
        return tuple([DISCARDS[seat][kind] for kind in legal_discards(ruleset, hand)])
    m, p, s, z = lanes(hand.hands[seat])
    of_m, of_last_m, of_p, of_last_p, of_s, of_last_s, of_z, of_last_z = _MENUS[seat]
    return (
        of_m[m % HALF]
        + of_last_m[m // HALF]
        + of_p[p % HALF]
        + of_last_p[p // HALF]
        + of_s[s % HALF]
        + of_last_s[s // HALF]
        + of_z[z % HALF]
        + of_last_z[z // HALF]
    )


class _Menu(dict[int, tuple[c.Discard, ...]]):
    """The discards of a half lane by its code, for a seat; made when first asked for."""

    def __init__(self, seat: Seat, first: Kind) -> None:
        self._discards = DISCARDS[seat][first:]

    def __missing__(self, code: int) -> tuple[c.Discard, ...]:
        found = self[code] = tuple([self._discards[kind] for kind in kinds_held(code)])
        return found


_MENUS: Final = tuple(
    tuple(_Menu(seat, first) for first in (0, 5, 9, 14, 18, 23, 27, 32)) for seat in ALL_SEATS
)


def _kong(hand: HandState, seat: Seat, kong: KongChoice) -> c.DeclareKong:
    """A wild may fit onto several pungs, so it is said which."""
    added_wild = kong.kind == "added_kong" and kong.tiles[0] in hand.wilds
    stands_as = kong.stands_as if added_wild else ()
    return c.DeclareKong(seat, kong.kind, kong.tiles, stands_as)


def _answers(ruleset: Ruleset, hand: HandState, seat: Seat) -> tuple[c.SeatCommand, ...]:
    """Win, melds, pass."""
    wins = can_win(ruleset, hand, seat)
    melds = meld_choices(ruleset, hand, seat)
    if not wins and not melds:
        return ONLY_PASS[seat]
    claims = _claims(seat, melds)
    return (c.Claim(seat, "win"), *claims) if wins else claims


@lru_cache(maxsize=1 << 14)
def _claims(seat: Seat, melds: tuple[MeldChoice, ...]) -> tuple[c.SeatCommand, ...]:
    """Melds, pass."""
    claims = [
        c.Claim(seat, meld.kind, meld.tiles, meld.stands_as if meld.kind == "chow" else ())
        for meld in melds
    ]
    return (*claims, *ONLY_PASS[seat])

"""A hand in mid-play from notation, for tests of one rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import wall
from engine.hands import pack
from engine.melds import Meld, MeldKind
from engine.notation import format_tiles, parse_tile, parse_tiles
from engine.play import commands as c
from engine.play import events as e
from engine.play.command_codec import command_to_json
from engine.play.decide import decide
from engine.play.evolve import evolve, fold
from engine.play.legal import legal
from engine.play.match import AS_SEATED, Length, Player, from_dealer
from engine.play.state import HandState, Laid, MatchState
from engine.rules.contract import Contract, Form
from engine.rules.option import OptionValue
from engine.seats import SEATS

SECRET = "5e" * 32
FILLER = "147m258p369s1234z"


def seat(letter: str) -> int:
    """A seat from its letter."""
    return SEATS.index(letter)


def laid(kind: MeldKind, tiles: str, source: str | None = None, stands_as: str = "") -> Laid:
    """A meld on the table."""
    meld = Meld(kind, tuple(sorted(parse_tiles(tiles))), parse_tiles(stands_as or tiles))
    return Laid(meld, None if source is None else seat(source))


def opened(ruleset: str = "bao", options: Mapping[str, OptionValue] | None = None) -> MatchState:
    """A match of four persons, opened."""
    fixed = (4, 5) if (options or {}).get("free_wild") == "fixed" else ()
    players = tuple(Player(i, f"P{i}", "human", None, str(i)) for i in range(4))
    commitment = wall.commitment(SECRET)
    command = c.OpenMatch("m", ruleset, options or {}, Length("open"), players, commitment, fixed)
    return fold(decide(MatchState.empty(), command))


def position(
    *,
    ruleset: str = "bao",
    options: Mapping[str, OptionValue] | None = None,
    hands: Mapping[str, str],
    turn: str = "E",
    drawn: str | None = None,
    source: str = "head",
    melds: Mapping[str, Sequence[Laid]] | None = None,
    discards: Mapping[str, str] | None = None,
    wilds: str = "",
    contract: tuple[str, int, Form] | None = None,
    wall_left: int = 60,
    draws: str = "",
    replacement: str = "",
    dealer: int = 0,
    repeat: int = 0,
) -> MatchState:
    """A seat in its own turn. Hands that are not given hold a filler of scattered tiles.

    `draws` are the next tiles from the head, `replacement` the last of the tail.
    """
    held = {letter: hands.get(letter) or _filler(melds, letter) for letter in SEATS}
    kinds = _wall(wall_left, draws, replacement)
    hand = HandState(
        number=1,
        places=from_dealer(AS_SEATED, dealer),
        repeat=repeat,
        wall=kinds,
        head=0,
        tail=len(kinds),
        phase="turn",
        turn=seat(turn),
        source=source,
        tile=None if drawn is None else parse_tile(drawn),
        hands=tuple(pack(parse_tiles(held[letter])) for letter in SEATS),
        melds=tuple(tuple((melds or {}).get(letter, ())) for letter in SEATS),
        discards=tuple(parse_tiles((discards or {}).get(x, "")) for x in SEATS),
        spoken=(),
        contract=None if contract is None else Contract(seat(contract[0]), *contract[1:]),
        wilds=tuple(sorted(parse_tiles(wilds))),
        answers=(),
        barred=(),
        last=None,
        result=None,
    )
    return opened(ruleset, options)._replace(
        phase="hand", hand=hand, hand_number=1, dealer=dealer, repeat=repeat
    )


def _filler(melds: Mapping[str, Sequence[Laid]] | None, letter: str) -> str:
    count = 13 - 3 * len((melds or {}).get(letter, ()))
    return format_tiles(parse_tiles(FILLER)[:count])


def _wall(left: int, draws: str, replacement: str) -> bytes:
    head, tail = parse_tiles(draws), parse_tiles(replacement)[::-1]
    middle = left - len(head) - len(tail)
    rest = (parse_tiles("5z6z7z8m8p8s") * left)[:middle]
    return bytes((*head, *rest, *tail))


def discard(state: MatchState, tile: str) -> MatchState:
    """The seat in turn discards."""
    assert state.hand is not None
    return run(state, c.Discard(state.hand.turn, parse_tile(tile)))[0]


def claim(letter: str, kind: e.ClaimKind, tiles: str = "", stands_as: str = "") -> c.Claim:
    """A claim in notation."""
    return c.Claim(seat(letter), kind, parse_tiles(tiles), parse_tiles(stands_as))


def passes(letters: str) -> list[c.Command]:
    """These seats pass."""
    return [c.PassClaim(seat(letter)) for letter in letters]


def run(state: MatchState, *commands: c.Command) -> tuple[MatchState, list[e.Event]]:
    """Decide and fold some commands; the state after them, and their events."""
    made: list[e.Event] = []
    for command in commands:
        for event in decide(state, command):
            state = evolve(state, event)
            made.append(event)
    return state, made


def menu(state: MatchState, letter: str, *types: str) -> list[str]:
    """The legal actions of a seat in short: `discard 5m`, `claim chow 46p`, `pass`."""
    shorts = []
    for command in legal(state, seat(letter)):
        data = command_to_json(command)
        if not types or data["type"] in types:
            shorts.append(" ".join(str(value) for value in data.values() if value != ""))
    return shorts

"""Players' commands as JSON and back: what the live socket and the built-in players speak.

Owns the names of actions; docs/live-protocol.md lists them. An action carries no seat:
it is always the sender's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, cast

from engine.errors import EngineError, InvalidInput
from engine.hashing import Json
from engine.notation import format_tile, format_tiles
from engine.play import commands as c
from engine.play import fields as f
from engine.play.events import ClaimKind, OwnKong
from engine.rules.contract import Form

PlayerCommand = c.SeatCommand | c.PlaceCommand


def command_from_json(seat_or_place: int, data: Json) -> PlayerCommand:
    """The command that an action asks for on behalf of a seat, or of a place for entropy.

    Raises InvalidInput, with the field's name, for anything that is no action.
    """
    given = f.as_object(data)
    kind = given.get("type")
    read = _READERS.get(kind) if isinstance(kind, str) else None
    if read is None:
        raise InvalidInput(f"an action's type is one of {', '.join(_READERS)}", "type")
    reader, names = read
    unknown = sorted(given.keys() - {"type", *names})
    if unknown:
        raise InvalidInput(f"{kind} has no field {ascii(unknown[0])[:60]}", "action")
    return reader(seat_or_place, given)


def _get(given: Mapping[str, Json], name: str, read: Callable[[Json], object]) -> object:
    try:
        return read(given.get(name))
    except EngineError as error:
        raise InvalidInput(f"{name}: {error.message}", name, error.code) from None


def _tiles(given: Mapping[str, Json], name: str, *, optional: bool = False) -> tuple[int, ...]:
    if optional and given.get(name) is None:
        return ()
    return cast("tuple[int, ...]", _get(given, name, f.TILES.read))


def _text(given: Mapping[str, Json], name: str, read: Callable[[Json], str]) -> str:
    return cast("str", _get(given, name, read))


def _read_bid(seat: int, given: Mapping[str, Json]) -> c.Bid:
    tai = cast("int", _get(given, "tai", f.as_count))
    return c.Bid(seat, tai, cast("Form", _text(given, "form", f.WORD_FORM.read)))


def _read_discard(seat: int, given: Mapping[str, Json]) -> c.Discard:
    return c.Discard(seat, cast("int", _get(given, "tile", f.TILE.read)))


def _read_kong(seat: int, given: Mapping[str, Json]) -> c.DeclareKong:
    kind = cast("OwnKong", _text(given, "kind", f.one_of("concealed_kong", "added_kong")))
    stands_as = _tiles(given, "stands_as", optional=True)
    return c.DeclareKong(seat, kind, _tiles(given, "tiles"), stands_as)


def _read_claim(seat: int, given: Mapping[str, Json]) -> c.Claim:
    kind = cast("ClaimKind", _text(given, "kind", f.one_of("win", "chow", "pung", "kong")))
    tiles = _tiles(given, "tiles", optional=kind == "win")
    return c.Claim(seat, kind, tiles, _tiles(given, "stands_as", optional=True))


_Reader = Callable[[int, Mapping[str, Json]], PlayerCommand]
_READERS: Final[Mapping[str, tuple[_Reader, tuple[str, ...]]]] = {
    "bid": (_read_bid, ("tai", "form")),
    "pass_bid": (lambda seat, _: c.PassBid(seat), ()),
    "name_wilds": (lambda seat, given: c.NameWilds(seat, _tiles(given, "kinds")), ("kinds",)),
    "discard": (_read_discard, ("tile",)),
    "kong": (_read_kong, ("kind", "tiles", "stands_as")),
    "win": (lambda seat, _: c.DeclareWin(seat), ()),
    "claim": (_read_claim, ("kind", "tiles", "stands_as")),
    "pass": (lambda seat, _: c.PassClaim(seat), ()),
    "commit_entropy": (
        lambda place, given: c.CommitEntropy(place, _text(given, "digest", f.DIGEST.read)),
        ("digest",),
    ),
    "open_entropy": (
        lambda place, given: c.OpenEntropy(place, _text(given, "entropy", f.DIGEST.read)),
        ("entropy",),
    ),
}


def command_to_json(command: PlayerCommand) -> dict[str, Json]:
    """The action as a client would send it."""
    match command:
        case c.Bid(tai=tai, form=form):
            return {"type": "bid", "tai": tai, "form": form}
        case c.NameWilds(kinds=kinds):
            return {"type": "name_wilds", "kinds": format_tiles(kinds)}
        case c.Discard(tile=tile):
            return {"type": "discard", "tile": format_tile(tile)}
        case c.DeclareKong():
            return _write_kong(command)
        case c.Claim():
            return _write_claim(command)
        case c.CommitEntropy(digest=digest):
            return {"type": "commit_entropy", "digest": digest}
        case c.OpenEntropy(entropy=entropy):
            return {"type": "open_entropy", "entropy": entropy}
        case c.PassBid() | c.DeclareWin() | c.PassClaim():
            return {"type": _PLAIN[type(command)]}


_PLAIN: Final[Mapping[type[PlayerCommand], Literal["pass_bid", "win", "pass"]]] = {
    c.PassBid: "pass_bid",
    c.DeclareWin: "win",
    c.PassClaim: "pass",
}


def _write_kong(kong: c.DeclareKong) -> dict[str, Json]:
    data: dict[str, Json] = {"type": "kong", "kind": kong.kind, "tiles": format_tiles(kong.tiles)}
    if kong.stands_as:
        data["stands_as"] = format_tiles(kong.stands_as)
    return data


def _write_claim(claim: c.Claim) -> dict[str, Json]:
    data: dict[str, Json] = {
        "type": "claim",
        "kind": claim.kind,
        "tiles": format_tiles(claim.tiles),
    }
    if claim.kind == "chow":
        data["stands_as"] = format_tiles(claim.stands_as)
    return data

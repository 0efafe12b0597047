"""Actions as JSON: what clients send and what they are refused for."""

from __future__ import annotations

import pytest

from engine.errors import EngineError, InvalidInput
from engine.hashing import Json
from engine.notation import parse_tiles
from engine.play import commands as c
from engine.play.codec import event_from_json
from engine.play.command_codec import command_from_json, command_to_json

DIGEST = "ab" * 32
ACTIONS: list[tuple[Json, c.Command]] = [
    ({"type": "bid", "tai": 2, "form": "two_wild"}, c.Bid(1, 2, "two_wild")),
    ({"type": "pass_bid"}, c.PassBid(1)),
    ({"type": "name_wilds", "kinds": "5m6m"}, c.NameWilds(1, (4, 5))),
    ({"type": "discard", "tile": "5m"}, c.Discard(1, 4)),
    ({"type": "kong", "kind": "added_kong", "tiles": "5m"}, c.DeclareKong(1, "added_kong", (4,))),
    ({"type": "win"}, c.DeclareWin(1)),
    ({"type": "claim", "kind": "win", "tiles": ""}, c.Claim(1, "win")),
    ({"type": "claim", "kind": "win"}, c.Claim(1, "win")),
    ({"type": "claim", "kind": "pung", "tiles": "55m"}, c.Claim(1, "pung", (4, 4))),
    (
        {"type": "claim", "kind": "chow", "tiles": "4m6m", "stands_as": "456m"},
        c.Claim(1, "chow", (3, 5), (3, 4, 5)),
    ),
    ({"type": "pass"}, c.PassClaim(1)),
    ({"type": "commit_entropy", "digest": DIGEST}, c.CommitEntropy(1, DIGEST)),
    ({"type": "open_entropy", "entropy": DIGEST}, c.OpenEntropy(1, DIGEST)),
]


@pytest.mark.parametrize(("data", "command"), ACTIONS)
def test_each_action_is_a_command_of_the_senders_seat(data: Json, command: c.Command) -> None:
    assert command_from_json(1, data) == command
    again = command_to_json(command)
    assert command_from_json(1, again) == command


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (None, None),
        ([], None),
        ({}, "type"),
        ({"type": "cheat"}, "type"),
        ({"type": ["bid"]}, "type"),
        ({"type": "bid", "tai": "2", "form": "two_wild"}, "tai"),
        ({"type": "bid", "tai": True, "form": "two_wild"}, "tai"),
        ({"type": "bid", "tai": 2, "form": "three_wild"}, "form"),
        ({"type": "bid", "tai": 2}, "form"),
        ({"type": "discard", "tile": "55m"}, "tile"),
        ({"type": "discard", "tile": 5}, "tile"),
        ({"type": "discard"}, "tile"),
        ({"type": "discard", "tile": "5m", "seat": "E"}, "action"),
        ({"type": "kong", "kind": "kong", "tiles": "5m"}, "kind"),
        ({"type": "claim", "kind": "pung"}, "tiles"),
        ({"type": "claim", "kind": "pung", "tiles": "5x"}, "tiles"),
        ({"type": "claim", "kind": "chow", "tiles": "46m", "stands_as": 5}, "stands_as"),
        ({"type": "open_entropy", "entropy": "ABC"}, "entropy"),
    ],
)
def test_anything_else_is_refused_with_the_field(data: Json, field: str | None) -> None:
    with pytest.raises(EngineError) as refused:
        command_from_json(1, data)
    assert isinstance(refused.value, InvalidInput)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("type_name", "data", "field"),
    [
        ("TileDrown", {}, "type"),
        ("TileDrawn", {"seat": "E", "tile": "5m"}, "source"),
        ("TileDrawn", {"seat": "E", "tile": "5m", "from": "head"}, "source"),
        ("TileDrawn", {"seat": "E", "tile": "5m", "source": "head", "x": 1}, "data"),
        ("TileDrawn", {"seat": "X", "tile": "5m", "source": "head"}, "seat"),
        ("TileDrawn", {"seat": "E", "tile": "5m", "source": "middle"}, "source"),
        ("HandDealt", {"hand": 1, "dealer": 4, "repeat": 0, "wall": ""}, "dealer"),
        ("HandDealt", {"hand": 1, "dealer": 0, "repeat": 0, "wall": "1m" * 136}, "wall"),
        ("HandDealt", {"hand": -1, "dealer": 0, "repeat": 0, "wall": "1m" * 136}, "hand"),
        ("MatchEnded", {"reason": "time", "points": [0, 0, 0]}, "points"),
        ("MatchEnded", {"reason": "time", "points": [0, 0, 0, 0.5]}, "points"),
        ("ClockGranted", {"place": 0, "ms": True, "reason": ""}, "ms"),
        ("ClaimPassed", [], None),
    ],
)
def test_event_data_that_does_not_fit_is_refused_with_the_field(
    type_name: str, data: Json, field: str | None
) -> None:
    with pytest.raises(InvalidInput) as refused:
        event_from_json(type_name, 1, data)
    assert refused.value.field == field


def test_a_wall_has_four_of_each_kind() -> None:
    kinds = parse_tiles("1m1m1m1m1m")
    assert len(kinds) == 5
    walls = "".join(f"{rank}{suit}" * 4 for suit in "mps" for rank in range(1, 10))
    walls += "".join(f"{rank}z" * 4 for rank in range(1, 8))
    data: dict[str, Json] = {"hand": 1, "dealer": 0, "repeat": 0, "wall": walls}
    event_from_json("HandDealt", 1, data)
    with pytest.raises(InvalidInput, match="four tiles of each"):
        event_from_json("HandDealt", 1, {**data, "wall": "2m" + walls[2:]})

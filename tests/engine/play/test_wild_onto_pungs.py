"""A wild that fits onto two pungs: the player says onto which (P4, C6)."""

from __future__ import annotations

import pytest

from engine.notation import parse_tiles
from engine.play import commands as c
from engine.play import events as e
from engine.play.command_codec import command_from_json, command_to_json
from engine.play.legal import legal
from engine.seats import E
from tests.engine.play.builder import laid, position, run


def two_pungs():
    return position(
        hands={"E": "8p456s1123z8m"},
        melds={"E": [laid("pung", "555m", "W"), laid("pung", "666z", "S")]},
        drawn="8p",
        wilds="8p9p",
        contract=("S", 2, "two_wild"),
    )


@pytest.mark.parametrize("kong", ["5555m", "6666z"])
def test_each_of_them_can_be_made(kong):
    state = two_pungs()
    offered = [one for one in legal(state, E) if isinstance(one, c.DeclareKong)]
    assert len(offered) == 2
    (chosen,) = (one for one in offered if one.stands_as == parse_tiles(kong))
    assert command_from_json(E, command_to_json(chosen)) == chosen
    _, events = run(state, chosen)
    assert isinstance(events[0], e.KongDeclared)
    assert events[0].stands_as == parse_tiles(kong)


def test_left_open_the_first_is_meant():
    _, events = run(two_pungs(), c.DeclareKong(E, "added_kong", parse_tiles("8p")))
    assert events[0].stands_as == parse_tiles("5555m")

"""Events of every schema version are read in the newest shape."""

from __future__ import annotations

import pytest

from engine.errors import InvalidInput
from engine.play.upcasts import current_version, upcast

STEPS = {
    ("TileDrawn", 1): lambda data: {**data, "source": "head"},
    ("TileDrawn", 2): lambda data: {**data, "seat": data["seat"].upper()},
}


def test_old_data_is_lifted_step_by_step():
    assert upcast("TileDrawn", 1, {"seat": "e"}, STEPS) == {"seat": "E", "source": "head"}
    assert upcast("TileDrawn", 2, {"seat": "e", "source": "tail"}, STEPS) == {
        "seat": "E",
        "source": "tail",
    }


def test_new_data_is_left_alone():
    data = {"seat": "E"}
    assert upcast("TileDrawn", 3, data, STEPS) is data
    assert upcast("BidPassed", 1, data, STEPS) is data


def test_the_written_version_is_one_past_the_last_step():
    assert current_version("TileDrawn", STEPS) == 3
    assert current_version("BidPassed", STEPS) == 1


@pytest.mark.parametrize("version", [0, 4, -1])
def test_an_unknown_version_is_refused(version):
    with pytest.raises(InvalidInput, match=f"TileDrawn has no schema version {version}"):
        upcast("TileDrawn", version, {}, STEPS)

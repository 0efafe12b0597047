"""Melds given as physical tiles."""

from __future__ import annotations

import pytest

from engine.errors import InvalidInput
from engine.melds import MELD_KINDS
from engine.rules.melding import meld_readings
from engine.rulesets import get_ruleset


@pytest.mark.parametrize("kind", MELD_KINDS)
def test_a_meld_without_tiles_is_refused(kind):
    with pytest.raises(InvalidInput, match="no such set"):
        meld_readings(get_ruleset("bao").options, kind, (), ())

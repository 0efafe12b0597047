"""Which function decides on which command of a dispute."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.rulings import commands as c
from engine.rulings.appeals import cast_vote, decide_appeal, lodge_appeal, name_panel
from engine.rulings.cases import (
    call_referee,
    decide_interest,
    declare_interest,
    make_statement,
    release_case,
    take_case,
    withdraw_case,
)
from engine.rulings.making import make_ruling

# Merged into the decider's table, where each key's function takes just that command.
RULING_DECISIONS: Final[Mapping[type[c.RulingCommand], object]] = {
    c.CallReferee: call_referee,
    c.TakeCase: take_case,
    c.ReleaseCase: release_case,
    c.WithdrawCase: withdraw_case,
    c.DeclareInterest: declare_interest,
    c.DecideInterest: decide_interest,
    c.MakeStatement: make_statement,
    c.MakeRuling: make_ruling,
    c.LodgeAppeal: lodge_appeal,
    c.NamePanel: name_panel,
    c.CastVote: cast_vote,
    c.DecideAppeal: decide_appeal,
}

"""Deciding on appeals: one step, to one judge or to three."""

from __future__ import annotations

from typing import Final

from engine.play import events as e
from engine.play.state import MatchState
from engine.rulings import commands as c
from engine.rulings import events as r
from engine.rulings.checks import (
    known_ruling,
    refuse,
    require_id,
    require_match,
    require_place,
    require_stranger,
    require_text,
)
from engine.rulings.court import BESIDE, Appeal
from engine.rulings.finality import is_held, require_unbound
from engine.rulings.making import make_ruling

Events = tuple[e.Event, ...]
PANELS: Final = (1, 3)
"""How many judges there may be."""


def lodge_appeal(state: MatchState, command: c.LodgeAppeal) -> Events:
    """One against a ruling that stands, none against one made on appeal."""
    require_match(state)
    require_id(command.appeal, state.court.appeals)
    require_place(command.place)
    require_text(command.text)
    ruling = known_ruling(state, command.ruling)
    if ruling.appeal is not None:
        refuse("final_ruling", "this ruling was made on appeal: it is final")
    if not ruling.stands:
        refuse("superseded_already", f"ruling {ruling.id} was superseded")
    if state.court.appeal_against(ruling.id):
        refuse("appealed_already", "there was an appeal against this ruling")
    if ruling.kind not in BESIDE and state.court.last_word(ruling.hand) != ruling:
        refuse("not_the_last_ruling", f"a later ruling stands on hand {ruling.hand}")
    return (r.AppealLodged(command.appeal, ruling.id, command.place, command.text),)


def open_appeal(state: MatchState, id_: str) -> Appeal:
    """An appeal that runs."""
    appeal = state.court.appeal(id_)
    if appeal is None:
        refuse("unknown_appeal", f"there is no appeal {id_}")
    if not appeal.is_open:
        refuse("appeal_decided", f"appeal {id_} was {appeal.outcome}")
    return appeal


def name_panel(state: MatchState, command: c.NamePanel) -> Events:
    """One or three who neither played here nor made the ruling; until somebody has voted."""
    appeal = open_appeal(state, command.appeal)
    judges = command.judges
    if len(judges) not in PANELS or len(set(judges)) != len(judges):
        refuse("bad_panel", "a panel is one judge, or three")
    if appeal.votes:
        refuse("votes_cast", "the panel has begun to vote")
    maker = known_ruling(state, appeal.ruling).referee
    for judge in judges:
        require_stranger(state, judge)
        if judge == maker:
            refuse("own_ruling", "nobody judges a ruling that they made")
        if is_held(state):
            require_unbound(state.court, judge, _case_of(state, appeal))
    return (r.PanelNamed(appeal.id, judges),)


def _case_of(state: MatchState, appeal: Appeal) -> str:
    return known_ruling(state, appeal.ruling).case or ""


def cast_vote(state: MatchState, command: c.CastVote) -> Events:
    """Each judge once."""
    appeal = open_appeal(state, command.appeal)
    require_text(command.text)
    if command.vote not in r.VOTES:
        refuse("no_vote", f"a vote is one of {', '.join(r.VOTES)}")
    if command.judge not in appeal.judges:
        refuse("not_a_judge", "only the judges of this appeal vote on it")
    if any(one.judge == command.judge for one in appeal.votes):
        refuse("already_voted", "this judge has voted")
    if is_held(state):
        require_unbound(state.court, command.judge, _case_of(state, appeal))
    return (r.VoteCast(appeal.id, command.judge, command.vote, command.text),)


def decide_appeal(state: MatchState, command: c.DecideAppeal) -> Events:
    """As the votes say; `expired` where nothing came of it in time: most have not voted alike, or
    most want the ruling overturned and nobody has written what is ruled instead."""
    appeal = open_appeal(state, command.appeal)
    ruling = command.ruling
    if command.outcome == "overturned":
        if ruling is None or ruling.supersedes != appeal.ruling:
            refuse("no_replacement", "what is overturned is replaced by another ruling")
        return make_ruling(state, ruling)
    if ruling is not None:
        refuse("no_replacement", "a ruling that is upheld is not replaced")
    if command.outcome == "upheld" and not appeal.has_majority("uphold"):
        refuse("votes_missing", "most judges have yet to vote for upholding it")
    if command.outcome == "expired" and appeal.has_majority("uphold"):
        refuse("votes_cast", "most judges have voted for upholding it: decide it so")
    if command.outcome not in r.APPEAL_OUTCOMES:
        refuse("no_outcome", f"an outcome is one of {', '.join(r.APPEAL_OUTCOMES)}")
    return (r.AppealDecided(appeal.id, command.outcome, None),)

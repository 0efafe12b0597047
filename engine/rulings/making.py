"""Deciding on a ruling: who may make it, what it supersedes, and all that follows from it."""

from __future__ import annotations

from typing import Final

from engine.play import events as e
from engine.play.state import MatchState
from engine.rulings import commands as c
from engine.rulings import events as r
from engine.rulings.cases import require_not_taken
from engine.rulings.checks import (
    known_ruling,
    open_case,
    refuse,
    require_id,
    require_match,
    require_stranger,
    require_text,
)
from engine.rulings.court import BESIDE, Appeal, Ruling, minus
from engine.rulings.effects import EFFECTS, Question, because
from engine.rulings.finality import Meant, is_held, require_free
from engine.rulings.fold import COURT_STEPS, taken_back
from engine.scored.decide import sheet_end

Events = tuple[e.Event, ...]
MOST_CITED: Final = 20
MOST_CITED_LENGTH: Final = 200


def make_ruling(state: MatchState, command: c.MakeRuling) -> Events:
    """The ruling and what follows: time given or taken back, the match's end, the appeal's end.

    Raises IllegalAction, or InvalidInput for a decision that is not one.
    """
    require_match(state)
    require_id(command.ruling, state.court.rulings)
    require_stranger(state, command.referee)
    require_text(command.text)
    _require_cites(command.cites)
    if command.kind not in EFFECTS:
        refuse("no_kind", f"a ruling is one of {', '.join(EFFECTS)}")
    old = _superseded(state, command)
    appeal = _appeal_of(state, command, old)
    case = _case_of(state, command, old)
    _require_word(state, command, old)
    if is_held(state):
        case_id, replaced = command.case or "", command.supersedes or ""
        meant = Meant(command.referee, command.kind, command.hand, case_id, replaced)
        require_free(state, meant)
    court = taken_back(state.court, old, command.ruling) if old else state.court
    effect = EFFECTS[command.kind](Question(state, command, court))
    after = court.standing_of(command.hand) if effect.standing is None else effect.standing
    ruling = r.RulingMade(
        ruling=command.ruling,
        case=case,
        hand=command.hand,
        kind=command.kind,
        decision=effect.decision,
        cites=command.cites,
        text=command.text,
        referee=command.referee,
        supersedes=command.supersedes,
        points=minus(after, state.court.standing_of(command.hand)),
    )
    decided = r.AppealDecided(appeal.id, "overturned", command.ruling) if appeal else None
    return (
        ruling,
        *_taken_back(state, command, old),
        *effect.then,
        *_end_of_sheet(state, ruling),
        *((decided,) if decided else ()),
    )


def _end_of_sheet(state: MatchState, ruling: r.RulingMade) -> Events:
    """A match with real tiles ends with the last matter that was open, ruled on as well as
    confirmed."""
    if state.phase != "scoring" or ruling.kind in (*BESIDE, "result_adjusted"):
        return ()
    return sheet_end(COURT_STEPS[r.RulingMade](state, ruling))


def _require_cites(cites: tuple[str, ...]) -> None:
    """Rules or clauses of the regulations; which those are the host knows."""
    if not cites:
        refuse("nothing_cited", "a ruling cites a rule, or a clause of the regulations")
    if len(cites) > MOST_CITED or not all(0 < len(one) <= MOST_CITED_LENGTH for one in cites):
        most = f"at most {MOST_CITED_LENGTH} characters, and a ruling at most {MOST_CITED} of them"
        refuse("bad_citation", f"a citation has {most}")


def _superseded(state: MatchState, command: c.MakeRuling) -> Ruling | None:
    """The ruling that is replaced: one that stands, on the same hand, its score's last word."""
    if command.supersedes is None:
        return None
    old = known_ruling(state, command.supersedes)
    if not old.stands:
        refuse("superseded_already", f"ruling {old.id} was superseded by {old.superseded_by}")
    if old.hand != command.hand:
        refuse("other_hand", f"ruling {old.id} is on hand {old.hand}")
    court = state.court
    if old.kind not in BESIDE and court.last_word(old.hand) != old:
        refuse("not_the_last_ruling", f"a later ruling stands on hand {old.hand}")
    if old.kind == "hand_replayed":
        is_first = court.replaying is not None and court.replays[:1] == (old.hand,)
        is_dealt = is_first and state.phase == "hand"
        if old.hand not in court.replays or is_dealt:
            refuse("already_replayed", f"hand {old.hand} is played again, or was, already")
    return old


def _appeal_of(state: MatchState, command: c.MakeRuling, old: Ruling | None) -> Appeal | None:
    """The appeal that runs against what is replaced; then only its judges replace it."""
    appeal = state.court.appeal_against(old.id) if old else None
    if appeal is None or not appeal.is_open:
        return None
    if command.referee not in appeal.judges:
        refuse("under_appeal", "while an appeal runs, only its judges replace the ruling")
    if not appeal.has_majority("overturn"):
        refuse("votes_missing", "most judges have yet to vote for overturning it")
    return appeal


def _case_of(state: MatchState, command: c.MakeRuling, old: Ruling | None) -> str | None:
    """The case that is closed by it, or was by what it replaces."""
    if old is not None:
        if command.case not in (None, old.case):
            refuse("other_case", f"ruling {old.id} was not made on case {command.case}")
        _require_unbound(state, old.case, command.referee)
        return old.case
    if command.case is None:
        return None
    case = open_case(state, command.case)
    require_not_taken(case, command.referee)
    _require_unbound(state, case.id, command.referee)
    return case.id


def _require_unbound(state: MatchState, id_: str | None, referee: str) -> None:
    case = state.court.case(id_) if id_ else None
    if case and not case.may_rule(referee):
        refuse("interest_open", "this referee declared an interest that nobody has allowed")


def _require_word(state: MatchState, command: c.MakeRuling, old: Ruling | None) -> None:
    """While an appeal runs against the last word on a hand, it stays the last."""
    if command.kind in BESIDE:
        return
    word = state.court.last_word(command.hand)
    appeal = state.court.appeal_against(word.id) if word and word != old else None
    if appeal and appeal.is_open:
        refuse("under_appeal", f"an appeal runs against the ruling on hand {command.hand}")


def _taken_back(state: MatchState, command: c.MakeRuling, old: Ruling | None) -> Events:
    """Time that the ruling before had given, while it can still be spent."""
    if old is None or old.clock is None or state.phase == "ended":
        return ()
    return (r.ClockTakenBack(old.clock.place, old.clock.ms, because(command)),)

"""What pages say about disputes, in the reader's language."""

from __future__ import annotations

import re
from typing import Any, Final

from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError, IllegalAction, InvalidInput
from tables.cases.errors import DisputeRefused
from tables.errors import StaleCommand, TableError
from tables.live.errors import REFUSALS
from tables.scored.texts import TEXTS as OF_SHEETS

Text = Any

REASONS: Final[dict[str, Text]] = {
    "wrong_score": _("Wrong score"),
    "wrong_claim": _("Wrong claim"),
    "mis_tap": _("Tapped by mistake"),
    "time_out": _("Time ran out"),
    "connection": _("Connection"),
    "behaviour": _("Behaviour"),
    "other": _("Something else"),
}
KINDS: Final[dict[str, Text]] = {
    "score_stands": _("The score stands"),
    "score_corrected": _("Score corrected from the facts"),
    "score_set": _("Score set by hand"),
    "hand_replayed": _("Hand voided and played again"),
    "hand_agreed": _("Hand voided, scored by agreement"),
    "penalty": _("Penalty to a player"),
    "clock_given": _("Time given back"),
    "result_adjusted": _("Result of the match adjusted"),
}
PENALTIES: Final[dict[str, Text]] = {
    "warning": _("Warning"),
    "points": _("Points off"),
    "expulsion": _("Expulsion"),
}
MELDS: Final[dict[str, Text]] = {
    "chow": pgettext_lazy("short", "chow"),
    "pung": pgettext_lazy("short", "pung"),
    "kong": pgettext_lazy("short", "kong"),
    "added_kong": pgettext_lazy("short", "added_kong"),
    "concealed_kong": pgettext_lazy("short", "concealed_kong"),
}
"""Each one word: what a meld is called where tiles are written."""
BONDS: Final[dict[str, Text]] = {
    "same_club": _("Same club as a player"),
    "relative": _("Related to a player"),
    "other": _("Another tie to a player"),
}
VOTES: Final[dict[str, Text]] = {
    "uphold": _("Uphold the ruling"),
    "overturn": _("Overturn the ruling"),
}
SOURCES: Final[dict[str, Text]] = {
    "self_draw": _("Self-draw"),
    "discard": _("On a discard"),
    "robbed_kong": _("Robbing a kong"),
    "exhausted": _("Nobody won"),
}

TEXTS: Final[dict[str, Text]] = {
    "too_late": _("The time for disputes at this table is over."),
    "too_many_calls": _("Several of your calls are waiting already."),
    "own_interest": _("Nobody decides on an interest of their own."),
    "nothing_said": _("Write something."),
    "appeal_too_late": _("The time to appeal against this ruling is over."),
    "not_a_judge": _("Somebody you named may not judge here."),
    "own_ruling": _("Nobody judges a ruling that they made."),
    "unknown_case": _("There is no such case."),
    "unknown_ruling": _("There is no such ruling."),
    "unknown_appeal": _("There is no such appeal."),
    "case_closed": _("This case is closed."),
    "case_taken": _("Another referee has taken this case."),
    "case_not_taken": _("You do not have this case."),
    "has_case": _("You have this case already."),
    "own_table": _("Nobody rules at a table where they play or played."),
    "interest_open": _("You have declared an interest that nobody has allowed."),
    "interest_declared": _("You have declared an interest already."),
    "interest_decided": _("That has been decided already."),
    "no_interest": _("No such interest was declared."),
    "no_reason": _("Choose a reason."),
    "no_kind": _("Choose what you rule."),
    "no_vote": _("Choose how you vote."),
    "no_such_hand": _("There is no such hand."),
    "hand_not_finished": _("This hand is not finished."),
    "hand_not_scored": _("This hand was voided or dealt again: it has no score."),
    "hand_voided": _("This hand was voided and is played again."),
    "hand_running": _("A hand is being played: pause the table and void the hand first."),
    "match_over": _("The match is over: that can be ruled no more."),
    "time_called": _("Time has been called: no hand is dealt any more."),
    "real_tiles": _("With real tiles, take the hand back or agree on its score."),
    "no_clocks": _("No clocks run at a table with real tiles."),
    "final_points": _("These are the points of a whole match: set them by hand."),
    "not_scored": _("The score of this match is not entered by hand."),
    "not_zero_sum": _("The payments have to add up to 0."),
    "points_too_many": _("That is more than a match can bring."),
    "nothing_cited": _("Cite at least one rule or clause."),
    "no_text": _("Write a text for the players."),
    "unknown_citation": _("A rule or clause that you cite does not exist."),
    "bad_citation": _("A citation has at most 200 characters, and a ruling at most 20 of them."),
    "bad_decision": _("Something is missing or is no number."),
    "bad_penalty": _("A penalty in points takes some; a warning takes none."),
    "no_such_penalty": _("The table of penalties has no such row."),
    "penalty_differs": _("The table of penalties says otherwise, and you do not depart from it."),
    "may_not_depart": _(
        "Only the chief referee and organisers depart from the table of penalties."
    ),
    "departure_unexplained": _("Say in the text why you depart from the table of penalties."),
    "bad_time": _("Give a time between a second and a day."),
    "bad_panel": _("Name one judge, or three different ones."),
    "votes_cast": _("The panel has voted already."),
    "votes_missing": _("Most judges have yet to vote so."),
    "already_voted": _("You have voted already."),
    "appeal_decided": _("This appeal is decided."),
    "appealed_already": _("There was an appeal against this ruling already."),
    "match_finished": _(
        "This match was played to its end: rule on its hands, each by itself. A result is adjusted"
        " for a table that could not finish."
    ),
    "other_referee": _("Another referee made this ruling: it is replaced on appeal alone."),
    "final_ruling": _("An appeal has decided about this: it is final."),
    "superseded_already": _("This ruling was replaced already."),
    "not_the_last_ruling": _("A later ruling stands on this hand."),
    "already_replayed": _("The hand is played again already."),
    "ruled_meanwhile": _("Somebody has ruled on this match meanwhile: look again."),
    "under_appeal": _("An appeal runs: its judges decide."),
    "no_replacement": _("Say what is ruled instead."),
    "other_case": _("That ruling was made on another case."),
    "other_hand": _("That ruling is about another hand."),
    "not_your_seat": _("You may not do this here."),
    "stale": _("Somebody else was quicker: look again."),
}


FACTS: Final[dict[str, Text]] = {
    "source": _("Say how it was won."),
    "winner": _("Say who won."),
    "discarder": _(
        "Whose tile it was: somebody else's than the winner's, and on a self-draw nobody's."
    ),
    "concealed": _(
        "The tiles in hand do not go with the melds: with the winning tile they are 14, and there"
        " are four of each."
    ),
    "winning_tile": _("Name a winning tile that there can be: of each there are four."),
    "melds": _("These tiles make no such meld."),
    "wild_kinds": _("The wild kinds do not go with the contract: change both together."),
    "contract": _("Such a contract cannot be bid."),
    "kong_draw": _("A kong draw is a self-draw of somebody who has a kong."),
    "blessing": _(
        "A heavenly or earthly win is one of the dealt tiles: by the right seat, and without a"
        " claim or a kong before it."
    ),
    "laozhuang": _("Laozhuang is counted in whole numbers from 0."),
}
"""What is wrong with facts that cannot be scored, by the field that is at fault."""

UNFIT: Final[dict[str, Text]] = {
    "adjust": _("Points of the match"),
    "clock-place": _("Player"),
    "clock-seconds": _("Seconds"),
    "laozhuang": _("Laozhuang"),
    "pay": _("What each gains or pays"),
    "penalty-game": _("Game points off"),
    "penalty-place": _("Player"),
    "penalty-table": _("Table points off"),
    "tai": _("Tai"),
}
"""The fields of numbers in the form of a ruling, as they are labelled there; those of four places
by what their names begin with."""


_FOR_PROGRAMS: Final = re.compile(r"[0-9a-f]{16}|[a-z]_[a-z]")
"""An id or a value of the log in a sentence of the engine's."""


def refusal_text(error: EngineError | TableError) -> str:
    """Why not, in one sentence for a person; the engine's own, more exact one in English."""
    if isinstance(error, DisputeRefused) and error.said:
        return error.said
    language = get_language() or "en"
    exact = error.message if isinstance(error, EngineError) else ""
    known = _of_facts(error) or TEXTS.get(error.code)
    known = known or OF_SHEETS.get(error.code) or REFUSALS.get(error.code)
    is_plain = language.startswith("en") and not _FOR_PROGRAMS.search(exact)
    if exact and (is_plain or not known):
        return exact[:1].upper() + exact[1:] + "."
    return str(known or TEXTS["stale" if isinstance(error, StaleCommand) else "not_your_seat"])


def unfit_text(field: str, given: str) -> str:
    """What is to be filled in, or is no number, by the name that the form has for it."""
    what = UNFIT.get(field) or UNFIT.get(field.partition("-")[0])
    if what is None:
        return str(TEXTS["bad_decision"])
    if not given:
        return gettext("Still to be filled in: {what}").format(what=what)
    return gettext("{what}: a whole number is needed here.").format(what=what)


def _of_facts(error: EngineError | TableError) -> Text:
    """The sentence for facts that cannot be, or None."""
    if not isinstance(error, InvalidInput) or error.code not in ("invalid_input", "bad_decision"):
        return None
    return FACTS.get((error.field or "").partition(".")[0])


def rule_of(error: EngineError | TableError) -> str:
    """The id of the rule that a refusal rests on, or nothing."""
    return error.rule if isinstance(error, IllegalAction) else ""

"""Old shapes of tournament events, brought to the newest one step at a time.

Owns which version of each event type is written now. Stored events are never
changed: they are lifted when read. One golden file for each type and version
(tests/golden/tournaments) is kept for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from engine.hashing import Json
from engine.play.upcasts import Data, Upcasts

Record = Mapping[str, Json]
_STAGE_2: Final[Record] = {
    "top": 2,
    "play_to": "final",
    "final_matches": 1,
    "final_carry": "none",
    "small_final": False,
    "wild_cards": 0,
    "wild_cards_by": "organiser",
    "ties": "organiser",
    "pairing": "standing",
    "dates": [],
}
_SEATING_2: Final[Record] = {"key": None, "absent": []}
_TERMS_2: Final[Record] = {
    "play": "online",
    "fixed_wilds": "",
    "waits_aid": True,
    "correction_ms": 30 * 60 * 1000,
}


_TERMS_3: Final[Record] = {
    "officials_ms": 48 * 60 * 60 * 1000,
    "disputes": {
        "pause_on_call": True,
        "pause_limit_ms": 5 * 60 * 1000,
        "window_ms": 30 * 60 * 1000,
        "appeal_ms": 30 * 60 * 1000,
        "appeal_to": "chief",
        "publicity": "anonymous",
    },
    "regulations": [],
}


def _with(items: Json, more: Record) -> Json:
    """Each record of a list with what it lacks."""
    return [{**more, **item} for item in cast("list[Record]", items)]


def _terms_2(data: Data) -> Data:
    """Stages say how a bracket runs, who comes in as a wild card, when they are played; the
    terms, where the tiles are."""
    terms = cast(Record, data["terms"])
    length = {"rounds": None, **cast(Record, terms["length"])}
    return {
        **data,
        "terms": {
            **_TERMS_2,
            **terms,
            "length": length,
            "stages": _with(terms["stages"], _STAGE_2),
        },
    }


def _terms_3(data: Data) -> Data:
    """Terms say how disputes are run; a penalty says of which kind it is. What was called the
    time for corrections is the one for players' objections."""
    terms = dict(cast(Record, data["terms"]))
    objections = terms.pop("correction_ms")
    penalties = _with(terms["penalties"], {"kind": "points"})
    return {
        **data,
        "terms": {**_TERMS_3, **terms, "objections_ms": objections, "penalties": penalties},
    }


def _terms_4(data: Data) -> Data:
    """Terms say how long an appeal may take: a day, as at every table before."""
    terms = cast(Record, data["terms"])
    disputes = {**cast(Record, terms["disputes"]), "panel_ms": 24 * 60 * 60 * 1000}
    return {**data, "terms": {**terms, "disputes": disputes}}


def _more(**more: Json) -> Callable[[Data], Data]:
    """What was added with a value that says nothing."""
    return lambda data: {**data, **more}


def _result_2(data: Data) -> Data:
    """A result may have been adjusted as a whole."""
    return {**data, "result": {**cast(Record, data["result"]), "adjusted": []}}


def _plan_2(data: Data) -> Data:
    """Tables name their place in a bracket, and plans the tables that nobody has to play."""
    return {**data, "tables": _with(data["tables"], _SEATING_2), "walkovers": []}


UPCASTS: Final[Upcasts] = {
    ("TournamentCreated", 1): _terms_2,
    ("TermsChanged", 1): _terms_2,
    ("TournamentStarted", 1): _terms_2,
    ("TournamentCreated", 2): _terms_3,
    ("TermsChanged", 2): _terms_3,
    ("TournamentStarted", 2): _terms_3,
    ("TournamentCreated", 3): _terms_4,
    ("TermsChanged", 3): _terms_4,
    ("TournamentStarted", 3): _terms_4,
    ("RoundPlanned", 1): _plan_2,
    ("ResultTaken", 1): _result_2,
    ("DisputeOpened", 1): _more(case=None),
    ("DisputeSettled", 1): _more(ruling=None),
    ("PenaltyGiven", 1): _more(kind="points", ruling=None),
    ("PenaltyLifted", 1): _more(ruling=None),
}
"""(type, version) to the function that makes version + 1 of it."""

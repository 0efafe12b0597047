"""What a form of a round does not take is told in words, beside the field, and nothing is lost."""

from __future__ import annotations

import pytest

from tests.tournaments.conftest import Event, only_event
from tests.tournaments.pages.refusing import LONG, MARKUP, Case, check, opened
from tests.worlds import World
from tournaments.domain import commands as c
from tournaments.domain.parts import Result
from tournaments.domain.stages import next_plan
from tournaments.services import seed_of

pytestmark = pytest.mark.django_db(transaction=True)
POINTS = Result((9, -2, -3, -4), (), "organiser")


def planned() -> Event:
    event = opened()
    event.do(c.StartTournament(), lambda state: next_plan(state, "main", seed_of(event.tournament)))
    return event


def started() -> Event:
    return planned().do(c.PublishPairings(1, 1), c.StartRound(1, 1, 0))


def confirmed() -> Event:
    event = started().do(c.TakeResult(1, 1, None, POINTS), c.TakeResult(1, 2, None, POINTS))
    return event.do(c.ConfirmRound(1))


PLANNED_ROUND, STARTED_ROUND = World(planned), World(started)
CONFIRMED_ROUND = World(confirmed)
ROUND = "desk/rounds/1/"
TABLE = "desk/rounds/1/tables/1/"
PLANNED = (
    Case(f"{ROUND}swap/", {"one": "a", "other": "a", "edition": "1"}, "same_entry", "other",
         ("one", "other", "edition")),
    Case(f"{ROUND}swap/", {"one": "a", "other": "nobody", "edition": "1"}, "unknown_value",
         "other", ("one", "other", "edition")),
    Case(f"{ROUND}swap/", {"one": "a", "other": "b", "edition": "x"}, "unknown_value",
         "edition", ("one", "other", "edition")),
    Case(f"{ROUND}swap/", {"one": "a", "other": "b", "edition": "7", "sure": "yes"},
         "edition_changed", "edition", ("one", "other", "edition", "sure")),
    Case(f"{ROUND}schedule/", {"starts_at": "soon"}, "unknown_value", "starts_at"),
    Case(f"{ROUND}schedule/", {"starts_at": "1969-01-01T10:00"}, "out_of_range", "starts_at"),
    Case("desk/step/", {"step": "confirm_round:main:1:"}, "stale", "", ("step",)),
    Case("desk/settings/", {"play": "points"}, "terms_frozen", "", ("play",)),
    Case("desk/import/pairings/",
         {"text": "round,table,east,south,west,north\n1,1,Name a,Name a,,"}, "twice_in_round", ""),
)  # fmt: skip


@pytest.mark.parametrize("case", PLANNED, ids=str)
def test_while_a_round_is_planned(db: None, case: Case):
    PLANNED_ROUND()
    event = only_event()
    check(event, event.account, case)


def four(*points: object) -> dict[str, object]:
    return {f"points_{place}": str(value) for place, value in enumerate(points)}


STARTED = (
    Case(f"{ROUND}clock/", {"action": "extend", "minutes": ""}, "empty", "minutes", ("action",)),
    Case(f"{ROUND}clock/", {"action": "extend", "minutes": "0"}, "out_of_range", "minutes",
         ("action", "minutes")),
    Case(f"{ROUND}clock/", {"action": "extend", "minutes": "-5"}, "out_of_range", "minutes",
         ("action", "minutes")),
    Case(f"{ROUND}clock/", {"action": "extend", "minutes": "9999"}, "out_of_range", "minutes",
         ("action", "minutes")),
    Case(f"{ROUND}clock/", {"action": "stop"}, "unknown_value", "action", ("action",)),
    Case(f"{ROUND}clock/", {"action": "pause", "table": "77"}, "no_such_table", "table",
         ("action", "table")),
    Case(f"{ROUND}confirm/", {"reason": ""}, "empty", "exceptions.0.why"),
    Case(f"{ROUND}confirm/", {"reason": "r" * 2001}, "too_long", "exceptions.0.why"),
    Case(f"{ROUND}reopen/", {"reason": "why"}, "not_confirmed", "round", ("reason",)),
    Case(f"{ROUND}dispute/", {"table": "1", "by": "a", "text": ""}, "empty", "text",
         ("table", "by")),
    Case(f"{ROUND}dispute/", {"table": "9", "by": "a", "text": "x"}, "no_such_table", "table",
         ("table", "by", "text")),
    Case(f"{ROUND}dispute/", {"table": "1", "by": "king", "text": MARKUP}, "unknown_entry", "by",
         ("table", "by")),
    Case(f"{TABLE}result/", four(9, 9, 9, 9), "not_zero_sum", "", ()),
    Case(f"{TABLE}result/", four(9, -9, "x", 0), "unknown_value", "points_2", ()),
    Case(f"{TABLE}result/", four(9, -9, "", 0), "empty", "points_2", ()),
    Case(f"{TABLE}result/", four(9, -9, 10**12, 0), "out_of_range", "points_2", ()),
    Case(f"{TABLE}result/", four("1.5", "-1.5", 0, 0), "unknown_value", "points_0", ()),
    Case(f"{TABLE}result/withdraw/", {"reason": "wrong"}, "no_result", "table", ("reason",)),
    Case(f"{TABLE}result/correct/", {**four(1, -1, 0, 0), "reason": ""}, "nothing_to_correct",
         "table", ("points_0", "points_1", "points_2", "points_3")),
    Case(f"{TABLE}seat/", {"place": "9"}, "no_such_place", "", ("place",)),
    Case(f"{TABLE}seat/",
         {"place": "0", "seat0-person": "king", "seat0-role": "substitute", "seat0-from_hand": "1"},
         "unknown_value", "seat0-person", ("place", "seat0-person", "seat0-role")),
    Case(f"{TABLE}seat/",
         {"place": "0", "seat0-person": "new", "seat0-role": "king", "seat0-from_hand": "2"},
         "unknown_value", "seat0-role", ("place", "seat0-person", "seat0-role")),
    Case(f"{TABLE}seat/",
         {"place": "0", "seat0-person": "new", "seat0-role": "substitute", "seat0-from_hand": "0",
          "name": "Somebody"},
         "out_of_range", "seat0-from_hand", ("place", "seat0-person", "seat0-role")),
    Case(f"{TABLE}seat/",
         {"place": "0", "seat0-person": "new", "seat0-role": "substitute", "seat0-from_hand": "1",
          "name": LONG},
         "too_long", "name", ("place", "seat0-person", "seat0-role")),
    Case(f"{TABLE}seat/",
         {"place": "0", "seat0-person": "new", "seat0-role": "substitute", "seat0-from_hand": "1",
          "name": ""},
         "empty", "name", ("place", "seat0-person", "seat0-role")),
    Case(f"{TABLE}seat/undo/", {"place": "0"}, "nothing_to_undo", "place", ("place",)),
    Case("desk/penalties/give/", {"entry": "king", "round": "1", "reason": MARKUP},
         "unknown_value", "entry", ("entry", "round")),
    Case("desk/penalties/give/", {"entry": "a", "round": "9", "reason": "late"},
         "unknown_value", "round", ("entry", "round")),
    Case("desk/penalties/give/", {"entry": "a", "round": "1", "reason": ""}, "empty", "reason",
         ("entry", "round")),
    Case("desk/penalties/give/", {"entry": "a", "round": "1", "reason": "late", "game": "-3"},
         "out_of_range", "game", ("entry", "round")),
    Case("desk/penalties/give/", {"entry": "a", "round": "1", "reason": "late", "game": "9" * 20},
         "out_of_range", "game", ("entry", "round")),
    Case("desk/penalties/give/", {"entry": "a", "round": "1", "reason": "r" * 501},
         "too_long", "reason", ("entry", "round")),
    Case("desk/penalties/lift/", {"penalty": "none", "reason": "x"}, "no_such_penalty", "penalty",
         ("penalty", "reason")),
    Case("desk/import/results/", {"text": "round,table,place,name,game_points\n1,1,east,Name a,x"},
         "bad_points", ""),
    Case("desk/corrections/decide/", {"correction": "none", "choice": "keep", "reason": "x"},
         "no_such_correction", "correction", ("correction", "choice", "reason")),
    Case("desk/players/a/withdraw/", {"reason": "ill", "instead": "king", "credit": "nobody",
                                      "from_hand": "1"},
         "unknown_value", "instead", ("instead", "credit")),
    Case("desk/players/a/withdraw/", {"reason": "ill", "instead": "new", "credit": "nobody",
                                      "from_hand": "1", "name": ""},
         "empty", "name", ("instead", "credit")),
)  # fmt: skip


@pytest.mark.parametrize("case", STARTED, ids=str)
def test_while_a_round_is_played(db: None, case: Case):
    STARTED_ROUND()
    event = only_event()
    check(event, event.account, case)


CONFIRMED = (
    Case(f"{ROUND}confirm/", {"reason": "again"}, "already_confirmed", "round", ("reason",)),
    Case(f"{ROUND}reopen/", {"reason": ""}, "empty", "reason"),
    Case(f"{ROUND}reopen/", {"reason": "r" * 2001}, "too_long", "reason"),
    Case(f"{TABLE}result/", four(1, -1, 0, 0), "round_confirmed", "round",
         tuple(four(0, 0, 0, 0))),
    Case(f"{TABLE}result/correct/", {**four(9, 9, 9, 9), "reason": "typo"}, "not_zero_sum", ""),
    Case(f"{TABLE}result/correct/", {**four(9, -9, "x", 0), "reason": MARKUP}, "unknown_value",
         "points_2"),
    Case(f"{TABLE}result/correct/", {**four(1, -1, 0, 0), "reason": ""}, "empty", "reason"),
)  # fmt: skip


@pytest.mark.parametrize("case", CONFIRMED, ids=str)
def test_when_a_round_is_confirmed(db: None, case: Case):
    CONFIRMED_ROUND()
    event = only_event()
    check(event, event.account, case)

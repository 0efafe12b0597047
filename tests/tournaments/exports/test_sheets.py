"""What the exported sheets say about an event."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest

from tests.tournaments.domain.desk import Desk
from tests.tournaments.exports.event import NAMES, SEED, played
from tournaments.domain import commands as c
from tournaments.domain.refusals import Refused
from tournaments.domain.state import TournamentState
from tournaments.exports.files import PUBLIC_SHEETS, SHEETS, sheet_file
from tournaments.standings.criteria import lot

Row = dict[str, str]


def rows(state: TournamentState, kind: str, *, public: bool = False) -> list[Row]:
    body = sheet_file(state, kind, "csv", public=public).body.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(body, newline="")))


@pytest.fixture(scope="module")
def state() -> TournamentState:
    return played().state


@pytest.mark.parametrize("kind", SHEETS)
def test_csv_and_json_say_the_same(state: TournamentState, kind: str) -> None:
    whole = json.loads(sheet_file(state, kind, "json").body)
    assert whole["format"] == f"laozhuang-{kind}"
    assert whole["tournament"] == "cup"
    table = rows(state, kind)
    assert list(table[0]) == whole["columns"]
    as_text = [
        {
            key: "" if cell is None else json.dumps(cell) if not isinstance(cell, str) else cell
            for key, cell in row.items()
        }
        for row in whole["rows"]
    ]
    plain = [{key: cell.removeprefix("'") for key, cell in row.items()} for row in table]
    assert plain == [{key: cell.removeprefix("'") for key, cell in row.items()} for row in as_text]


def test_json_has_names_exactly_as_typed(state: TournamentState) -> None:
    whole = json.loads(sheet_file(state, "players", "json").body)
    assert {row["entry"]: row["name"] for row in whole["rows"][:9]} == NAMES


def test_the_mark_for_spreadsheets_is_there_unless_it_is_not_wanted(
    state: TournamentState,
) -> None:
    assert sheet_file(state, "players", "csv").body.startswith(b"\xef\xbb\xbfentry,")
    assert sheet_file(state, "players", "csv", bom=False).body.startswith(b"entry,")


def test_cells_can_be_parted_by_semicolons(state: TournamentState) -> None:
    body = sheet_file(state, "players", "csv", bom=False, delimiter=";").body.decode()
    assert body.splitlines()[0].startswith("entry;number;name")


def test_no_cell_of_any_file_begins_a_formula(state: TournamentState) -> None:
    cells = [cell for kind in SHEETS for row in rows(state, kind) for cell in row.values()]
    risky = [cell for cell in cells if cell[:1] in "=+-@\t" and cell]
    assert all(cell.removeprefix("-").replace(".", "").isdigit() for cell in risky)
    assert "'=HYPERLINK(1)" in cells


def test_players_are_listed_as_they_entered(state: TournamentState) -> None:
    first = rows(state, "players")[0]
    assert first["name"] == "渡辺"
    assert first["club"] == "東京; 老庄"
    assert first["apart"] == "渡辺家;a\\;b\\\\c"


def test_pairings_have_tables_byes_and_plans(state: TournamentState) -> None:
    found = rows(state, "pairings")
    assert [(row["round"], row["kind"], row["table"]) for row in found] == [
        ("1", "table", "1"),
        ("1", "table", "2"),
        ("1", "bye", ""),
        ("2", "table", "1"),
        ("2", "table", "2"),
        ("2", "bye", ""),
    ]
    assert found[0]["west_entry"] == "c"
    assert found[0]["north"] == NAMES["d"]
    assert found[2]["entry"] == "i"


def test_a_plan_in_the_making_is_not_for_everybody(state: TournamentState) -> None:
    assert {row["round"] for row in rows(state, "pairings", public=True)} == {"1"}


def test_everybody_sees_the_edition_that_was_published_until_the_next_one_is() -> None:
    desk = played()
    desk.do(c.PublishPairings(2, 1), c.PlanRounds((desk.plan(2, "abcd", "efgi", byes=("h",)),)))
    assert rows(desk.state, "pairings", public=True)[3]["south_entry"] == "e"
    desk.do(c.PublishPairings(2, 2))
    assert rows(desk.state, "pairings", public=True)[3]["south_entry"] == "b"


def test_pairings_that_were_published_and_dropped_are_shown_no_more() -> None:
    desk = played()
    desk.do(c.PublishPairings(2, 1), c.DropPlan(2))
    desk.do(c.PlanRounds((desk.plan(2, "abcd", "efgi", byes=("h",)),)))
    assert {row["round"] for row in rows(desk.state, "pairings", public=True)} == {"1"}


def test_everybody_may_have_neither_marks_nor_reasons_nor_the_ledger() -> None:
    assert set(SHEETS) - set(PUBLIC_SHEETS) == {"players", "seats", "penalties"}


def test_results_have_place_points_and_who_gets_them(state: TournamentState) -> None:
    table = [row for row in rows(state, "results") if row["table"] == "1"]
    assert [row["game_points"] for row in table] == ["11", "-17", "3", "3"]
    assert [row["rank"] for row in table] == ["1", "4", "2", "2"]
    assert [row["table_twelfths"] for row in table] == ["48", "0", "18", "18"]
    north = table[3]
    assert (north["person"], north["credited"]) == ("s", "d")


def test_results_have_penalties_apart_but_not_those_lifted(state: TournamentState) -> None:
    lost = {row["credited"]: row for row in rows(state, "results")}
    assert (lost["e"]["game_penalty"], lost["e"]["table_penalty_twelfths"]) == ("10", "12")
    assert lost["f"]["game_penalty"] == "0"
    assert [row["lifted"] for row in rows(state, "penalties")] == ["false", "true"]


def test_a_bye_has_its_set_score(state: TournamentState) -> None:
    (bye,) = [row for row in rows(state, "results") if row["kind"] == "bye"]
    assert (bye["credited"], bye["game_points"], bye["table_points"]) == ("i", "5", "2")


def test_a_table_without_a_result_is_there_with_empty_points() -> None:
    desk = played()
    desk.do(c.WithdrawResult(1, 2, "wrong table"))
    open_ = [row for row in rows(desk.state, "results") if row["table"] == "2"]
    assert [row["game_points"] for row in open_] == [""] * 4


def test_every_hand_says_who_was_credited(state: TournamentState) -> None:
    first, second = rows(state, "hands")
    assert (first["winner"], first["winner_name"], first["tai"]) == ("east", "渡辺", "2")
    assert (second["winner"], second["north_credited"]) == ("", "d")


def test_the_ledger_says_from_which_hand_to_which(state: TournamentState) -> None:
    north = [row for row in rows(state, "seats") if (row["table"], row["place"]) == ("1", "north")]
    assert [(row["person"], row["from_hand"], row["to_hand"]) for row in north] == [
        ("d", "1", "1"),
        ("s", "2", ""),
    ]


def test_standings_have_places_points_and_what_decided(state: TournamentState) -> None:
    found = rows(state, "standings")
    assert [(row["entry"], row["place"]) for row in found[:7]] == [
        ("a", "1"),
        ("e", "2"),
        ("f", "3"),
        ("i", "4"),
        ("c", "5"),
        ("d", "5"),
        ("g", "7"),
    ]
    second = found[1]
    assert (second["game_points"], second["game_penalty"]) == ("20", "10")
    assert (second["decided_by"], second["decided_own"]) == ("table_points", "3")
    assert (found[0]["wins"], found[0]["best_hand"], found[0]["matches"]) == ("1", "2", "1")


def lots(desk: Desk) -> dict[str, str]:
    return {row["entry"]: row["lot"] for row in rows(desk.state, "standings")}


def test_lots_are_in_the_file_once_the_seed_is_open() -> None:
    desk = played(tie_breaks=("table_points", "opponents", "head_to_head", "lot"))
    assert set(lots(desk).values()) == {""}
    desk.do(c.OpenSeed(SEED))
    assert lots(desk)["a"] == str(lot(bytes.fromhex(SEED), "main", "a"))


def test_the_strength_of_opponents_is_in_points() -> None:
    found = rows(played(tie_breaks=("table_points", "opponents")).state, "standings")
    by_entry = {row["entry"]: row["opponents"] for row in found}
    # Met: 0, 1½ and 1½ points.
    assert float(by_entry["a"]) == float(Fraction(3, 3))


def test_dropped_rounds_are_counted_apart() -> None:
    desk = played(drop_worst=1)
    desk.do(c.ConfirmRound(1), c.PublishPairings(2, 1), c.StartRound(2, 1, 0))
    desk.results(2)
    (first,) = [row for row in rows(desk.state, "standings") if row["entry"] == "a"]
    assert (first["matches"], first["dropped"]) == ("1", "1")


@pytest.mark.parametrize(
    ("kind", "format_", "delimiter", "field"),
    [
        ("secrets", "csv", ",", "kind"),
        ("players", "xls", ",", "format"),
        ("players", "csv", "x", "delimiter"),
    ],
)
def test_what_there_is_not_is_refused(
    state: TournamentState, kind: str, format_: str, delimiter: str, field: str
) -> None:
    with pytest.raises(Refused) as caught:
        sheet_file(state, kind, format_, delimiter=delimiter)
    assert (caught.value.code, caught.value.field) == ("unknown_value", field)


def test_a_file_is_named_after_the_event(state: TournamentState) -> None:
    assert sheet_file(state, "players", "csv").name == "spring-cup-players.csv"


def test_an_event_in_the_making_has_empty_sheets() -> None:
    state = Desk().create().state
    assert [rows(state, kind) for kind in SHEETS] == [[]] * len(SHEETS)

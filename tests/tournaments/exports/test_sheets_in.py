"""Sheets that come in again: the same results and seating elsewhere, and every mistake named."""

from __future__ import annotations

import pytest

from tests.tournaments.domain.desk import Desk, terms
from tests.tournaments.exports.event import NAMES, played
from tournaments.domain import commands as c
from tournaments.domain.parts import Person, Result
from tournaments.domain.state import TournamentState
from tournaments.domain.terms import Stage, Uneven
from tournaments.exports.files import sheet_file
from tournaments.exports.preview_pairings import preview_pairings
from tournaments.exports.preview_results import preview_results
from tournaments.exports.sheet_in import SheetPreview

HEAD = "round,table,place,person_name,game_points\n"
SEATS = "round,kind,table,east,south,west,north,name\n"


def elsewhere() -> Desk:
    """The people of the exported event, entered anew: other ids, another order."""
    desk = Desk().create(
        terms=terms(Stage("main", "league", 3), uneven=Uneven("byes", 5, 24)),
    )
    desk.do(c.OpenRegistration())
    for key, name in reversed(NAMES.items()):
        desk.do(c.AddEntry(f"x{key}", Person(name)))
    return desk.do(c.StartTournament()) and desk


def start(desk: Desk, number: int) -> None:
    edition = desk.state.rounds[number].plan.edition
    desk.do(c.PublishPairings(number, edition), c.StartRound(number, edition, 0))


def seats(state: TournamentState, number: int) -> list[tuple[str, ...]]:
    plan = state.rounds[number].plan
    name = {key: entry.person.name for key, entry in state.entries.items()}
    tables = [tuple(name[one] for one in table.seats) for table in plan.tables]
    return [*tables, tuple(map(name.__getitem__, (*plan.byes, *plan.sitting_out)))]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_exported_pairings_and_results_are_the_same_elsewhere(delimiter: str) -> None:
    there, here = played(), elsewhere()
    sheet = sheet_file(there.state, "pairings", "csv", delimiter=delimiter).body
    preview = preview_pairings(sheet, here.state)
    assert preview.open_problems == ()
    here.do(*preview.commands)
    assert [seats(here.state, n) for n in (1, 2)] == [seats(there.state, n) for n in (1, 2)]
    assert preview_pairings(sheet, here.state).commands == ()
    start(here, 1)
    entered = c.AddEntry("xs", Person("Stand-in", "stand_in"))
    here.do(entered, c.TakeSeat(1, 1, 3, "xs", "substitute", "xd", 2, "substitute"))
    file = sheet_file(there.state, "results", "csv", delimiter=delimiter).body
    taken = preview_results(file, here.state, ())
    assert taken.open_problems == ()
    here.do(*taken.commands)
    points = [[t.result.points for t in d.state.rounds[1].tables.values()] for d in (there, here)]
    assert points[0] == points[1]
    assert {t.result.source for t in here.state.rounds[1].tables.values()} == {"organiser"}
    again = preview_results(file, here.state, ())
    assert (again.commands, again.open_problems) == ((), ())
    assert {row.note for row in again.rows} == {"same_result", "bye"}


def field(desk: Desk | None = None, kind: str = "swiss") -> Desk:
    desk = (desk or Desk()).create(terms=terms(Stage("main", kind, 2)))
    desk.do(c.OpenRegistration())
    return desk.enter(*"abcdefgh")


def playing() -> Desk:
    desk = field()
    desk.do(c.StartTournament())
    return desk.play(1, "abcd", "efgh")


def lines(table: int, people: str, points: tuple[object, ...], number: int = 1) -> str:
    return "".join(
        f"{number},{table},{wind},Name {one},{own}\n"
        for wind, one, own in zip(("east", "south", "west", "north"), people, points, strict=True)
    )


def codes(preview: SheetPreview) -> list[tuple[str, int, int]]:
    return [(one.code, one.line, one.column) for one in preview.open_problems]


GOOD = lines(2, "efgh", (5, 0, 0, -5))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (lines(1, "abcd", (1, 2, 3, 4)), ("not_zero_sum", 2, 5)),
        (lines(3, "abcd", (1, 2, -3, 0)), ("no_table_here", 2, 2)),
        (lines(1, "abcd", (1, 2, -3, 0), 2), ("no_round_here", 2, 1)),
        (lines(1, "abdc", (1, 2, -3, 0)), ("wrong_person", 4, 4)),
        (lines(1, "abcx", (1, 2, -3, 0)), ("nobody_here", 5, 4)),
        (lines(1, "abcd", (1, 2, -3, "")), ("bad_points", 5, 5)),
        (lines(1, "abcd", (1, 2, -3, "1.5")), ("bad_points", 5, 5)),
        (lines(1, "abcd", (1, 2, -3, "=1+1")), ("bad_points", 5, 5)),
        (lines(1, "abcd", (1, 2, -3, "9" * 400)), ("bad_points", 5, 5)),
        ("1,1,east,Name a,0\n" * 2, ("place_twice", 3, 3)),
        ("1,1,east,Name a,0\n", ("not_four_lines", 2, 2)),
        ("1,1,top,Name a,0\n", ("unknown_place", 2, 3)),
        ("one,1,east,Name a,0\n", ("bad_round", 2, 1)),
        ("1,-1,east,Name a,0\n", ("bad_number", 2, 2)),
    ],
)
def test_a_mistake_in_results_is_named_and_holds_up_all(
    text: str, found: tuple[str, int, int]
) -> None:
    preview = preview_results(HEAD + text + GOOD, playing().state, ())
    assert found in codes(preview)
    assert not preview.is_ready


def test_another_result_a_running_match_and_a_confirmed_round_are_named() -> None:
    desk = playing()
    desk.do(c.OpenTable(1, 1, "m1"))
    text = HEAD + lines(1, "abcd", (1, 2, -3, 0)) + GOOD
    assert codes(preview_results(text, desk.state, {"m1"})) == [("match_running", 2, 2)]
    assert preview_results(text, desk.state, ()).is_ready
    desk.do(c.TakeResult(1, 2, None, Result((1, -1, 0, 0), (), "organiser")))
    assert codes(preview_results(text, desk.state, ())) == [("result_here", 6, 2)]
    desk.do(c.TakeResult(1, 1, "m1", Result((1, -1, 0, 0), (), "organiser")), c.ConfirmRound(1))
    assert codes(preview_results(text, desk.state, ())) == [
        ("result_here", 2, 2),
        ("result_here", 6, 2),
    ]


def test_chinese_headings_places_and_signs_are_read() -> None:
    text = "轮次;桌号;座位;姓名;得分\n" + "".join(
        f"1;1;{wind};NAME  {one};{own}\n"
        for wind, one, own in zip("东南西北", "abcd", ("+7", "−7", "0", "0"), strict=True)
    )
    (command,) = preview_results(text, playing().state, ()).commands
    assert command == c.TakeResult(1, 1, None, Result((7, -7, 0, 0), (), "organiser"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_lines"),
        ("hello\nworld\n", "no_header"),
        (HEAD, "no_lines"),
        ("round,table,place,game_points\n1,1,east,0\n", "no_column"),
        ("round," + HEAD + "1,1,1,east,Name a,0\n", "column_twice"),
        ("weather," + HEAD + "sun,1,1,east,Name a,0\n", "unknown_column"),
        (HEAD + "1,1,east,Name a,0,more\n", "too_many_cells"),
        (HEAD + '1,1,east,"Name a,0\n', "bad_quotes"),
    ],
)
def test_what_is_no_sheet_of_results_is_told(text: str, code: str) -> None:
    preview = preview_results(text, playing().state, ())
    assert code in {one.code for one in preview.open_problems}
    assert not preview.is_ready


def seating() -> Desk:
    desk = field()
    desk.do(c.StartTournament())
    return desk


def table(number: object, people: str, round_: object = 1) -> str:
    named = ",".join(f"Name {one}" if one != "-" else "" for one in people)
    return f"{round_},table,{number},{named},\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (table(1, "abcx") + table(2, "efgh"), ("nobody_here", 2, 7)),
        (table(1, "abca") + table(2, "efgh"), ("twice_in_round", 2, 7)),
        (table(1, "abcd") + table(2, "efga"), ("twice_in_round", 3, 7)),
        (table(1, "abcd"), ("without_seat", 2, 1)),
        (table(1, "abcd") + table(2, "efg-"), ("empty_seat", 3, 7)),
        (table(1, "abcd") + table(1, "efgh"), ("table_twice", 3, 3)),
        (table("x", "abcd") + table(2, "efgh"), ("bad_number", 2, 3)),
        (table(1, "abcd", "x") + table(2, "efgh"), ("bad_round", 2, 1)),
        (table(1, "abcd", 5) + table(2, "efgh", 5), ("wrong_round", 2, 1)),
        (table(1, "abcd") + "1,bye,,,,,,Name e\n", ("without_seat", 2, 1)),
        (table(1, "abcd") + "1,away,,,,,,Name e\n", ("unknown_row", 3, 2)),
        (table(0, "abcd") + table(2, "efgh"), ("bad_table_number", 2, 1)),
    ],
)
def test_a_mistake_in_a_seating_is_named(text: str, found: tuple[str, int, int]) -> None:
    preview = preview_pairings(SEATS + text, seating().state)
    assert found in codes(preview)
    assert not preview.is_ready


def test_a_seating_without_a_round_is_for_the_next_and_makes_a_new_edition() -> None:
    desk = seating()
    desk.do(c.PlanRounds((desk.plan(1, "abcd", "efgh"),)))
    rows = "1,Name h,Name g,Name f,Name e\n2,Name a,Name b,Name c,Name d\n"
    text = "table,east,south,west,north\n" + rows
    desk.do(*preview_pairings(text, desk.state).commands)
    assert desk.state.rounds[1].plan.edition == 2
    assert [one.seats for one in desk.state.rounds[1].plan.tables] == [tuple("hgfe"), tuple("abcd")]
    start(desk, 1)
    assert not preview_pairings(SEATS + table(1, "abcd") + table(2, "efgh"), desk.state).is_ready
    assert preview_pairings(text, desk.state).commands[0].plans[0].round == 2


def test_whoever_has_left_or_shares_a_name_is_asked_about() -> None:
    desk = seating()
    desk.do(
        c.AddEntry("i", Person("Name a"), same_name_ok=True),
        c.WithdrawEntry("h", "ill"),
    )
    found = codes(preview_pairings(SEATS + table(1, "abcd") + table(2, "efgh"), desk.state))
    assert ("several_here", 2, 4) in found
    assert ("left_here", 3, 7) in found
    ids = "table,east,east_entry,south,west,north\n1,Name a,i,Name b,Name c,Name d\n"
    assert "several_here" not in {
        one.code for one in preview_pairings(ids, desk.state).open_problems
    }


def test_a_bracket_is_not_seated_by_a_file() -> None:
    desk = field(kind="knockout")
    desk.do(c.StartTournament())
    found = codes(preview_pairings(SEATS + table(1, "abcd") + table(2, "efgh"), desk.state))
    assert found == [("bracket_by_hand", 2, 1)]

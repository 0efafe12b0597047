"""Lists of players: what is read, and what is wrong where."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.domain.desk import Desk
from tests.tournaments.exports.event import COMPOSED, DECOMPOSED, NAMES, played, player
from tournaments.domain import commands as c
from tournaments.domain.names import check_name
from tournaments.domain.parts import Person
from tournaments.domain.refusals import Refused
from tournaments.exports.files import sheet_file
from tournaments.exports.preview import Preview, commands_of, preview_players

FOUND = tuple[str, int, int]


def preview(text: str | bytes, *entered: str, **how: object) -> Preview:
    desk = Desk().create()
    desk.do(c.OpenRegistration())
    desk.do(*(c.AddEntry(f"e{n}", Person(name)) for n, name in enumerate(entered)))
    return preview_players(text, desk.state.entries.values(), **how)


def names(text: str | bytes) -> list[str]:
    found = preview(text)
    assert not found.open_problems
    return [row.person.name for row in found.rows if row.person]


def problems(text: str | bytes, *entered: str, **how: object) -> list[FOUND]:
    found = preview(text, *entered, **how).open_problems
    return [(one.code, one.line, one.column) for one in found]


@pytest.mark.parametrize(
    "text",
    [
        "Anna\nBo\n\n渡辺 ",
        "Anna\tBo\t渡辺",
        "Anna; Bo; 渡辺",
        "Anna, Bo\n渡辺",
        "Anna，Bo、渡辺",
        "name\nAnna\nBo\n渡辺\n",
        "姓名；俱乐部\nAnna；x\nBo；y\n渡辺；\n",
        "Club;NAME\nx;Anna\n;Bo\ny;渡辺",
        '"Anna","Bo"\r\n"渡辺"\r\n',
    ],
)
def test_names_can_be_parted_in_many_ways(text: str) -> None:
    assert names(text) == ["Anna", "Bo", "渡辺"]


def test_under_a_lone_heading_a_comma_belongs_to_the_name() -> None:
    assert names("Name\nSmith, John\n") == ["Smith, John"]


def test_quotes_inside_pasted_names_are_part_of_them() -> None:
    assert names('Bob "Bo" Lee\n"Bo" Lee') == ['Bob "Bo" Lee', '"Bo" Lee']


def test_all_columns_are_read() -> None:
    text = (
        "name,club,kind,apart,fixed_table,level,email\n渡辺,老庄,player,Li; Wu,３,,w@example.org\n"
    )
    (row,) = preview(text).rows
    assert row.person == Person("渡辺", "player", None, "老庄", ("Li", "Wu"), 3)
    assert row.email == "w@example.org"


def test_kinds_may_be_written_as_people_write_them() -> None:
    found = preview("姓名,类别,level\nA,Stand-in,\nB,替补,\nC,内置,sensible\nD,,\n")
    kinds = [row.person.kind for row in found.rows if row.person]
    assert kinds == ["stand_in", "stand_in", "bot", "player"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name,club\nAnna,x\n,y\n", ("empty_name", 3, 1)),
        (f"name\n{'x' * 101}\n", ("too_long", 2, 1)),
        ("A\u202eB", ("control_character", 1, 1)),
        ("club,name\nx,A\x07B\n", ("control_character", 2, 2)),
        ("name,club\nA,x\u2067y\n", ("control_character", 2, 2)),
        ("name,fixed_table\nA,1\nB,two\n", ("bad_number", 3, 2)),
        ("name,fixed_table\nA,0\n", ("bad_number", 2, 2)),
        ("name,kind\nA,referee\n", ("unknown_kind", 2, 2)),
        ("name,kind,level\nA,bot,god\n", ("unknown_level", 2, 3)),
        ("name,level\nA,sensible\n", ("level_without_bot", 2, 2)),
        ("name,email\nA,nobody\n", ("bad_email", 2, 2)),
        ("name,apart\nA," + ";".join(map(str, range(21))) + "\n", ("too_many_marks", 2, 2)),
        ("name,club\nA,b,c\n", ("too_many_cells", 2, 3)),
        ("name,shoe size\nA,44\n", ("unknown_column", 1, 2)),
        ("name,姓名\nA,B\n", ("column_twice", 1, 2)),
        ("club\nA\n", ("no_name_column", 1, 0)),
        ('name,club\nA,"x\nB,y\n', ("bad_quotes", 2, 0)),
        ("Anna\nBo\n anna ", ("duplicate_in_file", 3, 1)),
        ("Anna;Bo;ANNA", ("duplicate_in_file", 1, 3)),
        ("\n \n", ("no_rows", 0, 0)),
        ("name,club\n", ("no_rows", 0, 0)),
    ],
)
def test_what_is_wrong_is_named_by_line_and_column(text: str, expected: FOUND) -> None:
    found = problems(text)
    assert expected in found
    assert not preview(text).is_ready


def test_everything_wrong_in_a_row_is_named_at_once() -> None:
    found = problems("name,kind,fixed_table\n,referee,x\n")
    assert found == [("empty_name", 2, 1), ("unknown_kind", 2, 2), ("bad_number", 2, 3)]


def test_a_list_longer_than_any_event_is_a_problem_of_the_first_line_too_many() -> None:
    text = "\n".join(f"P{n}" for n in range(2001))
    assert problems(text) == [("too_many_rows", 2001, 0)]


def test_a_file_too_big_is_refused() -> None:
    with pytest.raises(Refused, match="at most"):
        preview("x" * 1_000_001)


def test_composed_and_decomposed_are_one_name() -> None:
    assert problems("O\u0301LAFUR", COMPOSED) == [("duplicate_entry", 1, 1)]
    (problem,) = preview("O\u0301LAFUR", COMPOSED).open_problems
    assert problem.other == COMPOSED


def test_a_name_that_has_withdrawn_is_free() -> None:
    desk = Desk().create()
    desk.do(c.OpenRegistration(), c.AddEntry("a", Person("Anna")), c.WithdrawEntry("a"))
    assert preview_players("Anna", desk.state.entries.values()).is_ready


def test_a_question_answered_with_yes_enters_two_of_one_name() -> None:
    desk = Desk().create()
    desk.do(c.OpenRegistration(), c.AddEntry("a", Person("Anna")))
    asked = preview_players("Anna\nBo", desk.state.entries.values())
    (problem,) = asked.open_problems
    answered = preview_players(
        "Anna\nBo", desk.state.entries.values(), accept=frozenset({problem.key})
    )
    desk.do(*commands_of(answered, iter(["b", "c"])))
    assert [entry.person.name for entry in desk.state.entries.values()] == ["Anna", "Anna", "Bo"]


def test_a_column_can_be_ignored_when_the_organiser_says_so() -> None:
    text = "name,shoe size\nA,44\n"
    (problem,) = preview(text).open_problems
    assert preview(text, accept=frozenset({problem.key})).is_ready


def test_a_fault_cannot_be_answered_with_yes() -> None:
    (problem,) = preview("name,kind\nA,referee\n").open_problems
    assert problems("name,kind\nA,referee\n", accept=frozenset({problem.key}))


def test_a_row_can_be_left_out() -> None:
    found = preview("Anna\nBo\nAnna", leave_out=frozenset({"3.1"}))
    assert found.is_ready
    assert len(commands_of(found, map(str, count()))) == 2


def test_a_list_with_problems_enters_nobody() -> None:
    with pytest.raises(Refused) as caught:
        commands_of(preview("name,kind\nA,\nB,referee\n"), map(str, count()))
    assert caught.value.code == "list_not_ready"


def test_cells_are_kept_as_given_so_that_nothing_is_lost() -> None:
    found = preview("name,kind\n Anna ,referee\n")
    assert found.rows[0].cells == ("Anna", "referee")
    assert found.columns == ("name", "kind")


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_an_exported_list_enters_the_same_people_elsewhere(delimiter: str) -> None:
    state = played().state
    body = sheet_file(state, "players", "csv", delimiter=delimiter).body
    commands = commands_of(preview_players(body, ()), map(str, count()))
    assert [command.person for command in commands] == [
        entry.person for entry in state.entries.values()
    ]
    assert [command.person.name for command in commands][:9] == list(NAMES.values())


def test_composed_and_decomposed_names_keep_their_form() -> None:
    body = sheet_file(played().state, "players", "csv").body
    found = [row.person.name for row in preview_players(body, ()).rows if row.person]
    assert (found[1], found[2]) == (COMPOSED, DECOMPOSED)


def test_names_with_spaces_at_their_ends_come_back_as_they_were() -> None:
    desk = Desk().create()
    desk.do(player("a"), c.AddEntry("x", Person(" = Anna ", apart=("'=",))))
    body = sheet_file(desk.state, "players", "csv").body
    assert [row.person for row in preview_players(body, ()).rows] == [
        entry.person for entry in desk.state.entries.values()
    ]


def test_those_who_had_withdrawn_are_left_out() -> None:
    desk = played()
    desk.do(c.WithdrawEntry("i"))
    body = sheet_file(desk.state, "players", "csv").body
    commands = commands_of(preview_players(body, ()), map(str, count()))
    assert NAMES["i"] not in {command.person.name for command in commands}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
def test_a_file_in_any_of_these_encodings_enters_the_same_names(encoding: str) -> None:
    assert names("姓名,俱乐部\n渡辺,老庄\n王小明,\n".encode(encoding)) == ["渡辺", "王小明"]


def is_name(text: str) -> bool:
    try:
        check_name(text, "name")
    except Refused:
        return False
    return True


ANY_NAME = (
    st.text(max_size=12) | st.text(st.sampled_from("'=+-@ \"\\;,，a渡\u00d3\u0301"), max_size=8)
).filter(is_name)
PEOPLE = st.builds(
    Person,
    ANY_NAME,
    club=st.none() | ANY_NAME,
    apart=st.lists(ANY_NAME.map(str.strip), max_size=3, unique=True).map(tuple),
    fixed_table=st.none() | st.integers(1, 2000),
)


@given(st.lists(PEOPLE, min_size=1, max_size=4))
def test_any_person_comes_through_a_file_unchanged(people: list[Person]) -> None:
    desk = Desk().create()
    desk.do(*(c.AddEntry(f"e{n}", one, same_name_ok=True) for n, one in enumerate(people)))
    body = sheet_file(desk.state, "players", "csv").body
    assert [row.person for row in preview_players(body, ()).rows] == people

"""Entering, waiting, checking in, leaving and coming back."""

from __future__ import annotations

import unicodedata

import pytest

from tests.tournaments.domain.desk import Desk, running
from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.parts import Person


def registering(capacity: int | None = None, **changes: object) -> Desk:
    desk = Desk().create(capacity, **changes)
    desk.do(c.OpenRegistration())
    return desk


def status(desk: Desk) -> str:
    """One letter an entry: r, w for waiting, x for withdrawn."""
    letters = {"registered": "r", "waiting": "w", "withdrawn": "x"}
    return "".join(letters[entry.status] for entry in desk.state.entries.values())


def test_whoever_comes_when_it_is_full_waits():
    assert status(registering(4).enter(*"abcdef")) == "rrrrww"


def test_a_withdrawal_lets_the_first_who_waits_move_up():
    desk = registering(4).enter(*"abcdef")
    assert desk.do(c.WithdrawEntry("b")) == (e.EntryWithdrawn("b", ""), e.EntryPromoted("e"))
    assert status(desk) == "rxrrrw"


def test_more_places_let_several_move_up_in_their_order():
    desk = registering(4).enter(*"abcdefg")
    desk.do(c.ChangeCapacity(6))
    assert status(desk) == "rrrrrrw"
    desk.do(c.ChangeCapacity(None))
    assert status(desk) == "rrrrrrr"


def test_fewer_places_than_players_are_refused():
    desk = registering(8).enter(*"abcdef")
    assert desk.refused(c.ChangeCapacity(5)) == ("capacity_below_entries", "capacity")


def test_helpers_take_no_players_place():
    desk = registering(4).enter(*"abcd").enter("s", kind="stand_in").enter("z", kind="bot")
    assert status(desk) == "rrrrrr"


def test_whoever_comes_back_to_a_full_field_waits():
    desk = registering(4).enter(*"abcde")
    desk.do(c.WithdrawEntry("a"), c.RestoreEntry("a"))
    assert status(desk) == "wrrrr"
    assert desk.code(c.RestoreEntry("a")) == "not_withdrawn"


def test_people_enter_by_themselves_only_while_registration_is_open():
    desk = registering()
    desk.do(c.AddEntry("a", Person("A"), by_self=True), c.CloseRegistration())
    assert desk.code(c.AddEntry("b", Person("B"), by_self=True)) == "registration_closed"
    desk.do(c.AddEntry("b", Person("B")))
    assert desk.do(c.CloseRegistration()) == ()


def test_where_the_organiser_enters_people_nobody_else_does():
    desk = registering(entry_by="organiser")
    assert desk.code(c.AddEntry("a", Person("A"), by_self=True)) == "by_organiser_only"


@pytest.mark.parametrize("name", ["渡辺", "Ólafur", "🀄 Emoji 👩‍👩‍👧", "محمد", "O\u0301lafur"])
def test_a_name_in_any_script_is_kept_as_typed(name):
    desk = registering()
    desk.do(c.AddEntry("a", Person(name)))
    assert desk.state.entries["a"].person.name == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ólafur", unicodedata.normalize("NFD", "Ólafur")),
        ("Ólafur", "ÓLAFUR"),
        ("Li  Wei", " li wei"),
    ],
)
def test_two_spellings_of_one_name_are_asked_about(one, other):
    desk = registering()
    desk.do(c.AddEntry("a", Person(one)))
    assert desk.refused(c.AddEntry("b", Person(other))) == ("duplicate_name", "name")
    desk.do(c.AddEntry("b", Person(other), same_name_ok=True))
    assert desk.state.entries["b"].person.name == other


@pytest.mark.parametrize(
    ("person", "refusal"),
    [
        (Person("x" * 300), ("too_long", "name")),
        (Person("a\x00b"), ("control_character", "name")),
        (Person(""), ("empty", "name")),
        (Person("A", "bot"), ("contradiction", "level")),
        (Person("A", level="sensible"), ("contradiction", "level")),
        (Person("A", apart=("x", "x")), ("bad_list", "apart")),
        (Person("A", fixed_table=0), ("out_of_range", "fixed_table")),
        (Person("A", "referee"), ("unknown_value", "kind")),
    ],
)
def test_careless_entries_are_refused(person, refusal):
    assert registering().refused(c.AddEntry("a", person)) == refusal


def test_an_account_enters_once():
    desk = registering()
    desk.do(c.AddEntry("a", Person("A", account="u1")))
    assert desk.refused(c.AddEntry("b", Person("B", account="u1"))) == (
        "already_entered",
        "account",
    )


def test_a_guest_claims_their_results_and_the_claim_can_be_undone():
    desk = registering().enter("a")
    desk.do(c.ClaimEntry("a", "u1"))
    assert desk.do(c.ClaimEntry("a", "u1")) == ()
    assert desk.code(c.ClaimEntry("a", "u2")) == "already_claimed"
    desk.do(c.UndoClaim("a"), c.ClaimEntry("a", "u2"))
    assert desk.state.entries["a"].person.account == "u2"


def test_a_name_is_put_right_and_points_stay_with_the_entry():
    desk = registering().enter("a")
    desk.do(c.ChangeEntry("a", Person("Ada", club="north", apart=("family",))))
    assert desk.state.entries["a"].person.club == "north"
    assert desk.code(c.ChangeEntry("a", Person("Ada", "stand_in"))) == "kind_fixed"


def test_a_check_in_is_counted_once_and_can_be_undone():
    desk = registering().enter("a")
    desk.do(c.CheckIn("a"))
    assert desk.do(c.CheckIn("a")) == ()
    desk.do(c.UndoCheckIn("a"))
    assert not desk.state.entries["a"].checked_in


def test_in_a_running_tournament_the_organiser_lets_those_in_who_wait():
    desk = registering(4).enter(*"abcdef")
    desk.do(c.StartTournament(), c.WithdrawEntry("a"))
    assert status(desk) == "xrrrww"
    desk.do(c.PromoteEntry("f"))
    assert desk.code(c.PromoteEntry("e")) == "full"


def test_more_places_in_a_running_tournament_are_filled_by_the_organiser():
    desk = registering(4).enter(*"abcde")
    desk.do(c.StartTournament(), c.ChangeCapacity(5))
    assert status(desk) == "rrrrw"
    desk.do(c.PromoteEntry("e"))


def test_places_that_fell_free_are_filled_when_a_start_is_undone():
    desk = registering(4).enter(*"abcdef")
    desk.do(c.StartTournament(), c.WithdrawEntry("a"), c.UndoStart())
    assert status(desk) == "xrrrrw"


def test_a_late_arrival_enters_a_running_tournament():
    desk = running().enter("i")
    assert desk.state.entries["i"].is_playing

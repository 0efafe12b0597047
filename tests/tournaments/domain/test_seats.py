"""The ledger of seats: substitutes, drop-outs, no-shows, late arrivals, and mistakes undone."""

from __future__ import annotations

from tests.tournaments.domain.desk import Desk, running
from tournaments.domain import commands as c
from tournaments.domain.evolve import fold
from tournaments.domain.parts import Sitting
from tournaments.domain.state import seat_now, timeline
from tournaments.domain.terms import Uneven


def started() -> Desk:
    desk = running().enter("s", "t", kind="stand_in").enter("z", kind="bot")
    return desk.play(1, "abcd", "efgh")


def take(person: str, role: str, credited: str | None, hand: int = 1, **where: int) -> c.TakeSeat:
    table, place = where.get("table", 1), where.get("place", 0)
    return c.TakeSeat(1, table, place, person, role, credited, hand, "substitute")


def who(desk: Desk, place: int = 0, table: int = 1, number: int = 1) -> list[tuple[str, int]]:
    facts = desk.state.rounds[number].tables[table].ledger[place]
    return [(fact.person, fact.from_hand) for fact in timeline(facts)]


def test_a_substitute_plays_for_the_player():
    desk = started()
    desk.do(take("s", "substitute", "a", 3))
    assert who(desk) == [("a", 1), ("s", 3)]
    assert seat_now(desk.state, "a") is None


def test_a_substitute_on_off_and_on_again_over_three_rounds():
    desk = started()
    desk.do(take("s", "substitute", "a", 2), take("a", "player", "a", 4))
    desk.results(1).do(c.ConfirmRound(1))
    desk.play(2, "abef", "cdgh")
    desk.do(c.TakeSeat(2, 1, 0, "s", "substitute", "a", 1, "substitute"))
    desk.results(2).do(c.ConfirmRound(2))
    desk.play(3, "aceg", "bdfh")
    assert who(desk) == [("a", 1), ("s", 2), ("a", 4)]
    assert who(desk, number=2) == [("s", 1)]
    assert who(desk, number=3) == [("a", 1)]
    assert fold(desk.events) == desk.state


def test_a_no_show_is_replaced_from_the_first_hand_and_comes_late():
    desk = started()
    desk.do(c.TakeSeat(1, 1, 0, "z", "bot", None, 1, "no_show"))
    assert who(desk) == [("z", 1)]
    desk.do(c.TakeSeat(1, 1, 0, "a", "player", "a", 5, "late"))
    assert who(desk) == [("z", 1), ("a", 5)]


def test_a_drop_out_and_whoever_goes_on_are_one_step():
    desk = started()
    left, taken = desk.do(c.WithdrawEntry("a", "ill", "s", from_hand=4))
    assert left.entry == "a"
    assert (taken.sitting, taken.cause) == (Sitting("s", "stand_in", None, 4), "drop_out")


def test_a_drop_out_without_a_seat_needs_nobody_instead():
    desk = started().results(1)
    assert desk.refused(c.WithdrawEntry("a", "ill", "s")) == ("not_seated", "instead")
    desk.do(c.WithdrawEntry("a", "ill"))


def test_a_substitute_may_take_over_the_score():
    desk = running(*"abcdefghi")
    desk.play(1, "abcd", "efgh", sitting_out=("i",))
    desk.do(c.TakeSeat(1, 1, 0, "i", "player", "i", 3, "drop_out"))
    assert who(desk) == [("a", 1), ("i", 3)]


def test_nobody_sits_at_two_tables():
    desk = started()
    assert desk.code(take("e", "substitute", "a")) == "seated_elsewhere"
    desk.do(take("s", "substitute", "a"))
    assert desk.code(take("s", "substitute", "e", table=2)) == "seated_elsewhere"


def test_nobody_sits_twice_at_a_table_in_any_hand():
    desk = started()
    assert desk.code(take("b", "substitute", "a")) == "seated_twice"
    desk.do(take("s", "substitute", "a", 2), take("t", "substitute", "a", 5))
    assert desk.code(take("s", "substitute", "b", 3, place=1)) == "seated_twice"
    desk.do(take("s", "substitute", "b", 5, place=1))


def test_nobody_gets_the_points_of_two_seats():
    desk = started()
    assert desk.code(take("s", "substitute", "b")) == "seated_twice"
    assert desk.code(take("s", "substitute", "e")) == "credited_elsewhere"


def test_roles_fit_people():
    desk = started()
    assert desk.code(take("z", "stand_in", None)) == "wrong_role"
    assert desk.code(take("s", "bot", None)) == "wrong_role"
    assert desk.code(take("s", "player", "s")) == "wrong_role"
    assert desk.code(take("s", "substitute", None)) == "wrong_role"
    assert desk.code(take("s", "stand_in", "z")) == "not_a_player"


def test_hands_go_forward_and_the_same_hand_again_corrects():
    desk = started()
    desk.do(take("s", "stand_in", None, 5))
    assert desk.code(take("t", "stand_in", None, 4)) == "hand_too_early"
    desk.do(take("t", "stand_in", None, 5))
    assert who(desk) == [("a", 1), ("t", 5)]


def test_a_mistaken_change_is_undone():
    desk = started()
    desk.do(take("s", "stand_in", None, 5), take("t", "stand_in", None, 5))
    desk.do(c.UndoTakeSeat(1, 1, 0))
    assert who(desk) == [("a", 1), ("s", 5)]
    desk.do(c.UndoTakeSeat(1, 1, 0))
    assert desk.code(c.UndoTakeSeat(1, 1, 0)) == "nothing_to_undo"


def test_an_undo_does_not_seat_anybody_twice():
    desk = started()
    desk.do(take("s", "stand_in", None, 2), take("t", "stand_in", None, 3))
    desk.do(take("s", "substitute", "e", 1, table=2))
    assert desk.code(c.UndoTakeSeat(1, 1, 0)) == "seated_elsewhere"


def test_who_sat_where_is_put_right_after_the_result_but_not_after_confirming():
    desk = started().results(1)
    desk.do(take("s", "substitute", "a", 3), c.ConfirmRound(1))
    assert desk.code(c.UndoTakeSeat(1, 1, 0)) == "round_confirmed"


def test_whoever_has_a_bye_does_not_score_at_a_table_too():
    desk = running(*"abcdefghi", uneven=Uneven("byes"))
    desk.play(1, "abcd", "efgh", byes=("i",))
    assert desk.code(take("i", "player", "i")) == "has_bye"
    desk.do(take("i", "substitute", "a"))

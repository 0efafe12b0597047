"""Z4 after the fact: a finished hand is voided and played again, with its dealer and its count."""

from __future__ import annotations

import pytest

from engine.play import commands as c
from engine.play.match import Length
from engine.verify import examined, verify
from tests.engine.records import changed, index_of
from tests.engine.rulings.table import JO, Table, payments


def standing(table: Table) -> tuple[int, int, tuple[int, ...]]:
    state = table.state
    return state.dealer, state.repeat, state.lost_deal


def dealt(table: Table) -> tuple[int, int]:
    hand = table.state.hand
    return hand.dealer, hand.repeat


def moved(**changes) -> Table:
    """A match in which the deal has moved on with its last hand."""
    table = Table(**changes).hands(1)
    while table.state.repeat:
        table.hand()
    return table


def proved(table: Table) -> bool:
    record = table.record()
    return verify(record).ok and examined(record).ok


def test_the_hand_is_worth_nothing_any_more():
    table = Table().hands(2)
    table.rule("hand_replayed", 1)
    assert table.court.standing_of(1) == (0, 0, 0, 0)
    assert table.state.points == table.court.original(2)
    assert table.state.played == 1


def test_the_last_hand_is_dealt_again_as_if_it_had_not_been():
    table = moved()
    last = table.court.hands[-1]
    table.rule("hand_replayed", last.number)
    table.deal()
    assert dealt(table) == (last.places[0], last.repeat)
    assert table.state.lost_deal == last.lost_deal
    table.finish_hand()
    replay = table.court.hands[-1]
    stays = table.state.dealer == replay.places[0]
    assert table.state.repeat == (replay.repeat + 1 if stays else 0)
    assert set(table.state.lost_deal) == {*last.lost_deal, *(() if stays else replay.places[:1])}
    assert proved(table)


def test_an_older_hand_is_dealt_next_and_the_deal_then_goes_on_as_it_would_have():
    table = moved()
    voided = table.court.hands[0]
    table.hand()
    following = standing(table)
    table.rule("hand_replayed", 1)
    table.deal()
    assert dealt(table) == (voided.places[0], voided.repeat)
    table.finish_hand()
    assert standing(table) == following
    table.deal()
    assert dealt(table) == following[:2]
    table.finish_hand()
    assert proved(table)


def test_a_running_hand_is_finished_first():
    table = moved()
    last = table.court.hands[-1]
    table.deal()
    running = dealt(table)
    table.rule("hand_replayed", last.number)
    assert dealt(table) == running
    table.finish_hand()
    following = standing(table)
    table.deal()
    assert dealt(table) == (last.places[0], last.repeat)
    table.finish_hand()
    assert standing(table) == following
    assert proved(table)


def test_several_are_played_again_one_after_another():
    table = Table().hands(3)
    following = standing(table)
    first, second = table.court.hands[:2]
    table.rule("hand_replayed", 2)
    table.rule("hand_replayed", 1)
    for voided in (second, first):
        table.deal()
        assert dealt(table) == (voided.places[0], voided.repeat)
        table.finish_hand()
    assert standing(table) == following
    assert table.court.replays == ()
    assert proved(table)


def test_a_replay_that_is_voided_is_dealt_once_more():
    table = Table().hands(3)
    following, voided = standing(table), table.court.hands[0]
    table.rule("hand_replayed", 1)
    table.deal()
    table.submit(c.VoidHand("a tile was shown"), "referee:7")
    table.open_secret()
    table.deal()
    assert dealt(table) == (voided.places[0], voided.repeat)
    table.finish_hand()
    assert (standing(table), table.court.replays) == (following, ())
    assert proved(table)


def test_a_match_of_so_many_hands_plays_one_more():
    table = Table(length=Length("hands", 3)).hands(2)
    table.rule("hand_replayed", 1)
    table.hand()
    assert table.state.phase == "between"
    table.hand()
    assert table.state.phase == "ended"
    assert table.state.hand_number == 4
    assert proved(table)


def test_a_match_of_dealer_rounds_does_not_end_before_the_replay():
    table = Table(length=Length("dealer_rounds")).hands(1)
    while len(table.state.lost_deal) < 3:
        table.hand()
    while table.state.phase != "ended":
        table.deal()
        if not table.court.replays and not any(
            one.kind == "hand_replayed" for one in table.court.rulings
        ):
            table.rule("hand_replayed", 1)
        last = table.state.hand_number
        table.finish_hand()
    assert len(table.state.lost_deal) == 4
    assert table.court.hands[-1].number == last
    assert table.court.replays == ()
    assert proved(table)


def test_seats_change_when_the_replay_is_over():
    plan = ((0, 1, 2, 3), (3, 1, 0, 2))
    table = Table(seat_plan=plan, first_dealer=0).hands(1)
    while len(table.state.lost_deal) < 3 or table.state.repeat:
        table.hand()
    while len(table.state.lost_deal) < 4:
        table.deal()
        if not table.court.rulings:
            table.rule("hand_replayed", 1)
            assert table.state.order == plan[0]
        table.finish_hand()
    while table.court.replays:
        assert table.state.order == plan[0]
        table.hand()
    assert table.state.order == plan[1]
    assert proved(table)


def test_the_ruling_can_be_replaced_until_the_hand_is_dealt_again():
    table = Table().hands(2)
    played, following = table.state.played, standing(table)
    ruling = table.rule("hand_replayed", 1)
    again = table.rule("score_set", 1, {"payments": payments(30)}, supersedes=ruling)
    assert (table.state.played, table.court.replays) == (played, ())
    table.deal()
    assert dealt(table) == following[:2]
    table.finish_hand()
    ruling = table.rule("hand_replayed", 1, supersedes=again)
    table.deal()
    stands = table.ruling("score_stands", 1, supersedes=ruling)
    assert table.refused(stands) == "already_replayed"
    table.finish_hand()
    assert table.refused(stands) == "already_replayed"
    assert proved(table)


def test_time_that_is_called_leaves_it_voided():
    table = Table().hands(2)
    table.rule("hand_replayed", 1)
    table.submit(c.CallTime(), "organiser:ann")
    assert table.state.phase == "ended"
    assert table.state.points == table.court.original(2)
    assert proved(table)


def test_it_can_come_of_an_appeal():
    table = Table().hands(2)
    ruling = table.rule("score_stands", 1)
    table.appeal(ruling, "overturn")
    table.rule("hand_replayed", 1, supersedes=ruling, referee=JO)
    assert table.court.replays == (1,)
    assert proved(table)


def test_a_replay_that_still_runs_is_as_provable_as_any_running_hand():
    table = Table().hands(2)
    table.rule("hand_replayed", 1)
    table.deal()
    table.turns(5)
    report = verify(table.record())
    assert (report.problems, report.complete, report.unproved) == ((), False, 3)


@pytest.mark.parametrize(("key", "change"), [("dealer", 1), ("repeat", 1)])
def test_a_replay_with_another_dealer_or_count_is_refused(key: str, change: int):
    table = Table().hands(2)
    table.rule("hand_replayed", 1)
    table.hand()
    record = table.record()
    at = index_of(record, "HandDealt", 2)

    def other(data: dict) -> None:
        data[key] = (data[key] + change) % 4

    (problem,) = verify(changed(record, at, other)).problems
    assert (problem.type, problem.seq) == ("HandDealt", at + 1)


def test_a_replay_that_is_voided_itself_does_not_move_the_deal():
    table = moved()
    table.hand()
    following = standing(table)
    table.rule("hand_replayed", 1)
    table.hand()
    table.rule("hand_replayed", table.state.hand_number)
    table.deal()
    assert dealt(table) == (table.court.hands[0].places[0], 0)
    table.finish_hand()
    assert standing(table) == following
    assert proved(table)


def test_a_replay_apart_does_not_hide_that_the_last_hand_never_was():
    table = moved()
    last = table.court.hands[-1]
    table.rule("hand_replayed", 1)
    table.rule("hand_replayed", last.number)
    table.hand()
    table.deal()
    assert dealt(table) == (last.places[0], last.repeat)
    table.finish_hand()
    stays = table.state.dealer == last.places[0]
    assert table.state.repeat == (last.repeat + 1 if stays else 0)
    assert proved(table)

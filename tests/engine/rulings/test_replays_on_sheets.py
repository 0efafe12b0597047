"""Z4 with real tiles: a hand is voided, and the next one that is entered is played in its place."""

from __future__ import annotations

from engine.play import commands as c
from engine.play.match import Length
from engine.verify import examined, verify
from tests.engine.rulings.table import RAE, payments
from tests.engine.scored.keeper import Keeper, won

PUNGS = ("all_pungs", "half_flush")


class Sheet(Keeper):
    """A sheet under rulings."""

    def wins(self, *winners: int) -> None:
        for winner in winners:
            self.enter(won(winner, *PUNGS))

    def rule(self, kind: str, hand: int, decision: dict | None = None, **more) -> str:
        id_ = f"r{len(self.state.court.rulings)}"
        ruling = c.MakeRuling(id_, None, hand, kind, ("Z4",), RAE, decision or {}, **more)
        self.submit(ruling, f"referee:{RAE}")
        return id_

    def replay(self, hand: int, **more) -> str:
        return self.rule("hand_replayed", hand, **more)

    @property
    def next(self) -> tuple[int, int]:
        """Dealer and count of the next hand."""
        return self.state.dealer, self.state.repeat

    @property
    def dealers(self) -> list[tuple[int, int]]:
        return [(hand.dealer, hand.repeat) for hand in self.state.sheet]

    def proved(self) -> bool:
        record = self.record()
        return verify(record).ok and examined(record).ok


def test_the_last_hand_is_entered_again_as_if_it_had_not_been():
    sheet = Sheet()
    sheet.wins(0, 1)
    assert sheet.next == (1, 0)
    sheet.replay(2)
    assert sheet.next == (0, 1)
    sheet.wins(0)
    assert sheet.dealers == [(0, 0), (0, 1), (0, 1)]
    assert sheet.next == (0, 2)
    assert sheet.state.lost_deal == ()
    assert sheet.proved()


def test_an_older_hand_is_entered_next_and_the_deal_then_goes_on_as_it_would_have():
    sheet = Sheet()
    sheet.wins(1, 1, 3)
    following, lost = sheet.next, sheet.state.lost_deal
    sheet.replay(1)
    assert sheet.next == (0, 0)
    sheet.wins(2)
    assert (sheet.next, sheet.state.lost_deal) == (following, lost)
    sheet.wins(2)
    assert sheet.dealers[-2:] == [(0, 0), following]
    assert sheet.state.court.standing_of(1) == (0, 0, 0, 0)
    assert sheet.proved()


def test_what_was_ruled_before_the_sheet_is_put_right_still_leads_to_the_same():
    sheet = Sheet()
    sheet.wins(0, 0, 1)
    sheet.replay(2)
    assert sheet.next == (0, 1)
    sheet.wins(3)
    sheet.say(c.CorrectHand(1, None, "slip", won(1, *PUNGS)))
    assert sheet.dealers == [(0, 0), (1, 0), (2, 0), (1, 0)]
    assert sheet.state.points == sheet.state.court.total
    assert sheet.proved()


def test_a_replay_that_is_taken_back_is_due_again():
    sheet = Sheet()
    sheet.wins(0, 1, 2)
    sheet.replay(1)
    sheet.wins(2)
    sheet.say(c.WithdrawHand(4, None, "slip"))
    assert (sheet.next, sheet.state.court.replays) == ((0, 0), (1,))
    sheet.wins(3)
    assert sheet.dealers[-1] == (0, 0)
    assert sheet.proved()


def test_the_ruling_can_be_replaced_until_the_hand_is_entered_again():
    sheet = Sheet()
    sheet.wins(0, 1, 2)
    following, played = sheet.next, sheet.state.played
    ruling = sheet.replay(1)
    again = sheet.rule("score_set", 1, {"payments": payments(30)}, supersedes=ruling)
    assert (sheet.next, sheet.state.played) == (following, played)
    ruling = sheet.replay(1, supersedes=again)
    sheet.wins(0)
    stands = c.MakeRuling("x", None, 1, "score_stands", ("Z4",), RAE, supersedes=ruling)
    assert sheet.refused(stands)[0] == "already_replayed"
    assert sheet.proved()


def test_a_replay_that_is_voided_itself_does_not_move_the_deal():
    sheet = Sheet()
    sheet.wins(1, 2, 3)
    following = sheet.next
    sheet.replay(1)
    sheet.wins(0)
    sheet.replay(4)
    assert sheet.next == (0, 0)
    sheet.wins(3)
    assert sheet.next == following
    assert sheet.proved()


def test_a_match_of_so_many_hands_takes_one_more():
    sheet = Sheet(length=Length("hands", 2))
    sheet.wins(0)
    sheet.replay(1)
    sheet.wins(1, 2)
    assert sheet.refused_entry(won(0, *PUNGS))[0] == "match_complete"
    for hand in (2, 3):
        for place in sheet.state.sheet[hand - 1].waiting_for:
            sheet.say(c.ConfirmHand(hand, place))
    assert sheet.state.phase == "ended"
    assert sheet.proved()


def test_a_ruling_settles_its_hand_and_with_the_last_one_ends_the_match():
    sheet = Sheet(length=Length("hands", 1))
    sheet.wins(0)
    sheet.say(c.ContestHand(1, 2, "two tai"))
    sheet.rule("score_set", 1, {"payments": payments(30)})
    assert sheet.state.sheet[0].is_settled
    assert (sheet.state.phase, sheet.points) == ("ended", [30, -10, -10, -10])
    assert [row.columns.type for row in sheet.log.rows[-2:]] == ["RulingMade", "MatchEnded"]
    assert sheet.proved()


def test_seats_change_when_the_replay_is_over():
    plan = ((0, 1, 2, 3), (3, 1, 0, 2))
    sheet = Sheet(seat_plan=plan)
    sheet.wins(1, 2, 3, 0)
    assert sheet.state.order == plan[1]
    sheet.replay(4)
    assert (sheet.next, sheet.state.order) == ((3, 0), plan[0])
    sheet.wins(3)
    assert (sheet.next, sheet.state.order) == ((3, 1), plan[0])
    sheet.wins(0)
    assert sheet.state.order == plan[1]
    assert sheet.proved()

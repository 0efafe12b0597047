"""Knock-outs whose players drop out and whose results are changed afterwards."""

from __future__ import annotations

from tests.tournaments.domain.cup import (
    ORDER,
    cup,
    plan,
    play,
    podium,
    refusal,
    result,
    seated,
    start,
    table,
)
from tests.tournaments.domain.desk import Desk, running
from tournaments.domain import commands as c
from tournaments.domain.knockout_changes import what_changes
from tournaments.domain.knockouts import bracket_of
from tournaments.domain.parts import Except, Hand, Result


class TestDroppingOut:
    def test_a_stand_in_takes_the_seat_and_whoever_left_comes_last(self):
        desk = cup(16, helpers=1)
        play(desk)
        desk.do(c.WithdrawEntry("p01", "ill"))
        number = play(desk)
        assert table(desk, number, "M2.1").absent == ("p01",)
        assert "s0" in table(desk, number, "M2.1").seats
        ranking = bracket_of(desk.state, "main").filled["M2.1"].ranking
        assert [rank.player for rank in ranking][-1] == "p01"
        assert "p01" not in bracket_of(desk.state, "main").filled["F"].players

    def test_without_anybody_to_help_out_the_organiser_is_told(self):
        desk = cup(16)
        play(desk)
        desk.do(c.WithdrawEntry("p01"))
        assert refusal(desk) == "stand_ins_needed"
        desk.enter("z", kind="bot")
        plan(desk)

    def test_two_who_are_left_at_a_table_go_on_without_playing(self):
        desk = cup(16)
        play(desk)
        desk.do(c.WithdrawEntry("p01"), c.WithdrawEntry("p07"))
        number = play(desk)
        assert seated(desk, number).keys() == {"M2.2"}
        walkover = desk.state.rounds[number].plan.walkovers[0]
        assert (walkover.key, walkover.entries) == ("M2.1", ("p04", "p06", "p01", "p07"))
        assert walkover.absent == ("p01", "p07")
        play(desk)
        assert podium(desk) == "02 03 04 06"

    def test_a_walkover_that_was_recorded_stays_when_somebody_comes_back(self):
        desk = cup(16)
        play(desk)
        desk.do(c.WithdrawEntry("p01"), c.WithdrawEntry("p07"))
        play(desk)
        desk.do(c.RestoreEntry("p01"))
        assert bracket_of(desk.state, "main").filled["M2.1"].status == "finished"
        number = play(desk)
        assert seated(desk, number) == {"F": "02 03 04 06"}

    def test_a_walkover_that_was_only_planned_is_taken_back_with_the_withdrawal(self):
        desk = cup(16)
        play(desk)
        desk.do(c.WithdrawEntry("p01"), c.WithdrawEntry("p07"))
        number = plan(desk)
        edition = desk.state.rounds[number].plan.edition
        desk.do(c.PublishPairings(number, edition), c.RestoreEntry("p01"), c.RestoreEntry("p07"))
        assert desk.code(c.StartRound(number, edition, 0)) == "bracket_changed"
        assert plan(desk) == number
        assert seated(desk, number).keys() == {"M2.1", "M2.2"}

    def test_whoever_comes_back_before_the_start_gets_their_seat_again(self):
        desk = cup(8, helpers=1)
        desk.do(c.WithdrawEntry("p01"))
        number = plan(desk)
        edition = desk.state.rounds[number].plan.edition
        desk.do(c.PublishPairings(number, edition), c.RestoreEntry("p01"))
        assert desk.code(c.StartRound(number, edition, 0)) == "bracket_changed"
        plan(desk)
        assert seated(desk, number)["M1.1"] == "01 04 05 08"

    def test_a_whole_round_of_walkovers_leads_to_the_round_after_it(self):
        desk = cup(16)
        play(desk)
        for entry in ("p01", "p07", "p02", "p08"):
            desk.do(c.WithdrawEntry(entry))
        number = play(desk)
        assert seated(desk, number) == {"F": "03 04 05 06"}
        assert [one.key for one in desk.state.rounds[number].plan.walkovers] == ["M2.1", "M2.2"]

    def test_who_leaves_in_the_middle_of_a_table_is_out_whatever_the_score(self):
        desk = cup(8, helpers=1)
        number = plan(desk)
        start(desk, number)
        desk.do(c.WithdrawEntry("p01", "train", "s0", from_hand=3))
        result(desk, number, "M1.1"), result(desk, number, "M1.2")
        ranking = bracket_of(desk.state, "main").filled["M1.1"].ranking
        assert [rank.player for rank in ranking] == ["p04", "p05", "p08", "p01"]

    def test_whoever_leaves_after_the_last_hand_is_not_out(self):
        desk = cup(8, helpers=1)
        number = plan(desk)
        start(desk, number)
        desk.do(c.WithdrawEntry("p01", "train", "s0", from_hand=2))
        seating = table(desk, number, "M1.1")
        points = tuple(ORDER[sorted(seating.seats).index(entry)] for entry in seating.seats)
        hands = (Hand(1, points),)
        desk.do(c.TakeResult(number, seating.table, None, Result(points, hands, "organiser")))
        ranking = bracket_of(desk.state, "main").filled["M1.1"].ranking
        assert ranking[0].player == "p01"

    def test_a_substitute_who_plays_for_somebody_keeps_them_in(self):
        desk = cup(8, helpers=1)
        number = plan(desk)
        start(desk, number)
        seat = table(desk, number, "M1.1")
        place = seat.seats.index("p01")
        take = c.TakeSeat(number, seat.table, place, "s0", "substitute", "p01", 2, "substitute")
        desk.do(take)
        result(desk, number, "M1.1"), result(desk, number, "M1.2")
        assert "p01" in bracket_of(desk.state, "main").filled["F"].players

    def test_nobody_gets_into_a_bracket_by_sitting_down(self):
        desk = cup(8).enter("late")
        number = plan(desk)
        start(desk, number)
        seat = table(desk, number, "M1.1")
        take = c.TakeSeat(number, seat.table, 0, "late", "player", "late", 1, "late")
        assert desk.refused(take) == ("bracket_seat", "credited_to")

    def test_the_last_one_left_of_a_final_has_won_it(self):
        desk = cup(8)
        play(desk)
        for entry in ("p01", "p03", "p04"):
            desk.do(c.WithdrawEntry(entry))
        assert podium(desk).startswith("02")
        assert refusal(desk) == "stage_over"


class TestChangedResults:
    def semi_finals_changed(self) -> Desk:
        desk = cup(16)
        play(desk), play(desk)
        desk.do(c.ReopenRound(2, "typed the wrong way round", despite_dependents=True))
        return desk

    def test_a_final_that_is_only_planned_follows_a_changed_semi_final(self):
        desk = self.semi_finals_changed()
        desk.do(c.ConfirmRound(2))
        number = plan(desk)
        edition = desk.state.rounds[number].plan.edition
        desk.do(c.PublishPairings(number, edition))
        desk.do(c.ReopenRound(2, "typed the wrong way round", despite_dependents=True))
        result(desk, 2, "M2.1", "06 07")
        assert desk.code(c.StartRound(number, edition, 0)) == "bracket_changed"
        assert plan(desk) == number
        assert seated(desk, number) == {"F": "02 03 06 07"}

    def test_a_final_that_was_played_by_others_is_played_again(self):
        desk = self.semi_finals_changed()
        desk.do(c.ConfirmRound(2))
        play(desk)
        desk.do(c.ReopenRound(2, "typed the wrong way round", despite_dependents=True))
        result(desk, 2, "M2.1", "01 06")
        desk.do(c.ConfirmRound(2))
        assert bracket_of(desk.state, "main").overtaken == ("F",)
        assert podium(desk) == ""
        number = play(desk)
        assert (number, seated(desk, number)) == (4, {"F": "01 02 03 06"})
        assert podium(desk) == "01 02 03 06"

    def test_a_change_taken_back_gives_the_first_final_its_ground_again(self):
        desk = self.semi_finals_changed()
        desk.do(c.ConfirmRound(2))
        play(desk)
        for order in ("01 06", "01 04"):
            desk.do(c.ReopenRound(2, "again", despite_dependents=True))
            result(desk, 2, "M2.1", order)
            desk.do(c.ConfirmRound(2))
            if order == "01 06":
                play(desk, F="06 02")
                assert podium(desk) == "06 02 01 03"
        assert podium(desk) == "01 02 03 04"

    def test_a_table_confirmed_without_a_result_is_played_again(self):
        desk = cup(8)
        number = plan(desk)
        start(desk, number)
        result(desk, number, "M1.1")
        desk.do(c.ConfirmRound(number, (Except(table(desk, number, "M1.2").table, "power cut"),)))
        number = play(desk)
        assert seated(desk, number) == {"M1.2": "02 03 06 07"}


def changed(desk: Desk, number: int, key: str, order: str):
    """What the organiser is told before the table's result is changed to this order."""
    seating = table(desk, number, key)
    ranked = [f"p{part}" for part in order.split()]
    points = tuple(ORDER[ranked.index(entry)] for entry in seating.seats)
    return what_changes(desk.state, number, seating.table, Result(points, (), "organiser"))


class TestWhatAChangeDoes:
    def test_a_final_that_is_planned_would_have_others(self):
        desk = cup(16)
        play(desk), play(desk)
        final = plan(desk)
        told = changed(desk, 2, "M2.1", "06 01 04 07")
        (affected,) = told.affected
        assert (affected.replacement.leaving, affected.replacement.entering) == (("p04",), ("p06",))
        assert (affected.spot.round, affected.spot.status) == (final, "planned")
        assert told.consequences.overtaken == ()

    def test_a_final_that_was_played_would_have_to_be_played_again(self):
        desk = cup(16)
        play(desk), play(desk), play(desk)
        told = changed(desk, 2, "M2.1", "06 01 04 07")
        assert told.consequences.overtaken == ("F",)
        assert told.affected[0].spot.status == "confirmed"
        assert {one.place for one in told.consequences.places_before} - {
            one.place for one in told.consequences.places_after
        } == {1, 2, 3, 4}
        assert podium(desk) == "01 02 03 04"

    def test_the_same_two_in_another_order_change_nothing(self):
        desk = cup(16)
        play(desk), play(desk), play(desk)
        told = changed(desk, 2, "M2.1", "04 01 06 07")
        assert (told.affected, told.consequences.overtaken) == ((), ())

    def test_a_result_that_is_withdrawn_leaves_the_next_table_waiting(self):
        desk = cup(8)
        play(desk)
        told = what_changes(desk.state, 1, table(desk, 1, "M1.1").table, None)
        assert told.affected[0].replacement.leaving == ("p01", "p04")

    def test_no_bracket_rests_on_a_swiss_round(self):
        desk = running().play(1, "abcd", "efgh").results(1)
        assert what_changes(desk.state, 1, 1, None) is None

"""Knock-outs and double elimination from the log: who meets whom, who is out, who has won."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.domain.desk import SEED, Desk, running
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.knockout_changes import what_changes
from tournaments.domain.knockout_plans import knockout_plan
from tournaments.domain.knockouts import bracket_of
from tournaments.domain.parts import Except, Hand, Result
from tournaments.domain.refusals import Refused
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage, Uneven

CUP = Stage("main", "knockout", 1)
ORDER = (30, 10, -10, -30)


def cup(players: int, stage: Stage = CUP, helpers: int = 0, **changes: object) -> Desk:
    """A knock-out whose seeds are p01, p02 …"""
    names = [f"p{number:02}" for number in range(1, players + 1)]
    desk = running(*names, stages=(stage,), **changes)
    desk.enter(*(f"s{number}" for number in range(helpers)), kind="stand_in")
    desk.do(c.AdvanceStage("main", tuple(names)))
    return desk


def plan(desk: Desk, stage: str = "main") -> int:
    """Plan the next round; its number."""
    command = next_plan(desk.state, stage, SEED)
    assert isinstance(command, c.PlanRounds)
    desk.do(command)
    return command.plans[0].round


def start(desk: Desk, number: int) -> None:
    edition = desk.state.rounds[number].plan.edition
    desk.do(c.PublishPairings(number, edition), c.StartRound(number, edition, 0))


def result(desk: Desk, number: int, key: str, order: str = "") -> None:
    """The table's players in this order, best first; others behind, by their ids."""
    seating = table(desk, number, key)
    wanted = [f"p{part}" for part in order.split()]
    ranked = sorted(seating.seats, key=lambda e: (wanted.index(e) if e in wanted else 9, e))
    points = tuple(ORDER[ranked.index(entry)] for entry in seating.seats)
    desk.do(c.TakeResult(number, seating.table, None, Result(points, (), "organiser")))


def table(desk: Desk, number: int, key: str):
    return next(one for one in desk.state.rounds[number].plan.tables if one.key == key)


def play(desk: Desk, **orders: str) -> int:
    """The next round, all tables by seed unless an order is given: M1_1="08 01"."""
    number = plan(desk)
    start(desk, number)
    for one in desk.state.rounds[number].plan.tables:
        result(desk, number, one.key, orders.get(one.key.replace(".", "_"), ""))
    desk.do(c.ConfirmRound(number))
    return number


def seated(desk: Desk, number: int) -> dict[str, str]:
    """By key, the numbers of those at the table."""
    return {
        one.key: " ".join(entry[1:] for entry in sorted(one.seats))
        for one in desk.state.rounds[number].plan.tables
    }


def refusal(desk: Desk) -> str:
    """Why nothing can be planned."""
    with pytest.raises(Refused) as caught:
        next_plan(desk.state, "main", SEED)
    return caught.value.code


def podium(desk: Desk) -> str:
    return " ".join(player[1:] for player in bracket_of(desk.state, "main").podium)


def test_seventeen_play_one_table_while_thirteen_have_byes():
    desk = cup(17)
    assert play(desk) == 1
    assert seated(desk, 1) == {"P1.1": "14 15 16 17"}
    assert desk.state.rounds[1].plan.byes == tuple(f"p{n:02}" for n in range(1, 14))
    play(desk)
    assert seated(desk, 2) == {
        "M1.1": "01 08 09 16",
        "M1.2": "02 07 10 15",
        "M1.3": "03 06 11 14",
        "M1.4": "04 05 12 13",
    }
    play(desk)
    play(desk)
    assert podium(desk) == "01 02 03 04"
    assert bracket_of(desk.state, "main").byes[0] == "p01"


def test_the_first_seeds_of_a_first_stage_are_drawn():
    desk = running(*"abcdefgh", stages=(CUP,))
    drawn = next_plan(desk.state, "main", SEED)
    assert isinstance(drawn, c.AdvanceStage)
    assert (sorted(drawn.entries), drawn.draw.label) == (list("abcdefgh"), ("order", "main"))
    assert drawn == next_plan(desk.state, "main", SEED)
    desk.do(drawn)
    assert isinstance(next_plan(desk.state, "main", SEED), c.PlanRounds)


def test_somebody_who_enters_after_the_draw_does_not_move_the_seeds():
    desk = cup(8)
    before = bracket_of(desk.state, "main").entrants
    desk.enter("late")
    assert bracket_of(desk.state, "main").entrants == before
    play(desk)
    assert "late" not in {line.player for line in standings_of(desk.state, "main").lines}


def test_one_of_each_table_advances_where_the_terms_say_so():
    desk = cup(16, Stage("main", "knockout", 1, top=1))
    play(desk)
    number = play(desk)
    assert seated(desk, number) == {"F": "01 02 03 04"}


def test_the_next_round_waits_for_the_last_table():
    desk = cup(16)
    number = plan(desk)
    start(desk, number)
    for key in ("M1.1", "M1.2", "M1.3"):
        result(desk, number, key)
    assert refusal(desk) == "tables_unfinished"


def test_winds_are_evened_out_over_the_rounds():
    desk = cup(16, Stage("main", "knockout", 1, final_matches=4))
    numbers = [play(desk) for _ in range(6)]
    plans = [desk.state.rounds[number].plan for number in numbers]
    seats = [seating.seats for one in plans for seating in one.tables]
    winds = Counter(seats.index("p01") for seats in seats if "p01" in seats)
    assert sorted(winds.values()) == [1, 1, 2, 2]
    assert refusal(desk) == "stage_over"


def test_a_final_of_three_matches_is_added_up_with_what_was_brought():
    stage = Stage("main", "knockout", 1, final_matches=3, final_carry="last")
    desk = cup(8, stage, tie_breaks=("game_points",))
    play(desk)
    assert bracket_of(desk.state, "main").filled["F"].status == "ready"
    play(desk, F="02 01 03 04")
    assert bracket_of(desk.state, "main").filled["F"].status == "running"
    play(desk), play(desk)
    ranking = bracket_of(desk.state, "main").filled["F"].ranking
    assert [(rank.player, rank.score[0] // 12) for rank in ranking] == [
        ("p01", 30 + 10 + 30 + 30), ("p02", 30 + 30 + 10 + 10), ("p03", 10 - 30), ("p04", 10 - 90),
    ]  # fmt: skip


def test_a_penalty_counts_where_matches_are_added_up_and_leaves_a_tables_places_alone():
    desk = cup(8, Stage("main", "knockout", 1, final_matches=2), tie_breaks=("game_points",))
    play(desk)
    desk.do(c.GivePenalty("x1", "p01", 1, None, "late", 500))
    assert "p01" in bracket_of(desk.state, "main").filled["F"].players
    play(desk), play(desk)
    desk.do(c.GivePenalty("x2", "p01", 2, None, "late", 500))
    assert podium(desk) == "02 03 04 01"
    desk.do(c.LiftPenalty("x2", "appeal"))
    assert podium(desk) == "01 02 03 04"


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


class TestPlansByHand:
    def test_two_of_one_table_change_places(self):
        desk = cup(8)
        plan(desk)
        desk.do(c.SwapSeats(1, 1, "p01", "p04"))
        assert table(desk, 1, "M1.1").key == "M1.1"

    def test_nobody_is_moved_to_another_table_of_the_bracket(self):
        desk = cup(8)
        plan(desk)
        assert desk.code(c.SwapSeats(1, 1, "p01", "p02")) == "bracket_changed"

    def test_a_table_that_names_no_place_in_the_bracket_is_refused(self):
        desk = cup(8)
        tables = (["p01", "p02", "p03", "p04"],)
        made = desk.plan(1, *tables)
        assert desk.code(c.PlanRounds((made,))) == "not_in_bracket"

    def test_a_plan_made_before_a_result_changed_is_refused(self):
        desk = cup(16)
        play(desk)
        stale = next_plan(desk.state, "main", SEED)
        desk.do(c.ReopenRound(1, "miscounted", despite_dependents=True))
        result(desk, 1, "M1.1", "09 16")
        assert desk.code(stale) == "bracket_changed"

    def test_whoever_needs_a_certain_table_has_it(self):
        desk = cup(16)
        person = desk.state.entries["p05"].person
        desk.do(c.ChangeEntry("p05", replace(person, fixed_table=9)))
        plan(desk)
        numbers = {one.key: one.table for one in desk.state.rounds[1].plan.tables}
        assert numbers == {"M1.1": 1, "M1.2": 2, "M1.3": 3, "M1.4": 9}


class TestFinalRanking:
    def test_by_the_round_reached_and_then_by_points(self):
        desk = cup(16)
        play(desk, M1_4="04 05 13 12")
        play(desk), play(desk)
        lines = standings_of(desk.state, "main").lines
        assert [line.player for line in lines[:4]] == ["p01", "p02", "p03", "p04"]
        assert [line.place for line in lines[:5]] == [1, 2, 3, 4, 5]
        assert {line.player for line in lines[-4:]} == {"p16", "p15", "p14", "p12"}
        assert lines[0].ahead.criterion == "reached"

    def test_whoever_is_still_in_is_ahead_of_whoever_is_out(self):
        desk = cup(8)
        play(desk)
        lines = standings_of(desk.state, "main").lines
        assert {line.player for line in lines[:4]} == {"p01", "p02", "p03", "p04"}

    def test_dropping_the_worst_round_is_not_for_knock_outs(self):
        desk = cup(8, drop_worst=1)
        play(desk), play(desk)
        assert all(part.counted for part in standings_of(desk.state, "main").line("p01").parts)

    def test_as_after_an_earlier_round(self):
        desk = cup(8)
        play(desk), play(desk)
        then = standings_of(desk.state, "main", 1)
        assert [line.place for line in then.lines[:4]] == [1, 1, 3, 3]

    def test_a_small_final_decides_five_to_eight(self):
        desk = cup(8, Stage("main", "knockout", 1, small_final=True))
        play(desk)
        assert play(desk, S="08") == 2
        assert seated(desk, 2) == {"S": "05 06 07 08", "F": "01 02 03 04"}
        assert [line.player for line in standings_of(desk.state, "main").lines][4] == "p08"

    def test_those_in_a_small_final_are_ahead_of_those_who_went_out_before(self):
        desk = cup(16, Stage("main", "knockout", 1, small_final=True))
        play(desk), play(desk)
        desk.do(c.GivePenalty("x", "p08", 1, None, "rude", 0, 1000))
        lines = standings_of(desk.state, "main").lines
        assert {line.player for line in lines[4:8]} == {"p05", "p06", "p07", "p08"}

    def test_a_small_final_is_left_out_where_too_few_play(self):
        desk = cup(7, Stage("main", "knockout", 1, small_final=True))
        play(desk), play(desk)
        assert "S" not in bracket_of(desk.state, "main").filled


class TestDoubleElimination:
    def test_one_lost_table_puts_nobody_out(self):
        desk = cup(8, Stage("main", "double_elimination", 1))
        play(desk, M1_1="08 05")
        keys = [sorted(seated(desk, play(desk))) for _ in range(2)]
        assert keys == [["L1.1", "U2.1"], ["L2.1"]]
        play(desk)
        assert podium(desk) == "01 02 03 04"

    def test_seven_play_without_a_second_chance(self):
        desk = cup(7, Stage("main", "double_elimination", 1))
        assert bracket_of(desk.state, "main").bracket.kind == "single"

    def test_who_leaves_falls_through_the_lower_half(self):
        desk = cup(8, Stage("main", "double_elimination", 1), helpers=2)
        play(desk)
        desk.do(c.WithdrawEntry("p05"))
        play(desk), play(desk), play(desk)
        lines = standings_of(desk.state, "main").lines
        assert lines[-1].player in ("p05", "p06", "p07", "p08")
        assert podium(desk) == "01 02 03 04"


def test_a_knock_out_may_end_with_the_last_four():
    last = Stage("last", "final", 2, "top_of_standings", 4, 0)
    names = tuple(f"p{number:02}" for number in range(1, 17))
    desk = running(*names, stages=(Stage("main", "knockout", 1, play_to="last_four"), last))
    desk.do(c.AdvanceStage("main", names))
    play(desk), play(desk, M2_1="06 01")
    assert bracket_of(desk.state, "main").is_over
    lines = standings_of(desk.state, "main").lines
    assert {line.player for line in lines[:2]} == {"p02", "p06"}
    assert {line.player for line in lines[2:4]} == {"p01", "p03"}
    advance = next_plan(desk.state, "last", SEED)
    assert set(advance.entries) == {"p06", "p02", "p01", "p03"}
    assert set(advance.entries[:2]) == {"p06", "p02"}


def test_the_last_four_stay_four_though_three_of_them_leave():
    desk = cup(8, Stage("main", "knockout", 1, play_to="last_four"))
    play(desk)
    desk.do(*(c.WithdrawEntry(entry) for entry in ("p01", "p02", "p03")))
    assert (podium(desk), bracket_of(desk.state, "main").passed) == ("", frozenset())


def test_a_table_can_be_played_early_once_its_four_are_known():
    desk = cup(17, uneven=Uneven("byes"))
    early = knockout_plan(desk.state, "main", SEED, early=True)
    assert [one.key for one in early.plans[0].tables] == ["P1.1", "M1.4"]
    desk.do(early)
    start(desk, 1)
    result(desk, 1, "P1.1"), result(desk, 1, "M1.4")
    desk.do(c.ConfirmRound(1))
    assert seated(desk, play(desk)).keys() == {"M1.1", "M1.2", "M1.3"}


def test_who_still_plays_has_no_bye_in_a_round_begun_early():
    desk = cup(16)
    number = plan(desk)
    start(desk, number)
    for key in ("M1.1", "M1.2", "M1.3"):
        result(desk, number, key)
    assert refusal(desk) == "tables_unfinished"
    with pytest.raises(Refused):
        knockout_plan(desk.state, "main", SEED, early=True)
    desk = cup(22)
    number = plan(desk)
    start(desk, number)
    result(desk, number, "P1.1")
    early = knockout_plan(desk.state, "main", SEED, early=True).plans[0]
    playing = {entry for key in ("P1.2", "P1.3") for entry in table(desk, 1, key).seats}
    assert early.tables
    assert not playing & set(early.byes)


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

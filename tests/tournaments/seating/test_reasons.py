from __future__ import annotations

from tests.tournaments.seating.invariants import QUICK, names
from tournaments.seating.plan import Facts, Seating
from tournaments.seating.quality import quality_of
from tournaments.seating.reasons import Repeat, why_table
from tournaments.seating.rotation import rotation
from tournaments.seating.wishes import FixedTable, Never

A, B, C, D, E, F, G, H = "ABCDEFGH"
PLAYED = (
    Seating(((A, B, C, D), (E, F, G, H))),
    Seating(((B, A, E, F), (C, D, G, H))),
)


def test_a_repeat_is_explained_by_its_rounds() -> None:
    reasons = why_table(PLAYED, 2, 1)
    assert reasons.repeats == (Repeat((A, B), (1,)), Repeat((E, F), (1,)))


def test_winds_and_visits_are_those_before_the_round() -> None:
    reasons = why_table(PLAYED, 2, 1)
    bo = reasons.seats[0]
    assert (bo.player, bo.wind, bo.winds_before, bo.visits_before) == (B, 0, (0, 1, 0, 0), 1)
    assert reasons.seats[2].visits_before == 0


def test_a_wish_that_gave_way_is_shown_at_its_table_only() -> None:
    wishes = [Never(frozenset(names(8)[:3])), FixedTable(names(8)[7], 2)]
    schedule = rotation(names(8), 2, b"s", wishes=wishes, tries=QUICK)
    shown = {
        (round_, broken.players)
        for round_ in (1, 2)
        for table in (1, 2)
        for broken in why_table(
            schedule.seatings, round_, table, schedule.wishes, schedule.gave_way
        ).gave_way
    }
    assert shown == {
        (round_, broken.players) for broken in schedule.gave_way for round_ in broken.rounds
    }
    seats = why_table(schedule.seatings, 1, 2, schedule.wishes).seats
    assert [seat.player for seat in seats if seat.keeps_table] == [names(8)[7]]


def test_quality_counts_repeats_and_their_spread() -> None:
    quality = quality_of((*PLAYED, Seating(((A, B, C, D), (E, F, G, H)))))
    assert quality.most_meetings == 3
    # A-B, C-D, E-F and G-H meet three times, the other eight pairs of two tables twice.
    assert quality.repeats == 4 * 2 + 8
    assert quality.excess == 4 * 3 + 8
    assert quality.repeats_bound == 36 - 28
    assert quality.excess_bound == 8


def test_facts_count_each_meeting_once() -> None:
    facts = Facts.of(PLAYED)
    assert facts.meetings(B, A) == 2
    assert facts.meetings(A, H) == 0
    assert sum(map(len, facts.met_in.values())) == 2 * 2 * 6

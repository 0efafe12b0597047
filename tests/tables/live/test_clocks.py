"""The fold of the clocks: what a decision is, what it costs, when the server acts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import reduce

import pytest

from engine import wall
from engine.play import commands as c
from engine.play.decide import decide
from engine.play.evolve import evolve
from engine.play.legal import legal
from engine.play.match import ClockSettings, Length, Player, Successor
from engine.play.state import MatchState
from tables.clocks import Clock, Tick, due_ms, from_ms, ms, next_clock
from tables.live.clockface import clock_face
from tables.pace import Pace

START = datetime(2026, 1, 1, tzinfo=UTC)
PACE = Pace(bot_ms=500, between_ms=4_000)
CLOCKS = ClockSettings(
    decision_ms=10_000, claim_ms=5_000, reserve_ms=30_000, entropy_ms=7_000, away_ms=60_000
)
CHAIN = wall.make_chain(b"\1" * 32)


class Watch:
    """A match and its clock, driven by commands at chosen moments."""

    def __init__(self, *levels: str) -> None:
        self.state = MatchState.empty()
        self.tick = Tick(Clock(), None)
        self.version = 0
        self.at = START
        players = tuple(
            Player(p, f"p{p}", "bot" if level else "human", level or None, str(p))
            for p, level in enumerate([*levels, "", "", "", ""][:4])
        )
        self.do(
            c.OpenMatch(
                "m", "free", {}, Length("hands", 2), players, wall.commitment(CHAIN[0]),
                clocks=CLOCKS,
            )
        )  # fmt: skip

    def do(self, command: c.Command, after_ms: int = 0) -> Clock:
        self.at += timedelta(milliseconds=after_ms)
        events = decide(self.state, command)
        after = reduce(evolve, events, self.state)
        self.version += len(events)
        self.tick = next_clock(
            self.tick.clock, before=self.state, after=after, events=events,
            version=self.version, at=self.at, pace=PACE,
        )  # fmt: skip
        self.state = after
        return self.clock

    @property
    def clock(self) -> Clock:
        return self.tick.clock

    @property
    def due_after(self) -> int | None:
        """Milliseconds from now until the server acts."""
        at = self.tick.deadline_at
        return None if at is None else (at - self.at) // timedelta(milliseconds=1)

    def deal(self) -> Watch:
        """Contribute, begin, deal, and name the wilds."""
        entropies = [f"{p:064x}" for p in range(4)]
        for place, entropy in enumerate(entropies):
            self.do(c.CommitEntropy(place, wall.entropy_digest(entropy)))
        for place, entropy in enumerate(entropies):
            self.do(c.OpenEntropy(place, entropy))
        self.do(c.StartMatch(CHAIN[0]))
        self.do(c.DealHand(CHAIN[1]))
        return self

    def first_legal(self, seat: int, after_ms: int = 0) -> Clock:
        return self.do(legal(self.state, seat)[-1], after_ms)

    def to_discard(self) -> Watch:
        """Until the dealer has to discard."""
        self.deal()
        self.first_legal(0)
        return self


def test_contributions_have_their_own_time() -> None:
    watch = Watch()
    assert watch.clock.kind == "entropy"
    assert watch.due_after == 7_000
    watch.do(c.CommitEntropy(0, "00" * 32), after_ms=2_000)
    assert watch.due_after == 5_000


def test_a_turn_lasts_its_time_and_the_reserve() -> None:
    watch = Watch().deal()
    assert watch.clock.kind == "turn"
    assert watch.due_after == 40_000


def test_a_quick_decision_costs_nothing() -> None:
    watch = Watch().deal()
    clock = watch.first_legal(0, after_ms=9_999)
    assert clock.reserve == (30_000,) * 4


def test_a_slow_decision_takes_from_the_own_reserve_only() -> None:
    watch = Watch().deal()
    dealer = watch.clock.places[0]
    clock = watch.first_legal(0, after_ms=14_000)
    assert clock.reserve[dealer] == 26_000
    assert sum(clock.reserve) == 116_000
    assert watch.due_after == 36_000


def test_a_reserve_never_falls_below_nothing() -> None:
    watch = Watch().deal()
    dealer = watch.clock.places[0]
    clock = watch.first_legal(0, after_ms=99_000)
    assert clock.reserve[dealer] == 0


def test_a_window_lasts_the_same_whatever_anybody_holds_and_costs_no_reserve() -> None:
    watch = Watch().to_discard()
    watch.first_legal(0)
    assert watch.clock.kind == "claims"
    assert len(watch.clock.places) == 3
    assert watch.due_after == 5_000
    before = watch.clock
    watch.do(c.PassClaim(2), after_ms=3_000)
    assert watch.clock == before
    assert watch.due_after == 2_000
    watch.do(c.PassClaim(1), after_ms=1_000)
    watch.do(c.PassClaim(3), after_ms=900)
    assert watch.clock.kind == "turn"
    assert watch.clock.reserve == (30_000,) * 4


def test_a_pause_stops_the_clock_and_costs_nothing() -> None:
    watch = Watch().deal()
    watch.do(c.PauseMatch("tea"), after_ms=4_000)
    assert watch.due_after is None
    watch.do(c.ResumeMatch(), after_ms=600_000)
    assert watch.due_after == 36_000
    assert watch.first_legal(0, after_ms=5_999).reserve == (30_000,) * 4


def test_time_that_the_server_was_down_is_given_back() -> None:
    watch = Watch().deal()
    watch.do(c.ExcuseDowntime(60_000), after_ms=63_000)
    assert watch.due_after == 37_000


def test_more_downtime_than_the_decision_is_old_starts_it_again() -> None:
    watch = Watch().deal()
    watch.do(c.ExcuseDowntime(60_000), after_ms=10)
    assert watch.due_after == 40_000


def test_a_grant_is_added_to_one_reserve() -> None:
    watch = Watch().deal()
    clock = watch.do(c.GrantClock(2, 5_000, "line down"))
    assert clock.reserve == (30_000, 30_000, 35_000, 30_000)


def test_a_built_in_player_acts_after_the_same_time_in_turn_and_in_a_window() -> None:
    watch = Watch("random", "random", "random", "random").deal()
    assert watch.due_after == 500
    watch.first_legal(0)
    watch.first_legal(0)
    assert watch.clock.kind == "claims"
    assert watch.due_after == 500


def test_while_built_in_players_have_answered_the_window_waits_for_the_person() -> None:
    watch = Watch("", "random", "random", "random").to_discard()
    watch.first_legal(0)
    if 0 not in watch.clock.places:
        for seat in (1, 2, 3):
            watch.do(c.PassClaim(seat))
        watch.first_legal(1)
    hand = watch.state.hand
    assert hand is not None
    for seat in hand.unanswered:
        if hand.place_of(seat) != 0:
            watch.do(c.PassClaim(seat), after_ms=1)
    assert watch.due_after is not None
    assert watch.due_after > 4_000


def test_who_is_replaced_in_turn_is_played_for_at_once() -> None:
    watch = Watch().deal()
    place = watch.clock.places[0]
    watch.do(c.TakeOver(place, "random"), after_ms=6_000)
    assert watch.clock.bots == (place,)
    assert watch.due_after is not None
    assert watch.due_after <= 0


def test_a_clock_survives_its_json() -> None:
    watch = Watch().deal()
    assert Clock.from_json(watch.clock.to_json()) == watch.clock
    assert Clock.from_json({}) == Clock()


def test_moments_survive_their_milliseconds() -> None:
    assert from_ms(ms(START)) == START


@pytest.mark.parametrize(
    ("spent", "deadline", "total", "reserve"),
    [(0, 10_000, 40_000, 30_000), (4_000, 6_000, 36_000, 30_000), (15_000, 0, 25_000, 25_000),
     (50_000, 0, 0, 0)],
)  # fmt: skip
def test_the_face_shows_the_own_time_first_then_the_reserve(
    spent: int, deadline: int, total: int, reserve: int
) -> None:
    watch = Watch().deal()
    place = watch.clock.places[0]
    face = clock_face(watch.clock, watch.state, ms(watch.at) + spent, PACE)
    assert face["kind"] == "turn"
    assert face["running"] == [place]
    assert (face["deadline_ms"], face["total_ms"]) == (deadline, total)
    assert face["reserve_ms"][place] == reserve


def test_the_face_of_a_window_is_the_same_before_and_after_an_answer() -> None:
    watch = Watch().to_discard()
    watch.first_legal(0)
    at = ms(watch.at) + 1_000
    before = clock_face(watch.clock, watch.state, at, PACE)
    watch.do(c.PassClaim(2), after_ms=1_000)
    assert clock_face(watch.clock, watch.state, at, PACE) == before
    assert before["running"] == list(watch.clock.places)


def test_nothing_runs_when_the_match_has_ended() -> None:
    watch = Watch().deal()
    watch.do(c.VoidHand("spilt tea"))
    watch.do(c.OpenSecret(CHAIN[1]))
    assert watch.clock.kind == "between"
    assert watch.due_after == 4_000
    watch.do(c.EndMatch())
    assert watch.due_after is None
    assert due_ms(watch.clock, watch.state, PACE) is None


# A seat changes hands

EVA = Successor("Eva", "human", None, "9")


def test_who_takes_a_turn_over_has_its_whole_time_and_the_rest_of_the_reserve() -> None:
    watch = Watch().to_discard()
    place = watch.clock.places[0]
    version = watch.clock.version
    clock = watch.do(c.HandOverSeat(place, EVA), after_ms=14_000)
    assert clock.reserve[place] == 26_000
    assert watch.due_after == 10_000 + 26_000
    assert clock.version > version


def test_a_change_elsewhere_leaves_the_running_turn_alone() -> None:
    watch = Watch().to_discard()
    before, due = watch.clock, watch.tick.deadline_at
    watch.do(c.HandOverSeat((before.places[0] + 1) % 4, EVA), after_ms=3_000)
    assert (watch.clock, watch.tick.deadline_at) == (before, due)


def test_a_window_begins_anew_for_all_three_and_stays_the_same_window() -> None:
    watch = Watch().to_discard()
    watch.first_legal(0)
    before = watch.clock
    watch.do(c.PassClaim(1), after_ms=1_000)
    for seat in (1, 2):
        hand = watch.state.hand
        assert hand is not None
        player = Successor(f"S{seat}", "human", None, f"s{seat}")
        clock = watch.do(c.HandOverSeat(hand.place_of(seat), player), after_ms=1_000)
        assert watch.due_after == 5_000, "whether that seat has answered or not"
        assert (clock.version, clock.places) == (before.version, before.places)
    assert watch.clock.reserve == (30_000,) * 4


def test_a_built_in_player_who_takes_over_plays_at_its_pace() -> None:
    watch = Watch().to_discard()
    place = watch.clock.places[0]
    watch.do(c.HandOverSeat(place, Successor("B", "bot", "random", "")), after_ms=3_000)
    assert watch.clock.bots == (place,)
    assert watch.due_after == PACE.bot_ms


def test_a_pause_goes_on_over_a_change() -> None:
    watch = Watch().to_discard()
    place = watch.clock.places[0]
    watch.do(c.PauseMatch(), after_ms=2_000)
    watch.do(c.HandOverSeat(place, EVA), after_ms=60_000)
    assert watch.due_after is None
    watch.do(c.ResumeMatch(), after_ms=60_000)
    assert watch.due_after == 40_000

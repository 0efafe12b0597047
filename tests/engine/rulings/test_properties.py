"""Whatever is disputed in whatever match: points add up, records hold, tampering is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hashing import canonical_data
from engine.play.codec import event_from_text
from engine.play.evolve import evolve, fold
from engine.play.state import MatchState
from engine.rewriting import rewritten
from engine.rulings.court import NOTHING, plus
from engine.verify import examined, verify
from engine.versions import ENGINES
from tests.engine.records import rechained, split
from tests.engine.rulings.quarrels import Match, quarrelsome, quarrelsome_sheet

some = st.tuples(st.integers(0, 10_000), st.sampled_from(("bao", "free")), st.booleans())


def match_of(drawn: tuple[int, str, bool]) -> Match:
    seed, ruleset, is_sheet = drawn
    return (quarrelsome_sheet if is_sheet else quarrelsome)(seed, ruleset)


def events_of(match: Match) -> list:
    rows = [row.columns for row in match.log.rows]
    return [event_from_text(row.type, row.v, row.data) for row in rows]


@settings(max_examples=25, deadline=None)
@given(some)
def test_points_add_up_to_zero_after_every_event(drawn):
    state = MatchState.empty()
    for event in events_of(match_of(drawn)):
        state = evolve(state, event)
        assert sum(state.points) == 0
        assert state.points == state.court.total
        assert state.points == plus(
            state.court.standing_of(0),
            tuple(
                sum(state.court.standing_of(hand.number)[p] for hand in state.court.hands)
                for p in range(4)
            ),
        )


@settings(max_examples=25, deadline=None)
@given(some)
def test_the_record_holds_and_replays_to_the_same(drawn):
    match = match_of(drawn)
    record = match.record()
    assert fold(events_of(match)) == match.state
    assert rewritten(record, ENGINES) is not None
    assert examined(record).problems == ()
    assert verify(record).ok


@settings(max_examples=25, deadline=None)
@given(some)
def test_each_hands_chain_leads_from_what_was_played_to_what_stands(drawn):
    court = match_of(drawn).state.court
    for hand in (0, *[played.number for played in court.hands]):
        chain = court.chain(hand)
        standing = court.original(hand) if hand else NOTHING
        assert chain[0].standing == standing
        for step in chain[1:]:
            standing = plus(standing, step.change)
            assert step.standing == standing
        assert standing == court.standing_of(hand)


@settings(max_examples=25, deadline=None)
@given(some)
def test_a_ruling_is_replaced_once_and_an_appeal_answered_once(drawn):
    court = match_of(drawn).state.court
    replaced = [one.supersedes for one in court.rulings if one.supersedes]
    assert len(set(replaced)) == len(replaced)
    appealed = [one.ruling for one in court.appeals]
    assert len(set(appealed)) == len(appealed)
    for one in court.rulings:
        assert (one.superseded_by is None) == (one.id not in replaced)
        if one.appeal:
            appeal = court.appeal(one.appeal)
            assert (appeal.outcome, appeal.replacement) == ("overturned", one.id)
            assert court.appeal_against(one.id) is None


def other_points(data: dict, rng: Random) -> None:
    gain, loss = rng.sample(range(4), 2)
    data["points"][gain] += 3
    data["points"][loss] -= 3


def unbalanced(data: dict, rng: Random) -> None:
    data["points"][rng.randrange(4)] += 1


def no_citation(data: dict, rng: Random) -> None:
    data["cites"] = []


def later_hand(data: dict, rng: Random) -> None:
    data["hand"] = 999


def own_table(data: dict, rng: Random) -> None:
    data["referee"] = "p0"


def unknown_case(data: dict, rng: Random) -> None:
    data["case"] = "nowhere"


def unknown_ruling(data: dict, rng: Random) -> None:
    data["supersedes"] = "nothing-of-the-kind"


def another_decision(data: dict, rng: Random) -> None:
    """Payments, breakdown, place: the first number in it is one more, or there is one key more."""
    for part in (
        data["decision"],
        data["decision"].get("payments"),
        data["decision"].get("breakdown"),
    ):
        for key, value in (part or {}).items():
            if type(value) is int:
                part[key] = value + 1
                return
    data["decision"]["more"] = 1


def free_text(data: dict, rng: Random) -> None:
    data["text"] = "he cheated"


TAMPERING: list[Callable[[dict, Random], None]] = [
    other_points, unbalanced, no_citation, later_hand, own_table, unknown_case, unknown_ruling,
    another_decision, free_text,
]  # fmt: skip
MEANS_SOMETHING_ELSE = {("another_decision", "penalty"), ("another_decision", "clock_given")}


@pytest.mark.parametrize("tamper", TAMPERING, ids=lambda tamper: tamper.__name__)
@settings(max_examples=8, deadline=None)
@given(drawn=some)
def test_a_ruling_that_was_tampered_with_is_refused_and_named(tamper, drawn):
    header, rows = split(match_of(drawn).record())
    columns = [row.columns for row in rows]
    rng = Random(drawn[0])
    rulings = [n for n, one in enumerate(columns) if one.type == "RulingMade"]
    for at in rng.sample(rulings, min(2, len(rulings))):
        data = json.loads(columns[at].data)
        if (tamper.__name__, data["kind"]) in MEANS_SOMETHING_ELSE:
            continue
        tamper(data, rng)
        changed = [
            *columns[:at],
            columns[at]._replace(data=canonical_data(data)),
            *columns[at + 1 :],
        ]
        report = verify(rechained(header, changed))
        (problem,) = report.problems
        assert (problem.type, problem.seq, problem.line) == ("RulingMade", at + 1, at + 2)


@settings(max_examples=10, deadline=None)
@given(some)
def test_who_did_not_sign_cannot_have_ruled(drawn):
    header, rows = split(match_of(drawn).record())
    columns = [row.columns for row in rows]
    for at, one in enumerate(columns):
        if one.type == "RulingMade":
            changed = [*columns[:at], one._replace(actor="referee:else"), *columns[at + 1 :]]
            (problem,) = verify(rechained(header, changed)).problems
            assert (problem.code, problem.seq) == ("wrong_actor", at + 1)
            return

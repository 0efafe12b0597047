"""What players, spectators and referees learn of a dispute."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.play import events as e
from engine.play.codec import event_from_text
from engine.play.evolve import evolve
from engine.play.state import MatchState
from engine.redact import Redacted, is_public, redact
from engine.rulings.events import RULING_EVENTS
from engine.view import view
from engine.viewer import Viewer
from tests.engine.records import split
from tests.engine.redact.fold_view import fold_view
from tests.engine.rulings.quarrels import quarrelsome
from tests.engine.rulings.table import SAID, disputed

SEAT, SPECTATOR, REFEREE, REPLAY, READER = (
    Viewer("seat", 1), Viewer("spectator"), Viewer("referee"), Viewer("replay"), Viewer("reader"),
)  # fmt: skip

VIEWERS = (SEAT, SPECTATOR, REFEREE, REPLAY, READER, Viewer("seat", 3))


@cache
def told(viewer: Viewer) -> list[tuple[e.Event, Redacted, MatchState]]:
    """Each event of a dispute, as a viewer gets it, and the state after it."""
    found, state = [], MatchState.empty()
    for row in split(disputed())[1]:
        event = event_from_text(row.columns.type, row.columns.v, row.columns.data)
        redacted = redact(event, state, viewer)
        state = evolve(state, event)
        found.append((event, redacted, state))
    return found


def data_of(type_: type, viewer: Viewer) -> list[Redacted]:
    return [redacted for event, redacted, _ in told(viewer) if isinstance(event, type_)]


@pytest.mark.parametrize("viewer", [SEAT, SPECTATOR, REFEREE, REPLAY, READER], ids=str)
def test_folding_a_viewers_events_gives_the_views_court(viewer: Viewer):
    folded = None
    for event, redacted, state in told(viewer):
        seen = view(state, viewer)
        folded = seen if folded is None else fold_view(folded, redacted)
        if isinstance(event, e.EntropyOpened | e.EntropyMissed):
            folded = seen
        assert folded["court"] == seen["court"]
        assert folded["points"] == seen["points"]


def test_players_follow_a_case():
    assert data_of(e.RefereeCalled, SEAT)[0].data["text"] == SAID
    assert data_of(e.StatementMade, SEAT)[0].data["place"] == 3
    assert data_of(e.RulingMade, SEAT)[0].data.keys() > {"decision", "referee"}


@pytest.mark.parametrize("type_", [e.InterestDeclared, e.InterestDecided, e.VoteCast])
def test_what_binds_a_referee_and_how_a_judge_votes_is_not_for_players(type_):
    for viewer in (SEAT, SPECTATOR):
        assert {(one.anonymous, len(one.data)) for one in data_of(type_, viewer)} == {(True, 0)}
    for viewer in (REFEREE, REPLAY):
        assert all(one.data and not one.anonymous for one in data_of(type_, viewer))


@pytest.mark.parametrize("viewer", [SPECTATOR, READER], ids=str)
@pytest.mark.parametrize("type_", RULING_EVENTS)
def test_the_public_learns_no_names_no_texts_and_not_what_was_ruled(type_, viewer: Viewer):
    shown = data_of(type_, viewer)
    assert shown
    for one in shown:
        assert one.anonymous
        public = {"ruling", "hand", "supersedes", "points", "outcome", "place", "ms"}
        assert one.data.keys() <= public | {"reason"}
        assert "text" not in one.data
    if type_ not in (e.RulingMade, e.AppealDecided, e.ClockTakenBack):
        assert all(one.data == {} for one in shown)


def test_the_public_is_shown_no_open_case():
    assert any(view(state, SEAT)["court"]["cases"] for _, _, state in told(SEAT))
    for public in (SPECTATOR, READER):
        courts = [view(state, public)["court"] for _, _, state in told(public)]
        assert not any(court["cases"] for court in courts)
        assert not any("kind" in ruling for court in courts for ruling in court["rulings"])


def test_readers_see_every_tile_all_the_same():
    assert data_of(e.HandDealt, READER) == data_of(e.HandDealt, REPLAY)


def test_they_are_not_the_same_text_for_everybody():
    assert not any(
        is_public(event) for event, _, _ in told(SEAT) if isinstance(event, RULING_EVENTS)
    )


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(("bao", "free")), st.sampled_from(VIEWERS))
def test_folding_gives_the_whole_view_of_any_quarrelsome_match(seed: int, ruleset: str, viewer):
    rows = [row.columns for row in quarrelsome(seed, ruleset).log.rows]
    folded, state = None, MatchState.empty()
    for row in rows:
        event = event_from_text(row.type, row.v, row.data)
        if folded is not None:
            folded = fold_view(folded, redact(event, state, viewer))
        state = evolve(state, event)
        if isinstance(event, e.MatchStarted):
            folded = view(state, viewer)
        assert folded is None or folded == view(state, viewer)

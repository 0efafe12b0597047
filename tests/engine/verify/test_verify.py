"""A record proves itself: what verify accepts, what it refuses, and what it calls incomplete."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import rulesets
from engine.play import commands as c
from engine.play import decide as deciding
from engine.play.evolve import evolve
from engine.play.legal import legal
from engine.play.match import ENGINE_VERSION
from engine.rules.settlement import Part
from engine.rulesets.bao import BAO_GAME
from engine.selfplay import play_one
from engine.verify import verify
from engine.versions import Engine
from tests.engine.records import (
    Scripted,
    changed,
    eventful,
    handed_over,
    index_of,
    passing,
    played,
    rechained,
    reseated,
    split,
)
from tests.engine.verify.problems import codes


@pytest.mark.parametrize("ruleset", ["bao", "free"])
@pytest.mark.parametrize("level", ["random", "sensible"])
def test_played_matches_are_proved_whole(ruleset, level):
    report = verify(played(ruleset, "v", 2, level))
    assert (report.ok, report.complete, report.hands) == (True, True, 2)
    assert str(report) == f"ok: {report.events} events, 2 hands"


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_a_match_with_every_kind_of_incident_is_proved(ruleset):
    assert verify(eventful(ruleset)).ok


@pytest.mark.parametrize(
    "options",
    [
        {"free_wild": "random"},
        {"free_wild": "random", "free_wild_kinds": 1},
        {"free_wild": "random", "wild_pair": "any"},
        {"free_wild": "fixed"},
    ],
)
def test_wilds_that_nobody_names_are_derived_anew(options):
    record = play_one("free", options=options, hands=2).record()
    assert verify(record).ok
    wrong = changed(record, index_of(record, "WildsNamed"), lambda d: d.update(kinds="12m"))
    assert codes(wrong) == ["wrong_wilds"]


@pytest.mark.parametrize("place", [None, 0, 3])
def test_the_first_dealer_is_the_one_drawn_or_given(place):
    match = Scripted(first_dealer=place)
    match.start()
    record = match.record()
    assert verify(record).ok
    other = (match.state.dealer + 1) % 4
    at = index_of(record, "MatchStarted")
    assert codes(changed(record, at, lambda d: d.update(first_dealer=other))) == ["wrong_start"]


def test_a_change_of_seats_follows_the_plan():
    record = reseated()
    assert verify(record).ok
    at = index_of(record, "SeatsChanged")
    for wrong in ({"order": [1, 3, 0, 2]}, {"dealer": 0}):
        assert codes(changed(record, at, lambda d, wrong=wrong: d.update(wrong))) == ["wrong_seats"]


def test_a_change_of_seats_cannot_be_left_out_or_put_in():
    record = reseated()
    header, rows = split(record)
    columns = [row.columns for row in rows]
    at = index_of(record, "SeatsChanged")
    assert codes(rechained({**header}, columns[:at] + columns[at + 1 :])) == ["wrong_event"]
    twice = [*columns[: at + 1], columns[at]._replace(cmd=None), *columns[at + 1 :]]
    assert codes(rechained({**header}, twice)) == ["unexpected_event"]


def test_a_seat_handed_over_is_proved():
    assert verify(handed_over()).ok


@pytest.mark.parametrize("actor", ["system", "clock", "place:0", "place:1", "bot:1", "scorer:3"])
def test_nobody_but_an_official_hands_a_seat_over(actor):
    record = handed_over()
    at = index_of(record, "SeatHandedOver")
    wrong = changed(record, at, lambda d: d, actor=actor)
    assert codes(wrong) == ["wrong_actor"]


def test_who_has_left_a_seat_does_not_act_there():
    record = handed_over()
    header, rows = split(record)
    columns = [row.columns for row in rows]
    at = index_of(record, "SeatHandedOver", 1)
    assert columns[at + 1].actor.startswith("bot:")
    columns[at + 1] = columns[at + 1]._replace(actor=columns[at + 1].actor.replace("bot", "place"))
    assert codes(rechained({**header}, columns)) == ["wrong_actor"]


def test_redealt_hands_use_their_secret_up():
    match = Scripted("bao", {"all_pass": "redeal"})
    match.start()
    match.deal()
    match.turns(4, passing)
    match.open_secret()
    match.deal()
    match.turns(1, passing)
    report = verify(match.record())
    assert (report.ok, report.hands, report.unproved) == (True, 2, 2)


def test_a_running_match_is_incomplete_and_says_so():
    match = Scripted()
    match.start()
    assert str(verify(match.record())).endswith("incomplete: the match has not ended")
    match.deal()
    match.turns(60, passing)
    report = verify(match.record())
    assert report.ok
    assert not report.complete
    assert str(report).endswith("hand 1 is still running, its wall cannot be proved yet")


def test_the_rules_bind_a_hand_whose_wall_is_not_opened_yet():
    match = Scripted()
    match.start()
    match.deal()
    match.turns(60, passing)
    record = match.record()
    wrong = changed(record, index_of(record, "TileDrawn"), lambda d: d.update(tile="1z"))
    assert codes(wrong) == ["wrong_draw"]
    wrong = changed(record, index_of(record, "HandDealt"), lambda d: d.update(dealer=2, repeat=1))
    assert codes(wrong) == ["wrong_wall"]


def test_random_wilds_of_a_running_hand_must_still_fit_together():
    match = Scripted("free", {"free_wild": "random"})
    match.start()
    match.deal()
    record = match.record()
    assert verify(record).unproved == 1
    wrong = changed(record, index_of(record, "WildsNamed"), lambda d: d.update(kinds="19p"))
    assert verify(wrong).ok
    wrong = changed(record, index_of(record, "WildsNamed"), lambda d: d.update(kinds="18p"))
    assert codes(wrong) == ["wrong_wilds"]


def test_a_command_cut_in_its_midst_is_no_running_match():
    match = Scripted()
    match.start()
    match.deal()
    match.turns(40, passing)
    header, rows = split(match.record())
    last = max(i for i, row in enumerate(rows) if row.columns.type == "TileDrawn")
    assert codes(rechained(header, [row.columns for row in rows[:last]])) == ["cut_short"]


def test_a_secret_that_was_not_committed_to_is_named_where_it_is_opened():
    record = played("bao")
    index = index_of(record, "SecretOpened", 1)
    report = verify(changed(record, index, lambda d: d.update(secret="ab" * 32)))
    assert [(p.code, p.line) for p in report.problems] == [("wrong_secret", index + 2)]


def test_a_contribution_that_was_not_committed_to_is_refused():
    record = played("bao")
    index = index_of(record, "EntropyOpened", 2)
    report = verify(changed(record, index, lambda d: d.update(entropy="ab" * 32)))
    assert [(p.code, p.line) for p in report.problems] == [("illegal_action", index + 2)]


def _free_of_charge(*_: object) -> tuple[Part, ...]:
    return ()


def test_a_record_is_judged_by_the_ruleset_version_it_names(monkeypatch):
    old = played("bao", "t", 3)
    newer = replace(BAO_GAME, version=2, win_parts=_free_of_charge, exhausted_parts=_free_of_charge)
    monkeypatch.setitem(rulesets.GAMES, ("bao", 2), newer)
    new = play_one("bao", hands=3, seed="t", levels=("sensible",) * 4)
    assert split(new.record())[0]["ruleset_version"] == 2
    assert new.state.points == (0, 0, 0, 0)
    assert verify(new.record()).ok
    assert verify(old).ok
    assert play_one.__kwdefaults__["hands"] == 4


def test_a_running_match_goes_on_under_its_own_rules_after_an_upgrade(monkeypatch):
    match = Scripted("bao")
    match.start()
    match.deal()
    match.turns(30, passing)
    newer = replace(BAO_GAME, version=2, win_parts=_free_of_charge, exhausted_parts=_free_of_charge)
    monkeypatch.setitem(rulesets.GAMES, ("bao", 2), newer)
    match.finish_hand()
    match.submit(c.EndMatch(), "organiser:ann")
    assert match.state.ruleset.version == 1
    assert verify(match.record()).ok


def test_a_record_is_judged_by_the_engine_it_names():
    asked = []

    def decide(state, command):
        asked.append(command)
        return deciding.decide(state, command)

    report = verify(
        played("bao"),
        {"0": Engine(None, None, None), ENGINE_VERSION: Engine(decide, evolve, legal)},
    )
    assert report.ok
    assert len(asked) > 100

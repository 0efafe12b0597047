"""A record proves itself: what verify accepts, what it refuses, and what it calls incomplete."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import rulesets
from engine.hashing import canonical_data
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


def codes(record: bytes) -> list[str]:
    return [problem.code for problem in verify(record).problems]


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


@pytest.mark.parametrize(
    ("type_", "change", "code"),
    [
        ("MatchStarted", {"first_dealer": 9}, "bad_data"),
        ("MatchStarted", {"transcript": "ab" * 32}, "wrong_start"),
        ("TileDrawn", {"source": "tail"}, "wrong_draw"),
        ("MeldClaimed", {"from": "N", "seat": "N"}, "wrong_event"),
        ("MatchEnded", {"points": [3, -1, -1, -1]}, "wrong_points"),
        ("MatchEnded", {"reason": "organiser"}, "wrong_points"),
        ("HandDealt", {"repeat": 5}, "wrong_wall"),
        ("AuctionEnded", {"outcome": "no_contract", "contract": None}, "wrong_event"),
        ("TileDiscarded", {"seat": "S", "tile": "1m", "by": 1}, "bad_data"),
    ],
)
def test_derived_facts_are_compared(type_, change, code):
    record = played("bao", "t", 3)
    index = index_of(record, type_)
    report = verify(changed(record, index, lambda data: data.update(change)))
    assert [(p.code, p.line, p.type) for p in report.problems] == [(code, index + 2, type_)]


@pytest.mark.parametrize("part", ["tai", "elements", "as", "multiplier", "payments", "parts"])
def test_every_part_of_a_breakdown_counts(part):
    record = played("bao", "t", 3)
    index = index_of(record, "HandWon")

    def falsify(data: dict) -> None:
        value = data["breakdown"][part]
        if isinstance(value, int):
            data["breakdown"][part] = value + 1
        elif isinstance(value, list):
            data["breakdown"][part] = value[:-1]
        else:
            data["breakdown"][part] = {**value, "E": value["E"] + 1, "S": value["S"] - 1}

    report = verify(changed(record, index, falsify))
    assert [(p.code, p.line) for p in report.problems] == [("wrong_score", index + 2)]
    assert "breakdown" in report.problems[0].message


def test_true_is_not_one():
    record = played("bao", "t", 3)
    index = index_of(record, "HandWon")
    wrong = changed(record, index, lambda data: data["breakdown"].update(multiplier=True))
    assert codes(wrong) == ["wrong_score"]
    wrong = changed(record, 0, lambda data: data["options"].update(laozhuang_cap=True))
    assert verify(wrong).problems


@pytest.mark.parametrize(
    ("type_", "columns", "code"),
    [
        ("TileDiscarded", {"actor": "place:0"}, "wrong_actor"),
        ("TileDiscarded", {"actor": "referee:1"}, "wrong_actor"),
        ("TileDiscarded", {"actor": "system"}, "wrong_actor"),
        ("EntropyCommitted", {"actor": "bot:3"}, "wrong_actor"),
        ("TileDrawn", {"actor": "place:1"}, "wrong_actor"),
        ("HandDealt", {"actor": "bot:1"}, "wrong_actor"),
        ("TileDiscarded", {"hand": 7}, "wrong_hand"),
        ("TileDiscarded", {"v": 2}, "bad_data"),
        ("TileDiscarded", {"type": "TileThrown"}, "bad_data"),
        ("TileDiscarded", {"at": "yesterday"}, "bad_column"),
    ],
)
def test_the_envelope_is_checked_too(type_, columns, code):
    record = played("bao")
    index = index_of(record, type_)
    report = verify(changed(record, index, lambda data: None, **columns))
    assert [(p.code, p.line) for p in report.problems] == [(code, index + 2)]


def test_the_clock_gives_only_the_default_action():
    match = Scripted()
    match.start()
    match.deal()
    match.turns(4, passing)
    while match.state.hand.phase != "turn":
        match.turns(1, passing)
    match.turns(1, lambda choices: choices[0])
    record = match.record()
    index = index_of(record, "TileDiscarded")
    found = codes(changed(record, index, lambda data: None, actor="clock"))
    assert found == ["wrong_event"]


def test_a_command_acts_once():
    record = played("bao")
    index = index_of(record, "TileDiscarded", 3)
    report = verify(changed(record, index, lambda data: None, cmd="c1"))
    assert [(p.code, p.line) for p in report.problems] == [("repeated_command", index + 2)]
    assert verify(changed(record, index, lambda data: None, cmd=None)).ok


def test_the_header_says_what_the_first_event_says():
    header, rows = split(played("bao"))
    true_as_one = {**header["options"], "fifth_copy": 1}
    for key, value in (
        ("ruleset", "free"),
        ("options", {}),
        ("options", true_as_one),
        ("ruleset_version", True),
        ("players", []),
        ("match", "x"),
    ):
        record = rechained({**header, key: value}, [row.columns for row in rows])
        report = verify(record)
        assert [(p.code, p.line) for p in report.problems] == [("wrong_header", 1)]
        assert key in report.problems[0].message


def test_an_event_put_before_the_opening_is_refused():
    header, rows = split(played("bao"))
    assert codes(rechained(header, [row.columns for row in rows[1:]])) == ["not_opened"]


def test_an_engine_nobody_knows_is_refused():
    record = played("bao")
    header, rows = split(record)
    data = {**json.loads(rows[0].columns.data), "engine_version": "99"}
    first = rows[0].columns._replace(data=canonical_data(data))
    record = rechained(
        {**header, "engine_version": "99"}, [first, *[row.columns for row in rows[1:]]]
    )
    assert codes(record) == ["unknown_version"]


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


@given(st.binary(max_size=300))
def test_no_bytes_whatever_raise(data):
    assert not verify(data).ok


odd_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 5)
    | st.sampled_from([10**30, "", "E", "1m", "5m6m", "win", "庄", "\x00", "a" * 64, "9" * 300]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["E", "tai", "payments", "kind"]), inner, max_size=3)
    ),
)


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_no_data_however_odd_raises(data):
    record = data.draw(st.sampled_from([played("bao", "m1", 2), eventful("free")]))
    header, rows = split_once(record)
    index = data.draw(st.integers(0, min(len(rows) - 1, 400)))
    kept = [row.columns for row in rows]
    value = json.loads(kept[index].data)
    if value and data.draw(st.booleans()):
        value[data.draw(st.sampled_from(sorted(value)))] = data.draw(odd_values)
    else:
        value = data.draw(odd_values)
        value = value if isinstance(value, dict) else {"seat": value}
    kept[index] = kept[index]._replace(data=canonical_data(value))
    verify(rechained(header, kept))


_splits: dict[bytes, tuple] = {}


def split_once(record: bytes) -> tuple:
    if record not in _splits:
        _splits[record] = split(record)
    return _splits[record]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"data":{"seat":"E","tile"', b'"data":{"seat": "E","tile"'),
        (b'"data":{"seat":"E","tile"', b'"data":{"seat":"\\u0045","tile"'),
        (b'"data":{"seat":"E","tile"', b'"data":{"seat":"E","seat":"E","tile"'),
        (b'"data":{"seat":"E","tile"', b'"data":{"seat":#,"tile"'),
        (b'"data":{"seat":"E","tile"', b'"data":{"seat":"\xff","tile"'),
        (b',"v":1}', b',"v":1.0}'),
        (b',"v":1}', b',"v":01}'),
        (b',"v":1}', b',"v":1,"w":1}'),
        (b',"v":1}\n', b',"v":1}\r\n'),
        (b',"v":1}\n', b',"v":1}\n\n'),
        (b'{"engine_version"', b'\xef\xbb\xbf{"engine_version"'),
        (b'{"engine_version"', b'[{"engine_version"'),
    ],
)
def test_a_line_that_is_not_canonical_is_refused(old, new):
    record = played("bao")
    assert old in record
    report = verify(record.replace(old, new, 1))
    known = {"not_canonical", "not_json", "not_utf8", "bad_keys", "wrong_hash"}
    assert {problem.code for problem in report.problems} & known

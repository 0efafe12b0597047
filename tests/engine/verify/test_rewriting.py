"""The quick proof says of every record what the thorough one says, or says nothing."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hashing import canonical_data, digest, genesis
from engine.play import commands as c
from engine.play.defaults import waiting_on
from engine.play.legal import legal
from engine.play.match import ENGINE_VERSION
from engine.record import Row, header_line, joined, row_line
from engine.rewriting import rewritten
from engine.selfplay import play_one
from engine.verify import examined, verify
from engine.versions import ENGINES, Engine
from tests.engine.records import (
    Scripted,
    changed,
    eventful,
    index_of,
    played,
    rechained,
    reseated,
    split,
)
from tests.engine.scored.test_whole_matches import played as with_real_tiles
from tests.engine.verify.proving import assert_left_alone, assert_quick, windows
from tests.engine.verify.test_mutations import (
    dropped,
    inserted,
    mutations,
    originals,
    score_raised,
    swapped,
    tile_moved,
)


@pytest.mark.parametrize("ruleset", ["bao", "free"])
@pytest.mark.parametrize("level", ["random", "sensible"])
def test_a_match_of_built_in_players_is_proved_quickly(ruleset, level):
    assert_quick(played(ruleset, "quick", 12, level))


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_a_match_with_every_kind_of_incident_is_proved_quickly(ruleset):
    assert_quick(eventful(ruleset))


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_a_match_with_real_tiles_is_proved_quickly(ruleset):
    assert_quick(with_real_tiles(3, ruleset).record())


def test_whoever_changed_seats_acts_for_the_new_one():
    record = reseated()
    assert_quick(record)
    header, rows = split(record)
    columns = [row.columns for row in rows]
    dealer = json.loads(columns[index_of(record, "HandDealt", 4)].data)["dealer"]
    at = windows(record)[-1]
    assert columns[at].hand == 5
    as_before = list(columns)
    for answer in range(at + 1, at + 4):
        seat = "ESWN".index(json.loads(columns[answer].data)["seat"])
        as_before[answer] = columns[answer]._replace(actor=f"bot:{(dealer + seat) % 4}")
    assert as_before != columns
    assert_left_alone(rechained(header, as_before))


@pytest.mark.parametrize(
    "options",
    [
        {"wild_discard": "forbidden", "swap_call": True},
        {"free_wild": "random"},
        {"free_wild": "fixed", "wild_discard": "dead"},
        {"dead_wall": 14},
    ],
)
def test_options_change_nothing_about_that(options):
    for ruleset in ("bao", "free"):
        assert_quick(play_one(ruleset, options=options, hands=3, seed="o").record())


def restless(seed: int, steps: int) -> bytes:
    """People who answer in any order, leave, come back and run out of time."""
    rng = random.Random(seed)
    match = Scripted(rng.choice(("bao", "free")))
    match.start()
    match.deal()
    for _ in range(steps):
        if not (places := waiting_on(match.state)):
            match.open_secret()
            match.deal()
            continue
        place = rng.choice(places)
        away = match.state.bots[place] is not None
        seat = match.state.hand.seat_of(place)
        if not rng.randrange(12):
            change = c.ReturnPlayer(place) if away else c.TakeOver(place, "random")
            match.submit(change, "clock")
        elif not rng.randrange(8):
            match.submit(c.TimeOut(seat), "clock")
        else:
            menu = legal(match.state, seat)
            command = menu[-1] if rng.randrange(3) else rng.choice(menu)
            by = "bot" if away and rng.randrange(2) else "place"
            match.submit(command, f"{by}:{place}")
    if waiting_on(match.state):
        match.submit(c.VoidHand("late"), "referee:1")
    match.open_secret()
    match.submit(c.EndMatch(), "organiser:ann")
    return match.record()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 500))
def test_a_restless_match_is_proved_quickly(seed, steps):
    assert_quick(restless(seed, steps))


@pytest.mark.parametrize("edit", [dropped, swapped, inserted, score_raised, tile_moved])
@pytest.mark.parametrize("chained", [False, True], ids=["raw", "rechained"])
def test_an_altered_record_is_left_to_the_thorough_proof(edit, chained):
    for record, _ in mutations(edit, 20, chained=chained):
        assert_left_alone(record)


def test_a_changed_byte_is_never_overlooked():
    rng = random.Random(2)
    for number in range(1500):
        record = bytearray(originals()[number % 3])
        record[rng.randrange(len(record))] ^= 1 << rng.randrange(8)
        assert rewritten(bytes(record), ENGINES) is None


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_column_of_any_event_changed_is_judged_alike(data):
    """The chain fits afterwards, so that nothing but the forms and the rules can tell."""
    header, rows = split(data.draw(st.sampled_from([*originals(), eventful()])))
    columns = [row.columns for row in rows]
    index = data.draw(st.integers(0, len(rows) - 1))
    other = columns[data.draw(st.integers(0, len(rows) - 1))]
    name = data.draw(st.sampled_from(["type", "v", "hand", "actor", "cmd", "at", "data"]))
    columns[index] = columns[index]._replace(**{name: getattr(other, name)})
    record = rechained(header, columns)
    proved, report = rewritten(record, ENGINES), examined(record)
    assert proved is None or report.ok
    assert verify(record) == report


@pytest.mark.parametrize(
    ("columns", "quick"),
    [
        ({"cmd": None}, True),
        ({"cmd": ""}, True),
        ({"cmd": "x" * 125}, True),
        ({"cmd": "x" * 126}, False),
        ({"cmd": "c1"}, False),
        ({"cmd": 'a"b'}, False),
        ({"cmd": "a\\b"}, False),
        ({"cmd": "a\nb"}, False),
        ({"cmd": "Dörte"}, False),
        ({"cmd": "庄"}, False),
        ({"cmd": "\x7f"}, False),
        ({"at": "2026-01-01T00:00:00.999Z"}, True),
        ({"at": "2026-01-01T00:00:00.99Z"}, False),
        ({"at": "2026-01-01 00:00:00.999Z"}, False),
        ({"at": "2026-01-01T00:00:00.9９9Z"}, False),
        ({"at": "yesterday"}, False),
        ({"at": ""}, False),
        ({"actor": "place:0"}, False),
        ({"actor": "clock"}, False),
        ({"actor": "bot:12"}, False),
        ({"actor": ""}, False),
        ({"hand": 2}, False),
        ({"v": 2}, False),
    ],
)
@pytest.mark.parametrize("type_", ["ClaimPassed", "TileDiscarded", "BidPassed"])
def test_what_the_envelope_may_hold_is_what_it_may_hold(type_, columns, quick):
    record = played("bao", "t", 3)
    if columns == {"actor": "clock"} and type_ != "TileDiscarded":
        quick = True  # A pass is what the clock answers too.
    edited = changed(record, index_of(record, type_, 2), lambda data: None, **columns)
    (assert_quick if quick else assert_left_alone)(edited)


def with_ids(record: bytes, texts: dict[int, str]) -> bytes:
    """A record with other texts for the `cmd` of some events, whether they are JSON or not; its
    chain, count and head fit."""
    header, rows = split(record)
    lines, prev = [], genesis(header)
    for index, row in enumerate(rows):
        columns = row.columns
        cmd = texts.get(index, f'"{columns.cmd}"')
        names = (prev, columns.seq, columns.type, columns.v, columns.hand, columns.actor)
        fields = [*map(json.dumps, names), cmd, json.dumps(columns.at), columns.data]
        framed = [len(field).to_bytes(4, "big") + field.encode() for field in fields]
        head = digest(b"".join(framed))
        line = row_line(Row(columns._replace(cmd="?"), prev, head))
        lines.append(line.replace('"cmd":"?"', f'"cmd":{cmd}'))
        prev = head
    return joined([header_line(header, len(rows), prev), *lines])


@pytest.mark.parametrize(
    "texts",
    [
        ["7"],
        ["true"],
        ["nul"],
        ["null,null"],
        ['"a"b"'],
        ['"', '"a"b"'],
        ['"a"b"', '"'],
        ['"a', 'b"'],
        ['"a","b"', '"'],
        ["", '"a""b"'],
        ['"\\u0041"'],
        ["{}"],
        [' "a"'],
    ],
)
def test_a_chain_that_fits_does_not_make_an_id_of_what_is_none(texts):
    """Nor do two that would be wrong each and look right one after the other."""
    record = played("bao", "t", 3)
    assert with_ids(record, {}) == record
    assert_quick(with_ids(record, {200: '"a"', 201: "null"}))
    refused = with_ids(record, dict(enumerate(texts, start=200)))
    assert_left_alone(refused)
    assert not verify(refused).ok


@pytest.mark.parametrize("kept", [0, 1, 9, 10, 60])
def test_a_match_that_is_running_is_left_to_the_thorough_proof(kept):
    header, rows = split(played("bao", "t", 3))
    start = index_of(rechained(header, [row.columns for row in rows]), "HandDealt", 1)
    assert_left_alone(rechained(header, [row.columns for row in rows[: start + 1 + kept]]))


def test_a_match_between_two_hands_is_proved_quickly():
    record = played("bao", "t", 3)
    header, rows = split(record)
    between = index_of(record, "HandDealt", 1)
    assert_quick(rechained(header, [row.columns for row in rows[:between]]))


def test_a_secret_with_a_number_beyond_all_hands_is_not_followed_down():
    record = played("bao", "t", 3)
    last = index_of(record, "SecretOpened", 2)
    assert_left_alone(changed(record, last, lambda data: data.update(hand=10**15)))


@pytest.mark.parametrize("key", ["table", "round", "events", "head", "match", "schema"])
def test_the_header_counts(key):
    record = played("bao", "t", 3)
    header, body = record.split(b"\n", 1)
    said = json.loads(header)
    value = said[key] + 1 if isinstance(said[key], int) else "ab" * 32
    edited = canonical_data({**said, key: value}).encode() + b"\n" + body
    assert_left_alone(edited)


def test_an_engine_without_a_quick_way_is_asked_event_by_event():
    asked = []
    ours = ENGINES[ENGINE_VERSION]

    def decide(state, command):
        asked.append(command)
        return ours.decide(state, command)

    record = played("bao")
    proved = rewritten(record, {ENGINE_VERSION: Engine(decide, ours.evolve, ours.legal)})
    assert proved is not None
    commands = sum(isinstance(command, c.PassClaim) for command in asked)
    assert commands == record.count(b'"type":"ClaimPassed"')


def test_an_engine_that_decides_otherwise_is_believed():
    """The quick proof holds no rules of its own."""
    ours = ENGINES[ENGINE_VERSION]

    def decide(state, command):
        made = ours.decide(state, command)
        return made[:-1] if len(made) > 1 else made

    record = played("bao")
    assert rewritten(record, {ENGINE_VERSION: Engine(decide, ours.evolve, ours.legal)}) is None

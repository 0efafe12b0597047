"""The commands simulate, verify and replay, as a person calls them."""

from __future__ import annotations

import json

import pytest

from engine.__main__ import main
from engine.play import commands as c
from tests.engine.records import Scripted, changed, index_of, passing, played


def run(capsys, *arguments) -> tuple[int, str]:
    code = main([str(argument) for argument in arguments])
    return code, capsys.readouterr().out


def simulate(capsys, *arguments) -> tuple[int, dict[str, str]]:
    code, out = run(capsys, "simulate", "--players", "random", *arguments)
    return code, dict(line.rsplit(" ", 1) for line in out.splitlines())


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "match.zjr.jsonl"
    path.write_bytes(played("bao"))
    return path


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_simulated_records_are_proved(capsys, tmp_path, ruleset):
    out = tmp_path / "records"
    code, figures = simulate(
        capsys, "--ruleset", ruleset, "--hands", 5, "--seed", 7, "--length", 2, "--out", out
    )
    assert (code, figures["hands"], figures["matches"]) == (0, "5", "3")
    assert int(figures["events"]) > 500
    assert int(figures["events/s"]) > 0
    files = sorted(out.iterdir())
    assert len(files) == 3
    code, text = run(capsys, "verify", *files)
    assert code == 0
    assert text.count(": ok: ") == 3


@pytest.mark.parametrize(("ruleset", "hands"), [("bao", 20), ("free", 20)])
def test_tiles_and_points_are_conserved_at_every_event(capsys, ruleset, hands):
    _, out = run(
        capsys, "simulate", "--ruleset", ruleset, "--hands", hands, "--check",
        "--players", "random,sensible,random,sensible",
    )  # fmt: skip
    assert "conserved at every event: yes" in out


def test_the_same_seed_gives_the_same_bytes(capsys, tmp_path):
    for name in ("a", "b"):
        simulate(capsys, "--hands", 1, "--seed", 3, "--out", tmp_path / name)
    (first,), (second,) = (list((tmp_path / name).iterdir()) for name in ("a", "b"))
    assert first.read_bytes() == second.read_bytes()


def test_a_match_of_dealer_rounds_ends_by_itself(capsys):
    code, figures = simulate(
        capsys, "--ruleset", "bao", "--hands", 1, "--length", "dealer_rounds",
        "--players", "sensible",
    )  # fmt: skip
    assert code == 0
    assert int(figures["hands"]) >= 4


@pytest.mark.parametrize(
    "options",
    [
        '{"free_wild": "random", "free_wild_kinds": 1}',
        '{"free_wild": "fixed", "wild_pair": "any"}',
        '{"wild_discard": "forbidden", "swap_call": true, "fifth_copy": false}',
        '{"wild_discard": "dead", "kong_of_wilds": true, "wild_meld_max": 0}',
    ],
)
def test_options_are_played_and_proved(capsys, tmp_path, options):
    for ruleset in ("bao", "free"):
        code, _ = simulate(
            capsys, "--ruleset", ruleset, "--hands", 3, "--options", options, "--out", tmp_path,
            "--check",
        )  # fmt: skip
        assert code == 0
    code, _ = run(capsys, "verify", *tmp_path.iterdir())
    assert code == 0


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["--ruleset", "riichi"], "ruleset"),
        (["--hands", "0"], "hands"),
        (["--options", "{"], "options"),
        (["--options", "[]"], "options"),
        (["--options", '{"nonsense": 1}'], "options"),
        (["--players", "grandmaster"], "players"),
        (["--players", "random,random"], "players"),
        (["--length", "-3"], "length"),
        (["--length", "0"], "length.hands"),
        (["--length", "9" * 5000], "length"),
        (["--seed", "\udcff"], "seed"),
        (["--ruleset", "free", "--length", "dealer_rounds"], "length"),
        (["--out", "/dev/null/records"], "out"),
    ],
)
def test_a_wrong_call_is_answered_with_its_field(capsys, arguments, field):
    code, out = run(capsys, "simulate", "--players", "random", "--hands", "1", *arguments)
    assert code == 1
    assert json.loads(out)["error"]["field"] == field


def test_verify_names_the_place(capsys, file):
    record = file.read_bytes()
    index = index_of(record, "HandWon")
    file.write_bytes(changed(record, index, lambda data: data["breakdown"].update(tai=9)))
    code, out = run(capsys, "verify", file)
    assert code == 1
    assert out.startswith(f"failed: line {index + 2}, event {index + 1} HandWon: wrong_score: ")
    code, out = run(capsys, "verify", "--json", file)
    report = json.loads(out)
    assert (code, report["ok"], report["problems"][0]["line"]) == (1, False, index + 2)


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_that_cannot_be_read_is_an_error(capsys, tmp_path, command):
    for name in (tmp_path / "absent", tmp_path, "bad\0name"):
        code, out = run(capsys, command, name)
        assert (code, json.loads(out)["error"]["code"]) == (1, "unreadable_file")


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"\xff\n", b"[" * 9999 + b"\n", b"null\n"])
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_what_is_no_record_is_refused(capsys, tmp_path, command, data):
    path = tmp_path / "x"
    path.write_bytes(data)
    code, out = run(capsys, command, path)
    assert code == 1
    assert "line 1" in out


def test_replay_prints_the_final_state(capsys, file):
    code, out = run(capsys, "replay", file)
    state = json.loads(out)
    assert (code, state["phase"], state["hand"]) == (0, "ended", 3)
    assert sum(state["points"]) == 0


def test_replay_stops_after_n_events(capsys, file):
    index = index_of(file.read_bytes(), "HandDealt", 1)
    code, out = run(capsys, "replay", file, "--at", index)
    assert (code, json.loads(out)["hand"]) == (0, 1)
    code, out = run(capsys, "replay", file, "--at", index + 1)
    assert (code, json.loads(out)["hand"]) == (0, 2)
    code, out = run(capsys, "replay", file, "--at", 0)
    assert code == 0


@pytest.mark.parametrize("at", ["-1", "999999"])
def test_replay_refuses_a_point_outside_the_record(capsys, file, at):
    code, out = run(capsys, "replay", file, "--at", at)
    assert (code, json.loads(out)["error"]["field"]) == (1, "at")


def test_replay_shows_a_seat_only_its_own_tiles(capsys, file):
    index = index_of(file.read_bytes(), "TileDrawn")
    for seat in "ESWN":
        code, out = run(capsys, "replay", file, "--at", index, "--seat", seat)
        seats = json.loads(out)["seats"]
        assert code == 0
        assert {s for s in "ESWN" if seats[s]["concealed"] is not None} == {seat}
    code, out = run(capsys, "replay", file, "--at", index)
    assert all(seat["concealed"] for seat in json.loads(out)["seats"].values())


def test_replay_refuses_a_seat_there_is_not(capsys, file):
    code, out = run(capsys, "replay", file, "--seat", "Q")
    assert code == 1
    assert json.loads(out)["error"] == {
        "code": "invalid_notation",
        "message": "a seat is one of E, S, W, N",
        "field": "seat",
    }


def test_before_the_first_deal_a_seat_sees_what_all_see(capsys, file):
    code, out = run(capsys, "replay", file, "--at", 3, "--seat", "E")
    assert (code, json.loads(out)["phase"]) == (0, "entropy")


def test_replay_refuses_a_record_that_fails_up_to_there(capsys, file):
    record = file.read_bytes()
    index = index_of(record, "TileDrawn", 5)
    file.write_bytes(changed(record, index, lambda data: data.update(source="tail")))
    code, out = run(capsys, "replay", file, "--at", index)
    assert code == 0
    code, out = run(capsys, "replay", file, "--at", index + 1)
    assert (code, json.loads(out)["error"]["code"]) == (1, "wrong_draw")


def test_a_running_match_is_replayed_and_called_incomplete(capsys, tmp_path):
    match = Scripted()
    match.start()
    match.deal()
    match.turns(50, passing)
    match.submit(c.PauseMatch("tea"), "referee:1")
    path = tmp_path / "running"
    path.write_bytes(match.record())
    code, out = run(capsys, "replay", path, "--seat", "E")
    assert (code, json.loads(out)["paused"]) == (0, True)
    code, out = run(capsys, "verify", path)
    assert code == 0
    assert "incomplete" in out

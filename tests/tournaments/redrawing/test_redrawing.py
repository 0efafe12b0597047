"""Every draw of an event is run again from its file; one that was changed is found, and named."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tournaments.domain.desk import SEED, Desk, running
from tests.tournaments.domain.running import Event
from tests.tournaments.domain.test_whole_chains import CHAINS, POLICIES
from tests.tournaments.domain.test_whole_events import wheelchair
from tournaments.domain import commands as c
from tournaments.domain.codec import event_to_json, event_version
from tournaments.domain.next_standings import published_lines
from tournaments.domain.parts import Person
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage
from tournaments.redrawing.__main__ import main
from tournaments.redrawing.checking import Redrawn, redrawn
from tournaments.redrawing.file import draw_file, read_draws
from tournaments.seatplan import turn_orders

SWISS = Stage("main", "swiss", 3)


def written(desk: Desk, seat_plans: dict[str, list[list[int]]] | None = None) -> dict:
    return json.loads(draw_file(desk.state, desk.steps, seat_plans or {}))


def run_again(file: dict) -> tuple[Redrawn, ...]:
    return redrawn(read_draws(json.dumps(file).encode()), SEED)


def answers(found: tuple[Redrawn, ...]) -> set[str]:
    return {one.answer for one in found}


def swiss() -> Desk:
    """Two rounds played of three, the third planned and not published."""
    desk = running(*"abcdefghij", stages=(SWISS,))
    for number in (1, 2):
        desk.do(next_plan(desk.state, "main", SEED))
        desk.do(c.PublishPairings(number, 1), c.StartRound(number, 1, 0))
        desk.results(number).do(c.ConfirmRound(number))
    desk.do(next_plan(desk.state, "main", SEED))
    return desk


@pytest.mark.parametrize("players", [8, 17, 30])
@pytest.mark.parametrize("chain", CHAINS)
def test_the_draws_of_every_kind_of_event_come_out_equal(chain: str, players: int):
    event = Event(CHAINS[chain], players, POLICIES[players % 4], players)
    state = event.run()
    found = run_again(written(event.desk))
    assert [one for one in found if one.answer != "equal"] == []
    named = " ".join(one.what for one in found)
    for number in state.rounds:
        assert f"round {number}, edition" in named
    for stage in state.stages:
        assert f"stage {stage}: who plays" in named


def test_a_changed_seating_is_found_and_named():
    file = written(swiss())
    plans = [event for step in file["steps"] for event in step if event["type"] == "RoundPlanned"]
    first, second = plans[1]["data"]["tables"]
    first["seats"][2], second["seats"][0] = second["seats"][0], first["seats"][2]
    wrong = [one for one in run_again(file) if one.answer == "differs"]
    assert wrong[0].what == "round 2, edition 1: who sits where"
    right = second["seats"][0]
    assert wrong[0].told[0].startswith(f"table 1, West: drawn {right} (Name {right}), but")
    assert wrong[0].told[1].startswith("table 2, East: drawn ")


def test_changed_winds_alone_are_found():
    file = written(swiss())
    plans = [event for step in file["steps"] for event in step if event["type"] == "RoundPlanned"]
    seats = plans[0]["data"]["tables"][0]["seats"]
    seats[0], seats[1] = seats[1], seats[0]
    wrong = [one for one in run_again(file) if one.answer == "differs"]
    assert len(wrong[0].told) == 2
    assert "East" in wrong[0].told[0]


def test_a_changed_order_of_seeds_is_found():
    event = Event(CHAINS["knockout"], 16, "bots", 1)
    event.run()
    file = written(event.desk)
    (advance,) = [one for step in file["steps"] for one in step if one["type"] == "StageAdvanced"]
    entries = advance["data"]["entries"]
    entries[0], entries[5] = entries[5], entries[0]
    wrong = [one for one in run_again(file) if one.answer == "differs"]
    assert wrong[0].what == "stage cup: who plays, in the order of seeds"
    assert wrong[0].told[0].startswith("seed 1: drawn ")


def test_published_places_that_do_not_follow_from_results_are_found():
    desk = swiss()
    desk.do(c.PublishStandings("main", 2, published_lines(desk.state, "main", 2)))
    file = written(desk)
    assert answers(run_again(file)) == {"equal"}
    lists = [one for step in file["steps"] for one in step if one["type"] == "StandingsPublished"]
    lines = lists[0]["data"]["lines"]
    lines[0]["entry"], lines[1]["entry"] = lines[1]["entry"], lines[0]["entry"]
    wrong = [one for one in run_again(file) if one.answer == "differs"]
    assert wrong[0].what.startswith("stage main, standings after round")


def test_another_seed_than_the_one_committed_to_is_refused_first():
    file = written(swiss())
    for step in file["steps"]:
        for event in step:
            if event["type"] == "SeedOpened":
                event["data"]["seed"] = "00" * 32
    (only,) = run_again(file)
    assert (only.what, only.answer) == ("the seed is the one committed to", "differs")


def test_a_plan_made_by_hand_is_told_as_such_and_no_fault():
    desk = swiss()
    desk.do(c.SwapSeats(3, 1, *_two(desk)), c.PublishPairings(3, 2))
    found = {one.what: one.answer for one in run_again(written(desk))}
    assert found["round 3, edition 2: who sits where"] == "by_hand"
    assert found["round 3, edition 1: who sits where"] == "equal"


def _two(desk: Desk) -> tuple[str, str]:
    tables = desk.state.rounds[3].plan.tables
    return tables[0].seats[0], tables[1].seats[0]


def test_a_league_date_is_drawn_again_for_those_who_were_named():
    desk = running(*"abcdefghi", stages=(Stage("main", "league", 4, pairing="drawn"),))
    desk.do(next_plan(desk.state, "main", SEED, present=list("abcdefgh")))
    desk.do(c.PublishPairings(1, 1))
    assert answers(run_again(written(desk))) == {"equal"}


def test_tables_of_a_bracket_that_were_played_early_are_drawn_again_as_such():
    desk = running(*(f"p{n:02}" for n in range(24)), stages=(Stage("main", "knockout", 1),))
    for _ in range(2):
        desk.do(next_plan(desk.state, "main", SEED))
    desk.do(c.PublishPairings(1, 1), c.StartRound(1, 1, 0))
    done = [one.table for one in desk.state.rounds[1].plan.tables][:-1]
    desk.results(1, *done)
    desk.do(next_plan(desk.state, "main", SEED, early=True), c.PublishPairings(2, 1))
    assert answers(run_again(written(desk))) == {"equal"}


def test_a_place_that_was_taken_over_is_followed_and_later_draws_come_out_equal():
    desk = running(*(f"p{n:02}" for n in range(16)), stages=(Stage("main", "knockout", 1),))
    for _ in range(2):
        desk.do(next_plan(desk.state, "main", SEED))
    desk.do(c.PublishPairings(1, 1), c.AddEntry("new", Person("Newcomer")))
    desk.do(c.WithdrawEntry("p03", ""), c.TakeStagePlace("main", "new", "p03"))
    desk.do(c.StartRound(1, 2, 0))
    desk.results(1).do(c.ConfirmRound(1))
    desk.do(next_plan(desk.state, "main", SEED), c.PublishPairings(2, 1))
    found = {one.what: one.answer for one in run_again(written(desk))}
    assert found.pop("round 1, edition 2: who sits where") == "by_hand"
    assert set(found.values()) == {"equal"}
    assert "round 2, edition 1: who sits where" in found


def test_plans_in_the_making_words_accounts_and_marks_are_not_in_the_file():
    desk = swiss()
    desk.do(c.AddEntry("x", Person("Secret Name", account="77", apart=("Montague",))))
    desk.do(c.WithdrawEntry("x", "owes money"))
    desk.do(c.GivePenalty("p", "a", 1, None, "was rude", 5, 0))
    text = json.dumps(written(desk))
    for hidden in ("Secret Name", '"77"', "Montague", "owes money", "was rude"):
        assert hidden not in text
    assert not any(
        event["type"] == "RoundPlanned" and event["data"]["round"] == 3
        for step in written(desk)["steps"]
        for event in step
    )
    assert answers(run_again(written(desk))) == {"equal"}


def test_marks_become_numbers_in_the_same_order_and_the_wishes_hold():
    desk = Desk().create(stages=(SWISS,))
    desk.do(c.OpenRegistration())
    for n in range(12):
        marks = ("zebra",) if n < 3 else ("apple", "zebra2") if n < 6 else ()
        desk.do(c.AddEntry(f"p{n}", Person(f"Name {n}", apart=marks)))
    desk.do(c.StartTournament())
    desk.do(next_plan(desk.state, "main", SEED), c.PublishPairings(1, 1))
    file = written(desk)
    assert "zebra" not in json.dumps(file)
    assert answers(run_again(file)) == {"equal"}


def test_marks_keep_their_meaning_in_the_file():
    desk = Desk().create(stages=(SWISS,))
    desk.do(c.OpenRegistration())
    for n in range(12):
        marks = ("!feud",) if n < 2 else ("&friends", "team") if n < 4 else ()
        desk.do(c.AddEntry(f"p{n:02}", Person(f"Name {n}", apart=marks)))
    desk.do(c.StartTournament())
    desk.do(next_plan(desk.state, "main", SEED), c.PublishPairings(1, 1))
    file = written(desk)
    assert not {word for word in ("feud", "friends", "team") if word in json.dumps(file)}
    assert answers(run_again(file)) == {"equal"}


def marked(stage: Stage) -> Desk:
    """Eight players, most of whom have marks that begin with `!` or `&`."""
    desk = Desk().create(stages=(stage,))
    desk.do(c.OpenRegistration())
    for n in range(8):
        marks = ("!feud",) if n < 2 else ("&friends",) if n < 6 else ()
        desk.do(c.AddEntry(f"p{n:02}", Person(f"Name {n}", apart=marks)))
    desk.do(c.StartTournament())
    return desk


def planned_as(desk: Desk, drawn_from: Desk, method: str) -> dict:
    """The file of `desk` with the plan that `drawn_from` leads to, under a name of old."""
    plan = next_plan(drawn_from.state, "main", SEED)
    assert plan.draw is not None
    desk.do(replace(plan, draw=replace(plan.draw, method=method)), c.PublishPairings(1, 1))
    return written(desk)


KINDS = (Stage("main", "swiss", 2), Stage("main", "rotation", 2))


@pytest.mark.parametrize("stage", KINDS, ids=lambda stage: stage.kind)
def test_draws_of_the_first_method_are_run_with_every_mark_keeping_apart(stage: Stage):
    plain = Desk().create(stages=(stage,))
    plain.do(c.OpenRegistration())
    for key, entry in marked(stage).state.entries.items():
        kept = tuple(mark[1:] for mark in entry.person.apart)
        plain.do(c.AddEntry(key, replace(entry.person, apart=kept)))
    plain.do(c.StartTournament())
    assert (
        next_plan(plain.state, "main", SEED).plans
        != next_plan(marked(stage).state, "main", SEED).plans
    )
    old = planned_as(marked(stage), plain, f"{stage.kind}-1")
    assert answers(run_again(old)) == {"equal"}
    new = planned_as(marked(stage), plain, f"{stage.kind}-2")
    assert "differs" in answers(run_again(new))


@pytest.mark.parametrize("stage", KINDS, ids=lambda stage: stage.kind)
def test_plans_from_before_the_name_was_raised_are_equal_too(stage: Stage):
    assert answers(run_again(planned_as(marked(stage), marked(stage), f"{stage.kind}-1"))) == {
        "equal"
    }


@pytest.mark.parametrize("kind", ["swiss", "rotation"])
def test_plans_of_the_first_method_give_nobody_the_table_that_helpers_fill_up(kind: str):
    desk, plain = wheelchair(kind, 4), wheelchair(kind, 5)
    assert next_plan(plain.state, "main", SEED).plans != next_plan(desk.state, "main", SEED).plans
    assert answers(run_again(planned_as(desk, plain, f"{kind}-1"))) == {"equal"}
    assert "differs" in answers(run_again(planned_as(wheelchair(kind, 4), plain, f"{kind}-2")))


def test_plans_made_today_name_the_method_that_knows_the_marks():
    for stage in KINDS:
        draw = next_plan(marked(stage).state, "main", SEED).draw
        assert draw is not None
        assert draw.method == f"{stage.kind}-2"


def test_seats_drawn_within_a_match_are_run_again():
    desk = running(*"abcd", stages=(Stage("main", "swiss", 1, seat_rotation="drawn"),))
    desk.play(1, "abcd").do(c.OpenTable(1, 1, "m1"))
    right = [list(one) for one in turn_orders("drawn", 4, bytes.fromhex(SEED), "cup", 1, 1)]
    (found,) = [one for one in run_again(written(desk, {"m1": right})) if "seats" in one.what]
    assert found.answer == "equal"
    right[1].reverse()
    (found,) = [one for one in run_again(written(desk, {"m1": right})) if "seats" in one.what]
    assert found.answer == "differs"


def test_the_events_own_log_as_lines_does_as_well(tmp_path: Path):
    desk = swiss()
    lines = [{"format": "zjt", "schema": 1, "tournament": "cup"}]
    for number, step in enumerate(desk.steps):
        for index, event in enumerate(step):
            id_ = f"organiser:1:c{number}" + (f"#{index + 1}" if index else "")
            name = type(event).__name__
            data = event_to_json(event)
            lines.append({"type": name, "v": event_version(name), "cmd": id_, "data": data})
    file = tmp_path / "tournament.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines))
    assert answers(redrawn(read_draws(file.read_bytes()), SEED)) == {"equal"}


def test_the_command_needs_no_site_and_says_what_differs(tmp_path: Path):
    file = tmp_path / "draws.json"
    content = written(swiss())
    file.write_text(json.dumps(content))
    command = [sys.executable, "-m", "tournaments.redrawing", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, env={}, check=False)
    assert done.returncode == 0, done.stderr
    assert "equal    round 1, edition 1: who sits where" in done.stdout
    assert done.stdout.splitlines()[-1].endswith(" equal, 0 not, 0 made by hand")
    plans = [one for step in content["steps"] for one in step if one["type"] == "RoundPlanned"]
    plans[0]["data"]["tables"].reverse()
    plans[0]["data"]["tables"][0]["table"], plans[0]["data"]["tables"][1]["table"] = 1, 2
    file.write_text(json.dumps(content))
    done = subprocess.run(command, capture_output=True, text=True, env={}, check=False)
    assert done.returncode == 1
    assert "DIFFERS  round 1, edition 1" in done.stdout


@pytest.mark.parametrize(
    "content",
    [b"", b"PK\x03\x04", b"{}", b"[]", b"\xff\xfe", b'{"format": "laozhuang-draws", "schema": 9}',
     b'{"format": "laozhuang-draws", "schema": 1, "steps": [[{"type": "X", "v": 1}]]}',
     b'{"format": "laozhuang-draws", "schema": 1, "steps": 3}'],
)  # fmt: skip
def test_what_is_no_such_file_is_told_so(content: bytes, tmp_path: Path, capsys):
    file = tmp_path / "x.json"
    file.write_bytes(content)
    assert main([str(file)]) == 2
    assert "cannot read" in capsys.readouterr().err

"""Rulings, corrections and standings of the past on an event's pages; the organiser's decisions."""

from __future__ import annotations

import re
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from tests.tournaments.conftest import EventMaker
from tests.tournaments.pages.correcting import LAST, TURNED, begun, correct
from tests.tournaments.pages.reading import play, read, words
from tests.tournaments.pages.test_desk import Browser
from tests.tournaments.play.court import court
from tests.tournaments.play.test_keeping_up import ms
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.pairing_anew import paired_anew
from tournaments.domain.parts import Result
from tournaments.domain.refusals import Refused
from tournaments.domain.terms import Stage
from tournaments.domain.undecided import undecided
from tournaments.jobs import due

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_typed_result_is_corrected_without_opening_its_round(make_event: EventMaker):
    event = begun(make_event)
    desk = Browser(event, event.account)
    assert "Correct the result …" in desk.read("desk/rounds/1/tables/1/")
    page = correct(desk, command="one")
    assert "The result is corrected." in page
    assert event.state.rounds[1].status == "confirmed"
    assert event.state.rounds[1].tables[1].result.points == (-30, -10, 10, 30)
    correct(desk, command="one")
    assert len(event.state.corrections) == 1
    text = words(read(event, "rounds/1/tables/1/"))
    assert "typed upside down" in text
    assert re.search(r"Name a \+30 → −30", text)


def test_a_correction_needs_a_reason_and_points_that_add_up(make_event: EventMaker):
    event = begun(make_event)
    desk = Browser(event, event.account)
    desk.send("desk/rounds/1/tables/1/result/correct/", **TURNED, reason="")
    bad = {**TURNED, "points_0": 1}
    page = desk.send("desk/rounds/1/tables/1/result/correct/", **bad, reason="x")
    assert "The points have to add up to zero; these add up to" in page
    assert not event.state.corrections


def test_a_result_that_a_log_has_is_corrected_by_a_ruling_alone(
    make_event: EventMaker, cast: dict[str, User]
):
    made = court(make_event, cast)
    made.confirm()
    desk = Browser(made.event, cast["organiser"])
    assert "Correct the result" not in desk.read("desk/rounds/1/tables/1/")
    assert "a ruling there corrects its result" in correct(desk)


def test_after_the_period_of_officials_nothing_is_corrected(make_event: EventMaker):
    event = begun(make_event, officials_ms=0)
    assert "put errors of that round right is over" in correct(Browser(event, event.account))
    assert not event.state.corrections


def test_the_organiser_is_told_what_rests_on_a_correction_and_pairs_again(make_event: EventMaker):
    event = begun(make_event)
    desk = Browser(event, event.account)
    desk.tap("Pair the next round")
    before = event.state.rounds[2].plan
    correct(desk)
    assert event.state.rounds[2].plan == before
    page = desk.read()
    assert "1 correction asks for your decision" in page
    text = words(desk.read("desk/corrections/"))
    assert "Round 2 was paired by standings that are different now." in text
    (key,) = event.state.corrections
    changes = paired_anew(event.state, 2, event.seed)
    assert changes
    assert text.index("If it is paired again") < text.index("Pair again")
    answer = desk.send(
        "desk/corrections/decide/", correction=key, kind="round", ref="2", choice="pair_again"
    )
    assert "The organiser has it paired again." in answer
    plan = event.state.rounds[2].plan
    assert plan.edition == before.edition + 1
    was, now = ({one.table: one.seats for one in it.tables} for it in (before, plan))
    assert {one.table: (one.was, one.now) for one in changes} == {
        table: (was[table], now[table]) for table in was if was[table] != now[table]
    }
    assert "asks for your decision" not in desk.read()


def test_leaving_it_needs_a_reason_which_everybody_reads(make_event: EventMaker):
    event = begun(make_event, Stage("main", "swiss", 1), LAST)
    desk = Browser(event, event.account)
    four = tuple(line.player for line in standings_of(event.state, "main").lines[:4])
    # Level at the cut as all tables are alike: the organiser chose.
    event.do(c.AdvanceStage("last", four))
    desk.send(
        "desk/rounds/1/tables/1/result/correct/",
        points_0=-90, points_1=-10, points_2=10, points_3=90, reason="upside down",
    )  # fmt: skip
    public = words(read(event, "standings/2/"))
    assert "corrected when the players of this stage were named already" in public
    assert "the organiser has not decided yet" in public
    (key,) = event.state.corrections
    form = {"correction": key, "kind": "advance", "ref": "last", "choice": "keep"}
    assert "This cannot stay empty." in desk.send("desk/corrections/decide/", **form)
    desk.send("desk/corrections/decide/", **form, reason="The final is being played.")
    public = words(read(event, "standings/2/"))
    assert "The organiser leaves it as it is. The final is being played." in public
    assert event.state.stages["last"] == four


def test_what_was_left_is_paired_again_after_all_until_it_starts(make_event: EventMaker):
    event = begun(make_event)
    desk = Browser(event, event.account)
    desk.tap("Pair the next round")
    edition = event.state.rounds[2].plan.edition
    correct(desk)
    (key,) = event.state.corrections
    form = {"correction": key, "kind": "round", "ref": "2"}
    answer = desk.send("desk/corrections/decide/", **form, choice="keep", reason="Announced.")
    assert "Pair it again after all" in answer
    long = desk.send("desk/corrections/decide/", **form, choice="pair_again", reason="r" * 2001)
    assert f'value="{"r" * 2001}"' in long.partition("<details open>")[2]
    assert "maxlength" not in long
    answer = desk.send("desk/corrections/decide/", **form, choice="pair_again", reason="Sorry.")
    assert "Pair it again after all" not in answer
    text = words(answer)
    assert text.index("The organiser leaves it as it is. Announced.") < text.index(
        "The organiser has it paired again. Sorry."
    )
    assert event.state.rounds[2].plan.edition == edition + 1


def test_what_was_left_and_has_started_says_why_it_stands(make_event: EventMaker):
    event = begun(make_event)
    desk = Browser(event, event.account)
    desk.tap("Pair the next round")
    correct(desk)
    (key,) = event.state.corrections
    form = {"correction": key, "kind": "round", "ref": "2"}
    desk.send("desk/corrections/decide/", **form, choice="keep", reason="Announced.")
    edition = event.state.rounds[2].plan.edition
    event.do(c.PublishPairings(2, edition), c.StartRound(2, edition, 0))
    page = words(desk.read("desk/corrections/"))
    assert "This stands: it has started." in page
    assert "Pair it again after all" not in page
    answer = desk.send("desk/corrections/decide/", **form, choice="pair_again")
    assert "That round has started already." in answer
    assert event.state.rounds[2].plan.edition == edition


@pytest.mark.parametrize("choice", ["keep", "pair_again"])
def test_a_round_with_a_time_waits_for_the_decision_and_the_desk_says_so(
    make_event: EventMaker, choice: str
):
    event, now = begun(make_event), timezone.now()
    desk = Browser(event, event.account)
    desk.tap("Pair the next round")
    edition = event.state.rounds[2].plan.edition
    event.do(c.PublishPairings(2, edition), c.ScheduleRound(2, ms(now) + 1000))
    assert "waits for your decision" not in desk.read()
    correct(desk)
    later = now + timedelta(seconds=2)
    due.tick(later)
    assert event.state.rounds[2].status == "planned"
    page = words(desk.read())
    assert "Until you have decided, nothing that rests on it is paired" in page
    assert "Round 2, which is to start at" in page
    assert "waits for your decision" in page
    (key,) = event.state.corrections
    desk.send(
        "desk/corrections/decide/", correction=key, kind="round", ref="2", choice=choice, reason="x"
    )
    due.tick(later)
    assert (event.state.rounds[2].status == "started") == (choice == "keep")
    assert "waits for your decision" not in desk.read()


def test_what_has_started_waits_for_nothing(make_event: EventMaker):
    event = begun(make_event)
    play(event, 2, "aebf", "cgdh")
    desk = Browser(event, event.account)
    correct(desk)
    assert event.state.corrections
    assert undecided(event.state) == ()
    assert "nothing that rests on it" not in desk.read()


def test_an_advance_is_taken_back_with_the_decision(make_event: EventMaker):
    event = begun(make_event, Stage("main", "swiss", 1), LAST)
    four = tuple(line.player for line in standings_of(event.state, "main").lines[:4])
    event.do(c.AdvanceStage("last", four))
    desk = Browser(event, event.account)
    correct(desk)
    (key,) = event.state.corrections
    desk.send(
        "desk/corrections/decide/", correction=key, kind="advance", ref="last",
        choice="undo_advance",
    )  # fmt: skip
    assert "last" not in event.state.stages


def test_everything_is_left_with_one_reason(make_event: EventMaker):
    event = begun(make_event)
    for number, tables in ((2, ("aebf", "cgdh")), (3, ("afch", "bedg"))):
        play(event, number, *tables).do(c.ConfirmRound(number))
    desk = Browser(event, event.account)
    correct(desk)
    (key,) = event.state.corrections
    desk.send("desk/corrections/decide/", correction=key, choice="keep_all", reason="Played.")
    assert event.state.corrections[key].open_effects == ()
    again = desk.send("desk/corrections/decide/", correction=key, choice="keep_all", reason="x")
    assert "decided already" in again


def test_two_organisers_who_correct_at_once_leave_both_in_the_log(
    make_event: EventMaker, cast: dict[str, User]
):
    event = begun(make_event)
    start, refused = Barrier(2), []

    def one(points: tuple[int, ...], key: str) -> None:
        start.wait()
        try:
            result = Result(points, (), "organiser")
            event.do(c.CorrectResult(key, 1, 1, None, result, reason="typed wrongly"))
        except Refused as refusal:
            refused.append(refusal.code)
        finally:
            connection.close()

    threads = [
        Thread(target=one, args=((1, 2, 3, -6), "m1")),
        Thread(target=one, args=((4, 5, 6, -15), "m2")),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == []
    first, second = event.state.corrections.values()
    assert second.was == first.corrected.result
    assert event.state.rounds[1].tables[1].result == second.corrected.result

"""Rulings, corrections and standings of the past on an event's pages; the organiser's decisions."""

from __future__ import annotations

import re
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tables.cases import services as cases
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.test_desk import Browser
from tests.tournaments.pages.test_public_pages import play, read, reader, status, words
from tests.tournaments.play.court import Court, court, payments
from tests.tournaments.play.test_keeping_up import ms
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.dispute_terms import Clause, Disputes
from tournaments.domain.pairing_anew import paired_anew
from tournaments.domain.parts import Result
from tournaments.domain.refusals import Refused
from tournaments.domain.terms import Stage
from tournaments.domain.undecided import undecided
from tournaments.jobs import due
from tournaments.models import TournamentRole

pytestmark = pytest.mark.django_db(transaction=True)
SWISS = Stage("main", "swiss", 3)
LAST = Stage("last", "final", 1, "top_of_standings", 4, 0)
TURNED = {"points_0": -30, "points_1": -10, "points_2": 10, "points_3": 30}


def begun(make_event: EventMaker, *stages: Stage, **terms: object) -> Event:
    """Eight players, round 1 played at two tables and confirmed, points only."""
    event = make_event(*(stages or (SWISS,)), play="points", **terms)
    event.do(c.OpenRegistration()).enter(*"abcdefgh").do(c.StartTournament())
    play(event, 1, "abcd", "efgh").do(c.ConfirmRound(1))
    return event


def correct(browser: Browser, **more: object) -> str:
    return browser.send(
        "desk/rounds/1/tables/1/result/correct/", **TURNED, reason="typed upside down", **more
    )


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


def places(event: Event, query: str) -> list[str]:
    """The names of the standings, best first."""
    page = read(event, f"standings/1/{query}")
    table = page[page.index("<tbody") : page.index("</tbody>")]
    return re.findall(r"Name \w", table)


def test_standings_are_shown_as_of_any_event(make_event: EventMaker):
    event = begun(make_event)
    version = event.state and event.tournament.version
    correct(Browser(event, event.account))
    now = words(read(event, "standings/1/"))
    then = words(read(event, f"standings/1/?at={version}"))
    assert f"As of event {version} of" in then
    assert places(event, f"?at={version}")[:2] == ["Name a", "Name e"]
    assert places(event, "")[:2] == ["Name d", "Name e"]
    assert "Result of round 1, table 1 corrected" in now
    event.tournament.refresh_from_db()
    for wrong in ("0", "x", str(event.tournament.version + 1), "-1", "1.5"):
        assert status(event, f"standings/1/?at={wrong}") == 404


def test_the_first_event_of_all_has_standings_too(make_event: EventMaker):
    assert status(begun(make_event), "standings/1/?at=1") == 200


def ruled(make_event: EventMaker, cast: dict[str, User], publicity: str) -> tuple[Court, str]:
    made = court(
        make_event, cast, disputes=Disputes(publicity=publicity),
        regulations=(Clause("4.2", "No phones."),),
    )  # fmt: skip
    case = made.call()
    ruling = made.rule(
        case=case, decision=payments(30, -10, -10, -10), cites=("L7", "§4.2"),
        text="The pung of Name p0 was there.",
    )  # fmt: skip
    made.keep_up()
    return made, ruling


@pytest.mark.parametrize(
    ("publicity", "shown", "named"), [("all", 1, 1), ("anonymous", 1, 0), ("none", 0, 0)]
)
def test_everybody_reads_of_rulings_what_the_terms_say(
    make_event: EventMaker, cast: dict[str, User], publicity: str, shown: int, named: int
):
    made, _ruling = ruled(make_event, cast, publicity)
    text = words(read(made.event, "rulings/"))
    assert ("Score set by hand" in text) == shown
    assert ("§4.2" in text) == shown
    assert ("The pung of Name p0" in text) == named
    assert ("Referee" in text) == named
    own = words(reader(made.player(0)).get(f"/events/{made.event.tournament.pk}/rulings/")
                .content.decode())  # fmt: skip
    assert "The pung of Name p0 was there." in own
    other = words(reader(made.player(0, table=2)).get(
        f"/events/{made.event.tournament.pk}/rulings/").content.decode())  # fmt: skip
    assert ("The pung of Name p0 was there." in other) == named
    official = words(reader(cast["referee"]).get(
        f"/events/{made.event.tournament.pk}/rulings/").content.decode())  # fmt: skip
    assert "The pung of Name p0 was there." in official


def test_the_desk_shows_calls_that_wait_and_interests_to_decide(
    make_event: EventMaker, cast: dict[str, User]
):
    made = court(make_event, cast)
    case = made.call()
    made.keep_up()
    desk = Browser(made.event, cast["organiser"])
    text = words(desk.read())
    assert "Round 1, table 1 · Wrong score" in text
    assert "nobody has taken it" in text
    match = made.match()
    cases.case_take(table=match, account=made.referee, case=case)
    cases.interest_declare(table=match, account=made.referee, case=case, interest="same_club")
    text = words(desk.read())
    assert "a referee declares an interest: decide" in text


def test_a_player_reads_of_the_call_on_their_own_page(
    make_event: EventMaker, cast: dict[str, User]
):
    made = court(make_event, cast)
    made.call(place=0)
    made.keep_up()
    page = words(reader(made.player(3)).get("/me/").content.decode())
    assert "Wrong score: the referee was called" in page
    other = words(reader(made.player(3, table=2)).get("/me/").content.decode())
    assert "the referee was called" not in other


def test_officials_are_named_for_one_event(make_event: EventMaker, cast: dict[str, User]):
    event = make_event()
    desk = Browser(event, cast["organiser"])
    chief = {"account": cast["scorer"].pk, "role": "chief"}
    assert "chief referee" in desk.send("desk/officials/name/", **chief)
    assert cast["scorer"].has_perm("tournaments.preside", event.tournament)
    desk.send("desk/officials/name/", account=cast["player"].pk, role="chief")
    roles = dict(TournamentRole.objects.values_list("account", "role"))
    assert roles == {cast["scorer"].pk: "referee", cast["player"].pk: "chief"}
    desk.send("desk/officials/dismiss/", account=cast["player"].pk)
    assert not cast["player"].has_perm("tournaments.preside", event.tournament)


def test_nobody_else_names_officials_and_organisers_name_no_organisers(
    make_event: EventMaker, cast: dict[str, User]
):
    event = make_event()
    address = f"/events/{event.tournament.pk}/desk/officials/name/"
    for role in ("referee", "scorer", "player"):
        client = Client()
        client.force_login(cast[role])
        form = {"account": cast["player"].pk, "role": "referee"}
        assert client.post(address, form).status_code in (403, 404)
    client = Client()
    client.force_login(cast["organiser"])
    form = {"account": cast["player"].pk, "role": "organiser"}
    assert client.post(address, form).status_code == 403
    page = client.post(address, {"account": cast["visitor"].pk, "role": "referee"}, follow=True)
    assert page.status_code == 200
    assert not TournamentRole.objects.exists()


def test_a_call_that_the_log_does_not_know_yet_holds_the_round_up(
    make_event: EventMaker, cast: dict[str, User]
):
    made = court(make_event, cast)
    case = made.call()
    assert case not in made.event.state.disputes
    with pytest.raises(Refused) as refused:
        made.confirm()
    assert refused.value.code == "dispute_open"
    assert made.event.state.rounds[1].status == "started"

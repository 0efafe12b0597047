"""A ruling on a semi-final once the final is paired: the organiser leaves it, or pairs again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.tournaments.conftest import EventMaker
from tests.tournaments.play.court import Court, court
from tests.tournaments.play.test_keeping_up import ms
from tournaments.autopilot import steps_take
from tournaments.correcting import deciding, keeping_all
from tournaments.domain import commands as c
from tournaments.domain.corrections import decisions_open
from tournaments.domain.knockouts import bracket_of
from tournaments.domain.next_lines import published_lines
from tournaments.domain.refusals import Refused
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage
from tournaments.jobs import due

pytestmark = pytest.mark.django_db(transaction=True)
WHY = "The final has been announced."
MakeCup = Callable[[], Court]


@pytest.fixture
def make_cup(make_event: EventMaker, cast: dict[str, User]) -> MakeCup:
    """Eight players, both semi-finals played and confirmed."""

    def make() -> Court:
        made = court(make_event, cast, Stage("main", "knockout", 1))
        for table in (1, 2):
            made.rule_all([40, 20, -20, -40], table)
        made.keep_up()
        made.confirm()
        return made

    return make


def plan_final(made: Court) -> None:
    seed = made.event.seed
    made.event.do(lambda state: next_plan(state, "main", seed))
    edition = made.event.state.rounds[2].plan.edition
    made.event.do(c.PublishPairings(2, edition))


def start_final(made: Court) -> None:
    now = ms(timezone.now())
    made.event.do(c.StartRound(2, made.event.state.rounds[2].plan.edition, now))


def turn_round(made: Court) -> str:
    """The last two of the first semi-final were the first two."""
    ruling = made.rule_all([-40, -20, 20, 40])
    made.keep_up()
    return ruling


def keep(made: Court, ruling: str) -> None:
    made.event.do(c.DecideDependent(ruling, "bracket", "main/F", "keep", WHY))


def final(made: Court) -> set[str]:
    return set(bracket_of(made.event.state, "main").filled["F"].players)


def finish(made: Court) -> None:
    made.play_round()
    made.confirm(2)
    made.event.do(c.FinishTournament(made.event.seed))
    picture = bracket_of(made.event.state, "main")
    assert sorted(one.player for one in picture.places) == sorted(picture.entrants)


def test_the_final_that_was_kept_is_started_and_played_by_those_who_were_named(make_cup: MakeCup):
    made = make_cup()
    plan_final(made)
    four = final(made)
    ruling = turn_round(made)
    assert final(made) != four
    with pytest.raises(Refused) as refused:
        start_final(made)
    assert refused.value.code == "bracket_changed"
    keep(made, ruling)
    assert final(made) == four
    start_final(made)
    finish(made)
    assert set(bracket_of(made.event.state, "main").podium) == four


@pytest.mark.parametrize("is_over", [False, True])
def test_a_final_that_was_begun_stands(make_cup: MakeCup, is_over: bool):
    made = make_cup()
    plan_final(made)
    four = final(made)
    start_final(made)
    if is_over:
        made.play_round()
    ruling = turn_round(made)
    assert final(made) != four
    made.event.do(lambda state: keeping_all(state, ruling, WHY))
    assert bracket_of(made.event.state, "main").overtaken == ()
    finish(made)
    assert set(bracket_of(made.event.state, "main").podium) == four


def test_a_final_that_is_paired_again_is_played_by_the_others(make_cup: MakeCup):
    made = make_cup()
    plan_final(made)
    four, seed = final(made), made.event.seed
    ruling = turn_round(made)
    again = c.DecideDependent(ruling, "bracket", "main/F", "pair_again")
    made.event.do(lambda state: deciding(state, again, seed))
    plan_final(made)
    start_final(made)
    finish(made)
    seats = made.event.state.rounds[1].plan.tables[0].seats
    assert set(bracket_of(made.event.state, "main").podium) == four - set(seats) | set(seats[2:])


def test_a_final_that_was_kept_is_paired_again_until_it_starts(make_cup: MakeCup):
    made = make_cup()
    plan_final(made)
    four, seed = final(made), made.event.seed
    ruling = turn_round(made)
    keep(made, ruling)
    plan_final(made)
    again = c.DecideDependent(ruling, "bracket", "main/F", "pair_again")
    made.event.do(lambda state: deciding(state, again, seed))
    assert final(made) != four
    with pytest.raises(Refused) as refused:
        start_final(made)
    assert refused.value.code == "bracket_changed"
    plan_final(made)
    start_final(made)
    finish(made)


def test_a_final_that_was_kept_and_has_started_stays_kept(make_cup: MakeCup):
    made = make_cup()
    plan_final(made)
    four, seed = final(made), made.event.seed
    ruling = turn_round(made)
    keep(made, ruling)
    start_final(made)
    again = c.DecideDependent(ruling, "bracket", "main/F", "pair_again")
    with pytest.raises(Refused) as refused:
        made.event.do(lambda state: deciding(state, again, seed))
    assert refused.value.code == "round_already_started"
    assert final(made) == four


def played_final(made: Court) -> set[str]:
    plan_final(made)
    start_final(made)
    made.play_round()
    made.confirm(2)
    return final(made)


def test_the_clock_pairs_nothing_again_before_it_is_decided(make_cup: MakeCup):
    made = make_cup()
    played_final(made)
    ruling = turn_round(made)
    due.tick(timezone.now())
    assert 3 not in made.event.state.rounds
    assert list(decisions_open(made.event.state))
    made.event.do(c.DecideDependent(ruling, "bracket", "main/F", "pair_again"))
    due.tick(timezone.now())
    assert made.event.state.rounds[3].status == "planned"


def test_what_was_kept_is_not_paired_again_by_the_clock(make_cup: MakeCup):
    made = make_cup()
    four = played_final(made)
    keep(made, turn_round(made))
    due.tick(timezone.now())
    assert 3 not in made.event.state.rounds
    assert final(made) == four


def test_an_event_that_runs_itself_waits_for_the_decision(make_cup: MakeCup):
    made = make_cup()
    plan_final(made)
    four, at = final(made), timezone.now()
    edition = made.event.state.rounds[2].plan.edition
    ruling = turn_round(made)
    steps_take(made.event.tournament, at)
    state = made.event.state
    assert state.rounds[2].plan.edition == edition
    assert state.rounds[2].status == "planned"
    assert list(decisions_open(state))
    keep(made, ruling)
    assert "start_round" in steps_take(made.event.tournament, at)
    assert final(made) == four
    finish(made)


def test_a_correction_that_comes_between_look_and_deed_holds_the_clock_up(make_cup: MakeCup):
    made = make_cup()
    played_final(made)
    turn_round(made)
    with pytest.raises(Refused) as refused:
        made.event.do(due._decided("main", lambda state: c.FinishTournament(made.event.seed)))
    assert refused.value.code == "decision_open"


def test_another_ruling_asks_anew_and_one_that_takes_it_back_asks_nothing(make_cup: MakeCup):
    made = make_cup()
    plan_final(made)
    four = final(made)
    keep(made, turn_round(made))
    second = made.rule_all([-40, 20, -20, 40])
    made.keep_up()
    assert made.event.state.corrections[second].open_effects
    assert final(made) != four
    third = made.rule_all([40, 20, -20, -40])
    made.keep_up()
    assert not list(decisions_open(made.event.state))
    assert third in made.event.state.corrections
    assert final(made) == four
    start_final(made)
    finish(made)


def test_a_published_list_has_a_new_edition_with_the_decision(
    make_cup: MakeCup, cast: dict[str, User], client: Client
):
    made = make_cup()
    plan_final(made)
    start_final(made)
    made.play_round()
    made.confirm(2)
    lines = published_lines(made.event.state, "main", 2)
    made.event.do(c.PublishStandings("main", 2, lines, 1))
    ruling = turn_round(made)
    client.force_login(cast["owner"])
    told = {"correction": ruling, "choice": "keep_all", "reason": WHY}
    client.post(f"/events/{made.event.tournament.pk}/desk/corrections/decide/", told)
    state = made.event.state
    editions = [one.standings.lines for one in state.standings]
    assert len(editions) == 3
    assert editions[-1] == published_lines(state, "main", 2)
    assert [one.entry for one in editions[-1]][:4] == [one.entry for one in lines][:4]
    assert editions[1] != editions[-1]


def test_the_final_is_paired_again_from_where_that_was_decided(
    make_cup: MakeCup, cast: dict[str, User], client: Client
):
    made = make_cup()
    plan_final(made)
    ruling, desk = turn_round(made), f"/events/{made.event.tournament.pk}/desk"
    client.force_login(cast["owner"])
    step = "plan_again:main:2:"
    offered = f'name="step" value="{step}"'
    assert offered not in client.get(f"{desk}/corrections/").content.decode()
    told = {"correction": ruling, "kind": "bracket", "ref": "main/F", "choice": "pair_again"}
    page = client.post(f"{desk}/corrections/decide/", told, follow=True).content.decode()
    assert offered in page
    assert f'action="{desk}/step/"' in page
    client.post(f"{desk}/step/", {"step": step})
    plan = made.event.state.rounds[2].plan
    assert {one for table in plan.tables for one in table.seats} == final(made)
    assert offered not in client.get(f"{desk}/corrections/").content.decode()


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "kept by decision of"), ("zh-hans", "决定维持"), ("zh-hant", "決定維持")],
)
def test_the_bracket_says_who_decided_it_and_why(
    make_cup: MakeCup, cast: dict[str, User], client: Client, language: str, words: str
):
    made = make_cup()
    plan_final(made)
    ruling, event = turn_round(made), made.event.tournament.pk
    client.force_login(cast["owner"])
    told = {"correction": ruling, "kind": "bracket", "ref": "main/F", "choice": "keep"}
    client.post(f"/events/{event}/desk/corrections/decide/", {**told, "reason": WHY})
    client.logout()
    page = client.get(f"/events/{event}/bracket/1/", headers={"accept-language": language})
    text = page.content.decode()
    assert words in text
    assert text.count(WHY) >= 3
    assert cast["owner"].public_name in text

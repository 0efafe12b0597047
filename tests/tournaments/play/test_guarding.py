"""What an event says of disputes at its tables: until when, by whom, who decides appeals."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from tables.cases import services as cases
from tables.cases.guards import clauses_of, judges_of, publicity_of
from tables.errors import TableError
from tables.models import Table as Match
from tests.tournaments.conftest import EventMaker, club_make
from tests.tournaments.domain.desk import MINUTE
from tests.tournaments.play.asking import as_, code_of, queue_of
from tests.tournaments.play.court import MakeCourt, court, payments
from tournaments.domain import commands as c
from tournaments.domain.dispute_terms import Clause, Disputes
from tournaments.domain.refusals import Refused
from tournaments.domain.terms import Stage
from tournaments.models import TournamentRole
from tournaments.services import tournament_do

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_confirmed_round_refuses_disputes_of_players(make_court: MakeCourt):
    made = make_court()
    player = as_(made.player(0))
    table = f"/tables/{made.match().pk}/"
    assert "?hand=1" in player.get(f"{table}review/1/").content.decode()
    made.confirm()
    assert code_of(made.call) == "round_confirmed"
    assert "?hand=1" not in player.get(f"{table}review/1/").content.decode()
    page = player.get(f"{table}call/?hand=1").content.decode()
    assert "code-round_confirmed" in page
    assert "data-call" not in page


def test_an_archived_event_refuses_disputes_and_rulings(make_court: MakeCourt):
    made = make_court(Stage("main", "swiss", 1))
    made.confirm()
    made.event.do(c.FinishTournament(made.event.seed), c.ArchiveTournament())
    assert code_of(made.call) == "event_closed"
    assert code_of(lambda: made.rule(decision=payments(9, -3, -3, -3))) == "event_closed"


def test_errors_are_put_right_as_long_as_the_terms_say(make_court: MakeCourt, monkeypatch: Any):
    made = make_court(officials_ms=60 * MINUTE)
    made.confirm()
    early, late = (timezone.now() + timedelta(minutes=n) for n in (59, 61))
    monkeypatch.setattr("tournaments.play.guarding.timezone.now", lambda: late)
    ruling = {"decision": payments(9, -3, -3, -3)}
    assert code_of(lambda: made.rule(**ruling)) == "corrections_over"
    monkeypatch.setattr("tournaments.play.guarding.timezone.now", lambda: early)
    made.rule(**ruling)


def test_a_referee_who_plays_there_or_is_of_a_team_there_takes_no_case(
    make_court: MakeCourt, cast: dict[str, User]
):
    made = make_court()
    case = made.call()
    player = made.player(2)
    TournamentRole.objects.create(tournament=made.event.tournament, account=player, role="referee")
    take = {"table": made.match(), "case": case}
    with pytest.raises(TableError):
        cases.case_take(account=player, **take)
    other = made.player(0, table=2)
    TournamentRole.objects.create(tournament=made.event.tournament, account=other, role="referee")
    assert f"{case}/take/" in queue_of(other)
    # Called by its number, in the reader's language; its name is in that of the site.
    Match.objects.update(name="一号")
    assert "<bdi>Table 1</bdi>" in queue_of(other)
    state = made.event.state
    for account in (player, other):
        entry = next(e for e in state.entries.values() if e.person.account == str(account.pk))
        made.event.do(c.ChangeEntry(entry.id, replace(entry.person, apart=("team-a",))))
    assert code_of(lambda: cases.case_take(account=other, **take)) == "own_team"
    assert case in queue_of(other)
    assert f"{case}/take/" not in queue_of(other)
    cases.case_take(account=made.referee, **take)


def test_a_ruling_on_a_hand_of_another_event_is_refused(
    make_court: MakeCourt, make_event: EventMaker, cast: dict[str, User]
):
    made = make_court()
    _other, strangers = club_make()
    with pytest.raises(TableError):
        made.rule(account=strangers["referee"], decision=payments(9, -3, -3, -3))
    there = court(make_event, cast)
    command = c.CorrectResult(
        "r1", 1, 1, str(made.match().pk), made.event.state.rounds[1].tables[1].result, "r1"
    )
    with pytest.raises(Refused) as refused:
        tournament_do(tournament=there.event.tournament, command=command)
    assert refused.value.code == "wrong_match"


def test_what_may_be_cited_and_who_may_judge_comes_from_the_event(
    make_court: MakeCourt, cast: dict[str, User]
):
    made = make_court(
        regulations=(Clause("4.2", "No phones."),), disputes=Disputes(publicity="all")
    )
    TournamentRole.objects.create(
        tournament=made.event.tournament, account=cast["scorer"], role="chief"
    )
    match = made.match()
    assert [(one.id, one.text) for one in clauses_of(match)] == [("§4.2", "No phones.")]
    assert publicity_of(match) == "all"
    assert judges_of(match)[0] == cast["scorer"]
    assert cast["scorer"].has_perm("tables.preside", match)
    assert match.dispute_terms["appeal_ms"] == 1_800_000


def test_appeals_go_to_whom_the_terms_name(make_court: MakeCourt, cast: dict[str, User]):
    made = make_court()
    event, match = made.event.tournament, made.match()
    TournamentRole.objects.create(tournament=event, account=cast["scorer"], role="chief")
    ruling = made.rule(decision=payments(30, -10, -10, -10))
    appeal = cases.appeal_lodge(table=match, account=made.player(1), ruling=ruling).appeal
    name = {"table": match, "account": cast["organiser"], "appeal": appeal}
    owner = [cast["owner"]]
    assert code_of(lambda: cases.panel_name(judges=owner, **name)) == "chief_decides"
    cases.panel_name(judges=[cast["scorer"]], **name)


def test_an_appeal_has_the_time_that_the_events_terms_give_it(make_court: MakeCourt):
    made = make_court(disputes=Disputes(panel_ms=7_200_000))
    match = made.match()
    ruling = made.rule(decision=payments(30, -10, -10, -10))
    cases.appeal_lodge(table=match, account=made.player(1), ruling=ruling)
    row = match.appeals.get()
    assert row.due_at - row.lodged_at == timedelta(hours=2)


def test_a_panel_is_of_three_where_the_terms_say_so(make_court: MakeCourt, cast: dict[str, User]):
    made = make_court(disputes=Disputes(appeal_to="panel"))
    match = made.match()
    TournamentRole.objects.create(
        tournament=made.event.tournament, account=cast["scorer"], role="referee"
    )
    ruling = made.rule(decision=payments(30, -10, -10, -10))
    appeal = cases.appeal_lodge(table=match, account=made.player(1), ruling=ruling).appeal
    name = {"table": match, "account": cast["organiser"], "appeal": appeal}
    owner = [cast["owner"]]
    assert code_of(lambda: cases.panel_name(judges=owner, **name)) == "panel_of_three"
    three = [cast["owner"], cast["organiser"], cast["scorer"]]
    cases.panel_name(judges=three, **name)
    for judge in three[:2]:
        cases.vote_cast(table=match, account=judge, appeal=appeal, vote="uphold")
    made.keep_up()
    assert made.event.state.rounds[1].tables[1].result.points == tuple(made.match().points)

"""A preview of a ruling tells what would follow from it at the event."""

from __future__ import annotations

import pytest
from django.utils import translation

from tables.cases import services as cases
from tables.cases.guards import Proposal, consequences_of
from tables.models import Event as LogLine
from tests.tournaments.play.court import LAST, Court, MakeCourt, payments
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.names import isolated
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage
from tournaments.people_names import named

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_preview_tells_what_would_change_and_stores_nothing(make_court: MakeCourt):
    made = make_court(Stage("main", "swiss", 1), LAST)
    made.confirm()
    four = tuple(line.player for line in standings_of(made.event.state, "main").lines[:4])
    made.event.do(c.AdvanceStage("last", four))
    seats = made.event.state.rounds[1].plan.tables[0].seats
    before, lines = made.event.state, LogLine.objects.count()
    points = tuple(300 if entry not in four else -100 for entry in seats)
    points = points if sum(points) == 0 else (300, -100, -100, -100)
    proposal = Proposal(
        made.match(), 0, "result_adjusted", {"points": list(points)},
        tuple(made.match().points), points,
    )  # fmt: skip
    with translation.override("en"):
        found = {one.title: one for one in consequences_of(proposal)}
    assert list(found)[:2] == ["Table points", "Standings"]
    assert len(found["Table points"].rows) == 4
    assert any(was != now for _who, was, now in found["Standings"].rows)
    (advance,) = found["What rests on the result"].notes
    assert advance.startswith("2 · Final: ")
    assert "Name p" in advance
    assert made.event.state == before
    assert LogLine.objects.count() == lines


def test_a_preview_names_the_later_pairings_that_rest_on_the_result(make_court: MakeCourt):
    made = make_court()
    made.confirm()
    made.event.do(lambda state: next_plan(state, "main", made.event.seed))
    draft = cases.Draft("score_set", 1, ("L7",), payments(90, -30, -30, -30), "So")
    with translation.override("en"):
        preview = cases.ruling_preview(table=made.match(), account=made.referee, draft=draft)
        notes = {one.title: one.notes for one in preview.consequences}
        rows = {one.title: one.rows for one in preview.consequences}
    assert notes["What rests on the result"] == (
        "Round 2 was paired by standings that are different now.",
    )
    assert made.event.state.corrections == {}
    shown = rows["Round 2, if it is paired again"]
    was = names_at_tables(made)
    assert shown
    assert all(before == was[table] for table, before, _after in shown)
    made.rule(decision=payments(90, -30, -30, -30))
    made.keep_up()
    made.event.do(lambda state: next_plan(state, "main", made.event.seed))
    assert names_at_tables(made) == was | {table: after for table, _before, after in shown}


def names_at_tables(made: Court) -> dict[str, str]:
    """Who is to play at the tables of round 2, as a preview says it."""
    state = made.event.state
    tables = state.rounds[2].plan.tables
    return {
        f"Table {one.table}": ", ".join(isolated(named(state, entry)) for entry in one.seats)
        for one in tables
    }

"""All public pages, over events of every kind in which things go wrong on the way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from tests.tournaments.conftest import club_make
from tests.tournaments.domain.running import Event
from tournaments.domain.evolve import fold as evolve_all
from tournaments.domain.state import TournamentState
from tournaments.domain.terms import Stage
from tournaments.models import Tournament
from tournaments.pages.files import PAPERS
from tournaments.store.folds import FOLDS, Fold

CHAINS = {
    "swiss with byes": ((Stage("main", "swiss", 3),), 13, "byes"),
    "rotation": ((Stage("main", "rotation", 3),), 10, "sit_out"),
    "knock-out": ((Stage("cup", "knockout", 1, small_final=True),), 17, "sit_out"),
    "double elimination": ((Stage("cup", "double_elimination", 1),), 18, "sit_out"),
    "league, then a final": (
        (
            Stage("season", "league", 3),
            Stage("end", "final", 2, "top_of_standings", 4, carry_percent=50),
        ),
        12,
        "stand_ins",
    ),
}


def shown(state: TournamentState) -> Tournament:
    """An event whose log is taken to have led there."""
    club, _cast = club_make()
    phase = state.phase if state.phase != "new" else "draft"
    made = Tournament.objects.create(club=club, head="", name="Any", phase=phase, version=7)
    FOLDS.put(Fold(made.pk, 7, f"head-{made.pk}", state))
    return made


def addresses(state: TournamentState) -> Iterator[str]:
    """Every page there is."""
    yield from ("", "rounds/", "standings/", "tables/", "results/", "screen/")
    yield from (f"files/{kind}.csv" for kind in ("pairings", "results", "hands", "standings"))
    for number, stage in enumerate(state.terms.stages, 1):
        yield f"standings/{number}/"
        if stage.is_bracket:
            yield f"bracket/{number}/"
    stages = [stage.id for stage in state.terms.stages]
    for one in (published.standings for published in state.standings):
        yield f"standings/{stages.index(one.stage) + 1}/{one.after_round}/{one.edition}/"
    for plan in state.published:
        yield f"rounds/{plan.round}/?edition={plan.edition}"
    for number, round_ in state.rounds.items():
        if round_.published == round_.plan.edition:
            for seating in round_.plan.tables:
                yield f"rounds/{number}/tables/{seating.table}/"
        if round_.status != "planned":
            yield f"results/{number}/"
    for entry in state.entries.values():
        if entry.status == "registered":
            yield f"players/{entry.id}/"


def read_all(client: Client, state: TournamentState) -> int:
    event = shown(state)
    PAPERS.forget()
    count = 0
    for path in addresses(state):
        answer = client.get(f"/events/{event.pk}/{path}")
        assert answer.status_code == 200, path
        count += 1
    return count


@pytest.mark.django_db
@pytest.mark.parametrize("kind", CHAINS)
def test_every_page_can_be_read_at_the_end_and_on_the_way(kind: str, client: Client):
    stages, players, policy = CHAINS[kind]
    event = Event(stages, players, policy, seed=3)
    state = event.run()
    events = event.desk.events
    for part in (0.35, 0.6, 0.8):
        read_all(client, evolve_all(events[: int(len(events) * part)]))
    assert read_all(client, state) > 20

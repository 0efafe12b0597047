"""What is derived from the log can be thrown away."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.forms.models import model_to_dict

from accounts.models import User
from tables import folds, services
from tables.events import snapshots
from tables.events.drivers import run
from tables.models import HandResult, ScoreEntry, Snapshot, Table
from tests.tables.conftest import Opener, play

pytestmark = pytest.mark.django_db(transaction=True)

DERIVED = ("version", "head", "hand", "phase", "paused", "points", "started_at", "ended_at")


def kept(table: Table) -> dict:
    table.refresh_from_db()
    return {
        "table": {name: getattr(table, name) for name in DERIVED},
        "results": [
            {k: v for k, v in model_to_dict(r).items() if k != "id"}
            for r in HandResult.objects.filter(table=table)
        ],
        "scores": [
            {k: v for k, v in model_to_dict(s).items() if k != "id"}
            for s in ScoreEntry.objects.filter(table=table)
        ],
    }


@pytest.mark.parametrize(("ruleset", "seed"), [("bao", 11), ("bao", 12), ("free", 13)])
def test_rebuilt_projections_equal_the_kept_ones(
    open_table: Opener, players: list[User], ruleset: str, seed: int
) -> None:
    table = open_table(ruleset, hands=3)
    play(table, players, seed=seed)
    before = kept(table)
    assert before["results"]
    assert before["table"]["phase"] == "ended"
    HandResult.objects.filter(table=table).update(outcome="voided", points=[1, 2, 3, 4])
    ScoreEntry.objects.filter(table=table)[:1].get().delete()
    Table.objects.filter(pk=table.pk).update(points=[9, 9, 9, 9], phase="turn", ended_at=None)
    call_command("rebuild_projections", str(table.pk), verbosity=0)
    assert kept(table) == before


def test_the_ledger_adds_up_to_the_points_and_every_hand_to_zero(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table("bao", hands=4)
    play(table, players, seed=21)
    table.refresh_from_db()
    totals = [0, 0, 0, 0]
    for entry in ScoreEntry.objects.filter(table=table).order_by("hand", "place"):
        totals[entry.place] += entry.points
        assert entry.total == totals[entry.place]
    assert totals == table.points
    for result in HandResult.objects.filter(table=table):
        assert sum(result.points) == 0


def test_a_match_goes_on_the_same_after_its_snapshots_are_deleted(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table("free", hands=3)
    play(table, players, seed=31, steps=150)
    assert Snapshot.objects.filter(table=table).count() >= 1
    from_snapshot = run(folds.load(table.pk))
    Snapshot.objects.filter(table=table).delete()
    assert run(folds.load(table.pk)) == from_snapshot
    services.FOLDS.forget()
    play(table, players, seed=32)
    table.refresh_from_db()
    assert table.phase == "ended"


def test_a_snapshot_is_used_and_one_of_another_fold_version_is_not(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table("free", hands=5)
    play(table, players, seed=41, steps=400)
    true = run(folds.load(table.pk))
    last = Snapshot.objects.filter(table=table).latest("version")
    poisoned = snapshots.encode(snapshots.decode(bytes(last.state))._replace(played=77))
    Snapshot.objects.filter(pk=last.pk).update(state=poisoned)
    assert run(folds.load(table.pk)) != true
    Snapshot.objects.filter(table=table).update(fold_version="older")
    assert run(folds.load(table.pk)) == true

"""Reads go through redaction, and a record proves itself."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync

from accounts.models import User
from engine.verify import verify
from tables import selectors, services
from tables.errors import MatchRunning, NotYourSeat
from tables.live import opening
from tables.live.messages import Refused
from tables.models import Table
from tables.services import Sitter, Terms
from tests.tables.conftest import Opener, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_the_exported_record_of_a_finished_match_verifies(
    open_table: Opener, players: list[User], ruleset: str
) -> None:
    table = open_table(ruleset, hands=2)
    play(table, players, seed=51)
    table.refresh_from_db()
    report = verify(selectors.record_export(table).encode())
    assert report.ok, report
    assert list(selectors.matches_finished(account=players[0])) == [table]


def test_a_running_match_is_not_exported(open_table: Opener) -> None:
    with pytest.raises(MatchRunning):
        selectors.record_export(open_table())


def test_a_player_sees_their_own_tiles_and_nobody_elses(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table()
    viewer = selectors.viewer_for(players[2], table)
    dealt = [e for e in selectors.events_since(table, viewer) if e["type"] == "HandDealt"]
    shown = [tiles for tiles in dealt[0]["data"]["hand_tiles"].values() if tiles]
    assert len(shown) == 1


def test_events_since_a_version_continue_where_the_viewer_stood(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table()
    play(table, players, seed=52, steps=20)
    viewer = selectors.viewer_for(players[0], table)
    everything = selectors.events_since(table, viewer)
    assert [e["seq"] for e in everything] == list(range(1, len(everything) + 1))
    assert selectors.events_since(table, viewer, 7) == everything[7:]
    assert selectors.view_for(table, viewer)["version"] == len(everything)


def test_a_spectator_is_a_hand_behind(
    open_table: Opener, players: list[User], visitor: User
) -> None:
    table = open_table()
    play(table, players, seed=53, steps=20)
    viewer = selectors.viewer_for(visitor, table)
    assert viewer.role == "spectator"
    types = {e["type"] for e in selectors.events_since(table, viewer)}
    assert "HandDealt" not in types


def test_an_account_that_plays_is_a_player_there_and_cannot_judge_or_watch(
    open_table: Opener, players: list[User], referee: User
) -> None:
    table = open_table()
    with pytest.raises(NotYourSeat):
        services.referee_assign(table=table, account=players[0])
    services.referee_assign(table=table, account=referee)
    assert selectors.viewer_for(referee, table).role == "referee"
    assert selectors.viewer_for(players[0], table).role == "seat"
    assert not players[0].has_perm("tables.watch", table)
    assert not referee.has_perm("tables.play", table)


def test_a_superuser_who_plays_is_a_player_like_any_other(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table()
    player = players[0]
    player.is_staff = player.is_superuser = True
    player.save()
    for right in ("referee", "watch", "stop_clock"):
        assert not player.has_perm(f"tables.{right}", table)
    assert player.has_perm("accounts.change_user")
    with pytest.raises(Refused):
        async_to_sync(opening.viewer_for)(table.pk, player, "referee")


def test_only_a_referee_or_the_organiser_stops_the_match(
    open_table: Opener, players: list[User], referee: User, organiser: User, visitor: User
) -> None:
    table = open_table()
    for account in (players[0], visitor, referee):
        with pytest.raises(NotYourSeat):
            services.table_pause(table=table, account=account)
    services.referee_assign(table=table, account=referee)
    services.table_pause(table=table, account=referee, reason="a word")
    table.refresh_from_db()
    assert table.paused
    services.table_resume(table=table, account=organiser)
    table.refresh_from_db()
    assert not table.paused


def test_a_host_who_plays_stops_no_clock_that_somebody_else_plays_against(
    players: list[User],
) -> None:
    host = players[0]

    def hosted(others: list[Sitter]) -> Table:
        sitters = [Sitter(name="Host", account=host), *others]
        return services.table_open(terms=Terms("bao"), sitters=sitters, organiser=host)

    bots = [Sitter(name=f"b{n}", level="random") for n in range(3)]
    table = hosted([Sitter(name="Bo", account=players[1]), *bots[:2]])
    assert not host.has_perm("tables.stop_clock", table)
    with pytest.raises(NotYourSeat):
        services.table_pause(table=table, account=host)
    with pytest.raises(NotYourSeat):
        services.table_resume(table=table, account=host)
    services.table_call_time(table=table, account=host)
    alone = hosted(bots)
    services.table_pause(table=alone, account=host)
    services.table_resume(table=alone, account=host)


def test_only_a_referee_voids_a_hand_and_it_is_dealt_again(
    open_table: Opener, players: list[User], referee: User, organiser: User
) -> None:
    table = open_table()
    play(table, players, seed=54, steps=6)
    with pytest.raises(NotYourSeat):
        services.hand_void(table=table, account=organiser, reason="no")
    services.referee_assign(table=table, account=referee)
    services.hand_void(table=table, account=referee, reason="a tile fell")
    result = table.results.get()
    assert (result.outcome, result.points) == ("voided", [0, 0, 0, 0])
    assert not table.scores.exists()


def test_when_time_is_called_the_running_hand_is_the_last(
    open_table: Opener, players: list[User], organiser: User
) -> None:
    table = open_table("free", hands=50)
    play(table, players, seed=55, steps=10)
    table.refresh_from_db()
    hand = table.hand
    services.table_call_time(table=table, account=organiser)
    play(table, players, seed=56)
    table.refresh_from_db()
    assert (table.phase, table.hand) == ("ended", hand)

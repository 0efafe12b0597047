"""Pages of an event with 400 players: few queries, and standings that are made once."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tables.checkpoints.services import checkpoint_make
from tests.tournaments.conftest import Event, EventMaker, club_make
from tests.tournaments.domain.desk import terms
from tests.tournaments.play.test_keeping_up import begin
from tournaments import services
from tournaments.domain import commands as c
from tournaments.domain.next_standings import published_lines
from tournaments.domain.parts import Person, Result, Seating
from tournaments.domain.terms import Details, Stage
from tournaments.pages import standings_kept
from tournaments.play.keeping_up import keep_up
from tournaments.selectors import fold_of
from tournaments.store.folds import FOLDS

PLAYERS = 400
ROUNDS = 4
MOST_QUERIES = 12
Limit = Callable[..., object]

PATHS = (
    "", "rounds/", "rounds/2/", "rounds/2/?edition=1", "rounds/2/tables/7/", "tables/",
    "results/", "results/1/", "standings/", "standings/1/", "standings/1/3/1/", "players/p17/",
    "screen/", "files/results.csv", "files/standings.json", "rounds/2/tables/7/why/",
    "results/all/", "rulings/", "standings/1/?q=17", "standings/1/?at=700",
    "rounds/4/tables/70/clock/", "files/standings/1.pdf", "files/rounds/3/results.pdf",
)  # fmt: skip
DESK = (
    "desk/", "desk/settings/", "desk/claims/", "desk/penalties/", "desk/players/",
    "desk/officials/", "desk/looks/", "desk/figures/", "desk/corrections/", "desk/archive/",
    "desk/players/?q=17", "desk/players/?order=number",
    "desk/players/import/", "desk/import/results/", "desk/import/pairings/", "desk/invitations/",
    "files/penalties.csv", "desk/players/p17/", "desk/players/p399/", "desk/rounds/1/",
    "desk/rounds/4/", "desk/rounds/4/tables/7/", "desk/rounds/4/tables/70/",
    "files/players.csv", "files/seats.json", "files/hands.csv", "files/pairings.csv",
    "files/rounds/4/pairings.pdf", "files/rounds/4/cards.pdf",
)  # fmt: skip


def large_event(account_of: Callable[[int], str | None]) -> Event:
    """Three rounds confirmed and published, the fourth half played."""
    club, cast = club_make()
    tournament = services.tournament_create(
        club=club,
        account=cast["organiser"],
        details=Details("Four hundred", club=club.slug),
        terms=terms(Stage("main", "swiss", 6), play="points",
                    tie_breaks=("table_points", "game_points", "wins", "opponents")),
    )  # fmt: skip
    event = Event(tournament, cast["organiser"])
    entries = tuple(
        c.AddEntry(f"p{n}", Person(f"Player {n}", account=account_of(n))) for n in range(PLAYERS)
    )
    together(event, c.OpenRegistration(), *entries, c.StartTournament())
    for number in range(1, ROUNDS + 1):
        play(event, number)
    return event


def together(event: Event, *commands: c.Command) -> None:
    services.tournament_do(tournament=event.tournament, command=commands, account=event.account)


def play(event: Event, number: int) -> None:
    """A plan that lets nobody meet twice; every table ends differently."""
    step = PLAYERS // 4
    tables = tuple(
        Seating(t + 1, tuple(f"p{k * step + (t + k * number) % step}" for k in range(4)))
        for t in range(step)
    )
    together(event, c.PlanRounds((c.RoundPlan(number, "main", tables),)))
    start = c.StartRound(number, 1, int(time.time() * 1000))
    together(event, c.PublishPairings(number, 1), start)
    played = range(1, step + 1) if number < ROUNDS else range(1, step // 2)
    results = [
        c.TakeResult(number, t, None, Result((30 + t, 10, -10, -30 - t), (), "organiser"))
        for t in played
    ]
    together(event, *results)
    if number < ROUNDS:
        together(event, c.ConfirmRound(number))
        lines = published_lines(event.state, "main", number)
        together(event, c.PublishStandings("main", number, lines, 1))


def paths(who: User | None, player: User, organiser: User) -> tuple[str, ...]:
    if who is player:
        return "", "tables/", "standings/"
    return (*PATHS, *DESK) if who is organiser else PATHS


@pytest.mark.django_db
def test_no_page_takes_many_queries_or_long(django_assert_max_num_queries: Limit):
    player = User.objects.create_user("player-17", display_name="Player 17")
    event = large_event(lambda n: str(player.pk) if n == 17 else None)
    # What a confirmed round asks the worker for; a paper without it would make it first.
    checkpoint_make(timezone.now())
    for who in (None, player, event.account):
        client = Client(headers={"accept-language": "zh-hans"})
        if who is not None:
            client.force_login(who)
        for path in paths(who, player, event.account):
            address = f"/events/{event.tournament.pk}/{path}"
            began = time.perf_counter()
            with django_assert_max_num_queries(MOST_QUERIES, info=path):
                assert client.get(address).status_code == 200, path
            print(f"{path:28} {1000 * (time.perf_counter() - began):6.0f} ms")
        if who is player:
            with django_assert_max_num_queries(MOST_QUERIES):
                assert b"Four hundred" in client.get("/me/").content


@pytest.mark.django_db(transaction=True)
def test_standings_are_made_once_for_each_state_of_the_log(monkeypatch: pytest.MonkeyPatch):
    event = large_event(lambda n: None)
    event.tournament.refresh_from_db()
    FOLDS.forget()
    made = []
    real = standings_kept._made
    monkeypatch.setattr(standings_kept, "_made", lambda *given: made.append(1) or real(*given))
    fold = fold_of(event.tournament)
    first = standings_kept.standings_kept(fold, "main")
    assert standings_kept.standings_kept(fold, "main") is first
    assert len(made) == 1
    event.do(c.TakeResult(4, 60, None, Result((9, 0, 0, -9), (), "organiser")))
    event.tournament.refresh_from_db()
    after = standings_kept.standings_kept(fold_of(event.tournament), "main")
    assert after is not first
    assert len(made) == 2
    assert after.standings != first.standings


ONLINE = (
    "", "rounds/1/", "rounds/1/tables/7/", "tables/", "results/", "standings/", "players/p17/",
    "screen/", "desk/", "desk/players/", "desk/players/p17/", "desk/rounds/1/",
    "desk/rounds/1/tables/7/", "desk/penalties/", "files/results.csv",
)  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_live_tables_are_not_asked_for_one_by_one(
    make_event: EventMaker, django_assert_max_num_queries: Limit
):
    event = begin(make_event(Stage("main", "swiss", 3)), players=40)
    keep_up(event.tournament.pk)
    assert sum(bool(table.match) for table in event.state.rounds[1].tables.values()) == 10
    client = Client()
    client.force_login(event.account)
    for path in ONLINE:
        with django_assert_max_num_queries(MOST_QUERIES):
            assert client.get(f"/events/{event.tournament.pk}/{path}").status_code == 200, path

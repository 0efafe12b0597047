"""A night of a hundred tables, from check-in to the final standings, all by built-in players.

Owns no ratio: a night is told in seconds of the clock on the wall, with how busy the machine was.
The site's own steps run the event (tournaments.autopilot), its own built-in players play every
match as fast as they can, and every page of the event is asked for during the night.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.database import site_database, use_site

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User
    from tables.models import Table as Match
    from tournaments.domain.state import TournamentState
    from tournaments.models import Tournament

PLAYERS = 400
ROUNDS = 4
PLAYERS_AT_ONCE = 4
"""Threads that play tables; most of their time they wait for the disk."""

PUBLIC = (
    "", "rounds/", "rounds/{r}/", "rounds/{r}/tables/7/", "rounds/{r}/tables/7/why/", "tables/",
    "results/", "results/{r}/", "standings/", "standings/1/", "players/p17/", "screen/",
)  # fmt: skip
DESK = (
    "desk/", "desk/players/", "desk/players/p17/", "desk/players/import/", "desk/settings/",
    "desk/claims/", "desk/rounds/{r}/", "desk/rounds/{r}/tables/7/", "desk/penalties/",
)  # fmt: skip
FILES = (
    "files/pairings.csv", "files/results.csv", "files/hands.csv", "files/standings.csv",
    "files/players.csv", "files/seats.csv", "files/rounds/{r}/pairings.pdf",
    "files/rounds/{r}/cards.pdf", "files/rounds/{r}/results.pdf", "files/standings/1.pdf",
)  # fmt: skip


@dataclass
class Night:
    """The event, and how long everything took: seconds by what was done and by page."""

    tournament: Tournament
    organiser: User
    spent: Counter[str] = field(default_factory=Counter)
    pages: dict[str, float] = field(default_factory=dict)
    files: dict[str, float] = field(default_factory=dict)
    queries: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def doing(self, what: str) -> Iterator[None]:
        began = perf_counter()
        yield
        self.spent[what] += perf_counter() - began

    @property
    def state(self) -> TournamentState:
        from tournaments.selectors import state_of

        self.tournament.refresh_from_db()
        return state_of(self.tournament)


def measured(players: int = PLAYERS, rounds: int = ROUNDS) -> int:
    """Print what the night took; 1 if it did not come to its end as it should."""
    # Whoever organises here has no second factor, and no worker is there to follow anything up.
    os.environ |= {"MFA_REQUIRED": "0", "FOLLOW_UP": "0", "ALLOWED_HOSTS": "testserver"}
    load = os.getloadavg()[0]
    with site_database() as url:
        use_site(url)
        warm_up()
        began = perf_counter()
        night = begin(players, rounds)
        for number in range(1, rounds + 1):
            play_round(night, number)
        with night.doing("steps of the organiser"):
            steps(night)
        look(night, rounds)
        seconds = perf_counter() - began
        faults = wrong(night.state, players)
        report(night, seconds, load)
        from django.db import connections

        connections.close_all()
    return len(faults)


def warm_up() -> None:
    """A site that runs has its addresses and templates loaded."""
    from django.test import Client

    assert Client().get("/events/").status_code == 200


def begin(players: int, rounds: int, hands: int = 1) -> Night:
    """A club's event with everybody checked in at the door, one by one, and started."""
    from django.utils import timezone

    from accounts.models import User
    from engine.play.match import ClockSettings, Length
    from tournaments.clubs.models import Club, Membership, Role
    from tournaments.domain import commands as c
    from tournaments.domain.parts import Person
    from tournaments.domain.terms import Details, Stage, Terms
    from tournaments.services import tournament_create, tournament_do

    club = Club.objects.create(slug="night", name="Night")
    organiser = User.objects.create_user("organiser")
    Membership.objects.create(club=club, account=organiser, role=Role.OWNER)
    terms = Terms(
        "bao", {}, 1, Length("hands", hands), ClockSettings(), (Stage("main", "swiss", rounds),),
        spectator_delay=0, tie_breaks=("table_points", "game_points", "wins", "opponents"),
    )  # fmt: skip
    tournament = tournament_create(
        club=club, account=organiser, details=Details("Night", club=club.slug), terms=terms
    )
    tournament.context = {"guests_played_by": "random"}
    tournament.save(update_fields=["context"])
    night = Night(tournament, organiser)
    entries = [c.AddEntry(f"p{n}", Person(f"Player {n}")) for n in range(players)]
    commands: tuple[c.Command, ...] = (c.OpenRegistration(), *entries)
    with night.doing("check-in, a tap for each"):
        tournament_do(tournament=tournament, command=commands, account=organiser)
        for entry in entries:
            tournament_do(tournament=tournament, command=c.CheckIn(entry.entry), account=organiser)
    with night.doing("steps of the organiser"):
        tournament_do(
            tournament=tournament, command=c.StartTournament(), account=organiser,
            at=timezone.now(),
        )  # fmt: skip
    return night


def steps(night: Night) -> None:
    """Whatever is due: confirming, publishing, pairing, starting."""
    from django.utils import timezone

    from tournaments.autopilot import steps_take

    steps_take(night.tournament, timezone.now())


def play_round(night: Night, number: int) -> None:
    """Pair it, start it, play half of its tables, look at all pages, and play the rest."""
    from tables.models import Table as Match
    from tournaments.models import RoundTable
    from tournaments.play.keeping_up import keep_up

    with night.doing("steps of the organiser"):
        steps(night)
    with night.doing("opening the tables"):
        keep_up(night.tournament.pk)
    rows = RoundTable.objects.filter(tournament=night.tournament, round=number)
    matches = list(Match.objects.filter(pk__in=rows.values("match")))
    half = len(matches) // 2
    play(night, matches[:half])
    look(night, number)
    play(night, matches[half:])


def play(night: Night, matches: list) -> None:
    from tournaments.play.keeping_up import keep_up

    with night.doing("playing"), ThreadPoolExecutor(PLAYERS_AT_ONCE) as pool:
        list(pool.map(_play_out, matches))
    with night.doing("taking the results in"):
        keep_up(night.tournament.pk)


def _play_out(match: Match) -> None:
    from django.db import connection

    from tables.demo import play_out

    try:
        play_out(match)
    finally:
        connection.close()


def look(night: Night, number: int) -> None:
    """Every page and file of the event, by its organiser and, where it is public, by anybody."""
    from django.test import Client

    stranger, organiser = Client(), Client()
    organiser.force_login(night.organiser)
    with night.doing("pages"):
        for path in PUBLIC:
            _ask(night, stranger, path, number, night.pages)
        for path in (*PUBLIC, *DESK):
            _ask(night, organiser, path, number, night.pages)
        for path in FILES:
            _ask(night, organiser, path, number, night.files)


def _ask(night: Night, client: Client, path: str, number: int, kept: dict[str, float]) -> None:
    """The longest that the page took, and the most it asked the database."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        began = perf_counter()
        answer = client.get(f"/events/{night.tournament.pk}/{path.format(r=number)}")
        seconds = perf_counter() - began
    assert answer.status_code == 200, (path, answer.status_code)
    kept[path] = max(kept.get(path, 0), seconds)
    night.queries[path] = max(night.queries.get(path, 0), len(asked))


def wrong(state: TournamentState, players: int) -> list[str]:
    """What is not as it should be at the end of such a night."""
    from tournaments.domain.books import standings_of

    lines = standings_of(state, "main").lines
    faults = []
    if state.phase != "finished":
        faults.append(f"it is {state.phase}")
    if len(lines) != players or sum(line.totals.game for line in lines):
        faults.append("points got lost")
    if again := repeats(state):
        faults.append(f"{again} pairs met twice")
    for fault in faults:
        print(f"**{fault}**")
    return faults


def repeats(state: TournamentState) -> int:
    met = Counter(
        pair
        for one in state.rounds.values()
        for table in one.plan.tables
        for pair in combinations(sorted(table.seats), 2)
    )
    return sum(times > 1 for times in met.values())


def report(night: Night, seconds: float, load: float) -> None:
    """The night as a table of its own."""
    tables = sum(len(one.tables) for one in night.state.rounds.values())
    print(f"A night of {night.state.rounds[1].plan.tables[-1].table} tables, {tables} matches of")
    print(f"one hand, {seconds:.0f} s from check-in to final standings; load before: {load:.1f}\n")
    print("| what | seconds |\n| --- | ---: |")
    for what, spent in night.spent.most_common():
        print(f"| {what} | {spent:.1f} |")
    for kind, kept in (("page", night.pages), ("file", night.files)):
        path = max(kept, key=lambda one: kept[one])
        print(f"\nSlowest {kind}: `{path}` {1000 * kept[path]:.0f} ms")
        rest = sorted(kept, key=lambda one: -kept[one])[1:4]
        print("Next: " + ", ".join(f"`{one}` {1000 * kept[one]:.0f} ms" for one in rest))
    most = max(night.queries, key=lambda one: night.queries[one])
    print(f"\nMost queries: `{most}` {night.queries[most]}\n", flush=True)

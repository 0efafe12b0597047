"""Events to try the site with: one that runs, one that is over, a knock-out half-way.

Owns what they consist of. The one that runs needs nobody: whatever is due is done at each tick,
and when it is over another one begins.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from engine.play.match import ClockSettings, Length
from tables.demo import CAST, CLUB, play_out
from tables.models import Table as Match
from tournaments import autopilot
from tournaments.clubs.models import Club, Membership, Role
from tournaments.clubs.services import member_add
from tournaments.domain import commands as c
from tournaments.domain.parts import Person
from tournaments.domain.terms import Details, Stage, Terms, Uneven
from tournaments.models import RoundTable, Tournament
from tournaments.play.keeping_up import keep_up
from tournaments.registered import made_note
from tournaments.services import tournament_create, tournament_do

logger = logging.getLogger(__name__)

MINUTE = 60_000
NAMES = (
    "陈志远", "林小梅", "王建国", "赵丽华", "孙国强", "周雅琴", "吴海涛", "郑晓燕",
    "冯立新", "蒋文婷", "沈阿毛", "韩雪", "杨根法", "朱桂芳", "秦百川", "何水娟",
)  # fmt: skip
ROLES = (Role.OWNER, Role.PLAYER, Role.PLAYER, Role.REFEREE)


def club_ensure() -> Club:
    """The demo's club, with the demo's people in it."""
    club, _made = Club.objects.get_or_create(
        slug="fengqiao", defaults={"name": CLUB, "place": "诸暨枫桥"}
    )
    for (username, _name), role in zip(CAST, ROLES, strict=True):
        account = User.objects.filter(username=username).first()
        known = Membership.objects.filter(club=club, account=account)
        if account is not None and not known.exists():
            member_add(club=club, account=account, role=role)
    return club


def demo_ensure(at: datetime | None = None) -> Tournament:
    """The event that runs; made at once. The others take a while: `rest_ensure`."""
    club = club_ensure()
    phases = (Tournament.Phase.REGISTRATION, Tournament.Phase.RUNNING)
    running = Tournament.objects.filter(club=club, context__demo="swiss", phase__in=phases).first()
    return running or swiss_begin(club, at or timezone.now())


def rest_ensure(at: datetime | None = None) -> None:
    """What is missing of the finished event and the knock-out, played here and now."""
    club, now = club_ensure(), at or timezone.now()
    for purpose, make in (("rotation", rotation_finish), ("knockout", knockout_halfway)):
        if not Tournament.objects.filter(club=club, context__demo=purpose).exists():
            make(club, now)


def _terms(*stages: Stage, hands: int, uneven: Uneven | None = None) -> Terms:
    return Terms(
        ruleset="bao",
        options={},
        ruleset_version=1,
        length=Length("hands", hands),
        clocks=ClockSettings(),
        stages=stages,
        round_ms=45 * MINUTE,
        spectator_delay=0,
        uneven=uneven or Uneven(),
    )


def _begin(
    club: Club, purpose: str, name: str, terms: Terms, players: int, at: datetime
) -> Tournament:
    """An event of guests for whom built-in players play, started."""
    tournament = tournament_create(
        club=club,
        account=None,
        details=Details(name, club.place, club.slug, starts_at=int(at.timestamp() * 1000)),
        terms=terms,
        at=at,
    )
    tournament.created_by = User.objects.filter(username=CAST[0][0]).first()
    tournament.context = {"demo": purpose, "guests_played_by": "sensible"}
    tournament.save(update_fields=["created_by", "context"])
    made_note(tournament)
    entries = tuple(c.AddEntry(f"d{n}", Person(name)) for n, name in enumerate(NAMES[:players]))
    checks = tuple(c.CheckIn(entry.entry) for entry in entries)
    commands: tuple[c.Command, ...] = (c.OpenRegistration(), *entries, *checks, c.StartTournament())
    tournament_do(tournament=tournament, command=commands, at=at)
    return tournament


def swiss_begin(club: Club, at: datetime) -> Tournament:
    """Sixteen players in a Swiss event; its first round is on."""
    terms = _terms(Stage("swiss", "swiss", 4), hands=4)
    tournament = _begin(club, "swiss", "周一瑞士赛", terms, 16, at)
    autopilot.steps_take(tournament, at)
    keep_up(tournament.pk, at=at)
    return tournament


def rotation_finish(club: Club, at: datetime) -> Tournament:
    """Eight players who have met in three rounds, with standings and replays."""
    terms = _terms(Stage("rotation", "rotation", 3), hands=2)
    tournament = _begin(club, "rotation", "国庆轮转赛", terms, 8, at - timedelta(days=7))
    while autopilot.steps_take(tournament, at):
        play_open_tables(tournament, at)
    return tournament


def knockout_halfway(club: Club, at: datetime) -> Tournament:
    """Sixteen players, of whom eight are left."""
    terms = _terms(Stage("knockout", "knockout", 1), hands=1, uneven=Uneven("byes"))
    tournament = _begin(club, "knockout", "枫桥淘汰赛", terms, 16, at - timedelta(hours=2))
    autopilot.steps_take(tournament, at)
    play_open_tables(tournament, at)
    autopilot.steps_take(tournament, at, finishes=False)
    return tournament


def play_open_tables(tournament: Tournament, at: datetime) -> None:
    """Let the built-in players play every open match of the event to its end."""
    keep_up(tournament.pk, at=at)
    rows = RoundTable.objects.filter(tournament=tournament, has_result=False)
    for match in Match.objects.filter(pk__in=rows.values("match")):
        play_out(match)
    keep_up(tournament.pk, at=at)


def demo_tick(at: datetime) -> list[str]:
    """Bring the running event on; another begins when it is over."""
    if not settings.DEMO:
        return []
    found = Tournament.objects.filter(context__demo="swiss", phase=Tournament.Phase.RUNNING)
    done = [step for one in found for step in autopilot.steps_take(one, at)]
    if not found.exists() and Club.objects.filter(slug="fengqiao").exists():
        done.append(str(demo_ensure(at).pk))
    return done

"""A club with somebody in every role, an event of its in its first round, and another club.

What an address needs (`event`, `slug`, `table_id` …) is in `World.values`, by the name that the
address gives it. A new address that needs something new adds it there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from django.contrib.auth.hashers import make_password
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts.models import User
from engine.play.match import Length
from tables import services as tables
from tables.cases import services as disputes
from tables.checkpoints.services import checkpoint_make
from tables.demo import play_out
from tables.lobby import services as lobby
from tables.models import Table as Match
from tables.services import Sitter, Terms
from tests.tournaments.conftest import Event, club_make
from tests.tournaments.domain.desk import MINUTE, terms
from tournaments import services
from tournaments.clubs import services as clubs
from tournaments.clubs.models import Membership, Preset, Role
from tournaments.domain import commands as c
from tournaments.domain.pairing import swiss_plan
from tournaments.domain.parts import Person
from tournaments.domain.terms import Details
from tournaments.inviting import event_invitation_create
from tournaments.models import RoundTable
from tournaments.play.keeping_up import keep_up
from tournaments.services import context_set
from tournaments.terms_json import terms_to_json

ROLES = ("anonymous", "visitor", "player", "scorer", "referee", "organiser", "owner")
RIGHT_TO_LEFT = "שלום<b>"
"""In everybody's and everything's name."""
PASSWORD = make_password("four winds blow")


@dataclass
class World:
    """Who there is, and the values that stand for the parts of addresses."""

    cast: dict[str, User | None]
    strangers: dict[str, User]
    event: Event
    values: dict[str, object] = field(default_factory=dict)
    sessions: dict[int, str] = field(default_factory=dict)
    # One for all: the site is set up for each new client.
    browser: Client = field(default_factory=lambda: Client(headers={"Accept-Language": "en"}))

    def __post_init__(self) -> None:
        """Everybody has a browser that is signed in."""
        for account in filter(None, (*self.cast.values(), *self.strangers.values())):
            client = Client()
            client.force_login(account)
            self.sessions[account.pk] = client.cookies["sessionid"].value


def world_make() -> World:
    """Everything that some address shows."""
    club, cast = club_make("home")
    _other, strangers = club_make("away")
    del strangers["visitor"]
    for who, account in [*cast.items(), *strangers.items()]:
        account.display_name = f"{RIGHT_TO_LEFT} {who}"
        account.save(update_fields=["display_name"])
    club.name = f"{RIGHT_TO_LEFT} club"
    club.save(update_fields=["name"])
    # So that there is something to prove again who one is with.
    for account in (*cast.values(), *strangers.values()):
        account.password = PASSWORD
        account.save(update_fields=["password"])
    event = event_make(club, cast)
    match, finished = matches_make(event)
    invitation = clubs.invitation_create(
        club=club, account=cast["owner"], own_role=Role.OWNER, wanted=clubs.NewLink(Role.PLAYER)
    )
    coming = event_invitation_create(
        tournament=event.tournament, by=cast["organiser"], wanted=clubs.NewLink(Role.SCORER)
    )
    gathering = lobby.gathering_create(terms=Terms("bao"), levels=[""] * 4, host=cast["player"])
    preset = Preset.objects.create(
        club=club, name="Ours", terms=terms_to_json(terms()), created_by=cast["owner"]
    )
    case = disputes.referee_call(
        table=match, account=cast["player"], reason="other", hand=0, text=RIGHT_TO_LEFT
    )
    draft = disputes.Draft("score_stands", 1, ("L7",), text=RIGHT_TO_LEFT)
    disputes.ruling_make(table=finished, account=cast["referee"], draft=draft, command_id="r")
    values = {
        "slug": club.slug,
        "preset": preset.pk,
        "member": Membership.objects.get(club=club, account=cast["player"]).pk,
        "pk": invitation.pk,
        "token": invitation.token,
        "link": coming.pk,
        "ticket": coming.token,
        "event": event.tournament.pk,
        "round": 1,
        "number": 1,
        "table": match.context["table"],
        "entry": "p0",
        "stage": "main",
        "table_id": match.pk,
        "match": match.pk,
        "finished": finished.pk,
        "scored": scored_make(cast).pk,
        "account": 0,
        "gathering_id": gathering.pk,
        "ruleset": "bao",
        "ruling": "pause",
        "case": case.case,
        "ruled": disputes.ruling_id(finished, cast["referee"], "r"),
        "take": "take",
        "state": "state",
        "appeal": "appeal",
        "which": "running",
        "step": 1,
        "hand": 1,
        "deed": "confirm",
        "key": "nonsense",
        "uidb36": "0",
        "after": 1,
        "edition": 1,
        "kind": "results",
        "ending": "csv",
        "paper": "pairings",
    }
    checkpoint_make(timezone.now())
    return World({"anonymous": None, **cast}, strangers, event, values)


def event_make(club: object, cast: dict[str, User]) -> Event:
    """Eight players, one of them the club's player, in the first round."""
    tournament = services.tournament_create(
        club=club,
        account=cast["organiser"],
        details=Details(f"{RIGHT_TO_LEFT} cup"),
        terms=terms(length=Length("hands", 1), round_ms=60 * MINUTE),
    )
    context_set(tournament=tournament, context={"guests_played_by": "random"})
    event = Event(tournament, cast["organiser"]).do(c.OpenRegistration())
    player = cast["player"]
    event.do(c.AddEntry("me", Person(player.public_name, account=str(player.pk))))
    guests = [f"p{number}" for number in range(7)]
    event.do(*(c.AddEntry(name, Person(f"{RIGHT_TO_LEFT} {name}")) for name in guests))
    event.do(c.StartTournament())
    seed = event.seed
    event.do(lambda state: swiss_plan(state, "main", seed))
    edition = event.state.rounds[1].plan.edition
    start = c.StartRound(1, edition, int(timezone.now().timestamp() * 1000))
    return event.do(c.PublishPairings(1, edition), start)


def matches_make(event: Event) -> tuple[Match, Match]:
    """The table of the club's player, still running, and the other, played to its end."""
    keep_up(event.tournament.pk)
    rows = RoundTable.objects.filter(tournament=event.tournament, match__isnull=False)
    found = Match.objects.filter(pk__in=rows.values("match"))
    by_person = sorted(found, key=lambda match: match.seats.filter(account__isnull=False).count())
    finished, running = by_person
    play_out(finished)
    finished.refresh_from_db()
    assert finished.ended_at is not None
    tables.FOLDS.forget()
    return running, finished


def scored_make(cast: dict[str, User]) -> Match:
    """A table with real tiles, where the club's people are what their names say."""
    guests = [Sitter(name=f"{RIGHT_TO_LEFT} {number}") for number in range(3)]
    match = tables.table_open(
        terms=Terms("bao", length=Length("open"), play="scored"),
        sitters=[Sitter(name=cast["player"].public_name, account=cast["player"]), *guests],
        organiser=cast["organiser"],
        context={"club": "home"},
    )
    tables.scorer_assign(table=match, account=cast["scorer"])
    tables.referee_assign(table=match, account=cast["referee"])
    return match


@dataclass(frozen=True)
class Address:
    """A URL pattern with a name, and the names of what it needs."""

    name: str
    needs: tuple[str, ...]

    def url(self, values: dict[str, object], chosen: dict[str, str]) -> str:
        """With the world's values; `chosen` names others for single parts."""
        names = {need: chosen.get(need, need) for need in self.needs}
        given = {need: values.get(name, name) for need, name in names.items()}
        return reverse(self.name, kwargs=given)


def addresses() -> dict[str, Address]:
    """Every named URL pattern of the site but the administration's."""
    return {one.name: one for one in _walk(get_resolver(), ())}


def _walk(resolver: URLResolver, needs: tuple[str, ...]) -> list[Address]:
    found: list[Address] = []
    for one in resolver.url_patterns:
        inner = (*needs, *one.pattern.regex.groupindex)
        if isinstance(one, URLPattern):
            assert one.name, f"{one.pattern} has no name"
            found.append(Address(one.name, inner))
        elif one.namespace != "admin":
            found += _walk(one, inner)
    return found

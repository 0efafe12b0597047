"""Who is answered what by the live sockets: `sockets.txt`, which says itself how to read it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from accounts.models import User
from engine.play.match import ClockSettings, Length
from tables import services as tables
from tables.live import following, messages
from tables.live.routing import websocket_urlpatterns as of_tables
from tables.services import Sitter, Terms
from tests.site.world import ROLES
from tests.tables.live.site import Server, Site
from tests.tournaments.conftest import Event, club_make
from tests.tournaments.domain.desk import terms
from tournaments import services
from tournaments.domain import commands as c
from tournaments.domain.terms import Details
from tournaments.live.routing import websocket_urlpatterns as of_events

MATRIX = Path(__file__).with_name("sockets.txt")
SEATS = ("seat", "spectator", "referee")
FOLLOWED = ("club", "draft", "cases")
SAID: dict[str, dict[str, Any]] = {
    "act": {"type": "act", "id": "a1", "action": {"type": "commit_entropy", "digest": "ab" * 32}},
    "waits": {"type": "waits"},
    "view": {"type": "view"},
    "ping": {"type": "ping", "t": 1},
    "pong": {"type": "pong", "t": 1},
    "hello": {"type": "hello", "protocol": 1, "as": "seat"},
}
PUSHED = ("events", "presence", "ping", "news", "head")
Key = tuple[str, str]


@dataclass
class Sockets:
    """Addresses by name, and the cookies of everybody."""

    server: Server
    paths: dict[str, str]
    cookies: dict[str, str]

    def url(self, name: str) -> str:
        return f"ws://127.0.0.1:{self.server.port}{self.paths[name.split('/')[0]]}"


def tags(kinds: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in kinds}


def event_kinds() -> list[type]:
    found = vars(following).values()
    own = [one for one in found if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    return [one for one in own if one.__module__ == following.__name__]


def keys() -> list[Key]:
    """Every socket, what one comes as, and every message it takes."""
    of_table = sorted(tags(get_args(messages.Message)))
    found = [(f"table/{seat}", kind) for seat in SEATS for kind in of_table]
    return found + [(name, kind) for name in FOLLOWED for kind in sorted(tags(event_kinds()))]


def event_of(club: Any, account: User, visibility: str) -> Event:
    tournament = services.tournament_create(
        club=club,
        account=account,
        details=Details("Cup"),
        terms=terms(visibility=visibility),
    )
    return Event(tournament, account)


@pytest.fixture(scope="module")
def sockets(site: Site) -> Sockets:
    club, cast = club_make("home")
    _other, strangers = club_make("away")
    open_one = event_of(club, cast["organiser"], "club").do(c.OpenRegistration())
    draft = event_of(club, cast["organiser"], "public")
    clocks = ClockSettings(decision_ms=600_000, entropy_ms=600_000)
    bots = [Sitter(name=f"Bot {number}", level="random") for number in range(3)]
    match = tables.table_open(
        terms=Terms("bao", length=Length("hands", 1), clocks=clocks),
        sitters=[Sitter(name="Pat", account=cast["player"]), *bots],
        organiser=cast["organiser"],
        context={"tournament": str(open_one.tournament.pk)},
    )
    tables.referee_assign(table=match, account=cast["referee"])
    paths = {
        "table": f"/ws/table/{match.pk}/",
        "club": f"/ws/event/{open_one.tournament.pk}/",
        "draft": f"/ws/event/{draft.tournament.pk}/",
        "cases": "/ws/cases/",
    }
    cookies = {role: site.cookie(account) for role, account in cast.items()}
    cookies |= {f"away {role}": site.cookie(one) for role, one in strangers.items()}
    return Sockets(site.serve(), paths, cookies | {"anonymous": ""})


async def next_answer(socket: ClientConnection) -> str:
    """The type of the next message that answers something, or its error's code."""
    async with asyncio.timeout(10):
        while True:
            message = json.loads(await socket.recv())
            if message["type"] not in PUSHED:
                code = message.get("code")
                return str(code) if message["type"] == "error" else str(message["type"])


async def conversation(sockets: Sockets, name: str, who: str) -> dict[str, str]:
    """What one person is answered on one socket, message by message."""
    cookie = sockets.cookies[who]
    headers = {"Cookie": cookie} if cookie else {}
    kinds = [kind for socket, kind in keys() if socket == name]
    async with connect(sockets.url(name), additional_headers=headers) as socket:
        hello = {"type": "hello", "protocol": 1}
        seat = name.partition("/")[2]
        await socket.send(json.dumps(hello | ({"as": seat} if seat else {})))
        first = await next_answer(socket)
        if first != "welcome":
            return dict.fromkeys(kinds, "-") | {"hello": first}
        answers = {"hello": first}
        for kind in kinds:
            if kind != "hello":
                await socket.send(json.dumps(SAID[kind]))
                answers[kind] = "silent" if kind == "pong" else await next_answer(socket)
        await socket.send(json.dumps(SAID["hello"] if seat else hello))
        assert await next_answer(socket) == "hello_twice"
        return answers


def heard(sockets: Sockets, who: str) -> dict[Key, str]:
    """What one person is answered everywhere."""

    async def everywhere() -> dict[Key, str]:
        found: dict[Key, str] = {}
        for name in dict.fromkeys(name for name, _kind in keys()):
            answers = await conversation(sockets, name, who)
            found |= {(name, kind): answer for kind, answer in answers.items()}
        return found

    return asyncio.run(everywhere())


def matrix() -> dict[Key, dict[str, str]]:
    rows = {}
    for line in MATRIX.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            name, kind, *answers = line.split()
            rows[(name, kind)] = dict(zip(ROLES, answers, strict=True))
    return rows


def written(found: dict[Key, dict[str, str]]) -> str:
    return "\n".join(
        f"{name:<16} {kind:<6} {' '.join(f'{answers[role]:<11}' for role in ROLES)}".rstrip()
        for (name, kind), answers in found.items()
    )


def test_every_message_is_answered_as_the_matrix_says(sockets: Sockets) -> None:
    by_role = {role: heard(sockets, role) for role in ROLES}
    found = {key: {role: by_role[role][key] for role in ROLES} for key in keys()}
    assert found == matrix(), "answered like this now:\n" + written(found)


@pytest.mark.parametrize("role", ["owner", "organiser", "referee", "scorer", "player"])
def test_roles_of_another_club_count_for_nothing(sockets: Sockets, role: str) -> None:
    visitor = {key: answers["visitor"] for key, answers in matrix().items()}
    assert heard(sockets, f"away {role}") == visitor


def test_every_socket_is_in_the_matrix() -> None:
    routes = [str(one.pattern) for one in (*of_tables, *of_events)]
    assert [route for route in routes if route] == [
        "ws/table/<uuid:table>/",
        "ws/cases/",
        "ws/event/<uuid:tournament>/",
    ]
    assert {*tags(get_args(messages.Message)), *tags(event_kinds())} == SAID.keys()


def test_referee_without_a_second_factor_looks_on_as_everybody_does(
    site: Site, sockets: Sockets
) -> None:
    strict = Sockets(site.serve(MFA_REQUIRED="1"), sockets.paths, sockets.cookies)
    answers = asyncio.run(conversation(strict, "table/referee", "referee"))
    assert answers["hello"] == "not_allowed"
    assert asyncio.run(conversation(strict, "draft", "organiser"))["hello"] == "not_allowed"
    assert asyncio.run(conversation(strict, "club", "organiser"))["hello"] == "welcome"

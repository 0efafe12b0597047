"""Messages that are wrong, too long or too many, and what a connection may be."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from uuid import uuid4

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from config.messages import compile_catalogues
from tables.live import errors, heads
from tables.live.messages import Refused
from tables.models import Table
from tests.e2e.socket_client import SocketClient
from tests.tables.live.playing import Line, line, play_out
from tests.tables.live.site import ROOT, Server, Site

PAGE = (ROOT / "docs" / "live-protocol.md").read_text()


@pytest.fixture(scope="module")
def strict(site: Site) -> Server:
    """A server with the usual allowance of messages."""
    return site.serve(LIVE_BURST="20", LIVE_PER_SECOND="10")


@pytest.fixture
def seat(site: Site, strict: Server) -> Callable[..., object]:
    """Runs something with the line of a seated player."""
    person = site.person()
    table = site.table([person])
    cookie = site.cookie(person)

    def run(work: Callable[[Line], Awaitable[object]], *, greet: bool = True) -> object:
        async def scenario() -> object:
            async with line(strict, table, cookie) as one:
                if greet:
                    await one.hello()
                return await work(one)

        return asyncio.run(scenario())

    return run


async def say_and_hear(one: Line, message: object) -> dict:
    await one.say(message)
    return await one.hear("error")


@pytest.mark.parametrize(
    ("message", "code", "field"),
    [
        ("{", "bad_json", None),
        ("[]", "bad_json", None),
        ("5", "bad_json", None),
        ('{"type":"dance"}', "bad_message", "type"),
        ("{}", "bad_message", "type"),
        ('{"type":"act","id":"a"}', "bad_message", "action"),
        ('{"type":"act","id":"a","action":5}', "bad_message", "action"),
        ('{"type":"act","id":5,"action":{}}', "bad_message", "id"),
        ('{"type":"act","id":"a b","action":{}}', "bad_id", None),
        ('{"type":"act","id":"","action":{}}', "bad_id", None),
        ('{"type":"act","id":"' + "a" * 65 + '","action":{}}', "bad_id", None),
        ('{"type":"ping","t":"' + "x" * 5000 + '"}', "too_large", None),
        ('{"type":"ping","t":"' + "x" * 65 + '"}', "bad_message", "t"),
        ('{"type":"hello","protocol":1,"as":"seat"}', "hello_twice", None),
    ],
)
def test_a_wrong_message_gets_an_error_and_the_connection_goes_on(
    seat: Callable, message: str, code: str, field: str | None
) -> None:
    async def work(one: Line) -> tuple:
        error = await say_and_hear(one, message)
        await one.say({"type": "ping", "t": 1})
        await one.hear("pong", t=1)
        return error["code"], error.get("field")

    assert seat(work) == (code, field)


@pytest.mark.parametrize(
    "action",
    [
        {"type": "discard", "tile": "5m"},
        {"type": "discard", "tile": "nonsense"},
        {"type": "win"},
        {"type": "dance"},
        {"type": {"discard": "5m"}},
        {"type": ["pass"]},
        {},
        {"type": "bid", "tai": 10**30, "form": "two_wild"},
        {"type": "claim", "kind": "chow", "tiles": ["5m"]},
        {"type": "commit_entropy", "digest": "00"},
    ],
)
def test_a_refused_action_changes_nothing_and_keeps_its_id(seat: Callable, action: dict) -> None:
    async def work(one: Line) -> dict:
        return await one.act(action, "x1")

    answer = seat(work)
    assert answer["type"] == "error"
    assert answer["id"] == "x1"
    assert answer["message"]


def test_a_binary_frame_is_an_error(seat: Callable) -> None:
    async def work(one: Line) -> str:
        await one.socket.send(b"{}")
        return (await one.hear("error"))["code"]

    assert seat(work) == "bad_json"


def test_too_many_messages_are_refused_with_the_time_to_wait(seat: Callable) -> None:
    async def work(one: Line) -> dict:
        for n in range(30):
            await one.say({"type": "ping", "t": n})
        error = await one.hear("error", code="rate_limited")
        await asyncio.sleep(error["retry_ms"] / 1000 + 1.5)
        await one.say({"type": "ping", "t": "later"})
        await one.hear("pong", t="later")
        return error

    assert 0 < seat(work)["retry_ms"] <= 200


def test_who_floods_is_closed(seat: Callable) -> None:
    async def work(one: Line) -> int | None:
        for n in range(260):
            await one.say({"type": "ping", "t": n})
        while (await one.hear("error"))["code"] != "rate_limited":
            pass
        return await one.closed()

    assert seat(work) == 4429


def test_a_message_beyond_all_measure_is_closed_with_1009(seat: Callable) -> None:
    async def work(one: Line) -> int | None:
        await one.socket.send("x" * (1 << 17))
        return await one.closed()

    assert seat(work) == 1009


@pytest.mark.parametrize(
    ("first", "code", "close"),
    [
        ('{"type":"ping"}', "hello_first", 4400),
        ('{"type":"hello","protocol":2,"as":"seat"}', "protocol", 4400),
        ('{"type":"hello","protocol":1,"as":"king"}', "bad_message", 4400),
        ('{"type":"hello","protocol":1,"as":"seat","since":-1}', "bad_message", 4400),
        ("nonsense", "bad_json", 4400),
    ],
)
def test_a_conversation_that_does_not_begin_well_is_ended(
    seat: Callable, first: str, code: str, close: int
) -> None:
    async def work(one: Line) -> tuple:
        return (await say_and_hear(one, first))["code"], await one.closed()

    assert seat(work, greet=False) == (code, close)


def test_the_supported_versions_are_named(seat: Callable) -> None:
    async def work(one: Line) -> dict:
        return await say_and_hear(one, '{"type":"hello","protocol":9}')

    assert seat(work, greet=False)["supported"] == [1]


def test_a_table_that_does_not_exist(strict: Server) -> None:
    async def scenario() -> tuple:
        async with line(strict, Table(pk=uuid4())) as one:
            error = await say_and_hear(one, {"type": "hello", "protocol": 1, "as": "spectator"})
            return error["code"], await one.closed()

    assert asyncio.run(scenario()) == ("no_table", 4404)


def test_an_address_without_a_table_is_refused_quietly(strict: Server) -> None:
    async def work() -> int:
        with pytest.raises(InvalidStatus) as refusal:
            await connect(f"ws://127.0.0.1:{strict.port}/ws/table/nonsense/")
        return refusal.value.response.status_code

    assert asyncio.run(work()) == 403
    assert "nonsense" not in strict.log.read_text()


def test_a_page_of_another_site_is_not_let_in(site: Site, strict: Server) -> None:
    table = site.table([])

    async def scenario(origin: str) -> None:
        async with connect(strict.url(table.pk), origin=origin):
            pass

    asyncio.run(scenario(f"http://127.0.0.1:{strict.port}"))
    for origin in ("http://evil.example", "http://127.0.0.1:1", "null"):
        with pytest.raises(InvalidStatus, match="403"):
            asyncio.run(scenario(origin))


@pytest.mark.parametrize(
    ("lang", "text"), [("en", "One hello is enough."), ("zh-hans", None), ("zh-hant", None)]
)
def test_errors_speak_the_language_that_was_asked_for(
    site: Site, strict: Server, lang: str, text: str | None
) -> None:
    table = site.table([])

    async def scenario() -> dict:
        async with line(strict, table) as one:
            await one.hello("spectator", lang=lang)
            return await say_and_hear(one, {"type": "hello", "protocol": 1})

    message = asyncio.run(scenario())["message"]
    assert message
    assert text is None or message == text


def test_the_four_answers_to_a_hello(site: Site, server: Server) -> None:
    person = site.person()
    table = site.table([person])
    cookie = site.cookie(person)
    (client,) = [SocketClient(server.url(table.pk), cookie=cookie)]
    play_out([client])

    async def answer(since: int | None, **more: object) -> dict:
        async with line(server, table, cookie) as one:
            return await one.hello("seat", since=since, **more)

    last = client.version
    assert last is not None
    new = asyncio.run(answer(None))
    assert new["answer"] == "start_over"
    assert new["view"]["phase"] == "ended"
    same = asyncio.run(answer(last))
    assert same["answer"] == "up_to_date"
    assert not {"view", "events"} & same.keys()
    some = asyncio.run(answer(last - 3))
    assert some["answer"] == "events"
    assert [e["seq"] for e in some["events"]] == [last - 2, last - 1, last]
    ahead = asyncio.run(answer(last + 1))
    assert ahead["answer"] == "ahead"
    assert ahead["version"] == last
    other = asyncio.run(answer(last, match="another"))
    assert other["answer"] == "start_over"


def test_a_signed_head_is_given_away_when_a_hand_is_over(site: Site, server: Server) -> None:
    person = site.person()
    table = site.table([person], hands=2)
    client = SocketClient(server.url(table.pk), cookie=site.cookie(person))
    play_out([client])
    head = next(m for m in client.received if m["type"] == "head")
    match = client.welcomes[0]["match"]
    assert heads.is_ours(match, head["version"], head["hash"], head["signature"])
    assert not heads.is_ours(match, head["version"] - 1, head["hash"], head["signature"])
    row = next(row for row in site.log(table) if row[0] == head["version"])
    assert row[1] == "SecretOpened"


def test_every_error_and_close_code_is_on_the_protocols_page() -> None:
    section = PAGE[PAGE.index("## Errors") :]
    for code in errors.TEXTS:
        assert f"`{code}`" in section, code
    for close in {*errors.CLOSES.values(), 4408, 4410, 4429, 4431, 4500}:
        assert re.search(rf"^\| .*{close}.* \|", section, re.MULTILINE), close


def refusals_of_the_engine() -> set[str]:
    codes: set[str] = set()
    for path in [*Path(ROOT / "engine" / "play").glob("*.py")]:
        if path.name != "setup.py":
            codes |= set(re.findall(r'refuse\(\s*"(\w+)"', path.read_text()))
    return codes


def test_every_refusal_of_the_engine_is_on_the_protocols_page() -> None:
    section = PAGE[PAGE.index("## Errors") :]
    assert len(refusals_of_the_engine()) > 20
    assert {code for code in refusals_of_the_engine() if f"`{code}`" not in section} == set()


def test_every_refusal_that_a_player_can_meet_has_words_in_every_language() -> None:
    said = {*errors.TEXTS, *errors.REFUSALS, *errors.SAME}
    end = "what officials and the server ask for |"
    row = next(row for row in PAGE.splitlines() if row.endswith(end))
    officials = {*re.findall(r"`(\w+)`", row), "not_paused"}
    assert refusals_of_the_engine() - officials - said == set()


def test_a_refusal_is_exact_in_english_and_translated_otherwise() -> None:
    compile_catalogues()
    refusal = Refused("not_held", rule="P1", message="cannot discard 5m: East holds none")
    assert errors.message_for(refusal, "en") == "cannot discard 5m: East holds none"
    assert errors.message_for(Refused("bad_json"), "en") == "That was not a JSON object."
    chinese = {errors.message_for(refusal, lang) for lang in ("zh-hans", "zh-hant")}
    assert len(chinese) == 2
    assert not any(text.isascii() for text in chinese)

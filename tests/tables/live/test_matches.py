"""Whole matches over real sockets, by a client written from the protocol's page alone."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.e2e.socket_client import SocketClient, win_or_pass
from tests.tables.live.site import Site


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_four_clients_play_a_whole_match(site: Site, ruleset: str) -> None:
    server = site.serve()
    people = [site.person(name) for name in ("ann", "bo", "cai", "dan")]
    table = site.table(people, ruleset=ruleset, hands=2)
    clients = [
        SocketClient(
            server.url(table.pk),
            cookie=site.cookie(person),
            choose=win_or_pass(random.Random(place)),
        )
        for place, person in enumerate(people)
    ]

    async def scenario() -> None:
        async with asyncio.timeout(40):
            await asyncio.gather(*[client.play() for client in clients])

    asyncio.run(scenario())
    assert [client.closed_with for client in clients] == [1000] * 4
    log = site.log(table)
    assert log[-1][1] == "MatchEnded"
    for client in clients:
        first = client.events[0]["seq"]
        assert [e["seq"] for e in client.events] == list(range(first, len(log) + 1))
        assert client.errors == []
    assert site.faults() == ""

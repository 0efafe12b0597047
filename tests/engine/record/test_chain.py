"""A host's quick way to write events gives the lines that the slow way gives."""

from __future__ import annotations

import pytest

from engine.chain import Chain
from engine.hashing import Columns, chained_hash, genesis
from engine.record import Row, row_line

HEADER = {"format": "zjr", "match": "m"}
AT = "2026-01-01T00:00:00.000Z"
PLAIN = ("ClaimPassed", 1, 3, "bot:2", "c7", AT, '{"seat":"E"}')


@pytest.mark.parametrize(
    "entry",
    [
        PLAIN,
        ("ClaimPassed", 1, 3, "bot:2", None, AT, '{"seat":"E"}'),
        ("MatchPaused", 2, 0, "organiser:诸暨", "c7", AT, '{"reason":""}'),
        ("MatchPaused", 1, 0, 'referee:"q"\\', "c\n7", AT, '{"reason":"Dörte"}'),
        ("ClaimPassed", 1, 3, "a" * 126, "c7", AT, '{"seat":"E"}'),
        ("ClaimPassed", 1, 3, "bot:2", "c" * 125, AT, "d" * 127),
        ("ClaimPassed", 1, 3, "bot:2", "c" * 126, AT, '{"seat":"E"}'),
        ("HandDealt", 1, 10**20, "system", "c7", AT, "d" * 128),
        ("HandDealt", 1, 4, "system", "c7", AT, "d" * 300),
    ],
)
def test_every_event_is_written_as_its_row_is(entry: tuple) -> None:
    chain = Chain(HEADER)
    prev = genesis(HEADER)
    for seq, line in enumerate(chain.link([PLAIN, entry, PLAIN]), start=1):
        columns = Columns(seq, *(entry if seq == 2 else PLAIN))
        hash_ = chained_hash(prev, columns)
        assert line == row_line(Row(columns, prev, hash_))
        prev = hash_
    assert (chain.seq, chain.head) == (3, prev)


def test_a_chain_goes_on_where_it_stopped() -> None:
    at_once, in_parts = Chain(HEADER), Chain(HEADER)
    lines = in_parts.link([PLAIN]) + in_parts.link([]) + in_parts.link([PLAIN, PLAIN])
    assert lines == at_once.link([PLAIN] * 3)

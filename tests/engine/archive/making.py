"""An archive made of two matches, without a site: one with a dispute, one with real tiles' sums.

Everything in it is small, so that it can be taken apart byte by byte.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache

from engine.archive import derived, manifest
from engine.archive.checking import LOG, TEXTS, record_name
from engine.archive.container import Container, pack
from engine.archive.derived import derived_files
from engine.archive.event_log import header, log_bytes, told_by
from engine.archive.looks import looks_name
from engine.archive.manifest import Manifest, listed_as
from engine.archive.seals import checkpoint_bytes, checkpoint_name
from engine.archive.texts import SaltedText, texts_bytes
from engine.archive.vouched import ABOUT, REGULATION_TEXTS, About, about_bytes
from engine.checkpoints import FIRST_PREVIOUS, signed
from engine.hashing import Columns, canonical, event_hash, genesis
from engine.loading import load
from engine.looks import header as looks_header
from engine.looks import looks_bytes
from engine.merkle import Leaf, tree_of
from engine.play import commands as c
from engine.record import Row
from engine.rulesets import get_ruleset
from engine.trailer import Trailer
from tests.engine.records import played
from tests.engine.rulings.table import Table

EVENT = "11111111-1111-4111-8111-111111111111"
RULED = "22222222-2222-4222-8222-222222222222"
PRIVATE = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
SALT, SAID = bytes(range(16)), "He showed a tile 他亮了一张牌"
SEED = "ab" * 32
TERMS = {
    "ruleset": "bao",
    "ruleset_version": 1,
    "options": get_ruleset("bao", {}).options.as_dict(),
    "stages": [{"id": "main"}],
    "disputes": {"pause_on_call": False, "appeal_ms": 60_000, "publicity": "all"},
    "regulations": [
        {"number": "1.1", "text": "Whoever is late loses 3 points."},
        {"number": "2", "text": "Telephones are off."},
    ],
}
CLUB = {"slug": "spring", "name": "Spring club", "place": "诸暨", "description": ""}
WORDS = """\
Spring cup 春季杯
诸暨

How it is played
- Game: bao

The event's own regulations
- 1.1: Whoever is late loses 3 points.
- 2: Telephones are off.
"""
DETAILS = {"name": "Spring cup 春季杯", "place": "诸暨"}


def digest_of(text: str) -> str:
    """What stands for a text in a log."""
    return hashlib.sha256(SALT + text.encode()).hexdigest()


@cache
def ruled() -> bytes:
    """A match of one hand with a call, a ruling that changed its points, and an end."""
    table = Table("bao", match=RULED).hands(1)
    case = table.call(1, text=digest_of(SAID))
    table.say(c.TakeCase(case, "rae"))
    table.set_hand(1, 30, case=case)
    table.say(c.EndMatch(), "organiser:ann")
    return table.record()


@cache
def quiet() -> bytes:
    """A match of built-in players, two hands."""
    return played("bao", seed="archive", hands=2)


def match_of(record: bytes) -> str:
    return str(load(record).header["match"])


def points_of(record: bytes) -> list[int]:
    """Where the score stands at the end, by the log alone."""
    rows = load(record).rows
    ended = [json.loads(row.columns.data) for row in rows if row.columns.type == "MatchEnded"]
    points = list(ended[-1]["points"])
    at_end = next(n for n, row in enumerate(rows) if row.columns.type == "MatchEnded")
    for row in rows[at_end:]:
        if row.columns.type == "RulingMade":
            change = json.loads(row.columns.data)["points"]
            points = [a + b for a, b in zip(points, change, strict=True)]
    return points


def told(events: list[tuple[str, dict]]) -> list[Row]:
    """Events of a tournament as a chained log."""
    rows, prev = [], genesis(header(EVENT))
    for number, (type_, data) in enumerate(events, 1):
        at = f"2026-01-02T03:04:{number:02}.000Z"
        columns = Columns(number, type_, 1, 0, "organiser:7", f"c{number}", at, canonical(data))
        rows.append(Row(columns, prev, event_hash(prev, columns)))
        prev = rows[-1].hash
    return rows


LOOKS: list[dict] = [
    {"hand": 1, "actor": "account:8", "what": "live", "salt": "1f" * 16},
    {"hand": 1, "actor": "account:7", "what": "review", "salt": "2e" * 16},
]


def looked(looks: list[dict], table: str = RULED) -> list[Row]:
    """Looks at a table's hidden tiles as its access log."""
    rows, prev = [], genesis(looks_header(table))
    for number, one in enumerate(looks, 1):
        data = {"table": table, **{key: one[key] for key in one.keys() - {"hand", "actor"}}}
        at = f"2026-01-01T03:04:{number:02}.000Z"
        columns = Columns(
            number, "HiddenTilesShown", 1, one["hand"], one["actor"], None, at, canonical(data)
        )
        rows.append(Row(columns, prev, event_hash(prev, columns)))
        prev = rows[-1].hash
    return rows


def result(record: bytes) -> dict:
    return {"points": points_of(record), "hands": [], "source": "log"}


def person(name: str) -> dict:
    return {
        "name": name, "kind": "player", "account": None, "club": None, "apart": [],
        "fixed_table": None, "level": None,
    }  # fmt: skip


def events() -> list[tuple[str, dict]]:
    """The event: four players, two tables, standings in two editions."""
    commitment = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    lines = [
        {"entry": f"p{n}", "rank": n + 1, "game": 30 - 10 * n, "table": 48 - 12 * n}
        for n in range(4)
    ]
    edition = {"stage": "main", "after_round": 1, "lines": lines, "correctable_until": None}
    found: list[tuple[str, dict]] = [
        ("TournamentCreated", {"tournament": EVENT, "details": DETAILS, "terms": TERMS,
                               "capacity": None, "commitment": commitment}),
        *(("EntryAdded", {"entry": f"p{n}", "person": person(f"Name {n}"), "status": "registered"})
          for n in range(4)),
        ("TournamentStarted", {"terms": TERMS}),
    ]  # fmt: skip
    for number, record in enumerate((ruled(), quiet()), 1):
        at = {"round": 1, "table": number, "match": match_of(record)}
        found += [("TableOpened", at), ("ResultTaken", {**at, "result": result(record)})]
    found += [
        ("StandingsPublished", {**edition, "edition": 1}),
        ("PenaltyGiven", {"penalty": "y", "entry": "p0", "round": 1, "game": 3, "table": 0,
                          "rule": None, "reason": "late"}),
        ("StandingsPublished", {**edition, "edition": 2, "lines": lines[::-1]}),
        ("StandingsMadeOfficial", {"stage": "main", "after_round": 1, "edition": 2}),
        ("SeedOpened", {"seed": SEED}),
        ("TournamentFinished", {}),
    ]  # fmt: skip
    return found


@cache
def files() -> dict[str, bytes]:
    """All files of the archive."""
    rows = told(events())
    records = {match_of(one): one for one in (ruled(), quiet())}
    logs = {LOG: log_bytes(EVENT, rows)}
    logs |= {record_name(match): one for match, one in records.items()}
    logs[looks_name(RULED)] = looks_bytes(RULED, looked(LOOKS))
    found = sealed(logs)
    found |= derived_files(
        told_by(rows), rows, {match: load(one).rows for match, one in records.items()}
    )
    found |= dict.fromkeys(REGULATION_TEXTS, WORDS.encode())
    found[TEXTS] = texts_bytes([SaltedText(digest_of(SAID), SALT, SAID)])
    found[ABOUT] = about_bytes(EVENT, About(CLUB, {"7": "Ann", "8": "Rae"}))
    return found | {manifest.NAME: listing(found)}


def listing(found: dict[str, bytes], private: str | None = PRIVATE) -> bytes:
    """The manifest of these files, signed; without a key as manifests were before."""
    listed = {name: listed_as(data) for name, data in found.items() if name != manifest.NAME}
    made = Manifest(EVENT, "all", (), listed)
    if private is None:
        return made._replace(schema=1).as_bytes()
    return made.signed_by(private).as_bytes()


def sealed(logs: dict[str, bytes], private: str = PRIVATE) -> dict[str, bytes]:
    """Logs with their trailers, and the checkpoint that signs them."""
    leaves = {name: leaf_of(name, data) for name, data in logs.items()}
    tree = tree_of(leaves.values())
    checkpoint = signed(
        private, number=1, at="2026-01-03T00:00:00.000Z", size=len(leaves), root=tree.root,
        previous=FIRST_PREVIOUS,
    )  # fmt: skip
    found = {checkpoint_name(checkpoint): checkpoint_bytes(checkpoint)}
    for name, data in logs.items():
        index = tree.leaves.index(leaves[name])
        trailer = Trailer(checkpoint, leaves[name], index, tree.path(index))
        found[name] = data + f"{trailer.text()}\n".encode()
    return found


def leaf_of(name: str, data: bytes) -> Leaf:
    format_, key, prefix = next(one for folder, one in FORMS.items() if name.startswith(folder))
    loaded = load(data, format_)
    return Leaf(f"{prefix}{loaded.header[key]}", len(loaded.rows), loaded.rows[-1].hash)


FORMS = {
    LOG: ("zjt", "tournament", ""),
    "records/": ("zjr", "match", ""),
    "looks/": ("zjl", "table", "looks:"),
}
"""By what a log's name begins with: its format, what its header is named by, and its stream."""


@cache
def archive() -> bytes:
    """The archive itself."""
    return pack(files())


def relisted(changed: dict[str, bytes], private: str | None = PRIVATE) -> bytes:
    """An archive of these files whose manifest says so, signed as by somebody who has the key."""
    return pack({**changed, manifest.NAME: listing(changed, private)})


def unpacked(data: bytes) -> dict[str, bytes]:
    return dict(Container(data).read_all())


STANDINGS = derived.STANDINGS

"""A live table whose time a test sets: the real write path, clocks and frames, no waiting."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection

from accounts.models import User
from engine.play.defaults import waiting_on
from engine.play.match import ClockSettings, Length
from engine.viewer import Viewer
from tables import services
from tables.clocks import ms
from tables.events.drivers import Steps, T, run
from tables.folds import FoldCache
from tables.live import opening
from tables.live import table as live
from tables.live.members import Member
from tables.live.messages import Act, Hello
from tables.live.publishing import actions
from tables.pace import house_pace
from tables.services import Sitter, Terms

Json = dict[str, Any]
Choose = Callable[[list[Json]], Json]
START = datetime(2026, 1, 1, tzinfo=UTC)
VIEWERS = (*(Viewer("seat", place) for place in range(4)), Viewer("spectator"), Viewer("referee"))


@dataclass
class Frames:
    """What one socket was sent, in place of its outbox."""

    sent: list[Json] = field(default_factory=list)
    closing: int | None = None

    def put(self, frame: str) -> None:
        self.sent.append(json.loads(frame))

    def close(self, code: int) -> None:
        self.closing = code

    def take(self) -> list[Json]:
        """What came since this was asked last."""
        news, self.sent = self.sent, []
        return news


@dataclass
class StageHub:
    """What a table needs of its process, with a clock that a test turns."""

    at: datetime = START
    folds: FoldCache = field(default_factory=FoldCache)
    process: str = "stage"

    def __post_init__(self) -> None:
        self.pace = house_pace()
        # In a loop Django would open another connection, outside the test's transaction.
        connection.ensure_connection()
        self.link = connection.connection

    def now_ms(self) -> int:
        return ms(self.at)

    async def run(self, steps: Steps[T]) -> T:
        rows: Any = None
        try:
            while True:
                query = steps.send(rows)
                cursor = self.link.execute(query.sql, query.params, prepare=True)
                rows = cursor.fetchall() if cursor.description else ()
        except StopIteration as stop:
            return stop.value

    def wrote(self, receipt: object) -> None:
        """Nobody else is there."""

    def spawn(self, work: Any) -> None:
        """No timer fires by itself: the test says when it is time."""
        work.close()


class Stage:
    """One live table, its six kinds of viewers, and the time."""

    def __init__(self, monkeypatch: Any, people: Sequence[User], level: str = "") -> None:
        monkeypatch.setattr(live, "timezone", self)
        self.hub = StageHub()
        self.people = people
        self.level = level
        self.frames = {viewer: Frames() for viewer in VIEWERS}
        self._acts = 0

    def now(self) -> datetime:
        return self.hub.at

    def open(self, ruleset: str, clocks: ClockSettings, hands: int) -> None:
        """Open the table and seat everybody."""
        sitters = [Sitter(name=p.public_name, account=p) for p in self.people]
        sitters += [Sitter(name="bot", level=self.level) for _ in range(4 - len(sitters))]
        self.row = services.table_open(
            terms=Terms(ruleset, length=Length("hands", hands), clocks=clocks, spectator_delay=0),
            sitters=sitters,
            at=self.now(),
        )
        self.table = live.LiveTable(run(opening.read(self.row.pk)), self.hub)

    async def join_all(self) -> None:
        self.members = {}
        accounts = {Viewer("seat", p): person.pk for p, person in enumerate(self.people)}
        for viewer in VIEWERS:
            outbox: Any = self.frames[viewer]
            self.members[viewer] = Member(self.row.pk, viewer, accounts.get(viewer), outbox)
            if viewer.role != "seat" or viewer in accounts:
                await self.table.join(self.members[viewer], Hello(1))

    def wait(self, milliseconds: int) -> None:
        self.hub.at += timedelta(milliseconds=milliseconds)

    def deadline(self) -> datetime | None:
        """As the database has it."""
        sql = "SELECT deadline_at FROM tables_table WHERE id = %s"
        return self.hub.link.execute(sql, [self.row.pk]).fetchone()[0]

    async def tick(self) -> bool:
        """Let the server do what is due; whether anything was."""
        before = self.table.fold.version
        await self.table._tick()
        return self.table.fold.version > before

    def awaited(self) -> list[int]:
        """Places of people who are to act now."""
        return [p for p in waiting_on(self.table.fold.state) if p < len(self.people)]

    def menu(self, place: int) -> list[Json]:
        return [dict(action) for action in actions(self.table.fold.state, place)]

    async def act(self, place: int, choose: Choose) -> None:
        """One person does what `choose` picks from what they may do."""
        action = choose(self.menu(place))
        entropy = f"{place:064x}"
        if action["type"] == "commit_entropy":
            action["digest"] = hashlib.sha256(bytes.fromhex(entropy)).hexdigest()
        if action["type"] == "open_entropy":
            action["entropy"] = entropy
        self._acts += 1
        member = self.members[Viewer("seat", place)]
        await self.table.act(member, Act(f"a{self._acts}", action))

"""One table in this process: folds the log, judges actions, feeds the viewers.

Owns the order of things: decide, commit, fold, publish, then acknowledge. Everything that
changes the table happens under its lock; nothing under the lock waits for a viewer.
"""

from __future__ import annotations

import asyncio
import logging
import time
from uuid import UUID

import psycopg
from django.utils import timezone

from engine.errors import EngineError
from engine.play.commands import Command, ExcuseNetwork, MeasureNetwork, ReturnPlayer
from engine.play.events import HandDealt, SeatHandedOver, SecretOpened
from engine.play.matches import NETWORK_MOST_MS, NETWORK_QUOTA_MS
from engine.play.state import MatchState
from tables import acting, folds
from tables.acting import SYSTEM, Intent, Order
from tables.clocks import Clock, decision, due_ms
from tables.errors import TableError
from tables.events.log import Line
from tables.folds import Fold
from tables.live import refusals, steps
from tables.live.audience import Audience
from tables.live.host import Host
from tables.live.lags import Lags
from tables.live.members import Member
from tables.live.messages import Act, Hello, Refused
from tables.live.presence import Presence
from tables.live.publishing import Publisher
from tables.live.reading import Reading
from tables.review import looks
from tables.services import seat_intent, sits_at

logger = logging.getLogger(__name__)

OTHERS_FIRST = 0.15
"""Seconds that a process waits longer for a step at a table that another one wrote to last."""

RETRY_SECONDS = 1.0
"""Until a step is tried again that could not be carried out; doubles up to a minute."""

CLOSE_HANDED_OVER = 4410
"""The seat is somebody else's now, or it is yours: connect again in the role that is yours."""

CLOSE_RESTART = 1012
"""Come back a little later."""


class LiveTable:
    """The owner of one table. Made by the hub, with the log read so far."""

    def __init__(self, reading: Reading, host: Host) -> None:
        self.reading = reading
        self.host = host
        self.audience = Audience()
        self.presence = Presence(reading, self.audience, host)
        self.publisher = Publisher(reading, self.audience, self.presence, host)
        self.lags = Lags()
        self.used_at = time.monotonic()
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._ticking = False
        self._failures = 0
        self._wrote_last = True

    @property
    def id(self) -> UUID:
        """The table's id, which is that of its stream."""
        return self.reading.id

    @property
    def fold(self) -> Fold:
        """The log so far."""
        return self.reading.fold

    @property
    def clock(self) -> Clock:
        """The clock of the decision that is awaited."""
        return self.reading.clock

    # Writing

    async def act(self, member: Member, message: Act) -> None:
        """Have a player's action committed; returns when it is. Raises Refused."""
        intent = self._meant(member, message)
        order = Order(self.id, f"place:{member.place}", message.id, intent, deals=False)
        if order.command not in self.reading.trail.commands:
            reserve = self.clock.reserve
            await self.write(order)
            if self.clock.reserve is not reserve:
                self._excuse_lag(member, reserve)

    def _meant(self, member: Member, message: Act) -> Intent:
        """The action as a command, refused where it answers a decision that is over."""
        act = seat_intent(member.place, message.action, member.account)
        seen = message.version
        stale = seen is not None and self._is_older(seen)
        now = decision(self.fold.state)

        def intent(state: MatchState) -> Command:
            if stale or (seen is not None and decision(state) != now):
                raise steps.Stale
            return act(state)

        return intent

    def _is_older(self, version: int) -> bool:
        """Whether the decision that is awaited now was opened after `version`."""
        clock = self.clock
        return clock.kind in ("turn", "claims") and version < clock.version

    async def write(self, order: Order) -> None:
        """Commit an order, fold it and tell the viewers. Raises Refused."""
        async with self._lock:
            try:
                steps_ = acting.act(self.host.folds, order, timezone.now())
                receipt = await self.host.run(steps_)
            except (EngineError, TableError, psycopg.Error) as error:
                raise refusals.refusal(error) from error
            if not receipt.repeated:
                self._wrote_last = True
            await self._take(list(receipt.lines), receipt.fold)
        if not receipt.repeated:
            self.host.wrote(receipt)

    def _excuse_lag(self, member: Member, before: tuple[int, ...]) -> None:
        """Give back what the way to the player and back took of the reserve, as far as this server
        has measured it."""
        place, state = member.place, self.fold.state
        left = NETWORK_QUOTA_MS - state.excused[place]
        over = before[place] - self.clock.reserve[place]
        lost = min(over, member.lag_ms or 0, NETWORK_MOST_MS, left)
        if lost <= 0 or state.phase == "ended":
            return
        order = Order(
            self.id, SYSTEM, f"lag:{place}:{self.fold.version}",
            lambda _: ExcuseNetwork(place, lost), deals=False,
        )  # fmt: skip
        self.host.spawn(self._step(order))

    def _tell_lag(self, hand: int) -> None:
        """Note in the log how long the way to each place was in a hand that is over, as far as
        its players were connected here."""
        lag = self.lags.take(self.presence.here())
        if not any(lag):
            return
        order = Order(
            self.id, SYSTEM, f"way:{hand}:{self.host.process}",
            lambda _: MeasureNetwork(hand, lag), deals=False,
        )  # fmt: skip
        self.host.spawn(self._step(order))

    async def refresh(self) -> None:
        """Read what other processes, or pages of this one, have written."""
        async with self._lock:
            fold, lines = await self.host.run(folds.catch_up(self.fold))
            if lines:
                self._wrote_last = False
                await self._take(lines, fold)

    async def _take(self, lines: list[Line], fold: Fold) -> None:
        if fold.version <= self.fold.version:
            return
        lines = [line for line in lines if line.seq > self.fold.version]
        if not lines or lines[0].seq != self.fold.version + 1:
            fold, lines = await self.host.run(folds.catch_up(self.fold))
        self.reading.take(lines, fold)
        for line in lines:
            if isinstance(line.event, SeatHandedOver):
                self._hand_over(line.event)
            if isinstance(line.event, SecretOpened):
                self._tell_lag(line.event.hand)
        if any(isinstance(line.event, HandDealt) for line in lines):
            await self._note_looks([m for m in self.audience.members if m.viewer.sees_all])
        self.publisher.publish()
        self.arm()

    async def _note_looks(self, members: list[Member]) -> None:
        """Log that these are about to see hidden tiles; who cannot be logged is sent away."""
        hand = self.fold.state.hand
        if not members or hand is None or self.fold.state.phase != "hand":
            return
        accounts = sorted({m.account for m in members if m.account is not None})
        try:
            await self.host.run(looks.noting(accounts, self.id, hand.number, "live"))
        except psycopg.Error:
            logger.exception("a look at table %s cannot be logged", self.id)
            for member in members:
                self.publisher.remove(member)
                member.outbox.close(CLOSE_RESTART)

    def _hand_over(self, event: SeatHandedOver) -> None:
        """Send away who sat there, before anything more is published, and who sits down now:
        both come back in the role that is theirs."""
        with self.presence.changing():
            for member in self.audience.members:
                sits_down = event.player.id == str(member.account)
                at_place = member.viewer.place == event.place
                if sits_down != at_place:
                    self.publisher.remove(member)
                    member.outbox.close(CLOSE_HANDED_OVER)
            self.presence.forget(event.place)
        self.lags.forget(event.place)

    # What happens by itself

    def arm(self) -> None:
        """Set the timer for the next thing that happens by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = due_ms(self.clock, self.fold.state, self.host.pace)
        if due is None or self._ticking:
            return
        wait = max(0.0, (due - self.host.now_ms()) / 1000)
        self._set_timer(wait if self._wrote_last else wait + OTHERS_FIRST)

    def _set_timer(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, lambda: self.host.spawn(self._tick()))

    async def _tick(self) -> None:
        """Carry out what is due, and set the timer anew."""
        if self._ticking:
            return
        self._ticking = True
        before = self.fold.version
        try:
            for order in steps.due_orders(self.fold, self.host.now_ms(), self.host.pace):
                await self._step(order)
            if self.fold.version == before:
                await self.refresh()
        finally:
            self._ticking = False
            if self.fold.version != before or self._is_waiting():
                self._failures = 0
                self.arm()
            else:
                self._failures += 1
                self._set_timer(min(60.0, RETRY_SECONDS * 2 ** (self._failures - 1)))

    def _is_waiting(self) -> bool:
        """Whether nothing is due yet."""
        due = due_ms(self.clock, self.fold.state, self.host.pace)
        return due is None or due > self.host.now_ms()

    async def _step(self, order: Order) -> None:
        try:
            await self.write(order)
        except Refused as refusal:
            if refusal.code != "stale":
                logger.warning("%s at %s: %s", order.command, self.id, refusal.code, exc_info=True)

    # Viewers

    async def join(self, member: Member, hello: Hello) -> None:
        """Subscribe a socket and welcome it, as one step between two events. Raises Refused."""
        self.audience.keep_room(member)
        await self.refresh()
        if member.viewer.role == "seat":
            self._require_seat(member)
            await self._come_back(member.place)
        async with self._lock:
            self._require_seat(member)
            if member.viewer.sees_all:
                await self._note_looks([member])
            if member.outbox.closing is not None:
                return
            with self.presence.changing(besides=member):
                self.publisher.add(member, hello)
                if member.viewer.place is not None:
                    self.presence.came(member.viewer.place)

    def _require_seat(self, member: Member) -> None:
        """Refuse a seat that was handed over since its row was read."""
        if member.viewer.role != "seat":
            return
        if not sits_at(self.fold.state, member.place, member.account):
            raise Refused("not_allowed")

    async def _come_back(self, place: int) -> None:
        state = self.fold.state
        if not state.players or state.players[place].kind == "bot":
            return
        if not state.bots[place] or state.phase == "ended":
            return
        command_id = f"back:{self.fold.version}"
        order = Order(
            self.id, f"place:{place}", command_id, lambda _: ReturnPlayer(place), deals=False
        )
        try:
            await self.write(order)
        except Refused:
            logger.info("place %s has returned already", place, exc_info=True)

    def measure(self, member: Member, t: float | str) -> None:
        """Take a socket's lag from its answer to a ping."""
        lag = member.pong(t)
        if lag is not None and member.viewer.role == "seat" and member.viewer.place is not None:
            self.lags.note(member.viewer.place, lag)

    def leave(self, member: Member) -> None:
        """Forget a socket."""
        self.used_at = time.monotonic()
        with self.presence.changing():
            by_itself = member in self.audience.members
            self.publisher.remove(member)
            if member.viewer.place is not None:
                self.presence.went(member.viewer.place, by_itself=by_itself)

    # The end

    def is_idle(self) -> bool:
        """Whether nobody follows and nothing happens here for the next minute."""
        due = due_ms(self.clock, self.fold.state, self.host.pace)
        soon = self.host.now_ms() + 60_000
        return not self.audience.members and (due is None or due > soon)

    def stop(self, code: int) -> None:
        """Stop the timer and close every connection."""
        if self._timer is not None:
            self._timer.cancel()
        self._ticking = True
        self.presence.stop()
        for member in self.audience.members:
            member.outbox.close(code)

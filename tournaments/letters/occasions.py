"""Which events of a log are told to whom: from lines and the state now to occasions.

Owns the choice. What has been overtaken by now (a plan that was made again, an entry that left)
is not told any more. Must not know how a letter is worded or sent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeAlias

from tournaments.domain import events as e
from tournaments.domain.parts import EntryId
from tournaments.domain.state import Round, TournamentState
from tournaments.store.log import Line

Facts: TypeAlias = Mapping[str, object]

FRESH: Final = timedelta(hours=12)
"""Older news is no news: nobody is told after an outage what happened the day before."""
LASTING: Final = timedelta(days=7)
"""But a ruling, an appeal and what follows from them stay news: somebody has to act on them."""
WINDS: Final = "ESWN"
TOLD: Final = frozenset(
    {
        "EntryAdded", "EntryRestored", "EntryPromoted", "EntryWithdrawn", "PairingsPublished",
        "StandingsMadeOfficial", "DependentsNoted", "DependentDecided",
    }
)  # fmt: skip


class Occasion(NamedTuple):
    """Something to tell one account; the same kind and key are told once. After `until` it is
    not told any more; None leaves that to the kind."""

    kind: str
    key: str
    account: int
    data: Facts
    until: datetime | None = None


def account_of(state: TournamentState, entry: EntryId) -> int | None:
    """The account behind an entry."""
    known = state.entries.get(entry)
    account = known.person.account if known else None
    return int(account) if account and account.isdecimal() else None


def occasions_of(lines: Iterable[Line], state: TournamentState, at: datetime) -> Iterator[Occasion]:
    """What is to be told of these lines, as things stand now; seats in several rounds at once."""
    fresh = (
        line for line in lines if line.type in TOLD and at - datetime.fromisoformat(line.at) < FRESH
    )
    seats: dict[int, list[Occasion]] = {}
    for occasion in (one for line in fresh for one in _of(line, state)):
        if occasion.kind == "pairings":
            seats.setdefault(occasion.account, []).append(occasion)
        else:
            yield occasion
    for own in seats.values():
        # The same plan may have been published twice meanwhile.
        different = list({one.key: one for one in own}.values())
        yield _together(different) if len(different) > 1 else different[0]


def _together(seats: Sequence[Occasion]) -> Occasion:
    """Where somebody sits in several rounds, as one letter."""
    told = sorted((one.data for one in seats), key=lambda data: str(data["round"]).zfill(6))
    keys = " ".join(one.key for one in seats)
    key = hashlib.sha256(keys.encode()).hexdigest()[:32]
    return Occasion("seats", key, seats[0].account, {"seats": [dict(one) for one in told]})


def _of(line: Line, state: TournamentState) -> Iterator[Occasion]:
    match line.event:
        case e.EntryAdded(entry=entry) | e.EntryRestored(entry=entry):
            yield from _entry(line, state, entry, {"registered": "entered", "waiting": "waiting"})
        case e.EntryPromoted(entry=entry):
            yield from _entry(line, state, entry, {"registered": "promoted"})
        case e.EntryWithdrawn(entry=entry):
            # Whoever left by themselves knows it.
            if line.actor.rpartition(":")[2] != str(account_of(state, entry)):
                yield from _entry(line, state, entry, {"withdrawn": "withdrawn"})
        case e.PairingsPublished(round=number, edition=edition):
            yield from _pairings(state, number, edition)
        case e.StandingsMadeOfficial():
            yield from _official(state, line.event)
        case _:
            pass


def _entry(
    line: Line, state: TournamentState, entry: EntryId, kinds: Mapping[str, str]
) -> Iterator[Occasion]:
    """The kind for where the entry stands now; nothing if that is another matter by now."""
    account, known = account_of(state, entry), state.entries.get(entry)
    kind = kinds.get(known.status) if known else None
    if account is not None and kind is not None:
        reason = line.event.reason if isinstance(line.event, e.EntryWithdrawn) else ""
        yield Occasion(kind, f"{entry}/{line.version}", account, {"reason": reason})


def _pairings(state: TournamentState, number: int, edition: int) -> Iterator[Occasion]:
    """To each where they sit; of a further edition only those whom it moves."""
    round_ = state.rounds.get(number)
    if round_ is None or round_.status == "confirmed" or round_.published != edition:
        return
    told = _told_before(state, number, edition)
    for entry, seat in seats_of(round_.plan).items():
        account = account_of(state, entry)
        if account is not None and told.get(entry) != seat:
            data = {"round": number, "starts_at": round_.starts_at, **_said(round_, seat)}
            yield Occasion("pairings", f"{number}/{edition}", account, data)


def _told_before(state: TournamentState, number: int, edition: int) -> dict[EntryId, str]:
    """Seats in the edition that was published before this one."""
    earlier = [one for one in state.published if one.round == number and one.edition < edition]
    return seats_of(earlier[-1]) if earlier else {}


def seats_of(plan: e.RoundPlanned) -> dict[EntryId, str]:
    """By entry `table/wind`, `bye` or `out`."""
    seats = {
        entry: f"{seating.table}/{WINDS[place]}"
        for seating in plan.tables
        for place, entry in enumerate(seating.seats)
    }
    return {**dict.fromkeys(plan.byes, "bye"), **dict.fromkeys(plan.sitting_out, "out"), **seats}


def _said(round_: Round, seat: str) -> dict[str, str | int | None]:
    table, _, wind = seat.partition("/")
    if not wind:
        return {"without_table": seat}
    return {"table": int(table), "wind": wind}


def _official(state: TournamentState, made: e.StandingsMadeOfficial) -> Iterator[Occasion]:
    """To everybody in the list their place, once no further round of the stage has begun."""
    later = [
        one for one in state.rounds.values()
        if one.number > made.after_round and one.plan.stage == made.stage
        and one.status != "planned"
    ]  # fmt: skip
    key = (made.stage, made.after_round, made.edition)
    lists = [
        one.standings for one in state.standings
        if (one.standings.stage, one.standings.after_round, one.standings.edition) == key
    ]  # fmt: skip
    if later or not lists:
        return
    for place in lists[-1].lines:
        account = account_of(state, place.entry)
        if account is not None:
            data = {"rank": place.rank, "players": len(lists[-1].lines), "round": made.after_round}
            yield Occasion("official", "/".join(map(str, key)), account, data)

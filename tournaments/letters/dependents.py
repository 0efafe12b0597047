"""Who is told that their next pairing rests on corrected facts, and what the organiser decided.

Owns the choice, from lines of an event's log and the state now. What has been decided or made anew
by now needs no asking any more; what has been played is nobody's next pairing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Literal, TypeAlias

from tournaments.domain import events as e
from tournaments.domain.parts import Effect, EntryId, Seating
from tournaments.domain.state import Correction, TournamentState
from tournaments.letters.occasions import LASTING, Facts, Occasion, account_of, seats_of
from tournaments.store.log import Line

State = TournamentState
Role: TypeAlias = Literal["leaving", "entering", "level", "seated"]
"""Would give way, would come in, would be level with others, or plays with others."""
Asked: TypeAlias = Mapping[tuple[str, str, str], Collection[int]]
"""By correction, kind and ref: the accounts that were told that something is to be decided."""


def dependent_occasions(
    lines: Iterable[Line], state: State, at: datetime, asked: Asked
) -> Iterator[Occasion]:
    """What is to be told of these lines; each account once of a correction, however much rests on
    it, and once of all that was decided about it meanwhile."""
    fresh = [line for line in lines if at < datetime.fromisoformat(line.at) + LASTING]
    for line in fresh:
        if isinstance(line.event, e.DependentsNoted):
            yield from _noted(state, line, line.event.correction)
    by_correction: dict[str, list[Line]] = {}
    for line in fresh:
        if isinstance(line.event, e.DependentDecided):
            by_correction.setdefault(line.event.correction, []).append(line)
    for correction, decided in by_correction.items():
        yield from _decided(state, correction, decided, asked)


def _noted(state: State, line: Line, id_: str) -> Iterator[Occasion]:
    correction = state.corrections.get(id_)
    if correction is None:
        return
    rests: dict[int, list[Facts]] = {}
    for effect in correction.open_effects:
        for account, role in _accounts(state, concerned(state, effect)):
            rests.setdefault(account, []).append(_said(state, effect, role))
    until = datetime.fromisoformat(line.at) + LASTING
    yield from _letters("rests", correction.id, correction.id, rests, until)


def _decided(state: State, correction: str, lines: list[Line], asked: Asked) -> Iterator[Occasion]:
    """To everybody who was told that it is to be decided, and whom it concerns now."""
    known = state.corrections.get(correction)
    if known is None:
        return
    said: dict[int, list[Facts]] = {}
    for line in lines:
        event = line.event
        if not isinstance(event, e.DependentDecided):
            continue
        chosen = {"choice": event.choice, "reason": event.reason}
        for effect in _meant(known, event):
            people: dict[int, Role] = dict.fromkeys(
                asked.get((correction, effect.kind, effect.ref), ()), "seated"
            )
            people |= dict(_accounts(state, concerned(state, effect)))
            for account, role in people.items():
                said.setdefault(account, []).append({**_said(state, effect, role), **chosen})
    last = lines[-1]
    until = datetime.fromisoformat(last.at) + LASTING
    yield from _letters("decided", correction, f"{correction}/{last.version}", said, until)


def _meant(known: Correction, event: e.DependentDecided) -> tuple[Effect, ...]:
    """The effects that a decision is about: of a bracket all its tables."""
    found = [one for one in known.effects if (one.kind, one.ref) == (event.kind, event.ref)]
    return known.together(found[0]) if found else ()


def _letters(
    kind: str, correction: str, key: str, said: Mapping[int, list[Facts]], until: datetime
) -> Iterator[Occasion]:
    short = hashlib.sha256(key.encode()).hexdigest()[:32]
    for account, about in said.items():
        different = [one for n, one in enumerate(about) if one not in about[:n]]
        data = {"correction": correction, "about": different}
        yield Occasion(kind, short, account, data, until)


def _accounts(state: State, people: Mapping[EntryId, Role]) -> Iterator[tuple[int, Role]]:
    for entry, role in people.items():
        account = account_of(state, entry)
        if account is not None:
            yield account, role


def _said(state: State, effect: Effect, role: Role) -> Facts:
    """What a letter says of an effect: a round, a table of a bracket, or a stage."""
    data: dict[str, object] = {"kind": effect.kind, "ref": effect.ref, "role": role}
    if effect.kind == "advance" and state.terms is not None:
        numbered = enumerate(state.terms.stages, 1)
        found = [(n, one.kind) for n, one in numbered if one.id == effect.ref]
        data["stage"] = list(found[0]) if len(state.terms.stages) > 1 and found else None
    return data


def concerned(state: State, effect: Effect) -> dict[EntryId, Role]:
    """Whose next pairing rests on it, and how. Nobody's if it has been played."""
    named: dict[EntryId, Role] = {
        **dict.fromkeys(effect.level, "level"),
        **dict.fromkeys(effect.entering, "entering"),
        **dict.fromkeys(effect.leaving, "leaving"),
    }
    if effect.kind == "round":
        round_ = state.rounds.get(int(effect.ref)) if effect.ref.isdecimal() else None
        if round_ is None or round_.status == "confirmed":
            return {}
        return dict.fromkeys(seats_of(round_.plan), "seated")
    if effect.kind == "bracket":
        table, is_played = _table_of(state, effect)
        seated: dict[EntryId, Role] = dict.fromkeys(table.seats if table else (), "seated")
        return {} if is_played else seated | named
    return named or dict.fromkeys(state.stages.get(effect.ref, ()), "seated")


def _table_of(state: State, effect: Effect) -> tuple[Seating | None, bool]:
    """The table of a bracket as it was planned, if it was, and whether it has been played."""
    stage, _, key = effect.ref.partition("/")
    for round_ in state.rounds.values():
        for seating in round_.plan.tables if round_.plan.stage == stage else ():
            if seating.key == key:
                table = round_.tables.get(seating.table)
                return seating, table is not None and table.result is not None
    return None, False

"""What of disputes is told to whom: a call that was taken, a ruling, an appeal, how it ended.

Owns the choice, from the rows of matches, at an event or not. Told are those who sit at the table,
each once; of a call that was taken, whoever called; of an appeal the three others, whoever has to
name its judges, and the judges who are to decide it. Must not know where a match belongs: that is
what a `Bench` says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Q

from tables.cases.appealing import appeal_due, appeal_ends
from tables.cases.texts import texts_of
from tables.imports.names import referees_brought
from tables.imports.services import foreign_until
from tables.models import Appeal, Case, Ruling, Seat
from tournaments.domain.state import TournamentState, timeline
from tournaments.letters.occasions import FRESH, LASTING, Facts, Occasion, account_of
from tournaments.play.guarding import MARK
from tournaments.play.rulings import Seat as EventSeat

MOST_LATE: Final = timedelta(days=31)
"""No terms give longer for an appeal: what is older is over."""


NO_CLAUSES: Final[Mapping[str, str]] = {}
MOST_OF_A_TEXT: Final = 1000
MOST_OF_A_CLAUSE: Final = 300
Presiding = Callable[[], Collection[int]]


class Bench(NamedTuple):
    """A table as letters tell of it: where it is, whose accounts sit there, by place, and, asked
    for when they are needed, whose preside there; clauses of its own, as they are cited."""

    where: Facts
    accounts: tuple[int | None, ...]
    presiding: Presiding = tuple
    clauses: Mapping[str, str] = NO_CLAUSES


Find = Callable[[UUID], Bench]


def event_bench(
    state: TournamentState, match: UUID, seat: EventSeat, presiding: Presiding = tuple
) -> Bench:
    """A table of an event, with who sits there now."""
    where = {"round": seat.round, "table": seat.table.number, "match": str(match)}
    sitting = [timeline(seat.table.ledger[place])[-1].person for place in range(4)]
    own = state.terms.regulations if state.terms else ()
    clauses = {f"{MARK}{one.number}": one.text for one in own}
    return Bench(where, tuple(account_of(state, entry) for entry in sitting), presiding, clauses)


def dispute_occasions(matches: Collection[UUID], find: Find, at: datetime) -> Iterator[Occasion]:
    """What is still to be told about these matches: six queries, whatever their number."""
    if not matches:
        return
    taken = Case.objects.filter(table__in=matches, taken_at__gt=at - FRESH)
    for case in taken.order_by("taken_at"):
        yield from _taken(find(case.table_id), case)
    yield from _rulings(matches, find, at)
    appeals = Appeal.objects.filter(
        Q(decided_at=None) | Q(decided_at__gt=at - LASTING), table__in=matches
    )
    for appeal in appeals.select_related("table").order_by("lodged_at"):
        yield from _appeal(find(appeal.table_id), appeal, at)


def _to_all(kind: str, key: str, bench: Bench, data: Facts, until: datetime) -> Iterator[Occasion]:
    for account in bench.accounts:
        if account is not None:
            yield Occasion(kind, key, account, {**bench.where, **data}, until)


def _taken(bench: Bench, case: Case) -> Iterator[Occasion]:
    account = bench.accounts[case.place]
    if account is not None:
        data = {**bench.where, "hand": case.hand, "case": case.case}
        yield Occasion("call_taken", f"{case.case}/{case.referee_id}", account, data)


def _rulings(matches: Collection[UUID], find: Find, at: datetime) -> Iterator[Occasion]:
    """Told for as long as they can be appealed against, and for a week in any case."""
    made = Ruling.objects.filter(table__in=matches, made_at__gt=at - MOST_LATE)
    rulings = list(made.select_related("table", "referee").order_by("made_at"))
    texts = texts_of(one.text for one in rulings)
    names = _names(one for one in rulings if "place" in one.decision)
    unknown = {one.table_id for one in rulings if one.referee is None}
    brought = referees_brought(unknown) if unknown else {}
    on_appeal = set(
        Appeal.objects.filter(table__in=matches, status="overturned").values_list(
            "table", "new_ruling"
        )
    )
    for ruling in rulings:
        ends = appeal_ends(ruling.table, ruling)
        until = max(ruling.made_at + LASTING, ends)
        if until > at:
            # A ruling on appeal is the last word.
            key = (ruling.table_id, ruling.ruling)
            is_last, bench = key in on_appeal, find(ruling.table_id)
            said = {
                "text": _beginning(texts.get(ruling.text) or "", MOST_OF_A_TEXT),
                "appeal_until": None if is_last else _ms(ends),
                "decision": _about_somebody(ruling, names),
                "who": ruling.referee.public_name if ruling.referee else brought.get(key, ""),
                "cites": [
                    [name, _beginning(bench.clauses.get(name, ""), MOST_OF_A_CLAUSE)]
                    for name in ruling.cites
                ],
            }
            yield from _ruled(bench, ruling, said, until)


def _beginning(text: str, most: int) -> str:
    """A text of at most so many characters; one that goes on, on the page, shows that it does."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _names(rulings: Iterable[Ruling]) -> dict[tuple[UUID, int], str]:
    """Who sits at the places of these rulings' tables."""
    seats = Seat.objects.filter(table__in={one.table_id for one in rulings})
    rows = seats.values_list("table", "place", "name")
    return {(table, place): name for table, place, name in rows}


def _about_somebody(ruling: Ruling, names: Mapping[tuple[UUID, int], str]) -> Facts | None:
    """A penalty or time given back, with the name of whom it is for; nothing of other kinds."""
    if "place" not in ruling.decision:
        return None
    return {**ruling.decision, "name": names.get((ruling.table_id, ruling.decision["place"]), "")}


def _ruled(bench: Bench, ruling: Ruling, said: Facts, until: datetime) -> Iterator[Occasion]:
    """To each of the four, with what it changes for them."""
    for place, account in enumerate(bench.accounts):
        if account is not None:
            data: Facts = {
                **bench.where, "hand": ruling.hand, "ruling": ruling.ruling, "ruled": ruling.kind,
                "points": ruling.points[place], "place": place, **said,
            }  # fmt: skip
            yield Occasion("ruling", ruling.ruling, account, data, until)


def _appeal(bench: Bench, appeal: Appeal, at: datetime) -> Iterator[Occasion]:
    """That there is one, as long as it runs; afterwards how it ended, and nothing else."""
    if appeal.decided_at is not None:
        ruling = appeal.new_ruling or appeal.ruling
        data: Facts = {"ruling": ruling, "outcome": appeal.status}
        until = appeal.decided_at + LASTING
        yield from _to_all("appeal", appeal.appeal, bench, data, until)
        return
    due = appeal_due(appeal)
    if due > at:
        data = {"ruling": appeal.ruling, "due": _ms(due)}
        lodger = bench.accounts[appeal.place]
        others = Bench(bench.where, tuple(one for one in bench.accounts if one != lodger))
        yield from _to_all("appealed", appeal.appeal, others, data, due)
        naming = Bench(bench.where, tuple(_who_names(bench, appeal)))
        yield from _to_all("panel", appeal.appeal, naming, data, due)
        judges = Bench(bench.where, tuple(judges_waited_for(appeal)))
        yield from _to_all("judge", appeal.appeal, judges, data, due)


def _who_names(bench: Bench, appeal: Appeal) -> Iterator[int]:
    """Who has to name the judges of an appeal of this site, as long as there are none: whoever
    presides and does not sit there."""
    if not appeal.judges and appeal.version > foreign_until(appeal.table_id):
        yield from (one for one in bench.presiding() if one not in bench.accounts)


def judges_waited_for(appeal: Appeal) -> Iterator[int]:
    """The accounts named to decide an appeal that have not voted. Of a log of another site none:
    the accounts it names are nobody's here."""
    voted = {judge for judge, _vote in appeal.votes}
    waited_for = [one for one in appeal.judges if one not in voted and one.isdecimal()]
    if waited_for and appeal.version > foreign_until(appeal.table_id):
        yield from map(int, waited_for)


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)

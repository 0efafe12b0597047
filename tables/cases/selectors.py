"""Reads of disputes for people: the queue, a case with all that was said, the chain of a hand.

Texts are shown to who plays or rules at the table; what everybody sees of a ruling is the event's
policy (`guards.publicity_of`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from engine.play.codec import event_from_json
from engine.play.events import MatchOpened, SeatHandedOver
from engine.rulings import events as e
from engine.rulings.court import Court
from tables import catalogue
from tables.cases import wording
from tables.cases.appealing import appeal_due
from tables.cases.calls import window_ends
from tables.cases.guards import Refusal, penalties_of, publicity_of, refusal_of
from tables.cases.penalties import departs, rule_words
from tables.cases.texts import texts_of
from tables.imports.names import official_names
from tables.models import Appeal, Case, Event, Ruling, Table
from tables.permissions import Visitor, place_of
from tables.projections.seats import has_played

RECENT = timedelta(days=7)
MOST_MINE = 20
TYPES = tuple(one.__name__ for one in e.RULING_EVENTS)


SEATING = ("MatchOpened", "SeatHandedOver")
"""Events that say who sits where: what was said is theirs who sat there then."""


class Told(NamedTuple):
    """An event of a dispute, by whom and when, and who sat at each place at that time."""

    event: Any
    actor: str
    at: datetime
    names: tuple[str, ...]


def tally() -> int:
    """The number at which the news of disputes stand."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(number), 0) FROM tables_casetally")
        return int(cursor.fetchone()[0])


def history(table: Table) -> list[Told]:
    """All events of a match's disputes, in their order."""
    rows = Event.objects.filter(stream=table.pk, type__in=(*TYPES, *SEATING)).order_by("version")
    names = [""] * 4
    told = []
    for row in rows:
        event = event_from_json(row.type, row.schema, row.data)
        if isinstance(event, MatchOpened):
            names = [player.name for player in event.players]
        elif isinstance(event, SeatHandedOver):
            names[event.place] = event.player.name
        else:
            told.append(Told(event, row.actor, row.recorded_at, tuple(names)))
    return told


def may_see_cases(account: Visitor, table: Table) -> bool:
    """Who plays or played here, judges, presides, or speaks for the players."""
    if not isinstance(account, User):
        return False
    rights = ("tables.dispute", "tables.judge", "tables.preside")
    return any(account.has_perm(right, table) for right in rights) or has_played(table, account)


def may_call(account: Visitor, table: Table) -> bool:
    """Whether the page offers a call: somebody has to be there who could rule."""
    if not isinstance(account, User) or not account.has_perm("tables.dispute", table):
        return False
    return has_judge(table)


def may_dispute(account: Visitor, table: Table) -> bool:
    """Whether a page offers to dispute a finished hand: as a call, and while there is time."""
    return (
        isinstance(account, User)
        and may_call(account, table)
        and call_refusal(account, table) is None
    )


def call_refusal(account: User, table: Table) -> Refusal | None:
    """Why a call is refused whatever it is about: the time is over, or what a guard says."""
    end = window_ends(table)
    if end is not None and timezone.now() > end:
        return Refusal("too_late", str(wording.TEXTS["too_late"]))
    return refusal_of("call", table, account)


def may_take(account: User, table: Table) -> bool:
    """Whether a page offers to take a case there: not to who played, or is of a team there."""
    return (
        account.has_perm("tables.judge", table)
        and not has_played(table, account)
        and refusal_of("take", table, account) is None
    )


def has_judge(table: Table) -> bool:
    """Whether a table has anybody to call: an event's has, a table among friends where who opened
    it does not play there, or a referee was assigned."""
    if table.context or any(True for _ in table.referees.all()):
        return True
    seated = {seat.account_id for seat in table.seats.all()}
    return table.organiser_id is not None and table.organiser_id not in seated


# The queue


def queue_for(account: User) -> dict[str, Any]:
    """What waits for this account: cases to rule on, interests and appeals to decide, own ones."""
    now = timezone.now()
    rows = _with_tables(Case.objects.filter(closed_at=None))
    waiting = [_row(case, account, now) for case in rows if judges_at(account, case.table)]
    return {
        "waiting": waiting,
        "appeals": _appeals(account, now),
        "mine": [_row(case, account, now) for case in _own(account, now)],
        "judges": bool(waiting),
    }


def _with_tables(cases: QuerySet[Case]) -> QuerySet[Case]:
    return cases.select_related("table", "referee").prefetch_related(
        "table__seats", "table__referees", "table__scorers"
    )


def judges_at(account: User, table: Table) -> bool:
    """Whether the queue shows this account the cases of a table because of an office there."""
    return account.has_perm("tables.judge", table) or account.has_perm("tables.preside", table)


def _own(account: User, now: datetime) -> Iterable[Case]:
    mine = Case.objects.filter(table__seats__account=account)
    fresh = Q(closed_at=None) | Q(closed_at__gt=now - RECENT)
    return list(_with_tables(mine.filter(fresh).order_by("-called_at"))[:MOST_MINE])


def _row(case: Case, account: User, now: datetime) -> dict[str, Any]:
    return {
        "case": case,
        "url": case_address(case.table_id, case.case),
        "title": catalogue.title_of(case.table),
        "round": case.table.round_name,
        "who": names_of(case.table)[case.place],
        "reason": wording.REASONS.get(case.reason, case.reason),
        "hand": case.hand,
        "age": max(0, int((now - case.called_at).total_seconds())),
        "status": case.get_status_display(),
        "referee": case.referee.public_name if case.referee else "",
        "is_yours": case.referee_id == account.pk,
        "may_take": case.status == Case.Status.OPEN and may_take(account, case.table),
        "asks_you": case.asks_organiser and account.has_perm("tables.preside", case.table),
    }


def _appeals(account: User, now: datetime) -> list[dict[str, Any]]:
    rows = Appeal.objects.filter(decided_at=None).select_related("table")
    rows = rows.prefetch_related("table__seats", "table__referees", "table__scorers")
    ruled = Ruling.objects.filter(table=OuterRef("table"), ruling=OuterRef("ruling"))
    rows = rows.annotate(case=Subquery(ruled.values("case")[:1]))
    found = []
    for row in rows:
        is_judge = str(account.pk) in row.judges
        presides = not row.judges and account.has_perm("tables.preside", row.table)
        if is_judge or presides:
            voted = any(judge == str(account.pk) for judge, _voted in row.votes)
            found.append(
                {
                    "appeal": row,
                    "url": _shown_at(row.table_id, row.ruling, row.case or ""),
                    "title": catalogue.title_of(row.table),
                    "who": names_of(row.table)[row.place],
                    "due": appeal_due(row),
                    "asks": "panel" if presides else "" if voted else "vote",
                }
            )
    return found


def ruling_address(table: UUID, ruling: str) -> str:
    """Where a ruling is shown: with its case, if it has one."""
    row = Ruling.objects.filter(table_id=table, ruling=ruling).first()
    return _shown_at(table, ruling, row.case if row else "")


def _shown_at(table: UUID, ruling: str, case: str) -> str:
    if case:
        return case_address(table, case)
    return reverse("ruling", kwargs={"table_id": table, "ruling": ruling})


def case_address(table: UUID, case: str) -> str:
    """Where a case is shown."""
    return reverse("case", kwargs={"table_id": table, "case": case})


def names_of(table: Table) -> list[str]:
    """Who sits at each place now."""
    names = {seat.place: seat.name for seat in table.seats.all()}
    return [names.get(place, "") for place in range(4)]


def hand_address(table: Table, hand: int) -> str:
    """Where a hand can be looked at: its review, or the score sheet; "" for the match."""
    if not hand:
        return ""
    if table.play == Table.Play.SCORED:
        return f"{reverse('score', kwargs={'table_id': table.pk})}#hand-{hand}"
    try:
        return reverse("review", kwargs={"table_id": table.pk, "hand": hand})
    except NoReverseMatch:
        return ""


# One case


def people_named(table: Table, told: Sequence[Told], rows: Iterable[Appeal] = ()) -> dict[str, str]:
    """The names of referees, judges and organisers by their ids."""
    ids = {str(getattr(one.event, name, "")) for one in told for name in ("referee", "judge")}
    ids |= {judge for row in rows for judge in row.judges}
    ids |= {one.actor.partition(":")[2] for one in told}
    return official_names(table.pk, ids)


def statements_of(told: Sequence[Told], case: str) -> list[dict[str, Any]]:
    """What was said on a case, the call first."""
    said = [
        one
        for one in told
        if isinstance(one.event, e.RefereeCalled | e.StatementMade) and one.event.case == case
    ]
    texts = texts_of(one.event.text for one in said)
    return [
        {
            "who": one.names[one.event.place],
            "place": one.event.place,
            "text": texts.get(one.event.text),
            "at": one.at,
            "is_call": isinstance(one.event, e.RefereeCalled),
        }
        for one in said
    ]


def interests_of(told: Sequence[Told], case: str, people: dict[str, str]) -> list[dict[str, Any]]:
    """The interests that referees declared on a case, and what was decided."""
    declared: dict[str, dict[str, Any]] = {}
    texts = texts_of(one.event.text for one in told if isinstance(one.event, e.InterestDeclared))
    for one in told:
        event = one.event
        if getattr(event, "case", None) != case:
            continue
        if isinstance(event, e.InterestDeclared):
            declared[event.referee] = {
                "referee": event.referee,
                "name": people.get(event.referee, ""),
                "bond": wording.BONDS.get(event.interest, event.interest),
                "text": texts.get(event.text),
                "at": one.at,
                "allowed": None,
            }
        elif isinstance(event, e.InterestDecided):
            declared[event.referee] |= {"allowed": event.allowed, "decided_at": one.at}
    return list(declared.values())


def chain_of(
    table: Table, court: Court, hand: int, told: Sequence[Told], people: dict[str, str]
) -> list[dict[str, Any]]:
    """What became of a hand, or of the match (0): original, rulings, appeals, final.

    Each with who, when, what it is worth from there on and the difference, by place.
    """
    made = {one.event.ruling: one for one in told if isinstance(one.event, e.RulingMade)}
    appeals = {row.appeal: row for row in Appeal.objects.filter(table=table)}
    texts = texts_of(one.event.text for one in told if hasattr(one.event, "text"))
    rows = penalties_of(table)
    steps: list[dict[str, Any]] = []
    is_unscored = hand > 0 and court.hand(hand) is None
    for step in court.chain(hand):
        if is_unscored and step.kind == "original":
            # It is worth nothing yet.
            continue
        row: dict[str, Any] = {
            "kind": step.kind, "id": step.id, "standing": step.standing, "change": step.change,
            "moves": step.kind == "original" or any(step.change),
        }  # fmt: skip
        if step.kind == "ruling":
            row |= ruling_words(made[step.id], people, texts)
            if row["ruled_as"] == "penalty":
                row["departs"] = departs(row["decision"], rows)
                row["rule"] = rule_words(row["decision"], rows)
        elif step.kind == "appeal":
            row |= appeal_words(appeals[step.id], told, people, texts)
        steps.append(row)
    if steps:
        steps[-1]["is_final"] = True
    return steps


def ruling_words(told: Told, people: dict[str, str], texts: dict[str, str]) -> dict[str, Any]:
    """A ruling as pages say it."""
    event: e.RulingMade = told.event
    return {
        "ruling": event.ruling,
        "what": wording.KINDS.get(event.kind, event.kind),
        "ruled_as": event.kind,
        "decision": dict(event.decision),
        "cites": event.cites,
        "text": texts.get(event.text),
        "who": people.get(event.referee, ""),
        "at": told.at,
        "supersedes": event.supersedes,
    }


def appeal_words(
    row: Appeal,
    told: Sequence[Told],
    people: dict[str, str],
    texts: dict[str, str],
) -> dict[str, Any]:
    """An appeal as pages say it, with its votes."""
    votes = [
        {
            "judge": people.get(one.event.judge, ""),
            "vote": wording.VOTES[one.event.vote],
            "text": texts.get(one.event.text),
            "at": one.at,
        }
        for one in told
        if isinstance(one.event, e.VoteCast) and one.event.appeal == row.appeal
    ]
    lodged = [one for one in told if getattr(one.event, "appeal", None) == row.appeal]
    return {
        "appeal": row,
        "who": lodged[0].names[row.place] if lodged else "",
        "text": texts.get(row.text),
        "at": row.lodged_at,
        "status": row.get_status_display(),
        "judges": [people.get(judge, "") for judge in row.judges],
        "votes": votes,
        "due": appeal_due(row),
    }


def public_chains(table: Table, court: Court, account: Visitor) -> list[dict[str, Any]]:
    """The chains of all hands that were ruled on, as this reader may see them; () where nobody
    outside the table may.

    `anonymous` leaves out who it was about and by, and what was written: words name people.
    """
    is_inside = may_see_cases(account, table)
    policy = "all" if is_inside else publicity_of(table)
    if policy == "none":
        return []
    told = history(table)
    people = people_named(table, told, Appeal.objects.filter(table=table))
    hands = sorted({one.event.hand for one in told if isinstance(one.event, e.RulingMade)})
    names = names_of(table)
    if policy == "anonymous":
        return [
            {"hand": hand, "chain": _nameless(chain_of(table, court, hand, told, {})),
             "names": winds_of(court, hand)}
            for hand in hands
        ]  # fmt: skip
    return [
        {"hand": hand, "chain": chain_of(table, court, hand, told, people), "names": names}
        for hand in hands
    ]


def _nameless(chain: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without anybody's name or words."""
    return [step | {"who": "", "text": "", "judges": [], "votes": []} for step in chain]


def winds_of(court: Court, hand: int) -> list[str]:
    """What the places are called where nobody is named: the wind of the hand, or a number."""
    played = court.hand(hand)
    winds = (_("East"), _("South"), _("West"), _("North"))
    if played is None:
        return [_("Player {n}").format(n=place + 1) for place in range(4)]
    return [winds[played.places.index(place)] for place in range(4)]


def your_place(account: Visitor, table: Table) -> int | None:
    """The place of who looks, if they play there."""
    return place_of(account, table)

"""What the page of a case shows, and what may be done there by whom."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import uuid4

from django.http import QueryDict
from django.utils import timezone

from accounts.models import User
from engine.rulings.court import Court
from tables import catalogue, folds
from tables.cases import wording
from tables.cases.addresses import hand_address
from tables.cases.appealing import appeal_due, appeal_ends
from tables.cases.chains import chain_of
from tables.cases.guards import judges_of, refusal_of
from tables.cases.history import (
    Told,
    history,
    interests_of,
    names_of,
    people_named,
    statements_of,
    tally,
)
from tables.cases.offers import may_take
from tables.events.drivers import run
from tables.models import Appeal, Case, Ruling, Table
from tables.permissions import place_of

Json = dict[str, Any]


def case_context(table: Table, case: Case, account: User) -> Json:
    """A case with everything said on it, and the chain of its hand."""
    told, people, court = _read(table)
    rights = _rights(table, account)
    statements = statements_of(told, case.case)
    is_open = case.closed_at is None
    declared = interests_of(told, case.case, people)
    mine = next((one for one in declared if one["referee"] == str(account.pk)), None)
    is_yours = case.referee_id == account.pk
    free = mine is None or mine["allowed"]
    newest = _newest(table, case.ruling)
    return _shared(table, account, case.hand, rights) | {
        "case": case,
        "reason": wording.REASONS.get(case.reason, case.reason),
        "who": statements[0]["who"] if statements else "",
        "referee": case.referee.public_name if case.referee else "",
        "is_yours": is_yours,
        "statements": statements,
        # What ties a referee to somebody is for those who decide on it and who judge beside them.
        "interests": declared if rights["judges"] or rights["presides"] else [],
        "bonds": list(wording.BONDS.items()),
        "chain": chain_of(table, court, case.hand, told, people),
        "is_open": is_open,
        "may": {
            "take": is_open and case.referee_id is None and may_take(account, table),
            "release": is_open and (is_yours or (case.referee_id and rights["presides"])),
            "rule": is_open and is_yours and free,
            "declare": is_open and rights["judges"] and mine is None,
            "decide": is_open and rights["presides"],
            "state": is_open and rights["speaks"],
            "withdraw": is_open and rights["speaks"] and rights["place"] in (None, case.place),
        },
        "appeal": _appeal_box(table, newest, account, rights, court, people),
    }


def ruling_context(table: Table, ruling: Ruling, account: User) -> Json:
    """A ruling that a referee made of their own accord: the page of a case without one."""
    told, people, court = _read(table)
    rights = _rights(table, account)
    newest = _newest(table, ruling.ruling)
    return _shared(table, account, ruling.hand, rights) | {
        "ruling": ruling,
        "chain": chain_of(table, court, ruling.hand, told, people),
        "may": {},
        "appeal": _appeal_box(table, newest, account, rights, court, people),
    }


def _read(table: Table) -> tuple[list[Told], dict[str, str], Court]:
    told = history(table)
    people = people_named(table, told, Appeal.objects.filter(table=table))
    return told, people, run(folds.load(table.pk)).state.court


def _rights(table: Table, account: User) -> Json:
    return {
        "judges": account.has_perm("tables.judge", table),
        "presides": account.has_perm("tables.preside", table),
        "speaks": account.has_perm("tables.dispute", table),
        "place": place_of(account, table),
    }


def _shared(table: Table, account: User, hand: int, rights: Json) -> Json:
    names = names_of(table)
    return {
        "table": table,
        "title": catalogue.title_of(table),
        "names": names,
        "hand": hand,
        "hand_address": hand_address(table, hand),
        "version": tally(),
        "command": uuid4().hex,
        "speaks_for": list(enumerate(names)) if rights["place"] is None else [],
        "user_id": str(account.pk),
    }


def again(page: Json, deed: str, given: QueryDict, code: str, said: str) -> Json:
    """What the page shows besides after a refusal: why, and in its form all that was typed; a form
    that is gone meanwhile leaves its text to be copied."""
    box = page["appeal"] or {}
    shown = {
        "state": page["may"].get("state"),
        "declare": page["may"].get("declare"),
        "appeal": box.get("may_appeal"),
        "vote": box.get("may_vote"),
    }
    is_gone = not shown.get(deed)
    return {"again": {"deed": deed, "given": given, "code": code, "said": said, "is_gone": is_gone}}


def _newest(table: Table, ruling: str) -> Ruling | None:
    """The ruling that stands in the place of this one, which may be itself."""
    rows = {row.ruling: row for row in Ruling.objects.filter(table=table)}
    found = rows.get(ruling)
    while found is not None and found.superseded_by:
        found = rows.get(found.superseded_by)
    return found


def _appeal_box(
    table: Table,
    ruling: Ruling | None,
    account: User,
    rights: Json,
    court: Court,
    people: dict[str, str],
) -> Json | None:
    """What can be done about a ruling that stands: appeal, name judges, vote, replace."""
    standing = court.ruling(ruling.ruling) if ruling else None
    if ruling is None or standing is None or standing.appeal is not None:
        # What was ruled on appeal is the last word.
        return None
    appeal = Appeal.objects.filter(table=table, ruling=ruling.ruling).first()
    ends = appeal_ends(table, ruling)
    box: Json = {
        "ruling": ruling,
        "row": appeal,
        "due": appeal_due(appeal) if appeal else None,
        "ends": ends,
        "may_appeal": _may_appeal(table, ruling, appeal, account, rights, ends),
        "may_replace": appeal is None and ruling.referee_id == account.pk and rights["judges"],
    }
    if appeal is None or appeal.decided_at is not None:
        return box
    running = court.appeal(appeal.appeal)
    is_judge = str(account.pk) in appeal.judges
    voted = any(judge == str(account.pk) for judge, _vote in appeal.votes)
    names_panel = rights["presides"] and not appeal.votes
    return box | {
        "judges": [people.get(judge, "") for judge in appeal.judges],
        "may_vote": is_judge and not voted,
        "may_overturn": is_judge and running and running.has_majority("overturn"),
        "votes": list(wording.VOTES.items()),
        "candidates": candidates_of(table, ruling) if names_panel else [],
    }


def _may_appeal(
    table: Table,
    ruling: Ruling,
    appeal: Appeal | None,
    account: User,
    rights: Json,
    ends: datetime,
) -> bool:
    if appeal is not None or not rights["speaks"] or timezone.now() > ends:
        return False
    return refusal_of("appeal", table, account, ruling.hand) is None


def candidates_of(table: Table, ruling: Ruling) -> list[User]:
    """Who may be named to a panel: judges of the event and of the table, not who ruled."""
    found = [*judges_of(table), *(row.account for row in table.referees.select_related("account"))]
    if table.organiser is not None:
        found.append(table.organiser)
    once = {one.pk: one for one in found}
    return [
        one
        for one in once.values()
        if one.pk != ruling.referee_id and one.has_perm("tables.judge", table)
    ]

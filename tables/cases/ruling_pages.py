"""The form of a ruling, with its preview; and the form of the ruling that replaces one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from engine.errors import EngineError
from engine.play.state import MatchState
from engine.rulings.court import BESIDE, Played
from engine.scored.sheet import PLACES
from engine.seats import SEATS
from tables import catalogue, folds
from tables.by_post import command_id
from tables.cases import services, wording
from tables.cases.addresses import case_address, hand_address, ruling_address
from tables.cases.drafts import Draft
from tables.cases.facts import as_form, facts_of
from tables.cases.forms import Unfit, awaits, draft_of
from tables.cases.guards import clauses_of, penalties_of
from tables.cases.judging import Preview
from tables.cases.pages import REFUSED, MemberRequest, case_or_404, ruling_or_404
from tables.cases.penalties import filled, rule_words, words
from tables.cases.texts import too_long
from tables.errors import NotYourSeat, TableError
from tables.events.drivers import run
from tables.models import Appeal, Ruling, Table
from tables.review.opened import tiles_of
from tables.rulebook import book
from tables.scored.entry_page import FORMS, entry_context
from tables.scored.sheet import elements_of
from tables.seeing import seen_or_404

Json = dict[str, Any]
Make = Callable[[Table, MemberRequest, Draft], object]
CITES: Final = 3
"""How many rules the form lets one choose, beside a clause that is written."""


@login_required
def rule_on_case(request: MemberRequest, table_id: UUID, case: str) -> HttpResponse:
    """Rule on a case."""
    found, row = case_or_404(request, table_id, case)
    back = case_address(table_id, case)
    return _form(request, found, back=back, hand=row.hand, case=case)


@login_required
def rule_on_hand(request: MemberRequest, table_id: UUID, hand: int) -> HttpResponse:
    """Rule on a hand, or on the match (0), without having been called."""
    found = seen_or_404(request, table_id)
    back = f"/tables/{table_id}/"
    return _form(request, found, back=back, hand=hand)


@login_required
def replace(request: MemberRequest, table_id: UUID, ruling: str) -> HttpResponse:
    """Replace a ruling: one's own, or as the judge of an appeal against it."""
    found, row = ruling_or_404(request, table_id, ruling)
    appeal = Appeal.objects.filter(table=found, ruling=ruling).first()
    if appeal is not None and appeal.decided_at is not None and not _wrote(request, appeal):
        appeal = None
    if appeal is None and row.referee_id != request.user.pk:
        raise PermissionDenied
    address = ruling_address(table_id, ruling)
    return _form(request, found, back=address, hand=row.hand, supersedes=ruling, appeal=appeal)


def _wrote(request: MemberRequest, appeal: Appeal) -> bool:
    """Whether a judge sends this of an appeal decided meanwhile: told so, not turned out."""
    return request.method == "POST" and str(request.user.pk) in appeal.judges


def _form(
    request: MemberRequest,
    table: Table,
    *,
    back: str,
    hand: int,
    case: str = "",
    supersedes: str = "",
    appeal: Appeal | None = None,
) -> HttpResponse:
    """The form, its preview, or what became of it."""
    if not request.user.has_perm("tables.judge", table):
        raise PermissionDenied
    state = run(folds.load(table.pk)).state
    context: Json = {}
    status = 200
    is_meant = "confirm" in request.POST
    if request.method == "POST":
        try:
            form = filled(request.POST, penalties_of(table))
            draft = draft_of(state, form, hand=hand, case=case, supersedes=supersedes)
            if is_meant:
                _make(request, table, draft, appeal)
                messages.success(request, _("The ruling is made."))
                return redirect(back)
            context = _previewed(request, table, state, draft)
        except NotYourSeat as problem:
            raise PermissionDenied(str(problem)) from problem
        except REFUSED as problem:
            context, status = _refused(problem, request.POST), 422 if is_meant else 200
    if "HX-Request" in request.headers:
        return render(request, "tables/cases/parts/preview.html", context | {"table": table})
    context |= form_context(table, state, hand, request.POST or None)
    context |= {"ruled": None if supersedes else _ruled_already(table, hand)}
    context |= {"back": back, "is_appeal": appeal is not None}
    return render(request, "tables/cases/rule.html", context, status=status)


def _ruled_already(table: Table, hand: int) -> Json | None:
    """The ruling on the score of a hand that stands: another beside it takes its place."""
    rows = Ruling.objects.filter(table=table, hand=hand, superseded_by="").exclude(kind__in=BESIDE)
    row = rows.select_related("referee").order_by("version").last() if hand else None
    if row is None:
        return None
    return {
        "what": wording.KINDS[row.kind],
        "who": row.referee.public_name if row.referee else "",
        "at": row.made_at,
        "address": ruling_address(table.pk, row.ruling),
    }


def _previewed(request: MemberRequest, table: Table, state: MatchState, draft: Draft) -> Json:
    found = services.ruling_preview(table=table, account=request.user, draft=draft)
    shown = _shown(table, state, found, draft.kind)
    return {"preview": shown | {"uncited": not draft.cites, "too_long": too_long(draft.text)}}


def _make(request: MemberRequest, table: Table, draft: Draft, appeal: Appeal | None) -> None:
    command = command_id(request)
    if appeal is None:
        services.ruling_make(table=table, account=request.user, draft=draft, command_id=command)
    else:
        services.appeal_decide(
            table=table,
            account=request.user,
            appeal=appeal.appeal,
            draft=draft,
            command_id=command,
        )


def _refused(problem: EngineError | TableError, form: QueryDict) -> Json:
    """Why not; while somebody is still filling the form in, what is empty is no fault yet."""
    text = wording.refusal_text(problem)
    if isinstance(problem, Unfit):
        text = wording.unfit_text(problem.field or "", problem.given)
    is_sent = "confirm" in form or "preview" in form
    field = problem.field if isinstance(problem, EngineError) else None
    if not is_sent and awaits(form, problem.code, field or ""):
        return {"missing": text}
    rule = wording.rule_of(problem)
    return {"refused": {"text": text, "rule": rule, "code": problem.code}, "is_sent": is_sent}


def _shown(table: Table, state: MatchState, preview: Preview, kind: str) -> Json:
    """The comparison, row by row."""
    names = [player.name for player in state.players]
    breakdown = preview.decision.get("breakdown") or {}
    facts = preview.decision.get("facts") or {}
    return {
        "rows": [
            {
                "name": names[place],
                "hand_before": preview.hand_before and preview.hand_before[place],
                "hand_after": preview.hand_after and preview.hand_after[place],
                "before": preview.before[place],
                "after": preview.after[place],
                "change": preview.change[place],
            }
            for place in PLACES
        ],
        "kind": kind,
        "decision": preview.decision,
        "rule": rule_words(preview.decision, penalties_of(table)) if kind == "penalty" else "",
        "names": names,
        "of_hand": preview.hand_before is not None,
        "tiles": _tiles(facts) if facts.get("winning_tile") else None,
        "elements": elements_of(breakdown),
        "tai": breakdown.get("tai"),
        "multiplier": breakdown.get("multiplier"),
        "changes": any(preview.change),
        "consequences": preview.consequences,
    }


def _tiles(facts: Json) -> Json:
    """The hand of the facts, to be shown as tiles."""
    return {
        "concealed": tiles_of(facts["concealed"]),
        "melds": [tiles_of(meld["tiles"]) for meld in facts["melds"]],
        "winning": facts["winning_tile"],
        "wilds": tiles_of(facts["wild_kinds"]),
    }


def form_context(table: Table, state: MatchState, hand: int, given: QueryDict | None) -> Json:
    """The form as it was sent, or as the hand stands."""
    played = state.court.hand(hand)
    names = [player.name for player in state.players]
    facts = _facts(table, state, hand, given)
    return {
        "table": table,
        "title": catalogue.title_of(table),
        "hand": hand,
        "hand_address": hand_address(table, hand),
        "kinds": _kinds(state, played),
        "given": given or {},
        "facts": facts,
        "entry": _entry(state, hand, given),
        "seats": _seats(state, played, names, hand),
        "places": list(enumerate(names)),
        "points": _adjusted(names, state, given),
        "sources": list(wording.SOURCES.items()),
        "forms": FORMS,
        "penalties": list(wording.PENALTIES.items()),
        "penalty_table": [
            {"row": row, "words": words(row.kind, row.game, row.table or 0)}
            for row in penalties_of(table)
        ],
        "rules": _rules(),
        "clauses": clauses_of(table),
        "cites": _cites(given),
        "command": (given.get("command") if given else None) or uuid4().hex,
        "known": len(state.court.rulings),
    }


def _adjusted(
    names: list[str], state: MatchState, given: QueryDict | None
) -> list[tuple[str, str, Any]]:
    """Each player, the field for their points, and what stands in it."""
    fields = [f"adjust-{place}" for place in PLACES]
    return [
        (name, field, given.get(field, points) if given else points)
        for name, field, points in zip(names, fields, state.points, strict=True)
    ]


def _kinds(state: MatchState, played: Played | None) -> list[tuple[str, Any]]:
    """What may be ruled here; the engine has the last word."""
    out: set[str] = set()
    if played is None:
        out |= {"score_corrected", "score_set", "hand_replayed", "hand_agreed"}
    elif played.is_total:
        out |= {"score_corrected", "hand_replayed"}
    if state.phase == "ended":
        out.add("hand_replayed")
    if state.phase in ("ended", "scoring"):
        out.add("clock_given")
    return [(kind, text) for kind, text in wording.KINDS.items() if kind not in out]


def _facts(table: Table, state: MatchState, hand: int, given: QueryDict | None) -> Json:
    if given is not None:
        return given.dict()
    if state.phase == "scoring" or table.play == Table.Play.SCORED:
        return {}
    return as_form(facts_of(table, hand))


def _entry(state: MatchState, hand: int, given: QueryDict | None) -> Json | None:
    """The form of the score sheet, where the hand was entered there."""
    if not 1 <= hand <= len(state.sheet) or state.sheet[hand - 1].entry is None:
        return None
    return entry_context(state, hand, given, None)


def _seats(state: MatchState, played: Played | None, names: list[str], hand: int) -> list[Json]:
    """The seats of the hand, who sat there, and what the hand is worth to them."""
    if played is None:
        return []
    standing = state.court.standing_of(hand)
    return [
        {"seat": SEATS[seat], "name": names[place], "points": standing[place]}
        for seat, place in enumerate(played.places)
    ]


def _rules() -> list[tuple[str, list[tuple[str, str]]]]:
    """All rules by their sections, each with what it is about."""
    sections = book(catalogue.language()).sections
    headings = catalogue.rule_headings()
    return [
        (title, [(rule, text) for rule, text in headings.items() if rule[0] == letter])
        for letter, title in sections.items()
    ]


def _cites(given: QueryDict | None) -> list[str]:
    chosen = given.getlist("cite") if given is not None else []
    return [*chosen, *[""] * CITES][: max(CITES, len(chosen))]

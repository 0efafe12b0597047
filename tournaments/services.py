"""Everything that changes a tournament. `tournament_do` is the only way into its log.

These functions say on whose behalf a command is given and check that they may; what a
command does is decided in `tournaments.domain`.
"""

from __future__ import annotations

import hashlib
import secrets
from copy import copy
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from tournaments.clubs.models import Club
from tournaments.domain.commands import Command, CreateTournament
from tournaments.domain.state import TournamentState
from tournaments.domain.terms import Details, Terms
from tournaments.models import Tournament, TournamentSecret
from tournaments.own_tables import marks_at_own_table
from tournaments.penalty_table import require_rows
from tournaments.permissions import actor_role, may
from tournaments.registered import made_note
from tournaments.signals import announce
from tournaments.store.acting import Intent, Order, Receipt, act
from tournaments.store.folds import FOLDS
from tournaments.store.log import first_prev
from tournaments.waiting_calls import disputes_first

SYSTEM = "system"
CLOCK = "clock"


def tournament_create(
    *,
    club: Club,
    account: User | None,
    details: Details,
    terms: Terms,
    capacity: int | None = None,
    command_id: str | None = None,
    at: datetime | None = None,
) -> Tournament:
    """Begin a draft; its seed is drawn and committed to now. Sent twice, it is made once.

    Raises Refused for terms that cannot be; PermissionDenied.
    """
    if account is not None and not account.has_perm("clubs.create_event", club):
        raise PermissionDenied
    name = f"{club.pk}:{account.pk if account else SYSTEM}:{command_id or uuid4()}"
    id_ = UUID(bytes=hashlib.sha256(name.encode()).digest()[:16], version=4)
    seed = secrets.token_hex(32)
    command = CreateTournament(
        str(id_), details, terms, hashlib.sha256(bytes.fromhex(seed)).hexdigest(), capacity
    )
    with transaction.atomic():
        tournament, made = Tournament.objects.get_or_create(
            pk=id_,
            defaults={
                "club": club, "created_by": account, "head": first_prev(id_),
                "name": details.name[:100], "ruleset": terms.ruleset[:20],
            },
        )  # fmt: skip
        if made:
            TournamentSecret.objects.create(tournament=tournament, seed=seed)
            made_note(tournament, by=account)
            actor = f"organiser:{account.pk}" if account else SYSTEM
            _carry_out(Order(id_, actor, "create", lambda _state: command), at)
    tournament.refresh_from_db()
    return tournament


@transaction.atomic
def context_set(*, tournament: Tournament, context: dict[str, Any]) -> None:
    """What whoever made an event keeps with it."""
    tournament.context = context
    tournament.save(update_fields=["context"])
    made_note(tournament)


def tournament_do(
    *,
    tournament: Tournament,
    command: Command | tuple[Command, ...] | Intent,
    account: User | None = None,
    actor: str = SYSTEM,
    command_id: str | None = None,
    expected: int | None = None,
    at: datetime | None = None,
) -> Receipt:
    """Carry out a command, for an account or (without one) for the site itself as `actor`.

    A function from the state to a command is asked under the lock, so it sees the newest facts;
    several commands are carried out together or not at all.
    Raises PermissionDenied, and Refused with nothing stored: `own_table` for somebody who decides
    about the table at which they play, if another official is there; `may_not_depart` for a
    referee whose penalty is not what the event's table says.
    """
    asked: Intent = command if callable(command) else (lambda _state: command)

    def intent(state: TournamentState) -> Command | tuple[Command, ...]:
        meant = asked(state)
        commands = meant if isinstance(meant, tuple) else (meant,)
        if account is None:
            return (*disputes_first(state, commands), *commands)
        if not _may_all(account, _as_now(tournament, state), commands, state):
            raise PermissionDenied
        marks = marks_at_own_table(tournament, account, state, commands)
        require_rows(tournament, account, state, commands)
        return (*disputes_first(state, commands), *commands, *marks)

    who = actor if account is None else f"{actor_role(account, tournament)}:{account.pk}"
    order = Order(tournament.pk, who, command_id or uuid4().hex, intent, expected)
    return _carry_out(order, at)


def _as_now(tournament: Tournament, state: TournamentState) -> Tournament:
    """The row with what permissions ask of it as the log has it by now, under the lock."""
    now = copy(tournament)
    now.phase, now.is_registration_open = state.phase, state.is_registration_open
    if state.terms is not None:
        now.visibility = state.terms.visibility
    return now


def _may_all(
    account: User, tournament: Tournament, commands: tuple[Command, ...], state: TournamentState
) -> bool:
    entry_by = state.terms.entry_by if state.terms else "organiser"
    return all(may(account, tournament, one, entry_by) for one in commands)


def _carry_out(order: Order, at: datetime | None) -> Receipt:
    receipt = act(order, at or timezone.now())
    transaction.on_commit(lambda: _settle(receipt))
    return receipt


def _settle(receipt: Receipt) -> None:
    FOLDS.put(receipt.fold)
    announce(receipt)


def seed_of(tournament: Tournament) -> str:
    """The seed of an event's draws, which nobody may see before it is opened."""
    return TournamentSecret.objects.values_list("seed", flat=True).get(tournament=tournament)

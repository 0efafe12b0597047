"""Changes of rows that no match's and no event's log tells of, and of the registers that do."""

from __future__ import annotations

from accounts.models import User
from engine.hashing import canonical_data
from tables.models import Event as LogLine
from tables.registers.chain import Register
from tests.tournaments.audit.tampering.acts import Tampering, rehashed, row_sql, sql
from tests.tournaments.audit.world import World
from tournaments.clubs.models import Membership
from tournaments.models import TournamentRole


def club_sql(statement: str, about: str) -> Tampering:
    """A change of a row of the club's members; the account it is about is named."""

    def tamper(world: World) -> str:
        club, account = world.event.tournament.club_id, _member(world, about).account_id
        sql(statement, club, account)
        return f"{club} register: member:{account}: "

    return tamper


def _member(world: World, role: str) -> Membership:
    return Membership.objects.get(club=world.event.tournament.club_id, role=role)


def member_inserted(world: World) -> str:
    """Somebody makes a stranger an owner."""
    club, account = world.event.tournament.club_id, User.objects.create_user("stranger")
    sql(
        "INSERT INTO clubs_membership (club_id, account_id, role, joined_at)"
        " VALUES (%s, %s, 'owner', now())",
        club, account.pk,
    )  # fmt: skip
    return f"{club} register: member:{account.pk}: kept "


def official_sql(statement: str) -> Tampering:
    """A change of the row of the event's only official."""

    def tamper(world: World) -> str:
        pk = world.event.tournament.pk
        account = TournamentRole.objects.get(tournament=pk).account_id
        sql(statement, pk)
        return f"{pk} register: official:{account}: "

    return tamper


def register_tail(world: World) -> str:
    """Row and register both say that somebody else was named, and all is hashed anew."""
    pk = world.event.tournament.pk
    stream, account = Register("event", pk).stream, _member(world, "scorer").account_id
    row = LogLine.objects.get(stream=stream, data__about=f"official:{account}")
    data = canonical_data({**row.data, "value": "chief"})
    rehashed(stream, row.version, lambda columns: columns._replace(data=data))
    sql("UPDATE tournaments_tournamentrole SET role = 'chief' WHERE tournament_id = %s", pk)
    last = LogLine.objects.filter(stream=stream).latest("version").version
    return f"{pk}/{last} signed: the register: event {last}, signed in checkpoint"


def register_sql(change: str) -> Tampering:
    """A change of what the register of a table says."""

    def tamper(world: World) -> str:
        stream = Register("table", world.sheet.pk).stream
        sql(f"UPDATE tables_event SET {change} WHERE stream = %s AND version = 2", stream)
        return f"{world.sheet.pk}/2 register: the register: "

    return tamper


REGISTERED: dict[str, Tampering] = {
    "role in a club": club_sql(
        "UPDATE clubs_membership SET role = 'owner' WHERE club_id = %s AND account_id = %s",
        "player",
    ),
    "since when in a club": club_sql(
        "UPDATE clubs_membership SET joined_at = joined_at - interval '1 day'"
        " WHERE club_id = %s AND account_id = %s", "player",
    ),
    "member deleted": club_sql(
        "DELETE FROM clubs_membership WHERE club_id = %s AND account_id = %s", "referee"
    ),
    "member inserted": member_inserted,
    "official of an event": official_sql(
        "UPDATE tournaments_tournamentrole SET role = 'chief' WHERE tournament_id = %s"
    ),
    "official deleted": official_sql(
        "DELETE FROM tournaments_tournamentrole WHERE tournament_id = %s"
    ),
    "re-hashed register": register_tail,
    "what is kept with an event": row_sql(
        """UPDATE tournaments_tournament SET context = '{"demo": "x"}' WHERE id = %s""",
        "register: made: ", "event",
    ),
    "who made an event": row_sql(
        "UPDATE tournaments_tournament SET created_by_id = NULL WHERE id = %s",
        "register: made: ", "event",
    ),
    "terms of a table of no event": row_sql(
        "UPDATE tables_table SET dispute_terms = jsonb_set(dispute_terms, '{window_ms}', '1')"
        " WHERE id = %s", "register: agreed: ", "running",
    ),
    "organiser of a table": row_sql(
        "UPDATE tables_table SET organiser_id = (SELECT min(id) FROM accounts_user) WHERE id = %s",
        "register: agreed: ", "sheet",
    ),
    "what is kept with a table": row_sql(
        """UPDATE tables_table SET context = '{"unlisted": true}' WHERE id = %s""",
        "register: agreed: ", "disputed",
    ),
    "referee of a table": row_sql(
        "DELETE FROM tables_refereeassignment WHERE table_id = %s",
        "register: referee:", "disputed",
    ),
    "scorer of a table": row_sql(
        "INSERT INTO tables_scorerassignment (table_id, account_id)"
        " SELECT %s, min(id) FROM accounts_user", "register: scorer:", "sheet",
    ),
    "register of a table": register_sql("data = data - 'value'"),
    "who wrote into a register": register_sql("actor = 'account:1'"),
}  # fmt: skip

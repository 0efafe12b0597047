"""Changes of what is signed: checkpoints with their leaves, and looks, whose heads are in them."""

from __future__ import annotations

from engine.checkpoints import signed
from engine.hashing import event_hash
from tables.models import PrivilegedView
from tables.review.look_chain import Look, row_of
from tests.tournaments.audit.tampering.acts import Tampering, sql
from tests.tournaments.audit.world import World


def checkpoint_sql(change: str) -> Tampering:
    def tamper(world: World) -> str:
        number = world.checkpoints[1].number
        sql(f"UPDATE tables_checkpoint SET {change} WHERE number = %s", number)
        return f"checkpoints/{number} checkpoint"

    return tamper


def checkpoint_deleted(world: World) -> str:
    number = world.checkpoints[1].number
    sql("DELETE FROM tables_checkpoint WHERE number = %s", number)
    return f"checkpoints/{number} checkpoint: checkpoint {number} is gone"


def checkpoint_forged(world: World) -> str:
    """The last checkpoint is signed anew, with a key of the forger's own."""
    last = world.checkpoints[-1]
    forged = signed(
        "55" * 32, number=last.number, at=last.at, size=last.size, root=last.root,
        previous=last.previous,
    )  # fmt: skip
    sql("UPDATE tables_checkpoint SET key = %s, signature = %s WHERE number = %s", forged.key,
        forged.signature, last.number)  # fmt: skip
    return f"checkpoints/{last.number} checkpoint: checkpoint {last.number} is signed by"


def leaf(world: World) -> str:
    number = world.checkpoints[1].number
    sql("UPDATE tables_checkpointleaf SET hash = repeat('b', 64) WHERE checkpoint = %s", number)
    return f"checkpoints/{number} checkpoint: the heads kept for checkpoint {number}"


def leaf_deleted(world: World) -> str:
    number = world.checkpoints[1].number
    sql("DELETE FROM tables_checkpointleaf WHERE checkpoint = %s", number)
    return f"checkpoints/{number} checkpoint: the heads kept for checkpoint {number}"


def look_sql(statement: str, number: int = 2) -> Tampering:
    """A change of one look at the disputed match; the first that does not follow is named."""

    def tamper(world: World) -> str:
        pk = world.disputed.pk
        sql(f"{statement} WHERE table_id = %s AND number = %s", pk, number)
        return f"{pk}/{number} looks: "

    return tamper


def looks_cut(world: World) -> str:
    """The last look is taken away: what is left is a chain."""
    look_sql("DELETE FROM tables_privilegedview", 4)(world)
    return f"{world.disputed.pk}/4 signed: look 4, signed in checkpoint"


def looks_deleted(world: World) -> str:
    sql("DELETE FROM tables_privilegedview WHERE table_id = %s", world.disputed.pk)
    return f"{world.disputed.pk}/4 signed: look 4, signed in checkpoint"


def looks_rehashed(world: World) -> str:
    """Somebody else looked, and everything behind it is hashed anew."""
    pk = world.disputed.pk
    sql("UPDATE tables_privilegedview SET account_id = 0 WHERE table_id = %s AND number = 2", pk)
    looks = PrivilegedView.objects.filter(table=pk).order_by("number")
    prev = looks[1].prev
    for one in looks[1:]:
        values = (one.number, one.hand, one.account_id, one.at, one.what, one.salt, prev, "")
        prev = event_hash(prev, row_of(pk, Look(*values)).columns)
        sql(
            "UPDATE tables_privilegedview SET prev = %s, hash = %s"
            " WHERE table_id = %s AND number = %s",
            values[6], prev, pk, one.number,
        )  # fmt: skip
    return f"{pk}/4 signed: look 4, signed in checkpoint"


SIGNED: dict[str, Tampering] = {
    "checkpoint root": checkpoint_sql("root = repeat('f', 64)"),
    "checkpoint time": checkpoint_sql("at = at + interval '1 hour'"),
    "checkpoint signature": checkpoint_sql("signature = repeat('0', 128)"),
    "checkpoint link": checkpoint_sql("previous = repeat('1', 64)"),
    "checkpoint size": checkpoint_sql("size = size + 1"),
    "checkpoint deleted": checkpoint_deleted,
    "checkpoint forged": checkpoint_forged,
    "look deleted": look_sql("DELETE FROM tables_privilegedview"),
    "time of a look": look_sql(
        "UPDATE tables_privilegedview SET at = at + interval '1 second'"
    ),
    "who looked": look_sql("UPDATE tables_privilegedview SET account_id = account_id + 1"),
    "hand that was looked at": look_sql("UPDATE tables_privilegedview SET hand = 9"),
    "salt of a look": look_sql("UPDATE tables_privilegedview SET salt = repeat('0', 32)"),
    "last look deleted": looks_cut,
    "all looks deleted": looks_deleted,
    "re-hashed looks": looks_rehashed,
    "signed head": leaf,
    "signed head deleted": leaf_deleted,
}  # fmt: skip

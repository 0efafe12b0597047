from typing import Any

from django.db import migrations

from tables.events.log import stamp
from tables.registers.beginning import begin_missing
from tables.registers.chain import Register


def begin(apps: Any, _schema_editor: Any) -> None:
    """Of every event there is: what its row says that its log does not, and its officials."""
    officials: dict[Any, dict[str, Any]] = {}
    rows = apps.get_model("tournaments", "TournamentRole").objects.values_list(
        "tournament", "account", "role"
    )
    for tournament, account, role in rows:
        officials.setdefault(tournament, {})[f"official:{account}"] = role
    events = apps.get_model("tournaments", "Tournament").objects.values_list(
        "pk", "created_at", "created_by", "club", "context"
    )
    begin_missing(
        (
            Register("event", pk),
            {
                "made": {"at": stamp(at), "by": by, "club": str(club), "context": context},
                **officials.get(pk, {}),
            },
        )
        for pk, at, by, club, context in events
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_eventinvitation"), ("tables", "0018_registers")]

    operations = [migrations.RunPython(begin, migrations.RunPython.noop)]

from typing import Any

from django.db import migrations

from tables.events.log import stamp
from tables.registers.beginning import begin_missing
from tables.registers.chain import Register


def begin(apps: Any, _schema_editor: Any) -> None:
    """Of every club there is: who is what in it."""
    clubs = apps.get_model("clubs", "Club").objects.values_list("pk", flat=True)
    facts: dict[Any, dict[str, Any]] = {pk: {} for pk in clubs}
    rows = apps.get_model("clubs", "Membership").objects.values_list(
        "club", "account", "role", "joined_at"
    )
    for club, account, role, since in rows:
        facts[club][f"member:{account}"] = {"role": role, "since": stamp(since)}
    begin_missing((Register("club", club), own) for club, own in facts.items())


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_initial"), ("tables", "0018_registers")]

    operations = [migrations.RunPython(begin, migrations.RunPython.noop)]

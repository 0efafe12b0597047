from typing import Any

from django.db import migrations

from tables.registers import ddl
from tables.registers.beginning import begin_missing
from tables.registers.chain import Register


def begin(apps: Any, _schema_editor: Any) -> None:
    """Of every table there is: what it was opened with, and who judges and keeps score there."""
    offices = {
        "referee": apps.get_model("tables", "RefereeAssignment"),
        "scorer": apps.get_model("tables", "ScorerAssignment"),
    }
    held: dict[Any, dict[str, Any]] = {}
    for office, model in offices.items():
        for table, account in model.objects.values_list("table", "account"):
            held.setdefault(table, {})[f"{office}:{account}"] = True
    rows = apps.get_model("tables", "Table").objects.values_list(
        "pk", "context", "dispute_terms", "organiser"
    )
    begin_missing(
        (
            Register("table", pk),
            {
                "agreed": {"context": context, "dispute_terms": terms, "organiser": organiser},
                **held.get(pk, {}),
            },
        )
        for pk, context, terms, organiser in rows.iterator()
    )


class Migration(migrations.Migration):
    dependencies = [("tables", "0017_looks_brought")]

    operations = [
        migrations.RunSQL(ddl.APPEND, reverse_sql=ddl.DROP),
        migrations.RunPython(begin, migrations.RunPython.noop),
    ]

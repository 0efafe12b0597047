from django.db import migrations, models

from tables.events import ddl


class Migration(migrations.Migration):
    dependencies = [("tables", "0008_disputes")]

    operations = [
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("hand__gte", 0),
                    ("ruleset_version__gte", 0),
                    ("spectator_delay__gte", 0),
                    ("version__gte", 0),
                ),
                name="tables_table_counts",
            ),
        ),
        migrations.RunSQL(ddl.EVENT_COUNTS, reverse_sql=ddl.EVENT_COUNTS_UNCHECKED),
    ]

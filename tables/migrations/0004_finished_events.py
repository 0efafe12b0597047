from django.db import migrations

from tables.events import ddl


class Migration(migrations.Migration):
    dependencies = [("tables", "0003_live")]

    operations = [
        migrations.RunSQL(
            ddl.FINISHED_EVENTS, reverse_sql="DROP VIEW tables_finished_event;"
        ),
    ]

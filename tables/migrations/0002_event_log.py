from django.db import migrations

from tables.events import ddl


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]

    operations = [
        migrations.RunSQL(
            ddl.EVENT_TABLE + ddl.EVENT_GUARD + ddl.COMMAND_VERSION + ddl.APPEND,
            reverse_sql=ddl.DROP,
        ),
        migrations.RunSQL(ddl.ROOM_FOR_UPDATES, reverse_sql=migrations.RunSQL.noop),
    ]

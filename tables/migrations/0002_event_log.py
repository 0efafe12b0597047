from django.db import migrations

from tables.events import ddl


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]

    operations = [
        migrations.RunSQL(ddl.EVENT_TABLE + ddl.EVENT_GUARD + ddl.APPEND, reverse_sql=ddl.DROP),
    ]

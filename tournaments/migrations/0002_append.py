from django.db import migrations

from tournaments.store import ddl


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0001_initial"),
        ("tables", "0004_finished_events"),
    ]

    operations = [migrations.RunSQL(ddl.APPEND, reverse_sql=ddl.DROP)]

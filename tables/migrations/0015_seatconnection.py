from django.db import migrations, models

from tables.review import connections_ddl


class Migration(migrations.Migration):
    dependencies = [("tables", "0014_looks_chained")]

    operations = [
        migrations.RunSQL(
            connections_ddl.CONNECTIONS, reverse_sql=connections_ddl.DROP_CONNECTIONS
        ),
        migrations.CreateModel(
            name="SeatConnection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("connected", models.BooleanField(verbose_name="connected")),
                ("at", models.DateTimeField(verbose_name="time")),
                ("process", models.TextField()),
            ],
            options={
                "verbose_name": "connection of a seat",
                "verbose_name_plural": "connections of seats",
                "db_table": "tables_seatconnection",
                "ordering": ("-at", "-pk"),
                "managed": False,
            },
        ),
    ]

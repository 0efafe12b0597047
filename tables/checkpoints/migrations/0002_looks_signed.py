from django.db import migrations, models

from tables.checkpoints import ddl


class Migration(migrations.Migration):
    dependencies = [("checkpoints", "0001_initial"), ("tables", "0014_looks_chained")]

    operations = [
        migrations.RunSQL(ddl.LEAVES_OF_LOOKS, reverse_sql=ddl.LEAVES_OF_STREAMS),
        # Django's own idea of the table: neither of these touches the database.
        migrations.DeleteModel(name="LeafRow"),
        migrations.CreateModel(
            name="LeafRow",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "stream",
                        "log",
                        "checkpoint",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("stream", models.UUIDField()),
                ("log", models.TextField(blank=True)),
                ("checkpoint", models.PositiveIntegerField()),
                ("version", models.PositiveIntegerField()),
                ("hash", models.TextField()),
            ],
            options={
                "verbose_name": "signed head",
                "verbose_name_plural": "signed heads",
                "db_table": "tables_checkpointleaf",
                "ordering": ("stream", "log", "checkpoint"),
                "managed": False,
            },
        ),
    ]

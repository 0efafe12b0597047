import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tables.review import ddl


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0013_imported_trailers"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunSQL(ddl.LOOKS_CHAINED, reverse_sql=ddl.LOOKS_UNCHAINED),
        # Django's own idea of the table: neither of these touches the database.
        migrations.DeleteModel(name="PrivilegedView"),
        migrations.CreateModel(
            name="PrivilegedView",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "table",
                        "number",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("hand", models.IntegerField(verbose_name="hand")),
                ("at", models.DateTimeField(verbose_name="time")),
                ("what", models.TextField(verbose_name="where")),
                ("number", models.PositiveIntegerField()),
                ("salt", models.TextField()),
                ("prev", models.TextField()),
                ("hash", models.TextField()),
                (
                    "account",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "verbose_name": "look at hidden tiles",
                "verbose_name_plural": "looks at hidden tiles",
                "db_table": "tables_privilegedview",
                "ordering": ("-at", "-number"),
                "managed": False,
            },
        ),
    ]

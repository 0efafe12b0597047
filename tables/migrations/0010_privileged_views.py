from django.db import migrations, models

from tables.events import ddl


class Migration(migrations.Migration):
    dependencies = [("tables", "0009_counts_checked")]

    operations = [
        migrations.RunSQL(ddl.LOOKS, reverse_sql=ddl.DROP_LOOKS),
        migrations.CreateModel(
            name="PrivilegedView",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hand", models.IntegerField(verbose_name="hand")),
                ("at", models.DateTimeField(verbose_name="time")),
                ("what", models.TextField(verbose_name="where")),
            ],
            options={
                "verbose_name": "look at hidden tiles",
                "verbose_name_plural": "looks at hidden tiles",
                "db_table": "tables_privilegedview",
                "ordering": ("-at", "-id"),
                "managed": False,
            },
        ),
    ]

from django.db import migrations, models

from tables.events import ddl


class Migration(migrations.Migration):
    dependencies = [("tables", "0005_real_tiles")]

    operations = [
        migrations.RunSQL(
            ddl.APPEND_FIRST_APART,
            reverse_sql="DROP FUNCTION tables_append;" + ddl.COMMAND_VERSION + ddl.APPEND,
        ),
        migrations.RunSQL(ddl.NUMBERS_UNCHECKED, reverse_sql=ddl.NUMBERS_CHECKED),
        migrations.AlterField(
            model_name="table",
            name="hand",
            field=models.IntegerField(default=0, verbose_name="hand"),
        ),
        migrations.AlterField(
            model_name="table",
            name="ruleset_version",
            field=models.SmallIntegerField(),
        ),
        migrations.AlterField(
            model_name="table",
            name="spectator_delay",
            field=models.SmallIntegerField(default=1, verbose_name="spectators' delay in hands"),
        ),
        migrations.AlterField(
            model_name="table",
            name="version",
            field=models.IntegerField(default=0),
        ),
    ]

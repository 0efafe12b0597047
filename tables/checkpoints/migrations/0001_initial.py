from django.db import migrations, models

from tables.checkpoints import ddl


class Migration(migrations.Migration):
    initial = True
    dependencies = [("tables", "0002_event_log")]

    operations = [
        migrations.RunSQL(ddl.TABLES + ddl.GUARD, reverse_sql=ddl.DROP),
        migrations.CreateModel(
            name='CheckpointRow',
            fields=[
                ('number', models.PositiveIntegerField(primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
                ('size', models.PositiveIntegerField()),
                ('root', models.TextField()),
                ('previous', models.TextField()),
                ('key', models.TextField()),
                ('signature', models.TextField()),
            ],
            options={
                'verbose_name': 'checkpoint',
                'verbose_name_plural': 'checkpoints',
                'db_table': 'tables_checkpoint',
                'ordering': ('-number',),
                'managed': False,
            },
        ),
        migrations.CreateModel(
            name='LeafRow',
            fields=[
                ('pk', models.CompositePrimaryKey('stream', 'checkpoint', blank=True, editable=False, primary_key=True, serialize=False)),
                ('stream', models.UUIDField()),
                ('checkpoint', models.PositiveIntegerField()),
                ('version', models.PositiveIntegerField()),
                ('hash', models.TextField()),
            ],
            options={
                'verbose_name': 'signed head',
                'verbose_name_plural': 'signed heads',
                'db_table': 'tables_checkpointleaf',
                'ordering': ('stream', 'checkpoint'),
                'managed': False,
            },
        ),
    ]

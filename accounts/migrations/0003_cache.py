"""Where rate limits are counted. Nothing in it has to outlive a crash."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_user_gone_at'),
    ]

    operations = [
        migrations.RunSQL(
            """
            CREATE UNLOGGED TABLE accounts_cache (
                cache_key varchar(255) PRIMARY KEY,
                value text NOT NULL,
                expires timestamptz NOT NULL
            );
            CREATE INDEX accounts_cache_expires ON accounts_cache (expires);
            """,
            "DROP TABLE accounts_cache;",
        ),
    ]

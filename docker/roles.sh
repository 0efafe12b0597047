#!/bin/sh
# Runs once, when the database is made: the role that the site works as, which may not migrate.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE laozhuang_app LOGIN PASSWORD :'password';
SQL

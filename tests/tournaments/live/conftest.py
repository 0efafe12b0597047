"""Real servers, as for the live tables."""

from tests.tables.live.conftest import _no_faults, migrated, server, site

__all__ = ["_no_faults", "migrated", "server", "site"]

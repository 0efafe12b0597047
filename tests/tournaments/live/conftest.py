"""Real servers, as for the live tables."""

from tests.tables.live.conftest import _no_faults, server, site

__all__ = ["_no_faults", "server", "site"]

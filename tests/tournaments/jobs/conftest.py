"""A database of its own, as for the live tables, that workers of the queue look at."""

from tests.tables.live.conftest import site

__all__ = ["site"]

"""What the shell refuses, beside what the engine does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tables.events.log import Line


class TableError(Exception):
    """Base of the shell's refusals; `code` is for programs."""

    code = "table_error"


class NoSuchTable(TableError):
    """There is no table of that id."""

    code = "no_such_table"


class NotYourSeat(TableError):
    """The account does not sit there, or may not do this."""

    code = "not_your_seat"


class MatchRunning(TableError):
    """What was asked for is open only once the match is over."""

    code = "match_running"


class StaleCommand(TableError):
    """The table has moved on since the version the command was meant for; `news` says how."""

    code = "stale"

    def __init__(self, version: int, news: tuple[Line, ...]) -> None:
        super().__init__(f"the table is at version {version}")
        self.version = version
        self.news = news

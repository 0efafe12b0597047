"""What the engine, the shell or the database refused, as an error for the client."""

from __future__ import annotations

import logging

import psycopg

from engine.errors import EngineError, IllegalAction
from tables.errors import StaleCommand, TableError
from tables.live.messages import Refused

logger = logging.getLogger(__name__)


def refusal(error: EngineError | TableError | psycopg.Error) -> Refused:
    """The error that a client is told."""
    match error:
        case psycopg.Error():
            logger.warning("an order was not committed", exc_info=error)
            return Refused("busy")
        case IllegalAction(code="stale") | StaleCommand():
            return Refused("stale")
        case IllegalAction():
            return Refused(error.code, rule=error.rule or None, message=error.message)
        case EngineError():
            return Refused(error.code, field=error.field, message=error.message)
    return Refused(error.code, message=str(error))

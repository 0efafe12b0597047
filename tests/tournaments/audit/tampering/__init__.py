"""Whatever may be changed behind the application's back, by what it is a change of."""

from __future__ import annotations

from tests.tournaments.audit.tampering.acts import Tampering
from tests.tournaments.audit.tampering.logs import LOGS
from tests.tournaments.audit.tampering.registers import REGISTERED
from tests.tournaments.audit.tampering.rows import ROWS
from tests.tournaments.audit.tampering.signed import SIGNED

TAMPERINGS: dict[str, Tampering] = {**LOGS, **ROWS, **SIGNED, **REGISTERED}

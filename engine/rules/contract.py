"""Contracts 包牌: forms, the ladder they are bid on, and what is at stake (A2, L1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from engine.seats import Seat, format_seat

Form: TypeAlias = Literal["two_wild", "one_wild", "no_wild"]

FORMS: Final[tuple[Form, ...]] = get_args(Form)
LOWEST_BID: Final = 2


@dataclass(frozen=True, slots=True)
class Contract:
    """A bid that was made or holds: the contractor 包家, the tai promised, and the form.

    Forms: `two_wild` is the plain bid, `one_wild` is 独, `no_wild` is 无财.
    """

    by: Seat
    tai: int
    form: Form

    @property
    def rank(self) -> tuple[int, int]:
        """Place on the ladder; a bid outranks another when its rank is greater (A2)."""
        return self.tai, FORMS.index(self.form)

    @property
    def wild_kinds(self) -> int:
        """How many kinds of wild 财神 the contractor names (C2)."""
        return 2 - FORMS.index(self.form)

    @property
    def stake(self) -> int:
        """5·2^(n-2) for a plain bid of n tai, twice that for 独 and 无财 (L1)."""
        exponent = self.tai - LOWEST_BID + (self.form != "two_wild")
        return 5 << exponent

    def as_dict(self) -> dict[str, str | int]:
        """Its JSON form, the seat as a letter."""
        return {"by": format_seat(self.by), "tai": self.tai, "form": self.form}

"""Exposed and concealed melds 副露 as facts: physical tiles and what each stands for (C1, C5, C6).

Which melds a ruleset allows is the ruleset's business; here is only what a meld is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from engine.notation import format_tiles
from engine.tiles import Kind

MeldKind: TypeAlias = Literal["chow", "pung", "kong", "added_kong", "concealed_kong"]

MELD_KINDS: Final[tuple[MeldKind, ...]] = get_args(MeldKind)
KONGS: Final = frozenset({"kong", "added_kong", "concealed_kong"})


@dataclass(frozen=True, slots=True)
class Meld:
    """A chow 吃, pung 碰, or kong 杠 (exposed 明杠, added 补杠, concealed 暗杠).

    `tiles` are the physical tiles, `stands_as` what they stand for, both sorted by kind. They
    differ where a wild 财神 stands for another tile.
    """

    kind: MeldKind
    tiles: tuple[Kind, ...]
    stands_as: tuple[Kind, ...]

    @property
    def is_kong(self) -> bool:
        """Four tiles of one kind that count as one set."""
        return self.kind in KONGS

    @property
    def is_chow(self) -> bool:
        """A run of three in one suit."""
        return self.kind == "chow"

    @property
    def is_concealed(self) -> bool:
        """A concealed kong: no tile was claimed for it."""
        return self.kind == "concealed_kong"

    @property
    def is_natural(self) -> bool:
        """No tile stands for another."""
        return self.tiles == self.stands_as

    @property
    def lowest(self) -> Kind:
        """The lowest kind it stands for; names a run, or the kind of a pung or kong."""
        return self.stands_as[0]

    def as_dict(self) -> dict[str, str]:
        """Its JSON form."""
        return {
            "kind": self.kind,
            "tiles": format_tiles(self.tiles),
            "stands_as": format_tiles(self.stands_as),
        }

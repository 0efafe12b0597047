"""Schedules that are known by construction, nearly all without any repeated pair.

Owns the constructions: one starter round developed over a group, the lines of
the affine space over GF(4), transversals, and a schedule written out. Must not
know players, seeds or wishes: points are numbers from 0, and a round is a flat
list, four to a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.seating.board import Flat

Point = tuple[int, int]
"""An element of the group and one of three classes."""


@dataclass(frozen=True, slots=True)
class Starter:
    """A round that stays the same when classes rotate, to be developed over a group.

    The points are a group of `order` elements in three classes, and `fixed`
    points that no development moves. Rotation takes (x, c) to (ux, c+1) with
    u = `multiplier`. Each table of `base` stands for its three rotations;
    each x of `still` for the table of a fixed point with (x, 0), (ux, 1),
    (u²x, 2); `turning` for the three tables of three fixed points that rotate.
    Every difference within a class, and from a class to the next, appears at
    most once, so no pair meets twice.
    """

    order: int
    base: tuple[tuple[Point, ...], ...]
    still: tuple[int, ...] = ()
    turning: tuple[Point, ...] = ()
    multiplier: int = 1
    ternary: bool = False
    """The group is pairs of residues mod 3, x standing for (x // 3, x % 3)."""

    def rounds(self) -> list[Flat]:
        """All rounds of the design, one for each shift of the starter."""
        return [self._developed(shift) for shift in range(self.order)]

    def _developed(self, shift: int) -> Flat:
        fixed = 3 * self.order
        flat: Flat = []
        for number, x in enumerate(self.still):
            flat += [fixed + number, *(self._point((x, 0), turn, shift) for turn in range(3))]
        for turn in range(3):
            if self.turning:
                flat += [fixed + turn, *(self._point(at, turn, shift) for at in self.turning)]
            for table in self.base:
                flat += [self._point(at, turn, shift) for at in table]
        return flat

    def _point(self, at: Point, turn: int, shift: int) -> int:
        x, kind = at
        x = x * self.multiplier**turn % self.order
        x = _ternary_sum(x, shift) if self.ternary else (x + shift) % self.order
        return (kind + turn) % 3 * self.order + x


def _ternary_sum(x: int, y: int) -> int:
    return (x // 3 + y // 3) % 3 * 3 + (x + y) % 3


STARTERS: dict[int, Starter] = {
    16: Starter(5, (((1, 0), (2, 1), (3, 1), (4, 0)),), still=(0,)),
    24: Starter(7, (((1, 0), (4, 2), (5, 0), (6, 0)),), turning=((2, 0), (0, 1), (3, 2))),
    28: Starter(
        9,
        (((1, 0), (2, 0), (3, 0), (6, 1)), ((4, 0), (5, 1), (7, 2), (8, 1))),
        still=(0,),
        ternary=True,
    ),
    36: Starter(
        11,
        (((0, 0), (5, 1), (7, 0), (10, 0)), ((3, 0), (4, 2), (6, 2), (8, 0))),
        turning=((2, 0), (9, 1), (1, 2)),
    ),
    40: Starter(
        13,
        (
            ((1, 0), (5, 2), (8, 2), (12, 0)),
            ((2, 0), (3, 2), (10, 2), (11, 0)),
            ((4, 0), (6, 1), (7, 1), (9, 0)),
        ),
        still=(0,),
    ),
    44: Starter(
        14,
        (
            ((1, 0), (5, 1), (8, 2), (3, 1)),
            ((2, 0), (7, 1), (10, 0), (11, 0)),
            ((6, 0), (8, 0), (11, 2), (10, 2)),
        ),
        still=(0, 5),
        multiplier=11,
    ),
    48: Starter(
        15,
        (
            ((0, 0), (3, 1), (10, 2), (12, 1)),
            ((1, 0), (6, 0), (7, 1), (14, 0)),
            ((4, 0), (5, 2), (8, 2), (9, 2)),
        ),
        turning=((13, 0), (2, 1), (11, 2)),
    ),
    52: Starter(
        17,
        (
            ((1, 0), (9, 0), (13, 0), (15, 2)),
            ((2, 0), (6, 1), (7, 2), (16, 1)),
            ((3, 0), (4, 2), (8, 1), (10, 2)),
            ((5, 0), (11, 1), (12, 1), (14, 1)),
        ),
        still=(0,),
    ),
    56: Starter(
        18,
        (
            ((1, 0), (2, 0), (15, 1), (17, 0)),
            ((3, 0), (9, 2), (11, 0), (4, 2)),
            ((4, 0), (6, 2), (1, 1), (7, 1)),
            ((5, 0), (14, 1), (10, 0), (12, 1)),
        ),
        still=(0, 14),
        multiplier=13,
    ),
    60: Starter(
        19,
        (
            ((0, 0), (10, 0), (15, 0), (18, 1)),
            ((1, 0), (7, 1), (9, 0), (14, 1)),
            ((2, 0), (4, 1), (8, 0), (11, 2)),
            ((3, 0), (5, 0), (6, 0), (13, 2)),
        ),
        turning=((16, 0), (17, 1), (12, 2)),
    ),
}
"""By number of players; each reaches ⌊(N-1)/3⌋ rounds, more than which nothing can."""


ALL_MEET: dict[tuple[int, int], tuple[str, ...]] = {
    (20, 7): (
        "abcd efgh ijkl mnop qrst",
        "abcj dhot efgl iqrs kmnp",
        "aekr bfpt clos dgim hjnq",
        "afms bgnr cepq dijt hklo",
        "agoq bhks cfin dlpr ejmt",
        "ahip blmq cgkt dens fjor",
        "alnt beio chmr dfkq gjps",
    ),
}
"""By players and rounds: everybody meets everybody, so the repeats are as few as can be."""


def known_rounds(players: int, wanted: int) -> list[Flat]:
    """As many rounds as a construction gives without repeating a pair, `wanted` at most.

    `players` has to be a multiple of four. Where every pair meets within the
    rounds wanted and this is known how, those are given although some meet twice.
    """
    if (players, wanted) in ALL_MEET:
        return [_spelled(line) for line in ALL_MEET[players, wanted]]
    if players in STARTERS:
        return STARTERS[players].rounds()[:wanted]
    if players == 64:
        return affine_rounds()[:wanted]
    return transversal_rounds(players // 4, wanted)


def _spelled(line: str) -> Flat:
    return [ord(letter) - ord("a") for letter in line if letter != " "]


def affine_rounds() -> list[Flat]:
    """The 21 directions of the affine space of dimension 3 over GF(4): 64 points, lines of four."""
    return [_lines(direction) for direction in _directions()]


def _directions() -> Iterator[int]:
    """One vector for each direction; of three base-4 digits, the highest that is not 0 is 1."""
    for vector in range(1, 64):
        top = next(digit for digit in (vector >> 4, vector >> 2 & 3, vector & 3) if digit)
        if top == 1:
            yield vector


def _lines(direction: int) -> Flat:
    flat: Flat = []
    seen: set[int] = set()
    for point in range(64):
        if point not in seen:
            line = [point ^ _scaled(direction, factor) for factor in range(4)]
            seen.update(line)
            flat += line
    return flat


def _scaled(vector: int, factor: int) -> int:
    """Each base-4 digit of the vector times the factor in GF(4); adding there is exclusive or."""
    return sum(_field_product(vector >> at & 3, factor, 2) << at for at in (0, 2, 4))


def _field_product(x: int, y: int, bits: int) -> int:
    """The product in GF(2^bits), modulo z²+z+1, z³+z+1 or z⁴+z+1."""
    product = 0
    for at in range(bits):
        if y >> at & 1:
            product ^= x << at
    modulus = (1 << bits) + 0b11
    for at in range(bits - 2, -1, -1):
        if product >> at + bits & 1:
            product ^= modulus << at
    return product


def transversal_rounds(group: int, wanted: int) -> list[Flat]:
    """Rounds in which each table takes one point from each of four groups of the same size.

    Round r seats point i of group 0 with i + offset(r, k) of the groups k =
    1, 2, 3. No pair meets twice as long as no difference of two groups'
    offsets comes back. Where the number of points allows, a last round seats
    each group among itself.
    """
    if group in (4, 8, 16):
        rounds = _field_rounds(group)
    else:
        rounds = [_transversal(group, row) for row in _offsets(group, wanted)]
    if group % 4 == 0:
        rounds = [*rounds[: wanted - 1], list(range(4 * group))]
    return rounds[:wanted]


def _field_rounds(group: int) -> list[Flat]:
    """`group` rounds, with the offsets r·k of a field whose sum is exclusive or."""
    bits = group.bit_length() - 1
    return [
        [
            k * group + (point ^ _field_product(r, k, bits))
            for point in range(group)
            for k in range(4)
        ]
        for r in range(group)
    ]


def _transversal(group: int, row: tuple[int, ...]) -> Flat:
    return [
        k * group + (point + offset) % group
        for point in range(group)
        for k, offset in enumerate(row)
    ]


def _offsets(group: int, wanted: int) -> list[tuple[int, ...]]:
    """Offsets of up to `wanted` rounds; `group` rounds where it has no factor 2 or 3."""
    if group % 2 and group % 3:
        return [tuple(r * k % group for k in range(4)) for r in range(min(group, wanted))]
    return _searched_offsets(group, wanted)


ROWS_TRIED = 3000
"""Offsets looked at before a search for further rounds starts anew."""


def _searched_offsets(group: int, wanted: int) -> list[tuple[int, ...]]:
    """Rows taken as they fit, from several starts: the longest list among them."""
    best: list[tuple[int, ...]] = []
    for twist in range(1, 30):
        rows: list[tuple[int, ...]] = []
        used: list[set[int]] = [set() for _ in range(6)]
        for step in range(min(group**3, ROWS_TRIED)):
            row = _row(step * (2 * twist + 1) * 7919, group)
            marks = _differences(row, group)
            if all(mark not in seen for mark, seen in zip(marks, used, strict=True)):
                rows.append(row)
                for mark, seen in zip(marks, used, strict=True):
                    seen.add(mark)
                if len(rows) == wanted:
                    return rows
        best = max(best, rows, key=len)
    return best


def _row(code: int, group: int) -> tuple[int, ...]:
    return (0, code % group, code // group % group, code // group // group % group)


def _differences(row: tuple[int, ...], group: int) -> tuple[int, ...]:
    return tuple((row[b] - row[a]) % group for a in range(4) for b in range(a + 1, 4))

"""A drawing in pixels: boxes of tables, their seats, and the lines between them.

Owns sizes and positions. Must not know names or languages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tournaments.brackets.drawing import Drawing, Edge, Node
from tournaments.brackets.plan import Part

WIDTH: Final = 236
HEAD: Final = 22
LINE: Final = 22
HEIGHT: Final = HEAD + 4 * LINE
"""A table's box: a head with its name, then four lines of one seat each."""

_GAP: Final = 56
_ROW: Final = 71
_TOP: Final = 30
_EDGE: Final = 12


@dataclass(frozen=True, slots=True)
class Box:
    """A table's upper left corner, and the middle of each seat's line."""

    node: Node
    x: int
    y: int
    lines: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Wire:
    """A line as an SVG path; `known` once somebody has gone along it."""

    edge: Edge
    path: str
    known: bool


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of a round goes here, above its first table."""

    part: Part
    round: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A drawing in pixels, `width` by `height`."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    wires: tuple[Wire, ...]
    headings: tuple[Heading, ...]


def layout(drawing: Drawing) -> Layout:
    """Where everything goes; the picture is as large as it has to be."""
    boxes = {node.key: _box(node) for node in drawing.nodes}
    return Layout(
        width=max(box.x for box in boxes.values()) + WIDTH + _EDGE,
        height=max(box.y for box in boxes.values()) + HEIGHT + _EDGE,
        boxes=tuple(boxes.values()),
        wires=tuple(_wires(drawing, boxes)),
        headings=tuple(_headings(boxes)),
    )


def _box(node: Node) -> Box:
    x = _EDGE + node.column * (WIDTH + _GAP)
    y = _TOP + (node.row - 1) * _ROW
    first = y + HEAD + LINE // 2
    return Box(node, x, y, (first, first + LINE, first + 2 * LINE, first + 3 * LINE))


def _wires(drawing: Drawing, boxes: dict[str, Box]) -> Iterator[Wire]:
    """From the line of whoever had the rank, or from the middle while that is not known."""
    for edge in drawing.edges:
        source, target = boxes[edge.source], boxes[edge.target]
        start = next(
            (
                line
                for seat, line in zip(source.node.seats, source.lines, strict=True)
                if edge.player is not None and seat.player == edge.player
            ),
            None,
        )
        y = source.y + HEAD + 2 * LINE if start is None else start
        path = _curve(source.x + WIDTH, y, target.x, target.lines[edge.seat])
        yield Wire(edge, path, start is not None)


def _curve(x: int, y: int, to_x: int, to_y: int) -> str:
    """Level at both ends; turns in the gap before the table it leads to."""
    turn = to_x - _GAP
    return f"M{x} {y}H{turn}C{turn + _GAP // 2} {y} {to_x - _GAP // 2} {to_y} {to_x} {to_y}"


def _headings(boxes: dict[str, Box]) -> Iterator[Heading]:
    first: dict[tuple[Part, int], Box] = {}
    for box in boxes.values():
        known = first.setdefault((box.node.part, box.node.round), box)
        if box.y < known.y:
            first[box.node.part, box.node.round] = box
    for (part, number), box in first.items():
        yield Heading(part, number, box.x, box.y - 8)

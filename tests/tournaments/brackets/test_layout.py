"""The picture in pixels."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from tests.tournaments.brackets.cup import DOUBLE, ONE, TWO, Cup
from tournaments.brackets.build import Choices
from tournaments.brackets.drawing import drawing
from tournaments.brackets.layout import HEIGHT, WIDTH, Layout, layout


def picture(cup: Cup) -> Layout:
    return layout(drawing(cup.bracket, cup.entrants, cup.filled))


@pytest.mark.parametrize("choices", [TWO, ONE, DOUBLE, Choices(small_final=True)])
@pytest.mark.parametrize("field", [16, 17, 22, 30, 64, 100])
def test_no_box_lies_on_another_and_all_are_inside(field: int, choices: Choices) -> None:
    made = picture(Cup(field, choices))
    for one, other in combinations(made.boxes, 2):
        apart = abs(one.x - other.x) >= WIDTH or abs(one.y - other.y) >= HEIGHT
        assert apart, (one.node.key, other.node.key)
    assert min(box.y for box in made.boxes) > 0
    assert max(box.x for box in made.boxes) + WIDTH < made.width
    assert max(box.y for box in made.boxes) + HEIGHT < made.height


def test_a_line_leads_from_whoever_went_along_it_to_their_seat() -> None:
    made = picture(Cup(8).play(until="F"))
    boxes = {box.node.key: box for box in made.boxes}
    for wire in made.wires:
        assert wire.known
        source, target = boxes[wire.edge.source], boxes[wire.edge.target]
        numbers = [int(number) for number in re.findall(r"\d+", wire.path)]
        seat = [line.player for line in source.node.seats].index(wire.edge.player)
        assert numbers[:2] == [source.x + WIDTH, source.lines[seat]]
        assert numbers[-2:] == [target.x, target.lines[wire.edge.seat]]


def test_before_anybody_has_played_lines_start_at_the_middle_of_their_tables() -> None:
    assert not any(wire.known for wire in picture(Cup(16)).wires)


def test_every_round_has_a_heading() -> None:
    made = picture(Cup(22))
    assert [(one.part, one.round) for one in made.headings] == [
        ("play_in", 1),
        ("main", 1),
        ("main", 2),
        ("final", 3),
    ]

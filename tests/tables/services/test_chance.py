"""What tests rest on: walls follow from a test's name, so that a failure can be repeated."""

from __future__ import annotations

from django.utils import timezone

from tables import opening
from tables.services import Opening, Sitter, Terms
from tests.chance import CHANCE

BUILT_IN = [Sitter("Built-in", level="random")] * 4


def drawn(name: str) -> tuple[object, ...]:
    """All that walls are made of, for a table opened under this name."""
    with CHANCE.following(name):
        made = opening.prepare(Opening(Terms("bao"), BUILT_IN), timezone.now())
    return made.table.pk, made.secret.seed, made.secret.entropy


def test_the_same_name_draws_the_same_and_another_name_another() -> None:
    assert drawn("one") == drawn("one") != drawn("two")
    assert len(set(drawn("one")[2].values())) == 4

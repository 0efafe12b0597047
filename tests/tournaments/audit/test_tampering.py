"""Whatever is changed behind the application's back is found, and named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from engine.signing import public_key
from tests.emptying import empty
from tests.tournaments.audit.tampering import TAMPERINGS
from tests.tournaments.audit.tampering.acts import event_sql
from tests.tournaments.audit.tampering.logs import tail
from tests.tournaments.audit.tampering.signed import looks_rehashed
from tests.tournaments.audit.world import World, world_make
from tournaments.store.folds import FOLDS

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[World, set[str]]]:
    """Made once: each test is rolled back. With what is wrong before anybody touches anything,
    which is about logs that other tests have left behind."""
    with django_db_blocker.unblock():
        world = world_make()
        before = verify_log()
        about = (str(world.event.tournament.pk), *(str(m.pk) for m in _matches(world)))
        assert not [line for line in before if line.startswith(about)]
    yield world, before
    with django_db_blocker.unblock():
        # Logs too; and numbers go on, as worlds that were kept have theirs.
        empty()


def _matches(world: World) -> tuple[Any, ...]:
    return world.match, world.disputed, world.running, world.sheet


def verify_log(*arguments: str) -> set[str]:
    """What the command prints, one line a fault."""
    out = StringIO()
    FOLDS.forget()
    try:
        call_command("verify_log", *arguments, stdout=out)
    except CommandError as failed:
        returncode = failed.returncode
    else:
        return set()
    assert returncode == 1
    return set(out.getvalue().splitlines())


@pytest.fixture
def found(made: tuple[World, set[str]]) -> Callable[[], str]:
    """What the command finds now that was not there before."""
    return lambda: "\n".join(sorted(verify_log() - made[1]))


@pytest.mark.parametrize("what", TAMPERINGS)
def test_it_is_found_and_named(
    what: str, made: tuple[World, set[str]], found: Callable[[], str]
) -> None:
    expected = TAMPERINGS[what](made[0])
    said = found()
    assert any(line.startswith(expected) for line in said.splitlines()), f"{expected}\n{said}"


def test_where_nobody_touched_anything_nothing_is_found(
    made: tuple[World, set[str]], found: Callable[[], str]
) -> None:
    assert found() == ""


def test_only_the_checkpoint_finds_a_history_made_anew(
    made: tuple[World, set[str]], found: Callable[[], str]
) -> None:
    """The log fits itself, the rows fit the log: without what was signed nobody could tell."""
    tail(made[0])
    lines = found().splitlines()
    assert lines
    assert all(" signed: " in line for line in lines), lines


def test_only_the_checkpoint_finds_looks_made_anew(
    made: tuple[World, set[str]], found: Callable[[], str]
) -> None:
    expected = looks_rehashed(made[0])
    (line,) = found().splitlines()
    assert line.startswith(expected)


def test_the_command_looks_at_what_it_is_asked_to(made: tuple[World, set[str]]) -> None:
    world, _ = made
    event_sql("actor = 'clock'")(world)
    other = verify_log("--match", str(world.disputed.pk))
    assert not any(str(world.match.pk) in line for line in other)
    for arguments in (
        ("--match", str(world.match.pk)),
        ("--tournament", str(world.event.tournament.pk)),
    ):
        assert any(str(world.match.pk) in line for line in verify_log(*arguments))
    for arguments in (("--match", str(uuid4())), ("--tournament", str(world.match.pk))):
        with pytest.raises(CommandError, match="there is no") as refused:
            call_command("verify_log", *arguments)
        assert refused.value.returncode == 2


def test_a_bar_is_drawn_on_a_terminal_alone(
    made: tuple[World, set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = str(made[0].match.pk)

    def drawn(is_terminal: bool) -> str:
        screen = Screen(is_terminal=is_terminal)
        monkeypatch.setattr("sys.stderr", screen)
        call_command("verify_log", "--match", one, stdout=StringIO())
        return screen.getvalue()

    assert drawn(is_terminal=False) == ""
    bar = drawn(is_terminal=True)
    assert f"  0% {one}" in bar
    assert "100%" in bar


class Screen(StringIO):
    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


def test_keys_that_signed_before_are_keys_of_this_site(
    made: tuple[World, set[str]], found: Callable[[], str], settings: Any
) -> None:
    old = public_key(settings.CHECKPOINT_KEY)
    settings.CHECKPOINT_KEY = "77" * 32
    assert "which is no key of this site" in found()
    settings.CHECKPOINT_OLD_KEYS = [old]
    assert found() == ""

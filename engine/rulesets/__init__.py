"""The two games: bao 包麻将 and free 自由麻将, in every version there ever was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.errors import InvalidInput
from engine.rules.choosing import options_from
from engine.rules.ruleset import Game, Ruleset
from engine.rulesets.bao import BAO_GAME
from engine.rulesets.free import FREE_GAME

GAMES: Final[dict[tuple[str, int], Game]] = {
    (game.id, game.version): game for game in (BAO_GAME, FREE_GAME)
}
"""By id and version. A match is judged by the version it began under: add, never replace."""

NAMES: Final = tuple(dict.fromkeys(name for name, _ in GAMES))


def get_ruleset(
    name: object, options: Mapping[str, object] | None = None, version: int | None = None
) -> Ruleset:
    """A game with its options validated; the newest version unless one is named.

    Raises InvalidInput for an unknown game, version, option or value, with the list of those
    allowed.
    """
    if not isinstance(name, str) or name not in NAMES:
        raise InvalidInput(f"ruleset is one of {', '.join(NAMES)}", "ruleset")
    versions = sorted(number for game, number in GAMES if game == name)
    number = versions[-1] if version is None else version
    if number not in versions:
        known = ", ".join(map(str, versions))
        raise InvalidInput(f"ruleset_version of {name} is one of {known}", "ruleset_version")
    return Ruleset(GAMES[name, number], options_from(name, options))


PRESETS: Final[Mapping[str, Ruleset]] = {name: get_ruleset(name) for name in NAMES}

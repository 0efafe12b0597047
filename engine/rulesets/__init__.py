"""The two games: bao 包麻将 and free 自由麻将."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.errors import InvalidInput
from engine.rules.options import options_from
from engine.rules.ruleset import Game, Ruleset
from engine.rulesets.bao import BAO_GAME
from engine.rulesets.free import FREE_GAME

GAMES: Final[Mapping[str, Game]] = {game.id: game for game in (BAO_GAME, FREE_GAME)}


def get_ruleset(name: object, options: Mapping[str, object] | None = None) -> Ruleset:
    """A game with its options validated.

    Raises InvalidInput for an unknown game, option or value, with the list of those allowed.
    """
    game = GAMES.get(name) if isinstance(name, str) else None
    if game is None:
        raise InvalidInput(f"ruleset is one of {', '.join(GAMES)}", "ruleset")
    return Ruleset(game, options_from(game.id, options))


PRESETS: Final[Mapping[str, Ruleset]] = {name: get_ruleset(name) for name in GAMES}

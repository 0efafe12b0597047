"""Opening a match: everything it is judged by is checked and written out."""

from __future__ import annotations

from typing import Final, NoReturn

from engine.errors import InvalidInput
from engine.play.commands import OpenMatch
from engine.play.events import MatchOpened, Place
from engine.play.fields import as_digest
from engine.play.match import (
    AS_SEATED,
    ENGINE_VERSION,
    ClockSettings,
    Length,
    Play,
    Player,
    Successor,
)
from engine.rules.ruleset import Ruleset
from engine.rulesets import get_ruleset
from engine.tiles import Kind

LEVELS: Final = ("random", "sensible")
_MAX_NAME: Final = 100
_MAX_HANDS: Final = 1000
_MAX_ROUNDS: Final = 100


def match_opened(command: OpenMatch) -> MatchOpened:
    """The event that opens a match. Raises InvalidInput naming the field at fault."""
    ruleset = get_ruleset(command.ruleset, command.options, command.ruleset_version)
    if not 0 < len(command.match) <= _MAX_NAME:
        _refuse("match", f"a match's id has 1 to {_MAX_NAME} characters")
    _check_length(ruleset, command.length)
    _check_players(command.players)
    _check_fixed_wilds(ruleset, command.fixed_wilds)
    _check_clocks(command.clocks)
    _check_seating(command)
    if command.spectator_delay < 0:
        _refuse("spectator_delay", "a delay is 0 hands or more")
    return MatchOpened(
        match=command.match,
        ruleset=ruleset.id,
        options=ruleset.options.as_dict(),
        ruleset_version=ruleset.version,
        engine_version=ENGINE_VERSION,
        length=command.length,
        players=command.players,
        commitment=_commitment(command),
        fixed_wilds=tuple(sorted(command.fixed_wilds)),
        clocks=command.clocks,
        aids=command.aids,
        spectator_delay=command.spectator_delay,
        play=command.play,
        first_dealer=_first_dealer(command),
        seat_plan=command.seat_plan,
    )


def _commitment(command: OpenMatch) -> str:
    """Nothing is dealt from where the tiles are real, so nothing is committed to there."""
    if command.play == "live":
        return as_digest(command.commitment)
    if command.commitment:
        _refuse("commitment", "a match with real tiles has no wall to commit to")
    if any(player.kind == "bot" for player in command.players):
        _refuse("players", "built-in players do not play with real tiles")
    return ""


def _refuse(field: str, message: str) -> NoReturn:
    raise InvalidInput(message, field)


def _check_length(ruleset: Ruleset, length: Length) -> None:
    if length.kind not in ruleset.lengths:
        _refuse("length", f"a match is measured in {', '.join(ruleset.lengths)}")
    if length.kind == "hands" and not 1 <= (length.hands or 0) <= _MAX_HANDS:
        _refuse("length.hands", f"a match has 1 to {_MAX_HANDS} hands")
    if length.kind != "hands" and length.hands is not None:
        _refuse("length.hands", "hands are counted only where the length is hands")
    if length.kind != "dealer_rounds" and length.rounds is not None:
        _refuse("length.rounds", "rounds are counted only where the length is dealer_rounds")
    if length.rounds is not None and not 1 <= length.rounds <= _MAX_ROUNDS:
        _refuse("length.rounds", f"a match has 1 to {_MAX_ROUNDS} dealer rounds")


def _check_players(players: tuple[Player, ...]) -> None:
    if tuple(player.place for player in players) != (0, 1, 2, 3):
        _refuse("players", "four players, in the order of their places 0 to 3")
    for player in players:
        _check_player(player, "players")


def check_successor(player: Successor, play: Play) -> None:
    """Raises InvalidInput for somebody who cannot take a seat over in such a match."""
    _check_player(player, "player")
    if play == "scored" and player.kind == "bot":
        _refuse("player", "built-in players do not play with real tiles")


def _check_player(player: Player | Successor, field: str) -> None:
    if len(player.name) > _MAX_NAME or len(player.id) > _MAX_NAME:
        _refuse(field, f"names and ids have at most {_MAX_NAME} characters")
    if player.kind == "bot" and player.level not in LEVELS:
        _refuse(field, f"a built-in player's level is one of {', '.join(LEVELS)}")
    if player.kind == "human" and player.level is not None:
        _refuse(field, "a person has no level")


def _check_seating(command: OpenMatch) -> None:
    """Who deals first, and that each dealer round seats everybody once, the first as seated."""
    if command.first_dealer is not None and command.first_dealer not in AS_SEATED:
        _refuse("first_dealer", "the first dealer is a place from 0 to 3, or is drawn")
    if len(command.seat_plan) > _MAX_ROUNDS:
        _refuse("seat_plan", f"a plan of seats has at most {_MAX_ROUNDS} dealer rounds")
    if any(tuple(sorted(order)) != AS_SEATED for order in command.seat_plan):
        _refuse("seat_plan", "in each dealer round the places 0 to 3 come once each")
    if command.seat_plan and command.seat_plan[0] != AS_SEATED:
        _refuse("seat_plan", "the first dealer round is played in the order of the places")


def _first_dealer(command: OpenMatch) -> Place | None:
    """With real tiles there is no secret to draw from: place 0 deals first, or who is named."""
    if command.play == "scored" and command.first_dealer is None:
        return 0
    return command.first_dealer


def _check_fixed_wilds(ruleset: Ruleset, kinds: tuple[Kind, ...]) -> None:
    """Kinds are fixed for the match just where `free_wild` says so (C3)."""
    is_fixed = ruleset.options.free_wild == "fixed"
    wanted = ruleset.wild_kinds_named(None) if is_fixed else 0
    if len(kinds) != wanted:
        _refuse("fixed_wilds", f"{wanted} wild kinds are fixed for this match (C3)")
    if not ruleset.wilds_fit(tuple(sorted(kinds))):
        _refuse("fixed_wilds", "the wild kinds must be neighbours (C4)")


def _check_clocks(clocks: ClockSettings) -> None:
    windows = (clocks.decision_ms, clocks.claim_ms, clocks.entropy_ms, clocks.away_ms)
    if min(windows) <= 0 or clocks.reserve_ms < 0:
        _refuse("clocks", "times are positive; a reserve may be 0")

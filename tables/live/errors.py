"""The refusals of the live socket: a code for programs, a sentence for people."""

from __future__ import annotations

from typing import Any

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tables.live.messages import Refused

TEXTS: dict[str, Any] = {
    "bad_json": _("That was not a JSON object."),
    "bad_message": _("That message cannot be understood."),
    "bad_id": _("An action's id has 1 to 64 letters, digits, '_' or '-'."),
    "too_large": _("That message is too long."),
    "rate_limited": _("Too many messages; a moment, please."),
    "hello_first": _("The first message has to be a hello."),
    "hello_twice": _("One hello is enough."),
    "protocol": _("This version of the protocol is not spoken here."),
    "sign_in": _("Sign in first."),
    "not_allowed": _("You may not be that at this table."),
    "no_table": _("There is no such table."),
    "crowded": _("Your account has too many connections to this table."),
    "not_seated": _("Only those who play here can do that."),
    "aid_off": _("This aid is switched off at this table."),
    "stale": _("That decision is over."),
    "not_now": _("The match is not waiting for that."),
    "busy": _("That could not be saved just now; try again."),
}

REFUSALS: dict[str, Any] = {
    "wrong_phase": _("That cannot be done now."),
    "not_your_turn": _("It is not your turn."),
    "not_waiting": _("Nothing is expected of you now."),
    "no_hand": _("No hand is being played."),
    "paused": _("The match is paused."),
    "already_answered": _("You have answered already."),
    "own_tile": _("That is your own tile."),
    "bid_out_of_range": _("That bid is out of range."),
    "bid_too_low": _("A bid has to be higher than the last."),
    "wilds_count": _("That is the wrong number of wild kinds."),
    "wilds_not_neighbours": _("The two wild kinds have to be neighbours."),
    "wild_not_held": _("Only kinds in your hand can be named wild."),
    "not_held": _("You do not hold that tile."),
    "wild_discard": _("A wild tile may not be discarded."),
    "swap_call": _("That tile may not be discarded right after this chow."),
    "dead_wild": _("Nobody may claim a discarded wild tile."),
    "chow_not_next": _("Only the next player may chow."),
    "chow_of_honours": _("Honour tiles make no chow."),
    "no_such_meld": _("These tiles make no such meld."),
    "rob_only_win": _("An added kong can only be won on."),
    "win_with_tiles": _("A win names no tiles."),
    "no_such_kong": _("There is no such kong in your hand."),
    "kong_after_claim": _("No kong right after a claim."),
    "kong_not_replaceable": _("The wall is too short for a kong."),
    "no_tile_drawn": _("You cannot win without drawing a tile."),
    "not_complete": _("The hand is not four sets and a pair."),
    "below_minimum": _("Too few tai to win."),
    "below_contract": _("Fewer tai than the contract asks for."),
    "source_not_allowed": _("This game is won by self-draw only."),
    "rob_not_allowed": _("This kong may not be robbed."),
    "entropy_mismatch": _("That contribution does not fit."),
    "already_committed": _("Your contribution is in already."),
    "entropy_missed": _("The time for contributions is over."),
    "invalid_input": _("That is no action."),
    "bot_plays": _("A built-in player plays for you."),
    "not_paused": _("The match is not paused."),
    "time_called": _("Time has been called already."),
    "time_not_called": _("Time has not been called."),
}
"""What the engine refuses, for those who do not read its own, more exact English."""

SAME = {
    "bad_digest": "entropy_mismatch",
    "already_open": "already_committed",
    "already_opened": "already_committed",
    "invalid_notation": "invalid_input",
    "hand_over": "wrong_phase",
    "hand_running": "wrong_phase",
    "no_match": "no_hand",
    "no_seat": "wrong_phase",
}
"""Refusals that a person is told in the words of another."""

CLOSES = {
    "bad_json": 4400,
    "bad_message": 4400,
    "too_large": 4400,
    "hello_first": 4400,
    "protocol": 4400,
    "sign_in": 4401,
    "not_allowed": 4403,
    "no_table": 4404,
    "crowded": 4429,
}
"""With which code a connection ends that is refused before its welcome."""


def error_frame(refusal: Refused, lang: str, id_: str | None = None) -> dict[str, Any]:
    """The `error` message in the reader's language."""
    frame: dict[str, Any] = {
        **refusal.extra,
        "type": "error",
        "code": refusal.code,
        "message": message_for(refusal, lang),
    }
    return frame if id_ is None else {**frame, "id": id_}


def message_for(refusal: Refused, lang: str) -> str:
    """The sentence for a person; the engine's own where the reader knows English."""
    exact = refusal.extra.get("message")
    if exact and lang.startswith("en"):
        return str(exact)
    code = SAME.get(refusal.code, refusal.code)
    with translation.override(lang):
        return str(TEXTS.get(code) or REFUSALS.get(code) or exact or code)

"""Moments as the page reads them: events as the viewer may know them, with their chances."""

from __future__ import annotations

from typing import Any

from engine.notation import format_tile, format_tiles
from engine.play import commands as c
from engine.play import events as e
from engine.redact import redact
from engine.scoring import ScoreResult
from engine.seats import SEATS
from engine.viewer import Viewer
from tables.review.moments import Chance, Moment

Json = dict[str, Any]
ANSWERS = (e.ClaimMade, e.ClaimPassed)


def moment_json(moment: Moment, viewer: Viewer) -> Json:
    """One event: what the live socket would send, and why it could be otherwise."""
    line = moment.line
    told = redact(line.event, line.before, viewer)
    chances = [chance_json(chance) if chance else None for chance in moment.chances]
    return {
        "seq": line.seq,
        "type": told.type,
        "hand": line.hand,
        "data": told.data,
        "actor": line.actor,
        "at": line.at,
        "place": moment.place,
        "reaction_ms": moment.reaction_ms,
        "chances": {seat: one for seat, one in zip(SEATS, chances, strict=True) if one},
        "passed": list(moment.passed),
        "mark": _mark(line.event),
    }


def _mark(event: e.Event) -> str:
    """What the page's jumps look for."""
    if isinstance(event, e.ClaimMade | e.MeldClaimed | e.KongDeclared):
        return "claim"
    scoring = isinstance(event, e.HandWon | e.HandExhausted | e.HandRedealt | e.HandVoided)
    return "scoring" if scoring else ""


def chance_json(chance: Chance) -> Json:
    """What a seat could do, sorted by what it is; a long list of discards as one text."""
    told: Json = {"win": _win(chance.win)}
    discards = [one.tile for one in chance.commands if isinstance(one, c.Discard)]
    melds = [one for one in chance.commands if isinstance(one, c.Claim) and one.kind != "win"]
    kongs = [one for one in chance.commands if isinstance(one, c.DeclareKong)]
    bids = [one for one in chance.commands if isinstance(one, c.Bid)]
    named = sum(isinstance(one, c.NameWilds) for one in chance.commands)
    if discards:
        told["discards"] = format_tiles(discards)
    if melds:
        told["melds"] = [_meld(one) for one in melds]
    if kongs:
        told["kongs"] = [{"kind": one.kind, "tiles": format_tiles(one.tiles)} for one in kongs]
    if bids:
        told["bid"] = {"tai": bids[0].tai, "form": bids[0].form, "count": len(bids)}
    if named:
        told["wilds"] = named
    told["pass"] = any(isinstance(one, c.PassBid | c.PassClaim) for one in chance.commands)
    return told


def _meld(claim: c.Claim) -> Json:
    return {
        "kind": claim.kind,
        "tiles": format_tiles(claim.tiles),
        "stands_as": format_tiles(claim.stands_as),
    }


def _win(result: ScoreResult | None) -> Json | None:
    """Whether a win was there to take, with its tai; or the rule that refused it."""
    if result is None:
        return None
    if result.wins:
        return {"wins": True, "tai": result.tai}
    return {"wins": False, "tai": result.tai, "reason": result.reason, "rule": result.rule}


def wall_rest(wall: bytes, head: int, tail: int) -> list[str]:
    """The tiles that were never drawn, head first."""
    return [format_tile(kind) for kind in wall[head:tail]]

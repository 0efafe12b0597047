"""The command behind an event: what somebody must have asked for, that this came of it.

Owns the way back from events to commands, and who may send which. Does not
judge: the command is put to `decide` again, which does.
"""

from __future__ import annotations

from engine.play import commands as c
from engine.play import events as e
from engine.play.state import MatchState
from engine.rulings.senders import may_dispute
from engine.scored.senders import may_end, may_keep_score

CLOCK = "clock"
SYSTEM = "system"
_OFFICIALS = (CLOCK, SYSTEM)
_OFFICIAL_PREFIXES = ("referee:", "organiser:")

# The most frequent first.
_BY_SEAT = (
    c.PassClaim,
    c.Discard,
    c.Claim,
    c.PassBid,
    c.Bid,
    c.DeclareKong,
    c.NameWilds,
    c.DeclareWin,
)
_PERSON = tuple(f"place:{place}" for place in range(4))
_BOT = tuple(f"bot:{place}" for place in range(4))
ACTORS = frozenset((*_PERSON, *_BOT, CLOCK, SYSTEM))
"""Everybody who can be named in an event of a hand, but for officials with an id."""


def command_behind(event: e.Event, actor: str, secret: str) -> c.Command | None:
    """The command whose first event this is; None for events that only ever follow others.

    `secret` serves the deal, whose event does not hold it.
    """
    match event:
        case e.TileDiscarded(seat=seat, tile=tile):
            return c.TimeOut(seat) if actor == CLOCK else c.Discard(seat, tile)
        case e.ClaimPassed(seat=seat):
            return c.TimeOut(seat) if actor == CLOCK else c.PassClaim(seat)
        case e.ClaimMade(seat, kind, tiles, stands_as):
            return c.Claim(seat, kind, tiles, stands_as)
        case e.BidMade(seat, tai, form):
            return c.Bid(seat, tai, form)
        case e.BidPassed(seat=seat):
            return c.TimeOut(seat) if actor == CLOCK else c.PassBid(seat)
        case e.WildsNamed(by=by, kinds=kinds) if by is not None:
            return c.TimeOut(by) if actor == CLOCK else c.NameWilds(by, kinds)
        case e.KongDeclared(seat, kind, tiles, tile, stands_as):
            return c.DeclareKong(seat, kind, tiles if tile is None else (tile,), stands_as)
        case e.HandWon(seat=seat):
            return c.DeclareWin(seat)
        case e.HandDealt():
            return c.DealHand(secret)
        case e.SecretOpened(secret=opened):
            return c.OpenSecret(opened)
        case _:
            return _about_match(event)


def _about_match(event: e.Event) -> c.Command | None:
    match event:
        case e.MatchOpened():
            return _opening(event)
        case e.EntropyCommitted(place, digest):
            return c.CommitEntropy(place, digest)
        case e.EntropyOpened(place, entropy):
            return c.OpenEntropy(place, entropy)
        case e.EntropyMissed():
            return c.CloseEntropy()
        case e.MatchStarted(secret=secret):
            return c.StartMatch(secret)
        case e.TimeCalled():
            return c.CallTime()
        case e.TimeLifted():
            return c.LiftTime()
        case e.MatchEnded():
            return c.EndMatch()
        case e.HandVoided(reason=reason):
            return c.VoidHand(reason)
        case _:
            return _about_play(event)


def _about_play(event: e.Event) -> c.Command | None:
    match event:
        case e.MatchPaused(reason=reason):
            return c.PauseMatch(reason)
        case e.MatchResumed():
            return c.ResumeMatch()
        case e.ClockGranted(place, ms, reason):
            return c.GrantClock(place, ms, reason)
        case e.DowntimeExcused(ms=ms):
            return c.ExcuseDowntime(ms)
        case e.NetworkExcused(place, ms):
            return c.ExcuseNetwork(place, ms)
        case e.NetworkMeasured(hand, measured):
            return c.MeasureNetwork(hand, measured)
        case e.BotTookOver(place, level):
            return c.TakeOver(place, level)
        case e.PlayerReturned(place=place):
            return c.ReturnPlayer(place)
        case e.SeatHandedOver(place, player, reason):
            return c.HandOverSeat(place, player, reason)
        case _:
            return _about_sheet(event)


def _about_sheet(event: e.Event) -> c.Command | None:
    match event:
        case e.HandEntered(hand=hand, by=by, entry=entry):
            return c.EnterHand(hand, by, entry)
        case e.FinalPointsEntered(by=by, points=points):
            return c.EnterFinalPoints(by, points)
        case e.HandConfirmed(hand, place):
            return c.ConfirmHand(hand, place)
        case e.HandContested(hand, place, text):
            return c.ContestHand(hand, place, text)
        case e.HandUpheld(hand, reason):
            return c.UpholdHand(hand, reason)
        case e.HandCorrected(hand=hand, by=by, reason=reason, entry=entry):
            return c.CorrectHand(hand, by, reason, entry)
        case e.HandWithdrawn(hand, by, reason):
            return c.WithdrawHand(hand, by, reason)
        case _:
            return _about_dispute(event)


def _about_dispute(event: e.Event) -> c.Command | None:
    match event:
        case e.RefereeCalled():
            return c.CallReferee(
                event.case, event.place, event.hand, event.reason, event.text, event.pause
            )
        case e.CaseTaken(case, referee):
            return c.TakeCase(case, referee)
        case e.CaseReleased(case, referee):
            return c.ReleaseCase(case, referee)
        case e.CaseWithdrawn(case=case):
            return c.WithdrawCase(case)
        case e.InterestDeclared(case, referee, interest, text):
            return c.DeclareInterest(case, referee, interest, text)
        case e.InterestDecided(case, referee, allowed):
            return c.DecideInterest(case, referee, allowed)
        case e.StatementMade(case, place, text):
            return c.MakeStatement(case, place, text)
        case e.RulingMade():
            return _ruling(event)
        case _:
            return _about_appeal(event)


def _about_appeal(event: e.Event) -> c.Command | None:
    match event:
        case e.AppealLodged(appeal, ruling, place, text):
            return c.LodgeAppeal(appeal, ruling, place, text)
        case e.PanelNamed(appeal, judges):
            return c.NamePanel(appeal, judges)
        case e.VoteCast(appeal, judge, vote, text):
            return c.CastVote(appeal, judge, vote, text)
        case e.AppealDecided(appeal, outcome, _):
            return c.DecideAppeal(appeal, outcome)
        case _:
            return None


def _ruling(event: e.RulingMade) -> c.MakeRuling:
    return c.MakeRuling(
        ruling=event.ruling,
        case=event.case,
        hand=event.hand,
        kind=event.kind,
        cites=event.cites,
        referee=event.referee,
        decision=event.decision,
        text=event.text,
        supersedes=event.supersedes,
    )


def _opening(event: e.MatchOpened) -> c.OpenMatch:
    return c.OpenMatch(
        match=event.match,
        ruleset=event.ruleset,
        options=event.options,
        length=event.length,
        players=event.players,
        commitment=event.commitment,
        fixed_wilds=event.fixed_wilds,
        clocks=event.clocks,
        aids=event.aids,
        spectator_delay=event.spectator_delay,
        ruleset_version=event.ruleset_version,
        play=event.play,
        first_dealer=event.first_dealer,
        seat_plan=event.seat_plan,
    )


def may_send(state: MatchState, command: c.Command, actor: str) -> bool:
    """Whether this actor may have sent the command: a seat's own place, or an official."""
    if isinstance(command, _BY_SEAT):
        hand = state.hand
        return hand is not None and _plays(state, hand.place_of(command.seat), actor)
    if isinstance(command, c.CommitEntropy | c.OpenEntropy):
        return _plays(state, command.place, actor)
    if isinstance(command, c.ReturnPlayer) and actor == _PERSON[command.place]:
        return True
    if isinstance(command, c.RULING_COMMANDS):
        return may_dispute(state, command, actor)
    if isinstance(command, c.SCORED_COMMANDS):
        return may_keep_score(state, command, actor)
    if isinstance(command, c.EndMatch) and may_end(state, actor):
        return True
    if isinstance(command, c.MeasureNetwork):
        return actor == SYSTEM
    if isinstance(command, c.HandOverSeat):
        return actor.startswith(_OFFICIAL_PREFIXES)
    return actor in _OFFICIALS or actor.startswith(_OFFICIAL_PREFIXES)


def _plays(state: MatchState, place: int, actor: str) -> bool:
    """The person at the place, or a built-in player if one plays there now."""
    if actor == _PERSON[place]:
        return bool(state.players) and state.players[place].kind == "human"
    return actor == _BOT[place] and state.bots[place] is not None

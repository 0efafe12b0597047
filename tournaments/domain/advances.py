"""Who comes into a stage: from the terms, the standings of the stage before, and what is chosen.

Owns the choice as the log and the terms have it. Must not decide where neither does: who is
level across the cut and who gets a wild card 外卡 is handed back, unless the terms say how.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.domain.books import standings_of
from tournaments.domain.commands import AdvanceStage
from tournaments.domain.lifecycle import terms_of
from tournaments.domain.pairing import drawn_order, started_rounds
from tournaments.domain.parts import Draw, EntryId
from tournaments.domain.refusals import refuse
from tournaments.domain.state import TournamentState
from tournaments.domain.terms import Stage
from tournaments.people import Player
from tournaments.standings.advancing import Advancing, Tie, top_of_standings, top_of_tables
from tournaments.standings.criteria import lot
from tournaments.standings.standing import Line, Standings

State = TournamentState


@dataclass(frozen=True, slots=True)
class Coming:
    """Who comes into a stage, as far as it is decided: `through` in the order of their seeds.

    `ties` are those level across the cut, with the room that is left for them; `wild_cards` how
    many are still to be named; `rest` everybody else who is still there, best first. `draw` names
    the lots or the order that was drawn, `unused` those who were chosen and cannot be.
    """

    stage: str
    before: str | None
    through: tuple[EntryId, ...]
    ties: tuple[Tie, ...] = ()
    wild_cards: int = 0
    rest: tuple[EntryId, ...] = ()
    draw: Draw | None = None
    unused: tuple[EntryId, ...] = ()

    @property
    def is_decided(self) -> bool:
        """Nothing is left for the organiser to choose."""
        return not self.ties and not self.wild_cards


def advance_plan(
    state: State, stage: str, seed: str, chosen: Sequence[EntryId] = ()
) -> AdvanceStage:
    """Who plays the stage, in the order of seeds.

    Refuses `tie_at_the_cut`, `wild_cards_missing`, `not_a_choice`, and what `coming_into` refuses.
    """
    coming = coming_into(state, stage, seed, chosen)
    for tie in coming.ties:
        message = f"level, with room for {tie.room}: {', '.join(tie.players)}"
        refuse("tie_at_the_cut", message, "chosen")
    if coming.wild_cards:
        refuse("wild_cards_missing", f"{coming.wild_cards} more to be named", "chosen")
    if coming.unused:
        refuse("not_a_choice", f"not to be chosen: {', '.join(coming.unused)}", "chosen")
    return AdvanceStage(stage, coming.through, coming.draw, seed if coming.draw else None)


def coming_into(state: State, stage: str, seed: str, chosen: Sequence[EntryId] = ()) -> Coming:
    """Who comes into a stage by the terms.

    `chosen` are those whom the organiser takes of the ones level at the cut, and the wild cards,
    in the order of their seeds. Refuses `no_such_stage`, `rounds_unfinished` while a round of the
    stage before is not confirmed, `not_played` before it has any.
    """
    stages = terms_of(state).stages
    at = next((n for n, known in enumerate(stages) if known.id == stage), None)
    if at is None:
        refuse("no_such_stage", "there is no such stage", "stage")
    if at == 0:
        return Coming(stage, None, drawn_order(state, stage, seed), draw=order_draw(stage))
    before = stages[at - 1].id
    rounds = [one for one in state.rounds.values() if one.plan.stage == before]
    if not rounds:
        refuse("not_played", f"nothing has been played in {before}", "stage")
    if unfinished := [str(one.number) for one in rounds if one.status != "confirmed"]:
        numbers = ", ".join(unfinished)
        refuse("rounds_unfinished", f"not confirmed: round {numbers}", "stage", rounds=numbers)
    return _coming(state, stages[at], before, seed, tuple(dict.fromkeys(chosen)))


def order_draw(stage: str) -> Draw:
    """The stream in which the order of a first stage is drawn."""
    return Draw(("order", stage), "order-1")


def _coming(
    state: State, stage: Stage, before: str, seed: str, chosen: tuple[EntryId, ...]
) -> Coming:
    standings = _of_those_here(state, before, seed)
    settle = _Settling(stage, before, seed, chosen)
    advancing = settle(_advancing(state, stage, before, standings))
    rest = _rest(standings, advancing)
    cards = _wild_cards(stage)
    if cards and stage.wild_cards_by == "standings" and not advancing.ties:
        best = settle(top_of_standings(replace(standings, lines=rest), cards))
        advancing = Advancing((*advancing.through, *best.through), best.ties)
        rest, cards = _rest(standings, advancing), 0
    others = {line.player for line in rest}
    left = [one for one in chosen if one not in advancing.through]
    named = tuple(one for one in left if one in others)[:cards]
    return Coming(
        stage.id,
        before,
        (*advancing.through, *named),
        advancing.ties,
        min(cards, len(rest)) - len(named),
        tuple(line.player for line in rest if line.player not in named),
        Draw(("lot", before), "lot-1") if settle.drew else None,
        tuple(one for one in left if one not in named),
    )


def _rest(standings: Standings, advancing: Advancing) -> tuple[Line, ...]:
    """Those who are neither through nor level at the cut."""
    named = {*advancing.through, *(player for tie in advancing.ties for player in tie.players)}
    return tuple(line for line in standings.lines if line.player not in named)


@dataclass(slots=True)
class _Settling:
    """Ties settled by lot, or by what the organiser chose; `drew` once a lot was needed."""

    stage: Stage
    before: str
    seed: str
    chosen: tuple[EntryId, ...]
    drew: bool = False

    def __call__(self, advancing: Advancing) -> Advancing:
        """With the ties that are still open."""
        through, still = advancing.through, []
        for tie in advancing.ties:
            taken = self._taken(tie)
            if len(taken) < tie.room:
                still.append(tie)
            else:
                through = (*through, *taken[: tie.room])
        return Advancing(through, tuple(still))

    def _taken(self, tie: Tie) -> tuple[Player, ...]:
        """The higher lot goes on, by the same lots that decide in the standings."""
        if self.stage.ties == "organiser":
            return tuple(Player(one) for one in self.chosen if one in tie.players)
        self.drew, key = True, bytes.fromhex(self.seed)
        drawn = {player: lot(key, self.before, player) for player in tie.players}
        return tuple(sorted(drawn, key=lambda player: drawn[player], reverse=True))


def _wild_cards(stage: Stage) -> int:
    return stage.wild_cards + (stage.advance_count if stage.advance == "wild_cards" else 0)


def _of_those_here(state: State, before: str, seed: str) -> Standings:
    """The standings without those who have left; lots count, though they are not shown yet."""
    standings = standings_of(replace(state, seed=state.seed or seed), before)
    here = tuple(line for line in standings.lines if state.entries[line.player].is_playing)
    return replace(standings, lines=here)


def _advancing(state: State, stage: Stage, before: str, standings: Standings) -> Advancing:
    match stage.advance:
        case "all":
            return Advancing(tuple(line.player for line in standings.lines))
        case "top_of_standings":
            return top_of_standings(standings, stage.advance_count)
        case "top_of_table":
            last = started_rounds(state, before)[-1].number
            return top_of_tables(standings, last, stage.advance_count)
        case "wild_cards":
            return Advancing(())

"""What can be done about standings: publishing them, correcting them, making them official.

Owns these steps, and standings as they are published.
"""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.decide import refusal_of
from tournaments.domain.parts import Line
from tournaments.domain.state import Published, TournamentState
from tournaments.domain.steps import Step, When
from tournaments.points.twelfths import WHOLE

State = TournamentState


def published_lines(state: State, stage: str, after_round: int) -> tuple[Line, ...]:
    """The standings as they are published: game points after penalties and with bonuses, whole
    ones, cut towards zero; table points in twelfths."""
    lines = standings_of(state, stage, after_round).lines
    return tuple(
        Line(one.player, one.place, _whole(one.totals.game_points), one.totals.table_points)
        for one in lines
    )


def _whole(twelfths: int) -> int:
    return twelfths // WHOLE if twelfths >= 0 else -(-twelfths // WHOLE)


def standings_steps(state: State) -> Iterator[Step]:
    """Published standings that are not true any more, those not published, the provisional."""
    newest: dict[tuple[str, int], Published] = {}
    for one in state.standings:
        newest[one.standings.stage, one.standings.after_round] = one
    for (stage, after), one in newest.items():
        if published_lines(state, stage, after) != one.standings.lines:
            yield _publish(state, stage, after, "correct_standings", "now")
        official = c.MakeOfficial(stage, after)
        if refusal_of(state, official) is None:
            until = one.standings.correctable_until
            yield Step("make_official", "may", stage, after, at=until, command=official)
    confirmed = [one for _, one in sorted(state.rounds.items()) if one.status == "confirmed"]
    if confirmed and (confirmed[-1].plan.stage, confirmed[-1].number) not in newest:
        stage, after = confirmed[-1].plan.stage, confirmed[-1].number
        yield _publish(state, stage, after, "publish_standings", "may")


def _publish(state: State, stage: str, after: int, code: str, when: When) -> Step:
    command = c.PublishStandings(stage, after, published_lines(state, stage, after))
    return Step(code, when, stage, after, command=command)

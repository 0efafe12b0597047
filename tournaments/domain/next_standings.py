"""What can be done about standings: publishing them, correcting them, making them official.

Owns these steps.
"""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.domain import commands as c
from tournaments.domain.decide import refusal_of
from tournaments.domain.next_lines import corrected_lines as corrected_lines
from tournaments.domain.next_lines import published_lines as published_lines
from tournaments.domain.state import Published, TournamentState
from tournaments.domain.steps import Step

State = TournamentState


def standings_steps(state: State) -> Iterator[Step]:
    """Published standings that are not true any more, those not published, the provisional."""
    newest: dict[tuple[str, int], Published] = {}
    for one in state.standings:
        newest[one.standings.stage, one.standings.after_round] = one
    for (stage, after), one in newest.items():
        now = corrected_lines(state, one)
        if now != one.standings.lines:
            correct = c.PublishStandings(stage, after, now)
            yield Step("correct_standings", "now", stage, after, command=correct)
        official = c.MakeOfficial(stage, after)
        if refusal_of(state, official) is None:
            until = one.standings.correctable_until
            yield Step("make_official", "may", stage, after, at=until, command=official)
    confirmed = [one for _, one in sorted(state.rounds.items()) if one.status == "confirmed"]
    if confirmed and (confirmed[-1].plan.stage, confirmed[-1].number) not in newest:
        stage, after = confirmed[-1].plan.stage, confirmed[-1].number
        publish = c.PublishStandings(stage, after, published_lines(state, stage, after))
        yield Step("publish_standings", "may", stage, after, command=publish)

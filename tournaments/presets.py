"""Terms to begin with: what clubs usually play, each with a plain explanation. Data.

A club's own are in `clubs.Preset`; both are only a beginning, and frozen when the event starts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.play.match import ClockSettings, Length
from engine.rulesets import get_ruleset
from tournaments.domain.dispute_terms import USUAL, Disputes, PenaltyKind
from tournaments.domain.terms import PenaltyRule, Play, Stage, Terms, Uneven, UnevenPolicy

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
EIGHT_HANDS: Final = Length("hands", 8)


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to run an event: its name, what it means for those who play, and the stages."""

    name: str | Promise
    explanation: str | Promise
    stages: tuple[Stage, ...]
    length: Length = EIGHT_HANDS
    round_ms: int | None = 60 * MINUTE
    uneven: UnevenPolicy = "sit_out"
    best_of: int | None = None
    disputes: Disputes = USUAL


PRESETS: Final[Mapping[str, Preset]] = {
    "evening": Preset(
        _("An evening: Swiss, 4 rounds"),
        _("Everybody plays every round; winners meet winners. Good for 8 and more, any number."),
        (Stage("swiss", "swiss", 4),),
    ),
    "rotation": Preset(
        _("Rotation, 5 rounds"),
        _("All tables are known beforehand; everybody meets as many others as possible, once."),
        (Stage("rotation", "rotation", 5),),
    ),
    "swiss_final": Preset(
        _("Swiss, then a final of four"),
        _("Four rounds for everybody, then the best four play for the title."),
        (
            Stage("swiss", "swiss", 4),
            Stage("final", "final", 1, "top_of_standings", 4, 0, ties="lot"),
        ),
    ),
    "knockout": Preset(
        _("Knock-out"),
        _("Two of each table go on, until one table is left. Byes fill up any number."),
        (Stage("knockout", "knockout", 1, small_final=True),),
        uneven="byes",
    ),
    "double": Preset(
        _("Double elimination"),
        _("Only who fails twice is out; those who lost once play on below."),
        (Stage("double", "double_elimination", 1),),
        uneven="byes",
    ),
    "league": Preset(
        _("League: 10 dates, the best 7 count"),
        _("A season; whoever is there on a date plays, and missed dates can be made good."),
        (Stage("league", "league", 10),),
        best_of=7,
        disputes=Disputes(appeal_ms=48 * HOUR, appeal_to="panel", panel_ms=7 * 24 * HOUR),
    ),
}

PENALTIES: Final[tuple[tuple[str, str | Promise, int, PenaltyKind], ...]] = (
    ("late", _("Comes late to the table"), 10, "points"),
    ("tile", _("Shows or touches tiles that are not theirs"), 10, "points"),
    ("conduct", _("Unsporting conduct"), 20, "points"),
    ("slow", _("Slow play"), 0, "warning"),
    ("fraud", _("Cheating"), 0, "expulsion"),
)


def terms_of_preset(code: str, ruleset: str, play: Play) -> Terms:
    """A preset's terms for one of the games, played online or with real tiles."""
    preset = PRESETS[code]
    found = get_ruleset(ruleset, None)
    length = preset.length
    if length.kind not in found.lengths:
        length = EIGHT_HANDS
    return Terms(
        ruleset=ruleset,
        options={},
        ruleset_version=found.version,
        length=length,
        clocks=ClockSettings(),
        stages=preset.stages,
        round_ms=preset.round_ms,
        uneven=Uneven(preset.uneven),
        best_of=preset.best_of,
        penalties=tuple(
            PenaltyRule(code, str(text), game, 0, kind) for code, text, game, kind in PENALTIES
        ),
        play=play,
        disputes=preset.disputes,
    )

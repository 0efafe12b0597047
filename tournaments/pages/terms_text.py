"""An event's terms in plain words, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tables.catalogue import options_changed, ruleset_name
from tournaments.domain.terms import Stage, Terms
from tournaments.points.twelfths import format_twelfths

Text = str | Promise

STAGES: Final[dict[str, Text]] = {
    "rotation": gettext_lazy("Rotation"),
    "swiss": gettext_lazy("Swiss rounds"),
    "knockout": gettext_lazy("Knock-out"),
    "double_elimination": gettext_lazy("Double elimination"),
    "league": gettext_lazy("League"),
    "final": pgettext_lazy("stage", "Final"),
}
PAIRED: Final[dict[str, Text]] = {
    "rotation": gettext_lazy("A schedule made beforehand, so that everybody meets many others."),
    "swiss": gettext_lazy("Those with about as many points meet; nobody twice while that can be."),
    "knockout": gettext_lazy("The best of each table go on, the others are out."),
    "double_elimination": gettext_lazy("Whoever loses goes on below, and is out the second time."),
    "league": gettext_lazy("One date after the other, for those who come."),
    "final": gettext_lazy("Tables by the standings, the best at table 1."),
}
CRITERIA: Final[dict[str, Text]] = {
    "reached": pgettext_lazy("criterion", "How far somebody got in the bracket"),
    "table_points": pgettext_lazy("criterion", "Table points"),
    "game_points": pgettext_lazy("criterion", "Game points"),
    "wins": pgettext_lazy("criterion", "Hands won"),
    "firsts": pgettext_lazy("criterion", "Tables won"),
    "best_hand": pgettext_lazy("criterion", "Best hand"),
    "head_to_head": pgettext_lazy("criterion", "Head-to-head"),
    "opponents": pgettext_lazy("criterion", "Strength of opponents"),
    "lot": pgettext_lazy("criterion", "Lot"),
}
EXPLAINED: Final[dict[str, Text]] = {
    "reached": gettext_lazy("later rounds of the bracket come before earlier ones"),
    "table_points": gettext_lazy("given by place at each table, less penalties"),
    "game_points": gettext_lazy("what the hands paid, with bonuses, less penalties"),
    "wins": gettext_lazy("the number of hands won"),
    "firsts": gettext_lazy("tables at which nobody had more"),
    "best_hand": gettext_lazy("tai of the dearest hand won"),
    "head_to_head": gettext_lazy("times ahead of the others who are level, less times behind"),
    "opponents": gettext_lazy("the mean score of everybody met"),
    "lot": gettext_lazy("drawn from the event's seed; anybody can draw it again"),
}
PLAYED: Final[dict[str, Text]] = {
    "online": gettext_lazy("At tables on this site"),
    "scored": gettext_lazy("With real tiles; each hand is entered here"),
    "points": gettext_lazy("With real tiles; only the final points are entered here"),
}
UNEVEN: Final[dict[str, Text]] = {
    "stand_ins": gettext_lazy("Stand-ins fill the last table; they are not ranked."),
    "bots": gettext_lazy("Built-in players fill the last table; they are not ranked."),
    "byes": gettext_lazy("Whoever has no table has a bye, worth a set score."),
    "sit_out": gettext_lazy("Up to three sit out, in fair turns."),
}
ENTRY: Final[dict[str, Text]] = {
    "open": gettext_lazy("Open to everybody"),
    "invitation": gettext_lazy("Open to the members of the club, and by invitation"),
    "organiser": gettext_lazy("The organiser enters the players"),
}
ADVANCE: Final[dict[str, Text]] = {
    "top_of_standings": gettext_lazy("The first %(n)s of the standings before go on."),
    "top_of_table": gettext_lazy("The first %(n)s of each table of the round before go on."),
    "wild_cards": gettext_lazy("Nobody but wild cards goes on."),
}


def stage_name(terms: Terms, stage: str) -> str:
    """What a stage is called; numbered where an event has several."""
    for number, one in enumerate(terms.stages, 1):
        if one.id == stage:
            kind = str(STAGES[one.kind])
            return f"{number} · {kind}" if len(terms.stages) > 1 else kind
    return stage


def match_rows(terms: Terms) -> Iterator[tuple[str, str]]:
    """What one match is like: label and text."""
    yield _("Game"), ruleset_name(terms.ruleset)
    yield _("Played"), str(PLAYED[terms.play])
    yield _("A match"), length_text(terms)
    if terms.play == "online":
        yield _("Time to think"), _clocks(terms)
        yield _("Spectators"), _delay(terms)
    yield _("Round clock"), _round_clock(terms)


def counting_rows(terms: Terms) -> Iterator[tuple[str, str]]:
    """How results count: label and text."""
    yield _("Table points"), " – ".join(str(value) for value in terms.table_points)
    if any(terms.place_bonus):
        yield _("Bonus by place"), _bonuses(terms)
    yield _("Rounds that count"), _counted(terms)
    yield _("If four does not divide the players"), _uneven(terms)
    yield (
        _("Objections"),
        _("Published standings become official after %(n)s minutes.")
        % {"n": terms.objections_ms // 60_000},
    )


def _bonuses(terms: Terms) -> str:
    return " / ".join(f"{value:+}".replace("-", "−") for value in terms.place_bonus)


def changed_options(terms: Terms) -> list[dict[str, str]]:
    """The options that differ from the game's usual ones."""
    return options_changed(terms.ruleset, dict(terms.options))


def tie_breaks(terms: Terms) -> list[tuple[str, str]]:
    """What decides places, in order, each explained."""
    return [(str(CRITERIA[name]), str(EXPLAINED[name])) for name in terms.tie_breaks]


def length_text(terms: Terms) -> str:
    """How long a match is."""
    length = terms.length
    if length.kind == "hands":
        return ngettext("%(n)d hand", "%(n)d hands", length.hands or 0) % {"n": length.hands or 0}
    if length.kind == "open":
        return _("until time is up")
    rounds = length.rounds or 1
    if rounds == 1:
        return _("until every player has lost the deal once")
    return _("until every player has lost the deal %(n)d times") % {"n": rounds}


def _clocks(terms: Terms) -> str:
    clocks = terms.clocks
    return _("%(move)d s for a move, %(claim)d s for a claim, %(reserve)d s in reserve") % {
        "move": clocks.decision_ms // 1000,
        "claim": clocks.claim_ms // 1000,
        "reserve": clocks.reserve_ms // 1000,
    }


def _delay(terms: Terms) -> str:
    if not terms.spectator_delay:
        return _("see the table as it is played")
    return ngettext(
        "see a hand when it is over",
        "are %(n)d hands behind",
        terms.spectator_delay,
    ) % {"n": terms.spectator_delay}


def _round_clock(terms: Terms) -> str:
    if terms.round_ms is None:
        return _("none")
    minutes = _("%(n)d minutes") % {"n": terms.round_ms // 60_000}
    if terms.round_end == "grace":
        more = _("then %(n)d minutes more, whatever is going on") % {"n": terms.grace_ms // 60_000}
    else:
        more = _("the running hand is played to its end")
    return f"{minutes}; {more}"


def _counted(terms: Terms) -> str:
    if terms.best_of:
        return _("the best %(n)d") % {"n": terms.best_of}
    if terms.drop_worst:
        return ngettext(
            "all but the worst one", "all but the worst %(n)d", terms.drop_worst
        ) % {"n": terms.drop_worst}  # fmt: skip
    return _("all of them")


def _uneven(terms: Terms) -> str:
    text = str(UNEVEN[terms.uneven.policy])
    if terms.uneven.policy != "byes":
        return text
    worth = _("A bye is worth %(table)s table points and %(game)d game points.") % {
        "table": format_twelfths(terms.uneven.bye_table),
        "game": terms.uneven.bye_game,
    }
    return f"{text} {worth}"


def stage_lines(stage: Stage, *, is_first: bool) -> list[str]:
    """A stage in sentences."""
    lines = [str(PAIRED[stage.kind])]
    if not stage.is_bracket:
        lines.append(ngettext("%(n)d round", "%(n)d rounds", stage.rounds) % {"n": stage.rounds})
    if not is_first:
        lines.extend(_coming_in(stage))
    if stage.is_bracket:
        lines.extend(_of_bracket(stage))
    if stage.seat_rotation == "clockwise":
        lines.append(_("Players change seats clockwise after each dealer round."))
    elif stage.seat_rotation == "drawn":
        lines.append(_("Seats are drawn anew after each dealer round."))
    return lines


def _coming_in(stage: Stage) -> Iterator[str]:
    if stage.advance == "all":
        yield _("All players go on.")
    else:
        yield str(ADVANCE[stage.advance]) % {"n": stage.advance_count}
    if stage.wild_cards:
        yield ngettext("%(n)d wild card", "%(n)d wild cards", stage.wild_cards) % {
            "n": stage.wild_cards
        }
    if stage.carry_percent == 100:
        yield _("Points are carried over.")
    elif stage.carry_percent:
        yield _("%(n)d per cent of the points are carried over.") % {"n": stage.carry_percent}
    else:
        yield _("Everybody begins with no points.")


def _of_bracket(stage: Stage) -> Iterator[str]:
    yield ngettext(
        "%(n)d of each table goes on.", "%(n)d of each table go on.", stage.top
    ) % {"n": stage.top}  # fmt: skip
    if stage.play_to == "last_four":
        yield _("It ends with the last four.")
    elif stage.final_matches > 1:
        yield _("The final has %(n)d matches.") % {"n": stage.final_matches}
    if stage.small_final:
        yield _("There is a table for places 5 to 8.")

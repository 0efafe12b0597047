"""The words of papers and of previews in the reader's language.

The one place of the exports that knows Django: the rest is handed its words.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy, pgettext

from tournaments.exports.preview import Problem
from tournaments.exports.print_request import Printing, Size
from tournaments.exports.wording import Words

PROBLEMS: Final[dict[str, str | Promise]] = {
    "bad_email": gettext_lazy("This is no e-mail address."),
    "bad_number": gettext_lazy("A table's number is a whole number from 1 on."),
    "bad_quotes": gettext_lazy("A quotation mark opens here that is not closed properly."),
    "column_twice": gettext_lazy("There is another column for the same thing."),
    "control_character": gettext_lazy(
        "There are control characters here, or characters that turn the direction of text."
    ),
    "duplicate_entry": gettext_lazy(
        "“%(other)s” has entered already. Are these two different people?"
    ),
    "duplicate_in_file": gettext_lazy(
        "The same name stands in line %(other)s. Are these two different people?"
    ),
    "empty_name": gettext_lazy("A name is missing here."),
    "level_without_bot": gettext_lazy("Only built-in players have a level."),
    "no_name_column": gettext_lazy("No column has the names; call one of them “name”."),
    "no_rows": gettext_lazy("There is nobody on this list."),
    "too_long": gettext_lazy("This has more than 100 characters."),
    "too_many_cells": gettext_lazy("This line has more cells than there are columns."),
    "too_many_marks": gettext_lazy("These are more than 20 marks."),
    "too_many_rows": gettext_lazy("From here on there are more people than an event can have."),
    "unknown_column": gettext_lazy("There is no such column. Shall it be ignored?"),
    "unknown_kind": gettext_lazy("The kind is player, stand_in or bot."),
    "unknown_level": gettext_lazy("There is no built-in player of this level."),
}

SHEET_PROBLEMS: Final[dict[str, str | Promise]] = {
    "bad_points": gettext_lazy("Points are a whole number."),
    "bad_round": gettext_lazy("A round's number is a whole number from 1 on."),
    "bracket_by_hand": gettext_lazy(
        "The tables of a bracket follow from it and are not seated by a file."
    ),
    "empty_seat": gettext_lazy("Nobody is named here; a table takes four."),
    "left_here": gettext_lazy("They do not take part now."),
    "match_running": gettext_lazy("The match of this table is still being played."),
    "no_column": gettext_lazy("The column “%(other)s” is missing."),
    "no_header": gettext_lazy("The first line has to name the columns, as the export does."),
    "no_lines": gettext_lazy("There is nothing on this sheet."),
    "no_round_here": gettext_lazy("There is no such round here."),
    "no_table_here": gettext_lazy("This round has no such table."),
    "nobody_here": gettext_lazy("Nobody of this name has entered."),
    "not_four_lines": gettext_lazy("This table has not one line with points for each of the four."),
    "not_in_stage": gettext_lazy("They do not play in this stage."),
    "not_started_here": gettext_lazy("This round has not started yet."),
    "not_zero_sum": gettext_lazy("The points of this table add up to %(other)s, not to zero."),
    "place_twice": gettext_lazy("The same place of this table stands in line %(other)s."),
    "result_here": gettext_lazy("This table has another result already."),
    "round_already_started": gettext_lazy(
        "This round has started already and is seated otherwise."
    ),
    "several_here": gettext_lazy("Several people of this name have entered; give the entry's id."),
    "table_twice": gettext_lazy("The same table stands in line %(other)s."),
    "too_many_rounds": gettext_lazy("No stage of this event has a round left to seat."),
    "twice_in_round": gettext_lazy("They have a seat in line %(other)s already."),
    "unknown_place": gettext_lazy("A place is east, south, west or north."),
    "unknown_row": gettext_lazy("A line is about a table, a bye or somebody sitting out."),
    "without_seat": gettext_lazy("“%(other)s” has no seat in this round."),
    "wrong_person": gettext_lazy("Here “%(other)s” sits at this place."),
}
"""Of sheets that come in again; what the domain refuses has its sentence elsewhere."""
NOTES: Final[dict[str, str | Promise]] = {
    "bye": gettext_lazy("left out: a bye"),
    "no_points": gettext_lazy("left out: no points"),
    "same_plan": gettext_lazy("left out: seated so already"),
    "same_result": gettext_lazy("left out: taken in already"),
}


def problem_text(problem: Problem) -> str:
    """A problem of a preview as a sentence; where it is stands beside it."""
    text = PROBLEMS.get(problem.code) or SHEET_PROBLEMS[problem.code]
    return str(text) % {"other": problem.other}


def printing_now(made_at: int, *, size: Size = "a4", zone: ZoneInfo | None = None) -> Printing:
    """How to print for the reader of this request; the moment is milliseconds since 1970 UTC."""
    moment = timezone.localtime(datetime.fromtimestamp(made_at / 1000, UTC), zone)
    return Printing(paper_words(), made_at, formats.date_format(moment, "DATETIME_FORMAT"), size)


def paper_words() -> Words:
    """Everything printed, in the language that is active."""
    return Words(
        language=get_language() or "en",
        winds=(gettext("East"), gettext("South"), gettext("West"), gettext("North")),
        criteria={
            "table_points": pgettext("column", "Table points"),
            "game_points": pgettext("column", "Game points"),
            "wins": pgettext("column", "Hands won"),
            "firsts": pgettext("column", "Tables won"),
            "best_hand": pgettext("column", "Best hand"),
            "head_to_head": pgettext("column", "Head-to-head"),
            "opponents": pgettext("column", "Opponents"),
        },
        round=gettext("Round {number}"),
        table=gettext("Table {number}"),
        pairings=gettext("Pairings"),
        results=gettext("Results"),
        standings=gettext("Standings"),
        standings_after=gettext("Standings after round {number}"),
        edition=gettext("Edition {number}"),
        not_published=pgettext("standings", "not published"),
        provisional=pgettext("standings", "provisional"),
        official=pgettext("standings", "official"),
        table_column=pgettext("column", "Table"),
        place_column=pgettext("column", "Place"),
        name_column=pgettext("column", "Name"),
        club_column=pgettext("column", "Club"),
        matches_column=pgettext("column", "Matches"),
        penalties_column=pgettext("column", "Penalties"),
        byes=gettext("Bye: {names}"),
        sitting_out=gettext("Sitting out: {names}"),
        between_names=pgettext("between the items of a list", ", "),
        no_result=gettext("no result yet"),
        for_player=gettext("{player} (played by {person})"),
        finish=(
            pgettext("place at the table", "1st"),
            pgettext("place at the table", "2nd"),
            pgettext("place at the table", "3rd"),
            pgettext("place at the table", "4th"),
        ),
        scan_table=gettext("Scan for this table"),
        checkpoint=gettext("Checkpoint"),
        scan_checkpoint=gettext("Scan to compare this sheet with the log of the event"),
        signatures=(gettext("Organiser"), gettext("Referee")),
        printed=gettext("Printed {when}"),
    )

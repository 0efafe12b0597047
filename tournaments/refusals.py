"""What the domain of tournaments refuses, as a sentence in the reader's language.

The code is stable and for programs; the domain's own, more exact words are English.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from tournaments.domain.refusals import Refused
from tournaments.domain.wish_clashes import Clash
from tournaments.wishes_told import clashes_told

TEXTS: Final[dict[str, str | Promise]] = {
    "account_fixed": _("Accounts are joined to entries by claiming them."),
    "already_advanced": _("Who plays this stage is settled; undo that first."),
    "already_claimed": _("Somebody else has claimed this entry."),
    "already_confirmed": _("That round is confirmed already."),
    "already_created": _("There is an event of that id already."),
    "already_corrected": _("This correction has been made already."),
    "already_decided": _("That has been decided already, or has been made anew since."),
    "already_disputed": _("This dispute exists already."),
    "already_entered": _("That account or entry has entered already."),
    "already_given": _("This penalty has been given already."),
    "already_lifted": _("This penalty has been lifted already."),
    "already_open": _("Registration is open already."),
    "already_finished": _("The event is finished already."),
    "already_archived": _("The event is archived already."),
    "already_official": _("These standings are official already."),
    "already_paused": _("That clock stands still already."),
    "already_published": _("This edition is published already."),
    "already_settled": _("This dispute has been decided already."),
    "already_started": _("That has been started already."),
    "already_withdrawn": _("This entry has been withdrawn already."),
    "archived": _("The event is archived; take it out of the archive first."),
    "archive_not_made": _(
        "The archive is not made yet, or something has happened since; ask for it."
    ),
    "bad_clause": _("A clause has a number such as 4 or 4.2."),
    "bad_digest": _("A seed's digest has 64 hexadecimal digits."),
    "bad_encoding": _("This is no text file, or its encoding is not known here; save it as UTF-8."),
    "bad_hands": _("The hands do not fit together or do not add up to the result."),
    "bad_id": _("That is no id."),
    "bad_label": _("That draw has no proper label."),
    "bad_list": _("That list cannot be used: something is twice, unknown or out of place."),
    "bad_places": _("Four values are needed, none above the one before."),
    "bad_table_number": _("Tables are counted from 1, each number once."),
    "bracket_changed": _("The bracket has changed; plan the round again."),
    "bracket_over": _("Every table of the bracket has been played."),
    "bracket_seat": _(
        "In a bracket a seat stays with whoever got there; others play for them or for nobody."
    ),
    "by_organiser_only": _("The organiser enters people at this event."),
    "call_referee": _("That table has a log of its hands: call the referee there."),
    "byes_not_agreed": _("The terms of this event know no byes."),
    "capacity_below_entries": _("More players are registered already."),
    "contradiction": _("Two of these settings contradict each other."),
    "control_character": _("Line breaks and control characters cannot be used here."),
    "corrected_since": _("The table was corrected once more since; decide about that correction."),
    "credited_elsewhere": _("Somebody would get points at two tables at once."),
    "dates_out_of_order": _(
        "Each date has to be after the one before: registration closes, play starts, play ends."
    ),
    "decision_open": _("What rests on a correction is to be decided first."),
    "expulsion_open": _(
        "Somebody who would be paired is expelled. Take them out, or keep them and say why."
    ),
    "dispute_open": _("A dispute of this round is open."),
    "duplicate_name": _(
        "Somebody of this name has entered already. Two people may share a name: confirm it."
    ),
    "edition_changed": _("The pairings have been changed meanwhile; look at them again."),
    "empty": _("This cannot stay empty."),
    "full": _("No place is free."),
    "hand_too_early": _("That seat was taken from a later hand on already."),
    "has_bye": _("Somebody would play and have a bye in the same round."),
    "has_case": _("This dispute is a call of the referee; it is decided by a ruling."),
    "has_dependents": _("Later rounds, advances or published standings rest on this round."),
    "has_entries": _("People have entered; withdraw them first."),
    "has_penalties": _("A penalty was given for this round; lift it first."),
    "kind_fixed": _("A player stays a player, a stand-in a stand-in."),
    "later_rounds": _("Later rounds are planned or have started; begin with those."),
    "left_out": _("Somebody of the field has no table and no bye."),
    "list_not_ready": _("The list has problems that have to be solved first."),
    "match_running": _("The match is still being played; end it or give it up first."),
    "match_used": _("This match belongs to another table."),
    "no_bracket": _("It is not settled yet who plays this bracket."),
    "no_match_over": _("No match of this table is over."),
    "no_clock": _("This round is played without a clock."),
    "no_result": _("There is no result to withdraw."),
    "no_rounds": _("There is no round for that."),
    "no_stages": _("An event has at least one stage."),
    "no_such_correction": _("There is no such correction."),
    "no_such_dispute": _("There is no such dispute."),
    "no_such_penalty": _("There is no such penalty."),
    "no_such_place": _("There is no such seat."),
    "no_such_round": _("That round is not planned."),
    "no_such_rule": _("The table of penalties has no such rule."),
    "may_not_depart": _(
        "Only the chief referee and organisers depart from the table of penalties."
    ),
    "departure_unexplained": _("Say why the penalty is another than the table says."),
    "no_such_stage": _("There is no such stage."),
    "no_such_table": _("That round has no such table."),
    "no_tables": _("A round has at least one table."),
    "no_tournament": _("There is no such event."),
    "not_a_choice": _("Somebody was chosen who cannot be chosen here."),
    "not_a_person": _("A built-in player cannot be claimed."),
    "not_a_player": _("Only players of the field can do that."),
    "not_a_member": _("Only members of the club can be named."),
    "not_advanced": _("Nobody has advanced into this stage yet."),
    "not_an_exception": _("That table lacks nothing; it needs no exception."),
    "not_claimed": _("Nobody has claimed this entry."),
    "not_confirmed": _("That round is not confirmed."),
    "not_four": _("Four are needed, one for each seat."),
    "not_in_bracket": _("Each table of the round is one of the bracket, and none twice."),
    "not_in_round": _("This person is not in that round."),
    "not_in_stage": _("Somebody is not of this stage's field."),
    "not_over": _("The archive of an event can be made when it is over."),
    "not_paused": _("That clock is not paused."),
    "not_played": _("Nothing has been played in the stage before."),
    "not_published": _("Publish that first."),
    "not_registered": _("This person is not registered (any more)."),
    "not_seated": _("Nothing is being played there that could be taken over."),
    "not_settled": _("This dispute is still open."),
    "not_waiting": _("This person is not on the waiting list."),
    "not_withdrawn": _("This person has not withdrawn."),
    "not_zero_sum": _("The points have to add up to zero."),
    "nothing_to_correct": _("No result has been taken in there yet."),
    "nothing_to_undo": _("There is nothing to take back."),
    "out_of_range": _("This value is out of range."),
    "real_tiles": _("Built-in players cannot sit at tables with real tiles; stand-ins can."),
    "registration_closed": _("Registration is not open."),
    "result_in": _("A result has been taken in; withdraw it first."),
    "preset_taken": _("The club has a preset of this name, which is somebody else's."),
    "own_table": _(
        "You play at that table. Somebody else has to do that: another referee or organiser is "
        "there."
    ),
    "round_already_started": _("That round has started already."),
    "round_before": _("The round before has not started."),
    "round_confirmed": _("That round is confirmed; reopen it first."),
    "round_not_started": _("That round has not started."),
    "rounds_planned": _("Rounds are planned; drop their plans first."),
    "rounds_started": _("A round has been started and cannot be unplayed."),
    "rounds_unfinished": _("Not every round is confirmed yet."),
    "ruled": _("A ruling gave this penalty; only a ruling lifts it."),
    "ruling_needed": _("That table has a log of its hands: a ruling there corrects its result."),
    "corrections_over": _("The time for officials to put errors of that round right is over."),
    "same_entry": _("Two different people change places."),
    "seated_elsewhere": _("This person sits at another table right now."),
    "seated_twice": _("Somebody would sit twice."),
    "seating_impossible": _(
        "Nobody can be seated like that; see the wishes and the number of players."
    ),
    "seats_changed": _("A seat of this round has changed hands."),
    "seed_missing": _("The seed has to be opened now."),
    "seed_opens_at_end": _("By the terms the seed stays closed until the end."),
    "stage_advanced": _("Players have advanced; undo that first."),
    "stage_fixed": _("That round belongs to another stage."),
    "stage_over": _("All rounds of this stage have been played."),
    "stage_planned": _("Rounds of this stage are planned; drop their plans first."),
    "stale": _("The event has moved on meanwhile; look again."),
    "stand_ins_needed": _(
        "Players have left; enter stand-ins or built-in players who take their seats."
    ),
    "still_playing": _("This person is playing at a table; say who goes on there."),
    "table_already_open": _("That table is being played already."),
    "table_not_open": _("No match belongs to that table."),
    "tables_opened": _("Play has begun at a table."),
    "tables_unfinished": _("Tables before these are still to be finished."),
    "terms_frozen": _("The terms were frozen when the event started."),
    "tie_at_the_cut": _("Players are level at the cut; choose who goes on."),
    "too_big": _("This is too big: at most a million bytes."),
    "too_few_players": _("A table takes four players; there are too few."),
    "too_long": _("That is too long."),
    "too_many_players": _("That is more players than an event can have."),
    "too_many_rounds": _("That is more rounds than there may be."),
    "twice": _("Something stands in the list twice."),
    "unknown_code": _("There is no such code. A newer one may have replaced it."),
    "used_code": _("Somebody else has used this code. Ask the organiser."),
    "unknown_entry": _("Nobody has entered under that id."),
    "unknown_value": _("There is no such choice."),
    "wild_cards_missing": _("Wild cards are still to be given."),
    "wrong_match": _("That result is of another match."),
    "wrong_phase": _("That cannot be done in this phase of the event."),
    "wrong_role": _("This person cannot sit there in that role."),
    "wrong_round": _("That is not the next round."),
    "wishes_contradict": _("Wishes contradict each other."),
    "wrong_seed": _("That seed does not fit the commitment."),
}

DETAILED: Final[dict[str, str | Promise]] = {
    "capacity_below_entries": _("More players are registered already: %(players)s."),
    "duplicate_name": _(
        "Somebody called %(name)s has entered already. Two people may share a name: confirm it."
    ),
    "not_zero_sum": _("The points have to add up to zero; these add up to %(sum)s."),
    "out_of_range": _("This has to be from %(least)s to %(most)s, not %(given)s."),
    "preset_taken": _(
        "The club has a preset called %(name)s, kept by %(author)s. Only they and the club's "
        "organisers change it. This name is free: %(offered)s."
    ),
    "rounds_unfinished": _("Not every round is confirmed yet: %(rounds)s."),
    "too_few_players": _("A table takes four players; there are only %(players)s."),
    "too_long": _("At most %(most)s characters; this has %(given)s."),
}
"""The same with the facts that the domain knows."""

OF_FIELDS: Final[dict[tuple[str, str], str | Promise]] = {
    ("bad_list", "apart"): _("Each mark once, and not more than twenty."),
    ("bad_list", "dates"): _("There are more dates than rounds."),
    ("bad_list", "fixed_wilds"): _("These kinds cannot be wild together."),
    ("bad_list", "tie_breaks"): _(
        "Each criterion once at most and at least one; a lot comes last, after something that is "
        "played for."
    ),
    ("contradiction", "best_of"): _(
        "Either the worst matches are left out or only the best count, not both."
    ),
    ("contradiction", "level"): _("Built-in players have a level, and nobody else."),
    ("contradiction", "length"): _("Hands or dealer rounds are counted, not both."),
    ("contradiction", "small_final"): _("A small final goes with a knock-out up to its final."),
    ("contradiction", "top"): _("In double elimination two go on from each table."),
    ("contradiction", "wild_cards"): _("Where everybody comes in there are no wild cards."),
    ("dates_out_of_order", "dates"): _("Each date has to be after the one before."),
    ("out_of_range", "advance_count"): _("At least one has to come in."),
    ("out_of_range", "fixed_wilds"): _(
        "Where the options fix the wild kinds, name as many as they ask for; else leave it empty."
    ),
    ("out_of_range", "ms"): _("More than nothing, and a day at most."),
    ("too_few_players", "capacity"): _("A table takes four players: at least four places."),
    ("twice", "regulations"): _("Two clauses have the same number."),
}
"""What a code comes to for one field, by the end of its name."""


FIELDS: Final[dict[str, str | Promise]] = {
    "account": _("Account"),
    "advance_count": _("How many"),
    "apart": _("Marks"),
    "best_of": _("Or count only the best"),
    "bye_game": _("Game points of a bye"),
    "bye_table": _("Table points of a bye"),
    "capacity": _("Places"),
    "choice": _("Decision"),
    "club": _("Club"),
    "dates": _("Dates of a league, one a line"),
    "decision": _("Decision"),
    "drop_worst": _("Leave out the worst matches of each player"),
    "ends_at": _("Ends"),
    "fixed_table": _("Always at table"),
    "fixed_wilds": _("Wild kinds, where the options fix them (such as 5m6m)"),
    "from_hand": _("From hand"),
    "game": _("Game points off"),
    "kind": _("Kind"),
    "length": _("A match lasts"),
    "level": _("Level"),
    "ms": _("Minutes"),
    "name": _("Name"),
    "note": _("Note"),
    "options": _("Rules"),
    "person": _("Who sits down"),
    "place": _("Venue"),
    "place_bonus": _("Bonus on the game points by place"),
    "points": _("Points"),
    "reason": _("Reason"),
    "registration_closes_at": _("Registration closes"),
    "regulations": _("The event's own regulations"),
    "role": _("Role"),
    "rounds": _("Rounds"),
    "starts_at": _("Starts"),
    "table_points": _("Table points by place"),
    "text": _("What it is about"),
    "tie_breaks": _("Order of the standings"),
    "why": _("Reason"),
}
"""What pages call the fields of commands; others are not typed, and need no name in a refusal."""


_OF_VALUES: Final = frozenset(
    {
        "bad_clause", "bad_list", "bad_places", "capacity_below_entries", "contradiction",
        "control_character", "dates_out_of_order", "duplicate_name", "empty", "hand_too_early",
        "invalid_notation", "no_rounds", "not_zero_sum", "out_of_range", "preset_taken",
        "too_few_players", "too_long", "too_many_rounds", "twice", "unknown_value",
    }
)  # fmt: skip


def field_name(refusal: EngineError) -> str:
    """What the reader calls the field whose value was refused: `exceptions.0.why` goes by its end.

    Empty where nothing was wrong with what was typed.
    """
    is_value = refusal.code in _OF_VALUES
    return str(FIELDS.get(_end_of(refusal.field), "")) if is_value else ""


def _end_of(field: str | None) -> str:
    parts = [part for part in (field or "").split(".") if not part.isdecimal()]
    return parts[-1] if parts else ""


def sentence(refusal: EngineError) -> str:
    """The refusal in the language that is active; the engine's own words for what it refuses."""
    facts = refusal.facts if isinstance(refusal, Refused) else {}
    if found := facts.get("clashes"):
        return clashes_told(cast("Sequence[Clash]", found))
    detailed = DETAILED.get(refusal.code)
    if facts and detailed:
        return str(detailed) % facts
    if told := OF_FIELDS.get((refusal.code, _end_of(refusal.field))):
        return str(told)
    return str(TEXTS.get(refusal.code) or refusal.message)

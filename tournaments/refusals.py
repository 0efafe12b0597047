"""What the domain of tournaments refuses, as a sentence in the reader's language.

The code is stable and for programs; the domain's own, more exact words are English.
"""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError

TEXTS: Final[dict[str, str | Promise]] = {
    "account_fixed": _("Accounts are joined to entries by claiming them."),
    "already_advanced": _("Who plays this stage is settled; undo that first."),
    "already_claimed": _("Somebody else has claimed this entry."),
    "already_confirmed": _("That round is confirmed already."),
    "already_created": _("There is an event of that id already."),
    "already_disputed": _("This dispute exists already."),
    "already_entered": _("That account or entry has entered already."),
    "already_given": _("This penalty has been given already."),
    "already_lifted": _("This penalty has been lifted already."),
    "already_official": _("These standings are official already."),
    "already_paused": _("That clock stands still already."),
    "already_published": _("This edition is published already."),
    "already_settled": _("This dispute has been decided already."),
    "already_started": _("That has been started already."),
    "already_withdrawn": _("This entry has been withdrawn already."),
    "archived": _("The event is archived; take it out of the archive first."),
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
    "byes_not_agreed": _("The terms of this event know no byes."),
    "capacity_below_entries": _("More players are registered already."),
    "contradiction": _("Two of these settings contradict each other."),
    "control_character": _("Line breaks and control characters cannot be used here."),
    "credited_elsewhere": _("Somebody would get points at two tables at once."),
    "dates_out_of_order": _(
        "Each date has to be after the one before: registration closes, play starts, play ends."
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
    "has_dependents": _("Later rounds, advances or published standings rest on this round."),
    "has_entries": _("People have entered; withdraw them first."),
    "has_penalties": _("A penalty was given for this round; lift it first."),
    "kind_fixed": _("A player stays a player, a stand-in a stand-in."),
    "later_rounds": _("Later rounds are planned or have started; begin with those."),
    "left_out": _("Somebody of the field has no table and no bye."),
    "list_not_ready": _("The list has problems that have to be solved first."),
    "match_used": _("This match belongs to another table."),
    "no_bracket": _("It is not settled yet who plays this bracket."),
    "no_clock": _("This round is played without a clock."),
    "no_result": _("There is no result to withdraw."),
    "no_rounds": _("There is no round for that."),
    "no_stages": _("An event has at least one stage."),
    "no_such_dispute": _("There is no such dispute."),
    "no_such_penalty": _("There is no such penalty."),
    "no_such_place": _("There is no such seat."),
    "no_such_round": _("That round is not planned."),
    "no_such_rule": _("The table of penalties has no such rule."),
    "no_such_stage": _("There is no such stage."),
    "no_such_table": _("That round has no such table."),
    "no_tables": _("A round has at least one table."),
    "no_tournament": _("There is no such event."),
    "not_a_choice": _("Somebody was chosen who cannot be chosen here."),
    "not_a_person": _("A built-in player cannot be claimed."),
    "not_a_player": _("Only players of the field can do that."),
    "not_advanced": _("Nobody has advanced into this stage yet."),
    "not_an_exception": _("That table lacks nothing; it needs no exception."),
    "not_claimed": _("Nobody has claimed this entry."),
    "not_confirmed": _("That round is not confirmed."),
    "not_four": _("Four are needed, one for each seat."),
    "not_in_bracket": _("Each table of the round is one of the bracket, and none twice."),
    "not_in_round": _("This person is not in that round."),
    "not_in_stage": _("Somebody is not of this stage's field."),
    "not_paused": _("That clock is not paused."),
    "not_played": _("Nothing has been played in the stage before."),
    "not_published": _("Publish that first."),
    "not_registered": _("This person is not registered (any more)."),
    "not_seated": _("Nothing is being played there that could be taken over."),
    "not_settled": _("This dispute is still open."),
    "not_waiting": _("This person is not on the waiting list."),
    "not_withdrawn": _("This person has not withdrawn."),
    "not_zero_sum": _("The points have to add up to zero."),
    "nothing_to_undo": _("There is nothing to take back."),
    "out_of_range": _("This value is out of range."),
    "registration_closed": _("Registration is not open."),
    "result_in": _("A result has been taken in; withdraw it first."),
    "round_already_started": _("That round has started already."),
    "round_before": _("The round before has not started."),
    "round_confirmed": _("That round is confirmed; reopen it first."),
    "round_not_started": _("That round has not started."),
    "rounds_planned": _("Rounds are planned; drop their plans first."),
    "rounds_started": _("A round has been started and cannot be unplayed."),
    "rounds_unfinished": _("Not every round is confirmed yet."),
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
    "unknown_entry": _("Nobody has entered under that id."),
    "unknown_value": _("There is no such choice."),
    "wild_cards_missing": _("Wild cards are still to be given."),
    "wrong_match": _("That result is of another match."),
    "wrong_phase": _("That cannot be done in this phase of the event."),
    "wrong_role": _("This person cannot sit there in that role."),
    "wrong_round": _("That is not the next round."),
    "wrong_seed": _("That seed does not fit the commitment."),
}


def sentence(refusal: EngineError) -> str:
    """The refusal in the language that is active; the engine's own words for what it refuses."""
    return str(TEXTS.get(refusal.code) or refusal.message)

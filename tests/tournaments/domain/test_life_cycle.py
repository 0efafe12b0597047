"""Draft, registration, running, finished, archived: each step, and each way back."""

from __future__ import annotations

import pytest

from tests.tournaments.domain.desk import COMMITMENT, SEED, Desk, running, terms
from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.decide import refusal_of
from tournaments.domain.terms import Details

DAY = 24 * 3600 * 1000


def finished() -> Desk:
    desk = running().play(1, "abcd", "efgh").results(1)
    desk.do(c.ConfirmRound(1), c.FinishTournament(SEED))
    return desk


def test_nothing_can_be_done_to_a_tournament_that_does_not_exist():
    assert Desk().code(c.OpenRegistration()) == "no_tournament"


def test_the_commitment_to_the_seed_is_known_in_draft():
    desk = Desk().create()
    assert (desk.state.phase, desk.state.commitment, desk.state.seed) == ("draft", COMMITMENT, None)


def test_a_tournament_is_created_once():
    desk = Desk().create()
    again = c.CreateTournament("cup", Details("Other"), terms(), COMMITMENT)
    assert desk.code(again) == "already_created"


def test_every_step_can_be_undone_in_turn():
    desk = finished()
    steps = [(c.ArchiveTournament(), "archived"), (c.UndoArchive(), "finished")]
    for command, phase in [*steps, (c.UndoFinish(), "running")]:
        desk.do(command)
        assert desk.state.phase == phase


def test_registration_goes_back_to_draft_only_while_nobody_has_entered():
    desk = Desk().create()
    desk.do(c.OpenRegistration())
    desk.enter("a")
    assert desk.code(c.UndoRegistration()) == "has_entries"
    desk.do(c.WithdrawEntry("a"), c.UndoRegistration())
    assert desk.state.phase == "draft"


def test_the_second_organiser_who_presses_start_is_told():
    assert running().code(c.StartTournament()) == "already_started"


def test_three_players_cannot_start():
    desk = Desk().create()
    desk.do(c.OpenRegistration())
    desk.enter("a", "b", "c")
    assert desk.refused(c.StartTournament()) == ("too_few_players", "entries")


def test_those_who_did_not_check_in_are_left_out_on_request():
    desk = Desk().create()
    desk.do(c.OpenRegistration())
    desk.enter(*"abcde")
    desk.do(*(c.CheckIn(name) for name in "abcd"))
    desk.do(c.StartTournament(withdraw_absent=True))
    assert desk.state.entries["e"].status == "withdrawn"


def test_a_start_is_undone_while_no_round_is_planned():
    desk = running()
    desk.do(c.UndoStart())
    assert desk.state.phase == "registration"
    desk.do(c.StartTournament(), c.PlanRounds((desk.plan(1, "abcd", "efgh"),)))
    assert desk.code(c.UndoStart()) == "rounds_planned"
    desk.do(c.PublishPairings(1, 1), c.StartRound(1, 1, 0))
    assert desk.code(c.UndoStart()) == "rounds_started"


def test_terms_are_frozen_at_the_start_with_every_option_written_out():
    desk = running()
    frozen = desk.events[-1]
    assert isinstance(frozen, e.TournamentStarted)
    assert frozen.terms.options["dead_wall"] == 26
    assert desk.code(c.ChangeTerms(terms(drop_worst=1))) == "terms_frozen"


def test_a_tournament_finishes_only_with_all_rounds_confirmed():
    desk = running()
    assert desk.code(c.FinishTournament(SEED)) == "no_rounds"
    desk.play(1, "abcd", "efgh").results(1).do(c.ConfirmRound(1))
    desk.play(2, "abef", "cdgh").results(2)
    assert desk.code(c.FinishTournament(SEED)) == "rounds_unfinished"


def test_the_seed_is_opened_at_the_end_and_must_be_the_one_committed_to():
    desk = running().play(1, "abcd", "efgh").results(1)
    desk.do(c.ConfirmRound(1))
    assert desk.code(c.FinishTournament()) == "seed_missing"
    assert desk.code(c.FinishTournament("00" * 32)) == "wrong_seed"
    assert desk.do(c.FinishTournament(SEED)) == (e.SeedOpened(SEED), e.TournamentFinished())
    assert desk.code(c.FinishTournament(SEED)) == "already_finished"


def test_a_page_can_ask_why_a_step_is_not_to_be_had():
    state = running().state
    assert refusal_of(state, c.StartTournament()).code == "already_started"
    assert refusal_of(state, c.UndoStart()) is None


def test_nothing_changes_in_the_archive():
    desk = finished()
    desk.do(c.ArchiveTournament())
    assert desk.code(c.ChangeDetails(Details("Other"))) == "archived"
    assert desk.code(c.ArchiveTournament()) == "already_archived"


@pytest.mark.parametrize(
    ("details", "refusal"),
    [
        (Details("x" * 300), ("too_long", "name")),
        (Details("two\nlines"), ("control_character", "name")),
        (Details("turned\u202eround"), ("control_character", "name")),
        (Details(" \u200b\u0301 "), ("empty", "name")),
        (Details("ok", starts_at=DAY, ends_at=0), ("dates_out_of_order", "ends_at")),
        (
            Details("ok", registration_closes_at=2 * DAY, starts_at=DAY),
            ("dates_out_of_order", "starts_at"),
        ),
        (Details("ok", starts_at=-1), ("out_of_range", "starts_at")),
    ],
)
def test_careless_details_are_refused(details, refusal):
    assert Desk().create().refused(c.ChangeDetails(details)) == refusal


def test_markup_in_a_name_is_kept_as_typed():
    desk = Desk().create()
    desk.do(c.ChangeDetails(Details("<b>渡辺</b> 🀄")))
    assert desk.state.details.name == "<b>渡辺</b> 🀄"

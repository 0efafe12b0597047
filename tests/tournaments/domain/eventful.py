"""A tournament in which everything happens that can."""

from __future__ import annotations

from tests.tournaments.domain.desk import (
    DRAW,
    HANDS,
    MINUTE,
    SEED,
    SWISS,
    Desk,
    terms,
)
from tournaments.domain import commands as c
from tournaments.domain.dispute_terms import Clause, Disputes
from tournaments.domain.events import Event
from tournaments.domain.parts import Except, Hand, Line, Person, Result
from tournaments.domain.terms import Details, PenaltyRule, Stage, Uneven

FINAL = Stage("last", "final", 1, "top_of_standings", 4, 50, "clockwise")


def eventful() -> Desk:
    """From a draft to the archive and back, with every kind of event on the way."""
    desk = Desk().create(4, terms=terms(SWISS, FINAL))
    _before_the_start(desk)
    _first_round(desk)
    _stages(desk)
    desk.play(2, "abcd").results(2).do(c.ConfirmRound(2))
    _corrections(desk)
    desk.do(c.FinishTournament(), c.UndoFinish(), c.FinishTournament())
    desk.do(c.ArchiveTournament(), c.UndoArchive(), c.ArchiveTournament())
    return desk


def _before_the_start(desk: Desk) -> None:
    rules = (PenaltyRule("late", "Late to the table 迟到", 10, 12),)
    clauses = (Clause("4.2", "Who is late loses ten points. 迟到罚十分。"),)
    disputes = Disputes(False, 60_000, 600_000, 900_000, "panel", "all")
    bye = Uneven("byes", 5, 24)
    desk.do(
        c.ChangeDetails(Details("春季赛", "Club house", "north", 1_000, 2_000, 3_000)),
        c.ChangeTerms(
            terms(
                SWISS,
                FINAL,
                penalties=rules,
                uneven=bye,
                best_of=3,
                disputes=disputes,
                regulations=clauses,
            )
        ),
        c.OpenRegistration(),
        c.UndoRegistration(),
        c.OpenRegistration(),
        c.AddEntry("e", Person("渡辺", "player", "u5", "north", ("family",), 1)),
    )
    desk.enter(*"abcdf").do(c.CloseRegistration(), c.OpenRegistration())
    desk.do(c.ChangeCapacity(5), c.WithdrawEntry("e", "ill"), c.RestoreEntry("e"))
    desk.do(c.ChangeEntry("a", Person("Ólafur", club="south")))
    desk.do(c.ClaimEntry("a", "u1"), c.UndoClaim("a"))
    desk.do(c.CheckIn("a"), c.UndoCheckIn("a"), c.CheckIn("a"))
    desk.do(c.WithdrawEntry("f"), c.WithdrawEntry("e"))
    desk.enter("s", kind="stand_in").enter("z", kind="bot")
    desk.do(c.StartTournament(), c.UndoStart(), c.StartTournament())


def _first_round(desk: Desk) -> None:
    desk.do(c.PlanRounds((desk.plan(1, "abcd"),), DRAW, SEED, "by lot"), c.DropPlan(1))
    desk.do(c.PlanRounds((desk.plan(1, "abcd"),), DRAW), c.ScheduleRound(1, 2_000))
    desk.do(c.PublishPairings(1, 2), c.StartRound(1, 2, 2_000), c.UndoRoundStart(1))
    desk.do(c.StartRound(1, 2, 2_500))
    desk.do(c.OpenDispute("d1", 1, 1, "a", "It was my win"), c.SettleDispute("d1", "No"))
    desk.do(c.OpenTable(1, 1, "m1"), c.UnlinkTable(1, 1))
    desk.do(c.OpenTable(1, 1, "m1"))
    desk.do(c.ExtendClock(1, 1, MINUTE, 3_000), c.PauseClock(1, None, 4_000))
    desk.do(c.ResumeClock(1, None, 5_000))
    desk.do(c.TakeSeat(1, 1, 3, "s", "substitute", "d", 2, "substitute"))
    desk.do(c.UndoTakeSeat(1, 1, 3))
    desk.do(c.TakeResult(1, 1, "m1", HANDS), c.WithdrawResult(1, 1, "wrong table"))
    desk.do(c.OpenDispute("k1", 1, 1, "b", "wrong_score", "call-1"))
    desk.do(c.SettleDispute("k1", "score_stands", "call-1", "ruling-1"))
    desk.do(c.ReopenDispute("d1", "new facts"))
    desk.do(c.GivePenalty("p1", "a", 1, "late", "ten minutes"), c.LiftPenalty("p1", "appeal"))
    desk.do(c.ConfirmRound(1, (Except(1, "power cut"),)))
    desk.do(c.PublishStandings("main", 1, (Line("a", 1, 11, 48),), 9_000))
    desk.do(c.MakeOfficial("main", 1), c.ReopenRound(1, "result found", True))
    desk.do(c.SettleDispute("d1", "No"), c.TakeResult(1, 1, "m1", HANDS))
    desk.do(c.ConfirmRound(1, ()))
    desk.do(c.NoteOwnTable(1, 1, "a", "TakeResult"))


def _corrections(desk: Desk) -> None:
    """Round 1 is corrected when round 2 has been played and the last four are named."""
    desk.do(c.AdvanceStage("last", tuple("abcd"), DRAW))
    hands = (Hand(1, (-17, 11, 3, 3), 1, 2), Hand(2, (0, 0, 0, 0)))
    ruled = Result((-15, 11, 2, 2), hands, "log", (2, 0, -1, -1))
    desk.do(c.CorrectResult("ruling-2", 1, 1, "m1", ruled, "ruling-2", seed=SEED))
    desk.do(c.DecideDependent("ruling-2", "round", "2", "keep", "It has been played."))
    desk.do(c.GivePenalty("p2", "c", 1, "late", "", kind="expulsion", ruling="ruling-3"))
    desk.do(c.KeepExpelled("p2", "He has apologised."))
    desk.do(c.LiftPenalty("p2", "", "ruling-4"), c.UndoAdvance("last"))


def _stages(desk: Desk) -> None:
    desk.do(c.AdvanceStage("last", tuple("abcd"), DRAW), c.WithdrawEntry("d", "no-show"))
    desk.do(c.RestoreEntry("e"), c.TakeStagePlace("last", "e", "d"), c.UndoAdvance("last"))
    desk.do(c.WithdrawEntry("e", "back home"), c.RestoreEntry("d"))


def every_event() -> dict[str, Event]:
    """The last event of each type of that tournament; of round ends, the fullest."""
    found = {type(event).__name__: event for event in eventful().events}
    fullest = ("RoundConfirmed", "EntryWithdrawn", "ResultCorrected", "DependentsNoted")
    for event in eventful().events:
        name = type(event).__name__
        if name in fullest and (getattr(event, "exceptions", ()) or getattr(event, "reason", "")):
            found[name] = event
    return found

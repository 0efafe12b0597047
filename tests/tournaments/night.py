"""A night at the services: the event runs itself, and people do what people do in between."""

from __future__ import annotations

from collections import Counter
from io import StringIO
from random import Random

from django.core.management import call_command
from django.utils import timezone

from tests.tournaments.conftest import Event
from tests.tournaments.domain.running import BYE, check_pairs
from tests.tournaments.domain.test_random_organisers import check
from tests.tournaments.store.test_store import rows
from tournaments import autopilot
from tournaments.correcting import keeping_all
from tournaments.domain import commands as c
from tournaments.domain.books import book_of, standings_of
from tournaments.domain.evolve import fold
from tournaments.domain.knockouts import bracket_of, has_bracket
from tournaments.domain.next_steps import what_next
from tournaments.domain.parts import Person, Result
from tournaments.domain.refusals import Refused
from tournaments.domain.state import Round, TournamentState, seats_now
from tournaments.domain.terms import Stage
from tournaments.pages.steps import command_for, step_key
from tournaments.store.folds import lines_after

HELPERS = 9


class Night:
    """What is due is done by the site; results, mishaps and corrections come from here."""

    def __init__(self, event: Event, players: int, seed: int) -> None:
        self.event, self.random, self.rulings = event, Random(seed), Random(seed + 1)
        self.seen: Counter[str] = Counter()
        event.do(c.OpenRegistration())
        entries = [c.AddEntry(f"p{n}", Person(f"Name {n}")) for n in range(players)]
        entries += [c.AddEntry(f"s{n}", Person(f"S {n}", "stand_in")) for n in range(HELPERS)]
        self.do(*entries, c.StartTournament())

    @property
    def state(self) -> TournamentState:
        return self.event.state

    def do(self, *commands: c.Command) -> None:
        """Together or not at all."""
        if commands:
            self.event.do(lambda _state: commands)

    def run(self) -> TournamentState:
        """To the end; everything that has to hold is looked at whenever the site waits."""
        for _ in range(100):
            self.seen.update(autopilot.steps_take(self.event.tournament, timezone.now()))
            check_night(self.event)
            if self.state.phase == "finished":
                return self.state
            playing = [one for one in self.state.rounds.values() if one.status == "started"]
            if playing:
                self.play(playing[0])
            else:
                self.decide()
        raise AssertionError(f"no end in sight: {what_next(self.state, self.event.seed)[:3]}")

    def decide(self) -> None:
        """What the site asks people for: ties and wild cards, or helpers."""
        seed = self.event.seed
        due = [one for one in what_next(self.state, seed) if one.when == "now"]
        step = next((one for one in due if one.code == "advance" and one.entries), None)
        assert step is not None, f"nobody knows what to do: {due}"
        key, chosen = step_key(step), step.entries[: step.count]
        self.event.do(
            lambda state: command_for(state, key, seed=seed, at=timezone.now(), chosen=chosen)
        )
        self.seen["chosen"] += 1

    def play(self, round_: Round) -> None:
        self.mishaps(round_.number)
        self.correct_earlier(round_.number)
        self.rule_on_earlier(round_.number)
        check_night(self.event)
        tables = sorted(self.state.rounds[round_.number].tables)
        self.do(*(c.TakeResult(round_.number, table, None, self.result()) for table in tables))
        if self.random.random() < 0.5:
            table = self.random.choice(tables)
            self.do(
                c.WithdrawResult(round_.number, table, "typed wrongly"),
                c.TakeResult(round_.number, table, None, self.result()),
            )
            self.seen["withdrawn"] += 1

    def mishaps(self, number: int) -> None:
        """Somebody is ill for a while, somebody leaves for good, somebody comes late."""
        seats = seats_now(self.state)
        players = sorted(entry for entry in seats if entry.startswith("p"))
        free = [f"s{n}" for n in range(HELPERS) if f"s{n}" not in seats]
        if players and free and self.random.random() < 0.6:
            ill = self.random.choice(players)
            _, table, place = seats[ill]
            self.do(
                c.TakeSeat(number, table, place, free[0], "substitute", ill, 2, "substitute"),
                c.TakeSeat(number, table, place, ill, "player", ill, 4, "returned"),
            )
            self.seen["substitute"] += 1
        here = sum(entry.is_playing for entry in self.state.entries.values())
        if len(players) > 4 and here > 8 and len(free) > 1 and self.random.random() < 0.5:
            leaving = self.random.choice(players)
            self.do(c.WithdrawEntry(leaving, "train", free[-1], from_hand=5))
            self.seen["drop_out"] += 1
        if number == 1:
            self.do(c.AddEntry("p-late", Person("Late")))
            self.seen["late"] += 1
        if players and self.random.random() < 0.3:
            given = f"n{number}"
            self.do(c.GivePenalty(given, players[0], number, None, "late", 10))
            self.seen["penalty"] += 1

    def correct_earlier(self, number: int) -> None:
        """A result of the round before was typed wrongly; it is confirmed already."""
        earlier = self.state.rounds.get(number - 1)
        if earlier is None or self.random.random() < 0.5:
            return
        table = self.random.choice(sorted(earlier.tables))
        try:
            self.do(
                c.ReopenRound(earlier.number, "typed wrongly", despite_dependents=True),
                c.TakeResult(earlier.number, table, None, self.result()),
                c.ConfirmRound(earlier.number),
            )
            self.seen["reopened"] += 1
        except Refused as refusal:
            self.seen[f"not reopened: {refusal.code}"] += 1

    def rule_on_earlier(self, number: int) -> None:
        """A confirmed result is corrected; the tables that are played now are left as they are."""
        earlier = self.state.rounds.get(number - 1)
        if earlier is None or earlier.status != "confirmed" or self.rulings.random() < 0.3:
            return
        seated = self.bracket_now()
        table, id_ = self.rulings.choice(sorted(earlier.tables)), f"k{number}"
        a, b, d = (self.rulings.randint(-60, 60) for _ in range(3))
        result = Result((a, b, d, -a - b - d), (), "organiser")
        self.do(c.CorrectResult(id_, earlier.number, table, None, result, reason="typed wrongly"))
        known = self.state.corrections.get(id_)
        if known is not None and known.open_effects:
            self.event.do(lambda state: keeping_all(state, id_, "they sit there already"))
            self.seen["kept"] += 1
            assert self.bracket_now() == seated

    def bracket_now(self) -> dict[tuple[str, str], set[str | None]]:
        """Who sits where in every bracket, by stage and key."""
        return {
            (stage, key): set(sitting.players)
            for stage in self.state.stages
            if has_bracket(self.state, stage)
            for key, sitting in bracket_of(self.state, stage).filled.items()
        }

    def result(self) -> Result:
        a, b, d = (self.random.randint(-60, 60) for _ in range(3))
        return Result((a, b, d, -a - b - d), (), "organiser")


def check_night(event: Event) -> None:
    """Everything that has to hold at any moment of any event."""
    state = event.state
    anew = fold(line.event for line in lines_after(event.tournament.pk, 0))
    assert anew == state
    check(state)
    for round_ in state.rounds.values():
        check_round(round_)
    for stage in state.terms.stages:
        check_stage(state, anew, stage)
    kept = rows(event)
    call_command("rebuild_tournaments", str(event.tournament.pk), stdout=StringIO())
    assert rows(event) == kept


def check_round(round_: Round) -> None:
    seated = Counter(entry for table in round_.plan.tables for entry in table.seats)
    assert set(seated.values()) <= {1}
    assert all(len(table.seats) == 4 for table in round_.plan.tables)
    assert not set(seated) & {*round_.plan.byes, *round_.plan.sitting_out}


def check_stage(state: TournamentState, anew: TournamentState, stage: Stage) -> None:
    """Standings are those of a fold of the log alone, and points went nowhere."""
    rounds = [one for one in state.rounds.values() if one.plan.stage == stage.id]
    started = [one for one in rounds if one.status != "planned"]
    if not started:
        return
    standings = standings_of(state, stage.id)
    assert standings == standings_of(anew, stage.id)
    check_pairs(state, stage, started)
    book = book_of(state, stage.id)
    nobodys = sum(
        match.points[place]
        for match in book.matches
        for place in range(4)
        if book.seats.credited(match.match, place, 1) is None
    )
    byes = 0 if stage.is_bracket else sum(BYE * len(one.plan.byes) for one in started)
    carried = sum(one.game for one in book.carried)
    penalties = sum(one.game for one in book.penalties)
    won = sum(line.totals.game - line.totals.game_penalty for line in standings.lines)
    assert won + nobodys == carried + byes - penalties

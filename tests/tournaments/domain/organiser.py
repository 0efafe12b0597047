"""An organiser who does one thing after another at random, mostly things that can be done."""

from __future__ import annotations

from random import Random

from tests.tournaments.domain.desk import SEED, Desk, terms
from tournaments.domain import commands as c
from tournaments.domain.parts import Except, Hand, Result, Seating
from tournaments.domain.results import what_is_missing
from tournaments.domain.state import Round, TournamentState
from tournaments.domain.terms import Stage, Uneven

PLAYERS = "abcdefghijklm"
HELPERS = "stu"
EVERYBODY = PLAYERS + HELPERS


def opened() -> Desk:
    """Thirteen players, two stand-ins and a built-in player in the first of eight rounds."""
    stage = Stage("main", "league", 8)
    desk = Desk().create(terms=terms(stage, uneven=Uneven("byes", 5)))
    desk.do(c.OpenRegistration())
    desk.enter(*PLAYERS).enter("s", "t", kind="stand_in").enter("u", kind="bot")
    desk.do(c.StartTournament())
    return desk.play(1, PLAYERS[:4], PLAYERS[4:8], PLAYERS[8:12], byes=("m",))


class Organiser:
    """`command` looks at the state and asks for something."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.given = 0

    def command(self, state: TournamentState) -> c.Command:
        if not state.rounds:
            return self.new_plan(state, 1)
        kinds = (self.plans, self.seats, self.results, self.steps, self.entries, self.clocks)
        (kind,) = self.random.choices(kinds, (4, 4, 5, 3, 1, 1))
        return kind(state)

    def _round(self, state: TournamentState) -> Round:
        started = [one for one in state.rounds.values() if one.status == "started"]
        return self.random.choice(started or list(state.rounds.values()))

    def _table(self, round_: Round) -> int:
        return self.random.choice(list(round_.tables) or [1])

    def plans(self, state: TournamentState) -> c.Command:
        waiting = [one for one in state.rounds.values() if one.status == "planned"]
        if not waiting:
            return self.new_plan(state, len(state.rounds) + 1)
        plan, published = waiting[0].plan, waiting[0].published
        number, edition = plan.round, plan.edition
        if self.random.random() < 0.2:
            one, other = self.random.choices(EVERYBODY, k=2)
            swap = c.SwapSeats(number, edition, one, other)
            return self.random.choice(
                [swap, c.DropPlan(number), self.new_plan(state, number), c.ScheduleRound(number, 1)]
            )
        if published == edition:
            return c.StartRound(number, edition, self.random.randrange(10**7))
        return c.PublishPairings(number, edition)

    def new_plan(self, state: TournamentState, number: int) -> c.PlanRounds:
        """Everybody who is there, in a random order; whoever is left over has a bye."""
        order = [entry.id for entry in state.entries.values() if entry.is_playing]
        self.random.shuffle(order)
        full = len(order) // 4
        tables = tuple(Seating(n + 1, tuple(order[4 * n : 4 * n + 4])) for n in range(full))
        return c.PlanRounds((c.RoundPlan(number, "main", tables, byes=tuple(order[4 * full :])),))

    def seats(self, state: TournamentState) -> c.Command:
        round_ = self._round(state)
        table, place = self._table(round_), self.random.randrange(4)
        if not round_.tables or self.random.random() < 0.25:
            return c.UndoTakeSeat(round_.number, table, place)
        facts = round_.tables[table].ledger[place]
        hand = facts[-1].from_hand + self.random.choice([0, 0, 1, 1, 2, -1])
        person = self.random.choice([*HELPERS, *HELPERS, facts[0].person, *PLAYERS[:6]])
        role, credited = self._role(person, facts[0].credited_to)
        return c.TakeSeat(round_.number, table, place, person, role, credited, hand, "substitute")

    def _role(self, person: str, player: str | None) -> tuple[str, str | None]:
        if person == "u":
            return "bot", self.random.choice([player, None])
        if person in PLAYERS and self.random.random() < 0.7:
            return "player", person
        options = [("substitute", player), ("stand_in", None)]
        return self.random.choice([*options, ("stand_in", self.random.choice(EVERYBODY))])

    def results(self, state: TournamentState) -> c.Command:
        round_ = self._round(state)
        number, table = round_.number, self._table(round_)
        match = round_.tables[table].match if round_.tables else None
        result = self.result()
        self.given += 1
        return self.random.choice(
            [
                *[c.TakeResult(number, table, match, result)] * 6,
                c.WithdrawResult(number, table, ""),
                c.OpenTable(number, table, f"m{self.given}"),
                c.OpenTable(number, table, "m1"),
                c.UnlinkTable(number, table),
                c.OpenDispute(f"d{self.given}", number, table, "a", "no"),
                *[c.SettleDispute(key, "so be it") for key in state.disputes],
            ]
        )

    def result(self) -> Result:
        """Some known by their hands, some only by their sums."""
        hands = tuple(Hand(n, self.points(), n % 4, n) for n in range(1, self.random.randint(2, 5)))
        if self.random.random() < 0.3:
            return Result(self.points(), (), "organiser")
        sums = [sum(hand.points[place] for hand in hands) for place in range(4)]
        return Result(tuple(sums), hands, "log")

    def points(self) -> tuple[int, ...]:
        a, b, d = (self.random.randint(-50, 50) for _ in range(3))
        return a, b, d, -a - b - d

    def steps(self, state: TournamentState) -> c.Command:
        round_ = self._round(state)
        number = round_.number
        named = tuple(Except(table, "why") for table in what_is_missing(state, round_))
        entry = self.random.choice(EVERYBODY)
        reopened = self.random.choice(list(state.rounds))
        self.given += 1
        return self.random.choice(
            [
                *[c.ConfirmRound(number)] * 4,
                c.ConfirmRound(number, named),
                c.ReopenRound(reopened, "why", self.random.random() < 0.7),
                c.UndoRoundStart(number),
                c.GivePenalty(f"p{self.given}", entry, number, None, "late", 10),
                c.LiftPenalty(f"p{self.given - 9}", ""),
                c.FinishTournament(SEED),
                c.UndoFinish(),
            ]
        )

    def entries(self, state: TournamentState) -> c.Command:
        gone = [entry.id for entry in state.entries.values() if entry.status == "withdrawn"]
        if gone and self.random.random() < 0.7:
            return c.RestoreEntry(self.random.choice(gone))
        helper = self.random.choice([None, *HELPERS])
        role = "bot" if helper == "u" else "stand_in"
        hand = self.random.randint(1, 4)
        return c.WithdrawEntry(self.random.choice(EVERYBODY), "", helper, role, None, hand)

    def clocks(self, state: TournamentState) -> c.Command:
        round_ = self._round(state)
        number = round_.number
        which, at = self.random.choice([None, self._table(round_)]), self.random.randrange(10**7)
        return self.random.choice(
            [
                c.ExtendClock(number, which, 1000, at),
                c.PauseClock(number, which, at),
                c.ResumeClock(number, which, at),
            ]
        )

"""Where a match's disputes stand: cases, rulings, appeals, and what each hand is worth now.

Owns the shapes and what can be read off them. They are built by `engine.rulings.fold`.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from engine.play.match import TurnOrder
from engine.rulings.events import (
    AppealOutcome,
    Bond,
    PenaltyKind,
    Place,
    Reason,
    RulingKind,
    Vote,
)

Points: TypeAlias = tuple[int, ...]
Status: TypeAlias = Literal["open", "taken", "ruled", "withdrawn"]
OPEN: Final = ("open", "taken")
"""Statuses of cases that nobody has closed."""
NOTHING: Final[Points] = (0, 0, 0, 0)
THE_MATCH: Final = 0
"""The hand of rulings on the match as a whole."""
SETTING: Final[frozenset[RulingKind]] = frozenset(
    {"score_corrected", "score_set", "hand_replayed", "hand_agreed", "result_adjusted"}
)
"""Rulings that say what a hand, or the match's adjustment, is worth."""
BESIDE: Final[frozenset[RulingKind]] = frozenset({"penalty", "clock_given"})
"""Rulings that leave every score alone."""


class Played(NamedTuple):
    """A hand that was scored: who sat at E, S, W and N, its laozhuang count, what it gained.

    `lost_deal` are the places that had lost the deal before it; `is_total` marks the final points
    of a whole match with real tiles, `apart` a hand after which the deal went on as if it had not
    been played.
    """

    number: int
    places: TurnOrder
    repeat: int
    gains: Points
    lost_deal: tuple[Place, ...] = ()
    is_total: bool = False
    apart: bool = False


class Interest(NamedTuple):
    """What binds a referee to somebody at the table; `allowed` is None until it is decided."""

    referee: str
    bond: Bond
    text: str
    allowed: bool | None = None


class Statement(NamedTuple):
    """A player's words, as their digest."""

    place: Place
    text: str


class Case(NamedTuple):
    """A call for the referee, and what became of it. `ruling` is the newest one made on it."""

    id: str
    place: Place
    hand: int
    reason: Reason
    text: str
    status: Status = "open"
    referee: str | None = None
    statements: tuple[Statement, ...] = ()
    interests: tuple[Interest, ...] = ()
    ruling: str | None = None

    @property
    def is_open(self) -> bool:
        """Neither ruled nor withdrawn."""
        return self.status in OPEN

    def may_rule(self, referee: str) -> bool:
        """Whether no interest of theirs stands in the way."""
        return all(one.allowed for one in self.interests if one.referee == referee)


class Penalty(NamedTuple):
    """What a penalty takes, apart from the match's points."""

    place: Place
    kind: PenaltyKind
    game: int
    table: int
    rule: str | None


class Grant(NamedTuple):
    """Time given to a place."""

    place: Place
    ms: int


class Ruling(NamedTuple):
    """A ruling, and what it did. `before` and `after` are what its hand was ruled to be worth, None
    where no ruling says so; `appeal` is the appeal that it was made on."""

    id: str
    case: str | None
    hand: int
    kind: RulingKind
    cites: tuple[str, ...]
    text: str
    referee: str
    supersedes: str | None
    points: Points
    before: Points | None
    after: Points | None
    penalty: Penalty | None = None
    clock: Grant | None = None
    appeal: str | None = None
    superseded_by: str | None = None

    @property
    def stands(self) -> bool:
        """No later ruling replaces it."""
        return self.superseded_by is None


class Ballot(NamedTuple):
    """A judge's vote."""

    judge: str
    vote: Vote
    text: str


class Appeal(NamedTuple):
    """An appeal against a ruling. `outcome` is None while it runs."""

    id: str
    ruling: str
    place: Place
    text: str
    judges: tuple[str, ...] = ()
    votes: tuple[Ballot, ...] = ()
    outcome: AppealOutcome | None = None
    replacement: str | None = None

    @property
    def is_open(self) -> bool:
        """Not decided yet."""
        return self.outcome is None

    def has_majority(self, vote: Vote) -> bool:
        """Whether more than half of the judges voted so."""
        return 2 * sum([one.vote == vote for one in self.votes]) > len(self.judges) > 0


class Replay(NamedTuple):
    """A hand that is played in place of one that was voided.

    `natural`: nothing that moved the deal was played between the two, so it goes on from this one.
    """

    number: int
    natural: bool


class Replayed(NamedTuple):
    """With real tiles: hand `number` of the sheet was played in place of hand `of`."""

    number: int
    of: int


class Ruled(NamedTuple):
    """What a hand is worth by ruling; for the match as a whole, what is added to its hands."""

    hand: int
    gains: Points


class Step(NamedTuple):
    """One step of what became of a hand: what it is worth from here on, and the change by it."""

    kind: Literal["original", "ruling", "appeal"]
    id: str
    standing: Points
    change: Points


class Court(NamedTuple):
    """All disputes of a match. `hands` are those scored, as they were played.

    `replays` are hands to be played again, the next deal's first; `replaying` the deal that does
    so, `replayed` those of a score sheet that did. `left` are the ids of people who gave up a
    place.
    """

    hands: tuple[Played, ...] = ()
    cases: tuple[Case, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    appeals: tuple[Appeal, ...] = ()
    ruled: tuple[Ruled, ...] = ()
    replays: tuple[int, ...] = ()
    replaying: Replay | None = None
    replayed: tuple[Replayed, ...] = ()
    left: tuple[str, ...] = ()

    def case(self, id_: str) -> Case | None:
        """The case of that id."""
        return next((one for one in self.cases if one.id == id_), None)

    def ruling(self, id_: str) -> Ruling | None:
        """The ruling of that id."""
        return next((one for one in self.rulings if one.id == id_), None)

    def appeal(self, id_: str) -> Appeal | None:
        """The appeal of that id."""
        return next((one for one in self.appeals if one.id == id_), None)

    def appeal_against(self, ruling: str) -> Appeal | None:
        """The appeal against a ruling; there is at most one."""
        return next((one for one in self.appeals if one.ruling == ruling), None)

    def hand(self, number: int) -> Played | None:
        """A scored hand as it was played."""
        return next((one for one in self.hands if one.number == number), None)

    def original(self, hand: int) -> Points:
        """What a hand gained as it was played; nothing for the match as a whole."""
        played = self.hand(hand)
        return played.gains if played else NOTHING

    @property
    def last_to_move(self) -> Played | None:
        """The newest hand that the deal goes on from."""
        return next((one for one in reversed(self.hands) if not one.apart), None)

    def ruled_on(self, hand: int) -> Points | None:
        """What a hand is worth by ruling, if one says so."""
        return next((one.gains for one in self.ruled if one.hand == hand), None)

    def standing_of(self, hand: int) -> Points:
        """What a hand is worth now."""
        ruled = self.ruled_on(hand)
        return self.original(hand) if ruled is None else ruled

    @property
    def standing(self) -> dict[int, Points]:
        """What every scored hand is worth now, and under 0 what rulings on the match add; the
        match's points are their sum."""
        found = {THE_MATCH: NOTHING, **{one.number: one.gains for one in self.hands}}
        found.update({one.hand: one.gains for one in self.ruled})
        return found

    @property
    def total(self) -> Points:
        """The match's points: what all hands are worth now, and the match's adjustment."""
        first, second, third, fourth = map(sum, zip(*self.standing.values(), strict=True))
        return first, second, third, fourth

    @property
    def penalties(self) -> tuple[Ruling, ...]:
        """Penalties that stand."""
        return tuple([one for one in self.rulings if one.penalty and one.stands])

    def last_word(self, hand: int) -> Ruling | None:
        """The newest ruling on a hand's score that stands."""
        for one in reversed(self.rulings):
            if one.hand == hand and one.kind not in BESIDE and one.stands:
                return one
        return None

    def chain(self, hand: int) -> tuple[Step, ...]:
        """What became of a hand: as it was played, then each ruling and each appeal in turn; the
        last step's standing is the final one."""
        original = standing = self.original(hand)
        steps = [Step("original", "", original, NOTHING)]
        for one in self.rulings:
            if one.hand != hand:
                continue
            now = original if one.after is None else one.after
            steps.append(Step("ruling", one.id, now, minus(now, standing)))
            standing = now
            if appeal := self.appeal_against(one.id):
                steps.append(Step("appeal", appeal.id, standing, NOTHING))
        return tuple(steps)


def plus(one: Points, other: Points) -> Points:
    """The sum by place."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def minus(one: Points, other: Points) -> Points:
    """The difference by place."""
    return tuple([a - b for a, b in zip(one, other, strict=True)])


NO_COURT: Final = Court()

"""Random disputes in random matches: whatever is refused is left out."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from engine.errors import EngineError
from engine.play import commands as c
from engine.play.match import Length, Successor
from engine.rulings import events as r
from tests.engine.rulings.table import JAN, JIM, JO, RAE, ROB, SAID, SELF_DRAWN, Table, sender
from tests.engine.scored.keeper import Keeper, random_entry

PEOPLE = (RAE, ROB, JO, JIM, JAN, "p1", "p9")
Match = Table | Keeper


def quarrel(match: Match, rng: Random) -> None:
    """One random command of a dispute, from whoever would send it."""
    command = some_command(match, rng)
    with suppress(EngineError):
        match.submit(command, sender(command))


def some_command(match: Match, rng: Random) -> c.RulingCommand:
    court, hands = match.state.court, match.state.hand_number
    case = pick(rng, court.cases)
    appeal = pick(rng, court.appeals)
    running = pick(rng, [one for one in court.appeals if one.is_open])
    place, who = rng.randrange(4), rng.choice(PEOPLE)
    judges = tuple(rng.sample(PEOPLE[1:], rng.choice((1, 3))))
    tries = [
        c.CallReferee(new_id(rng), place, rng.randint(0, hands), rng.choice(r.REASONS), SAID),
        c.TakeCase(case, who),
        c.MakeStatement(case, place, SAID),
        c.DeclareInterest(case, who, rng.choice(r.BONDS)),
        c.DecideInterest(case, who, rng.random() < 0.5),
        c.ReleaseCase(case, who),
        c.LodgeAppeal(new_id(rng), pick(rng, court.rulings), place),
        c.NamePanel(appeal, judges),
        c.CastVote(appeal, rng.choice(judges_of(match, appeal)), rng.choice(r.VOTES)),
        c.DecideAppeal(running, "upheld" if rng.random() < 0.9 else "expired"),
        *[some_ruling(match, rng) for _ in range(6)],
        overturning(match, rng, running),
    ]
    if rng.random() < 0.1:
        tries.append(c.WithdrawCase(case))
    return rng.choice(tries)


def pick(rng: Random, all_: object) -> str:
    """The id of one of them, or one that nobody has."""
    return rng.choice([one.id for one in all_] or ["nothing"])


def judges_of(match: Match, id_: str) -> tuple[str, ...]:
    appeal = match.state.court.appeal(id_)
    return (appeal and appeal.judges) or (JO,)


def new_id(rng: Random) -> str:
    return f"{rng.getrandbits(64):016x}"


def some_ruling(match: Match, rng: Random) -> c.MakeRuling:
    """Of any kind on any hand, now and then in place of another."""
    kind = rng.choice((*r.RULING_KINDS, "score_set", "score_corrected"))
    if kind == "result_adjusted" and rng.random() < 0.8:
        kind = "score_stands"
    hand = 0 if kind == "result_adjusted" else rng.randint(0, match.state.hand_number)
    word = match.state.court.last_word(hand)
    supersedes = word.id if word and rng.random() < 0.4 else None
    if kind in ("penalty", "clock_given") and rng.random() < 0.3:
        supersedes = pick(rng, match.state.court.rulings)
    case = pick(rng, match.state.court.cases) if rng.random() < 0.3 else None
    return c.MakeRuling(
        new_id(rng), case, hand, kind, ("L2",), rng.choice(PEOPLE), some_decision(kind, rng),
        rng.choice(("", SAID)), supersedes,
    )  # fmt: skip


def overturning(match: Match, rng: Random, running: str) -> c.MakeRuling:
    """A ruling in place of one that is appealed against, by one of the judges."""
    appeal = match.state.court.appeal(running)
    if appeal is None:
        return some_ruling(match, rng)
    old = match.state.court.ruling(appeal.ruling)
    kind = rng.choice(("score_stands", "score_set", "penalty"))
    return c.MakeRuling(
        new_id(rng), None, old.hand, kind, ("L2",), rng.choice(judges_of(match, running)),
        some_decision(kind, rng), "", old.id,
    )  # fmt: skip


def some_decision(kind: str, rng: Random) -> dict:
    a, b, d = (rng.randint(-40, 40) for _ in range(3))
    match kind:
        case "score_set" | "hand_agreed":
            return {"payments": {"E": a, "S": b, "W": d, "N": -a - b - d}}
        case "score_corrected":
            return {"facts": {**SELF_DRAWN, "winner": rng.choice("ESWN")}}
        case "penalty":
            kind = rng.choice(r.PENALTY_KINDS)
            game = 0 if kind == "warning" else rng.randint(1, 50)
            return {
                "place": rng.randrange(4),
                "penalty": kind,
                "game": game,
                "table": 0,
                "rule": None,
            }
        case "clock_given":
            return {"place": rng.randrange(4), "ms": rng.randint(1, 60_000)}
        case "result_adjusted":
            return {"points": [a, b, d, -a - b - d]}
        case _:
            return {}


def quarrelsome(seed: int, ruleset: str = "bao", often: int = 25) -> Table:
    """A match of some hands in which somebody disputes something all the time, and after it."""
    rng = Random(seed)
    lengths = [Length("hands", 3), Length("open")]
    lengths += [Length("dealer_rounds")] * (ruleset == "bao")
    length = rng.choice(lengths)
    table = Table(ruleset, length=length)
    table.start()
    hands = 0
    while table.state.phase != "ended" and hands < 6:
        table.deal()
        hands += 1
        while table.state.hand.result is None:
            table.turns(rng.randint(1, 60))
            for _ in range(rng.randrange(often // 5)):
                quarrel(table, rng)
            if not rng.randrange(40):
                with suppress(EngineError):
                    table.submit(c.VoidHand("a tile was shown"), "referee:7")
            if not rng.randrange(30):
                successor = Successor(f"S{hands}", "human", None, f"s{hands}")
                with suppress(EngineError):
                    table.submit(c.HandOverSeat(rng.randrange(4), successor, ""), "organiser:ann")
        table.open_secret()
        for _ in range(rng.randrange(often)):
            quarrel(table, rng)
    if table.state.phase != "ended":
        table.submit(c.EndMatch(), "organiser:ann")
    for _ in range(often):
        quarrel(table, rng)
    return table


def quarrelsome_sheet(seed: int, ruleset: str = "bao", often: int = 15) -> Keeper:
    """The same with real tiles, with corrections of the sheet beside the rulings."""
    rng = Random(seed)
    keeper = Keeper(ruleset)
    for _ in range(8):
        if keeper.state.phase == "ended":
            break
        keeper.enter(random_entry(keeper.state, rng))
        if rng.random() < 0.3:
            hand = rng.randint(1, keeper.state.hand_number)
            with suppress(EngineError):
                keeper.say(c.CorrectHand(hand, None, "slip", random_entry(keeper.state, rng)))
        for _ in range(rng.randrange(often)):
            quarrel(keeper, rng)
    with suppress(EngineError):
        keeper.submit(c.EndMatch(), "organiser:ann")
    for _ in range(often):
        quarrel(keeper, rng)
    return keeper

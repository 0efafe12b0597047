"""A scored hand in words: what it is worth, how it was read, who pays whom and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.notation import format_tile, format_tiles
from engine.rules.element import ELEMENT_BY_ID
from engine.rules.ruleset import Ruleset
from engine.rules.settlement import Part, PartName
from engine.rules.text import Text
from engine.scoring.case import ScoreInput
from engine.scoring.score import ScoreResult, score
from engine.seats import ALL_SEATS, Seat

SEAT_NAMES: Final = (
    Text("东", "東", "East"),
    Text("南", "南", "South"),
    Text("西", "西", "West"),
    Text("北", "北", "North"),
)
ENDINGS: Final = {
    "self_draw": Text("自摸", "自摸", "self-draw"),
    "discard": Text("放冲", "放沖", "discard"),
    "robbed_kong": Text("抢杠", "搶槓", "robbed kong"),
}
REASONS: Final = {
    "exhausted": Text("流局", "流局", "the hand is exhausted"),
    "not_complete": Text(
        "不是四副一将，没有胡",
        "不是四副一將，沒有胡",
        "the tiles do not make four sets and a pair",
    ),
    "source_not_allowed": Text(
        "不能靠别人打出的牌胡", "不能靠別人打出的牌胡", "a discard may not be won on in this game"
    ),
    "rob_not_allowed": Text("不许抢这个杠", "不許搶這個槓", "this kong may not be robbed"),
    "dead_wild": Text(
        "打出的财神谁也不能要", "打出的財神誰也不能要", "a wild of another player may not be won on"
    ),
    "below_contract": Text("不够所包的台数", "不夠所包的台數", "less than the contract's tai"),
    "below_minimum": Text("不够起胡台数", "不夠起胡台數", "less than the least tai that wins"),
}
PART_NAMES: Final = {
    "hand": Text("台数", "台數", "hand"),
    "contract": Text("包分", "包分", "contract"),
}
_WINS: Final = Text(
    "{seat}家{how}胡 {tile}，{tai} 台",
    "{seat}家{how}胡 {tile}，{tai} 台",
    "{seat} wins by {how} with {tile}: {tai} tai",
)
_FAILS: Final = Text(
    "没有胡：{why}（{rule}）；{tai} 台",
    "沒有胡：{why}（{rule}）；{tai} 台",
    "no win: {why} ({rule}); {tai} tai",
)
_DRAWN: Final = Text("流局（{rule}）", "流局（{rule}）", "exhausted hand ({rule})")
_READ: Final = Text("牌型：{sets}", "牌型：{sets}", "read as {sets}")
_WILDS: Final = Text("财神当作：{tiles}", "財神當作：{tiles}", "wilds stand for {tiles}")
_PAYS: Final = Text(
    "{payer} 付 {payee}：{total}", "{payer} 付 {payee}：{total}", "{payer} pays {payee} {total}"
)
_DOUBLED: Final = Text("老庄 ×{by}", "老莊 ×{by}", "laozhuang ×{by}")
_NOBODY: Final = Text("没有人付", "沒有人付", "nobody pays")


def explain(ruleset: Ruleset, case: ScoreInput, language: str) -> Iterator[str]:
    """The lines that explain a hand; raises InvalidInput as `score` does."""
    result = score(ruleset, case)
    yield f"{ruleset.game.names.in_language(language)} · {_headline(case, result, language)}"
    for element in result.elements:
        name = ELEMENT_BY_ID[element.id].names.in_language(language)
        tile = f" {format_tile(element.tile)}" if element.tile is not None else ""
        yield f"  {element.tai:+d}  {name}{tile} ({element.rule})"
    if result.reading:
        sets = " ".join(format_tiles(one.tiles) for one in result.reading)
        yield "  " + _READ.in_language(language).format(sets=sets)
    if result.wilds_as:
        tiles = format_tiles(result.wilds_as)
        yield "  " + _WILDS.in_language(language).format(tiles=tiles)
    yield from _payments(ruleset, result, language)


def _headline(case: ScoreInput, result: ScoreResult, language: str) -> str:
    if result.reason == "exhausted" or case.winner is None or case.winning_tile is None:
        return _DRAWN.in_language(language).format(rule=result.rule)
    if result.reason:
        why = REASONS[result.reason].in_language(language)
        return _FAILS.in_language(language).format(why=why, rule=result.rule, tai=result.tai)
    return _WINS.in_language(language).format(
        seat=SEAT_NAMES[case.winner].in_language(language),
        how=ENDINGS[case.source].in_language(language),
        tile=format_tile(case.winning_tile),
        tai=result.tai,
    )


def _payments(ruleset: Ruleset, result: ScoreResult, language: str) -> Iterator[str]:
    settlement = result.settlement
    if not settlement.parts:
        yield "  " + _NOBODY.in_language(language)
        return
    rules = ruleset.game.part_rules
    if result.reason == "exhausted":
        rules = dict.fromkeys(rules, ruleset.game.exhausted_rule)
    for payer in ALL_SEATS:
        for payee in ALL_SEATS:
            parts = [p for p in settlement.parts if (p.payer, p.payee) == (payer, payee)]
            if parts:
                yield "  " + _PAYS.in_language(language).format(
                    payer=SEAT_NAMES[payer].in_language(language),
                    payee=SEAT_NAMES[payee].in_language(language),
                    total=_sum(parts, rules, settlement.multiplier, language),
                )
    yield "  " + "  ".join(_balance(seat, result, language) for seat in ALL_SEATS)


def _sum(parts: list[Part], rules: Mapping[PartName, str], multiplier: int, language: str) -> str:
    """For example `(2 hand L2 + 5 contract L3) laozhuang ×2 = 14`."""
    terms = " + ".join(
        f"{part.amount} {PART_NAMES[part.name].in_language(language)} ({rules[part.name]})"
        for part in parts
    )
    total = sum(part.amount for part in parts) * multiplier
    if multiplier > 1:
        terms = f"({terms})" if len(parts) > 1 else terms
        terms += f" · {_DOUBLED.in_language(language).format(by=multiplier)} (L6)"
    return f"{terms} = {total}"


def _balance(seat: Seat, result: ScoreResult, language: str) -> str:
    return f"{SEAT_NAMES[seat].in_language(language)} {result.payments[seat]:+d}"

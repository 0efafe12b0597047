"""The table of options: every choice the two games offer, declared once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.rules.option import Option, OptionValue
from engine.rules.text import Text

BAO: Final = "bao"
FREE: Final = "free"


def _both(
    name: str,
    rule: str,
    allowed: tuple[OptionValue, ...],
    text: Text,
    bao: OptionValue,
    free: OptionValue,
) -> Option:
    return Option(name, rule, allowed, {BAO: bao, FREE: free}, (BAO, FREE), text)


def _bao(
    name: str,
    rule: str,
    allowed: tuple[OptionValue, ...],
    text: Text,
    default: OptionValue,
    in_free: OptionValue,
) -> Option:
    return Option(name, rule, allowed, {BAO: default, FREE: in_free}, (BAO,), text)


def _free(
    name: str,
    rule: str,
    allowed: tuple[OptionValue, ...],
    text: Text,
    default: OptionValue,
    in_bao: OptionValue,
) -> Option:
    return Option(name, rule, allowed, {BAO: in_bao, FREE: default}, (FREE,), text)


_YES_NO: Final = (True, False)
_NO_YES: Final = (False, True)

OPTIONS: Final = (
    _both(
        "dead_wall",
        "T5",
        tuple(range(61)),
        Text(
            "牌墙剩多少张时流局",
            "牌牆剩多少張時流局",
            "How many tiles stay in the wall when the hand is exhausted",
        ),
        26,
        14,
    ),
    _bao(
        "wild_must_be_held",
        "C2",
        _NO_YES,
        Text(
            "包家只能把自己手里有的牌定为财神",
            "包家只能把自己手裡有的牌定為財神",
            "The contractor may name only kinds that they hold",
        ),
        False,
        False,
    ),
    _free(
        "free_wild_kinds",
        "C3",
        (2, 1),
        Text(
            "自由麻将有几种财神",
            "自由麻將有幾種財神",
            "How many kinds are wild in the free game",
        ),
        2,
        2,
    ),
    _free(
        "free_wild",
        "C3",
        ("dealer", "random", "fixed"),
        Text(
            "财神由谁定：庄家、随机、或整场固定",
            "財神由誰定：莊家、隨機、或整場固定",
            "Who names the wilds: the dealer, the draw, or the match for all its hands",
        ),
        "dealer",
        "dealer",
    ),
    _both(
        "wild_pair",
        "C4",
        ("adjacent", "any"),
        Text(
            "两种财神必须连着，还是任意",
            "兩種財神必須連著，還是任意",
            "Whether the two wild kinds must be neighbours",
        ),
        "adjacent",
        "adjacent",
    ),
    _both(
        "wild_meld_max",
        "C5",
        (1, 0),
        Text(
            "一副吃碰里最多几张替别牌的财神",
            "一副吃碰裡最多幾張替別牌的財神",
            "How many wilds may stand for other tiles in one meld",
        ),
        1,
        0,
    ),
    _both(
        "wild_chow",
        "C5",
        _YES_NO,
        Text(
            "可以用财神吃牌",
            "可以用財神吃牌",
            "A chow may be made with a wild",
        ),
        True,
        True,
    ),
    _bao(
        "wild_kong",
        "C6",
        _YES_NO,
        Text(
            "可以用财神开杠",
            "可以用財神開槓",
            "One of a kong's four tiles may be a wild",
        ),
        True,
        False,
    ),
    _both(
        "kong_of_wilds",
        "C6",
        _NO_YES,
        Text(
            "四张同种财神可以开杠",
            "四張同種財神可以開槓",
            "Four tiles of one wild kind may be declared as a kong",
        ),
        False,
        False,
    ),
    _both(
        "wild_discard",
        "C7",
        ("face", "dead", "forbidden"),
        Text(
            "打出的财神：当本张、无人可要、或不许打出",
            "打出的財神：當本張、無人可要、或不許打出",
            "A discarded wild counts as its face, is of use to nobody, or may not be discarded",
        ),
        "face",
        "face",
    ),
    _both(
        "fifth_copy",
        "C8",
        _YES_NO,
        Text(
            "财神可以当第五张同样的牌",
            "財神可以當第五張同樣的牌",
            "A wild may stand for a fifth copy of a kind",
        ),
        True,
        True,
    ),
    _bao(
        "bid_reentry",
        "A1",
        _YES_NO,
        Text(
            "过了以后还可以再叫",
            "過了以後還可以再叫",
            "Who has passed may bid again later",
        ),
        True,
        True,
    ),
    _bao(
        "max_bid",
        "A3",
        tuple(range(2, 31)),
        Text(
            "最高可以叫几台",
            "最高可以叫幾台",
            "The highest bid that is accepted",
        ),
        13,
        13,
    ),
    _bao(
        "all_pass",
        "A4",
        ("no_contract", "dealer_forced", "redeal"),
        Text(
            "四家都不叫：无包家打、庄家包2台、或重新发牌",
            "四家都不叫：無包家打、莊家包2台、或重新發牌",
            "When nobody bids: play without contract, the dealer holds 2 tai, or deal again",
        ),
        "no_contract",
        "no_contract",
    ),
    _bao(
        "rob_scope",
        "P7",
        ("contractor", "anyone"),
        Text(
            "非包家只能抢包家的杠，还是谁的都能抢",
            "非包家只能搶包家的槓，還是誰的都能搶",
            "Whom the other players may rob of a kong: only the contractor, or anyone",
        ),
        "contractor",
        "anyone",
    ),
    _free(
        "free_rob",
        "P7",
        _YES_NO,
        Text(
            "自由麻将可以抢杠",
            "自由麻將可以搶槓",
            "A kong may be robbed in the free game",
        ),
        True,
        True,
    ),
    _both(
        "swap_call",
        "P8",
        _NO_YES,
        Text(
            "吃后不许打出同一组的换张",
            "吃後不許打出同一組的換張",
            "After a chow the tile claimed, or the one at the other end, may not be discarded",
        ),
        False,
        False,
    ),
    _free(
        "free_minimum",
        "W3",
        (3, 2, 4, 5, 6, 7, 8),
        Text(
            "自由麻将几台起胡",
            "自由麻將幾台起胡",
            "The least tai that wins in the free game",
        ),
        3,
        3,
    ),
    _both(
        "wind_scheme",
        "E2",
        ("seat", "east2"),
        Text(
            "风牌：门风算台，或东风人人2台",
            "風牌：門風算台，或東風人人2台",
            "Winds: the seat's own counts, or East is worth 2 to everyone and the others nothing",
        ),
        "seat",
        "east2",
    ),
    _both(
        "value_pair_breaks_all_chows",
        "E3",
        _YES_NO,
        Text(
            "有台的牌作将就不算平胡",
            "有台的牌作將就不算平胡",
            "A pair of a kind that is worth tai breaks all chows",
        ),
        True,
        False,
    ),
    _both(
        "no_wild_bonus_without_wilds",
        "E9",
        _YES_NO,
        Text(
            "没有定财神时也算无财",
            "沒有定財神時也算無財",
            "Where no kind is wild, every hand counts as having no wild",
        ),
        True,
        True,
    ),
    _free(
        "all_honours",
        "E11",
        (8, 7),
        Text(
            "自由麻将全字牌几台",
            "自由麻將全字牌幾台",
            "What all honours is worth in the free game",
        ),
        8,
        8,
    ),
    _both(
        "special",
        "E12",
        ("max", "flat"),
        Text(
            "特殊牌型与普通台数取大，或只按特殊牌型",
            "特殊牌型與普通台數取大，或只按特殊牌型",
            "A flat element yields to a higher ordinary count, or always replaces it",
        ),
        "max",
        "max",
    ),
    _bao(
        "draw_payer",
        "L4",
        ("contractor", "dealer", "none"),
        Text(
            "流局由谁赔：包家、庄家、或都不赔",
            "流局由誰賠：包家、莊家、或都不賠",
            "Who pays for an exhausted hand: the contractor, the dealer, or nobody",
        ),
        "contractor",
        "none",
    ),
    _free(
        "free_rob_pay",
        "L5",
        ("each", "robbed_all"),
        Text(
            "抢杠由三家各付，或被抢者全付",
            "搶槓由三家各付，或被搶者全付",
            "After a robbed kong everyone pays, or the robbed player pays for all",
        ),
        "each",
        "each",
    ),
    _both(
        "laozhuang",
        "L6",
        ("flat", "compound", "off"),
        Text(
            "老庄：翻一倍、逐次翻倍、或不算",
            "老莊：翻一倍、逐次翻倍、或不算",
            "Laozhuang doubles once, doubles again with every repeat, or is not played",
        ),
        "flat",
        "flat",
    ),
    _both(
        "laozhuang_cap",
        "L6",
        # At most 10: the points of a whole match then stay below 2^53, exact in every program.
        tuple(range(1, 11)),
        Text(
            "逐次翻倍最多几次",
            "逐次翻倍最多幾次",
            "How often a compound laozhuang may double",
        ),
        5,
        5,
    ),
    _both(
        "dealer_succession",
        "Z3",
        ("rotate", "winner"),
        Text(
            "下庄以后轮庄，或赢家坐庄",
            "下莊以後輪莊，或贏家坐莊",
            "When the dealer loses the deal, the next seat deals, or the winner",
        ),
        "rotate",
        "winner",
    ),
)

OPTION_BY_NAME: Final[Mapping[str, Option]] = {option.name: option for option in OPTIONS}

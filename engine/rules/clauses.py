"""Every rule of both games by its id, with a heading in three languages.

The full text is on the rules pages, where each id has its place; a heading is what a refusal, a
breakdown or the referee's page shows beside the id.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.rules.text import Text


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule: its id and what it is about."""

    id: str
    heading: Text


_HEADINGS: Final = (
    ("T1", "一副牌 136 张，没有花牌", "一副牌 136 張，沒有花牌", "136 tiles, no flowers"),
    (
        "T2",
        "庄家发 14 张，其余 13 张",
        "莊家發 14 張，其餘 13 張",
        "14 tiles to the dealer, 13 to others",
    ),
    ("T3", "座位与出牌次序", "座位與出牌次序", "Seats and turn order"),
    (
        "T4",
        "牌头摸牌，牌尾补杠",
        "牌頭摸牌，牌尾補槓",
        "Draws from the head, replacements from the tail",
    ),
    ("T5", "流局", "流局", "Exhausted hand"),
    ("C1", "财神可以当任何牌", "財神可以當任何牌", "A wild stands for any tile"),
    ("C2", "包家定财神", "包家定財神", "The contractor names the wilds"),
    ("C3", "自由麻将的财神", "自由麻將的財神", "Wilds in the free game"),
    ("C4", "两种财神连着", "兩種財神連著", "The wild kinds are neighbours"),
    ("C5", "财碰与财吃", "財碰與財吃", "Pungs and chows with a wild"),
    ("C6", "用财神开杠", "用財神開槓", "Kongs with a wild"),
    ("C7", "打出的财神", "打出的財神", "A discarded wild"),
    ("C8", "第五张同样的牌", "第五張同樣的牌", "Five of a kind"),
    ("A1", "叫牌次序", "叫牌次序", "The order of bidding"),
    ("A2", "叫牌高低", "叫牌高低", "The ladder of bids"),
    ("A3", "最低与最高叫牌", "最低與最高叫牌", "The lowest and the highest bid"),
    ("A4", "四家都不叫", "四家都不叫", "Nobody bids"),
    ("A5", "叫牌以后", "叫牌以後", "After the auction"),
    ("P1", "打出一张", "打出一張", "One discard a turn"),
    ("P2", "吃", "吃", "Chow"),
    ("P3", "碰与明杠", "碰與明槓", "Pung and exposed kong"),
    ("P4", "补杠与暗杠", "補槓與暗槓", "Added and concealed kong"),
    ("P5", "谁的吃碰优先", "誰的吃碰優先", "Which claim goes first"),
    ("P6", "一炮只胡一家", "一炮只胡一家", "One winner alone"),
    ("P7", "抢杠", "搶槓", "Robbing a kong"),
    ("P8", "吃后换张", "吃後換張", "Swap calls"),
    ("P9", "放过不罚", "放過不罰", "Passing costs nothing"),
    ("W1", "四副一将", "四副一將", "Four sets and a pair"),
    ("W2", "包麻将怎样胡", "包麻將怎樣胡", "Winning in bao"),
    ("W3", "自由麻将怎样胡", "自由麻將怎樣胡", "Winning in the free game"),
    ("W4", "取台数最多的解法", "取台數最多的解法", "The reading with the most tai counts"),
    ("E1", "箭刻", "箭刻", "Dragon pung"),
    ("E2", "风刻", "風刻", "Wind pung"),
    ("E3", "平胡", "平胡", "All chows"),
    ("E4", "对对胡", "對對胡", "All pungs"),
    ("E5", "清一色", "清一色", "Full flush"),
    ("E6", "混一色", "混一色", "Half flush"),
    ("E7", "杠开", "槓開", "Kong draw"),
    ("E8", "抢杠胡", "搶槓胡", "Win on a robbed kong"),
    ("E9", "无财", "無財", "No wild tile"),
    ("E10", "三财神", "三財神", "Three wild tiles"),
    ("E11", "全字牌", "全字牌", "All honours"),
    ("E12", "天胡、地胡", "天胡、地胡", "Heavenly and earthly wins"),
    ("L1", "包分", "包分", "The stake"),
    ("L2", "包麻将的台数付法", "包麻將的台數付法", "What the hand pays in bao"),
    ("L3", "包分付法", "包分付法", "What the contract pays"),
    ("L4", "流局付法", "流局付法", "What an exhausted hand pays"),
    ("L5", "自由麻将付法", "自由麻將付法", "What the free game pays"),
    ("L6", "老庄", "老莊", "Laozhuang"),
    ("L7", "付出与收入相抵", "付出與收入相抵", "Payments add up to nothing"),
    ("Z1", "头庄", "頭莊", "The first dealer"),
    ("Z2", "连庄", "連莊", "The dealer stays"),
    ("Z3", "下庄", "下莊", "The deal passes on"),
    ("Z4", "作废重打", "作廢重打", "A voided hand is played again"),
)

CLAUSES: Final[Mapping[str, Clause]] = {
    rule: Clause(rule, Text(zh_hans, zh_hant, en)) for rule, zh_hans, zh_hant, en in _HEADINGS
}

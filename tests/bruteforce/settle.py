"""Who pays whom (L1 to L7)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.bruteforce.tiles import SEATS


def stake(contract: dict[str, Any] | None) -> int:
    if contract is None:
        return 0
    plain = contract["form"] == "two_wild"
    return 5 * 2 ** (contract["tai"] - (2 if plain else 1))


def multiplier(options: dict[str, Any], repeat: int) -> int:
    if repeat == 0 or options["laozhuang"] == "off":
        return 1
    if options["laozhuang"] == "flat":
        return 2
    return int(2 ** min(repeat, options["laozhuang_cap"]))


def move(account: Counter[str], payer: str, taker: str, amount: int) -> None:
    account[payer] -= amount
    account[taker] += amount


def exhausted(free: bool, options: dict[str, Any], line: dict[str, Any]) -> dict[str, int]:
    account: Counter[str] = Counter()
    contract = line.get("contract")
    if not free and contract and options["draw_payer"] != "none":
        payer = "E" if options["draw_payer"] == "dealer" else contract["by"]
        for other in SEATS:
            move(account, payer, other, stake(contract))
    return times(account, multiplier(options, line["laozhuang"]))


def won(free: bool, options: dict[str, Any], line: dict[str, Any], tai: int) -> dict[str, int]:
    account: Counter[str] = Counter()
    winner, loser = line["winner"], line["discarder"]
    for other in SEATS.replace(winner, ""):
        move(account, other, winner, hand_part(free, options, loser, other, tai))
    contract = line.get("contract")
    if contract and contract["by"] == winner:
        for other in SEATS:
            move(account, other, winner, stake(contract))
    elif contract:
        for other in SEATS:
            move(account, contract["by"], other, stake(contract))
    return times(account, multiplier(options, line["laozhuang"]))


def hand_part(free: bool, options: dict[str, Any], loser: str | None, payer: str, tai: int) -> int:
    if free and loser and options["free_rob_pay"] == "robbed_all":
        return int(3 * 2 ** (tai - 2)) if payer == loser else 0
    if free:
        return int(2 ** (tai - 2))
    return int(2**tai) if loser in (None, payer) else int(2 ** (tai - 1))


def times(account: Counter[str], factor: int) -> dict[str, int]:
    return {seat: account[seat] * factor for seat in SEATS}

"""Holds answers of the engine's command line against the brute force."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.bruteforce import oracle
from tests.bruteforce.corrupt import Fault
from tests.bruteforce.tai import Line, same_lines
from tests.bruteforce.tiles import SEATS, Block, split


def engine_answers(texts: Iterable[str]) -> list[Any]:
    """One answer a line, from `python -m engine score`, which must never print a traceback."""
    run = subprocess.run(
        [sys.executable, "-m", "engine", "score"],
        input="".join(text + "\n" for text in texts),
        capture_output=True,
        text=True,
        check=False,
    )
    if run.stderr:
        raise AssertionError(run.stderr[-2000:])
    return [json.loads(answer) for answer in run.stdout.splitlines()]


def complaints(line: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    """Everything in the answer that the brute force does not agree with."""
    if "error" in answer:
        return [f"refused a valid hand: {answer['error']}"]
    right = oracle.score(line)
    found = []
    if answer["wins"] != right.wins:
        return [f"wins {answer['wins']}, not {right.wins} {set(right.reasons)} {right.tai}"]
    if answer["payments"] != right.payments:
        found.append(f"payments {answer['payments']}, not {right.payments}")
    if not right.wins:
        return found + wrong_refusal(answer, right)
    if answer["tai"] != right.tai:
        found.append(f"tai {answer['tai']}, not {right.tai}")
    if answer["multiplier"] != right.multiplier:
        found.append(f"multiplier {answer['multiplier']}, not {right.multiplier}")
    return found + wrong_parts(answer) + wrong_reading(line, answer, right)


def wrong_refusal(answer: dict[str, Any], right: oracle.Answer) -> list[str]:
    reason = answer["reason"]
    if reason not in right.reasons:
        return [f"reason {reason}, not one of {set(right.reasons)}"]
    if reason in ("below_minimum", "below_contract", "not_complete") and answer["tai"] != right.tai:
        return [f"tai {answer['tai']} in a refusal, not {right.tai}"]
    return []


def wrong_parts(answer: dict[str, Any]) -> list[str]:
    """The parts of the payments add up to them."""
    sums: Counter[str] = Counter()
    for part in answer.get("parts", []):
        sums[part["from"]] -= part["amount"] * answer["multiplier"]
        sums[part["to"]] += part["amount"] * answer["multiplier"]
    whole = {seat: sums[seat] for seat in SEATS}
    return [] if whole == answer["payments"] else [f"parts make {whole}"]


def wrong_reading(line: dict[str, Any], answer: dict[str, Any], right: oracle.Answer) -> list[str]:
    """The reading can be laid with these tiles, and is worth exactly the elements listed."""
    table = oracle.take_apart(line)
    reading = tuple(Block(block["kind"], tuple(split(block["tiles"]))) for block in answer["as"])
    if len(reading) != 5 or not oracle.is_reading_of(table, reading):
        return [f"no reading of this hand: {answer['as']}"]
    lines = tuple(element_line(element) for element in answer["elements"])
    if sum(line.tai for line in lines) != answer["tai"]:
        return [f"elements {answer['elements']} do not make {answer['tai']}"]
    worths = oracle.worths_of(table, reading)
    if not any(same_lines(worth.lines, lines) for worth in worths):
        return [f"elements {answer['elements']}, not one of {worths}"]
    if right.flat_at_best and not any(worth.flat for worth in worths):
        return ["an ordinary count is named where a flat element is worth the same"]
    return []


def element_line(element: dict[str, Any]) -> Line:
    named = set(split(element["tiles"])) if element["id"] == "dragon_pung" else {""}
    (tile,) = named
    return Line(element["id"], element["tai"], element["rule"], tile)


def fault_complaints(fault: Fault, answer: dict[str, Any]) -> list[str]:
    """A faulty line gets an error that names the field, nothing else."""
    error = answer.get("error")
    if error is None:
        return [f"accepted a fault in {set(fault.fields)}"]
    if not {"code", "message", "field"} <= set(error):
        return [f"an error without its three keys: {error}"]
    field = (error["field"] or "").split(".")[0].split("[")[0]
    if fault.fields and field not in fault.fields:
        return [f"blamed {field!r}, not {set(fault.fields)}: {error['message']}"]
    return []

"""`python -m tests.bruteforce --hands 10000`: compare on as many hands as wanted."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from random import Random

from tests.bruteforce.compare import complaints, engine_answers, fault_complaints
from tests.bruteforce.corrupt import random_fault
from tests.bruteforce.generate import random_line


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bruteforce", description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--faults", type=int, default=None, help="default: a tenth of the hands")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10, help="disagreements to print")
    asked = parser.parse_args()
    rng = Random(asked.seed)
    lines = [random_line(rng) for _ in range(asked.hands)]
    faults = [random_fault(rng) for _ in range(asked.faults or asked.hands // 10)]
    answers = engine_answers([json.dumps(line) for line in lines])
    wrong = [
        (json.dumps(line), found)
        for line, answer in zip(lines, answers, strict=True)
        if (found := complaints(line, answer))
    ]
    verdicts = engine_answers([fault.text for fault in faults])
    wrong += [
        (fault.text, found)
        for fault, answer in zip(faults, verdicts, strict=True)
        if (found := fault_complaints(fault, answer))
    ]
    for text, found in wrong[: asked.show]:
        print(text[:1500], *found, sep="\n    ")
    outcomes = Counter("win" if answer.get("wins") else answer.get("reason") for answer in answers)
    print(f"{len(lines)} hands {dict(outcomes)}, {len(faults)} faults: {len(wrong)} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""What it costs to start: importing the engine with its tables ready, and memory.

The peer is an empty interpreter, so the ratio of these rows is the difference itself: the
milliseconds and the megabytes that the engine adds.
"""

from __future__ import annotations

import subprocess
import sys
from statistics import median

from benchmarks.paired import Rates
from benchmarks.row import Row

HAND = (
    '{"ruleset": "bao", "options": {}, "winner": "S", "source": "self_draw", "discarder": null,'
    ' "concealed": "234567m45678p99s", "winning_tile": "9p", "melds": [], "wild_kinds": "5m6m",'
    ' "contract": {"by": "E", "tai": 2, "form": "two_wild"}, "kong_draw": false,'
    ' "blessing": null, "laozhuang": 0}'
)

PROBE = """
import gc, os, sys, time
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
import json
before, start = resident(), time.perf_counter()
if sys.argv[1] == "engine":
    from engine.scoring import score
    from engine.scoring.case_json import case_from_json
    assert score(*case_from_json(json.loads(sys.argv[2]))).tai == 1
ready = time.perf_counter()
gc.collect()
print((ready - start) * 1e3, resident() - before)
"""


def probe(what: str) -> tuple[float, float]:
    """Milliseconds and megabytes in an interpreter of its own."""
    run = subprocess.run(
        [sys.executable, "-c", PROBE, what, HAND], capture_output=True, text=True, check=True
    )
    milliseconds, megabytes = map(float, run.stdout.split())
    return milliseconds, megabytes


def added(column: int, rounds: int) -> Rates:
    probe("engine")
    pairs = [(probe("engine")[column], probe("nothing")[column]) for _ in range(rounds)]
    return Rates(
        ours=median(ours for ours, _ in pairs),
        peer=median(empty for _, empty in pairs),
        ratio=median(ours - empty for ours, empty in pairs),
    )


ROWS = (
    Row(
        "import",
        "import of `engine` with its tables, and one hand scored − an empty interpreter",
        100,
        "ms",
        lambda rounds: added(0, rounds),
        at_most=True,
    ),
    Row(
        "memory",
        "memory after that − an empty interpreter",
        45,
        "MB",
        lambda rounds: added(1, rounds),
        at_most=True,
    ),
)

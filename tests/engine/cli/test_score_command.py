"""`python -m engine score`: a line in, a line out, and no input that breaks it."""

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.cli.lines import read_json
from engine.errors import EngineError
from engine.scoring import score
from engine.scoring.case_json import case_from_json

EXAMPLE: dict[str, Any] = {
    "ruleset": "bao",
    "options": {},
    "winner": "S",
    "source": "self_draw",
    "discarder": None,
    "concealed": "234567m45678p99s",
    "winning_tile": "9p",
    "melds": [],
    "wild_kinds": "5m6m",
    "contract": {"by": "E", "tai": 2, "form": "two_wild"},
    "kong_draw": False,
    "blessing": None,
    "laozhuang": 0,
}


class Stdin:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


@pytest.fixture
def run(monkeypatch, capsys):
    def call(data: bytes, command: str = "score", *arguments: str) -> tuple[int, list[str]]:
        monkeypatch.setattr(sys, "stdin", Stdin(data))
        code = main([command, *arguments])
        return code, capsys.readouterr().out.splitlines()

    return call


def test_the_example_of_the_interface(run) -> None:
    code, lines = run(json.dumps(EXAMPLE).encode())
    answer = json.loads(lines[0])
    assert code == 0
    assert answer["wins"] is True
    assert answer["tai"] == 1
    assert answer["elements"] == [{"id": "all_chows", "tai": 1, "rule": "E3"}]
    assert answer["as"] == [
        {"kind": "chow", "tiles": "234m"},
        {"kind": "chow", "tiles": "567m"},
        {"kind": "chow", "tiles": "456p"},
        {"kind": "chow", "tiles": "789p"},
        {"kind": "pair", "tiles": "99s"},
    ]
    assert answer["multiplier"] == 1
    assert answer["payments"] == {"E": -17, "S": 11, "W": 3, "N": 3}
    assert "reason" not in answer


def test_a_hand_that_may_not_win_says_why_and_pays_nothing(run) -> None:
    _, lines = run(json.dumps(EXAMPLE | {"winning_tile": "1z", "laozhuang": 1}).encode())
    answer = json.loads(lines[0])
    assert (answer["wins"], answer["reason"], answer["rule"]) == (False, "not_complete", "W1")
    assert (answer["tai"], answer["multiplier"]) == (0, 1)
    assert answer["payments"] == {"E": 0, "S": 0, "W": 0, "N": 0}


def test_each_payment_is_a_sum_of_parts(run) -> None:
    _, lines = run(json.dumps(EXAMPLE | {"laozhuang": 1}).encode())
    answer = json.loads(lines[0])
    sums = dict.fromkeys("ESWN", 0)
    for part in answer["parts"]:
        sums[part["from"]] -= part["amount"] * answer["multiplier"]
        sums[part["to"]] += part["amount"] * answer["multiplier"]
    assert sums == answer["payments"]
    assert {part["part"] for part in answer["parts"]} == {"hand", "contract"}


def test_a_dragon_pung_names_its_tile(run) -> None:
    hand = EXAMPLE | {"concealed": "777z234m45678p99s"}
    _, lines = run(json.dumps(hand).encode())
    assert {"id": "dragon_pung", "tai": 1, "rule": "E1", "tiles": "7z"} in json.loads(lines[0])[
        "elements"
    ]


def test_a_bad_line_is_answered_in_its_place_and_the_run_goes_on(run) -> None:
    good = json.dumps(EXAMPLE).encode()
    code, lines = run(b"\n".join([good, b"nonsense", b"", b"[]", good]))
    answers = [json.loads(line) for line in lines]
    assert code == 1
    assert ["error" in answer for answer in answers] == [False, True, True, True, False]
    assert set(answers[1]["error"]) >= {"code", "message", "field"}


@pytest.mark.parametrize("tai", [2, 13])
def test_the_lowest_and_the_highest_contract_are_accepted(run, tai) -> None:
    contract = {"by": "E", "tai": tai, "form": "two_wild"}
    assert run(json.dumps(EXAMPLE | {"contract": contract}).encode())[0] == 0


def test_a_field_given_twice_is_a_contradiction(run) -> None:
    line = json.dumps(EXAMPLE)
    for field in ("winner", "by"):
        twice = line.replace(f'"{field}":', f'"{field}": "W", "{field}":')
        code, lines = run(twice.encode())
        assert (code, json.loads(lines[0])["error"]["field"]) == (1, field)


def test_a_file_may_begin_with_a_byte_order_mark(run) -> None:
    assert run(b"\xef\xbb\xbf" + json.dumps(EXAMPLE).encode() + b"\r\n")[0] == 0


def test_nothing_in_nothing_out(run) -> None:
    assert run(b"") == (0, [])


NO_TILES = {"source": "exhausted", "winner": None, "concealed": "", "winning_tile": None}

BAD_FIELDS = [
    ({"ruleset": "riichi"}, "ruleset"),
    ({"ruleset": None}, "ruleset"),
    ({"options": []}, "options"),
    ({"options": {"no_such": 1}}, "options"),
    ({"options": {"fifth_copy": 1}}, "options.fifth_copy"),
    ({"winner": "X"}, "winner"),
    ({"winner": None}, "winner"),
    ({"winner": 0}, "winner"),
    ({"source": "luck"}, "source"),
    ({"source": None}, "source"),
    ({"discarder": "E"}, "discarder"),
    ({"source": "discard"}, "discarder"),
    ({"source": "discard", "discarder": "S"}, "discarder"),
    ({"source": "robbed_kong", "discarder": "S"}, "discarder"),
    ({"concealed": "123"}, "concealed"),
    ({"concealed": 5}, "concealed"),
    ({"concealed": "234567m45678p9s"}, "concealed"),
    ({"concealed": "11111m45678p999s"}, "concealed"),
    ({"concealed": "9999p45678p9999s"}, "winning_tile"),
    ({"winning_tile": ""}, "winning_tile"),
    ({"winning_tile": "9p9p"}, "winning_tile"),
    ({"winning_tile": None}, "winning_tile"),
    ({"melds": {}}, "melds"),
    ({"melds": [1]}, "melds"),
    ({"melds": [{"kind": "chow", "tiles": "111m"}], "concealed": "45678p99s123m"}, "melds"),
    ({"melds": [{"kind": "pair", "tiles": "11m"}]}, "melds"),
    ({"melds": [{"kind": "pung", "tiles": "123z"}]}, "melds"),
    ({"melds": [{"kind": "pung", "tiles": ""}]}, "melds"),
    ({"melds": [{"kind": "pung", "tiles": "8m5m6m"}], "concealed": "45678p99s123m"}, "melds"),
    ({"melds": [{"kind": "kong", "tiles": "5555m"}], "concealed": "45678p99s123m"}, "melds"),
    ({"melds": [{"kind": "chow", "tiles": "123m"}] * 5}, "melds"),
    ({"wild_kinds": "5m"}, "wild_kinds"),
    ({"wild_kinds": ""}, "wild_kinds"),
    ({"wild_kinds": "5m5m"}, "wild_kinds"),
    ({"ruleset": "free", "contract": None, "wild_kinds": "5m5m"}, "wild_kinds"),
    ({"ruleset": "free", "contract": None, "wild_kinds": "5m6m7m"}, "wild_kinds"),
    ({"ruleset": "free"}, "contract"),
    ({"wild_kinds": "5m6m7m"}, "wild_kinds"),
    ({"contract": None}, "wild_kinds"),
    ({"contract": {"by": "E", "tai": 1, "form": "two_wild"}}, "contract"),
    ({"contract": {"by": "E", "tai": 14, "form": "two_wild"}}, "contract"),
    ({"contract": {"by": "E", "tai": True, "form": "two_wild"}}, "contract.tai"),
    ({"contract": {"by": "Q", "tai": 2, "form": "two_wild"}}, "contract.by"),
    ({"contract": {"by": "E", "tai": 2, "form": "any"}}, "contract.form"),
    ({"contract": "E2"}, "contract"),
    ({"kong_draw": True}, "kong_draw"),
    ({"kong_draw": 1}, "kong_draw"),
    ({"blessing": "lucky"}, "blessing"),
    ({"blessing": "heavenly"}, "blessing"),
    ({"blessing": "earthly"}, "blessing"),
    ({"blessing": "earthly", "source": "discard", "discarder": "W"}, "blessing"),
    (
        {
            "blessing": "earthly",
            "source": "discard",
            "discarder": "E",
            "melds": [{"kind": "chow", "tiles": "123m"}],
            "concealed": "45678p99s123m",
        },
        "blessing",
    ),
    ({"laozhuang": -1}, "laozhuang"),
    ({"laozhuang": True}, "laozhuang"),
    ({"laozhuang": 0.5}, "laozhuang"),
    ({"source": "exhausted"}, "winner"),
    ({**NO_TILES, "discarder": "S"}, "discarder"),
    ({**NO_TILES, "kong_draw": True}, "kong_draw"),
    ({**NO_TILES, "blessing": "heavenly"}, "blessing"),
    ({**NO_TILES, "wild_kinds": "5m"}, "wild_kinds"),
    (
        {
            "kong_draw": True,
            "source": "discard",
            "discarder": "W",
            "melds": [{"kind": "kong", "tiles": "1111s"}],
            "concealed": "45678p99s123m",
        },
        "kong_draw",
    ),
]


@pytest.mark.parametrize(("change", "field"), BAD_FIELDS)
def test_a_contradiction_names_its_field(run, change, field) -> None:
    code, lines = run(json.dumps(EXAMPLE | change).encode())
    assert code == 1
    assert json.loads(lines[0])["error"]["field"] == field


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe",
        b"{" * 100_000,
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"laozhuang": ' + b"9" * 5000 + b"}",
        b'{"laozhuang": NaN}',
        b'{"laozhuang": 1e999}',
        b'{"concealed": "\\ud800"}',
        b'{"\\ud800": 1, "ruleset": "\\udfff"}',
        b'{"options": {"\\ud800": 1}, "ruleset": "bao"}',
        b"null",
        b'"text"',
        b"\x00",
    ],
)
def test_no_line_breaks_the_run(run, line) -> None:
    code, lines = run(line)
    assert code == 1
    assert list(json.loads(lines[0])) == ["error"]


def test_a_very_late_repeat_is_bounded_by_the_cap(run) -> None:
    late = EXAMPLE | {"laozhuang": 10**100, "options": {"laozhuang": "compound"}}
    _, lines = run(json.dumps(late).encode())
    assert json.loads(lines[0])["multiplier"] == 32


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["1m", "123m", "E", "heavenly", "discard", "pung", "kong", "free"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["kind", "tiles", "by", "tai", "form", "stands_as"]), inner
        )
    ),
    max_leaves=6,
)


@settings(max_examples=400)
@given(st.dictionaries(st.sampled_from(sorted(EXAMPLE)), ANYTHING, max_size=4))
def test_whatever_stands_in_a_field_the_answer_is_a_score_or_an_error(change) -> None:
    try:
        result = score(*case_from_json(EXAMPLE | change))
    except EngineError as error:
        json.dumps(error.as_dict()).encode()
    else:
        json.dumps(result.as_dict()).encode()
        assert sum(result.payments) == 0


@given(st.binary(max_size=60))
def test_whatever_bytes_a_line_holds_it_is_json_or_an_error(line) -> None:
    try:
        read_json(line)
    except EngineError as error:
        json.dumps(error.as_dict()).encode()


def test_explain_names_rules_and_sums(run) -> None:
    code, lines = run(json.dumps(EXAMPLE | {"laozhuang": 1}).encode(), "explain")
    text = "\n".join(lines)
    assert code == 0
    assert "All chows (E3)" in text
    assert "(2 hand (L2) + 5 contract (L3)) · laozhuang ×2 (L6) = 14" in text
    assert "East -34  South +22  West +6  North +6" in text


def test_explain_says_why_a_hand_does_not_win_in_three_languages(run) -> None:
    hand = json.dumps(EXAMPLE | {"winning_tile": "1z"}).encode()
    for language, words in [
        ("en", "do not make four sets and a pair (W1)"),
        ("zh-Hans", "没有胡"),
        ("zh-Hant", "沒有胡"),
    ]:
        code, lines = run(hand, "explain", "--language", language)
        assert code == 0
        assert words in lines[0]


def test_an_unknown_command_is_refused(capsys) -> None:
    assert main(["dance"]) == 2
    assert "score" in capsys.readouterr().err


def test_a_reader_that_goes_away_ends_the_run_quietly() -> None:
    line = json.dumps(EXAMPLE)
    script = f"yes '{line}' | head -3000 | {sys.executable} -m engine score | head -1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert json.loads(done.stdout)["tai"] == 1
    assert done.stderr == ""

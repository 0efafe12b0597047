"""Every fault that is found has words in the three languages, those of archives."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from engine.archive.summary import FAULTS
from tournaments import audit
from tournaments.audit.faults import ALL_LOGS, USUAL, Fault, What
from tournaments.audit.models import Finding
from tournaments.audit.wording import MOST_REASONS, OWN, reasons_of


def codes(tree: ast.AST) -> Iterator[str]:
    """What is given as the code of a fault."""
    for node in ast.walk(tree):
        given: list[ast.expr] = []
        match node:
            case ast.Call(func=ast.Name("Fault")):
                given = [*node.args[4:5], *(k.value for k in node.keywords if k.arg == "code")]
            case ast.Assign(targets=[ast.Name("code")]):
                given = [node.value]
        for value in given:
            for part in [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]:
                if isinstance(part, ast.Constant):
                    yield str(part.value)


def test_every_code_has_words():
    sources = Path(audit.__path__[0]).glob("*.py")
    found = {code for source in sources for code in codes(ast.parse(source.read_text()))}
    assert {"wrong_seq", "wrong_count", "missing_text", "cut_short", "wrong_key"} <= found
    assert found | {*USUAL.values(), "differs_from_log"} <= FAULTS.keys() | OWN.keys()
    assert not FAULTS.keys() & OWN.keys()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "checkpoint 3: a checkpoint is missing [missing_checkpoint]"),
        ("zh-hans", "检查点 3: 检查点缺失 [missing_checkpoint]"),
        ("zh-hant", "檢查點 3: 檢查點缺失 [missing_checkpoint]"),
    ],
)
def test_a_reason_has_number_words_and_code(language: str, said: str):
    fault = Fault(ALL_LOGS, What.CHECKPOINT, "", 3, "missing_checkpoint")
    with translation.override(language):
        assert reasons_of(Finding(what=fault.what, marks=[fault.mark()])) == [said]


def test_many_reasons_are_counted():
    marks = [Fault(ALL_LOGS, What.CHAIN, "", number).mark() for number in range(1, 14)]
    with translation.override("en"):
        said = reasons_of(Finding(what="chain", marks=[*marks, *marks]))
    assert said[MOST_REASONS:] == ["and 3 more"]
    assert said[0] == "event 1: the chain is broken [broken_chain]"

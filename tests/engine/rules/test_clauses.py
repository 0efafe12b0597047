"""Every rule id that the engine cites has a heading, and every heading a place in the docs."""

import re
from pathlib import Path

from engine.rules.clauses import CLAUSES
from engine.rules.element import ELEMENTS
from engine.rules.options import OPTIONS
from engine.rulesets import GAMES

ENGINE = Path(__file__).resolve().parents[3] / "engine"
DOCS = Path(__file__).resolve().parents[3] / "docs"


def test_every_rule_has_its_place_on_every_rules_page() -> None:
    for page in ("rules.md", "rules.zh-Hans.md", "rules.zh-Hant.md"):
        anchors = re.findall(r'<a id="(\w+)"></a>', (DOCS / page).read_text(encoding="utf-8"))
        assert [anchor for anchor in anchors if re.fullmatch("[TCAPWELZ][0-9]+", anchor)] == list(
            CLAUSES
        )


def test_elements_options_and_games_cite_rules_that_exist() -> None:
    cited = {element.rule_in(game) for element in ELEMENTS for game in GAMES}
    cited |= {option.rule for option in OPTIONS}
    for game in GAMES.values():
        cited |= {game.win_rule, *game.part_rules.values()}
    assert cited <= set(CLAUSES)


def test_the_source_cites_only_rules_that_exist_and_every_one_of_them() -> None:
    cited = {
        rule
        for source in ENGINE.rglob("*.py")
        if source.name != "clauses.py"
        for rule in cited_in(source.read_text(encoding="utf-8"))
    }
    assert cited - set(CLAUSES) == set()
    assert set(CLAUSES) - cited == set()


def cited_in(text: str) -> set[str]:
    """Rule ids as they stand in docstrings and refusals; ranges such as `E1-E12` written out."""
    cited = set(re.findall(r"\b([TCAPWELZ][1-9][0-9]?)\b", text))
    for letter, first, last in re.findall(r"\b([TCAPWELZ])([0-9]+)-\1([0-9]+)\b", text):
        cited |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return cited


def test_headings_are_given_in_three_languages() -> None:
    for clause in CLAUSES.values():
        assert all(clause.heading.as_dict().values())

"""What the pages tell about the rules: element names, stakes, and the clauses, by language."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.rules.clauses import CLAUSES, Clause
from engine.rules.contract import FORMS, LOWEST_BID, Contract
from engine.rules.element import ELEMENTS
from engine.rules.option import Option
from engine.rules.options import OPTION_BY_NAME
from engine.rulesets import get_ruleset
from tables.models import Table
from tables.option_texts import value_text
from tables.rulebook import Book, book

LISTED = 8
HIGHEST_BID = max(v for v in OPTION_BY_NAME["max_bid"].allowed if isinstance(v, int))


def language() -> str:
    """The reader's language code."""
    return get_language() or "en"


def element_names() -> dict[str, str]:
    """Each element's name by its id."""
    return {element.id: element.names.in_language(language()) for element in ELEMENTS}


def stakes() -> dict[str, int]:
    """What is at stake (L1) for every bid, by "form.tai"."""
    return {
        f"{form}.{tai}": Contract(0, tai, form).stake
        for form in FORMS
        for tai in range(LOWEST_BID, HIGHEST_BID + 1)
    }


def options_changed(ruleset: str, options: dict[str, Any]) -> list[dict[str, str]]:
    """The options of a match that differ from the game's defaults, in words."""
    defaults = get_ruleset(ruleset, None).options.as_dict()
    return [
        {
            "rule": option.rule,
            "text": option.text.in_language(language()),
            "value": value_text(option, options[name]),
        }
        for name, option in OPTION_BY_NAME.items()
        if name in options and options[name] != defaults[name]
    ]


def ruleset_name(ruleset: str) -> str:
    """What the game is called."""
    return get_ruleset(ruleset, None).game.names.in_language(language())


def title_of(table: Table) -> str:
    """What a table is called: its number at an event, its name, or the game played at it.

    A name is kept as it was given, in the site's language; a number is said in the reader's.
    """
    number = table.context.get("table")
    if isinstance(number, int):
        return _("Table %(number)d") % {"number": number}
    return table.name or ruleset_name(table.ruleset)


def round_of(table: Table) -> str:
    """In what a table is played: the event and the round's number in the reader's language, or what
    the round was called; "" for none."""
    number = table.context.get("round")
    if not isinstance(number, int):
        return table.round_name
    end = f" · {number}"
    # Of a long name the end may be cut off.
    ends = [end[:most] for most in range(len(end), 0, -1)]
    cut = next((one for one in ends if table.round_name.endswith(one)), "")
    event = table.round_name.removesuffix(cut)
    return f"{event} · " + _("Round %(n)s") % {"n": number}


def rules_page() -> dict[str, Any]:
    """The whole book in sections, each rule with the elements and options that cite it."""
    read = book(language())
    rules = [_rule(clause, read) for clause in CLAUSES.values()]
    return {
        "sections": [
            {"title": title, "rules": [rule for rule in rules if rule["id"][0] == letter]}
            for letter, title in read.sections.items()
        ]
    }


def _rule(clause: Clause, read: Book) -> dict[str, Any]:
    return {
        "id": clause.id,
        "heading": clause.heading.in_language(language()),
        "text": read.rules.get(clause.id, ""),
        "elements": [
            {"name": e.names.in_language(language()), "bao": e.bao, "free": e.free}
            for e in ELEMENTS
            if clause.id in (e.rule, e.free_rule)
        ],
        "options": [
            {
                "name": option.name,
                "text": option.text.in_language(language()),
                "values": _values(option),
            }
            for option in OPTION_BY_NAME.values()
            if option.rule == clause.id
        ],
    }


def rule_headings() -> dict[str, str]:
    """What each rule is about, by its id."""
    return {rule: clause.heading.in_language(language()) for rule, clause in CLAUSES.items()}


def _values(option: Option) -> list[str]:
    if len(option.allowed) > LISTED:
        return [f"{option.allowed[0]} – {option.allowed[-1]}"]
    return [value_text(option, value) for value in option.allowed]

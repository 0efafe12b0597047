"""From the options that somebody gives to all options of a match, checked against the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from engine.errors import InvalidInput
from engine.rules.option import Options, OptionValue
from engine.rules.options import OPTION_BY_NAME, OPTIONS


def options_from(ruleset: str, given: Mapping[str, object] | None) -> Options:
    """All options of a match: those given, the ruleset's defaults for the rest.

    An option of the other game is checked and then left at its neutral value. Raises InvalidInput
    for an unknown name or value, with the list of those allowed.
    """
    values: dict[str, OptionValue] = {option.name: option.defaults[ruleset] for option in OPTIONS}
    for name, value in (given or {}).items():
        option = OPTION_BY_NAME.get(name)
        if option is None:
            names = ", ".join(OPTION_BY_NAME)
            raise InvalidInput(
                f"there is no option {ascii(name)[:60]}; there are {names}", "options"
            )
        checked = option.check(value)
        if ruleset in option.belongs_to:
            values[name] = checked
    return _build(values)


def _build(values: Mapping[str, OptionValue]) -> Options:
    # Each value was checked against its own list, whose members have the field's type.
    return Options(**cast("dict[str, int]", dict(values)))  # type: ignore[arg-type]

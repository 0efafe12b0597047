"""The tables of docs/permissions.md, as the permissions themselves say they are.

`python -m tests.docs.permissions_page` writes them into the page, between the marks.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import get_args

PAGE = Path(__file__).resolve().parents[2] / "docs" / "permissions.md"


def roles_table() -> str:
    """Which role has which permission."""
    from tournaments.clubs.models import Role
    from tournaments.permissions import CHIEF, CLUB_ACTIONS, EVENT_ACTIONS

    names = [*Role.values[:2], CHIEF, *Role.values[2:]]
    lines = [f"| permission | {' | '.join(names)} |", "| --- |" + " --- |" * len(names)]
    for name, roles in {**CLUB_ACTIONS, **EVENT_ACTIONS}.items():
        marks = " | ".join("yes" if role in roles else "–" for role in names)
        lines.append(f"| `{name}` | {marks} |")
    return "\n".join(lines) + "\n"


def commands_table() -> str:
    """Which commands need which permission."""
    from tournaments.domain.commands import Command
    from tournaments.permissions import EVENT_ACTIONS, permission_for

    lines = ["| permission | commands |", "| --- | --- |"]
    for name in EVENT_ACTIONS:
        kinds = sorted(kind.__name__ for kind in get_args(Command) if permission_for(kind) == name)
        lines.append(f"| `{name}` | {', '.join(f'`{kind}`' for kind in kinds)} |")
    return "\n".join(lines) + "\n"


def with_tables(text: str) -> str:
    """The page with its tables made anew."""
    for name, table in (("roles", roles_table()), ("commands", commands_table())):
        marked = f"<!-- {name} -->\n{table}<!-- /{name} -->"
        text = re.sub(rf"<!-- {name} -->\n.*?<!-- /{name} -->", marked, text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

"""`manage.py demo`: accounts, tables and finished matches to try the site with."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse

from tables import demo
from tables.models import Table


class Command(BaseCommand):
    help = "Creates demo accounts, tables and finished matches; safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("Preparing the demo …")
        seat, watched = demo.demo_ensure()
        site = f"http://127.0.0.1:{os.environ.get('PORT', '8000')}"
        people = ", ".join(f"{username} ({name})" for username, name in demo.CAST)
        rows = [
            ("Site", site + reverse("home")),
            ("Log in", f"{site}{reverse('login')}   password: {demo.PASSWORD}"),
            ("", people),
            ("Sit down", f"{site}{self._address(seat)}   as {demo.CAST[0][0]}"),
            ("Watch", site + self._address(watched)),
        ]
        for label, text in rows:
            self.stdout.write(f"  {label:<10}{text}")

    def _address(self, table: Table) -> str:
        return reverse("table", args=[table.pk])

"""`manage.py demo`: accounts and tables to try the site with."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand

from accounts.models import User

DEMO_PASSWORD = "laozhuang"
CAST = (("xiaoming", "小明"), ("meimei", "美美"), ("wang", "老王"), ("caipan", "裁判"))


class Command(BaseCommand):
    help = "Creates demo accounts, tables and finished matches; safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        for username, name in CAST:
            account, made = User.objects.get_or_create(
                username=username, defaults={"display_name": name}
            )
            if made:
                account.set_password(DEMO_PASSWORD)
                account.save()
        self._announce()

    def _announce(self) -> None:
        address = f"http://127.0.0.1:{os.environ.get('PORT', '8000')}/"
        names = ", ".join(username for username, _ in CAST)
        self.stdout.write(f"\n  Site      {address}\n")
        self.stdout.write(f"  Log in    {address}log-in/   {names} (password: {DEMO_PASSWORD})\n\n")

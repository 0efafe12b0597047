"""Make a checkpoint now."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tables.checkpoints.services import checkpoint_make


class Command(BaseCommand):
    help = "Signs the heads of all logs; prints the checkpoint, the newest one if nothing moved."

    def handle(self, *_args: Any, **_options: Any) -> None:
        made = checkpoint_make(timezone.now())
        if made is None:
            self.stderr.write("there is no log to sign yet")
            return
        self.stderr.write(f"checkpoint {made.number}, code {made.code()}")
        self.stdout.write(made.text())

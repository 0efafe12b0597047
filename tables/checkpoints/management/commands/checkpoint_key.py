"""Make a key for signing checkpoints, or say which one is in use."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from engine.signing import public_key


class Command(BaseCommand):
    help = "Prints a new private key for CHECKPOINT_KEY, with its public key; keeps nothing."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--show", action="store_true", help="the public key in use instead")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["show"]:
            self.stdout.write(public_key(settings.CHECKPOINT_KEY))
            return
        private = secrets.token_hex(32)
        self.stdout.write(f"CHECKPOINT_KEY={private}")
        self.stderr.write(f"public key: {public_key(private)}")

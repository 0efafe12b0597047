"""`manage.py demo_events [--all]`: a club and events to try the site with."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from tournaments import demo


class Command(BaseCommand):
    help = "Creates the demo's club and its running event; with --all the other events too."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--all", action="store_true", help="also those that take a while")

    def handle(self, *args: Any, **options: Any) -> None:
        running = demo.demo_ensure()
        site = f"http://127.0.0.1:{os.environ.get('PORT', '8000')}"
        self.stdout.write(f"  {'Event':<10}{site}{reverse('event', args=[running.pk])}")
        if options["all"]:
            demo.rest_ensure()

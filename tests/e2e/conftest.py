"""A real Chromium for the tests that need one, found on the machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

CHROMIUM_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium_path() -> str | None:
    """The browser of this machine, or None."""
    named = os.environ.get("CHROMIUM")
    return named or shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is; skips where there is none, fails where CI is to have one."""
    path = chromium_path()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("no Chromium on this machine: CI must not skip the browser tests")
        pytest.skip("no Chromium on this machine: browser tests not run")
    return path


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser for a module; contexts are the tests' own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=list(CHROMIUM_FLAGS), chromium_sandbox=False
        )
        yield browser
        browser.close()

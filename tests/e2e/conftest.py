"""A real Chromium for the tests that need one, found on the machine.

Playwright keeps an event loop running in its thread, and Django hands out other database
connections where one runs. So browsers, and the bodies of these tests, have a thread of
their own; fixtures of the database stay in pytest's.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections
from playwright.sync_api import Browser, sync_playwright

from accounts.models import User
from config.messages import compile_catalogues
from tests.e2e.person import House, Person
from tests.tables.live.conftest import site as site
from tests.tables.live.site import Site

# The last list of these holds, so what Playwright leaves out and matters here is named too. The
# popups of the address bar are pages of their own: for every window they cost ten times what ours
# costs, and so does a process that waits to be used.
LEFT_OUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "Translate",
)
CHROMIUM_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(LEFT_OUT)}",
)
Visit = Callable[..., Person]
BROWSERS = ThreadPoolExecutor(1, thread_name_prefix="browsers")


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a browser test's body in the browsers' thread."""
    if pyfuncitem.get_closest_marker("e2e") is None:
        return None
    names = pyfuncitem._fixtureinfo.argnames
    arguments = {name: pyfuncitem.funcargs[name] for name in names}
    BROWSERS.submit(_run, pyfuncitem.obj, arguments).result()
    return True


def _run(test: Callable[..., None], arguments: dict[str, Any]) -> None:
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        test(**arguments)
    finally:
        connections.close_all()
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


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


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser for the run; contexts are the tests' own."""
    playwright = BROWSERS.submit(sync_playwright().start).result()
    browser = BROWSERS.submit(
        playwright.chromium.launch,
        executable_path=chromium,
        args=list(CHROMIUM_FLAGS),
        chromium_sandbox=False,
    ).result()
    yield browser
    BROWSERS.submit(browser.close).result()
    BROWSERS.submit(playwright.stop).result()


@pytest.fixture(scope="module")
def house(site: Site) -> House:
    """A running site whose built-in players do not dawdle."""
    compile_catalogues()
    server = site.serve(BOT_MS="5", BETWEEN_MS="1500")
    return House(site, f"http://127.0.0.1:{server.port}")


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Opens a window for an account; at the end nothing may have gone wrong in any of them."""
    people: list[Person] = []

    def opener(
        account: User | None = None,
        *,
        language: str = "en-GB",
        size: tuple[int, int] = (1280, 800),
        **options: Any,
    ) -> Person:
        width, height = size
        # What moves for the eye alone is half of what a table costs a browser without a GPU.
        still = {"reduced_motion": "reduce", **options}
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale=language, **still
        )
        person = Person(context, house.address)
        if account is not None:
            context.add_cookies([house.cookie(account)])
        people.append(person)
        return person

    yield opener
    for person in people:
        BROWSERS.submit(person.context.close).result()
    assert [fault for person in people for fault in person.faults] == []

"""A person at a browser: looks at the page, presses what it offers, and notes what goes wrong."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from playwright.sync_api import BrowserContext, Page

from accounts.models import User
from tests.tables.live.site import Site

PHASES = {"entropy", "between", "auction", "naming", "turn", "claims", "rob", "over", "ended"}

# Presses what a person would press, in the same order as Person.play_once.
PLAY_ONCE = """() => {
  const one = (selector) => document.querySelector(selector);
  const press = (node) => { node?.click(); return Boolean(node); };
  if (press(one("#actions .act-win"))) return true;
  if (!one(".spoken .made") && press(one(".rung"))) return true;
  if (one(".picker")) {
    press(one(".picker button.held:not([disabled])") ?? one(".picker button:not([disabled])"));
    if (one(".confirm[disabled]")) {
      press(one(".picker button:not([disabled]):not(.faded):not(.selected)"));
    }
    return press(one(".confirm:not([disabled])"));
  }
  if (press(one("#panel .act-pass") ?? one("#actions .act-pass"))) return true;
  const tiles = document.querySelectorAll("#hand.turn .tile:not(.barred):not(.is-wild)");
  return press(tiles[tiles.length - 1]) && press(one("#actions .act-discard"));
}"""


@dataclass
class House:
    """A running site."""

    site: Site
    address: str

    def cookie(self, account: User) -> Any:
        """The session of a signed-in browser, as Playwright sets it."""
        name, value = self.site.cookie(account).split("=", 1)
        return {"name": name, "value": value, "url": self.address}


@dataclass
class Person:
    """One browser window. `faults` collects errors, blocked content, and requests to elsewhere."""

    context: BrowserContext
    address: str
    faults: list[str] = field(default_factory=list)
    page: Page = field(init=False)
    offline: bool = False

    def __post_init__(self) -> None:
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        self.page.on("console", lambda message: self._heard(message.type, message.text))
        self.page.on("request", lambda request: self._asked(request.url))

    def _heard(self, kind: str, text: str) -> None:
        # A lost connection is an error to the console, and what some tests are about.
        if kind == "error" and not self.offline and "WebSocket" not in text:
            self.faults.append(f"console: {text}")

    def _asked(self, url: str) -> None:
        if not url.startswith((self.address, self.address.replace("http", "ws"), "data:", "blob:")):
            self.faults.append(f"request to {url}")

    def go(self, path: str) -> Page:
        self.page.goto(f"{self.address}{path}")
        return self.page

    def sit(self, table: UUID) -> Page:
        """Open the table and wait until it shows."""
        self.go(f"/tables/{table}/")
        self.until_phase()
        return self.page

    def until_phase(self, phase: str = "") -> None:
        """Wait until the table shows, and is in this phase."""
        # No wait_for_function: the site's policy forbids the eval that it is made of.
        shown = "window.laozhuang?.state?.view?.phase ?? ''"
        self.until(lambda: self.page.evaluate(shown) in ({phase} if phase else PHASES))

    def state(self) -> dict[str, Any]:
        """What the page holds: view, version, legal, status."""
        held: dict[str, Any] = self.page.evaluate(
            "(({view, version, legal, status}) => ({view, version, legal, status}))"
            "(window.laozhuang.state)"
        )
        return held

    def until(self, test: Callable[[], bool], seconds: float = 90) -> None:
        """Wait for something, looking again and again."""
        end = time.monotonic() + seconds
        while not test():
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain at {self.page.url}: {self.seen()}")
            # Not a sleep: only while Playwright is asked does it hear of other addresses.
            self.page.wait_for_timeout(40)

    def seen(self) -> str:
        """What the page says of itself, for failures."""
        return self.page.locator("body").inner_text()[:400]

    def seen_all(self) -> str:
        """Everything that the page says."""
        return self.page.locator("body").inner_text()

    def has(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def until_seen(self, selector: str) -> None:
        self.until(lambda: self.has(selector))

    def press(self, selector: str) -> bool:
        """Click the first of these if there is one; it may be gone a moment later."""
        found = self.page.locator(selector)
        if not found.count():
            return False
        try:
            found.first.click(timeout=700)
        except Exception:
            return False
        return True

    def play_once(self) -> bool:
        """One decision, if there is one: bid once, name, win, claim nothing, discard."""
        if not self.page.evaluate("window.laozhuang.state.legal.length"):
            return False
        return self.press("#actions .act-win") or self.speak_once() or self._discard()

    def play_quickly(self) -> bool:
        """As `play_once`, within the page: for four windows on a small machine."""
        return bool(self.page.evaluate(PLAY_ONCE))

    def speak_once(self) -> bool:
        """One decision other than a win or a discard, if there is one."""
        if self.has(".rung") and not self.has(".spoken .made"):
            return self.press(".rung")
        if self.has(".picker"):
            return self._name()
        return self.press("#panel .act-pass") or self.press("#actions .act-pass")

    def _name(self) -> bool:
        if not self.press(".picker button.held:not([disabled])"):
            self.press(".picker button:not([disabled])")
        if self.has(".confirm[disabled]"):
            self.press(".picker button:not([disabled]):not(.faded):not(.selected)")
        return self.press(".confirm:not([disabled])")

    def _discard(self) -> bool:
        tile = "#hand.turn .tile:not(.barred):not(.is-wild)"
        found = self.page.locator(tile)
        if not found.count():
            return False
        try:
            found.last.click(timeout=700)
            self.page.locator("#hand.turn .tile.selected").click(timeout=700)
        except Exception:
            return False
        return True

    def play_hand(self, seconds: float = 240) -> None:
        """Until the result of the hand is on the table."""
        end = time.monotonic() + seconds
        while not self.has("#result:not([hidden])"):
            assert time.monotonic() < end, self.state()
            if not self.play_once():
                time.sleep(0.03)

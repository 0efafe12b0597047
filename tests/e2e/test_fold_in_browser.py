"""The page folds redacted events to the very view that the server gives."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from engine.play.events import Event
from engine.play.state import MatchState
from engine.redact import redact
from engine.view import view
from engine.viewer import Viewer
from tests.e2e.matches import random_match, recorded
from tests.engine.records import reseated
from tests.engine.rulings.table import disputed

STATIC = Path(__file__).resolve().parents[2] / "static"
ORIGIN = "http://scripts.test"
VIEWERS = (*(Viewer("seat", place) for place in range(4)), Viewer("spectator"), Viewer("replay"))

FOLD_ALL = """async (text) => {
  const { you, steps } = JSON.parse(text);
  const { emptyView, fold } = await import("/js/fold.js");
  const sorted = (x) => Array.isArray(x) ? x.map(sorted)
    : x && typeof x === "object"
      ? Object.fromEntries(Object.keys(x).sort().map((k) => [k, sorted(x[k])])) : x;
  let view = emptyView(you);
  for (const [i, step] of steps.entries()) {
    view = fold(view, step.event);
    const [mine, server] = [JSON.stringify(sorted(view)), JSON.stringify(sorted(step.view))];
    if (mine !== server) return `event ${i + 1} ${step.event.type}:\\n${mine}\\n${server}`;
  }
  return "same";
}"""

pytestmark = pytest.mark.e2e


@contextmanager
def scripts(browser: Browser) -> Iterator[Page]:
    """A page that can import the site's modules, without a site."""

    def serve(route: Route) -> None:
        path = STATIC / route.request.url.removeprefix(f"{ORIGIN}/")
        if path.is_file():
            route.fulfill(path=path)
        else:
            route.fulfill(body="<!doctype html>", content_type="text/html")

    context = browser.new_context()
    page = context.new_page()
    page.route("**/*", serve)
    page.goto(f"{ORIGIN}/")
    yield page
    context.close()


@pytest.mark.parametrize("ruleset", ["bao", "free"])
@pytest.mark.parametrize("seed", ["a", "b"])
def test_page_and_server_show_the_same_after_every_event(
    browser: Browser, ruleset: str, seed: str
) -> None:
    compare(browser, list(random_match(ruleset, f"fold-{ruleset}-{seed}", hands=2)))


def test_page_and_server_show_the_same_when_seats_change(browser: Browser) -> None:
    compare(browser, list(recorded(reseated())))


def test_page_and_server_show_the_same_in_a_dispute(browser: Browser) -> None:
    compare(browser, list(recorded(disputed())))


def compare(browser: Browser, told: list[tuple[MatchState, Event, MatchState]]) -> None:
    for viewer in VIEWERS:
        steps = [
            {"event": redact(event, before, viewer)._asdict(), "view": view(after, viewer)}
            for before, event, after in told
        ]
        you = {"role": viewer.role, "place": viewer.place}
        # One text: Playwright takes minutes over so many small values.
        argument = json.dumps({"you": you, "steps": steps})
        with scripts(browser) as page:
            assert page.evaluate(FOLD_ALL, argument) == "same", viewer


def test_page_computes_the_same_digest_as_hashlib(browser: Browser) -> None:
    texts = [bytes(range(256))[: n % 256] * (1 + n // 64) for n in range(0, 260, 7)]
    with scripts(browser) as page:
        digests = page.evaluate(
            """async (texts) => {
              const { sha256, toHex } = await import("/js/sha256.js");
              return texts.map((text) => toHex(sha256(Uint8Array.from(text))));
            }""",
            [list(text) for text in texts],
        )
    assert digests == [hashlib.sha256(text).hexdigest() for text in texts]

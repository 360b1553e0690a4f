"""Larger text chosen in the browser: pages follow, and nothing is wider than the screen."""

from __future__ import annotations

import os
import shutil

import pytest

from tests.browser.conftest import DESK, FLAGS, PHONE, WHOLE, Player

pytestmark = pytest.mark.browser

USUAL, SMALL = 16, 13
"""Browsers' own size of text, and the smallest of ours beside it, in pixels."""
PATHS = (
    "/", "/you", "/privacy", "/learn", "/rules/kairo", "/new/kairo", "/library", "/leaderboard", "/tournaments",
    "/sign-in", "/practice", "/practice/kairo", "/fair", "/check", "/join", "/hours",
)  # fmt: skip
FITS = "document.documentElement.scrollWidth <= screen.width && innerWidth <= screen.width"
"""A phone widens its viewport for a page that is too wide."""


@pytest.fixture(scope="module", params=[20, pytest.param(24, marks=pytest.mark.wide), 32])
def large(request, playwright):
    """A browser with larger text, and its text size."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, WHOLE)))
    flags = [*FLAGS, "--headless=new", f"--blink-settings=defaultFontSize={request.param}"]
    browser = playwright.chromium.launch(executable_path=path, args=flags)
    yield browser, request.param
    browser.close()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_pages_follow_the_browsers_text_size(large, server, size):
    browser, text = large
    phone = size["width"] < 500
    context = browser.new_context(viewport=size, is_mobile=phone, has_touch=phone, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    page = context.new_page()
    for path in PATHS:
        page.goto(server.url + path)
        assert page.evaluate(FITS), path
        note = page.locator("p.note").first
        if note.count():
            assert note.evaluate("(p) => parseFloat(getComputedStyle(p).fontSize)") == SMALL * text / USUAL
    opened = server.table("me", "trader", "trader", game="kairo")
    page.goto(f"{server.url}/t/{opened['table']}#seat={opened['token']}")
    Player(page, server).ready(60)
    detail = page.locator(".prompt .say span").first
    assert detail.evaluate("(p) => parseFloat(getComputedStyle(p).fontSize)") == SMALL * min(text, 20) / USUAL
    assert page.evaluate(FITS)
    context.close()

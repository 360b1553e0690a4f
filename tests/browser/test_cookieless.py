"""A browser that blocks all cookies: games can be played, and features that need cookies say so."""

from __future__ import annotations

import json
import os
import re
import shutil

import pytest

from tests.browser.conftest import FLAGS, GAME, WHOLE, Player, eventually

pytestmark = pytest.mark.browser

BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}
"""The Chromium preference of *Block all cookies*, which blocks every kind of storage."""
SEATED = "No account needed: this browser remembers your seats."


@pytest.fixture
def page(playwright, server, tmp_path):
    """A page of a browser that blocks all cookies."""
    profile = tmp_path / "profile" / "Default"
    profile.mkdir(parents=True)
    (profile / "Preferences").write_text(json.dumps(BLOCKED))
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, WHOLE)))
    context = playwright.chromium.launch_persistent_context(
        profile.parent, executable_path=path, args=[*FLAGS, "--headless=new"], reduced_motion="reduce"
    )
    context.set_default_timeout(60_000)
    yield context.pages[0]
    context.close()


def keeps_seat_after_reload(page, server):
    """Return whether the player can choose at the table, before and after a reload."""
    player = Player(page, server)
    assert player.ready(60) in ("can", "button")
    assert not page.locator(".top .watching").is_visible()
    page.reload()
    return player.ready(60) in ("can", "button")


def test_a_game_against_bots_works_without_cookies(page, server):
    page.goto(server.url)
    page.get_by_role("button", name="Play Desert Bazaar").click()
    assert keeps_seat_after_reload(page, server)
    assert page.context.cookies() == []


def test_a_private_table_can_be_shared_and_finished_without_cookies(page, server):
    page.goto(f"{server.url}/new/{GAME}")
    page.locator(".doors [data-seat=open]").click()
    page.locator("#table-form .btn.go").click()
    page.locator(".waiting .start").wait_for()
    page.reload()
    page.locator(".waiting .start").click()
    assert keeps_seat_after_reload(page, server)
    opened = server.table("open", "trader", "trader")
    page.goto(server.url + opened["links"]["seats"]["0"])
    page.locator(".waiting").get_by_label("Your name").fill("Nour")
    page.get_by_role("button", name="Take this seat").click()
    assert keeps_seat_after_reload(page, server)


@pytest.mark.parametrize("path", ["/practice/kairo/next", "/daily/kairo", "/new/chatuchak?preset=solo"])
def test_tables_that_begin_at_once_work_without_cookies(page, server, path):
    page.goto(server.url + path)
    page.wait_for_url(re.compile("/t/"))
    assert keeps_seat_after_reload(page, server)
    page.go_back()
    assert "/t/" not in page.url


def test_a_lesson_works_without_cookies(page, server):
    page.goto(f"{server.url}/learn/{GAME}")
    page.locator('form[action^="/learn/"] button').first.click()
    page.locator(".lesson:not([hidden])").wait_for()
    page.reload()
    page.locator(".lesson:not([hidden])").wait_for()
    assert not page.locator(".top .watching").is_visible()


def test_public_tables_and_the_queue_work_without_cookies(page, server):
    server.table("me", "open", game="kairo", company="anybody")
    page.goto(server.url)
    page.locator("#open").get_by_role("button", name=re.compile("^Join")).first.click()
    page.get_by_label("What’s your name?").fill("Nour")
    page.get_by_role("button", name="Join", exact=True).last.click()
    page.wait_for_url(re.compile("/t/"))
    page.reload()
    eventually(page, lambda: page.evaluate("!document.querySelector('.elsewhere').hidden"))
    page.goto(server.url)
    page.get_by_role("button", name="Play with anybody").click()
    page.locator("#seek").get_by_label("Your name").fill("Nour")
    page.locator("#seek .picks label").first.click()
    page.get_by_role("button", name="Wait for players").click()
    page.get_by_text("Allow cookies for this site").wait_for()


def test_pages_offer_nothing_that_needs_a_cookie(page, server):
    for path in ("/", "/you"):
        page.goto(server.url + path)
        eventually(page, lambda: page.get_by_text(re.compile("keeps no cookies|blocks souq’s cookies")).count())
        assert not page.get_by_text("remembers you").count()
        assert not page.get_by_text(SEATED).count()
    page.goto(f"{server.url}/sign-in")
    page.get_by_label("One of the codes").fill("abcde-fghjk-mnpqr-stuvw")
    page.locator("#code button").click()
    page.get_by_text("Allow cookies for this site").wait_for()

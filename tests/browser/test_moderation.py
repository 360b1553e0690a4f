"""A player is reported, and a moderator handles the report."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from souq.server.features.moderation.storage import Actor
from tests.server.test_moderation import with_records

from .conftest import LOOKS, eventually
from .test_access import check

pytestmark = pytest.mark.browser
HOST = Actor("the host")
COVERED = """() => {
  const over = document.querySelector('.bulletin').getBoundingClientRect();
  return ['.top', '.seats', '.chips', '.clock', '.board', '.prompt'].filter((what) => {
    const { top, bottom, width } = document.querySelector(what).getBoundingClientRect();
    return width && top < over.bottom && bottom > over.top;
  });
}"""
"""The parts of a table that a notice covers."""


def in_thread(*what):
    """Run async work in a thread without an event loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(with_records, *what).result()


@LOOKS
def test_a_report_is_sent_and_handled(person, server, size, scheme):
    database = server._folder / "souq.db"
    player = person(size, color_scheme=scheme)
    page = player.page
    page.goto(f"{server.url}/you")
    page.locator("#keep input[name=name]").fill("Rosa")
    page.get_by_role("button", name="Get recovery codes").click()
    page.locator(".codes").wait_for()
    opened = server.table("open", "open", "greedy")
    server.guest(opened, 1, "Omar")
    player.sit(opened, 0)
    page.locator(".waiting").wait_for()
    page.get_by_label("Your name").last.fill("Rosa")
    page.get_by_role("button", name="Take this seat").click()
    eventually(page, lambda: player.prompt)
    page.locator(".menu").click()
    page.get_by_role("link", name="Report somebody").click()
    expect(page.get_by_label("Omar")).to_be_checked()
    check(page, "report")
    page.get_by_label("What is it about?").select_option("cheating")
    page.get_by_label("What happened?").fill("He looks into my cards.")
    page.get_by_role("button", name="Send the report").click()
    page.get_by_text("Omar won’t be told").wait_for()
    check(page, "report, sent")

    link = in_thread(database, lambda records: records.invite(HOST))
    page.goto(f"{server.url}/admin/invitation#{link}")
    check(page, "invitation")
    page.get_by_role("button", name="Become an administrator").click()
    page.get_by_role("link", name="Read").first.click()
    page.get_by_text("He looks into my cards.").wait_for()
    check(page, "a report")
    page.get_by_label("Outcome").fill("Nothing to it.")
    page.get_by_role("button", name="Close the report").click()
    page.get_by_text("Nothing to it.").first.wait_for()
    for tab in ("Reports", "Suspensions", "People", "Tables", "Log", "Notice"):
        page.locator(".tabs").get_by_role("link", name=re.compile(f"^{tab}")).click()
        expect(page.locator(".tabs [aria-current]")).to_contain_text(tab)
        check(page, tab)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{tab} scrolls sideways"
    page.get_by_label("Shown to everybody").fill("Back at eight.")
    page.get_by_role("button", name="Put it up").click()
    try:
        page.goto(f"{server.url}/t/{opened['table']}")
        eventually(page, lambda: player.prompt)
        notice = page.locator(".bulletin details")
        expect(notice).to_contain_text("Back at eight.")
        check(page, "a notice at the table")
        assert page.evaluate(COVERED) == [], "it covers nothing"
        notice.locator("summary").click()
        expect(page.locator(".bulletin p")).to_be_hidden()
        page.reload()
        expect(page.locator(".bulletin p")).to_be_hidden()
        page.evaluate("localStorage.removeItem('souq.news')")
        page.reload()
        expect(page.locator(".bulletin p")).to_be_visible()
        expect(page.locator(".bulletin p")).to_be_hidden(timeout=30_000)  # by itself
        assert page.evaluate(COVERED) == [], "it covers nothing"
    finally:
        in_thread(database, lambda records: records.quiet(HOST))

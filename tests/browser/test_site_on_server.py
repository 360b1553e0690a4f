"""A server with a built site: playing offline from its home page, and without a network at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Player, Server, close
from tests.browser.sites import site_folder

__all__ = ["site_folder"]

pytestmark = pytest.mark.browser

READY = "navigator.serviceWorker.ready.then(({ scope }) => new URL(scope).pathname)"
NONE_KEPT = "caches.keys().then((names) => names.every((name) => !name.startsWith('souq-site')))"


@pytest.fixture
def offering(tmp_path: Path, contexts: list[BrowserContext], site_folder: Path) -> Iterator[Server]:
    """A server with a site, and with its usual limits."""
    made = Server(tmp_path, site=str(site_folder / "games"), limited=True)
    made.start()
    yield made
    close(contexts)
    made.stop()


def test_home_without_a_network_leads_to_the_site(person: Callable[..., Player], offering: Server) -> None:
    page = person(at=offering, forgive="ERR_INTERNET_DISCONNECTED").page
    page.goto(offering.url)
    assert page.evaluate(READY) == "/"
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("heading", name="The road to the bazaar is closed").wait_for()
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    assert page.evaluate(NONE_KEPT)

    page.get_by_role("link", name="Play offline").click()
    expect(page.get_by_role("link", name="Play online")).to_be_visible()
    assert page.evaluate(READY) == "/site/"
    page.get_by_role("link", name="Play online").click()
    page.wait_for_url(f"{offering.url}/")

    page.context.set_offline(True)
    for path in ("/you", "/"):
        page.goto(offering.url + path)
        assert page.url == f"{offering.url}/site/"
    expect(page.get_by_role("link", name="Play online")).to_have_count(0)
    page.get_by_role("button", name="Play Kairo").click()
    page.locator(".sprite.can").first.wait_for(timeout=60_000)
    page.goto(offering.url)
    expect(page.locator("#tables a.t")).to_have_count(1)


def test_a_site_on_a_server_runs_before_its_files_are_kept(person: Callable[..., Player], offering: Server) -> None:
    """Its worker comes from the network then, with the server's security policy."""
    page = person(at=offering, fresh=True, service_workers="block", forgive="Service Worker").page
    page.goto(f"{offering.url}/site/t/kairo/?do=/play/kairo")
    page.locator(".sprite.can").first.wait_for(timeout=60_000)

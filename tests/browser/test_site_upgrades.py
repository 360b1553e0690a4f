"""A new version of a site: open pages go on with the old one's files, and games survive."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from souq.web.building import _hashed
from tests.browser.conftest import DESK, eventually
from tests.browser.sites import ACTIVE, OFF, Visitor, Web, profile, report, site_folder

__all__ = ["site_folder"]

pytestmark = pytest.mark.browser

NEXT = "000000000000"
"""The version that comes next."""
CACHES = "caches.keys()"
WAITING = "navigator.serviceWorker.getRegistration().then(found => Boolean(found?.waiting))"
UPDATE = "navigator.serviceWorker.getRegistration().then(found => found.update()).then(() => true)"


@pytest.fixture
def web(site_folder: Path, tmp_path: Path) -> Iterator[Web]:
    """A web server with a copy of the site, which a test can replace."""
    shutil.copytree(site_folder / "games", tmp_path / "games")
    made = Web(tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def visitor(chromium: Browser, web: Web) -> Iterator[Visitor]:
    """Somebody with a browser profile of their own. What their pages complain about fails the test."""
    made = Visitor(profile(chromium, DESK), web)
    yield made
    made.context.close()
    report(made)


def version_of(folder: Path) -> str:
    """Return the version of a site."""
    return next((folder / "v").iterdir()).name


def upgrade(folder: Path) -> None:
    """Replace a site by one whose pages and version differ."""
    old = version_of(folder)
    (folder / "v" / old).rename(folder / "v" / NEXT)
    for page in (*folder.rglob("*.html"), folder / "sw.js", folder / "manifest.webmanifest"):
        page.write_text(page.read_text("utf-8").replace(old, NEXT).replace(">Learn<", ">Lessons<"), "utf-8")
    listed = folder / "v" / NEXT / "files.json"
    files = dict[str, bytes]()
    for each in json.loads(listed.read_text("utf-8"))["files"]:
        url = each["url"].replace(old, NEXT)
        files[url] = (folder / url / ("index.html" if url.endswith("/") else "")).read_bytes()
    listed.write_text(json.dumps({"files": list(_hashed(files))}), "utf-8")


def test_an_upgrade_in_the_middle_of_a_game_leaves_open_pages_alone(visitor: Visitor, web: Web) -> None:
    page, folder = visitor.page, web.folder / "games"
    old = version_of(folder)
    visitor.visit()
    visitor.installed()
    visitor.open("kairo", players="2", **{"seat-0": "me", "seat-1": "bot:apprentice"})
    table, moments = visitor.table, visitor.moments
    asked: list[str] = []
    page.context.on("request", lambda request: request.service_worker or asked.append(request.url))
    upgrade(folder)
    assert page.evaluate(UPDATE)
    eventually(page, lambda: page.evaluate(WAITING), 60)
    assert len(page.evaluate(CACHES)) == 2

    page.reload()  # the old version is still in use
    visitor.seated()
    assert page.locator("html").get_attribute("data-version") == f"v/{old}"
    home = visitor.another()
    home.goto(web.url)
    assert home.locator("html").get_attribute("data-version") == f"v/{old}"
    assert home.get_by_role("navigation").get_by_role("link", name="Lessons").count() == 0
    home.close()
    visitor.ready()
    assert visitor.moments >= moments
    web.stop()
    page.add_init_script(OFF)
    here = page.url
    page.goto("about:blank")  # no page of the old version is open any more
    page.wait_for_timeout(500)
    assert not any(f"/v/{NEXT}/" in url for url in asked)
    asked.clear()

    page.goto(web.url)
    eventually(page, lambda: page.evaluate(ACTIVE) and not page.evaluate(WAITING))
    page.goto(web.url)
    assert page.locator("html").get_attribute("data-version") == f"v/{NEXT}"
    page.get_by_role("navigation").get_by_role("link", name="Lessons").wait_for()
    assert page.locator("#tables a").get_attribute("href") == f"t/kairo/?{table}"
    page.goto(here)
    visitor.seated()
    assert visitor.moments >= moments
    assert any(f"/v/{NEXT}/" in url for url in asked)
    assert not any(f"/v/{old}/" in url for url in asked)
    assert [name.rpartition(" ")[2] for name in page.evaluate(CACHES)] == [NEXT]

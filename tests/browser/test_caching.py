"""A browser never requests again what it has cached."""

from urllib.parse import urlsplit

import pytest

pytestmark = pytest.mark.browser

PAINTED = "document.querySelectorAll('.card .ornament use').values().every((one) => one.getBBox().width > 0)"
FETCHED = """() => performance.getEntriesByType("resource").map(({ name, transferSize }) => [name, transferSize])
  .filter(([name]) => new URL(name).pathname.startsWith("/static/"))"""
"""URLs of the server's files and their transferred bytes; of a 304 response, only its head."""


def test_a_table_requests_nothing_that_is_cached(person, server):
    """Every module is loaded once, under its immutable URL; a second visit requests none."""
    opened = server.table("me", "open", "open")
    player = person(fresh=True).sit(opened)
    player.page.locator(".waiting").wait_for()
    first = player.page.evaluate(FETCHED)
    modules = [urlsplit(name) for name, _ in first if "/js/" in name]
    assert len({each.path for each in modules}) == len(modules) > 40
    assert all(each.query.startswith("v=") for each in modules)
    assert any(size for _, size in first)
    player.page.reload()
    player.page.locator(".waiting").wait_for()
    again = player.page.evaluate(FETCHED)
    assert len(again) == len(first) and not [name for name, size in again if size]


def test_the_ornaments_of_the_home_page_are_cached_files(person, server):
    page = person().page
    page.goto(server.url)
    assert page.locator(".card .ornament use").count() >= 5
    page.wait_for_function(PAINTED)

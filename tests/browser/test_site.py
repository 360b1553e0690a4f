"""A site without a server, visited without a network after the first visit."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SIZES, crossed
from tests.browser.sites import GAMES, Visitor, offline, profiles_with_site, site_folder

__all__ = ["offline", "profiles_with_site", "site_folder"]

pytestmark = pytest.mark.browser


@crossed(game={name: name for name in GAMES}, size=SIZES)
def test_a_game_is_played_to_its_end_without_a_network(
    offline: Callable[..., Visitor], game: str, size: dict[str, int]
) -> None:
    player, luck = offline(size), random.Random(1)
    page = player.page
    player.visit()
    card = page.locator(f"article[data-game={game}]")
    card.get_by_role("link", name="Open a table").click()
    page.get_by_role("radio", name="3" if game == "desert_bazaar" else "2", exact=True).press("Space")
    page.get_by_role("radio", name="No pause").press("Space")
    page.locator("#table-form .btn.go").click()
    player.seated()
    assert page.url.startswith(f"{player.web.url}t/{game}/?")
    for _ in range(6):
        player.click_anything(luck)
    assert player.moments > 0
    player.hand_over()
    player.ended()
    expect(page.locator(".tally")).to_be_visible()
    page.reload()
    player.ended()
    player.visit()
    stands = page.locator(f"#tables a[data-game={game}] .when").first
    expect(stands).to_have_text(re.compile(r"^(?!Your turn|Waiting).+ · just now$|minute"))

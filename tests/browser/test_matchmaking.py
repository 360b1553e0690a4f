"""A whole evening: strangers are matched, play with a clock, one disconnects, and everything is stored."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import DESK, GAME, PHONE, eventually
from tests.browser.test_accounts import Authenticator
from tests.browser.test_clocks import pass_time, turn_of
from tests.browser.test_rematches import choose_in_leave_menu

pytestmark = pytest.mark.browser


@pytest.fixture
def new_player(person, new_server):
    """Open the home page under a name for which passkeys work, with an authenticator."""

    class Named:
        """The server under its name."""

        url = new_server.url.replace("127.0.0.1", "localhost")

    def come(size=DESK):
        player = person(size, at=Named)
        player.page.goto(Named.url)
        return player, Authenticator(player.page)

    return come


def set_name(page, name):
    """Set the player's name on the home page."""
    page.locator(".me summary").click()
    page.locator(".me").get_by_label("Your name").fill(name)
    page.locator(".me").get_by_role("button", name="Save").click()
    page.locator(".me summary", has_text=name).wait_for()


def test_three_matched_players_survive_a_disconnect_and_have_a_rematch(new_player, new_server):
    (rosa, keys), (omar, _), (lea, _) = new_player(), new_player(PHONE), new_player()
    rosa.page.goto(f"{rosa.server.url}/new/{GAME}?players=3")
    rosa.page.get_by_role("radio", name="Anybody").check()
    rosa.page.get_by_role("radio", name="Live").check()
    rosa.page.get_by_label("Your name", exact=True).last.fill("Rosa")
    rosa.page.get_by_role("button", name="Open the table").click()
    rosa.page.locator(".waiting .listing").wait_for()
    for player, name in ((omar, "Omar"), (lea, "Lea")):
        set_name(player.page, name)
        table = player.page.locator("#open .t", has_text="Rosa")
        table.get_by_role("button", name="Join").click()
        player.page.wait_for_url("**/t/*")
    all_three = [rosa, omar, lea]
    for player in all_three:
        player.page.locator(".prompt[aria-busy=false]").wait_for(timeout=30_000)
    turn_of(all_three, 1)

    there = omar.page.url
    omar.page.goto("about:blank")
    pass_time(new_server, 3_700)
    eventually(rosa.page, lambda: "Omar runs out of time. A bot plays on until they’re back." in rosa.story(), 30)
    omar.page.goto(there)
    back = omar.page.locator(".offer").get_by_role("button", name="Take my seat back")
    back.wait_for(timeout=20_000)
    omar.page.locator(".prompt[aria-busy=false]").wait_for()
    omar.press(back)
    for player in (rosa, lea):
        eventually(player.page, lambda: "Omar is back." in player.story(), 30)  # noqa: B023
    turn_of(all_three, 2)

    choose_in_leave_menu(rosa.page, "End the game")
    for player in (omar, lea):
        player.page.locator(".offer").get_by_role("button", name="End the game").click()
    rosa.page.locator(".tally").get_by_role("button", name="Play again").click()
    for player in (omar, lea):
        player.page.locator(".offer").get_by_role("button", name="Join").click()
    for player in all_three:
        player.page.wait_for_url(lambda url: url != there)
        player.page.locator(".prompt[aria-busy=false]").wait_for()
    again = rosa.page.url
    assert again != there and lea.page.url == again

    rosa.page.goto(f"{rosa.server.url}/you")
    rosa.page.get_by_role("button", name="Keep it with a passkey").click()
    rosa.page.get_by_role("heading", name="Sign-in methods").wait_for()
    elsewhere, others = new_player(PHONE)
    others.get(keys.keys)
    elsewhere.page.goto(f"{rosa.server.url}/sign-in")
    elsewhere.page.get_by_role("button", name="Use a passkey").click()
    elsewhere.page.wait_for_url(re.compile(r"/(you)?(\?.*)?$"))
    elsewhere.page.goto(rosa.server.url)
    for url in (there, again):
        path = url.removeprefix(rosa.server.url)
        elsewhere.page.locator(f"#tables a[href='{path}']").first.wait_for()

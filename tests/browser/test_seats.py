"""Seats: invitations, guests, spectators, several tabs, and lost connections."""

import pytest

from tests.browser.conftest import PHONE, TURN, Server, eventually
from tests.toy import GAME as TOY

pytestmark = pytest.mark.browser


def test_a_guest_takes_an_open_seat_by_link(person, server):
    opened = server.table("me", "open", "greedy")
    host = person().sit(opened)
    waiting = host.page.locator(".waiting")
    waiting.wait_for()
    assert host.page.locator(".board > .ornament").evaluate("o => getComputedStyle(o).opacity < 0.5"), (
        "it is in nobody’s way"
    )
    assert waiting.get_by_role("button", name="Copy link", exact=True).count() == 1
    guest = person(PHONE).sit(opened, 1)
    guest.page.get_by_label("Your name").fill("Omar <b>")
    guest.page.get_by_role("button", name="Take this seat").click()
    for player in (host, guest):
        eventually(player.page, lambda page=player.page: not page.locator(".waiting").is_visible())
        eventually(player.page, lambda page=player.page: page.locator(".board .sprite").count() > 5)
    assert "#" not in guest.page.url, "the invitation leaves the address"
    assert host.page.locator(".seat .name").nth(1).inner_text() == "Omar <b>"
    names = [player.page.locator(".seat .name, .chip i").all_text_contents() for player in (host, guest)]
    assert "you" in names[1]
    guest.page.reload()
    eventually(guest.page, lambda: guest.page.locator(".board .sprite").count() > 5)
    assert "you" in guest.page.locator(".chip i").all_text_contents(), "the seat is remembered"


def test_a_spectator_can_follow_a_seat_link(person, server):
    opened = server.table("me", "greedy", "greedy")
    page = person().sit(opened, "watch").page
    page.locator(".top .watching").wait_for()
    page.evaluate("hash => { location.hash = hash; }", f"#seat={opened['token']}")
    page.locator(".seat .you").wait_for()
    assert "#" not in page.url, "the token leaves the address"


def copied(page, press):
    """Press a button that copies, wait for its confirmation, and return the clipboard."""
    button = page.get_by_role("button", name=press, exact=True)
    handle = button.element_handle()
    button.click()
    eventually(page, lambda: handle.inner_text() == "Copied")
    return page.evaluate("navigator.clipboard.readText()")


def test_a_seat_can_be_continued_on_another_device(person, server):
    host = person(permissions=["clipboard-read", "clipboard-write"]).sit(server.table("me", "greedy", "greedy"))
    host.ready()
    host.page.locator(".menu").click()
    first = copied(host.page, "Copy link to my seat")
    phone = person(PHONE)
    phone.page.goto(first)
    phone.ready()
    assert "you" in phone.page.locator(".chip i").all_text_contents()
    again = copied(host.page, "Copy link to my seat")
    assert again != first
    phone.page.get_by_text("This link no longer works").wait_for()
    eventually(
        phone.page,
        lambda: phone.page.locator(".top .watching").count() and not phone.page.locator(".hand").is_visible(),
    )
    host.page.keyboard.press("Escape")
    assert host.ready() in ("can", "button")
    assert host.page.locator(".seat.you, .seat .you").count(), "who asked keeps the seat"


def test_an_invitation_can_be_replaced(person, server):
    opened = server.table("me", "open", "greedy")
    host = person(permissions=["clipboard-read", "clipboard-write"]).sit(opened)
    early = person().sit(opened, 1)
    early.page.get_by_role("button", name="Take this seat").wait_for()
    link = copied(host.page, "New link")
    eventually(early.page, lambda: not early.page.get_by_role("button", name="Take this seat").is_visible())
    assert copied(host.page, "Copy link") == link
    guest = person()
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Take this seat").click()
    eventually(guest.page, lambda: guest.page.locator(".board .sprite").count() > 5)
    assert guest.page.locator(".seat .you").count()


def test_the_host_can_begin_with_bots(person, server):
    host = person().sit(server.table("me", "open", "open"))
    host.page.get_by_role("button", name="Start with bots").click()
    assert host.ready() in ("can", "button")


def test_a_spectator_sees_the_table_but_no_hands(person, server):
    opened = server.table("me", "greedy", "greedy")
    person().sit(opened).ready()
    watcher = person().sit(opened, "watch")
    eventually(watcher.page, lambda: watcher.page.locator(".board .sprite").count() > 5)
    assert not watcher.page.locator(".hand").is_visible()
    assert watcher.page.locator(".sprite.can").count() == 0
    assert watcher.buttons == []
    assert watcher.page.locator(".you").count() == 0
    assert watcher.page.locator(".top .watching").is_visible()
    talk = watcher.page.get_by_label("Say something to the table")
    assert talk.is_disabled()
    assert talk.get_attribute("placeholder") == "Only players can talk"
    watcher.page.locator(".menu").click()
    assert watcher.page.get_by_role("button", name="Copy watch link").is_visible()


def test_two_tabs_of_one_seat_stay_in_sync(person, server):
    opened = server.table("me", "greedy", "greedy")
    first = person().sit(opened)
    first.ready()
    second = person().sit(opened)
    second.ready()

    def agree(one, other):
        one.ready()
        other.ready()
        return one.prompt == other.prompt and one.buttons == other.buttons and one.story() == other.story()

    for one, other in ((first, second), (second, first)):
        one.move()
        eventually(one.page, lambda one=one, other=other: agree(one, other))


def test_chat_messages_are_delivered_and_escaped(person, server):
    opened = server.table("me", "greedy", "greedy")
    player = person().sit(opened)
    player.ready()
    watcher = person().sit(opened, "watch")
    said = "Is **that** a [[+9]] <img src=x onerror=alert(1)>?"
    player.page.get_by_label("Say something to the table").fill(said)
    player.page.keyboard.press("Enter")
    for who in (player, watcher):
        who.page.get_by_role("tab", name="Table talk").click()
        eventually(
            who.page, lambda who=who: any(said in line for line in who.page.locator(".talk li").all_text_contents())
        )
        assert who.page.locator(".talk img").count() == 0


def test_on_a_phone_unread_chat_is_marked(person, server):
    opened = server.table("me", "open", "greedy")
    host = person().sit(opened)
    guest = person(PHONE).sit(opened, 1)
    guest.page.get_by_role("button", name="Take this seat").click()
    eventually(guest.page, lambda: guest.page.locator(".board .sprite").count() > 5)
    logs, talk = guest.page.locator(".logs"), host.page.get_by_label("Say something to the table")
    assert not host.page.locator(".top .watching").is_visible()
    talk.fill("Good trade!")
    host.page.keyboard.press("Enter")
    eventually(host.page, lambda: talk.input_value() == "")
    eventually(guest.page, lambda: "news" in logs.get_attribute("class"))
    guest.press(logs)
    assert "news" not in logs.get_attribute("class")
    assert guest.page.locator(".talk li").last.is_visible()


def test_a_lost_connection_loses_nothing(person, tmp_path):
    own = Server(tmp_path)
    own.start()
    player = person(at=own, forgive="ailed").sit(own.table("me", "greedy", "greedy"))
    player.until(lambda: player.prompt.startswith(TURN))
    story = player.story()
    own.stop()
    banner = player.page.locator(".banner")
    eventually(player.page, banner.is_visible)
    player.press(player.can("tile-").first)  # decided while nobody hears it
    own.start()
    eventually(player.page, lambda: not banner.is_visible(), 30)
    player.ready()
    assert player.prompt.startswith("Choose a site")
    assert player.story() == story
    player.press(player.button("Undo"))
    eventually(player.page, lambda: player.prompt.startswith(TURN))
    assert player.page.locator(".undo").count() == 0, "it was decided once"
    own.stop()


def test_an_unknown_table_is_reported(person, server):
    player = person(forgive="404")
    player.page.goto(f"{server.url}/t/nosuchtable2")
    assert "table" in player.page.locator("main").inner_text().lower()


def test_the_header_says_whose_turn_it_is(person, server):
    opened = server.table("me", "open", game=TOY.name)
    player, omar = person().sit(opened), server.guest(opened, 1, "Omar")
    assert omar
    player.ready()
    who = player.page.locator(".top .who")
    assert who.inner_text() == "you to move"
    player.press(player.button("Keep"))
    eventually(player.page, lambda: "Confirm" in player.buttons)
    player.press(player.button("Confirm"))
    eventually(player.page, lambda: who.inner_text() == "Omar to move")


APART = """() => [...document.querySelectorAll('.chip')].map((chip) => {
  const range = document.createRange(), tag = chip.querySelector('small').getBoundingClientRect();
  chip.querySelector('b').textContent = '14';
  range.selectNodeContents(chip.querySelector('b'));
  const score = range.getBoundingClientRect(), { right } = chip.getBoundingClientRect();
  const { bottom } = chip.querySelector('b').getBoundingClientRect();
  return tag.right < right && (score.right < tag.left || bottom <= tag.top);
})"""
"""Whether two digits of score leave what is beside them legible, by seat."""


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_on_a_phone_scores_and_cards_of_all_seats_can_be_read(person, server, seats):
    player = person(PHONE).sit(server.table("me", *["random"] * (seats - 1)))
    player.ready()
    assert player.page.evaluate(APART) == [True] * seats

"""Notifications in the browser: switching them on, showing them, and souq offline.

Chromium without a screen has no push service to subscribe to, so that the page's ``PushManager`` is a stand-in. What is
pushed then is handed to the real service worker by the browser's developer tools.
"""

from __future__ import annotations

import json
import re

import pytest

from souq.server.features.notifications.keys import ServerKeys
from tests.browser.conftest import DESK, LOOKS, PHONE, WHOLE, eventually, launched
from tests.browser.test_access import check
from tests.browser.test_moderation import in_thread
from tests.server.push_service import Receiver

pytestmark = pytest.mark.browser

SUBSCRIPTION = json.dumps(Receiver("https://push.example/amina").subscription)
STAND_IN = """
  let subscription = null;
  const made = () => ({ toJSON: () => (%s), unsubscribe: async () => { subscription = null; return true; } });
  PushManager.prototype.getSubscription = async () => subscription;
  PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly || options.applicationServerKey.length !== 87) throw new TypeError("no key");
    return subscription = made();
  };
  Notification.requestPermission = async () => "granted";
"""


@pytest.fixture(scope="module")
def chromium(playwright):
    """A browser that shows notifications."""
    with launched(playwright, *WHOLE) as browser:
        yield browser


@pytest.fixture
def localhost(server):
    """The server under a name for which notifications work."""
    return server.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def open_page(person, localhost):
    """Open a page under that name."""

    class Named:
        """The server under its name."""

        url = localhost

    return lambda size=DESK, **how: person(size, at=Named, **how).page


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_one_click_enables_notifications_and_another_disables_them(open_page, localhost, size):
    page = open_page(size)
    page.add_init_script(STAND_IN % SUBSCRIPTION)
    page.goto(f"{localhost}/you#turn")
    page.get_by_role("button", name="Notify me here").click()
    page.get_by_text("Notices are on in this browser.").wait_for()
    assert page.get_by_text("This browser shows notices").is_visible()
    assert not page.get_by_role("button", name="Notify me here").is_visible()
    page.get_by_role("button", name=re.compile("^No notices")).click()
    page.get_by_role("button", name="Notify me here").wait_for()


def test_the_page_says_why_notifications_are_unavailable(open_page, localhost):
    page = open_page()
    page.add_init_script("delete globalThis.PushManager")
    page.goto(f"{localhost}/you")
    assert page.get_by_text("This browser can’t show notices.").is_visible()
    assert not page.get_by_role("button", name="Notify me here").is_visible()
    blocked = open_page()
    blocked.add_init_script('Object.defineProperty(Notification, "permission", { get: () => "denied" })')
    blocked.goto(f"{localhost}/you")
    assert blocked.get_by_text("This browser blocks notices from souq.").is_visible()


def wait_for_service_worker(page, localhost):
    """Wait until the service worker is active, and return the developer tools' session and its registration id."""
    tools = page.context.new_cdp_session(page)
    found = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    tools.send("ServiceWorker.enable")
    page.goto(localhost)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    eventually(page, lambda: [each for each in found if each["scopeURL"] == f"{localhost}/"])
    return tools, next(each["registrationId"] for each in found if each["scopeURL"] == f"{localhost}/")


def test_a_push_shows_a_notification_and_a_badge_count(open_page, localhost):
    page = open_page()
    page.context.grant_permissions(["notifications"], origin=localhost)
    tools, registration = wait_for_service_worker(page, localhost)
    told = {"title": "Your turn at Kairo", "body": "Omar is waiting.", "path": "/t/abc", "table": "abc", "waiting": 2}
    for body in ("Omar is waiting.", "Omar and Leila are waiting."):
        said = json.dumps(told | {"body": body})
        tools.send(
            "ServiceWorker.deliverPushMessage", {"origin": localhost, "registrationId": registration, "data": said}
        )
    shown = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
      .then((all) => all.map(({ title, body, tag, data }) => [title, body, tag, data]))"""
    wanted = [["Your turn at Kairo", "Omar and Leila are waiting.", "abc", "/t/abc"]]
    eventually(page, lambda: page.evaluate(shown) == wanted)


def test_the_offline_page_is_cached_and_private_pages_are_not(open_page, localhost):
    page = open_page(forgive="ERR_INTERNET_DISCONNECTED")
    wait_for_service_worker(page, localhost)
    page.goto(f"{localhost}/you")
    eventually(page, lambda: page.evaluate("!!navigator.serviceWorker.controller"))
    page.context.set_offline(True)
    page.goto(f"{localhost}/you")
    page.get_by_role("heading", name="The road to the bazaar is closed").wait_for()
    assert page.evaluate("getComputedStyle(document.querySelector('main')).display") == "grid"
    page.context.set_offline(False)
    kept = """caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name)
      .then((cache) => cache.keys()).then((all) => all.map(({ url }) => new URL(url).pathname)))))"""
    assert page.evaluate(kept) == [["/offline", "/static/theme.css", "/static/offline.css"]]
    page.get_by_role("link", name="Try again").click()
    page.get_by_role("heading", name="Your turn").wait_for()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_player_can_go_to_the_next_waiting_table(person, server, size):
    player = person(size)
    page = player.page
    tables = []
    for _ in range(2):
        page.goto(server.url)
        page.get_by_role("button", name="Play Desert Bazaar").click()
        page.wait_for_url("**/t/*")
        tables.append(page.url)
        eventually(page, lambda: page.evaluate("fetch('/api/you/waiting').then((a) => a.json())")["tables"], 60)
    eventually(page, lambda: len(page.evaluate("fetch('/api/you/waiting').then((a) => a.json())")["tables"]) == 2, 60)
    if size is PHONE:
        page.locator(".menu").click()
        page.get_by_role("dialog").get_by_role("link", name="Next table").click()
    else:
        page.get_by_role("link", name="Next table").first.click()
    page.wait_for_url(tables[0])


@LOOKS
def test_the_unsubscribe_link_asks_for_confirmation(person, server, size, scheme):
    token = in_thread(server._folder / "souq.db", lambda records: ServerKeys(records.database).signed("a" * 12))
    page = person(size, color_scheme=scheme).page
    page.goto(f"{server.url}/stop/{token}")
    page.get_by_role("heading", name="No more e-mails?").wait_for()
    check(page, "no more letters?")
    page.get_by_role("button", name="Stop these e-mails").click()
    page.get_by_role("heading", name="No more e-mails", exact=True).wait_for()
    check(page, "no more letters")

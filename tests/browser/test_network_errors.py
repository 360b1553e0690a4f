"""No live connection: the page names the obstacle, retries, and continues once it is gone."""

from __future__ import annotations

import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.browser.conftest import PHONE, SIZES, Player
from tests.ports import free_port

pytestmark = pytest.mark.browser

THROUGH = "This page needs a live connection"
DROPPED = {
    "host",
    "accept-encoding",
    "connection",
    "upgrade",
    "transfer-encoding",
    "content-encoding",
    "content-length",
}


class Proxy:
    """A proxy that forwards requests but no WebSocket upgrades, as proxies without configuration do.

    ``fixed`` answers every WebSocket request with this status instead.
    """

    def __init__(self, server):
        self.fixed = 0
        proxy = self

        class Passing(BaseHTTPRequestHandler):
            def do_GET(self):
                if proxy.fixed and self.path.startswith("/ws/"):
                    return self.send_error(proxy.fixed)
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                onward = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
                kept = {name: value for name, value in self.headers.items() if name.lower() not in DROPPED}
                kept |= {"accept-encoding": "identity", "host": self.headers["host"]}
                onward.request(self.command, self.path, body, kept)
                answer = onward.getresponse()
                sent = answer.read()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in DROPPED:
                        self.send_header(name, value)
                self.send_header("content-length", str(len(sent)))
                self.end_headers()
                self.wfile.write(sent)

            do_POST = do_GET

            def log_message(self, *_):
                pass

        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Passing)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def proxy(server):
    made = Proxy(server)
    yield made
    made.close()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_network_that_blocks_websockets_is_reported_at_a_table(person, server, proxy, size):
    player = person(size, at=proxy, forgive="ailed")
    opened = server.table("me", "trader", "trader")
    player.page.goto(f"{proxy.url}/t/{opened['table']}#seat={opened['token']}")
    player.page.get_by_text(THROUGH).wait_for()
    proxy.fixed = 429
    player.page.get_by_text("Too many souq pages are open").wait_for()
    proxy.fixed = 403
    player.page.get_by_text(f"can’t be used at {proxy.url}").wait_for()
    proxy.fixed = 502
    player.page.get_by_text("The server isn’t ready").wait_for()
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = player.page.locator(".banner").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]


def test_a_network_that_blocks_websockets_is_reported_in_the_lobby(person, proxy):
    page = person(at=proxy, forgive="ailed").page
    page.goto(proxy.url)
    page.locator(".company").get_by_text(THROUGH).wait_for()


def test_an_unreachable_server_and_an_offline_browser_are_distinguished(person, new_server):
    player = person(PHONE, at=new_server, forgive="ailed").sit(new_server.table("me", "trader", "trader"))
    player.ready(60)
    banner, context = player.page.locator(".banner"), player.page.context
    new_server.stop()
    banner.get_by_text("The server can’t be reached").or_(banner.get_by_text("The server is restarting")).wait_for()
    new_server.start()
    banner.wait_for(state="hidden", timeout=60_000)
    context.set_offline(True)
    new_server.stop()
    banner.get_by_text("You’re offline").wait_for()
    new_server.start()
    context.set_offline(False)
    banner.wait_for(state="hidden", timeout=60_000)
    assert Player(player.page, new_server).ready(60)

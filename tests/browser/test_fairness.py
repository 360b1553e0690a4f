"""Fair dice: the share that a player's browser contributes, and the page that verifies a game."""

import hashlib
import hmac
import json
import random

import pytest

from souq.engine import registry
from souq.engine.match import secret
from souq.engine.match.match import Match
from souq.engine.match.shares import Share, master, seal
from tests import plain
from tests.browser.conftest import LOOKS, PHONE, Server, eventually
from tests.browser.test_access import check

pytestmark = pytest.mark.browser

INSECURE = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"
"""A page over plain HTTP from another machine, for which browsers disable Web Crypto."""


def info(server, opened):
    """Return a table's information."""
    return plain.get(f"{server.url}/api/tables/{opened['table']}").json()


def fair(player):
    """Return the sheet about fairness."""
    player.page.keyboard.press("Escape")
    player.page.locator(".menu").click()
    player.page.get_by_role("button", name="Fair play").click()
    return player.page.locator("dialog.fair")


def seat_two_players(person, server):
    """Open a table with two browsers and a bot."""
    opened = server.table("me", "open", "greedy")
    host = person().sit(opened)
    host.page.locator(".waiting").wait_for()
    guest = person(PHONE).sit(opened, 1)
    guest.page.get_by_label("Your name").fill("Omar")
    guest.page.get_by_role("button", name="Take this seat").click()
    return opened, host, guest


def test_every_players_browser_contributes_its_share(person, server):
    opened, host, guest = seat_two_players(person, server)
    for player in (host, guest):
        eventually(player.page, lambda page=player.page: page.locator(".board .sprite").count() > 5)
    seats = info(server, opened)["seats"]
    assert [bool(seat["share"]) for seat in seats] == [True, True, False]
    assert all(hashlib.sha256(bytes.fromhex(s["share"])).hexdigest() == s["seal"] for s in seats[:2])
    for player in (host, guest):
        sheet = fair(player)
        assert "together with the shares of Rosa and Omar" in sheet.locator(".added").inner_text()
        assert sheet.locator(".yours").inner_text() == "✓ Your share is among them."
        assert not player.page.locator(".doubt").is_visible()
    guest.page.reload()
    guest.page.locator(".board .sprite").first.wait_for()
    assert "✓" in fair(guest).locator(".yours").text_content(), "it is remembered"


def test_an_api_player_without_a_share_delays_nobody(person, server):
    opened = server.table("me", "open", "greedy")
    host = person().sit(opened)
    eventually(host.page, lambda: info(server, opened)["seats"][0]["seal"])
    server.guest(opened, 1, "Omar")
    eventually(host.page, lambda: host.page.locator(".board .sprite").count() > 5)
    assert "together with the share of Rosa" in fair(host).locator(".added").inner_text()


def test_an_absent_players_share_is_replaced_and_disclosed(person, tmp_path):
    own = Server(tmp_path, sharing=3.0)
    own.start()
    opened = own.table("me", "open", "greedy")
    host = person(at=own).sit(opened)
    eventually(host.page, lambda: info(own, opened)["seats"][0]["seal"])
    host.page.goto(f"{own.url}/fair")
    guest = person(PHONE, own).sit(opened, 1)
    guest.page.get_by_role("button", name="Take this seat").click()
    doubt = guest.page.locator(".doubt")
    doubt.wait_for()
    assert "The share of Rosa didn’t come in time" in doubt.inner_text()
    doubt.get_by_label("Close").click()
    guest.page.reload()
    eventually(guest.page, lambda: guest.page.locator(".board .sprite").count() > 5)
    assert not doubt.is_visible(), "it was read"
    assert fair(guest).locator(".yours").inner_text().startswith("✓")
    host.page.goto(f"{own.url}/t/{opened['table']}#seat={opened['token']}")
    host.page.locator(".doubt").wait_for()
    assert "wasn’t open when the game began" in host.page.locator(".doubt").inner_text()
    own.stop()


def altered_messages(change):
    """Return a socket handler that alters the server's table messages."""

    def between(line):
        server = line.connect_to_server()

        def told(text):
            message = json.loads(text)
            if message["type"] == "table":
                change(message)
            line.send(json.dumps(message))

        server.on_message(told)

    return between


def without_share(message):
    if message["state"] != "waiting":
        message["seats"][0] |= {"share": None, "replaced": True}


def other_secret(message):
    if message["state"] != "waiting":
        message["commitment"] = "0" * 64


def other_seals(message):
    if message["state"] != "waiting":
        message["seats"][1]["seal"] = "0" * 64


@pytest.mark.parametrize(
    "change, says",
    [
        (without_share, "isn’t using it"),
        (other_secret, "fingerprint of this table"),
        (other_seals, "seals of this table"),
    ],
)
def test_a_cheating_server_is_detected(person, server, change, says):
    opened = server.table("me", "open", "greedy")
    host = person()
    host.page.route_web_socket("**/ws/**", altered_messages(change))
    host.sit(opened)
    eventually(host.page, lambda: info(server, opened)["seats"][0]["seal"])
    server.guest(opened, 1, "Omar")
    loud = host.page.locator(".doubt.loud")
    loud.wait_for()
    assert says in loud.inner_text() and "Don’t trust its dice" in loud.inner_text()
    check(host.page, "a table that lies")
    loud.get_by_role("button", name="Fair play").click()
    assert host.page.locator("dialog.fair .yours").inner_text().startswith("✗")


def test_a_server_that_changes_its_secret_after_the_share_is_detected(person, server):
    """It does not answer, and names another secret once it knows the share."""
    page = person().page
    page.goto(f"{server.url}/fair")
    said = page.evaluate(
        """async () => {
          const { Shares } = await import("/static/js/shares.js");
          const sent = [], send = (type, fields) => (sent.push({ type, ...fields }), "id" + sent.length);
          const seats = [{ seal: null }, { seal: "o" }];
          const info = { you: 0, state: "waiting", sharing: false, commitment: "one", seats };
          const before = new Shares("t", send);
          before.know(info);
          const seal = sent[0].seal, sharing = { ...info, sharing: true, seats: [{ seal }, { seal: "o" }] };
          before.know(sharing);
          const after = new Shares("t", send);  // the page is loaded again
          after.know({ ...sharing, commitment: "another" });
          const used = [{ seal, share: sent[1].share }, { seal: "o", share: "x" }];
          const begun = { ...sharing, state: "playing", seats: used }, lied = { ...begun, commitment: "another" };
          return [sent.map(({ type }) => type), after.word(begun).tone, after.word(lied).tone];
        }"""
    )
    assert said == [["seal", "share", "share"], "good", "loud"]


def test_a_player_who_switches_devices_before_the_game_contributes_from_the_new_one(person, server):
    opened = server.table("me", "open", "greedy")
    first = person().sit(opened)
    eventually(first.page, lambda: info(server, opened)["seats"][0]["seal"])
    before = info(server, opened)["seats"][0]["seal"]
    second = person(PHONE).sit(opened)
    eventually(second.page, lambda: info(server, opened)["seats"][0]["seal"] != before)
    server.guest(opened, 1, "Omar")
    eventually(second.page, lambda: second.page.locator(".board .sprite").count() > 5)
    assert fair(second).locator(".yours").inner_text() == "✓ Your share is among them."
    first.page.locator(".doubt").wait_for()
    assert "isn’t this browser’s" in first.page.locator(".doubt").inner_text()


def test_hashes_work_without_the_web_crypto_api(person, server):
    opened = server.table("me", "open", "greedy")
    host = person()
    host.page.add_init_script(INSECURE)
    host.sit(opened)
    eventually(host.page, lambda: info(server, opened)["seats"][0]["seal"])
    server.guest(opened, 1, "Omar")
    eventually(host.page, lambda: info(server, opened)["seats"][0]["share"])


@pytest.mark.parametrize("script", ["0", INSECURE], ids=["the browser's", "our own"])
def test_hashes_and_random_numbers_equal_the_engines(person, server, script):
    page = person().page
    page.add_init_script(script)
    page.goto(f"{server.url}/fair")
    chance = random.Random(8)
    for size in (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000):
        data, key = chance.randbytes(size), chance.randbytes(32)
        said = page.evaluate(
            """async ([data, key]) => {
              const { digest, hex, hmac, sha256, unhex } = await import("/static/js/hash.js");
              const bytes = unhex(data);
              return [hex(await digest(bytes)), hex(sha256(bytes)), hex(await hmac(unhex(key), bytes)), !crypto.subtle];
            }""",
            [data.hex(), key.hex()],
        )
        digest = hashlib.sha256(data).hexdigest()
        assert said == [digest, digest, hmac.digest(key, data, "sha256").hex(), script != "0"]
    numbers = page.evaluate(
        """async () => {
          const { numbers, word } = await import("/static/js/chance.js");
          return [word(0, [0, 0]), numbers([1, 2], 3 * 2 ** 30, 20), numbers([5, 6], 216, 8)];
        }"""
    )
    assert numbers[0] == 0x6627E8D5
    for (keys, n), got in zip((((1, 2), 3 << 30), ((5, 6), 216)), numbers[1:], strict=True):
        assert got == drawn(keys, n, len(got))


def drawn(keys, n, count):
    """Return the numbers of the engine's generator."""
    from souq.engine.rules.chance import below
    from souq.engine.rules.twin import Twin, interpreted

    twin = Twin(key=list(keys), draws=0)
    return [interpreted(below)(twin, n) for _ in range(count)]


def finished(*shares):
    """Return the document of a finished game."""
    match = Match(registry.find("desert_bazaar"), 3, secret=secret.seeded(4), shares=shares, names=["A", "B", "<b>C"])
    chosen = random.Random(4)
    while not match.over:
        match.play(chosen.choice(match.legal()))
    match.confirm()
    return match.to_json()


def chosen(page, document, folder):
    """Choose a file on the page."""
    path = folder / f"evening-{len(list(folder.iterdir()))}.souq.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    page.locator("#file").set_input_files(path)


AMINA, OMAR = b"a" * 32, b"o" * 32


@pytest.mark.parametrize("script", ["0", INSECURE], ids=["the browser's", "our own"])
def test_a_saved_game_can_be_verified_in_the_browser(person, server, tmp_path, script):
    page = person().page
    page.add_init_script(script)
    page.goto(f"{server.url}/check")
    document = finished(Share(0, seal(AMINA), AMINA), Share(2, seal(OMAR), None))
    chosen(page, document, tmp_path)
    page.locator("#result").wait_for()
    assert page.locator("#verdict").inner_text() == "The dice in this file check out."
    found = page.locator("#found li").all_inner_texts()
    assert found[0].startswith("✓ The secret matches") and document["commitment"] in found[0]
    assert found[1].startswith("✓ A’s share matches") and found[2].startswith("– <b>C’s share never came")
    key = master(secret.seeded(4), Match.from_json(document).shares)
    assert key.hex() in found[3] and "doesn’t remember" in found[4]
    while page.locator("#more").is_visible():
        page.locator("#more").click()
        page.wait_for_timeout(50)
    rows = page.locator("#keys tbody tr").all_inner_texts()
    assert len(rows) == len(document["decisions"]) + 1
    for ply, row in enumerate(rows):
        words, dice = secret.key(key, ply), [number + 1 for number in drawn(secret.key(key, ply), 6, 6)]
        assert row.split("\t")[3:] == [" ".join(map(str, dice)), " ".join(f"{word:08x}" for word in words)], ply


@LOOKS
def test_the_result_of_the_check_is_accessible(person, server, tmp_path, size, scheme):
    page = person(size, color_scheme=scheme).page
    page.goto(f"{server.url}/check")
    chosen(page, finished(Share(0, seal(AMINA), AMINA)) | {"secret": "0" * 64}, tmp_path)
    page.locator("#found li.bad").first.wait_for()
    check(page, "a game that was checked")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_is_verified_against_the_commitments_this_browser_stored(person, server, tmp_path):
    page = person().page
    page.goto(f"{server.url}/check")
    document = finished(Share(0, seal(AMINA), AMINA), Share(2, seal(OMAR), OMAR))
    own = {"share": OMAR.hex(), "seal": seal(OMAR).hex(), "commitment": document["commitment"]}
    true, other = [seal(AMINA).hex(), None, seal(OMAR).hex()], [seal(OMAR).hex(), None, seal(OMAR).hex()]
    for changed, verdict in (
        ({"seals": true}, "✓ This browser played for <b>C. Its share was used"),
        ({"seals": other}, "✗ These aren’t the seals"),
        ({"seals": true, "share": "0" * 64}, "✗ This browser played for <b>C, but its share wasn’t used"),
    ):
        page.evaluate("own => localStorage.setItem('souq.shares', JSON.stringify({ 't.2': own }))", own | changed)
        chosen(page, document, tmp_path)
        page.locator("#found li", has_text=verdict).wait_for()


def test_a_finished_table_can_be_verified_by_its_url(person, server):
    opened = server.table("random", "random", "random", pace="none")
    page = person(forgive="409").page
    page.goto(f"{server.url}/check?table={opened['table']}")
    eventually(page, lambda: "over yet" in page.locator("#wrong").inner_text() or page.locator("#result").is_visible())
    server.finish(opened)
    page.reload()
    page.locator("#result").wait_for()
    assert "check out" in page.locator("#verdict").inner_text()
    assert any("No player added a share" in text for text in page.locator("#found li").all_inner_texts())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    "change, says",
    [
        ({"secret": "0" * 64}, "The secret doesn’t match the fingerprint"),
        (
            {"shares": [{"seat": 0, "seal": seal(OMAR).hex(), "share": AMINA.hex(), "replaced": False}]},
            "match its seal",
        ),
        (
            {"shares": [{"seat": 0, "seal": seal(AMINA).hex(), "share": OMAR.hex(), "replaced": True}]},
            "somebody chose them",
        ),
        ({"start": {"players": 3}}, "from a position somebody made up"),
    ],
)
def test_a_tampered_game_is_detected(person, server, tmp_path, change, says):
    page = person().page
    page.goto(f"{server.url}/check")
    chosen(page, finished(Share(0, seal(AMINA), AMINA)) | change, tmp_path)
    page.locator("#result").wait_for()
    assert page.locator("#verdict").inner_text() == "Something here isn’t right."
    assert any(says in text for text in page.locator("#found li.bad").all_inner_texts())


@pytest.mark.parametrize(
    "document", ["", "{", "[]", "null", "7", "{}", {"format": "souq-match/1"}, "damaged", "shares"]
)
def test_an_invalid_file_is_refused_with_a_message(person, server, tmp_path, document):
    page = person().page
    page.goto(f"{server.url}/check")
    if document == "damaged":
        document = finished() | {"decisions": [7]}
    if document == "shares":
        document = finished() | {"shares": [{"seat": 9, "seal": "0" * 64, "share": "0" * 64, "replaced": False}]}
    chosen(page, document, tmp_path)
    eventually(page, lambda: page.locator("#wrong").inner_text().startswith("This file is"))
    assert not page.locator("#result").is_visible()

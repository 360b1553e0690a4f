"""A guest creates an account with the browser's own passkeys, and finds their tables on another device."""

import json
import re

import pytest

from tests.browser.conftest import DESK, LOOKS, PHONE, Server, eventually
from tests.browser.test_access import check
from tests.server.mail_server import code_in, link_in, mail_server

pytestmark = pytest.mark.browser

TELEPHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Authenticator:
    """The browser's virtual authenticator."""

    def __init__(self, page):
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.send("WebAuthn.enable")
        self._id = self._devtools.send("WebAuthn.addVirtualAuthenticator", {"options": TELEPHONE})["authenticatorId"]

    @property
    def keys(self):
        """Return its passkeys."""
        return self._devtools.send("WebAuthn.getCredentials", {"authenticatorId": self._id})["credentials"]

    def get(self, keys):
        """Receive passkeys, as a password manager synchronises them between devices."""
        for key in keys:
            self._devtools.send("WebAuthn.addCredential", {"authenticatorId": self._id, "credential": key})

    def refuse(self):
        """Refuse all requests."""
        self._devtools.send("WebAuthn.setUserVerified", {"authenticatorId": self._id, "isUserVerified": False})


@pytest.fixture
def localhost(server):
    """The server under a name for which passkeys can be created."""
    return server.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def new_user(person, server, localhost):
    """Open a page under that name, with an authenticator."""

    class Named:
        """The server under its name."""

        url = localhost

    def come(size=DESK, **how):
        page = person(size, at=Named, **how).page
        return page, Authenticator(page)

    return come


def create_account(page, localhost, name="Amina"):
    """Create an account with a passkey."""
    page.goto(f"{localhost}/you")
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Keep it with a passkey").click()
    page.get_by_role("heading", name="Sign-in methods").wait_for()


def play(page, localhost):
    """Open a table and return its path."""
    page.goto(localhost)
    page.get_by_role("button", name="Play Desert Bazaar").click()
    page.wait_for_url("**/t/*")
    return page.url.removeprefix(localhost)


def test_an_account_is_created_and_used_on_a_phone(new_user, localhost):
    page, keys = new_user()
    table = play(page, localhost)
    page.goto(localhost)
    page.locator(".me summary").click()
    page.get_by_role("link", name="Keep your name").click()
    page.get_by_text("your one table and past games come with you").wait_for()
    page.get_by_role("button", name="Keep it with a passkey").click()
    page.get_by_role("heading", name="Sign-in methods").wait_for()
    phone, others = new_user(PHONE)
    others.get(keys.keys)
    own = play(phone, localhost)
    phone.goto(f"{localhost}/sign-in")
    assert phone.get_by_role("switch", name=re.compile("Bring along the table")).is_checked()
    phone.get_by_role("button", name="Use a passkey").click()
    phone.get_by_text("One table came with you").wait_for()
    phone.goto(localhost)
    assert {phone.locator(f"#tables a[href='{path}']").count() for path in (table, own)} == {1}
    page.goto(f"{localhost}/you")
    assert page.locator("#browsers li").count() == 2
    page.locator("#browsers").get_by_role("button", name=re.compile("^Sign out Chrom")).click()
    eventually(page, lambda: page.locator("#browsers li").count() == 1)
    phone.goto(localhost)
    assert phone.locator(".me summary").inner_text().strip() == "Guest"


def test_an_open_page_is_signed_out_with_its_session(new_user, localhost):
    page, keys = new_user()
    create_account(page, localhost)
    table = play(page, localhost)
    phone, others = new_user(PHONE)
    others.get(keys.keys)
    phone.goto(f"{localhost}/sign-in")
    phone.get_by_role("button", name="Use a passkey").click()
    phone.wait_for_url("**/you")
    phone.goto(localhost + table)
    phone.locator(".prompt .say b", has_text=re.compile(r"\w")).wait_for()
    assert not phone.locator(".watching").is_visible()
    page.goto(f"{localhost}/you")
    page.locator("#browsers").get_by_role("button", name=re.compile("^Sign out Chrom")).click()
    phone.locator(".watching").wait_for()


def test_theme_and_sound_are_synchronised_to_another_device(new_user, localhost):
    page, keys = new_user()
    create_account(page, localhost)
    with page.expect_response("**/api/you/settings"):
        page.get_by_label("Theme").last.select_option("dark")
    with page.expect_response("**/api/you/settings"):
        page.locator(".switch.hush").click()
    phone, others = new_user(PHONE)
    others.get(keys.keys)
    phone.goto(f"{localhost}/sign-in")
    dark = "getComputedStyle(document.body).colorScheme"
    assert phone.evaluate(dark) != "dark"
    phone.get_by_role("button", name="Use a passkey").click()
    phone.wait_for_url("**/you")
    assert phone.evaluate(dark) == "dark"
    assert phone.locator(".switch.hush").get_attribute("aria-pressed") == "false"
    with phone.expect_response("**/api/you/settings"):
        phone.locator(".switch.theme").click()
    page.reload()
    assert page.evaluate(dark) == "light"


def test_a_setting_changed_just_before_leaving_a_page_is_saved(new_user, localhost):
    page, _ = new_user()
    create_account(page, localhost)
    page.locator(".switch.theme").wait_for()
    page.evaluate("document.querySelector('.switch.theme').click()")
    page.goto(f"{localhost}/about")
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
    eventually(page, lambda: page.evaluate("localStorage.getItem('souq.untold')") is None)
    page.goto(f"{localhost}/fair")
    assert "dark" in page.locator("meta[name=souq-settings]").get_attribute("content")


def test_a_page_requested_before_a_setting_was_saved_does_not_revert_it(new_user, localhost):
    page, _ = new_user(service_workers="block", forgive="Service Worker")
    create_account(page, localhost)
    with page.expect_response("**/api/you/settings"):
        page.locator(".switch.theme").click()
    before = page.request.get(f"{localhost}/about").text()
    assert "dark" in before.partition("souq-settings")[2].partition(">")[0]
    late = []
    page.route("**/about", lambda route: late.append(route))
    with page.expect_response("**/api/you/settings"):
        page.evaluate("""() => {
          document.querySelector('.switch.theme').click();
          setTimeout(() => { location.href = '/about'; });
        }""")
    eventually(page, lambda: late)
    late[0].fulfill(body=before, content_type="text/html")
    page.wait_for_url("**/about")
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "light"


def test_a_refused_passkey_is_reported_and_nothing_changes(new_user, localhost):
    page, keys = new_user()
    page.goto(f"{localhost}/sign-in")
    keys.refuse()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("alert").filter(has_text="no passkey").wait_for()
    assert page.get_by_role("button", name="Use a passkey").is_enabled()


def test_account_pages_work_by_keyboard(new_user, localhost):
    page, _ = new_user()
    page.goto(f"{localhost}/you")
    page.get_by_role("textbox", name="Your name").focus()
    page.keyboard.type("Zaynab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Sign-in methods").wait_for()
    page.get_by_role("radio", name="Crescent").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".me use.sign[href='#e-star']").wait_for(state="attached")


def test_at_an_ip_address_recovery_codes_are_offered(person, server):
    page = person().page
    page.goto(f"{server.url}/you")
    page.get_by_text("this address is a number").wait_for()
    assert page.get_by_role("button", name="passkey").count() == 0
    page.get_by_role("textbox", name="Your name").fill("Amina")
    page.get_by_role("button", name="Get recovery codes").click()
    code = page.locator("#codes li").first.inner_text()
    other = person(PHONE, forgive="401").page
    other.goto(f"{server.url}/sign-in")
    field = other.get_by_role("textbox", name=re.compile("codes you wrote down"))
    field.fill("not a code")
    field.press("Enter")
    other.get_by_role("alert").filter(has_text="That code doesn’t work").wait_for()
    field.fill(code)
    field.press("Enter")
    other.get_by_role("heading", name="Amina").wait_for()


def test_all_data_can_be_downloaded_and_deleted(new_user, localhost):
    page, _ = new_user()
    table = play(page, localhost)
    keep_button = page.get_by_role("button", name="Keep it with a passkey")
    page.goto(f"{localhost}/you")
    keep_button.click()
    page.get_by_role("heading", name="Sign-in methods").wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    file = json.loads(download.value.path().read_text())
    assert [seat["table"] for seat in file["seats"]] == [table.removeprefix("/t/")]
    page.get_by_role("button", name="Delete me").click()
    page.get_by_role("heading", name="Delete everything about you?").wait_for()
    check(page, "sure")
    page.get_by_role("link", name="Go back").click()
    page.get_by_role("button", name="Delete me").click()
    page.get_by_role("button", name="Delete me", exact=True).click()
    page.locator(".me summary", has_text="Guest").wait_for()
    assert page.locator("#tables a.t").count() == 0
    page.goto(localhost + table)
    page.locator(".seat", has_text="Somebody").wait_for()


@LOOKS
def test_account_pages_pass_axe(new_user, localhost, size, scheme):
    page, _ = new_user(size, color_scheme=scheme)
    play(page, localhost)
    for path in ("/you", "/sign-in", "/sign-in/letter", "/sign-in/link"):
        page.goto(localhost + path)
        check(page, path)
    keep_button = page.get_by_role("button", name="Keep it with a passkey")
    page.goto(f"{localhost}/you")
    keep_button.click()
    page.get_by_role("heading", name="Sign-in methods").wait_for()
    page.get_by_role("button", name="Get codes").click()
    page.locator("#codes").wait_for()
    check(page, "codes")
    page.goto(f"{localhost}/you")
    check(page, "you")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".me summary").click()
    check(page, "menu")
    page.get_by_role("button", name="Show my page to others").click()
    page.locator("#records").get_by_role("link", name="your page").click()
    page.wait_for_url("**/people/*")
    check(page, "a person's page")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_tables_menu_links_to_the_account_page(person, server):
    player = person().sit(server.table("me", "greedy", "greedy"))
    player.ready()
    player.page.locator(".menu").click()
    player.page.get_by_role("link", name="You", exact=True).click()
    player.page.get_by_role("heading", name="You", exact=True).wait_for()


@pytest.fixture
def mail_enabled_server(tmp_path):
    """A server that sends mail, and the mail server."""
    with mail_server() as box:
        server = Server(tmp_path, smtp=box.url, mail_from="souq@example.org", hosts=("localhost",))
        server.start()
        server.url = server.url.replace("127.0.0.1", "localhost")
        yield server, box
        server.stop()


def test_a_sign_in_link_works_only_in_the_requesting_browser(mail_enabled_server, person):
    server, box = mail_enabled_server
    page = person(at=server).page
    play(page, server.url)
    page.goto(f"{server.url}/you")
    page.get_by_role("textbox", name="Or by e-mail").fill("amina@mail.example")
    page.get_by_role("button", name="Send me a link").click()
    page.get_by_role("textbox", name="The code in the e-mail").fill(code_in(box.message()))
    page.get_by_role("button", name="Add the address").click()
    page.get_by_text("amina@mail.example").wait_for()
    phone = person(PHONE, at=server).page
    phone.goto(f"{server.url}/sign-in")
    phone.get_by_role("textbox", name="Your e-mail address").fill("amina@mail.example")
    phone.get_by_role("button", name="Send me a link").click()
    phone.wait_for_url("**/sign-in/letter")
    link = link_in(box.message(2))
    elsewhere = person(at=server).page
    elsewhere.goto(link)
    elsewhere.get_by_role("heading", name="Wrong browser, or too late").wait_for()
    phone.goto(link)
    phone.get_by_role("heading", name="Is this you?").wait_for()
    assert "#" not in phone.url, "what opens the door does not stay in the address"
    check(phone, "link")
    phone.get_by_role("button", name="Sign in", exact=True).click()
    phone.get_by_text("amina@mail.example").wait_for()
    assert phone.locator("#browsers li").count() == 2

"""A guest keeps their name with a passkey of the browser's own, and finds their tables on another device."""

import json
import re

import pytest

from tests.browser.conftest import DESK, LOOKS, PHONE, House, soon
from tests.browser.test_access import check
from tests.server.letterbox import code_in, letterbox, link_in

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
        """Its passkeys."""
        return self._devtools.send("WebAuthn.getCredentials", {"authenticatorId": self._id})["credentials"]

    def get(self, keys):
        """Be given passkeys, as a password manager takes them from device to device."""
        for key in keys:
            self._devtools.send("WebAuthn.addCredential", {"authenticatorId": self._id, "credential": key})

    def refuse(self):
        """Nobody is there to say yes."""
        self._devtools.send("WebAuthn.setUserVerified", {"authenticatorId": self._id, "isUserVerified": False})


@pytest.fixture
def home(house):
    """The server as it is called where passkeys can be made."""
    return house.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def someone(person, house, home):
    """Somebody at the server's own name, with an authenticator."""

    class Named:
        """The house under its name."""

        url = home

    def come(size=DESK, **how):
        page = person(size, at=Named, **how).page
        return page, Authenticator(page)

    return come


def keep(page, home, name="Amina"):
    """Keep a name with a passkey."""
    page.goto(f"{home}/you")
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Keep it with a passkey").click()
    page.get_by_role("heading", name="Ways in").wait_for()


def play(page, home):
    """Sit down at a table; its path."""
    page.goto(home)
    page.get_by_role("button", name="Play Desert Bazaar").click()
    page.wait_for_url("**/t/*")
    return page.url.removeprefix(home)


def test_a_name_is_kept_and_found_on_a_telephone(someone, home):
    page, keys = someone()
    table = play(page, home)
    page.goto(home)
    page.locator(".me summary").click()
    page.get_by_role("link", name="Keep your name").click()
    page.get_by_text("your one table and all you’ve played come along").wait_for()
    page.get_by_role("button", name="Keep it with a passkey").click()
    page.get_by_role("heading", name="Ways in").wait_for()
    phone, others = someone(PHONE)
    others.get(keys.keys)
    own = play(phone, home)
    phone.goto(f"{home}/sign-in")
    assert phone.get_by_role("switch", name=re.compile("Bring along the table")).is_checked()
    phone.get_by_role("button", name="Use a passkey").click()
    phone.get_by_text("One table came along").wait_for()
    phone.goto(home)
    assert {phone.locator(f"#tables a[href='{path}']").count() for path in (table, own)} == {1}
    page.goto(f"{home}/you")
    assert page.locator("#browsers li").count() == 2
    page.locator("#browsers").get_by_role("button", name=re.compile("^Sign out Chrom")).click()
    soon(page, lambda: page.locator("#browsers li").count() == 1)
    phone.goto(home)
    assert phone.locator(".me summary").inner_text().strip() == "Guest"


def test_a_page_that_is_open_is_signed_out_with_its_browser(someone, home):
    page, keys = someone()
    keep(page, home)
    table = play(page, home)
    phone, others = someone(PHONE)
    others.get(keys.keys)
    phone.goto(f"{home}/sign-in")
    phone.get_by_role("button", name="Use a passkey").click()
    phone.wait_for_url("**/you")
    phone.goto(home + table)
    phone.locator(".prompt .say b", has_text=re.compile(r"\w")).wait_for()
    assert not phone.locator(".watching").is_visible()
    page.goto(f"{home}/you")
    page.locator("#browsers").get_by_role("button", name=re.compile("^Sign out Chrom")).click()
    phone.locator(".watching").wait_for()


def test_theme_and_sound_follow_to_another_device(someone, home):
    page, keys = someone()
    keep(page, home)
    with page.expect_response("**/api/you/settings"):
        page.get_by_label("Theme").last.select_option("dark")
    with page.expect_response("**/api/you/settings"):
        page.locator(".switch.hush").click()
    phone, others = someone(PHONE)
    others.get(keys.keys)
    phone.goto(f"{home}/sign-in")
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


def test_what_is_chosen_just_before_leaving_a_page_is_kept(someone, home):
    page, _ = someone()
    keep(page, home)
    page.locator(".switch.theme").wait_for()
    page.evaluate("document.querySelector('.switch.theme').click()")
    page.goto(f"{home}/about")
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
    soon(page, lambda: page.evaluate("localStorage.getItem('souq.untold')") is None)
    page.goto(f"{home}/fair")
    assert "dark" in page.locator("meta[name=souq-settings]").get_attribute("content")


def test_a_page_that_was_asked_for_before_a_setting_was_told_does_not_take_it_back(someone, home):
    page, _ = someone(service_workers="block", forgive="Service Worker")
    keep(page, home)
    with page.expect_response("**/api/you/settings"):
        page.locator(".switch.theme").click()
    before = page.request.get(f"{home}/about").text()
    assert "dark" in before.partition("souq-settings")[2].partition(">")[0]
    late = []
    page.route("**/about", lambda route: late.append(route))
    with page.expect_response("**/api/you/settings"):
        page.evaluate("""() => {
          document.querySelector('.switch.theme').click();
          setTimeout(() => { location.href = '/about'; });
        }""")
    soon(page, lambda: late)
    late[0].fulfill(body=before, content_type="text/html")
    page.wait_for_url("**/about")
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "light"


def test_a_passkey_that_is_refused_is_said_and_nothing_changes(someone, home):
    page, keys = someone()
    page.goto(f"{home}/sign-in")
    keys.refuse()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("alert").filter(has_text="no passkey").wait_for()
    assert page.get_by_role("button", name="Use a passkey").is_enabled()


def test_with_the_keyboard_alone(someone, home):
    page, _ = someone()
    page.goto(f"{home}/you")
    page.get_by_role("textbox", name="Your name").focus()
    page.keyboard.type("Zaynab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Ways in").wait_for()
    page.get_by_role("radio", name="Crescent").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".me use.sign[href='#e-star']").wait_for(state="attached")


def test_an_address_in_figures_offers_codes_that_bring_one_back(person, house):
    page = person().page
    page.goto(f"{house.url}/you")
    page.get_by_text("this address is a number").wait_for()
    assert page.get_by_role("button", name="passkey").count() == 0
    page.get_by_role("textbox", name="Your name").fill("Amina")
    page.get_by_role("button", name="Get recovery codes").click()
    code = page.locator("#codes li").first.inner_text()
    other = person(PHONE, forgive="401").page
    other.goto(f"{house.url}/sign-in")
    field = other.get_by_role("textbox", name=re.compile("codes you wrote down"))
    field.fill("not a code")
    field.press("Enter")
    other.get_by_role("alert").filter(has_text="opens nothing here").wait_for()
    field.fill(code)
    field.press("Enter")
    other.get_by_role("heading", name="Amina").wait_for()


def test_everything_is_downloaded_and_deleted(someone, home):
    page, _ = someone()
    table = play(page, home)
    keep_button = page.get_by_role("button", name="Keep it with a passkey")
    page.goto(f"{home}/you")
    keep_button.click()
    page.get_by_role("heading", name="Ways in").wait_for()
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
    page.goto(home + table)
    page.locator(".seat", has_text="Somebody").wait_for()


@LOOKS
def test_axe_finds_nothing(someone, home, size, scheme):
    page, _ = someone(size, color_scheme=scheme)
    play(page, home)
    for path in ("/you", "/sign-in", "/sign-in/letter", "/sign-in/link"):
        page.goto(home + path)
        check(page, path)
    keep_button = page.get_by_role("button", name="Keep it with a passkey")
    page.goto(f"{home}/you")
    keep_button.click()
    page.get_by_role("heading", name="Ways in").wait_for()
    page.get_by_role("button", name="Get codes").click()
    page.locator("#codes").wait_for()
    check(page, "codes")
    page.goto(f"{home}/you")
    check(page, "you")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".me summary").click()
    check(page, "menu")
    page.get_by_role("button", name="Show my page to others").click()
    page.locator("#records").get_by_role("link", name="your page").click()
    page.wait_for_url("**/people/*")
    check(page, "a person's page")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_tables_menu_leads_to_you(person, house):
    player = person().sit(house.table("me", "greedy", "greedy"))
    player.ready()
    player.page.locator(".menu").click()
    player.page.get_by_role("link", name="You", exact=True).click()
    player.page.get_by_role("heading", name="You", exact=True).wait_for()


@pytest.fixture
def mailing(tmp_path):
    """A server of its own that sends mail, and where its letters arrive."""
    with letterbox() as box:
        house = House(tmp_path, smtp=box.url, mail_from="souq@example.org", hosts=("localhost",))
        house.start()
        house.url = house.url.replace("127.0.0.1", "localhost")
        yield house, box
        house.stop()


def test_a_link_by_mail_opens_where_it_was_asked_for_and_nowhere_else(mailing, person):
    house, box = mailing
    page = person(at=house).page
    play(page, house.url)
    page.goto(f"{house.url}/you")
    page.get_by_role("textbox", name="Or by e-mail").fill("amina@mail.example")
    page.get_by_role("button", name="Send me a link").click()
    page.get_by_role("textbox", name="The code in the e-mail").fill(code_in(box.letter()))
    page.get_by_role("button", name="Keep the address").click()
    page.get_by_text("amina@mail.example").wait_for()
    phone = person(PHONE, at=house).page
    phone.goto(f"{house.url}/sign-in")
    phone.get_by_role("textbox", name="Your e-mail address").fill("amina@mail.example")
    phone.get_by_role("button", name="Send me a link").click()
    phone.wait_for_url("**/sign-in/letter")
    link = link_in(box.letter(2))
    elsewhere = person(at=house).page
    elsewhere.goto(link)
    elsewhere.get_by_role("heading", name="Another browser asked").wait_for()
    phone.goto(link)
    phone.get_by_role("heading", name="Is this you?").wait_for()
    assert "#" not in phone.url, "what opens the door does not stay in the address"
    check(phone, "link")
    phone.get_by_role("button", name="Sign in", exact=True).click()
    phone.get_by_text("amina@mail.example").wait_for()
    assert phone.locator("#browsers li").count() == 2

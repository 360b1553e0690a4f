"""MarraCash by mouse: a whole game, a bidder in another browser, and what the table says without being asked to act."""

import json
import re
from collections import Counter

import pytest

from tests import plain
from tests.browser.conftest import ASKED, SETTLED, Player, eventually

pytestmark = pytest.mark.browser

GAME = "marracash"
GATES = ("exit-1-", "exit-8-", "exit-16-")
TURNS = (("gate", "gate"), ("walk", "auction"), ("auction", "auction"))
"""The plans of the clicking player's turns, in rotation."""


class Trader:
    """A player who tries every kind of action in turn and counts them."""

    def __init__(self, player: Player, enough: int = 250) -> None:
        self.player, self.page = player, player.page
        self.enough = enough  # bids no more than that for a shop
        self.done: Counter[str] = Counter()
        self._turn = 0

    # ---- clicks

    def press(self, key: str) -> None:
        """Click a sprite. The key before it skips a running animation, which would swallow the click."""
        self.page.keyboard.press("Shift")
        self.player.press(self.page.locator(f".sprite:not(.leaving)[data-key='{key}']"))

    def button(self, label: str | re.Pattern[str]) -> None:
        """Click a button; any but the filled one, once it has settled."""
        button = self.player.button(label)
        if "go" not in (button.get_attribute("class") or "").split():
            self.page.wait_for_timeout(SETTLED)
        self.player.press(button)

    def go(self) -> None:
        """Click the filled button."""
        self.player.press(self.page.locator(".prompt .btn.go"))

    def say(self, amount: int) -> None:
        """Bid with the control, at most the player's money."""
        self.player.press(self.player.button("Other"))
        field = self.page.locator(".amount input")
        amount = min(amount, int(field.get_attribute("max") or 0))
        field.fill(str(amount))
        assert self.page.locator(".prompt .btn.go").inner_text() == f"Bid {amount:,}"
        self.go()

    @property
    def detail(self) -> str:
        """Return the text next to the prompt."""
        return self.page.locator(".say span").inner_text()

    def offered(self, prefix: str) -> list[tuple[str, str]]:
        """Return the keys and descriptions of sprites that can be chosen."""
        read = "all => all.map(each => [each.dataset.key, each.getAttribute('aria-label')])"
        return [(key, words) for key, words in self.player.can(prefix).evaluate_all(read)]

    def next_way(self, *ways: str) -> str:
        """Return the way used least often."""
        way = min(ways, key=lambda each: self.done[each])
        self.done[way] += 1
        return way

    # ---- decisions

    def act(self) -> str:
        """Make the requested choice and return the prompt, or "over"."""
        if self.player.ready() == "over":
            return "over"
        asked, buttons = self.player.prompt, self.player.buttons
        if "Confirm" in buttons:
            self.go()
        elif asked.startswith(("Open the auction", "Bid for")):
            self.bid(buttons)
        elif asked.startswith("Choose the souvenir"):
            self.souvenir()
        elif asked.startswith("Choose the gate"):
            self.gate()
        elif asked.startswith("Bring visitors"):
            self.group()
        else:
            self.action()
        return asked

    def action(self) -> None:
        """Lead a crowd or auction a shop, as planned for the turn if possible."""
        second = self.detail.startswith("Action 2")
        if not second:
            self._turn += 1
        wish = TURNS[self._turn % len(TURNS)][second]
        exits, shops = self.offered("exit-"), self.offered("shop-")
        if shops and (wish == "auction" or not exits):
            self.auction(shops[len(shops) // 2][0])
            return
        from_gates = [each for each in exits if each[0].startswith(GATES)]
        wanted = from_gates if wish == "gate" and from_gates else exits
        self.walk(*max(wanted, key=lambda each: " enter" in each[1]))

    def auction(self, key: str) -> None:
        """Put a shop up for auction."""
        self.press(key)
        label = f"Auction {key.removeprefix('shop-')}"
        assert self.player.buttons[0] == label
        if self.next_way("shop: button", "shop: again") == "shop: button":
            self.go()
        else:
            self.press(key)

    def walk(self, key: str, words: str) -> None:
        """Lead a crowd along an exit."""
        start, end = re.findall(r"\d+", words)[:2]
        ends = re.compile(f"^Lead to {end}$")
        way = self.next_way("crowd: button", "crowd: exit", "exit: button", "exit: again")
        if way.startswith("crowd"):
            self.press(f"crowd-{start}")
            assert f"at fountain {start}" in self.player.prompt
        if way == "crowd: button":
            self.button(ends)
            return
        self.press(key)
        assert self.player.buttons[0] == "Lead"
        assert self.page.locator(".over .sprite").count() > 0
        if way == "exit: again":
            self.press(key)
        else:
            self.go()

    def bid(self, buttons: list[str]) -> None:
        """Raise while the shop is cheap, else pass."""
        bids = [label for label in buttons if label.startswith("Bid ")]
        least = int(bids[0].removeprefix("Bid ").replace(",", ""))
        if "Pass" in buttons and least > self.enough:
            self.done["pass"] += 1
            self.button("Pass")
            return
        ways = ["bid: least", *(["bid: quick"] if bids[1:] else []), *(["bid: typed"] if "Other…" in buttons else [])]
        way = self.next_way(*ways)
        if way == "bid: typed":
            self.say(least + 175)
        else:
            self.button(re.compile(f"^{bids[0] if way == 'bid: least' else bids[-1]}$"))

    def souvenir(self) -> None:
        """Sell one of the two."""
        if self.next_way("souvenir: card", "souvenir: button") == "souvenir: card":
            self.player.press(self.player.can("souvenir-").first)
        else:
            self.player.press(self.page.locator(".prompt .btn").first)

    def gate(self) -> None:
        """Choose which of two gates to fill, and with whom, or the gate for all who are left."""
        self.done["gate"] += 1
        self.press(self.offered("gate-")[0][0])
        if "Bring in" in self.player.buttons:
            self.go()
            return
        assert "From end A" in self.player.buttons
        self.button("From end A")
        self.button(re.compile("^Bring 2$"))

    def group(self) -> None:
        """Bring in three, or whatever there is."""
        ends, figures = {"queue-A", "queue-B"}, [key for key, _ in self.offered("queue-")]
        figures = [key for key in figures if key not in ends]
        if self.next_way("group: end", "group: figure") == "group: figure" and figures:
            self.press(figures[0])
            self.go()
            return
        self.press("queue-A")
        self.button(re.compile("^Bring [23]$"))

    def until(self, *prompts: str, acts: int = 60) -> None:
        """Go on until one of these is asked."""
        for _ in range(acts):
            self.player.ready()
            if self.player.prompt.startswith(prompts):
                return
            assert self.act() != "over"
        raise AssertionError("it never came to that")


def number(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.slow
@pytest.mark.wide
def test_a_game_against_three_bots(person, server):
    player = person().sit(server.table("me", *["greedy"] * 3, game=GAME, options={"souvenirs": True}))
    trader, page = Trader(player), player.page
    for _ in range(600):
        if trader.act() == "over":
            break
    else:
        raise AssertionError("the game does not end")
    assert {each.split(": ")[0] for each in trader.done} >= {"shop", "crowd", "exit", "bid", "pass", "gate", "group"}
    assert {"bid: least", "bid: quick", "bid: typed"} <= {*trader.done}
    tally = page.locator(".tally")
    assert tally.is_visible()
    totals = [number(cell) for cell in tally.locator("tr.sum td").all_inner_texts()]
    cash = [number(cash) for cash in page.locator(".seat .pts").all_text_contents()]
    assert totals == sorted(cash, reverse=True)
    rows = [
        [
            number(cell.partition("\n")[0].replace("−", "-").replace("–", "0"))
            for cell in row.locator("td").all_inner_texts()
        ]
        for row in tally.locator("tbody tr:not(.sum)").all()[:-1]
    ]
    assert [sum(column) for column in zip(*rows, strict=True)] == totals
    told = re.search(r"(.+) (?:wins with|share the victory with) ([\d,]+) Dirham", "\n".join(player.story()))
    assert told is not None
    assert number(told.group(2)) == max(totals)
    assert tally.locator("h2").inner_text().startswith(told.group(1).replace("Rosa", "You"))
    tally.get_by_role("button", name="Look at the board").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def numbers(frame: object, key: str = "") -> set[int]:
    """Every number said in a frame, in words or by itself; drawings are left out."""
    if isinstance(frame, dict):
        return set().union(*(numbers(value, name) for name, value in frame.items()))
    if isinstance(frame, list):
        return set().union(*(numbers(each, key) for each in frame))
    if key in ("art", "ground", "backdrop", "x", "y", "path", "at", "width", "height"):
        return set()
    if isinstance(frame, str):
        return {number(each) for each in re.findall(r"\d[\d,]*", frame) if each.strip(",")}
    return {int(frame)} if isinstance(frame, (int, float)) else set()


def take_turns(*traders: Trader, until) -> Trader:
    """Let all of them act whenever they are asked, until something is so of one who is asked."""
    for _ in range(2000):
        for trader in traders:
            trader.page.keyboard.press("Shift")
            if trader.page.evaluate(ASKED):
                if until(trader):
                    return trader
                trader.act()
        traders[0].page.wait_for_timeout(20)
    raise AssertionError("it never came to that")


def test_a_bidder_in_another_browser_and_a_standing_order(person, server):
    opened = server.table("me", "open", "greedy", game=GAME, options={"start_player": "seat 1"})
    frames: list[str] = []
    rosa, omar = person(), person()
    rosa.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(str(text))))
    rosa.sit(opened)
    omar.sit(opened, 1)
    omar.page.get_by_label("Your name").fill("Omar")
    omar.page.get_by_role("button", name="Take this seat").click()
    host, guest = Trader(rosa, enough=0), Trader(omar, enough=0)

    host.until("Choose a shop to auction")
    host.auction("shop-G1")
    host.until("Open the auction")
    host.button(re.compile("^Bid 100$"))
    guest.until("Bid for the green shop G1")
    guest.say(575)
    take_turns(host, guest, until=lambda trader: trader is guest and omar.prompt == "Choose a shop to auction")
    assert "You pass, so Omar buys the green shop G1 for 575; the bank pays you +200." in rosa.story()
    assert rosa.page.locator(".seat[data-seat='1'] .pts").inner_text() == "625"
    assert (
        rosa.page.locator(".sprite[data-key=shop-G1]").get_attribute("aria-label").startswith("Green shop G1, Omar’s.")
    )

    take_turns(host, guest, until=lambda trader: trader is host and rosa.prompt.startswith("Lead a crowd or"))
    free = {shop for shop, _ in host.offered("shop-")}
    lot = next(shop for shop in ("shop-G5", "shop-Y1", "shop-P1") if shop in free)
    assert omar.page.locator(".prompt .order").count() == 0, "nothing is being sold"
    host.auction(lot)
    host.until("Open the auction")
    assert rosa.page.locator(".prompt .order").count() == 0, "who opens does that herself"
    host.button(re.compile("^Bid 100$"))

    guest.until("Bid for")
    order, field = omar.page.locator(".prompt .order"), omar.page.locator(".amount input")
    assert order.inner_text() == "Raise up to…"
    omar.press(order)
    seen = set().union(*(numbers(json.loads(frame)) for frame in frames))
    limit = max({*range(300, int(field.get_attribute("max") or 0), 25)} - seen)
    field.fill(str(limit))
    omar.press(omar.button(f"Raise up to {limit}"))
    eventually(omar.page, lambda: order.inner_text() == f"Raising up to {limit}")
    omar.page.close()
    rosa.ready()
    assert rosa.prompt.startswith("Bid for")
    assert "Omar bids 125." in rosa.story()
    assert rosa.page.locator(".prompt .order").inner_text() == "Raise up to…"
    host.button(re.compile("^Bid "))
    host.until("Bid for", "Auction another")
    while rosa.prompt.startswith("Bid for"):
        host.act()
        rosa.ready()
    name = lot.removeprefix("shop-")
    bought = [line for line in rosa.story() if "Omar buys" in line and f"shop {name} for" in line]
    assert len(bought) == 1
    assert 150 < number(re.search(r"for ([\d,]+)", bought[0]).group(1)) < limit
    assert limit not in set().union(*(numbers(json.loads(frame)) for frame in frames))
    assert not any('"now":' in frame for frame in frames)
    assert str(limit) not in rosa.page.locator("body").inner_text()
    assert plain.get(f"{server.url}/api/tables/{opened['table']}/view").json()["order"] is None


def callout(player: Player) -> tuple[str, str]:
    """Which rule is told, and what forbids it here."""
    box = player.page.locator(".callout")
    box.wait_for()
    return box.locator("small").inner_text(), box.locator(".why").inner_text()


def test_an_exit_shows_its_preview_and_refusals_give_a_rule(person, server):
    player = person().sit(server.table("me", "greedy", "greedy", game=GAME, options={"start_player": "seat 1"}))
    trader, page = Trader(player), player.page
    for _ in range(40):
        trader.until("Lead a crowd or auction")
        paying = [(key, words) for key, words in trader.offered("exit-") if ", you +" in words]
        if paying and trader.detail.startswith("Action 1") and len(trader.offered("shop-")) > 1:
            break
        trader.act()
    else:
        raise AssertionError("nobody is ever led into another’s shop")

    key, words = paying[0]
    before = trader.detail
    page.locator(f".sprite:not(.leaving)[data-key='{key}']").hover()
    said = trader.detail
    assert said in words
    enters = re.search(r"(\w+) (\w+) visitors? enters? \w+’s ([RBGPY]\d): \w+ \+([\d,]+), you \+(\d+)\.", said)
    assert enters is not None, said
    shop = page.locator(f".sprite[data-key=shop-{enters.group(3)}]").get_attribute("aria-label")
    assert enters.group(2) in shop.lower()
    count = ("One", "Two", "Three", "Four").index(enters.group(1)) + 1
    kept, cut = number(enters.group(4)), number(enters.group(5))
    assert cut == count * (50 if kept + cut <= 300 else 100)
    shown = page.locator(".over .sprite")
    assert shown.count() >= 3, "its way, who walks, and what is earned"
    assert {f"+{enters.group(4)}", f"+{cut}"} <= {*shown.locator("text").all_text_contents()}
    page.mouse.move(5, 5)
    assert trader.detail == before
    assert shown.count() == 0

    owned = page.locator(".sprite.refused[data-key^=shop-]").first
    player.press(owned)
    rule, why = callout(player)
    assert rule == "MA-A13"
    assert "already" in why
    page.keyboard.press("Escape")
    assert player.prompt == "Lead a crowd or auction a shop", "nothing was done"

    trader.auction(trader.offered("shop-")[0][0])
    trader.until("Auction another shop")
    assert trader.offered("exit-") == []
    player.press(page.locator(".sprite.refused[data-key^=crowd-]").first)
    rule, why = callout(player)
    assert rule == "MA-T01"
    assert why.startswith("Auction another shop. ")

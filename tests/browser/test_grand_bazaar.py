"""The Grand Bazaar by clicking: a whole game with trading between two browsers, hidden information, open trading."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable

import pytest

from souq.games.grand_bazaar.state import NAMES
from tests.browser.conftest import ASKED, CLICKED, DESK, PHONE, SETTLED, SPOT, Player, eventually

pytestmark = pytest.mark.browser

GAME = "grand_bazaar"
INFORMANT, HAGGLER, NEGOTIATOR, COLLECTOR, TRADER, GUILD = (f"wedge-{at}" for at in range(6))
PLANS = {
    "Rosa": (INFORMANT, NEGOTIATOR, COLLECTOR, HAGGLER, "caravan-2", "caravan-4", TRADER, GUILD),
    "Omar": (TRADER, TRADER, HAGGLER, COLLECTOR, "caravan-1", NEGOTIATOR, "caravan-3", GUILD),
}
"""Where each puts cubes, as far as there is room."""
SOLD = r"^Sell .*for \d+"
OPENED = ".compose [data-focus='close']"


class Merchant:
    """A player who tries every kind of action in turn and counts them."""

    def __init__(self, player: Player, name: str) -> None:
        self.player, self.page, self.name = player, player.page, name
        self.done: Counter[str] = Counter()
        self.other = self
        """The other person."""

    # ---- clicks

    def hit(self, key: str) -> None:
        """Click a sprite. The key before it skips a running animation, which would swallow the click."""
        self.page.keyboard.press("Shift")
        eventually(self.page, lambda: self.page.evaluate(SPOT, [key, CLICKED]))
        self.player.hit(key)

    def twice(self, key: str) -> None:
        """Select a sprite and choose its first meaning."""
        self.hit(key)
        eventually(self.page, lambda: self.page.locator(".prompt .btn.go").count())
        self.page.keyboard.press("Shift")
        self.player.press(self.page.locator(".prompt .btn.go"))

    def button(self, label: str | re.Pattern[str]) -> None:
        """Click a button; any but the filled one, once it has settled."""
        self.page.keyboard.press("Shift")
        button = self.player.button(label)
        if "go" not in (button.get_attribute("class") or "").split():
            self.page.wait_for_timeout(SETTLED)
        self.player.press(button)

    def commit(self, start: str) -> None:
        """Click the button for the selection, once it has appeared and settled."""
        eventually(self.page, lambda: self.says(start))
        self.page.wait_for_timeout(SETTLED)
        self.player.press(self.player.button(re.compile(start)))

    def part(self, name: str) -> None:
        """Press a part of the composer."""
        self.page.locator(f'.compose [data-focus="{name}"]').click()

    def says(self, start: str) -> bool:
        """Return whether a button's label begins like this."""
        return any(re.match(start, label) for label in self.player.buttons)

    @property
    def detail(self) -> str:
        """Return the text next to the prompt."""
        return self.page.locator(".say span").inner_text()

    def keys(self, prefix: str) -> list[str]:
        """Return the keys of sprites of a kind that can be chosen."""
        return sorted({*self.player.keys(prefix)})

    def next_way(self, *ways: str) -> str:
        """Return the way used least often."""
        way = min(ways, key=lambda each: self.done[each])
        self.done[way] += 1
        return way

    # ---- decisions

    def act(self) -> str:
        """Make the requested choice and return the prompt."""
        asked = self.player.prompt
        if self.confirm():
            return asked
        for start, do in DECISIONS:
            if re.match(start, asked):
                do(self)
                return asked
        self.page.wait_for_timeout(300)
        over = not self.page.evaluate(ASKED) or self.player.prompt != asked  # it was answered meanwhile
        assert over, f"what to do about {asked!r}?"
        return asked

    def confirm(self) -> bool:
        """End the turn if it is complete."""
        done = "Confirm" in self.player.buttons
        if done:
            self.button("Confirm")
        return done

    def bid(self) -> None:
        """Put cubes on the next wanted place: by a click and its button, or by two clicks."""
        can = {*self.keys("wedge-"), *self.keys("caravan-")}
        if not self.player.turn.startswith(("round 1", "round 2")):
            self.most(min(can))
            return
        placed = self.done["bid"]
        self.done["bid"] += 1
        wishes = [each for each in PLANS[self.name] if each in can]
        key = wishes[placed % min(2, len(wishes))] if wishes else min(can)
        self.hit(key)
        if self.says("Bid 2") and self.next_way("bid: one", "bid: more") == "bid: more":
            self.button(re.compile("^Bid 2( on |$)"))
        elif self.next_way("bid: button", "bid: again") == "bid: again":
            self.hit(key)
        else:
            self.player.press(self.page.locator(".prompt .btn.go"))

    def most(self, key: str) -> None:
        """Put all cubes on a caravan."""
        self.hit(key)
        if self.says("More"):
            self.button("More…")
        self.button(max(label for label in self.player.buttons if label.startswith(("Bid", "Add"))))

    def look(self) -> None:
        """Look at a market or at a type."""
        prefix = self.next_way("market-", "kind-")
        self.twice(self.keys(prefix)[0])

    def take(self) -> None:
        """Take a card of the discard pile if there is one, else the top one."""
        wares = self.keys("good-")
        if wares:
            self.done["take"] += 1
            self.twice(wares[0])
        else:
            self.button("Draw the top card")

    def claim(self) -> None:
        """Claim a market."""
        self.done["claim"] += 1
        self.twice(self.keys("market-")[-1])

    def poll(self) -> None:
        """Hold and send in turn."""
        self.button(re.compile(f"^{self.next_way('Draw two', 'Hold back')}$"))

    def right(self) -> None:
        """Give way or deny in turn."""
        self.button(self.next_way("Object", "Give way"))

    def denied(self) -> None:
        """Continue or stop in turn."""
        self.button(self.next_way("Go on", "Keep my cube"))

    # ---- trading

    def goods(self) -> set[int]:
        """Return the goods in the hand."""
        cards = self.page.locator(".sprite:not(.leaving)[data-key^='card-']")
        keys = cards.evaluate_all("all => all.map(each => each.dataset.key)")
        return {int(key.split("-")[1]) for key in keys}

    def offerable(self) -> set[int]:
        """Return the goods of the hand that can be given."""
        return {int(key.split("-")[1]) for key in self.keys("card-")}

    def may_swap(self) -> bool:
        """Return whether each player has a good that the other lacks, which depends on the bots."""
        until = time.monotonic() + 3
        while time.monotonic() < until:
            theirs = self.other.goods()
            if self.offerable() - theirs and theirs - self.goods():
                return True
            self.page.wait_for_timeout(30)
        return False

    def compose(self, without: int = -1) -> tuple[int, int]:
        """One good for one that the other person surely has: a tap on a card of the hand, and one in the list.

        Returns both. It does not ask for ``without``.
        """
        theirs = self.other.goods()
        eventually(self.page, lambda: self.offerable() - theirs)
        give = min(self.offerable() - theirs)
        get = max(theirs - self.goods() - {without})
        self.hit(f"card-{give}")
        self.part("add 1")
        self.part(f"put get-{get}")
        self.page.wait_for_timeout(SETTLED)
        if self.detail == "Choose what you give.":  # the click only ended what was being told
            self.hit(f"card-{give}")
        eventually(self.page, lambda: self.page.locator(".prompt .btn.go").is_enabled())
        return give, get

    def add(self, good: int) -> None:
        """Give a card of the hand too; retry if the click only skipped an animation."""
        go = self.page.locator(".prompt .btn.go")
        for _ in range(3):
            self.hit(f"card-{good}")
            self.page.wait_for_timeout(SETTLED)
            if go.is_enabled():
                return
        raise AssertionError(f"it cannot be given: {self.detail!r}")

    def send(self) -> None:
        """Send the proposal; retry if the click only skipped an animation."""
        inside = self.page.locator('.compose [data-focus^="in "]:visible')
        for _ in range(3):
            self.button(re.compile("^(Offer|Propose|Counter)$"))
            until = time.monotonic() + 3
            while inside.count() and time.monotonic() < until:
                self.page.wait_for_timeout(30)
            if not inside.count():
                return
        raise AssertionError(f"it cannot be sent: {self.player.prompt!r}, {self.detail!r}, {self.player.buttons}")

    def floor(self) -> None:
        """Offer, ask everyone, or leave."""
        way = self.next_way("offer", "invite", "leave")
        if way == "offer" and self.may_swap():
            self.compose()
            self.send()
        elif way == "invite":
            self.button("Ask everyone")
        else:
            self.button("Leave trading")
            self.commit("Leave trading")

    def seek(self) -> None:
        """Propose something to the other player; pass the bots, and let Rosa pass a whole round."""
        if self.next_way("seek: good", "seek: anything") == "seek: good":
            self.twice(self.keys("good-")[0])
        else:
            self.button("Anything")

    def invited(self) -> None:
        """Propose something to the other person; pass the bots, Rosa for a whole round."""
        if self.player.prompt.startswith(self.other.name) and self.may_swap():
            self.done["propose"] += 1
            self.compose()
            self.send()
        elif self.name == "Omar" or self.player.prompt.startswith(self.other.name):
            self.button(re.compile("^Pass$"))
        else:
            self.page.wait_for_timeout(SETTLED)
            if self.says("Pass all"):
                self.button("Pass all this round")
            self.done["pass every"] += 1
            eventually(self.page, lambda: "Your offer?" not in self.player.prompt)

    def answer(self) -> None:
        """Counter, accept or reject the other player's offer."""
        his = self.other.name in self.player.prompt and bool(self.goods() - self.other.goods())
        if his and "Counter…" in self.player.buttons and self.next_way("counter", "no counter") == "counter":
            self.button("Counter…")
            self.add(min(self.goods() - self.other.goods()))
            self.send()
        elif "Accept" in self.player.buttons and self.next_way("accept", "reject") == "accept":
            self.button("Accept")
        else:
            self.button("Reject")

    def choose(self) -> None:
        """Choose the first proposal that can be fulfilled."""
        yes = [label for label in self.player.buttons if label.startswith("Accept ") and label != "Accept none"]
        self.button(yes[0] if yes else "Accept none")

    # ---- selling

    def sell(self) -> None:
        """Use one of the available ways."""
        labels = [label for label in self.player.buttons if label.startswith(("Best", "Collector", "Face", "Choose"))]
        ways = {re.split(":| for |…", label)[0]: label for label in labels}
        if self.keys("card-"):
            ways["Haggler"] = ""
        if not ways:
            self.end()
            return
        self.done["sales"] += 1
        way = self.next_way(*sorted(ways))
        if way == "Haggler":
            self.twice(self.keys("card-")[0])
            return
        self.commit(re.escape(ways[way]))
        if not ways[way].endswith("…"):
            self.commit(SOLD)

    def end(self) -> None:
        """Stop selling."""
        self.button(re.compile("^(Done|Sell nothing)$"))
        self.page.wait_for_timeout(30)
        if self.says("Yes, sell nothing"):
            self.commit("Yes, sell nothing")

    def card(self) -> None:
        """Choose a card, or all at once."""
        if self.says("The cheapest") and self.next_way("cheapest", "one by one") == "cheapest":
            self.button("The cheapest")
            self.commit("Discard ")
        elif self.page.locator(".prompt .btn.go").count():
            self.player.press(self.page.locator(".prompt .btn.go"))
        else:
            self.hit(self.keys("card-")[0])

    def quantity(self) -> None:
        """Choose as many as possible."""
        self.page.wait_for_timeout(SETTLED)
        self.player.press(self.page.locator(".prompt .acts .btn").first)


DECISIONS: tuple[tuple[str, Callable[[Merchant], None]], ...] = (
    ("Where do", Merchant.bid),
    ("Look at a market", Merchant.look),
    (r"Take a card\?", Merchant.take),
    ("Claim a market", Merchant.claim),
    ("Draw two cards", Merchant.poll),
    (r"Let .* draw before you\?", Merchant.right),
    ("Go on, or keep", Merchant.denied),
    ("Your turn to trade|Make .* an offer$", Merchant.floor),
    (r"What do you want\?", Merchant.seek),
    (r".* (wants|takes) .*(Make an offer|Your offer)\?", Merchant.invited),
    (r"Accept .*offer\?", Merchant.answer),
    ("Accept one of the offers", Merchant.choose),
    ("Sell to customers|Sell at face value", Merchant.sell),
    ("How many", Merchant.quantity),
    ("Which .* for the Collector|Choose five to ten|Discard", Merchant.card),
)
"""How each question begins, and what is done about it."""


@pytest.fixture
def two(person, server):
    """Rosa and Omar at a new table, with the frames that Omar's browser receives."""

    def begin(*bots: str, sizes=(DESK, DESK), **options: object) -> tuple[Merchant, Merchant, list[str]]:
        opened = server.table("me", "open", *bots, game=GAME, options={"start_player": "seat 1", **options})
        rosa, omar, frames = person(sizes[0]), person(sizes[1]), list[str]()
        omar.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(str(text))))
        rosa.sit(opened)
        omar.sit(opened, 1)
        omar.page.get_by_label("Your name").fill("Omar")
        omar.press(omar.page.get_by_role("button", name="Take this seat"))
        made = Merchant(rosa, "Rosa"), Merchant(omar, "Omar")
        made[0].other, made[1].other = made[1], made[0]
        return *made, frames

    return begin


def play_all_until(*merchants: Merchant, until: Callable[[Merchant], object]) -> None:
    """Let everybody make the requested choices until a condition holds for the player to move."""
    for _ in range(3000):
        for merchant in merchants:
            merchant.page.keyboard.press("Shift")
            state = merchant.page.evaluate(ASKED)
            if state and until(merchant):
                return
            if state and state != "over":
                merchant.act()
        merchants[0].page.wait_for_timeout(20)
    raise AssertionError("it never came to that")


def number(text: str) -> int:
    return int(text.replace(",", "").replace("–", "0"))


def seen(frames: list[str]) -> str:
    """Return everything that frames show, except what is said of all goods."""
    said = []
    for frame in (json.loads(each) for each in frames):
        for each in frame.get("frames", ()):
            for general in ("facts", "listing"):  # about all goods: how many there are, and a list to mark wants in
                each["scene"].pop(general, None)
        said.append(json.dumps(frame, ensure_ascii=False))
    return re.sub(r"Still out there: [^.]*|One more [^.]* would add", "", "\n".join(said))  # said of one’s own hand


@pytest.mark.wide
def test_a_whole_game_of_two_people_and_two_bots(two, same):
    same(5)
    rosa, omar, frames = two("greedy", "greedy", floor_turns=2)
    rosa.player.ready()
    own = rosa.goods()
    play_all_until(rosa, omar, until=lambda each: each.player.prompt.startswith("Make"))
    hidden = [NAMES[good] for good in own - omar.goods()]
    told = seen(frames)
    assert len(hidden) >= 3
    assert not [name for name in hidden if name in told]
    play_all_until(rosa, omar, until=lambda each: each.page.evaluate(ASKED) == "over")
    done = rosa.done + omar.done
    bidding = {"bid: button", "bid: again", "bid: more"}
    caravans = {"market-", "kind-", "claim", "Draw two", "Hold back"}
    trading = {"offer", "accept", "invite", "propose"}
    assert {*done} >= bidding | caravans | trading
    assert len({"Haggler", "Collector", "Face value", "Best sale"} & {*done}) >= 3
    tally = rosa.page.locator(".tally")
    tally.wait_for()
    points = [number(text) for text in rosa.page.locator(".seat .pts").all_inner_texts()]
    assert max(points) > 40
    story = "\n".join(rosa.player.story())
    for told in ("sell", "give", "Who has", "caravan"):
        assert re.search(told, story), told


def begin_trading(rosa: Merchant, omar: Merchant) -> None:
    """Bid at once, so that only Rosa may start trades."""
    rosa.player.ready()
    rosa.twice(NEGOTIATOR)
    for merchant, key in ((omar, "caravan-1"), (rosa, "caravan-0")):
        turn(merchant)
        merchant.most(key)
    play_all_until(rosa, omar, until=lambda each: each.page.locator(OPENED).is_visible())


def turn(merchant: Merchant) -> None:
    """Wait for a turn, confirming the other player's."""

    def come() -> bool:
        merchant.other.confirm()
        merchant.page.keyboard.press("Shift")
        return bool(merchant.page.evaluate(ASKED))

    eventually(merchant.page, come, 30)


def callout(merchant: Merchant) -> tuple[str, str]:
    """Return the rule shown, and the reason why it forbids a choice."""
    box = merchant.page.locator(".callout")
    box.wait_for()
    return box.locator("small").inner_text(), box.locator(".why").inner_text()


def test_a_refused_choice_says_why(two):
    rosa, omar, _ = two()
    rosa.player.ready()
    rosa.twice(NEGOTIATOR)
    turn(omar)
    omar.most("caravan-1")
    turn(rosa)
    rosa.hit(NEGOTIATOR)
    rule, why = callout(rosa)
    assert rule == "GB-B09"
    assert why
    rosa.page.keyboard.press("Escape")
    rosa.hit("caravan-1")
    rule, why = callout(rosa)
    assert (rule, "Omar" in why) == ("GB-B07", True), why
    rosa.page.keyboard.press("Escape")
    assert rosa.player.prompt.startswith("Where do your other five cubes go")


def test_an_offer_can_be_made_on_a_phone(two):
    rosa, omar, _ = two(sizes=(PHONE, DESK))
    begin_trading(rosa, omar)
    assert not rosa.page.locator(".board").is_visible()
    give, get = rosa.compose()
    assert rosa.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert rosa.detail.startswith(f"{NAMES[give]} for {NAMES[get]}")
    rosa.send()
    omar.player.ready()
    assert omar.player.prompt == "Accept Rosa’s offer?"
    assert omar.detail.startswith(f"You get {NAMES[give]} for {NAMES[get]}.")
    omar.button("Accept")
    eventually(rosa.page, lambda: omar.confirm() or get in rosa.goods())
    assert give in omar.goods()


def test_open_trading_runs_under_a_timer(two):
    rosa, omar, _ = two(trading="open")
    begin_trading(rosa, omar)
    for merchant in (rosa, omar):
        eventually(merchant.page, lambda merchant=merchant: merchant.page.locator(OPENED).is_visible())
    time_left = rosa.page.locator(".clock")
    shown = time_left.inner_text()
    assert re.fullmatch(r"Trading [34]:\d\d", shown)
    eventually(rosa.page, lambda: time_left.inner_text() != shown)
    begun = min(rosa.goods())
    rosa.hit(f"card-{begun}")
    give, get = omar.compose(without=begun)
    omar.send()
    eventually(rosa.page, lambda: "offer-1-0" in rosa.player.keys("offer-"))
    assert rosa.page.locator(f'.compose [data-focus="in give-{begun} 0"]').count(), "what one puts together stays"
    rosa.hit("offer-1-0")
    rosa.button(re.compile("^Accept$"))
    eventually(rosa.page, lambda: give in rosa.goods() and get in omar.goods())
    assert omar.player.story()[-1] == f"Rosa accepts, and you give {NAMES[give]} for {NAMES[get]}."
    rosa.button("Leave trading")
    rosa.commit("Leave trading")
    eventually(omar.page, lambda: not omar.page.locator(".clock").is_visible())
    eventually(omar.page, lambda: not omar.page.locator(OPENED).is_visible())

"""Kairo by clicking: whole games, previews, refusals, and walking customers."""

import random
import re
from collections import Counter

import pytest

from souq.engine import registry
from souq.engine.match.match import Match
from souq.engine.present.wording import several
from souq.engine.rules.twin import Twin
from souq.games.kairo.state import BOX, NAMES
from tests import plain
from tests.browser.conftest import ASKED, SETTLED, eventually, share
from tests.games.kairo.reference import REACHES, Asked, Board, label, pack, segment

pytestmark = pytest.mark.browser

GAME = "kairo"

LOOK = """() => {
  const all = (what) => [...document.querySelectorAll(what)], text = (what) => document.querySelector(what).textContent;
  const keys = (what) => all(`.sprites .sprite${what}`).map((sprite) => sprite.dataset.key);
  return { asked: text('.say b'), can: keys('.can'), selected: keys("[aria-pressed='true']"),
    buttons: all('.prompt .btn:not(.undo, .reset, .hint)').map((button) => button.textContent.trim()),
    go: document.querySelector('.prompt .btn.go')?.textContent.trim() ?? '' };
}"""

STILL = """() => {
  const all = (what, of) => [...document.querySelectorAll(what)].map(of), text = (element) => element.textContent;
  const parts = (sprite) => [sprite.dataset.key, sprite.lastChild.innerHTML,
    ...['class', 'style', 'aria-label'].map((name) => sprite.getAttribute(name))];
  return { prompt: all('.prompt b, .prompt span, .prompt em, .prompt .btn', text), seats: all('.seats .seat', text),
    facts: all('.log .facts', (box) => box.innerHTML), story: all('.story li', text), title: all('.top .meta', text),
    sprites: all('.sprites .sprite:not(.leaving)', parts).sort() };
}"""

TRAIL = """(key) => {
  const sprite = document.querySelector(`[data-key="${key}"]`), trail = window.trail = [];
  const look = () => {
    const { e, f } = new DOMMatrix(getComputedStyle(sprite).transform);
    trail.push([e, f]);
    requestAnimationFrame(look);
  };
  look();
}"""

TOKEN = "Object.entries({ ...sessionStorage }).find(([name]) => name.startsWith('seat.'))[1]"

DEEDS = {
    "build": ("stand", "stall", "card", "New stall", "Expand", "Move"),
    "lure": ("customer", "Lure"),
    "draw": ("display", "deck", "barkers", "Draw 2 cards"),
}
"""The first clicks of a turn: kinds of sprites, and buttons."""
WEIGHTS = {"build": 3, "lure": 2, "draw": 1}
ASIDE = {"Back", "More…", "Undo", "Undo turn"}


class Trader:
    """A player who clicks what was clicked least so far, at places drawn from a seed."""

    def __init__(self, player, seed):
        self.player, self.page = player, player.page
        self.pick = random.Random(seed)
        self.clicks = Counter()

    def look(self):
        return self.page.evaluate(LOOK)

    def click(self):
        """Click once and return the state of the table before."""
        state = self.player.ready(90)
        if state == "over":
            return state
        seen = self.look()
        if "Confirm" in seen["buttons"]:
            self.press("Confirm")
        elif seen["selected"]:
            self.settle(seen)
        else:
            self.choose(seen)
        return state

    def settle(self, seen):
        """Choose the selection by its button or by a second click, or look for another card."""
        others = [f"more: {label}" for label in seen["buttons"] if label == "Other cards"]
        how = self.least(["settle: button", "settle: twice", *others])
        if how == "settle: twice":
            covered = "site-" if any(key.startswith("door-") for key in seen["selected"]) else "-"  # by its door
            self.player.hit(self.pick.choice([key for key in seen["selected"] if not key.startswith(covered)]))
        else:
            self.press(seen["go"] if how == "settle: button" else "Other cards")

    def choose(self, seen):
        kinds = {}
        hidden = "site-" if seen["asked"].startswith("Choose where the ") else "-"  # its door lies over it
        for key in seen["can"]:
            if not key.startswith(hidden):
                kinds.setdefault(key.split("-")[0], []).append(key)
        for button in seen["buttons"]:
            if button not in ASIDE:
                kinds.setdefault(button, []).append(button)
        if "Draw 2 cards" in kinds or "Stop building" in kinds or "Stop" in kinds:
            kinds = self.action(kinds)
            kind = self.least(sorted(kinds))
        else:
            asked = " ".join(seen["asked"].split()[:3])
            kind = self.least([f"{asked}: {kind}" for kind in sorted(kinds)]).partition(": ")[2]
        what = self.pick.choice(sorted(kinds[kind]))
        if what in seen["buttons"]:
            self.press(what)
        else:
            self.player.hit(what)

    def action(self, kinds):
        """Return the clicks of the action that is due among those possible."""
        offered = {
            action: found for action, names in DEEDS.items() if (found := [name for name in names if name in kinds])
        }
        if not offered:
            return kinds
        action = min(offered, key=lambda action: self.clicks[action] / WEIGHTS[action])
        self.clicks[action] += 1
        return {name: kinds[name] for name in offered[action]}

    def least(self, kinds):
        """Return the kind of click made least often."""
        kind = min(kinds, key=lambda kind: self.clicks[kind])
        self.clicks[kind] += 1
        return kind

    def press(self, label):
        button = self.page.locator(".prompt .btn", has_text=label).first
        if "go" not in button.get_attribute("class").split():
            self.page.wait_for_timeout(SETTLED)
        self.player.press(button)

    def play_out(self, most=600):
        for count in range(most):
            if self.click() == "over":
                return count
        raise AssertionError("the game does not end")


@pytest.mark.wide
def test_a_whole_game_against_two_bots(person, server, same):
    same(5)
    opened = server.table("me", "greedy", "greedy", game=GAME)
    trader = Trader(person().sit(opened), 5)
    assert trader.play_out() > 60
    player = trader.player
    done = {kind for kind in trader.clicks if ":" not in kind}
    assert {"customer", "stand", "card", "stall", "display", "deck", "barkers"} <= done
    said = [line for line in player.story() if line.startswith("You ")]
    for action in ("place a", "build a new", "expand the", "lure the", "from the display", "from the deck", "a barker"):
        assert any(action in line for line in said), action
    assert_scored(player, 3)
    log = Guest(server, opened["table"], opened["token"]).get("log")["decisions"]
    told = [re.sub(r"\*\*|\[\[|\]\]", "", line) for decision in log for line in decision["lines"]]
    assert player.story()[-len(told) :] == told


def assert_scored(player, seats):
    """Assert that the final scoring is shown and adds up."""
    tally = player.page.locator(".tally")
    tally.wait_for()
    rows = [row.locator("th, td").all_inner_texts() for row in tally.locator("tbody tr").all()]
    parts = {row[0].split("\n")[0]: [number(cell.partition("\n")[0]) for cell in row[1:]] for row in rows}
    assert [*parts][-3:] == ["Points for money (1 per 3)", "Total", "Place"]
    assert {"Expansions built", "Medals at the end"} <= {*parts}
    places, together = parts.pop("Place"), parts.pop("Total")
    assert len(together) == seats
    left = [int(cell.partition("\n")[2].split()[0]) for cell in rows[-3][1:]]
    assert parts["Points for money (1 per 3)"] == [money // 3 for money in left]
    assert together == [sum(column) for column in zip(*parts.values(), strict=True)]
    assert places == sorted(1 + sum(other > own for other in together) for own in together)
    shown = [int(points) for points in player.page.locator(".seat .pts").all_inner_texts()]
    assert together == sorted(shown, reverse=True)
    assert "win" in tally.locator("h2").inner_text()
    assert any(re.search(f"wins? with {max(together)} points|share the win", line) for line in player.story())


def number(cell):
    return 0 if cell == "–" else int(cell)


@pytest.mark.wide
def test_a_whole_game_between_two_people(person, server, same):
    same(3)
    opened = server.table("me", "open", game=GAME, options={"money": "screens"})
    host, guest = person().sit(opened), person().sit(opened, 1)
    guest.page.get_by_label("Your name").fill("Omar")
    guest.page.get_by_role("button", name="Take this seat").click()
    traders = [Trader(host, 1), Trader(guest, 2)]
    neutral = 0
    while (trader := next_of(traders)).player.turn == "setup":
        neutral += trader.look()["asked"].startswith("Choose a site for the neutral")
        trader.click()
    assert neutral == 6
    for player in (host, guest):
        stands = player.page.locator(".board .sprite[data-key^=stand-4-]")
        eventually(player.page, lambda stands=stands: stands.count() == 6)
        assert sum("from the bag" in line for line in player.story()) == 6
        assert sum(line.startswith("The neutral ") for line in player.story()) == 6
    taken_back(trader.player, guest if trader.player is host else host)
    for player, own in ((host, 0), (guest, 1)):
        assert money(player, own) == {name[0].upper(): 1 for name in NAMES}
        assert money(player, 1 - own) == {}
        assert "behind a screen" in player.page.locator(f".seat[data-seat='{1 - own}']").inner_text()
    for _ in range(30):
        if (trader := next_of(traders)).player.turn == "turn 4":
            break
        trader.click()
    done = [re.match("(You|Omar) (plays?|lures?|takes?|draws?|uses?) ", line) for line in host.story()]
    assert {found[1] for found in done if found} == {"You", "Omar"}
    guests = [Guest(server, opened["table"], player.page.evaluate(TOKEN)) for player in (host, guest)]
    next_of(traders)
    for player in (host, guest):
        player.page.goto(f"{server.url}/about")
    quickly(3, guests, {"money": "screens"})
    for player in (host, guest):
        player.page.goto(f"{server.url}/t/{opened['table']}")
    for _ in range(200):
        if next_of(traders).click() == "over":
            break
    for player, own in ((host, 0), (guest, 1)):
        assert_scored(player, 2)
        assert len(money(player, 1 - own)) == 6, "nothing is hidden any more"
    table = ".tally tbody"
    assert host.page.locator(table).inner_text() == guest.page.locator(table).inner_text()


def next_of(traders):
    """Return the trader who is to choose."""
    for _ in range(600):
        for trader in traders:
            if trader.page.evaluate(ASKED):
                return trader
            trader.page.keyboard.press("Shift")
        traders[0].page.wait_for_timeout(30)
    raise AssertionError("nobody is asked anything")


def quickly(seed, guests, options):
    """Play without clicking until the final phase: all choices of a turn that need no other view."""
    shares = [share(seat, seat + 1) for seat in (0, 1)]
    match, pick = Match(registry.find(GAME), 2, seed=seed, options=options, shares=shares), random.Random(4)
    logs = [guest.get("log")["decisions"] for guest in guests]
    for both in zip(*logs, strict=True):
        for chosen in next(told["choices"] for told in both if told["choices"]):
            match.play(chosen["choice"])
    while not (match.over or match.state["final"][0]):
        seat, choices = int(match.state["player"][0]), []
        while not match.over and match.state["player"][0] == seat:
            legal = [choice.text for choice in match.legal()]
            choices.append(next((kind for kind in ("expand", "new") if kind in legal), None) or pick.choice(legal))
            match.play(choices[-1])
            if choices[-1].startswith("take "):
                break  # it has to be seen
        guests[seat].choose(*choices)


def taken_back(player, other):
    """Halfway through a new stall, undo once to its site, then undo the whole turn, unseen by the other player."""
    begin, seen = still(player), page_of(other)
    player.hit(player.keys("stall-")[0])
    player.ready()
    halfway = still(player)
    to_its_entry(player)
    assert page_of(other) == seen
    player.press(player.button("Undo"))
    player.ready()
    assert still(player) == halfway
    to_its_entry(player)
    player.press(player.button("Undo turn"))
    eventually(player.page, lambda: player.prompt == begin["prompt"][0])
    assert still(player) == begin
    assert page_of(other) == seen


def to_its_entry(player):
    """Choose a site with several places for the entry, which is then to be chosen."""
    for key in player.keys("site-"):
        player.hit(key)
        if "Build here" not in player.buttons:
            break
    player.ready()
    assert player.prompt.startswith("Choose the entry")


# ---- what is begun from


def begun(same, holds, **options):
    """Return a match of two in which seat 0 begins and a condition holds; the next table has the same seed."""
    for seed in range(1, 2000):
        match = Match(registry.find(GAME), 2, seed=seed, options=options)
        if match.state["first"][0] == 0 and holds(match):
            same(seed)
            return match
    raise AssertionError("no game begins like that")


class Guest:
    """An API player who decides by name."""

    def __init__(self, server, table, token):
        self.url, self.bearer = f"{server.url}/api/tables/{table}", {"Authorization": f"Bearer {token}"}

    def get(self, what):
        return plain.get(f"{self.url}/{what}", headers=self.bearer).json()

    def choose(self, *choices):
        """Make choices in one command."""
        seq = self.get("view")["seq"]
        command = {"id": f"choice {seq}", "seq": seq, "choice": choices[0], "then": choices[1:]}
        answer = plain.post(f"{self.url}/choose", json=command, headers=self.bearer, timeout=60)
        assert answer.status_code < 300, answer.text

    def turn(self):
        """Lure a customer at random."""
        pick = random.Random(1)
        while (now := self.get("view"))["your_turn"]:
            legal = [choice["text"] for choice in now["legal"]]
            self.choose("lure" if "lure" in legal else pick.choice(legal))


def table_with_guest(person, server, **how):
    """Open a table with stalls on the board, with a player in the browser and a guest."""
    opened = server.table("me", "open", game=GAME, options={"start": how.pop("start", "suggested")})
    omar = Guest(server, opened["table"], server.guest(opened, 1, "Omar"))
    player = person(**how).sit(opened)
    player.ready()
    return player, omar


def expanded(match):
    """Return what the first player could expand onto which sites and how: each name is a choice."""
    found = {}
    if match.refusal("expand") is None:
        match.play("expand")
        for stall in match.legal():
            match.play(stall.text)
            for site in match.legal():
                match.play(site.text)
                found[stall.text.split()[1], site.text.split()[1]] = [way.text.split()[1] for way in match.legal()]
                match.undo()
            match.undo()
        match.undo()
    return found


def by_joker(match):
    """Return colour and site of an expansion by a joker or three cards, of a stall that could grow elsewhere too."""
    ways = expanded(match)
    roomy = [colour for colour, n in Counter(colour for colour, _ in ways).items() if n > 1]
    found = (at for at, played in ways.items() if at[0] in roomy and [way[0] for way in played] == ["J", "t"])
    return next(found, None)


def money(player, seat=0):
    """Return the money shown in a seat's panel."""
    chips = player.page.locator(f".seat[data-seat='{seat}'] .purse .stat")
    return {chip.locator("i").inner_text(): int(chip.locator("b").inner_text()) for chip in chips.all()}


def still(player):
    """Return the whole page while nothing is pointed at."""
    player.page.mouse.move(5, 5)
    player.ready()
    return page_of(player)


def page_of(player):
    return player.page.evaluate(STILL)


def detail(player):
    return player.page.locator(".say span").inner_text()


# ---- luring


def test_pointing_at_a_customer_shows_the_paths(person, server, same):
    match = begun(same, lambda match: True, start="suggested")
    board, shown = Board.of(Twin.of(match.state)), 0
    player, _ = table_with_guest(person, server)
    page = player.page
    assert {f"customer-{c}" for c in board.customers if board.goals(c, 0)} == set(player.keys("customer-"))
    for customer in board.customers:
        player.point(f"customer-{customer}")
        steps = {entry: board.steps(customer, entry) for entry in board.eligible(customer)}
        prices = board.prices(customer)
        said = [
            several(n, "step") + (f" · {several(prices[at], 'barker')}" if prices[at] else "")
            for at, n in steps.items()
        ]
        pills = page.locator(".over .sprite text").all_text_contents()[::2]
        assert sorted(pills) == sorted(said)
        told = [min(steps.values())] if "walks" in detail(player) else steps.values()
        assert all(f" {several(n, 'step')}" in detail(player) for n in told)
        assert page.locator(".over .sprite").count() == 2 + len(steps), "the ways, the customer, what each takes"
        shown += len(steps)
    assert shown > 4
    page.mouse.move(5, 5)
    assert page.locator(".over .sprite").count() == 0


def bends(board, customer):
    """Return the nearest entry of a customer, if the path there is long and bends."""
    if not board.goals(customer, 0):
        return None
    entry = min(board.goals(customer, 0))
    across, down = (abs(a - b) for a, b in zip(entry, board.customers[customer], strict=True))
    return entry if min(across, down) > 1 and len(board.goals(customer, 0)) == 1 else None


def test_a_lured_customer_walks_along_the_path(person, server, same):
    def winding(match):
        board = Board.of(Twin.of(match.state))
        return next(((c, entry) for c in board.customers if (entry := bends(board, c))), None)

    match = begun(same, winding, start="suggested")
    customer, entry = winding(match)
    board = Board.of(Twin.of(match.state))
    player, _ = table_with_guest(person, server, reduced_motion="no-preference")
    page = player.page
    page.evaluate(TRAIL, f"customer-{customer}")
    player.hit(f"customer-{customer}")
    eventually(page, lambda: player.button("Lure").count())
    player.press(page.locator(".prompt .btn.go"))
    eventually(page, lambda: any("You lure " in line for line in player.story()))
    page.wait_for_timeout(400)
    trail = [(round((x - 63) / 58, 2), round((y - 63) / 58, 2)) for x, y in page.evaluate("window.trail")]
    goal = next(i for i, at in enumerate(trail) if at == entry)
    walked = trail[: goal + 1]
    assert walked[0] == board.customers[customer]
    off = [at for at in walked if all(abs(part - round(part)) > 0.03 for part in at)]
    assert not off, "from the middle of one site to the next"
    sites = list(dict.fromkeys((round(x), round(y)) for x, y in walked))
    assert all(site in board.walkable for site in sites)
    assert len(sites) > board.steps(customer, entry) / 2, "it is seen on the way"
    assert len(sites) <= board.steps(customer, entry) + 1, "and takes no other"
    where = page.locator(f"[data-key=customer-{customer}]").get_attribute("aria-label")
    assert "at the gate" in where


# ---- building


def test_a_card_lights_the_sites_it_reaches(person, server, same):
    match = begun(same, lambda match: len(set(pack(int(match.state["hand"][0][0])))) == 3, start="suggested")
    ways, cards = expanded(match), pack(int(match.state["hand"][0][0]))
    view = Twin.of(match.state)
    player, _ = table_with_guest(person, server)
    asked, fresh = Asked(view), {}
    for act in (3, 4):
        for colour in range(6):
            for site in asked.sites(act, colour):
                fresh.setdefault(site, []).append((act, colour))
    for nth, kind in enumerate(cards):
        player.hit(f"card-{nth}")
        assert player.prompt == f"Build with {BOX.cards[kind].name.capitalize()}"
        lit = {key.removeprefix("site-") for key in player.keys("site-")}
        reached = {label(site) for site in fresh if segment(site) in REACHES[kind]}
        grown = {at for (_, at), played in ways.items() if BOX.cards[kind].code in played}
        assert grown <= lit <= reached
        assert {segment(site) for site in fresh if label(site) in lit} == REACHES[kind]
        if kind < 9:
            assert lit == reached
        player.hit(f"card-{nth}")
        assert player.keys("site-") == [], "what has opened them puts them out"


def test_fees_and_substitutes_can_be_paid_by_clicks(person, server, same):
    match = begun(same, by_joker, start="suggested")
    colour, at = by_joker(match)
    c = NAMES.index(colour)
    fee, first, second = [other for other in range(6) if other != c][:3]
    player, _ = table_with_guest(person, server)
    player.hit(f"stand-0-{c}")
    player.ready()
    assert player.prompt == f"Choose where your {colour} stall grows"
    player.point(f"site-{at}")
    assert detail(player).startswith(f"Costs 1 {colour}") and " joker" in detail(player)
    player.hit(f"site-{at}")
    player.ready()
    assert player.prompt == "Choose how to pay for the joker"
    player.hit(f"purse-{c}")
    assert player.page.locator(".callout small").inner_text() == "KA-E11", "the stall itself could not be paid any more"
    player.hit(f"purse-{fee}")
    player.ready()
    assert player.prompt == f"Choose what to pay instead of {colour}"
    player.page.wait_for_timeout(SETTLED)
    player.press(player.button("Pay differently"))
    player.hit(f"purse-{first}")
    player.ready()
    if "Pay differently" in player.buttons:
        player.page.wait_for_timeout(SETTLED)
        player.press(player.button("Pay differently"))
    player.hit(f"purse-{second}")
    player.ready()
    player.press(player.button("Confirm"))
    eventually(player.page, lambda: "Turn 2" in player.story())
    spent = {NAMES[k][0].upper() for k in (c, fee, first, second)}
    assert money(player) == {name[0].upper(): int(name[0].upper() not in spent) for name in NAMES}
    assert player.page.locator(".seat[data-seat='0'] .pts").inner_text() == "5"
    told = " ".join(player.story())
    assert f"1 {NAMES[fee]} for the joker" in told
    assert f"You take both medals for {colour}" in told


def test_drawing_discarding_and_playing_three_cards(person, server, same):
    begun(same, lambda match: len(set(match.state["display"][0])) == 4, start="suggested")
    player, omar = table_with_guest(person, server)
    player.hit("display-1")
    player.ready()
    assert player.prompt == "Take one more"
    before = still(player)
    player.hit("display-3")
    player.ready()
    assert player.prompt == "Discard a card"
    assert len(player.keys("card-")) == 5
    player.press(player.button("Undo"))
    player.ready()
    assert still(player) == before
    player.hit("display-0")
    player.ready()
    player.hit("card-2")
    player.ready()
    player.press(player.button("Confirm"))
    eventually(player.page, lambda: "Turn 2" in player.story())
    said = [line.split()[1] for line in player.story() if line.startswith("You ")]
    assert said[-3:] == ["take", "take", "discard"]
    omar.turn()
    player.ready()
    view = Twin(**Guest(server, player.page.url.split("/")[-1], player.page.evaluate(TOKEN)).get("view")["view"])
    colour, at = covered(view)
    player.hit(f"stall-{colour}")
    player.ready()
    player.hit(f"site-{at}")
    player.page.wait_for_timeout(SETTLED)
    player.press(player.button("Other cards"))
    player.page.wait_for_timeout(SETTLED)
    player.press(player.button("Play three cards"))
    player.ready()
    assert player.prompt == "Choose the card to keep"
    player.hit("card-3")
    player.ready()
    player.press(player.button("Confirm"))
    eventually(
        player.page, lambda: any(f"build a new {NAMES[colour]} stall on {at}" in line for line in player.story())
    )
    eventually(player.page, lambda: player.page.locator(".hand .sprite[data-key^=card-]").count() == 1)


def covered(view):
    """Return a new stall with one place for its entry, on a site that a standard card reaches."""
    asked, cards = Asked(view), [kind for kind in pack(view.hand[0]) if kind < 9]
    for colour in range(6):
        pairs = sorted(asked.pairs(3, colour))
        for site, n in Counter(site for site, _ in pairs).items():
            if n == 1 and segment(site) in cards:
                return colour, label(site)
    raise AssertionError("there is none")


# ---- refusals


def test_a_site_that_would_block_a_path_names_it(person, server, same):
    match = begun(same, lambda match: True)
    corner = NAMES[[int(site) for site in match.state["stands"][0]].index(0)]
    player, omar = table_with_guest(person, server, start="variable")
    player.hit("stall-0")
    player.ready()
    player.hit("site-A2")
    player.ready()
    player.hit("site-A3")
    player.press(player.button("Build here"))
    eventually(player.page, lambda: any("You place a white stall on A2" in line for line in player.story()))
    eventually(player.page, lambda: "Omar is" in player.prompt)
    omar.choose("colour white", "site I3", "entry I4")
    player.ready()
    player.hit("stall-1")
    player.ready()
    asked = player.prompt
    player.point("site-B1")
    assert player.prompt == "B1 would block the way"
    lost = f"The {corner} customer could no longer reach the entry of your white stall on A3."
    assert detail(player) == lost
    assert player.page.locator(".over .sprite").count() == 1
    player.hit("site-B1")
    callout = player.page.locator(".callout")
    callout.wait_for()
    assert callout.locator("b").inner_text() == "B1: not here"
    assert callout.locator("small").inner_text() == "KA-A01"
    assert callout.locator("p.why").inner_text() == lost
    assert "Every customer must be able to walk to every entry" in callout.locator("p:not(.why)").inner_text()
    player.page.keyboard.press("Escape")
    assert not callout.is_visible()
    player.page.mouse.move(5, 5)
    assert player.prompt == asked
    player.hit("site-B2")
    player.page.mouse.move(5, 5)
    callout.wait_for()
    assert callout.locator("small").inner_text() == "KA-N07"
    assert callout.locator("p.why").inner_text() == "B2 touches your white stall on A2."

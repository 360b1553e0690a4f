"""What the viewer can choose, where it is chosen, and what it would do in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from souq.engine.scene import Pick, Sprite, use
from souq.engine.wording import many
from souq.games.desert_bazaar.scene.art import FACES
from souq.games.desert_bazaar.scene.board import LIFTED_LAYER, lifted, site_key, tile_key
from souq.games.desert_bazaar.scene.consequence import consequence
from souq.games.desert_bazaar.scene.desk import Desk
from souq.games.desert_bazaar.scene.dice import chance, die_key
from souq.games.desert_bazaar.scene.display import pile_key
from souq.games.desert_bazaar.scene.geometry import TALL, Plan
from souq.games.desert_bazaar.scene.hand import leaving
from souq.games.desert_bazaar.scene.words import cards_words, helpers_words, price_words, sum_words, tile_words
from souq.games.desert_bazaar.state import BOX, CHOICES, FACE_DESERT, FACE_WILD, LABELS, NAMES, SITES, SLOTS
from souq.games.desert_bazaar.story.prices import Bill
from souq.games.desert_bazaar.story.wording import product

Options = list[tuple[int, int]]
"""Choices of one group: their numbers, and their places in the group."""


def picks(desk: Desk, plan: Plan) -> tuple[Pick, ...]:
    """Every choice the viewer has, once."""
    groups: dict[str, Options] = {}
    for choice in desk.ctx.legal:
        group, index = CHOICES.group_of(choice)
        groups.setdefault(group, []).append((choice, index))
    return tuple(pick for group, options in groups.items() for pick in _MAKERS[group](desk, plan, options))


# ---- rolling


def _wild(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    return [_on_pile(c, g, NAMES[g], f"Your Wild counts as {NAMES[g]}: take the card.") for c, g in options]


def _take(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    return [_on_pile(c, g, NAMES[g], f"Take a {NAMES[g]}, then roll the dice.") for c, g in options]


def _match(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    cards = {g: f"{_worth(desk, g)} {NAMES[g]}" for _, g in options}
    return [_on_pile(c, g, cards[g], f"You take {cards[g]} and your turn ends.", final=True) for c, g in options]


def _on_pile(choice: int, good: int, label: str, hint: str, final: bool = False) -> Pick:
    """A pile, and a button, since piles are small."""
    return Pick(choice, label, (pile_key(good),), hint, final=final, button=True)


def _roll(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    hint = "Take a card of your choice, then roll the dice for more."
    return [Pick(c, "Roll", hint=hint, primary=_alone(desk)) for c, _ in options]


def _stop(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    """One button a resource; four fit a phone's width only in short."""
    worth = {g: _worth(desk, g) for _, g in options}
    stop = "" if plan is TALL and len(worth) > 2 else "Stop: "
    made = []
    for choice, g in options:
        cards = f"{worth[g]} {NAMES[g]}"
        hint = f"You take {cards} and your turn ends."
        made.append(Pick(choice, stop + cards, hint=hint, primary=_alone(desk), final=True))
    return made


def _keep(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    """On the dice, with a second click: it cannot be taken back."""
    faces = list(desk.view.dice)
    others = "the other die" if faces.count(FACE_DESERT) else "the other two"
    made = []
    for choice, face in options:
        keys = tuple(die_key(i) for i in range(len(faces)) if faces[i] == face)
        odds = f" ({chance(desk, face):.0%})" if desk.ctx.options.get("odds") else ""
        wanted = "anything but Desert" if face == FACE_WILD else f"{FACES[face]} or Wild"
        hint = f"You need {wanted} on {others}{odds}, or the dice bring nothing."
        label = f"Keep {FACES[face]}, roll {others} again"
        made.append(Pick(choice, label, keys, hint, commit="Roll again"))
    return made


def _worth(desk: Desk, good: int) -> int:
    """Cards the dice bring of a resource: all that show it, and Wilds (DB-R05, DB-R11)."""
    return min(sum(face in (good, FACE_WILD) for face in desk.view.dice), desk.view.pile[good])


# ---- building


def _tile(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    """Looking at a tile shows what it would cost where."""
    made = []
    for choice, index in options:
        tile = desk.view.display[index // SLOTS][index % SLOTS]
        bills = desk.shown[tile]
        drawn = "".join(_prices(plan, bill.spent, bill.missing > 0)[site] for site, bill in bills.items())
        preview = Sprite("prices", drawn, 0, 0, layer=LIFTED_LAYER)
        made.append(Pick(choice, tile_words(tile), (tile_key(tile),), _cheapest(bills), preview=(preview,)))
    return made


def _cheapest(bills: dict[int, Bill]) -> str:
    """The least a tile costs, and on how many sites: ``Costs as little as 2 cards``, or free."""
    least = min(bill.spent for bill in bills.values())
    best = [bill for bill in bills.values() if bill.spent == least]
    places = many(len(best), "site")
    trade = " with a trade" if all(bill.missing for bill in best) else ""
    return f"Costs as little as {price_words(least)}{trade}, on {places}." if least else f"Free on {places}."


@cache
def _prices(plan: Plan, cards: int, trade: bool) -> list[str]:
    """What a tent would cost, on every site."""
    r = plan.radius * plan.grow
    at = [plan.centre(site) for site in range(SITES)]
    return [use(f"x-price-{'t' * trade}{cards}", round(x - r, 1), round(y - r, 1), round(2 * r, 1)) for x, y in at]


def _site(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    tile, made = desk.building, []
    for choice, site in options:
        label, hint = f"{product(tile)} tent on {LABELS[site]}", consequence(desk, tile, site)
        pay = desk.bill(tile, site).pay
        spent = [need + k for need, k in zip(pay, desk.traded(pay), strict=True)]
        preview, lifts = lifted(desk, plan, tile, site), leaving(desk, spent)
        made.append(Pick(choice, label, (site_key(site),), hint, commit="Build here", preview=preview, lifts=lifts))
    return made


# ---- paying


def _pay(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    """The cheapest first."""
    made: list[Pick] = []
    for choice, paid in sorted(((c, desk.payment(c)) for c, _ in options), key=lambda option: sum(option[1])):
        helped = [flag - own for flag, own in zip(BOX.tiles[desk.building].cost, paid, strict=True)]
        hint = f"{helpers_words(helped)}." if any(helped) else "You pay for all of it yourself."
        label = f"Pay {sum_words(paid) or 'nothing'}"
        made.append(Pick(choice, label, hint=hint, primary=not made, lifts=leaving(desk, paid)))
    return _folded(made, "Pay differently", "pay")


def _trade(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    """The trade that gives what is most plentiful comes first."""
    spare = [have - need for have, need in zip(desk.view.hand[desk.player], desk.view.due, strict=True)]

    def plenty(option: tuple[int, int]) -> int:
        return sum(k * left for k, left in zip(desk.given(option[0]), spare, strict=True))

    made: list[Pick] = []
    for choice, _ in sorted(options, key=plenty, reverse=True):
        given = desk.given(choice)
        left = [max(0, have - k) for have, k in zip(spare, given, strict=True)]
        hint = f"Besides what you pay, that leaves you {cards_words(left)}."
        made.append(Pick(choice, f"Give {sum_words(given)}", hint=hint, primary=not made, lifts=leaving(desk, given)))
    return _folded(made, "Give other cards", "trade")


def _folded(made: list[Pick], more: str, group: str) -> list[Pick]:
    """The first as it is, the others behind it: a second tap in one place never pays more."""
    first, *rest = made
    if not rest:
        return made
    opening = Pick(first.choice, first.label, hint=first.hint, primary=True, lifts=first.lifts, more=more, opens=group)
    return [opening, *(Pick(p.choice, p.label, hint=p.hint, lifts=p.lifts, group=group) for p in rest)]


def _done(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    hint = "Your set fills up again, and it’s the next player’s turn."
    return [Pick(c, "End turn", hint=hint, primary=_alone(desk), final=True) for c, _ in options]


def _alone(desk: Desk) -> bool:
    """Whether there is no other choice: tents that can be built are no worse than going on."""
    return len(desk.ctx.legal) == 1


_MAKERS: dict[str, Callable[[Desk, Plan, Options], list[Pick]]] = {
    "wild": _wild,
    "roll": _roll,
    "tile": _tile,
    "take": _take,
    "stop": _stop,
    "keep": _keep,
    "match": _match,
    "site": _site,
    "pay": _pay,
    "trade": _trade,
    "done": _done,
}

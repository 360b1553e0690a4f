"""The viewer's legal choices as things to click on (picks), each with a sentence about its effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from souq.engine.present.scene import Pick
from souq.engine.present.wording import listed, many, several
from souq.engine.rules.twin import interpreted
from souq.games.desert_bazaar import state as s
from souq.games.desert_bazaar.odds import matching
from souq.games.desert_bazaar.rules import rolling
from souq.games.desert_bazaar.scene.board import site_key, tile_key
from souq.games.desert_bazaar.scene.desk import Desk, Price
from souq.games.desert_bazaar.scene.dice import chance, die_key
from souq.games.desert_bazaar.scene.geometry import TALL, Plan
from souq.games.desert_bazaar.scene.hand import leaving
from souq.games.desert_bazaar.scene.market import pile_key
from souq.games.desert_bazaar.scene.previews import consequence, lifted, prices
from souq.games.desert_bazaar.state import NAMES, Phase
from souq.games.desert_bazaar.story import wording

_worth = interpreted(rolling.worth)


def picks(desk: Desk, plan: Plan) -> tuple[Pick, ...]:
    """Return what the viewer can click on to make each of its legal choices."""
    if desk.asks(Phase.PAY):
        return _payments(desk)
    if desk.asks(Phase.TRADE):
        return _trades(desk)
    found = [(choice, *s.CHOICES.group_of(choice)) for choice in desk.ctx.legal]
    if desk.asks(Phase.SITE):
        return tuple(pick for choice, _, site in found for pick in _site(desk, plan, choice, site))
    return tuple(_MAKERS[group](desk, plan, choice, index) for choice, group, index in found)


# ---- rolling


def _wild(desk: Desk, plan: Plan, choice: int, good: int) -> Pick:
    hint = f"Your Wild counts as {NAMES[good]}: take the card."
    return _on_pile(choice, good, _take_label(plan, wording.amount(1, good), NAMES[good]), hint, final=True)


def _take(desk: Desk, plan: Plan, choice: int, good: int) -> Pick:
    return _on_pile(
        choice,
        good,
        _take_label(plan, wording.amount(1, good), NAMES[good]),
        f"Take a {NAMES[good]}, then roll the dice.",
    )


def _match(desk: Desk, plan: Plan, choice: int, good: int) -> Pick:
    cards = _brought(desk, good)
    return _on_pile(choice, good, _take_label(plan, cards, cards), f"You take {cards} and your turn ends.", final=True)


def _take_label(plan: Plan, cards: str, short: str) -> str:
    """Return the label of one of up to four buttons that take cards; on a phone it only says which."""
    return short if plan is TALL else f"Take {cards}"


def _brought(desk: Desk, good: int) -> str:
    """Return the number and name of the cards that the dice give of a resource, such as "2 Camels"."""
    return wording.amount(_worth(desk.view, good), good)


def _on_pile(choice: int, good: int, label: str, hint: str, final: bool = False) -> Pick:
    """Return a pick on a pile of cards that also has a button, because piles are small."""
    return Pick(choice, label, (pile_key(good),), hint, final=final, button=True)


def _roll(desk: Desk, plan: Plan, choice: int, index: int) -> Pick:
    hint = "Take a card of your choice, then roll the dice for more."
    return Pick(choice, "Roll", hint=hint, primary=_alone(desk))


def _stop(desk: Desk, plan: Plan, choice: int, good: int) -> Pick:
    """Return a button that takes the cards of a resource; on a phone with many such buttons its label is short."""
    stop = "" if plan is TALL and len(desk.options(s.STOP, s.RESOURCES)) > 2 else "Stop: "
    cards = _brought(desk, good)
    hint = f"You take {cards} and your turn ends."
    return Pick(choice, stop + cards, hint=hint, primary=_alone(desk), final=True)


def _keep(desk: Desk, plan: Plan, choice: int, face: int) -> Pick:
    """Return a pick that sets a die aside; it needs a second click, because it cannot be undone."""
    others = "the other die" if s.FACE_DESERT in desk.view.dice else "the other two"
    keys = tuple(die_key(i) for i, other in enumerate(desk.view.dice) if other == face)
    said = f" ({chance(desk, face):.0%})" if desk.ctx.options.get("odds") else ""
    hint = f"You need {_wanted(desk, face)}{said}, or the dice bring you nothing."
    return Pick(choice, f"Keep {wording.FACES[face]}, roll {others} again", keys, hint, commit="Roll again", final=True)


def _wanted(desk: Desk, face: int) -> str:
    """Describe what another die must show: ``a Camel or a Wild``."""
    faces = matching(desk.view.pile, face)
    if len(faces) > s.RESOURCES:
        return "anything but a Desert"
    return listed([f"a {wording.FACES[each]}" for each in faces], "or")


# ---- building


def _tile(desk: Desk, plan: Plan, choice: int, place: int) -> Pick:
    """Return a pick of a tile to build; while the pointer is on the tile, its price is displayed on every site."""
    tile = desk.view.display[place // s.SLOTS][place % s.SLOTS]
    where, key = desk.prices[tile], (tile_key(tile),)
    return Pick(choice, wording.tent(tile), key, _cheapest(where), preview=(prices(plan, where),), drag=key)


def _cheapest(where: dict[int, Price]) -> str:
    """Describe a tile's lowest price and its number of sites: ``From 2 cards, on four sites``."""
    least = min(price.cards for price in where.values())
    best = [price for price in where.values() if price.cards == least]
    places = many(len(best), "site")
    trade = " including a trade" if all(price.trade for price in best) else ""
    return f"From {several(least, 'card')}{trade}, on {places}." if least else f"Free on {places}."


def _site(desk: Desk, plan: Plan, choice: int, site: int) -> list[Pick]:
    """Return a pick that builds on a site with all that neighbours offer.

    If the player may decline some of that, a second pick lets the player choose how to pay.
    """
    made, label = desk.outcome(choice), f"{wording.product(desk.building)} tent on {s.LABELS[site]}"
    preview, lifts = lifted(desk, plan, made), leaving(desk, made.spent)
    hint, asked = consequence(desk, made), made.helpers and desk.foresee(choice).view.phase == Phase.PAY
    commit, final = "Build and end turn" if made.last else "Build here", made.last is not False
    tile = (tile_key(desk.building),)
    pick = Pick(choice, label, (site_key(site),), hint, commit, preview, lifts=lifts, final=final, drag=tile)
    if not asked:
        return [pick]
    group = f"pay-{site}"
    other = Pick(choice, "Choose what you pay", hint="You needn’t use everything your neighbours offer.", group=group)
    return [replace(pick, then=(s.PAY,), more="Pay differently", opens=group), other]


def _done(desk: Desk, plan: Plan, choice: int, index: int) -> Pick:
    hint = "Your set fills up again, and it’s the next player’s turn."
    return Pick(choice, "End turn", hint=hint, primary=_alone(desk), final=True)


def _alone(desk: Desk) -> bool:
    """Return whether there is only one legal choice; its button is then highlighted."""
    return len(desk.legal) == 1


# ---- paying


def _payments(desk: Desk) -> tuple[Pick, ...]:
    """Return a pick for each way to pay for the chosen tile, the cheapest first."""
    made = []
    outcomes = [(choice, desk.outcome(choice)) for choice in desk.ctx.legal]
    for choice, outcome in sorted(outcomes, key=lambda option: sum(option[1].paid)):
        hint = f"{wording.helpers(outcome.helpers)}." if outcome.helpers else "You pay for all of it yourself."
        made.append(Pick(choice, f"Pay {_sum(outcome.paid)}", hint=hint, lifts=leaving(desk, outcome.paid)))
    return _folded(made, "Pay differently", "pay")


def _trades(desk: Desk) -> tuple[Pick, ...]:
    """Return a pick for each trade, beginning with the cards of which the player can spare most."""
    spare = [have - need for have, need in zip(desk.view.hand[desk.player], desk.view.due, strict=True)]
    given = {choice: s.TRADES[choice - s.TRADE].tolist() for choice in desk.ctx.legal}

    def plenty(choice: int) -> int:
        return sum(k * left for k, left in zip(given[choice], spare, strict=True))

    made = []
    for choice in sorted(given, key=plenty, reverse=True):
        left = [max(0, have - k) for have, k in zip(spare, given[choice], strict=True)]
        hint = f"Once you’ve paid, that leaves you {wording.cards(left)}."
        made.append(Pick(choice, f"Give {_sum(given[choice])}", hint=hint, lifts=leaving(desk, given[choice])))
    return _folded(made, "Give other cards", "trade")


def _sum(counts: list[int]) -> str:
    """Return a number of cards of each resource as a button's label: ``2 Camels + 1 Silk``."""
    return " + ".join(wording.amounts(counts)) or "nothing"


def _folded(made: list[Pick], more: str, group: str) -> tuple[Pick, ...]:
    """Return ``made`` with only the first pick visible. The others appear after a click on a button labelled ``more``.

    A player who taps twice in the same place therefore never pays more.
    """
    first, *rest = made
    opening = replace(first, primary=True, more=more if rest else "", opens=group if rest else "")
    return opening, *(replace(pick, group=group) for pick in rest)


_MAKERS: dict[str, Callable[[Desk, Plan, int, int], Pick]] = {
    "wild": _wild,
    "roll": _roll,
    "tile": _tile,
    "take": _take,
    "stop": _stop,
    "keep": _keep,
    "match": _match,
    "done": _done,
}

"""What the viewer can choose, where it is chosen, and what it would do in a sentence."""

from __future__ import annotations

from collections.abc import Callable

from souq.engine.scene import Pick
from souq.engine.twin import interpreted
from souq.engine.wording import many, several
from souq.games.desert_bazaar import state as s
from souq.games.desert_bazaar.rules import rolling
from souq.games.desert_bazaar.scene.board import site_key, tile_key
from souq.games.desert_bazaar.scene.desk import Desk, Price
from souq.games.desert_bazaar.scene.dice import chance, die_key
from souq.games.desert_bazaar.scene.geometry import TALL, Plan
from souq.games.desert_bazaar.scene.hand import leaving
from souq.games.desert_bazaar.scene.market import pile_key
from souq.games.desert_bazaar.scene.previews import consequence, lifted, prices
from souq.games.desert_bazaar.state import NAMES
from souq.games.desert_bazaar.story import wording

_worth = interpreted(rolling.worth)

Options = list[tuple[int, int]]
"""Choices of one group: their numbers, and their places in the group."""


def picks(desk: Desk, plan: Plan) -> tuple[Pick, ...]:
    """Every choice the viewer has, once."""
    groups: dict[str, Options] = {}
    for choice in desk.ctx.legal:
        group, index = s.CHOICES.group_of(choice)
        groups.setdefault(group, []).append((choice, index))
    return tuple(pick for group, options in groups.items() for pick in _MAKERS[group](desk, plan, options))


# ---- rolling


def _wild(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    return [_on_pile(c, g, NAMES[g], f"Your Wild counts as {NAMES[g]}: take the card.") for c, g in options]


def _take(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    return [_on_pile(c, g, NAMES[g], f"Take a {NAMES[g]}, then roll the dice.") for c, g in options]


def _match(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    cards = {g: f"{_worth(desk.view, g)} {NAMES[g]}" for _, g in options}
    return [_on_pile(c, g, cards[g], f"You take {cards[g]} and your turn ends.", final=True) for c, g in options]


def _on_pile(choice: int, good: int, label: str, hint: str, final: bool = False) -> Pick:
    """A pile, and a button, since piles are small."""
    return Pick(choice, label, (pile_key(good),), hint, final=final, button=True)


def _roll(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    hint = "Take a card of your choice, then roll the dice for more."
    return [Pick(c, "Roll", hint=hint, primary=_alone(desk)) for c, _ in options]


def _stop(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    """One button a resource; four fit a phone's width only in short."""
    worth = {g: _worth(desk.view, g) for _, g in options}
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
    others = "the other die" if faces.count(s.FACE_DESERT) else "the other two"
    made = []
    for choice, face in options:
        keys = tuple(die_key(i) for i in range(len(faces)) if faces[i] == face)
        odds = f" ({chance(desk, face):.0%})" if desk.ctx.options.get("odds") else ""
        wanted = "anything but Desert" if face == s.FACE_WILD else f"{wording.FACES[face]} or Wild"
        hint = f"You need {wanted} on {others}{odds}, or the dice bring nothing."
        label = f"Keep {wording.FACES[face]}, roll {others} again"
        made.append(Pick(choice, label, keys, hint, commit="Roll again"))
    return made


# ---- building


def _tile(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    """Looking at a tile shows what it would cost where."""
    made = []
    for choice, index in options:
        tile = desk.view.display[index // s.SLOTS][index % s.SLOTS]
        where = desk.shown[tile]
        made.append(
            Pick(choice, wording.tent(tile), (tile_key(tile),), _cheapest(where), preview=(prices(plan, where),))
        )
    return made


def _cheapest(where: dict[int, Price]) -> str:
    """The least a tile costs, and on how many sites: ``Costs as little as 2 cards``, or free."""
    least = min(price.cards for price in where.values())
    best = [price for price in where.values() if price.cards == least]
    places = many(len(best), "site")
    trade = " with a trade" if all(price.trade for price in best) else ""
    return f"Costs as little as {several(least, 'card')}{trade}, on {places}." if least else f"Free on {places}."


def _site(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    made = []
    for choice, site in options:
        outcome = desk.outcome(choice)
        label, hint = f"{wording.product(desk.building)} tent on {s.LABELS[site]}", consequence(desk, outcome)
        preview, lifts = lifted(desk, plan, outcome), leaving(desk, outcome.spent)
        made.append(Pick(choice, label, (site_key(site),), hint, commit="Build here", preview=preview, lifts=lifts))
    return made


# ---- paying


def _pay(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    """The cheapest first."""
    made: list[Pick] = []
    outcomes = [(choice, desk.outcome(choice)) for choice, _ in options]
    for choice, outcome in sorted(outcomes, key=lambda option: sum(option[1].paid)):
        hint = f"{wording.helpers(outcome.helpers)}." if outcome.helpers else "You pay for all of it yourself."
        lifts = leaving(desk, outcome.paid)
        made.append(Pick(choice, f"Pay {_sum(outcome.paid)}", hint=hint, primary=not made, lifts=lifts))
    return _folded(made, "Pay differently", "pay")


def _trade(desk: Desk, plan: Plan, options: Options) -> list[Pick]:
    """The trade that gives what is most plentiful comes first."""
    spare = [have - need for have, need in zip(desk.view.hand[desk.player], desk.view.due, strict=True)]
    given = {choice: s.TRADES[index].tolist() for choice, index in options}

    def plenty(choice: int) -> int:
        return sum(k * left for k, left in zip(given[choice], spare, strict=True))

    made: list[Pick] = []
    for choice in sorted(given, key=plenty, reverse=True):
        left = [max(0, have - k) for have, k in zip(spare, given[choice], strict=True)]
        hint = f"Besides what you pay, that leaves you {wording.cards(left)}."
        lifts = leaving(desk, given[choice])
        made.append(Pick(choice, f"Give {_sum(given[choice])}", hint=hint, primary=not made, lifts=lifts))
    return _folded(made, "Give other cards", "trade")


def _sum(counts: list[int]) -> str:
    """Cards on a button: ``2 Camel + 1 Silk``."""
    return " + ".join(f"{n} {name}" for n, name in zip(counts, NAMES, strict=True) if n) or "nothing"


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

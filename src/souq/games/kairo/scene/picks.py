"""The viewer's picks: legal choices, each with the sprites to click and a sentence on its effect.

At the start of a turn one click is enough for customers, own stands, stalls in the hand, things to draw, and each card
in the hand with the sites it reaches. The click also makes the forced choices after it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from souq.engine.present.scene import Pick, Sprite
from souq.engine.present.wording import counted, listed, opened, several, some
from souq.games.kairo import state as k
from souq.games.kairo.scene import builds
from souq.games.kairo.scene.ahead import Build
from souq.games.kairo.scene.art import card_name, figure
from souq.games.kairo.scene.board import LIFTED_LAYER, WAYS_LAYER, customer_key, site_key
from souq.games.kairo.scene.desk import Desk, Goal
from souq.games.kairo.scene.geometry import Plan, centre
from souq.games.kairo.scene.market import barkers_left
from souq.games.kairo.scene.tooltips import card_hint, customer_hint, segments
from souq.games.kairo.scene.walks import pill_key, strolls, track, walker
from souq.games.kairo.state import LABELS, NAMES, Phase

_BUTTONS = (
    (k.NEW, "New stall"),
    (k.EXPAND, "Expand"),
    (k.LURE, "Lure"),
    (k.DRAW, "Draw 2 cards"),
    (k.MOVE, "Move"),
    (k.QUIT, "Stop building"),
)
_SHORT = {k.DRAW: "Draw 2", k.QUIT: "Stop"}
_KIND_HINTS = {
    k.NEW: "Place a stall in a colour you don’t have on the square yet.",
    k.EXPAND: "Make a stall bigger: you pay its new size, and score the same.",
    k.MOVE: "Move a stall that can’t grow.",
    k.LURE: "Send a customer to a stall of its colour and earn money.",
    k.DRAW: "Take cards from the display or the deck, or barkers.",
    k.QUIT: "You stop building for good. Medals and money still count at the end.",
}
_MOST = 4
"""Maximum number of buttons next to the prompt."""


def picks(desk: Desk, plan: Plan, could: dict[int, dict[int, list[Build]]]) -> tuple[Pick, ...]:
    """Return all picks of the viewer; none if the viewer has no decision to make.

    ``could`` is the result of :func:`builds.carded`: the buildings each card can pay for, by card and then by site.
    """
    if not desk.mine:
        return ()
    if desk.phase == Phase.ACT:
        return tuple(_act(desk, plan, could))
    return tuple(_MAKERS[Phase(desk.phase)](desk, plan))


# ---- the start of a turn


def _act(desk: Desk, plan: Plan, could: dict[int, dict[int, list[Build]]]) -> list[Pick]:
    made = _kinds(desk, plan)
    if k.LURE in desk.legal:
        made += [_lured(desk, plan, customer, (k.LURE,)) for customer in desk.lured]
    made += builds.grown(desk, plan) + builds.new_stalls(desk) + _taken(desk, (k.DRAW,))
    for card, sites in could.items():
        made += builds.with_card(desk, plan, card, sites)
    return made


def _kinds(desk: Desk, plan: Plan) -> list[Pick]:
    """Return a button for each legal kind of action.

    If space is short, moves have no button, because the stalls that can move are highlighted.
    """
    words = {kind: _SHORT.get(kind, said) if plan.tall else said for kind, said in _BUTTONS}
    shown = [kind for kind in words if kind in desk.legal][:_MOST]
    return [Pick(kind, words[kind], hint=_KIND_HINTS[kind]) for kind in shown]


# ---- luring


def _customers(desk: Desk, plan: Plan) -> list[Pick]:
    return [_lured(desk, plan, customer) for customer in desk.lured]


def _lured(desk: Desk, plan: Plan, customer: int, before: tuple[int, ...] = ()) -> Pick:
    """Return the pick that lures a customer. If the customer has only one destination, it chooses that as well."""
    barkers, name = desk.view.barkers[desk.player], f"Lure the {NAMES[customer]} customer"
    goals = [goal for goal in desk.goals(customer) if goal.barkers <= barkers]
    choices, key = (*before, k.CUSTOMER + customer), (customer_key(customer),)
    if len(goals) > 1:
        hint, shown = customer_hint(desk, customer), strolls(desk, plan, customer)
        return Pick(choices[0], name, key, hint, preview=shown, then=choices[1:], drag=key)
    return Pick(
        choices[0],
        name,
        key,
        _walk_hint(desk, customer, goals[0]),
        commit=f"Lure {NAMES[customer]}",
        preview=strolls(desk, plan, customer),
        final=True,
        then=(*choices[1:], k.GOAL + goals[0].stand.entry),
        drag=key,
        onto=(goals[0].stand.door, goals[0].stand.key),
    )


def _goals(desk: Desk, plan: Plan) -> list[Pick]:
    """Return picks for the customer's destinations, made by a click on the site, the stall or the path's label."""
    customer = desk.view.customer
    made, who = [], (customer_key(customer),)
    for goal in desk.goals(customer):
        entry, stand = goal.stand.entry, goal.stand
        if k.GOAL + entry in desk.legal:
            on = (site_key(entry), stand.door, stand.key, pill_key(entry))
            label = f"Lure {NAMES[customer]} to {desk.whose(stand.owner)} stall on {LABELS[stand.stall]}"
            shown = (_walk(desk, customer, entry), walker(desk, customer), *_arriving(desk, goal))
            hint = _walk_hint(desk, customer, goal)
            made.append(Pick(k.GOAL + entry, label, on, hint, commit="Lure", preview=shown, final=True, drag=who))
    return made


def _walk(desk: Desk, customer: int, entry: int) -> Sprite:
    return Sprite("way", track(desk.way(customer, entry), 0), 0, 0, layer=WAYS_LAYER)


def _arriving(desk: Desk, goal: Goal) -> tuple[Sprite, ...]:
    """Return a dimmed picture of the customer who would come onto the board, on the entry where that happens."""
    if desk.outside < 0:
        return ()
    x, y = centre(goal.stand.entry)
    return (Sprite("arriving", figure(desk.outside), x, y, layer=LIFTED_LAYER, classes="dim"),)


def _walk_hint(desk: Desk, customer: int, goal: Goal) -> str:
    """Describe a walk: steps, barkers, earnings, and the customer who comes in."""
    stand = goal.stand
    earned = [f"{desk.called(seat)} {'earn' if seat == desk.seat else 'earns'} {money}" for seat, money in goal.earned]
    price = f" with {some(goal.barkers, 'barker')}" if goal.barkers else ""
    who = opened(NAMES[customer]) if desk.terse else f"The {NAMES[customer]} customer"
    said = f"{who} walks {several(goal.steps, 'step')} to {desk.whose(stand.owner)} stall{price}: {listed(earned)}."
    return said if desk.outside < 0 else f"{said} {opened(NAMES[desk.outside])} comes in from the gate."


# ---- drawing


def _takes(desk: Desk, plan: Plan) -> list[Pick]:
    return _taken(desk)


def _taken(desk: Desk, before: tuple[int, ...] = ()) -> list[Pick]:
    """Return picks for taking a displayed card, the draw pile's top card or a barker.

    ``before`` are choices that each pick makes first.
    """
    if before and k.DRAW not in desk.legal:
        return []
    button, made, shown = not before, list[Pick](), desk.view.display
    for card in sorted({card for card in shown if card >= 0}):
        on = tuple(f"display-{slot}" for slot, lies in enumerate(shown) if lies == card)
        made.append(Pick(k.TAKE + card, f"Take {card_name(card)}", on, card_hint(card), preview=segments(card)))
    if not desk.asks(Phase.TAKE) or k.DECK in desk.legal:
        hint, commit = "The top card of the deck. You can’t undo this.", "Draw a card" if before else ""
        made.append(Pick(k.DECK, "Draw a card", ("deck",), hint, commit=commit, button=button))
    left = barkers_left(desk)
    if k.BARKER in desk.legal or (before and left):
        hint = f"A barker lets a customer pass one nearer entry. {left} left."
        made.append(Pick(k.BARKER, "Take a barker", ("barkers",), hint, button=button))
    return [replace(pick, choice=before[0], then=(*before[1:], pick.choice)) for pick in made] if before else made


def _discards(desk: Desk, plan: Plan) -> list[Pick]:
    made = []
    for card in desk.options(k.DISCARD, k.CARDS):
        hint = f"You may keep {counted(k.BOX.turn['hand'])} cards."
        on = builds.cards_of(desk, card)
        made.append(Pick(k.DISCARD + card, f"Discard {card_name(card)}", on, hint, preview=segments(card)))
    return made


_MAKERS: dict[Phase, Callable[[Desk, Plan], list[Pick]]] = {
    Phase.COLOUR: builds.colours,
    Phase.SITE: builds.sites,
    Phase.ENTRY: builds.entries,
    Phase.WAY: builds.cards_to_play,
    Phase.KEEP: builds.cards_to_keep,
    Phase.FEE: builds.fees,
    Phase.PAY: builds.payments,
    Phase.CUSTOMER: _customers,
    Phase.GOAL: _goals,
    Phase.TAKE: _takes,
    Phase.DISCARD: _discards,
}

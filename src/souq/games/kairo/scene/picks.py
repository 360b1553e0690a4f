"""What the viewer can choose, where it is chosen, and what it would do in a sentence.

At the start of a turn everything is in reach at once: customers, own stands, stalls in the hand, what can be drawn,
and each card in the hand with the sites it reaches. What leaves nothing to choose is part of the click before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from souq.engine.scene import OPENS, Pick, Sprite
from souq.engine.wording import counted, listed, opened, several, some
from souq.games.kairo.scene import builds
from souq.games.kairo.scene.board import marked, pill_key, reachable, site_key
from souq.games.kairo.scene.cards import barkers_left, card_name, stack
from souq.games.kairo.scene.desk import Desk, Goal
from souq.games.kairo.scene.geometry import Plan, centre
from souq.games.kairo.scene.hand import card_key, purse_key, stall_key
from souq.games.kairo.scene.payments import payments
from souq.games.kairo.scene.people import customer_key, figure
from souq.games.kairo.scene.stands import LIFTED_LAYER, WAYS_LAYER
from souq.games.kairo.scene.tooltips import card_hint, customer_hint, segments, strolls, walker
from souq.games.kairo.scene.walks import track
from souq.games.kairo.state import (
    BARKER,
    BOX,
    CARDS,
    COLOUR,
    CUSTOMER,
    DECK,
    DISCARD,
    DRAW,
    ENTRY,
    EXPAND,
    FEE,
    GOAL,
    KEEP,
    LABELS,
    LURE,
    MOVE,
    NAMES,
    NEW,
    QUIT,
    SITE,
    TAKE,
    THREE,
    WAY,
    Act,
    Phase,
)

_BUTTONS = (
    (NEW, "New stall"),
    (EXPAND, "Expand"),
    (LURE, "Lure"),
    (DRAW, "Draw 2 cards"),
    (MOVE, "Move"),
    (QUIT, "Quit"),
)
_SHORT = {DRAW: "Draw 2"}
_KIND_HINTS = {
    NEW: "Place a stall in a colour you don’t have on the square yet.",
    EXPAND: "Make a stall bigger: you pay its new size, and score the same.",
    MOVE: "Move a stall that can’t grow.",
    LURE: "Send a customer to a stall of its colour and earn money.",
    DRAW: "Take cards from the display or the deck, or barkers.",
    QUIT: "You stop building. Medals and money still count at the end.",
}
_MOST = 4
"""Buttons that fit beside the prompt."""


def picks(desk: Desk, plan: Plan, could: dict[int, dict[int, list[builds.Build]]]) -> tuple[Pick, ...]:
    """Everything the viewer can choose; ``could`` is what each card in the hand can build (see :func:`carded`)."""
    if not desk.mine:
        return ()
    if desk.phase == Phase.ACT:
        return tuple(_act(desk, plan, could))
    return tuple(_MAKERS[Phase(desk.phase)](desk, plan))


# ---- the start of a turn


def _act(desk: Desk, plan: Plan, could: dict[int, dict[int, list[builds.Build]]]) -> list[Pick]:
    made = _kinds(desk, plan)
    if LURE in desk.legal:
        made += [_lured(desk, plan, customer, (LURE,)) for customer in desk.lured]
    made += _grown(desk, plan) + _new(desk) + _taken(desk, (DRAW,))
    for card, sites in could.items():
        made += _card(desk, plan, card, sites)
    return made


def _kinds(desk: Desk, plan: Plan) -> list[Pick]:
    """A button for each kind of action; a move, which is rare, only where there is room: the stall itself is lit."""
    words = {kind: _SHORT.get(kind, said) if plan.tall else said for kind, said in _BUTTONS}
    shown = [kind for kind in words if kind in desk.legal][:_MOST]
    return [Pick(kind, words[kind], hint=_KIND_HINTS[kind]) for kind in shown]


def _grown(desk: Desk, plan: Plan) -> list[Pick]:
    """Own stands that can grow, and blocked stalls that can move."""
    return [
        _on_stand(desk, plan, act, kind, colour)
        for act, kind in ((Act.EXPAND, EXPAND), (Act.MOVE, MOVE))
        for colour in desk.ahead.colours(act)
    ]


def _on_stand(desk: Desk, plan: Plan, act: Act, kind: int, colour: int) -> Pick:
    stand, then = desk.at[desk.seat, colour], (COLOUR + colour,)
    sites = desk.ahead.sites(act, colour)
    if len(sites) == 1:
        made = builds.build(desk, act, colour, sites[0])
        return builds.site_pick(desk, plan, made, (kind, *then), on=(stand.key,), more=False)[0]
    if act == Act.MOVE:
        return Pick(kind, f"Move the {NAMES[colour]} stall", (stand.key,), "It’s blocked, so it may move.", then=then)
    hint = f"{builds.growth_words(desk, colour)} {several(len(sites), 'site')} to choose from."
    return Pick(kind, f"Expand the {NAMES[colour]} stall", (stand.key,), hint, then=then)


def _new(desk: Desk) -> list[Pick]:
    """Own stalls in the hand."""
    made = []
    for colour in desk.ahead.colours(Act.NEW):
        places = several(len(desk.ahead.sites(Act.NEW, colour)), "site")
        hint = f"A new {NAMES[colour]} stall costs no money. Your cards reach {places} for it."
        made.append(Pick(NEW, f"New {NAMES[colour]} stall", (stall_key(colour),), hint, then=(COLOUR + colour,)))
    return made


# ---- cards in the hand at the start of a turn


def carded(desk: Desk) -> dict[int, dict[int, list[builds.Build]]]:
    """What each card in the hand can build at the start of a turn, by site."""
    if not desk.asks(Phase.ACT):
        return {}
    kinds = sorted(set(stack(desk.view.hand[desk.seat])))
    return {card: found for card in kinds if (found := builds.reached(desk, card))}


def _card(desk: Desk, plan: Plan, card: int, sites: dict[int, list[builds.Build]]) -> list[Pick]:
    """A card opens the sites it reaches; a site where several things fit opens them."""
    group = f"card-{card}"
    grown = sum(any(made.act == Act.EXPAND for made in found) for found in sites.values())
    fresh = sum(any(made.act != Act.EXPAND for made in found) for found in sites.values())
    parts = [several(grown, "site") + " to expand onto"] * bool(grown)
    parts += [several(fresh, "site") + " for stalls"] * bool(fresh)
    hint, shown = f"Reaches {listed(parts)}.", (*segments(card), *reachable(sites))
    made = [Pick(OPENS, f"Build with {card_name(card)}", _cards_of(desk, card), hint, opens=group, preview=shown)]
    for site, found in sites.items():
        if len(found) == 1:
            made += builds.site_pick(desk, plan, found[0], builds.before(found[0]), group)
        else:
            made += _several(desk, plan, site, found, group)
    return made


def _several(desk: Desk, plan: Plan, site: int, found: list[builds.Build], group: str) -> list[Pick]:
    inner, key = f"{group}-{LABELS[site]}", (site_key(site),)
    names = listed([NAMES[made.colour] for made in found], "or")
    hint, here = f"You could build {names} here.", marked(site)
    made = [Pick(OPENS, f"Build on {LABELS[site]}", key, hint, group=group, opens=inner, preview=here)]
    for each in found:
        made += builds.site_pick(desk, plan, each, builds.before(each), inner, on=())
    return made


def _cards_of(desk: Desk, card: int) -> tuple[str, ...]:
    """Keys of the viewer's cards of a kind."""
    return tuple(card_key(i) for i, held in enumerate(stack(desk.view.hand[desk.seat])) if held == card)


# ---- luring


def _customers(desk: Desk, plan: Plan) -> list[Pick]:
    return [_lured(desk, plan, customer) for customer in desk.lured]


def _lured(desk: Desk, plan: Plan, customer: int, before: tuple[int, ...] = ()) -> Pick:
    """A customer; with only one place to go the walk is part of it."""
    barkers = desk.view.barkers[desk.player]
    goals, name = (
        [goal for goal in desk.goals(customer) if goal.barkers <= barkers],
        f"Lure the {NAMES[customer]} customer",
    )
    choices = (*before, CUSTOMER + customer)
    if len(goals) > 1:
        hint, shown = customer_hint(desk, customer), strolls(desk, plan, customer)
        return Pick(choices[0], name, (customer_key(customer),), hint, preview=shown, then=choices[1:])
    return Pick(
        choices[0],
        name,
        (customer_key(customer),),
        _walk_hint(desk, customer, goals[0]),
        commit=f"Lure {NAMES[customer]}",
        preview=strolls(desk, plan, customer),
        final=True,
        then=(*choices[1:], GOAL + goals[0].stand.entry),
    )


def _goals(desk: Desk, plan: Plan) -> list[Pick]:
    """The entries the customer in hand can be lured to: the site, the stall, or what is written beside it."""
    customer = desk.view.customer
    made = []
    for goal in desk.goals(customer):
        entry, stand = goal.stand.entry, goal.stand
        if GOAL + entry in desk.legal:
            on = (site_key(entry), stand.door, stand.key, pill_key(entry))
            label = opened(f"{desk.whose(stand.owner)} stall on {LABELS[stand.stall]}")
            shown = (_walk(desk, customer, entry), walker(desk, customer), *_arriving(desk, goal))
            hint = _walk_hint(desk, customer, goal)
            made.append(Pick(GOAL + entry, label, on, hint, commit="Lure", preview=shown, final=True))
    return made


def _walk(desk: Desk, customer: int, entry: int) -> Sprite:
    return Sprite("way", track(desk.way(customer, entry), 0), 0, 0, layer=WAYS_LAYER)


def _arriving(desk: Desk, goal: Goal) -> tuple[Sprite, ...]:
    """Who comes from the gate onto the entry."""
    if desk.outside < 0:
        return ()
    x, y = centre(goal.stand.entry)
    return (Sprite("arriving", figure(desk.outside), x, y, layer=LIFTED_LAYER, classes="dim"),)


def _walk_hint(desk: Desk, customer: int, goal: Goal) -> str:
    """How far, for how many barkers, who earns what, and who comes instead."""
    stand = goal.stand
    earned = [f"{desk.called(seat)} {'earn' if seat == desk.seat else 'earns'} {money}" for seat, money in goal.earned]
    price = f" with {some(goal.barkers, 'barker')}" if goal.barkers else ""
    who = opened(NAMES[customer]) if desk.terse else f"The {NAMES[customer]} customer"
    said = f"{who} walks {several(goal.steps, 'step')} to {desk.whose(stand.owner)} stall{price}: {listed(earned)}."
    return said if desk.outside < 0 else f"{said} {opened(NAMES[desk.outside])} comes in from the gate."


# ---- building


def _colours(desk: Desk, plan: Plan) -> list[Pick]:
    """A stall in the hand, or a stand on the board."""
    made = []
    for colour in desk.options(COLOUR, len(NAMES)):
        if desk.act in (Act.EXPAND, Act.MOVE):
            pick = _on_stand(desk, plan, Act(desk.act), EXPAND, colour)
            made.append(_without_first(pick))
        else:
            hint = f"Your {NAMES[colour]} stall goes on the square."
            name = opened(NAMES[colour])
            made.append(Pick(COLOUR + colour, name, (stall_key(colour),), hint, button=True, tone=colour + 1))
    return made


def _without_first(pick: Pick) -> Pick:
    """A pick whose first choice has been made already."""
    return replace(pick, choice=pick.then[0], then=pick.then[1:])


def _sites(desk: Desk, plan: Plan) -> list[Pick]:
    made = []
    for choice in desk.ctx.legal:
        made += builds.site_pick(desk, plan, builds.build(desk, desk.act, desk.view.colour, choice - SITE))
    return made


def _entries(desk: Desk, plan: Plan) -> list[Pick]:
    return [pick for choice in desk.ctx.legal for pick in builds.entry_pick(desk, plan, choice - ENTRY)]


def _ways(desk: Desk, plan: Plan) -> list[Pick]:
    """Cards that reach the site, and any three."""
    act, colour = desk.act, desk.view.colour
    made = []
    for way in desk.options(WAY, CARDS + 1):
        (choice, *then), complete = desk.ahead.played(act, colour, way, desk.view.site, desk.view.door)
        label = "Three cards" if way == THREE else card_name(way)
        hint = f"Costs {builds.price_words(desk, act, colour, way)}."
        on = () if way == THREE else _cards_of(desk, way)
        made.append(
            Pick(
                choice,
                label,
                on,
                hint,
                commit="Play it" if complete else "",
                button=True,
                lifts=builds.leaving(desk, way),
                then=tuple(then),
                final=complete,
            )
        )
    return made


def _kept(desk: Desk, plan: Plan) -> list[Pick]:
    """The card that is kept while three are played."""
    cards = stack(desk.view.hand[desk.seat])
    made = []
    for card in desk.options(KEEP, CARDS):
        on = _cards_of(desk, card)
        lifts = tuple(card_key(i) for i in range(len(cards)) if i != cards.index(card))
        hint = f"You play the other {counted(len(cards) - 1)}."
        made.append(Pick(KEEP + card, f"Keep {card_name(card)}", on, hint, lifts=lifts))
    return made


def _fees(desk: Desk, plan: Plan) -> list[Pick]:
    """The colour of the joker's money: the most plentiful first."""
    money = desk.view.money[desk.seat]
    made: list[Pick] = []
    for colour in sorted(desk.options(FEE, len(NAMES)), key=lambda colour: -money[colour]):
        hint = f"You have {money[colour]} {NAMES[colour]}."
        made.append(Pick(FEE + colour, f"1 {NAMES[colour]}", (purse_key(colour),), hint, button=True))
    return made


# ---- drawing


def _takes(desk: Desk, plan: Plan) -> list[Pick]:
    return _taken(desk)


def _taken(desk: Desk, before: tuple[int, ...] = ()) -> list[Pick]:
    """What can be taken: cards on display, the top of the draw pile, a barker."""
    if before and DRAW not in desk.legal:
        return []
    button, made = not before, []
    shown = list(desk.view.display)
    for card in sorted({card for card in shown if card >= 0}):
        on = tuple(f"display-{slot}" for slot in range(len(shown)) if shown[slot] == card)
        made.append(_take(TAKE + card, before, f"Take {card_name(card)}", on, card_hint(card), preview=segments(card)))
    again = "You can’t undo this."
    commit = "Draw a card" if before else ""
    if not desk.asks(Phase.TAKE) or DECK in desk.legal:
        made.append(_take(DECK, before, "Draw a card", ("deck",), f"The top card of the deck. {again}", commit, button))
    left = barkers_left(desk)
    if BARKER in desk.legal or (before and left):
        hint = f"A barker lets a customer pass one nearer entry. {left} left."
        made.append(_take(BARKER, before, "Take a barker", ("barkers",), hint, "", button))
    return made


def _take(
    choice: int,
    before: tuple[int, ...],
    label: str,
    on: tuple[str, ...],
    hint: str,
    commit: str = "",
    button: bool = False,
    preview: tuple[Sprite, ...] = (),
) -> Pick:
    first, *then = (*before, choice)
    return Pick(first, label, on, hint, commit=commit, button=button, preview=preview, then=tuple(then))


def _discards(desk: Desk, plan: Plan) -> list[Pick]:
    made = []
    for card in desk.options(DISCARD, CARDS):
        hint = f"You may keep {counted(BOX.turn['hand'])} cards."
        on = _cards_of(desk, card)
        made.append(Pick(DISCARD + card, f"Discard {card_name(card)}", on, hint, preview=segments(card)))
    return made


_MAKERS: dict[Phase, Callable[[Desk, Plan], list[Pick]]] = {
    Phase.COLOUR: _colours,
    Phase.SITE: _sites,
    Phase.ENTRY: _entries,
    Phase.WAY: _ways,
    Phase.KEEP: _kept,
    Phase.FEE: _fees,
    Phase.PAY: payments,
    Phase.CUSTOMER: _customers,
    Phase.GOAL: _goals,
    Phase.TAKE: _takes,
    Phase.DISCARD: _discards,
}

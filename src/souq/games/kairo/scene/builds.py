"""Picks (choices offered on screen) that place, expand or move a stall, each with the choices that it forces."""

from __future__ import annotations

from dataclasses import replace

from souq.engine.present.scene import OPENS, Pick
from souq.engine.present.wording import counted, listed, many, opened, several
from souq.games.kairo import state as k
from souq.games.kairo.scene.ahead import KINDS, Build
from souq.games.kairo.scene.art import card_name
from souq.games.kairo.scene.board import marked, raised, reachable, site_key
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.geometry import Plan
from souq.games.kairo.scene.hand import card_key, purse_key, stall_key
from souq.games.kairo.scene.previews import detours, growth_words, hint, label, moved, preview, price_words
from souq.games.kairo.scene.tooltips import segments
from souq.games.kairo.state import LABELS, NAMES, Act, Event, Phase

_GROUP = "pay"


# ---- at the start of a turn


def grown(desk: Desk, plan: Plan) -> list[Pick]:
    """Return picks for the viewer's stands that can grow, and for blocked stalls that can move."""
    return [_on_stand(desk, plan, act, colour) for act in (Act.EXPAND, Act.MOVE) for colour in desk.ahead.colours(act)]


def _on_stand(desk: Desk, plan: Plan, act: Act, colour: int) -> Pick:
    stand, kind, then = desk.at[desk.seat, colour], KINDS[act], (k.COLOUR + colour,)
    sites = desk.ahead.sites(act, colour)
    if len(sites) == 1:
        made = desk.ahead.build(act, colour, sites[0])
        return site_pick(desk, plan, made, (kind, *then), on=(stand.key,), more=False)[0]
    verb, hint, key = "Move", "It’s blocked, so it may move.", (stand.key,)
    if act == Act.EXPAND:
        verb, hint = "Expand", f"{growth_words(desk, colour)} {opened(many(len(sites), 'site'))} to choose from."
    return Pick(kind, f"{verb} the {NAMES[colour]} stall", key, hint, then=then, drag=key)


def new_stalls(desk: Desk) -> list[Pick]:
    """Return picks that place a new stall, one for each colour in which the player can do so."""
    made = []
    for colour in desk.ahead.colours(Act.NEW):
        places = several(len(desk.ahead.sites(Act.NEW, colour)), "site")
        hint, key = f"A new {NAMES[colour]} stall costs no money. Your cards allow {places}.", (stall_key(colour),)
        made.append(Pick(k.NEW, f"New {NAMES[colour]} stall", key, hint, then=(k.COLOUR + colour,), drag=key))
    return made


# ---- with a card in the hand


def carded(desk: Desk) -> dict[int, dict[int, list[Build]]]:
    """Return the buildings that each card in the hand can pay for at the start of a turn, by card and then by site."""
    if not desk.asks(Phase.ACT):
        return {}
    return {card: found for card in dict.fromkeys(desk.hand) if (found := desk.ahead.reached(card))}


def with_card(desk: Desk, plan: Plan, card: int, sites: dict[int, list[Build]]) -> list[Pick]:
    """Return a pick of a card, which lights the sites that the card reaches, and the picks of these sites.

    If several Builds are possible on a site, its pick opens a choice between them.
    """
    group = f"card-{card}"
    grown = sum(any(made.act == Act.EXPAND for made in found) for found in sites.values())
    fresh = sum(any(made.act != Act.EXPAND for made in found) for found in sites.values())
    parts = [f"expand onto {several(grown, 'site')}"] * bool(grown)
    parts += [f"place a stall on {several(fresh, 'site')}"] * bool(fresh)
    hint, shown = f"You could {listed(parts, 'or')}.", (*segments(card), *reachable(sites))
    cards, made = cards_of(desk, card), list[Pick]()
    opener = Pick(OPENS, f"Build with {card_name(card)}", cards, hint, opens=group, preview=shown)
    for site, found in sites.items():
        if len(found) == 1:
            made += site_pick(desk, plan, found[0], before(found[0]), group)
        else:
            made += _several(desk, plan, site, found, group)
    return [opener, *(replace(pick, drag=cards) if pick.on else pick for pick in made)]


def _several(desk: Desk, plan: Plan, site: int, found: list[Build], group: str) -> list[Pick]:
    inner, key = f"{group}-{LABELS[site]}", (site_key(site),)
    names = listed([NAMES[made.colour] for made in found], "or")
    hint, here = f"You could build {names} here.", marked(site)
    made = [Pick(OPENS, f"Build on {LABELS[site]}", key, hint, group=group, opens=inner, preview=here)]
    for each in found:
        made += site_pick(desk, plan, each, before(each), inner, on=())
    return made


def cards_of(desk: Desk, card: int) -> tuple[str, ...]:
    """Return the sprite keys of the viewer's cards of a kind."""
    return tuple(card_key(i) for i, held in enumerate(desk.hand) if held == card)


def before(made: Build) -> tuple[int, ...]:
    """Return the choices that lead from the start of a turn to the choice of the site."""
    return KINDS[Act(made.act)], k.COLOUR + made.colour


# ---- colour, site and entry


def colours(desk: Desk, plan: Plan) -> list[Pick]:
    """Return a pick for each legal colour: on a stall in the hand or on a stand of the viewer."""
    made = []
    for colour in desk.options(k.COLOUR, len(NAMES)):
        if desk.act in (Act.EXPAND, Act.MOVE):
            pick = _on_stand(desk, plan, Act(desk.act), colour)
            made.append(replace(pick, choice=pick.then[0], then=pick.then[1:]))  # the kind of Build is chosen already
        else:
            hint, key = f"Your {NAMES[colour]} stall goes on the square.", (stall_key(colour),)
            name, tone = f"{opened(NAMES[colour])} stall", colour + 1
            made.append(Pick(k.COLOUR + colour, name, key, hint, button=True, tone=tone, drag=key))
    return made


def sites(desk: Desk, plan: Plan) -> list[Pick]:
    """Return picks for the sites of a stall or an expansion, with the forced choices after each."""
    made = []
    for choice in desk.ctx.legal:
        first, *others = site_pick(desk, plan, desk.ahead.build(desk.act, desk.view.colour, choice - k.SITE))
        made += [replace(first, drag=_piece(desk)), *others]
    return made


def _piece(desk: Desk) -> tuple[str, ...]:
    """Return the key of the sprite that goes on a site: the viewer's stall, or its stand that moves or grows."""
    if desk.act == Act.NEUTRAL:
        return ()
    colour = desk.view.colour
    return (desk.at[desk.seat, colour].key if desk.act in (Act.EXPAND, Act.MOVE) else stall_key(colour),)


def entries(desk: Desk, plan: Plan) -> list[Pick]:
    """Return picks for the entries of the stall in hand, with the forced choices after each."""
    return [pick for choice in desk.ctx.legal for pick in entry_pick(desk, plan, choice - k.ENTRY)]


def site_pick(
    desk: Desk,
    plan: Plan,
    made: Build,
    before: tuple[int, ...] = (),
    group: str = "",
    on: tuple[str, ...] | None = None,
    more: bool = True,
) -> list[Pick]:
    """Return the pick (a choice offered on screen) of a site, with the choices that it forces.

    ``before`` are choices made first; ``on`` are the keys of the sprites to click (default: the site itself).
    """
    found = detours(desk, made.site, moved(desk, made))
    choices = (*before, k.SITE + made.site, *made.then)
    pick = Pick(
        choices[0],
        label(made, on != ()),
        (site_key(made.site),) if on is None else on,
        hint(desk, made, found),
        preview=preview(desk, plan, made, found),
        group=group,
        then=choices[1:],
    )
    return _built(desk, made, pick, f"ways-{LABELS[made.site]}" if more and not group else "")


def entry_pick(desk: Desk, plan: Plan, entry: int) -> list[Pick]:
    """Return the pick of an entry with its forced choices, and picks that pay for the stall with other cards."""
    made = desk.ahead.entered(entry)
    said = hint(desk, made, detours(desk, made.site, moved(desk, made)), asked=True)
    shown = raised(desk.builder, made.colour, made.site, entry, plan)
    pick = Pick(k.ENTRY + entry, f"Entry on {LABELS[entry]}", (site_key(entry),), said, preview=shown, then=made.then)
    return _built(desk, made, pick, f"ways-{LABELS[entry]}")


def _built(desk: Desk, made: Build, pick: Pick, others: str) -> list[Pick]:
    """Return ``pick`` with its confirmation button, and picks of other cards that could be played instead.

    The latter form the group ``others``. They are left out if that is empty or if only one card is possible.
    """
    if not others or not made.complete or len(desk.ahead.card_options(made.act, made.colour, made.site)) < 2:
        others = ""
    more, lifts = "Other cards" if others else "", leaving(desk, made.way)
    first = replace(pick, commit=_commit(made), final=made.complete, more=more, opens=others, lifts=lifts)
    return [first, *(_other_ways(desk, made, others, pick.choice) if others else [])]


def _commit(made: Build) -> str:
    """Return the label of the button that confirms a building; empty if a further choice must follow."""
    if not made.complete:
        return ""
    if made.act == Act.EXPAND:
        return f"Expand {NAMES[made.colour]}"
    return "Move here" if made.act == Act.MOVE else "Build here"


def _other_ways(desk: Desk, made: Build, group: str, first: int) -> list[Pick]:
    """Return picks that pay for the same building in another way: with another card or with three cards."""
    entry = made.then[:1] if made.entry >= 0 and first < k.ENTRY else ()
    picks = []
    for way in desk.ahead.card_options(made.act, made.colour, made.site):
        if way != made.way:
            played, complete = desk.ahead.played(made.act, made.colour, way, made.site, made.entry)
            said = f"Play {'three cards' if way == k.THREE else card_name(way)}"
            costs = f"Costs {price_words(desk, made.act, made.colour, way)}."
            then, lifts = (*entry, *played), leaving(desk, way)
            picks.append(Pick(first, said, hint=costs, group=group, lifts=lifts, then=then, final=complete))
    return picks


def leaving(desk: Desk, way: int) -> tuple[str, ...]:
    """Return the keys of the cards that would leave the hand; none if the player must still choose three to play."""
    cards = desk.hand
    if way == k.THREE:
        return tuple(map(card_key, range(len(cards)))) if len(cards) == k.BOX.turn["three"] else ()
    return (card_key(cards.index(way)),) if way in cards else ()


# ---- cards and money


def cards_to_play(desk: Desk, plan: Plan) -> list[Pick]:
    """Return picks for the ways to pay for a building: each card that reaches the site, and three cards."""
    act, colour = desk.act, desk.view.colour
    made = []
    for way in desk.options(k.WAY, k.CARDS + 1):
        (choice, *then), complete = desk.ahead.played(act, colour, way, desk.view.site, desk.view.door)
        label = _long(plan, "three cards" if way == k.THREE else card_name(way), "Play ")
        hint = f"Costs {price_words(desk, act, colour, way)}."
        on = () if way == k.THREE else cards_of(desk, way)
        made.append(
            Pick(
                choice,
                label,
                on,
                hint,
                commit="Play it" if complete else "",
                button=True,
                lifts=leaving(desk, way),
                then=tuple(then),
                final=complete,
            )
        )
    return made


def cards_to_keep(desk: Desk, plan: Plan) -> list[Pick]:
    """Return picks for the card to keep while the other three are played."""
    cards, made = desk.hand, []
    for card in desk.options(k.KEEP, k.CARDS):
        on = cards_of(desk, card)
        lifts = tuple(card_key(i) for i in range(len(cards)) if i != cards.index(card))
        hint = f"You play the other {counted(len(cards) - 1)}."
        made.append(Pick(k.KEEP + card, f"Keep {card_name(card)}", on, hint, lifts=lifts))
    return made


def fees(desk: Desk, plan: Plan) -> list[Pick]:
    """Return picks for the colour of the joker's fee, the most plentiful first."""
    money = desk.view.money[desk.seat]
    made: list[Pick] = []
    for colour in sorted(desk.options(k.FEE, len(NAMES)), key=lambda colour: -money[colour]):
        hint = f"You have {money[colour]} {NAMES[colour]}."
        label = _long(plan, f"1 {NAMES[colour]}", "Pay ")
        made.append(Pick(k.FEE + colour, label, (purse_key(colour),), hint, button=True))
    return made


def payments(desk: Desk, plan: Plan) -> list[Pick]:
    """Return a pick that pays all that is owed from the most plentiful colours, and picks that pay one coin each."""
    choices, paid = _plenty(desk)
    label = f"Pay {listed([f'{count} {NAMES[colour]}' for colour, count in enumerate(paid) if count])}"
    hint = "From the colours you have most of."
    first = Pick(
        choices[0],
        label,
        hint=hint,
        primary=True,
        then=choices[1:],
        more="Pay differently",
        opens=_GROUP,
        final=len(choices) > 1,  # a single coin is also a pick of its own, which is not final
    )
    money = desk.view.money[desk.seat]
    return [first, *(_one(plan, colour, money[colour], desk.view.owed) for colour in desk.options(k.PAY, k.COLOURS))]


def _one(plan: Plan, colour: int, have: int, owed: int) -> Pick:
    label = _long(plan, f"1 {NAMES[colour]}", "Pay ")
    hint = f"{owed} still to pay, and you have {have} {NAMES[colour]}."
    return Pick(k.PAY + colour, label, (purse_key(colour),), hint, button=True, group=_GROUP)


def _long(plan: Plan, label: str, before: str) -> str:
    """Return the label of one of many buttons: in full, or only what tells them apart if space is short."""
    return opened(label) if plan.tall else f"{before}{label}"


def _plenty(desk: Desk) -> tuple[tuple[int, ...], list[int]]:
    """Return choices that pay what is owed in the colours the player has most of, and the money paid per colour.

    The rules pay the rest without asking as soon as it is forced (KA-E09); the money paid includes it.
    """
    made: tuple[int, ...] = ()
    seen = desk.foresee()
    while not seen.of(Event.EXPANDED):
        left = [0 if colour == desk.view.colour else held for colour, held in enumerate(seen.view.money[desk.seat])]
        made = (*made, k.PAY + left.index(max(left)))
        seen = desk.foresee(*made)
    paid = [0] * k.COLOURS
    for row in seen.of(Event.PAID):
        paid[row.colour] += row.money
    return made, paid

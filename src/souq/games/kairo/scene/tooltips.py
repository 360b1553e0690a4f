"""Tooltips for customers (possible entries), stands (the next expansion's cost) and cards (sites)."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from souq.engine.present.markup import n
from souq.engine.present.scene import Sprite, Tooltip, path
from souq.engine.present.wording import counted, listed, opened, several, some
from souq.games.kairo import state as k
from souq.games.kairo.scene import paths
from souq.games.kairo.scene.art import card_name
from souq.games.kairo.scene.board import LIFTED_LAYER, customer_key, site_key
from souq.games.kairo.scene.desk import Desk, Goal, Stand
from souq.games.kairo.scene.geometry import Plan, centre, outline
from souq.games.kairo.scene.hand import card_key
from souq.games.kairo.scene.previews import score_words
from souq.games.kairo.scene.walks import line, strolls
from souq.games.kairo.state import BOX, LABELS, NAMES, Act, Phase, Rule
from souq.games.kairo.story.refusals import Lost, severed, severed_words


def tooltips(desk: Desk, plan: Plan) -> tuple[Tooltip, ...]:
    """Return all tooltips; none depends on what the viewer may not know."""
    return (*_customers(desk, plan), *_stands(desk, plan), *_cards(desk), *_sealed(desk))


# ---- customers


def _customers(desk: Desk, plan: Plan) -> list[Tooltip]:
    made = []
    for customer in desk.customers:
        title = f"The {NAMES[customer]} customer"
        picked = desk.phase == Phase.GOAL or customer in desk.lured  # its pick on the board shows the paths
        shown = () if picked else strolls(desk, plan, customer)
        made.append(Tooltip((customer_key(customer),), title, customer_hint(desk, customer), shown))
    if desk.outside >= 0:
        title = f"The {NAMES[desk.outside]} customer waits at the gate"
        hint = "When the next customer is lured, this one comes in onto the same entry."
        made.append(Tooltip((customer_key(desk.outside),), title, hint))
    return made


def customer_hint(desk: Desk, customer: int) -> str:
    """Describe the entries a customer could be lured to, nearest first, with their costs and earnings."""
    goals = desk.goals(customer)
    if not goals:
        return f"No {NAMES[customer]} entry is free right now."
    shown = goals[:2] if desk.terse else goals
    left = len(goals) - len(shown)
    rest = ["another further away" if left == 1 else f"{counted(left)} others further away"] if left else []
    alike = (list(each) for _, each in groupby(shown, lambda goal: (goal.steps, goal.barkers)))
    return f"{opened(listed([*(_goals_words(desk, each) for each in alike), *rest]))}."


def _goals_words(desk: Desk, goals: list[Goal]) -> str:
    """Describe equally near entries: ``2 steps to Omar’s stall (Omar +3, you +1) or to your stall (you +1)``."""
    where = listed([f"to {_goal_words(desk, goal)}" for goal in goals], "or")
    return f"{several(goals[0].steps, 'step')} {where}"


def _goal_words(desk: Desk, goal: Goal) -> str:
    price = f" with {some(goal.barkers, 'barker')}" if goal.barkers else ""
    owner = goal.stand.owner
    where = desk.owned(owner) if desk.terse else f"{desk.whose(owner)} stall"
    return f"{where}{price} ({desk.earned(goal)})"


# ---- stands


def _stands(desk: Desk, plan: Plan) -> list[Tooltip]:
    made = []
    for stand in desk.stands:
        hint = _stand_hint(desk, stand)
        if plan.tall:
            hint += _holders(desk, stand.colour)
        made.append(Tooltip((stand.key, stand.door), desk.titled(stand), hint, _growth_sites(desk, stand)))
    return made


def _holders(desk: Desk, colour: int) -> str:
    """Name the holders of a colour's medals on a phone, which shows them nowhere else; empty without holders."""
    gold, silver = desk.view.gold[colour], desk.view.silver[colour]
    if gold < 0:
        return ""
    if gold == silver:
        return f" {opened(desk.called(gold))} {'hold' if gold == desk.seat else 'holds'} both medals."
    return f" Gold: {desk.called(gold)}; silver: {desk.called(silver)}."


def _stand_hint(desk: Desk, stand: Stand) -> str:
    """Describe the cost and points of a stand's next expansion, or why it cannot grow."""
    if stand.owner == k.NEUTRAL:
        return "A neutral stall belongs to nobody. Lure a customer here and you earn 1."
    name, size = NAMES[stand.colour], stand.size + 1
    if not desk.view.supply[stand.colour]:
        return f"It can’t grow: there are no {name} expansions left."
    if not desk.border(stand):
        why = "It can’t grow without cutting somebody off" if desk.sealed(stand) else "It has nowhere to grow"
        return f"{why}{', so it may move' if stand.size == 1 else ''}."
    return f"The next expansion costs {size} {name} and {score_words(desk, stand)}."


def _growth_sites(desk: Desk, stand: Stand) -> tuple[Sprite, ...]:
    """Return sprites that mark the sites for a stand's next expansion."""
    if stand.owner == k.NEUTRAL or not desk.border(stand):
        return ()
    art = "".join(_spot(site) for site in desk.border(stand))
    return (Sprite("room", art, 0, 0, layer=LIFTED_LAYER),)


@lru_cache(maxsize=k.SITES)
def _spot(site: int) -> str:
    x, y = centre(site)
    box = f'x="{n(x - 22)}" y="{n(y - 22)}" width="44" height="44" rx="10"'
    return f'<rect {box} fill="none" stroke="var(--lit)" stroke-width="2.5" stroke-dasharray="6 5"/>'


# ---- cards


@lru_cache(maxsize=64)
def segments(card: int) -> tuple[Sprite, ...]:
    """Return the segments that a card reaches as tinted areas of the board."""
    reached = frozenset(site for site in range(k.SITES) if BOX.segment[site] in BOX.cards[card].segments)
    d = outline(reached, -1, 3.0)
    tint = path(d, "var(--lit)", extra='opacity=".12"')
    return (Sprite("segments", tint + path(d, "none", "var(--lit)", 3), 0, 0, layer=LIFTED_LAYER),)


def _cards(desk: Desk) -> list[Tooltip]:
    """Return tooltips for the cards on display and in the viewer's hand."""
    places: dict[int, list[str]] = {}
    for slot, card in enumerate(desk.view.display):
        if card >= 0:
            places.setdefault(card, []).append(f"display-{slot}")
    for i, card in enumerate(desk.hand):
        places.setdefault(card, []).append(card_key(i))
    return [Tooltip(tuple(keys), card_name(card), card_hint(card), segments(card)) for card, keys in places.items()]


def card_hint(card: int) -> str:
    """Describe the segments in which a card can be used to build, and what a joker costs."""
    where = listed([BOX.segment_names[segment] for segment in BOX.cards[card].segments], "or")
    if BOX.cards[card].joker:
        return f"A joker: for {BOX.turn['joker_fee']} money of any colour it builds in the {where} segment."
    return f"Builds in the {where} segment."


# ---- sites that would cut somebody off


def _sealed(desk: Desk) -> list[Tooltip]:
    """Return tooltips for free sites that the viewer can't choose because they would cut off a path (KA-A01).

    They use the words of the refusal: which customer would lose which entry.
    """
    if not desk.asks(Phase.SITE) or desk.view.colour == k.PURPLE or desk.act == Act.MOVE:
        return []
    made = []
    for site in paths.sites(desk.free):
        if k.SITE + site not in desk.legal and desk.refusal(k.SITE + site) == Rule.KA_A01:
            lost = severed(desk.view, site)
            if lost is not None and lost.entry >= 0:
                title, hint = f"{LABELS[site]} would block the way", severed_words(lost, -1, desk.ctx.names, desk.seat)
                made.append(Tooltip((site_key(site),), title, hint, _cut(desk, site, lost)))
    return made


def _cut(desk: Desk, site: int, lost: Lost) -> tuple[Sprite, ...]:
    """Draw the path to an entry that a building would cut off, with a cross on the building's site.

    If every customer would lose the entry, the path of one of them is drawn.
    """
    stand = desk.at[lost.owner, lost.colour]
    one = stand.colour if stand.colour in desk.customers else min(desk.customers)
    customer = lost.customer if lost.customer >= 0 else one
    start = desk.customers[customer]
    way = desk.way(customer, stand.entry)
    art = path(line(way), "none", "var(--danger)", 3.5, 'stroke-dasharray="3 7" stroke-linecap="round"')
    for end in (start, stand.entry):
        x, y = centre(end)
        art += f'<circle cx="{n(x)}" cy="{n(y)}" r="27" fill="none" stroke="var(--danger)" stroke-width="3"/>'
    x, y = centre(site)
    cross = f"M{n(x - 13)} {n(y - 13)}l26 26M{n(x + 13)} {n(y - 13)}l-26 26"
    art += path(cross, "none", "var(--lift)", 9, 'stroke-linecap="round"')
    art += path(cross, "none", "var(--danger)", 5, 'stroke-linecap="round"')
    return (Sprite("cut", art, 0, 0, layer=LIFTED_LAYER),)

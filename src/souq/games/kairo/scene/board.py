"""Sites that can be chosen, what is about to stand there, and the ways of the customer who is being lured."""

from __future__ import annotations

from collections.abc import Iterable

from souq.engine.markup import n
from souq.engine.scene import Sprite
from souq.engine.wording import opened
from souq.games.kairo.scene import paths
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.geometry import NEAR, Plan, centre
from souq.games.kairo.scene.stands import LIFTED_LAYER, SITES_LAYER, WAYS_LAYER, ghost, raised
from souq.games.kairo.scene.walks import Pills, pill_of, plate, rank, track
from souq.games.kairo.state import ENTRY, GOAL, JOKERS, LABELS, NAMES, NEUTRAL, SITE, THREE, Act, Phase

_BOX = 'x="-26" y="-26" width="52" height="52" rx="10"'
_RING = 'stroke="var(--lit)" stroke-width="2.2" class="edge"'
_LIT = tuple(
    f'<rect {_BOX} fill="var(--lit-soft)" fill-opacity="{fill}" {_RING}{dash}/>'
    for fill, dash in ((0.75, ""), (0.45, ""), (0.15, ' stroke-dasharray="6 5"'))
)
"""A site that can be chosen: the cheaper the card, the brighter; dashed where it takes three."""
_MANY = 60
"""So many lit sites are drawn more quietly."""
_QUIET = f'<rect {_BOX} fill="var(--lit-soft)" fill-opacity=".5" stroke-opacity=".4" {_RING}/>'
_PLAIN = '<rect x="-29" y="-29" width="58" height="58" fill="none" pointer-events="all"/>'
_REACHED = 'width="52" height="52" rx="10" fill="none" stroke="var(--lit)" stroke-width="2.5"'
_COULD = f'<rect {_BOX} fill="none" pointer-events="all" stroke-width="2.5" class="edge"/>'


def site_key(site: int) -> str:
    """Key of a site's sprite."""
    return f"site-{LABELS[site]}"


def sites(desk: Desk, plan: Plan, carded: frozenset[int]) -> list[Sprite]:
    """Sites that can be chosen, lit, and those that only answer; ``carded`` are those a card in the hand reaches."""
    if desk.asks(Phase.SITE):
        drawn = (_QUIET,) * len(_LIT) if len(desk.legal) > _MANY else _LIT
        return [
            _site(site, SITE + site in desk.legal, SITE + site, drawn[grade(desk, site)])
            for site in paths.sites(desk.free)
        ]
    if desk.asks(Phase.ENTRY):
        return [_site(site, ENTRY + site in desk.legal, ENTRY + site) for site in NEAR[desk.view.site]]
    if desk.asks(Phase.GOAL):
        doors = [stand.entry for stand in desk.stands if stand.colour == desk.view.customer]
        return [_site(site, GOAL + site in desk.legal, GOAL + site) for site in doors]
    return [Sprite(site_key(site), _COULD, *centre(site), layer=SITES_LAYER) for site in sorted(carded)]


def grade(desk: Desk, site: int) -> int:
    """0 where a card builds for nothing, or nothing is needed; 1 by a joker, 2 by three cards only."""
    if SITE + site not in desk.legal:
        return 0
    ways = desk.ahead.ways(desk.act, desk.view.colour, site)
    return min((2 if way == THREE else int(way >= JOKERS) for way in ways), default=0)


def _site(site: int, lit: bool, choice: int, drawn: str = _LIT[0]) -> Sprite:
    """One that can be chosen, or one that says why not."""
    x, y = centre(site)
    if lit:
        return Sprite(site_key(site), drawn, x, y, layer=SITES_LAYER, label=LABELS[site])
    return Sprite(site_key(site), _PLAIN, x, y, layer=SITES_LAYER, label=f"{LABELS[site]}: not here", refused=choice)


def marked(site: int) -> tuple[Sprite, ...]:
    """A site that several things fit on, lit."""
    x, y = centre(site)
    return (Sprite("here", _LIT[0], x, y),)


def reachable(sites: Iterable[int]) -> tuple[Sprite, ...]:
    """The sites a card in the hand reaches, as they are lit once it is opened."""
    rings = "".join(f'<rect x="{n(x - 26)}" y="{n(y - 26)}" {_REACHED}/>' for x, y in map(centre, sites))
    return (Sprite("reached", rings, 0, 0),)


# ---- what is about to stand


_RISING = (Phase.ENTRY, Phase.WAY, Phase.KEEP, Phase.FEE, Phase.PAY)  # a site is chosen


def rising(desk: Desk, plan: Plan) -> list[Sprite]:
    """What is being built stands on its site already."""
    site, colour = desk.view.site, desk.view.colour
    if site < 0 or colour < 0 or desk.over or desk.phase not in _RISING:
        return []
    what = f"{opened(NAMES[colour])} stall, about to go on {LABELS[site]}"
    if desk.act == Act.EXPAND:
        made = ghost(desk.at[desk.player, colour], site, plan)
        what = f"{opened(NAMES[colour])} expansion, about to go on {LABELS[site]}"
    else:
        owner = NEUTRAL if desk.act == Act.NEUTRAL else desk.player
        made = raised(owner, colour, site, -1 if desk.phase == Phase.ENTRY else desk.view.door, plan)
    return [
        Sprite(f"rising-{i}", s.art, s.x, s.y, layer=LIFTED_LAYER, label="" if i else what, classes=s.classes)
        for i, s in enumerate(made)
    ]


# ---- the way of who is being lured


def ways(desk: Desk, plan: Plan) -> list[Sprite]:
    """Every way the customer in hand can be lured, and what it takes and earns beside its entry."""
    customer = desk.view.customer
    if desk.phase != Phase.GOAL or customer not in desk.customers or desk.over:
        return []
    goals = [goal for goal in desk.goals(customer) if GOAL + goal.stand.entry in desk.legal or not desk.mine]
    places = Pills(desk, plan)
    places.heavy([goal.stand.entry for goal in goals], 30)
    places.heavy([goal.stand.stall for goal in goals], 6)
    walked = [desk.way(customer, goal.stand.entry) for goal in goals]
    places.heavy([site for way in walked for site in way], 1.0)
    lines, pills = [], []
    for place, (goal, way) in enumerate(zip(goals, walked, strict=True)):
        entry = goal.stand.entry
        art = track(way, rank(desk, goal), place)
        lines.append(Sprite(way_key(entry), art, 0, 0, layer=WAYS_LAYER))
        pill = pill_of(desk, goal)
        x, y = places.put(pill, entry)
        pills.append(Sprite(pill_key(entry), plate(pill, places.grow), x, y, layer=LIFTED_LAYER))
    return lines[::-1] + pills


def way_key(entry: int) -> str:
    """Key of the way to an entry."""
    return f"way-{LABELS[entry]}"


def pill_key(entry: int) -> str:
    """Key of what a walk to an entry takes and earns."""
    return f"pill-{LABELS[entry]}"

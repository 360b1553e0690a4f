"""Tooltips: possible walks of a crowd, the worth of shops, and the visitors in the queue."""

from __future__ import annotations

from souq.engine.present.scene import Sprite, Tooltip
from souq.engine.present.wording import counted, listed, many, opened, remaining
from souq.games.marracash import state as m
from souq.games.marracash.scene import auction, souvenirs
from souq.games.marracash.scene.art import LIFTED_LAYER
from souq.games.marracash.scene.board import fountain_key, gate_key, shop_key
from souq.games.marracash.scene.desk import OUT_OF, TOWN, Desk, next_payment
from souq.games.marracash.scene.geometry import Plan
from souq.games.marracash.scene.hand import result, tile_key
from souq.games.marracash.scene.people import ENDS, crowd_key, end_key, waiting_key
from souq.games.marracash.scene.previews import shop_preview, tracks, walks_preview
from souq.games.marracash.story.wording import crowd_words, fountain, money, shop_name, signed
from souq.games.marracash.visits import Entry, Walk

AHEAD = 6
"""Number of visitors that the tooltip of each end of the queue names."""


def tooltips(desk: Desk, plan: Plan) -> list[Tooltip]:
    """Return the tooltips of everything that cannot be chosen now."""
    below = auction.tooltips(desk) if desk.lot >= 0 else _tiles(desk)
    board = [*_fountains(desk, plan), *_shops(desk, plan), *_gates(desk), *_queue(desk)]
    return [*board, *below, *souvenirs.tooltips(desk)]


def _fountains(desk: Desk, plan: Plan) -> list[Tooltip]:
    made = []
    for at in range(m.FOUNTAINS):
        routes = list(OUT_OF[at])
        if any(route in desk.open_routes for route in routes):
            continue  # its pick says the same
        on, title = (fountain_key(at), crowd_key(at)), opened(fountain(at))
        if desk.sizes[at]:
            title += f": {crowd_words(desk.crowds[at])}"
            made.append(Tooltip(on, title, crowd_hint(desk, routes), walks_preview(desk, plan, routes)))
        else:
            ends = listed([str(m.BOX.town.routes[route].end + 1) for route in routes])
            art = tracks(plan, tuple(routes), thin=True)
            hint = f"Nobody is here. Streets lead to {ends}."
            made.append(Tooltip(on[:1], title, hint, (Sprite("ways", art, 0, 0, layer=LIFTED_LAYER),)))
    return made


def _shops(desk: Desk, plan: Plan) -> list[Tooltip]:
    return [
        Tooltip((shop_key(shop),), shop_title(desk, shop), shop_hint(desk, shop), shop_preview(desk, plan, shop))
        for shop in range(m.SHOPS)
        if shop not in desk.lots
    ]


def _gates(desk: Desk) -> list[Tooltip]:
    made = []
    for gate in range(m.GATES):
        at = m.BOX.entrances[gate]
        hint = f"{opened(crowd_words(desk.crowds[at]))} at {fountain(at)}."
        if gate in desk.empty:
            hint = "This gate is empty, and nobody is left to come in."
            if desk.left:
                hint = "This gate is empty. Empty gates are filled at the end of the turn."
        made.append(Tooltip((gate_key(gate),), f"Gate {m.GATE_NAMES[gate]}", hint))
    return made


def _queue(desk: Desk) -> list[Tooltip]:
    """Return a tooltip for each half of the queue, which names the next visitors at its end."""
    made = []
    for end in range(2) if desk.left else ():
        share = (desk.left + 1 - end) // 2
        on = (end_key(end), *(waiting_key(at) for at in desk.group(end, share)))
        ahead = [m.NAMES[desk.queue[at]] for at in desk.group(end, min(AHEAD, desk.left))]
        title = f"End {ENDS[end]} of the queue: {many(desk.left, 'visitor')} in all"
        made.append(Tooltip(on, title, f"Next in line at this end: {listed(ahead)}."))
    return made


def _tiles(desk: Desk) -> list[Tooltip]:
    """Return a tooltip for each tile of a shop below the board, with the shop's account."""
    shops = desk.owned(desk.own)
    return [Tooltip((tile_key(shop),), shop_title(desk, shop), ledger(desk, shop)) for shop in shops]


# ---- walks in sentences


def walk_hint(desk: Desk, walk: Walk) -> str:
    """Describe a walk: who enters which shop, who earns what, and who goes on."""
    said = [entry_words(desk, entry) for entry in walk.entries]
    going, there = sum(walk.arriving), desk.crowds[walk.end]
    they_go = f"{opened(crowd_words(walk.arriving))} {'goes' if going == 1 else 'go'}"
    if said:
        return " ".join([*said, f"{they_go} on to {fountain(walk.end)}." if going else "Nobody walks on."])
    joined = f" and join{'s' * (going == 1)} {crowd_words(there)}" if any(there) else ""
    return f"Nobody enters a shop. {they_go} to {fountain(walk.end)}{joined}."


def entry_words(desk: Desk, entry: Entry) -> str:
    """Describe one shop of a walk: ``Two blue visitors enter Omar’s B3: Omar +200, you +100``."""
    who = opened(many(entry.count, f"{m.NAMES[TOWN.shops[entry.shop].colour]} visitor"))
    s = "s" * (entry.count == 1)
    what = "a souvenir" if len(entry.sold) == 1 else "souvenirs"
    sold = f" and spend{s} {sum(entry.sold)} on {what}" if entry.sold else ""
    earned = [f"{desk.called(entry.owner)} +{money(entry.net)}"]
    if entry.cut:
        earned.append(f"{desk.called(desk.own)} +{money(entry.cut)}")
    chosen = listed([str(value) for value in entry.choice], "or")
    who_chooses = "you choose" if entry.owner == desk.seat else "the owner chooses"
    more = f", plus a souvenir for {chosen} ({who_chooses})" if entry.choice else ""
    return f"{who} enter{s} {desk.whose(entry.owner)} {m.SHOP_NAMES[entry.shop]}{sold}: {', '.join(earned)}{more}."


def crowd_hint(desk: Desk, routes: list[int]) -> str:
    """Summarise what leading a crowd out of each exit would earn."""
    walks = [desk.walk(route) for route in routes]
    said = [f"To {walk.end + 1}: {_earned(desk, walk)}." for walk in walks if walk.entries]
    idle = [str(walk.end + 1) for walk in walks if not walk.entries]
    if idle:
        said.append(f"To {listed(idle, 'or')}: nobody enters a shop.")
    return " ".join(said)


def _earned(desk: Desk, walk: Walk) -> str:
    """Return what each seat would earn: ``you +250, Omar +950``."""
    seats = sorted(desk.seats, key=lambda seat: seat != desk.own)
    return ", ".join(f"{desk.called(seat)} +{money(gain)}" for seat in seats if (gain := walk.gain(seat)))


# ---- shops in sentences


def lot_hint(desk: Desk, shop: int) -> str:
    """Describe an unsold shop's possible customers: those at its door, and those still to come."""
    colour, pull = TOWN.shops[shop].colour, desk.pull(shop)
    name, near = m.NAMES[colour], desk.near(shop)
    said = ""
    if pull:
        who = many(pull.count, f"{name} customer")
        said = f"{opened(who)} at its door {'pays' if pull.count == 1 else 'pay'} {money(pull.profit)} at once. "
    return f"{said}{_left(name, desk.streets[colour], near, desk.outside[colour])}"


def _left(name: str, streets: int, near: int, waiting: int) -> str:
    """Describe where a colour's visitors are: ``Green visitors: four in the streets, all a single walk away; …``."""
    if not streets and not waiting:
        return f"No {name} visitors are left."
    few = (
        ("", "", "both ")[streets]
        if near == streets < 3
        else "all "
        if near == streets
        else f"{counted(near)} of them "
    )
    reached = f", {few}a single walk away" if near else ""
    return f"{opened(name)} visitors: {remaining(streets)} in the streets{reached}; {remaining(waiting)} in the queue."


def ledger(desk: Desk, shop: int) -> str:
    """Describe a shop's account: its price, its income, the guides' cuts, and the result."""
    cuts = desk.view.cuts[shop]
    said = f"It cost {money(desk.view.price[shop])} and has earned {money(desk.view.income[shop])}"
    return f"{said}{f', {money(cuts)} of it for guides' if cuts else ''}: {signed(result(desk, shop))}."


def shop_title(desk: Desk, shop: int) -> str:
    """Return a shop with its owner or state: ``Omar’s blue shop B3``."""
    owner = desk.owner[shop]
    if owner == m.NOBODY:
        return f"{opened(shop_name(shop))} is {'being auctioned' if shop == desk.lot else 'for sale'}"
    return f"{opened(desk.whose(owner))} {shop_name(shop)}"


def shop_hint(desk: Desk, shop: int) -> str:
    """Describe an owned shop's customers, next payment and account, or an unsold shop's possible customers."""
    if desk.owner[shop] == m.NOBODY:
        return lot_hint(desk, shop)
    had = many(desk.customers[shop], "customer")
    return f"{opened(had)} so far; the next pays {next_payment(desk.customers[shop])}. {ledger(desk, shop)}"

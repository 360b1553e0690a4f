"""Walks, shops and groups in sentences, as hints say them."""

from __future__ import annotations

from souq.engine.wording import counted, listed, many, opened, remaining
from souq.games.marracash.scene.desk import TOWN, Desk, next_payment
from souq.games.marracash.scene.words import crowd_words
from souq.games.marracash.state import NAMES, NOBODY, SHOP_NAMES
from souq.games.marracash.story.wording import money
from souq.games.marracash.visits import Entry, Walk


def place(fountain: int) -> str:
    """``fountain 10``."""
    return f"fountain {fountain + 1}"


def shop_name(shop: int) -> str:
    """``blue shop B4``."""
    return f"{NAMES[TOWN.shops[shop].colour]} shop {SHOP_NAMES[shop]}"


# ---- walks


def walk_hint(desk: Desk, walk: Walk) -> str:
    """Who enters what, who earns what, and who goes on."""
    said = [entry_words(desk, entry) for entry in walk.entries]
    going = sum(walk.arriving)
    if not said:
        joined = f" and {_join(going)} {crowd_words(desk.crowds[walk.end])}" if desk.sizes[walk.end] else ""
        return f"Nobody enters a shop. {opened(_going(walk))} to {place(walk.end)}{joined}."
    rest = f" {opened(_going(walk))} on to {place(walk.end)}." if going else " That’s all of them."
    return " ".join(said) + rest


def _going(walk: Walk) -> str:
    return f"{crowd_words(walk.arriving)} {'goes' if sum(walk.arriving) == 1 else 'go'}"


def _join(count: int) -> str:
    return "joins" if count == 1 else "join"


def entry_words(desk: Desk, entry: Entry) -> str:
    """One shop of a walk: ``Two blue enter Omar's B3: Omar +200, you +100``."""
    who = opened(many(entry.count, f"{NAMES[TOWN.shops[entry.shop].colour]} visitor"))
    enters = "enters" if entry.count == 1 else "enter"
    spends = "spends" if entry.count == 1 else "spend"
    sold = f" and {spends} {sum(entry.sold)} on souvenirs" if entry.sold else ""
    earned = [f"{desk.called(entry.owner)} +{money(entry.net)}"]
    if entry.cut:
        earned.append(f"{desk.called(desk.guide)} +{money(entry.cut)}")
    chosen = listed([str(value) for value in entry.choice], "or")
    who_chooses = "you choose" if entry.owner == desk.seat else "the owner chooses"
    more = f", plus a souvenir for {chosen} ({who_chooses})" if entry.choice else ""
    return f"{who} {enters} {desk.whose(entry.owner)} {SHOP_NAMES[entry.shop]}{sold}: {', '.join(earned)}{more}."


def crowd_hint(desk: Desk, fountain: int, routes: list[int]) -> str:
    """What leading a crowd out of each exit would do, in a few words."""
    walks = [desk.walk(route) for route in routes]
    said = [f"To {walk.end + 1}: {_earned(desk, walk)}." for walk in walks if walk.entries]
    idle = [str(walk.end + 1) for walk in walks if not walk.entries]
    if idle:
        said.append(f"To {listed(idle, 'or')}: nobody enters a shop.")
    return " ".join(said)


def _earned(desk: Desk, walk: Walk) -> str:
    """``Omar +950, you +250``."""
    gains = [(seat, walk.gain(seat)) for seat in desk.seats]
    others = [f"{desk.called(seat)} +{money(gain)}" for seat, gain in gains if gain and seat != desk.guide]
    own = [f"{desk.called(seat)} +{money(gain)}" for seat, gain in gains if gain and seat == desk.guide]
    return ", ".join(others + own)


# ---- shops


def lot_hint(desk: Desk, shop: int) -> str:
    """Who would be pulled in, and who could be led there."""
    colour, pull = TOWN.shops[shop].colour, desk.pull(shop)
    name, near = NAMES[colour], desk.near(shop)
    said = ""
    if pull:
        who = many(pull.count, f"{name} customer")
        said = f"{opened(who)} at its door {'pays' if pull.count == 1 else 'pay'} {money(pull.profit)} at once. "
    return f"{said}{_left(name, desk.streets[colour], near, desk.outside[colour])}"


def _left(name: str, streets: int, near: int, waiting: int) -> str:
    """Who of a colour has not entered a shop: ``Green visitors: four in the streets (one within a walk), two …``."""
    if not streets and not waiting:
        return f"No {name} visitors are left."
    few = "" if near == streets == 1 else "all " if near == streets else f"{counted(near)} "
    reached = f" ({few}within a walk)" if near else ""
    return f"{opened(name)} visitors: {remaining(streets)} in the streets{reached}, {remaining(waiting)} in the queue."


def ledger(desk: Desk, shop: int) -> str:
    """What it cost, what it brought, what went to guides."""
    price, income, cuts = (kept[shop] for kept in (desk.view.price, desk.view.income, desk.view.cuts))
    result = income - cuts - price
    said = f"It cost {money(price)} and has earned {money(income)}"
    said += f", {money(cuts)} of it for guides" if cuts else ""
    return f"{said}: {'+' if result >= 0 else '−'}{money(abs(result))}."


def shop_title(desk: Desk, shop: int) -> str:
    """``Omar's blue shop B3``."""
    owner = desk.owner[shop]
    if owner == NOBODY:
        return f"{opened(shop_name(shop))} is {'being auctioned' if shop == desk.lot else 'for sale'}"
    return f"{opened(desk.whose(owner))} {shop_name(shop)}"


def shop_hint(desk: Desk, shop: int) -> str:
    """Customers and the next payments, then the ledger; of an unsold shop who could come."""
    if desk.owner[shop] == NOBODY:
        return lot_hint(desk, shop)
    had = many(desk.customers[shop], "customer")
    return f"{opened(had)} so far; the next pays {next_payment(desk.customers[shop])}. {ledger(desk, shop)}"

"""What is asked, of who acts and of who waits."""

from __future__ import annotations

from collections.abc import Callable

from souq.engine.bits import members
from souq.engine.scene import Names, Prompt
from souq.engine.wording import counted, listed, many, opened
from souq.games.desert_bazaar.state import CHOICES, FACE_WILD, LABELS, NAMES, SLOTS, Phase, State
from souq.games.desert_bazaar.story.prices import bill, offered
from souq.games.desert_bazaar.story.told import ENDS
from souq.games.desert_bazaar.story.wording import SETS, faces, product


def prompt(view: State, seat: int, names: Names) -> Prompt:
    """What is asked of ``seat`` (-1: a spectator), or for whom the others wait; ``view`` is a twin of the record."""
    if view.over:
        return Prompt("The game is over", ENDS.get(view.ended, ""))
    phase = Phase(view.phase)
    if seat == view.player:
        return _ASKED[phase](view)
    return Prompt(f"{names(view.player)} {_WAITED[phase](view)}")


def _ask_wild(view: State) -> Prompt:
    more = f" {opened(counted(view.wilds))} Wilds to go." if view.wilds > 1 else ""
    return Prompt("Choose a card for your Wild", f"Your roll: {faces(view.dice)}.{more}")


def _ask_turn(view: State) -> Prompt:
    """What can be built comes first: cards lie in hand to be spent."""
    tiles = _affordable(view)
    if not tiles:
        return Prompt("Roll for cards")
    tents = many(len(tiles), "tent")
    if len(tiles) == sum(tile >= 0 for row in view.display for tile in row):
        tents = "every tent on offer"
    return Prompt(f"You can afford {tents}", f"Build {_with_trades(view, tiles)}, or roll for cards.")


def _affordable(view: State) -> list[int]:
    """The tiles that can be built now."""
    return [view.display[place // SLOTS][place % SLOTS] for place in _offered(view, "tile")]


def _with_trades(view: State, tiles: list[int]) -> str:
    """``one``, and how many of the tiles it takes trades for wherever they are built."""
    offers = {offered(view, site) for site in members(view.open)}
    bills = [[made for offer in offers if (made := bill(view, tile, offer)).payable] for tile in tiles]
    traded = sum(all(made.missing for made in each) for each in bills)
    one = "it" if len(tiles) == 1 else "one"
    if traded == len(tiles):
        return f"{one} by trading cards 3:1"
    return f"{one} ({counted(traded)} of them only by trading 3:1)" if traded else one


def _ask_take(view: State) -> Prompt:
    return Prompt("Take a card of your choice", "It’s yours, whatever you roll.")


def _ask_thrown(view: State) -> Prompt:
    stops = [(_worth(view, r), NAMES[r]) for r in _offered(view, "stop")]
    most = max((n for n, _ in stops), default=0)
    best = f"{most} {listed([name for n, name in stops if n == most], 'or')}"
    others = [f"{n} {name}" for n, name in stops if n < most]
    detail = f"Your roll: {faces(view.dice)}."
    if others:
        detail += f" You could also take {listed(others, 'or')}."
    if not _offered(view, "keep"):
        return Prompt(f"Take {best}", detail)
    return Prompt(f"Take {best}, or roll again?", f"{detail} To roll again, choose a die to keep.")


def _ask_match(view: State) -> Prompt:
    worth = listed([f"{_worth(view, r)} {NAMES[r]}" for r in _offered(view, "match")], "or")
    return Prompt("What does your Wild count as?", f"Your dice show {faces(view.dice)}. Take {worth}.")


def _ask_site(view: State) -> Prompt:
    return Prompt(f"Choose a site for your {_building(view)} tent", "Each lit site shows how many cards it costs you.")


def _ask_pay(view: State) -> Prompt:
    tent = f"{_building(view)} tent on {LABELS[view.site]}"
    return Prompt(f"How do you pay for your {tent}?", "You needn’t use everything the neighbours offer.")


def _ask_trade(view: State) -> Prompt:
    """The card wanted is the first that is missing, in the order of the resources (DB-P05)."""
    hand = view.hand[view.player]
    wanted = next((NAMES[r] for r in range(len(NAMES)) if view.due[r] > hand[r]), "card")
    tent = f"{_building(view)} tent on {LABELS[view.site]}"
    return Prompt(f"Give three cards for 1 {wanted}", f"You need it for your {tent}.")


def _ask_next(view: State) -> Prompt:
    return Prompt("Build another tent, or end your turn?", f"This turn you build from the {SETS[view.side]} set.")


_ASKED: dict[Phase, Callable[[State], Prompt]] = {
    Phase.WILD: _ask_wild,
    Phase.TURN: _ask_turn,
    Phase.TAKE: _ask_take,
    Phase.THROWN: _ask_thrown,
    Phase.MATCH: _ask_match,
    Phase.SITE: _ask_site,
    Phase.PAY: _ask_pay,
    Phase.TRADE: _ask_trade,
    Phase.NEXT: _ask_next,
}

_WAITED: dict[Phase, Callable[[State], str]] = {
    Phase.WILD: lambda view: "is choosing a card for a Wild",
    Phase.TURN: lambda view: "is deciding whether to build or roll",
    Phase.TAKE: lambda view: "is taking a card",
    Phase.THROWN: lambda view: f"has {faces(view.dice)} and may roll again",
    Phase.MATCH: lambda view: "is choosing what a Wild counts as",
    Phase.SITE: lambda view: f"is choosing a site for a {_building(view)} tent",
    Phase.PAY: lambda view: f"is paying for a tent on {LABELS[view.site]}",
    Phase.TRADE: lambda view: "is trading for a missing card",
    Phase.NEXT: lambda view: "may build another tent",
}


def _offered(view: State, group: str) -> list[int]:
    """Which of a group of choices can be made, as indices within the group."""
    return [index for name, index in map(CHOICES.group_of, members(view.asked)) if name == group]


def _worth(view: State, resource: int) -> int:
    """Cards the dice on the table bring of ``resource``: all that show it, and Wilds (DB-R05, DB-R11)."""
    return min(sum(face in (resource, FACE_WILD) for face in view.dice), view.pile[resource])


def _building(view: State) -> str:
    return product(view.display[view.side][view.slot])

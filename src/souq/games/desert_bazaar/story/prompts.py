"""The prompts of Desert Bazaar: for the player who has to decide, and for everyone else."""

from __future__ import annotations

from collections.abc import Callable

from souq.engine.present.scene import Names, Prompt
from souq.engine.present.wording import counted, listed, many, opened
from souq.engine.rules.twin import changed, interpreted
from souq.games.desert_bazaar.rules import payment, rolling
from souq.games.desert_bazaar.rules.building import buildable
from souq.games.desert_bazaar.state import LABELS, NAMES, RESOURCES, Phase, State
from souq.games.desert_bazaar.story.narration import ENDS
from souq.games.desert_bazaar.story.wording import SETS, amount, building, faces, offered, product

_buildable, _missing, _worth = interpreted(buildable), interpreted(payment.missing), interpreted(rolling.worth)


def prompt(view: State, seat: int, names: Names) -> Prompt:
    """Return the prompt for ``seat`` (-1: a spectator), which asks for a decision or says who has to decide."""
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
    """Ask to build or to roll, and say how many tents can be built."""
    places = offered(view, "tile")
    if not places:
        return Prompt("Roll for cards")
    tents = many(len(places), "tent")
    if len(places) == sum(tile >= 0 for row in view.display for tile in row):
        tents = "every tent on offer"
    return Prompt(f"You can afford {tents}", f"Build {_with_trades(view, places)}, or roll for cards.")


def _with_trades(view: State, places: list[int]) -> str:
    """Return the end of the prompt "Build …": "one" or "it", and how many tiles can only be paid for with trades.

    A trade takes a card from a pile. So these are the tiles that could not be built with empty piles.
    """
    untraded = _buildable(changed(view, pile=[0] * RESOURCES))
    traded = sum(not untraded >> place & 1 for place in places)
    one = "it" if len(places) == 1 else "one"
    if traded == len(places):
        return f"{one} by trading cards 3:1"
    return f"{one} ({counted(traded)} {'needs' if traded == 1 else 'need'} a 3:1 trade)" if traded else one


def _ask_take(view: State) -> Prompt:
    return Prompt("Take a card of your choice", "It’s yours, whatever you roll.")


def _ask_thrown(view: State) -> Prompt:
    stops = [(_worth(view, r), r) for r in offered(view, "stop")]
    most = max((n for n, _ in stops), default=0)
    all_alike = len(stops) == RESOURCES and len({n for n, _ in stops}) == 1
    best = f"{most} of any resource" if all_alike else listed([amount(n, r) for n, r in stops if n == most], "or")
    others = [amount(n, r) for n, r in stops if n < most]
    detail = f"Your roll: {faces(view.dice)}."
    if others:
        detail += f" You could also take {listed(others, 'or')}."
    if not offered(view, "keep"):
        return Prompt(f"Take {best}", detail)
    return Prompt(f"Take {best}, or roll again?", f"{detail} To roll again, choose a die to keep.")


def _ask_match(view: State) -> Prompt:
    worth = listed([amount(_worth(view, r), r) for r in offered(view, "match")], "or")
    return Prompt("What does your Wild count as?", f"Your dice show {faces(view.dice)}. Take {worth}.")


def _ask_site(view: State) -> Prompt:
    return Prompt(f"Choose a site for your {_tent(view)}", "Each lit site shows how many cards it costs you.")


def _ask_pay(view: State) -> Prompt:
    return Prompt(
        f"How will you pay for your {_tent(view)} on {LABELS[view.site]}?",
        "You don’t have to use a neighbour’s help.",
    )


def _ask_trade(view: State) -> Prompt:
    """Ask for three cards to give for the first missing card, in the order of the resources (DB-P05)."""
    wanted = next((name for r, name in enumerate(NAMES) if _missing(view, r)), "card")
    need = f"You need it for your {_tent(view)} on {LABELS[view.site]}."
    return Prompt(f"Give three cards for 1 {wanted}", need)


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
    Phase.THROWN: lambda view: f"rolled {faces(view.dice)} and may roll again",
    Phase.MATCH: lambda view: "is choosing what a Wild counts as",
    Phase.SITE: lambda view: f"is choosing a site for a {_tent(view)}",
    Phase.PAY: lambda view: f"is paying for a tent on {LABELS[view.site]}",
    Phase.TRADE: lambda view: "is trading for a missing card",
    Phase.NEXT: lambda view: "may build another tent",
}


def _tent(view: State) -> str:
    return f"{product(building(view))} tent"

"""What is asked, of who acts and of who waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from souq.engine.bits import members
from souq.engine.scene import Names, Prompt
from souq.engine.wording import counted, listed
from souq.games.kairo.box import COLOURS as NAMES
from souq.games.kairo.box import LABELS
from souq.games.kairo.state import BOX, DRAW, EXPAND, LURE, MOVE, NEW, Act, Phase
from souq.games.kairo.story.wording import segment, several

NTH = ("first", "second", "third")


def prompt(view: Any, seat: int, names: Names) -> Prompt:
    """What is asked of ``seat`` (-1: a spectator), or for whom the others wait; ``view`` is a twin of the record."""
    if view.over:
        return Prompt("The game is over", "Nobody builds any more.")
    phase = Phase(view.phase)
    if seat == view.player:
        return _ASKED[phase](view)
    return _WAITED[phase](view, names(view.player))


# ---- who acts


def _ask_act(view: Any) -> Prompt:
    if view.final:
        return Prompt(
            "Build, or quit", "Final phase: no luring, no drawing. Build turn after turn, as long as you can."
        )
    offered = {NEW + index for index in members(view.asked)}
    builds = [words for choice, words in _BUILDS if choice in offered]
    deeds = ["build"] if builds else []
    deeds += ["lure a customer"] if LURE in offered else []
    deeds += [f"draw {BOX.turn['picks']} cards"] if DRAW in offered else []
    title = listed(deeds, "or")
    detail = (
        f"You can {listed(builds, 'or')}." if builds else "There is nothing you could build with your cards and money."
    )
    return Prompt(title[:1].upper() + title[1:], detail)


_BUILDS = ((NEW, "place a new stall"), (EXPAND, "expand a stall"), (MOVE, "move a blocked stall"))


def _ask_colour(view: Any) -> Prompt:
    if view.act == Act.PLACE:
        title = f"Choose a colour for your {_nth(view)} stall"
        return Prompt(title, "You have one stall of each colour. It earns when customers of its colour come.")
    if view.act == Act.NEW:
        return Prompt(
            "Choose a colour for your new stall", "It costs no money and brings no points; expanding it will."
        )
    if view.act == Act.EXPAND:
        return Prompt("Choose the stall to expand", "You pay its new size in its colour, and score as much.")
    return Prompt("Choose the blocked stall to move", "It has no expansion, and no site where one would fit.")


def _ask_site(view: Any) -> Prompt:
    stall = f"{NAMES[view.colour]} stall"
    if view.act == Act.PLACE:
        limit = counted(BOX.start["crowd"])
        full = f"During the setup a segment takes {limit} stalls, whoever owns them."
        detail = full if view.limit else "The limit of a segment does not count."
        return Prompt(f"Choose a site for your {stall}", detail)
    if view.act == Act.NEUTRAL:
        detail = "It is nobody’s, but customers go there: whoever lures one there earns 1."
        return Prompt(f"Choose a site for the neutral {stall}", detail)
    if view.act == Act.EXPAND:
        size = view.sizes[view.player][view.colour] + 1
        detail = f"It grows to size {size}: that costs {size}, {NAMES[view.colour]} first, and scores {size}."
        return Prompt(f"Choose where your {stall} grows", detail)
    if view.act == Act.MOVE:
        return Prompt(f"Choose where your {stall} moves", "It keeps its colour, and its entry moves with it.")
    return Prompt(f"Choose a site for your {stall}", "The lit sites are those your cards can reach.")


def _ask_entry(view: Any) -> Prompt:
    stall = f"{_article(view)} {NAMES[view.colour]} stall on {LABELS[view.site]}"
    return Prompt(f"Choose the entry of {stall}", "Customers stop there; it may lie in another segment.")


def _ask_way(view: Any) -> Prompt:
    return Prompt("Choose the card to play", f"It must reach {LABELS[view.site]}, in {segment(view.site)}.")


def _ask_keep(view: Any) -> Prompt:
    return Prompt("Choose the card you keep", f"The other {counted(BOX.turn['three'])} are played.")


def _ask_fee(view: Any) -> Prompt:
    also = ", as long as the expansion can still be paid" if view.act == Act.EXPAND else ""
    return Prompt("Choose how to pay for the joker", f"It costs {BOX.turn['joker_fee']} money of any colour{also}.")


def _ask_pay(view: Any) -> Prompt:
    colour, rate = NAMES[view.colour], BOX.turn["substitutes"]
    detail = f"{view.owed} more to pay, one at a time: {rate} of other colours for each {colour} you miss."
    return Prompt(f"Choose what to pay instead of {colour}", detail)


def _ask_customer(view: Any) -> Prompt:
    return Prompt("Choose a customer to lure", _gate(view))


def _ask_goal(view: Any) -> Prompt:
    have = view.barkers[view.player]
    detail = f"Every nearer entry passed takes a barker; you have {have or 'none'}."
    return Prompt(f"Choose where the {NAMES[view.customer]} customer goes", detail)


def _ask_take(view: Any) -> Prompt:
    left = BOX.supply["barkers"] - sum(view.barkers)
    barker = " or a barker" if left else ""
    comma = "," if left else " or"
    detail = f"A card on display{comma} the top card of the deck{barker}."
    return Prompt("Take one more" if view.picks else "Take the first of two", detail)


def _ask_discard(view: Any) -> Prompt:
    held, keep = view.held[view.player], BOX.turn["hand"]
    return Prompt("Discard a card", f"You hold {held} stall cards and may keep {keep}.")


_ASKED: dict[Phase, Callable[[Any], Prompt]] = {
    Phase.ACT: _ask_act,
    Phase.COLOUR: _ask_colour,
    Phase.SITE: _ask_site,
    Phase.ENTRY: _ask_entry,
    Phase.WAY: _ask_way,
    Phase.KEEP: _ask_keep,
    Phase.FEE: _ask_fee,
    Phase.PAY: _ask_pay,
    Phase.CUSTOMER: _ask_customer,
    Phase.GOAL: _ask_goal,
    Phase.TAKE: _ask_take,
    Phase.DISCARD: _ask_discard,
}


# ---- who waits


def _wait_act(view: Any, who: str) -> Prompt:
    if view.final:
        return Prompt(f"{who} may build, or quit", _holding(view))
    return Prompt(f"{who} is choosing an action", _holding(view))


def _wait_colour(view: Any, who: str) -> Prompt:
    if view.act == Act.PLACE:
        return Prompt(f"{who} is choosing a colour", f"It is {who}’s {_nth(view)} stall.")
    return Prompt(f"{who} is {_DOING[view.act]}", _holding(view))


_DOING = {Act.NEW: "placing a new stall", Act.EXPAND: "expanding a stall", Act.MOVE: "moving a blocked stall"}


def _wait_site(view: Any, who: str) -> Prompt:
    stall = f"{NAMES[view.colour]} stall"
    if view.act == Act.EXPAND:
        return Prompt(
            f"{who} is expanding the {stall}", f"It grows to size {view.sizes[view.player][view.colour] + 1}."
        )
    if view.act == Act.MOVE:
        return Prompt(f"{who} is moving the {stall}", "It was blocked.")
    if view.act == Act.NEUTRAL:
        return Prompt(f"{who} is placing the neutral {stall}", f"{_in_bag(view)}.")
    return Prompt(
        f"{who} is placing a {stall}", f"It is {who}’s {_nth(view)} stall." if view.act == Act.PLACE else _holding(view)
    )


def _wait_entry(view: Any, who: str) -> Prompt:
    what = "the neutral" if view.act == Act.NEUTRAL else "the"
    return Prompt(f"{who} is choosing an entry", f"It is for {what} {NAMES[view.colour]} stall on {LABELS[view.site]}.")


def _wait_way(view: Any, who: str) -> Prompt:
    return Prompt(f"{who} is choosing a card to play", f"It must reach {LABELS[view.site]}, in {segment(view.site)}.")


def _wait_keep(view: Any, who: str) -> Prompt:
    return Prompt(f"{who} plays three cards", "The fourth stays in hand.")


def _wait_pay(view: Any, who: str) -> Prompt:
    if view.phase == Phase.FEE:
        return Prompt(f"{who} is paying for the joker", f"It costs {BOX.turn['joker_fee']} money of any colour.")
    return Prompt(f"{who} is paying for the {NAMES[view.colour]} stall", f"{view.owed} more to pay in other colours.")


def _wait_customer(view: Any, who: str) -> Prompt:
    return Prompt(f"{who} is choosing a customer to lure", _gate(view))


def _wait_goal(view: Any, who: str) -> Prompt:
    return Prompt(f"{who} is luring the {NAMES[view.customer]} customer", _gate(view))


def _wait_take(view: Any, who: str) -> Prompt:
    return Prompt(
        f"{who} is taking a card or a barker", "One more after this one." if not view.picks else "The second one."
    )


def _wait_discard(view: Any, who: str) -> Prompt:
    return Prompt(
        f"{who} is discarding", f"{several(view.held[view.player], 'card')} in hand, {BOX.turn['hand']} may stay."
    )


_WAITED: dict[Phase, Callable[[Any, str], Prompt]] = {
    Phase.ACT: _wait_act,
    Phase.COLOUR: _wait_colour,
    Phase.SITE: _wait_site,
    Phase.ENTRY: _wait_entry,
    Phase.WAY: _wait_way,
    Phase.KEEP: _wait_keep,
    Phase.FEE: _wait_pay,
    Phase.PAY: _wait_pay,
    Phase.CUSTOMER: _wait_customer,
    Phase.GOAL: _wait_goal,
    Phase.TAKE: _wait_take,
    Phase.DISCARD: _wait_discard,
}


# ---- small words


def _nth(view: Any) -> str:
    """Which of the first stalls it is."""
    return NTH[min(sum(size > 0 for size in view.sizes[view.player]), len(NTH) - 1)]


def _article(view: Any) -> str:
    return "the neutral" if view.act == Act.NEUTRAL else "your"


def _gate(view: Any) -> str:
    """Who comes when somebody is lured away."""
    waiting = next((NAMES[colour] for colour, site in enumerate(view.stands) if site < 0), None)
    return f"The {waiting} customer waits at the gate and will come instead." if waiting else ""


def _in_bag(view: Any) -> str:
    left = view.bag.bit_count()
    return f"{counted(left).capitalize()} more {'is' if left == 1 else 'are'} in the bag"


def _holding(view: Any) -> str:
    """What everybody can see in the hands of who acts."""
    seat = view.player
    cards = several(view.held[seat], "card") if view.held[seat] else "No card"
    barkers = f" and {several(view.barkers[seat], 'barker')}" if view.barkers[seat] else ""
    return f"{cards}{barkers} in hand."

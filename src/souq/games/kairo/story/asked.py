"""What is asked, of who acts and of who waits."""

from __future__ import annotations

from collections.abc import Callable

from souq.engine.bits import members
from souq.engine.scene import Names, Prompt
from souq.engine.twin import interpreted
from souq.engine.wording import counted, listed, many, remaining, some
from souq.games.kairo.box import COLOURS as NAMES
from souq.games.kairo.box import LABELS
from souq.games.kairo.rules import asking
from souq.games.kairo.state import BOX, DRAW, EXPAND, LURE, MOVE, NEW, Act, Phase, State
from souq.games.kairo.story.wording import segment

_barkers_left = interpreted(asking.barkers_left)
NTH = ("first", "second", "third")


def prompt(view: State, seat: int, names: Names) -> Prompt:
    """What is asked of ``seat`` (-1: a spectator), or for whom the others wait; ``view`` is a twin of the record."""
    if view.over:
        return Prompt("The game is over", "Everyone is done building.")
    phase = Phase(view.phase)
    if seat == view.player:
        return _ASKED[phase](view)
    return _WAITED[phase](view, names(view.player))


# ---- who acts


def _ask_act(view: State) -> Prompt:
    if view.final:
        return Prompt("Build or quit", "The final phase: no more luring or drawing. Build for as long as you can.")
    offered = {NEW + index for index in members(view.asked)}
    builds = [words for choice, words in _BUILDS if choice in offered]
    deeds = ["build"] if builds else []
    deeds += ["lure a customer"] if LURE in offered else []
    deeds += [f"draw {many(BOX.turn['picks'], 'card')}"] if DRAW in offered else []
    title = listed(deeds, "or")
    nothing = "You can’t build anything with your cards and money."
    detail = f"To build, {listed(builds, 'or')}." if builds else nothing
    return Prompt(title[:1].upper() + title[1:], detail)


_BUILDS = ((NEW, "place a new stall"), (EXPAND, "expand a stall"), (MOVE, "move a blocked stall"))


def _ask_colour(view: State) -> Prompt:
    if view.act == Act.PLACE:
        title = f"Choose a colour for your {_nth(view)} stall"
        return Prompt(title, "You have one stall of each colour. It earns when a customer of its colour comes.")
    if view.act == Act.NEW:
        return Prompt("Choose a colour for your new stall", "A new stall is free, and scores once you expand it.")
    if view.act == Act.EXPAND:
        return Prompt("Choose a stall to expand", "You pay its new size in its colour, and score the same.")
    return Prompt("Choose a blocked stall to move", "It has no expansion, and nowhere to put one.")


def _ask_site(view: State) -> Prompt:
    stall = f"{NAMES[view.colour]} stall"
    if view.act == Act.PLACE:
        limit = counted(BOX.start["crowd"])
        full = f"During setup each segment holds at most {limit} stalls."
        detail = full if view.limit else "It fits nowhere else, so it may go in a full segment."
        return Prompt(f"Choose a site for your {stall}", detail)
    if view.act == Act.NEUTRAL:
        detail = "A neutral stall belongs to nobody. Lure a customer to it and you earn 1."
        return Prompt(f"Choose a site for the neutral {stall}", detail)
    if view.act == Act.EXPAND:
        size = view.sizes[view.player][view.colour] + 1
        detail = f"Size {size} costs {size} money, {NAMES[view.colour]} first, and scores {size}."
        return Prompt(f"Choose where your {stall} grows", detail)
    if view.act == Act.MOVE:
        return Prompt(f"Choose where your {stall} moves", "It keeps its colour, and its entry moves along.")
    return Prompt(f"Choose a site for your {stall}", "Your cards reach the lit sites.")


def _ask_entry(view: State) -> Prompt:
    stall = f"{_article(view)} {NAMES[view.colour]} stall on {LABELS[view.site]}"
    return Prompt(f"Choose the entry of {stall}", "Customers stop here. It may be in another segment.")


def _ask_way(view: State) -> Prompt:
    return Prompt("Choose the card to play", f"It must reach {LABELS[view.site]}, in {segment(view.site)}.")


def _ask_keep(view: State) -> Prompt:
    return Prompt("Choose the card to keep", f"You play the other {counted(BOX.turn['three'])}.")


def _ask_fee(view: State) -> Prompt:
    also = " Keep enough to pay for the expansion." if view.act == Act.EXPAND else ""
    return Prompt("Choose how to pay for the joker", f"It costs {BOX.turn['joker_fee']} money of any colour.{also}")


def _ask_pay(view: State) -> Prompt:
    colour, rate = NAMES[view.colour], BOX.turn["substitutes"]
    short = f"You’re short of {colour}: pay {rate} of other colours for each one missing."
    return Prompt(f"Choose what to pay instead of {colour}", f"{short} {view.owed} to go.")


def _ask_customer(view: State) -> Prompt:
    return Prompt("Choose a customer to lure", _gate(view))


def _ask_goal(view: State) -> Prompt:
    have = view.barkers[view.player]
    detail = f"Each nearer entry you pass costs a barker. You have {remaining(have)}."
    return Prompt(f"Choose where the {NAMES[view.customer]} customer goes", detail)


def _ask_take(view: State) -> Prompt:
    left = _barkers_left(view)
    barker = " or a barker" if left else ""
    comma = "," if left else " or"
    detail = f"A card on display{comma} the top card of the deck{barker}."
    return Prompt("Take one more" if view.picks else "Take the first of two", detail)


def _ask_discard(view: State) -> Prompt:
    held, keep = view.held[view.player], BOX.turn["hand"]
    return Prompt("Discard a card", f"You hold {many(held, 'card')} and may keep {counted(keep)}.")


_ASKED: dict[Phase, Callable[[State], Prompt]] = {
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


def _wait_act(view: State, who: str) -> Prompt:
    if view.final:
        return Prompt(f"{who} may build or quit", _holding(view, who))
    return Prompt(f"{who} is choosing an action", _holding(view, who))


def _wait_colour(view: State, who: str) -> Prompt:
    if view.act == Act.PLACE:
        return Prompt(f"{who} is choosing a colour", f"This is {who}’s {_nth(view)} stall.")
    return Prompt(f"{who} is {_DOING[view.act]}", _holding(view, who))


_DOING: dict[int, str] = {
    Act.NEW: "placing a new stall",
    Act.EXPAND: "expanding a stall",
    Act.MOVE: "moving a blocked stall",
}


def _wait_site(view: State, who: str) -> Prompt:
    stall = f"{NAMES[view.colour]} stall"
    if view.act == Act.EXPAND:
        size = view.sizes[view.player][view.colour] + 1
        return Prompt(f"{who} is expanding the {stall}", f"It grows to size {size}.")
    if view.act == Act.MOVE:
        return Prompt(f"{who} is moving the {stall}", "It was blocked.")
    if view.act == Act.NEUTRAL:
        return Prompt(f"{who} is placing the neutral {stall}", f"{_in_bag(view)}.")
    placing = view.act == Act.PLACE
    detail = f"This is {who}’s {_nth(view)} stall." if placing else _holding(view, who)
    return Prompt(f"{who} is placing a {stall}", detail)


def _wait_entry(view: State, who: str) -> Prompt:
    what = "the neutral" if view.act == Act.NEUTRAL else "the"
    return Prompt(f"{who} is choosing an entry", f"It is for {what} {NAMES[view.colour]} stall on {LABELS[view.site]}.")


def _wait_way(view: State, who: str) -> Prompt:
    return Prompt(f"{who} is choosing a card to play", f"It must reach {LABELS[view.site]}, in {segment(view.site)}.")


def _wait_keep(view: State, who: str) -> Prompt:
    return Prompt(f"{who} is playing three cards", "The fourth one stays in hand.")


def _wait_pay(view: State, who: str) -> Prompt:
    if view.phase == Phase.FEE:
        return Prompt(f"{who} is paying for the joker", f"It costs {BOX.turn['joker_fee']} money of any colour.")
    return Prompt(f"{who} is paying for the {NAMES[view.colour]} stall", f"Still {view.owed} to pay in other colours.")


def _wait_customer(view: State, who: str) -> Prompt:
    return Prompt(f"{who} is choosing a customer to lure", _gate(view))


def _wait_goal(view: State, who: str) -> Prompt:
    return Prompt(f"{who} is luring the {NAMES[view.customer]} customer", _gate(view))


def _wait_take(view: State, who: str) -> Prompt:
    nth = "This is the second of two." if view.picks else "This is the first of two."
    return Prompt(f"{who} is taking a card or a barker", nth)


def _wait_discard(view: State, who: str) -> Prompt:
    held, keep = many(view.held[view.player], "card"), counted(BOX.turn["hand"])
    return Prompt(f"{who} is discarding a card", f"{who} holds {held} and may keep {keep}.")


_WAITED: dict[Phase, Callable[[State, str], Prompt]] = {
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


def _nth(view: State) -> str:
    """Which of the first stalls it is."""
    return NTH[min(sum(size > 0 for size in view.sizes[view.player]), len(NTH) - 1)]


def _article(view: State) -> str:
    return "the neutral" if view.act == Act.NEUTRAL else "your"


def _gate(view: State) -> str:
    """Who comes when somebody is lured away."""
    waiting = next((NAMES[colour] for colour, site in enumerate(view.stands) if site < 0), None)
    return f"The {waiting} customer waits at the gate and comes in next." if waiting else ""


def _in_bag(view: State) -> str:
    left = view.bag.bit_count()
    if left == 0:
        return "It is the last one"
    return f"{counted(left).capitalize()} more {'is' if left == 1 else 'are'} in the bag"


def _holding(view: State, who: str) -> str:
    """What everybody can see in the hands of who acts."""
    seat = view.player
    more = f" and {some(view.barkers[seat], 'barker')}" if view.barkers[seat] else ""
    return f"{who} holds {many(view.held[seat], 'card')}{more}."

"""Texts of what the deciding player must do, and of what the other players wait for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from souq.engine.present.scene import Names, Prompt
from souq.engine.present.wording import counted, listed, many, opened, remaining, some
from souq.engine.rules.bits import members
from souq.engine.rules.twin import interpreted
from souq.games.kairo.rules import asking
from souq.games.kairo.state import BOX, DRAW, EXPAND, LABELS, LURE, MOVE, NAMES, NEW, Act, Phase, State
from souq.games.kairo.story import wording

NTH = ("first", "second", "third")

_barkers_left = interpreted(asking.barkers_left)


def prompt(view: State, seat: int, names: Names) -> Prompt:
    """Return the prompt for ``seat`` (-1: a spectator), which decides or waits; ``view`` is a twin of the record."""
    if view.over:
        return Prompt("The game is over", "Everyone is done building.")
    phase, acts = Phase(view.phase), seat == view.player
    if phase == Phase.ACT:
        return _actions(view) if acts else _waits_for_action(_Said(view, names(view.player)))
    asked = (_ASKED if acts else _WAITED)[phase]
    if isinstance(asked, Mapping):
        asked = asked[Act(view.act)]
    said = _Said(view, names(view.player))
    return Prompt(*(template.format(said) for template in asked))


def _actions(view: State) -> Prompt:
    if view.final:
        return Prompt("Build or stop", "The final phase: no more luring or drawing. Build for as long as you can.")
    offered = {NEW + index for index in members(view.asked)}
    builds = [words for choice, words in _BUILDS if choice in offered]
    deeds = ["build"] if builds else []
    deeds += ["lure a customer"] if LURE in offered else []
    deeds += [f"draw {many(BOX.turn['picks'], 'card')}"] if DRAW in offered else []
    if not builds:
        detail = "You can’t build anything with your cards and money."
    elif len(builds) == 1:
        detail = f"To build, you can only {builds[0]}."
    else:
        detail = f"To build, {listed(builds, 'or')}."
    return Prompt(opened(listed(deeds, "or")), detail)


_BUILDS = ((NEW, "place a new stall"), (EXPAND, "expand a stall"), (MOVE, "move a blocked stall"))


def _waits_for_action(said: _Said) -> Prompt:
    return Prompt(f"{said.who} {'may build or stop' if said.view.final else 'is choosing an action'}", said.holding)


@dataclass(frozen=True, slots=True)
class _Said:
    """Values that fill the placeholders of prompts. ``who`` is the name of the player on turn."""

    view: State
    who: str

    @property
    def hue(self) -> str:
        return NAMES[self.view.colour]

    @property
    def customer(self) -> str:
        return NAMES[self.view.customer]

    @property
    def site(self) -> str:
        return LABELS[self.view.site]

    @property
    def segment(self) -> str:
        return wording.segment(self.view.site)

    @property
    def size(self) -> int:
        """Size that the stand grows to."""
        return self.view.sizes[self.view.player][self.view.colour] + 1

    @property
    def nth(self) -> str:
        """Ordinal of the first stall being placed."""
        return NTH[min(sum(size > 0 for size in self.view.sizes[self.view.player]), len(NTH) - 1)]

    @property
    def limit(self) -> str:
        """Sentence on the limit of stalls per segment in the setup, or on why it was lifted (KA-S07, KA-X32)."""
        full = f"During setup each segment holds at most {counted(BOX.start['crowd'])} stalls."
        return full if self.view.limit else "It fits nowhere else, so it may go in a full segment."

    @property
    def bag(self) -> str:
        """Number of neutral stalls still in the bag."""
        left = self.view.bag.bit_count()
        more = f"{opened(counted(left))} more {'is' if left == 1 else 'are'} in the bag"
        return more if left else "It is the last one"

    @property
    def gate(self) -> str:
        """Words for the customer who is off the board and comes in next."""
        waiting = next((NAMES[colour] for colour, site in enumerate(self.view.stands) if site < 0), None)
        return f"The {waiting} customer waits at the gate and comes in next." if waiting else ""

    @property
    def cards(self) -> str:
        return many(self.view.held[self.view.player], "card")

    @property
    def barkers(self) -> str:
        return remaining(self.view.barkers[self.view.player])

    @property
    def holding(self) -> str:
        """Public information about the player's hand: the number of cards and barkers."""
        barkers = self.view.barkers[self.view.player]
        if not barkers:
            return f"{self.who} holds {self.cards}."
        held = some(barkers, "barker")
        cards = self.view.held[self.view.player]
        return f"{self.who} holds {f'{self.cards} and {held}' if cards else f'{held} but no cards'}."

    @property
    def again(self) -> str:
        return "Take one more" if self.view.picks else "Take the first of two"

    @property
    def pick(self) -> str:
        return "second" if self.view.picks else "first"

    @property
    def takes(self) -> str:
        """Words for the things that the player can take."""
        left = _barkers_left(self.view)
        return f"A card on display{',' if left else ' or'} the top card of the deck{' or a barker' if left else ''}."


_Asked = Mapping[Phase, tuple[str, str] | Mapping[Act, tuple[str, str]]]
_REACH = "It must reach {0.site}, in {0.segment}."
_STOP = "Customers stop here. It may be in another segment."
_FEE, _KEEP = f"It costs {BOX.turn['joker_fee']} money of any colour.", counted(BOX.turn["hand"])
_FOR_JOKER = "Choose how to pay for the joker"
_ASKED: _Asked = {
    Phase.COLOUR: {
        Act.PLACE: (
            "Choose a colour for your {0.nth} stall",
            "You have one stall of each colour. It earns when a customer of its colour comes.",
        ),
        Act.NEW: ("Choose a colour for your new stall", "A new stall is free, and scores once you expand it."),
        Act.EXPAND: ("Choose a stall to expand", "You pay its new size in its colour, and score the same."),
        Act.MOVE: ("Choose a blocked stall to move", "It has no expansion, and nowhere to put one."),
    },
    Phase.SITE: {
        Act.PLACE: ("Choose a site for your {0.hue} stall", "{0.limit}"),
        Act.NEUTRAL: (
            "Choose a site for the neutral {0.hue} stall",
            "A neutral stall belongs to nobody. Lure a customer to it and you earn 1.",
        ),
        Act.NEW: ("Choose a site for your {0.hue} stall", "Your cards allow the lit sites."),
        Act.EXPAND: (
            "Choose where your {0.hue} stall grows",
            "Size {0.size} costs {0.size} money, {0.hue} first, and scores {0.size}.",
        ),
        Act.MOVE: ("Choose where your {0.hue} stall goes", "It keeps its colour, and its entry moves with it."),
    },
    Phase.ENTRY: {
        **dict.fromkeys(Act, ("Choose the entry of your {0.hue} stall on {0.site}", _STOP)),
        Act.NEUTRAL: ("Choose the entry of the neutral {0.hue} stall on {0.site}", _STOP),
    },
    Phase.WAY: ("Choose the card to play", _REACH),
    Phase.KEEP: ("Choose the card to keep", f"You play the other {counted(BOX.turn['three'])}."),
    Phase.FEE: {
        **dict.fromkeys(Act, (_FOR_JOKER, _FEE)),
        Act.EXPAND: (_FOR_JOKER, f"{_FEE} Keep enough to pay for the expansion."),
    },
    Phase.PAY: (
        "Choose what to pay instead of {0.hue}",
        f"You’re short of {{0.hue}}: pay {BOX.turn['substitutes']} of other colours for each one missing. "
        "{0.view.owed} to go.",
    ),
    Phase.CUSTOMER: ("Choose a customer to lure", "{0.gate}"),
    Phase.GOAL: (
        "Choose where the {0.customer} customer goes",
        "Each nearer entry you pass costs a barker. You have {0.barkers}.",
    ),
    Phase.TAKE: ("{0.again}", "{0.takes}"),
    Phase.DISCARD: ("Discard a card", f"You hold {{0.cards}} and may keep {_KEEP}."),
}
"""Prompts (title and detail) for the player who decides, by phase and, where needed, by kind of action."""
_WAITED: _Asked = {
    Phase.COLOUR: {
        Act.PLACE: ("{0.who} is choosing a colour", "This is {0.who}’s {0.nth} stall."),
        Act.NEW: ("{0.who} is placing a new stall", "{0.holding}"),
        Act.EXPAND: ("{0.who} is expanding a stall", "{0.holding}"),
        Act.MOVE: ("{0.who} is moving a blocked stall", "{0.holding}"),
    },
    Phase.SITE: {
        Act.PLACE: ("{0.who} is placing a {0.hue} stall", "This is {0.who}’s {0.nth} stall."),
        Act.NEUTRAL: ("{0.who} is placing the neutral {0.hue} stall", "{0.bag}."),
        Act.NEW: ("{0.who} is placing a {0.hue} stall", "{0.holding}"),
        Act.EXPAND: ("{0.who} is expanding the {0.hue} stall", "It grows to size {0.size}."),
        Act.MOVE: ("{0.who} is moving the {0.hue} stall", "It was blocked."),
    },
    Phase.ENTRY: {
        **dict.fromkeys(Act, ("{0.who} is choosing an entry", "It is for the {0.hue} stall on {0.site}.")),
        Act.NEUTRAL: ("{0.who} is choosing an entry", "It is for the neutral {0.hue} stall on {0.site}."),
    },
    Phase.WAY: ("{0.who} is choosing a card to play", _REACH),
    Phase.KEEP: ("{0.who} is playing three cards", "The fourth one stays in hand."),
    Phase.FEE: ("{0.who} is paying for the joker", _FEE),
    Phase.PAY: ("{0.who} is paying for the {0.hue} stall", "Still {0.view.owed} to pay in other colours."),
    Phase.CUSTOMER: ("{0.who} is choosing a customer to lure", "{0.gate}"),
    Phase.GOAL: ("{0.who} is luring the {0.customer} customer", "{0.gate}"),
    Phase.TAKE: ("{0.who} is taking a card or a barker", "This is the {0.pick} of two."),
    Phase.DISCARD: ("{0.who} is discarding a card", f"{{0.who}} holds {{0.cards}} and may keep {_KEEP}."),
}
"""Prompts (title and detail) for everyone else, by phase and, where needed, by kind of action."""

"""What a seat may leave with the table, so that it need not be asked: standing orders and standing answers.

Both are made by the module ``orders`` of a game (see ``docs/adding-a-game.md``), and are told to nobody but their seat.
"""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.rules.amounts import Amount


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order that a seat may leave now: the table answers for it, up to an amount, and tells nobody.

    Offered to whoever may leave one, asked or not. An order that was left lives as long as the same seat is offered one
    with the same ``about``.
    """

    about: str
    """What the order is for, in a few letters that no later question of the same game repeats: "lot 12"."""
    amount: Amount
    """Up to where: ``label`` opens the control, ``say`` leaves the order."""
    left: str
    """What the button says once an order was left: "Raising up to {}"."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A standing answer: a switch of a seat's own. While it is on the table answers for the seat, and tells nobody.

    Offered to whoever may use it, asked or not. It stays on as long as the same seat is offered one of the same
    ``name``.
    """

    name: str
    """What it answers, in a few letters that no later round of the same game repeats: "pass 3"."""
    title: str
    """What the switch says: "Pass every invitation of this round"."""
    help: str = ""
    """One quieter sentence."""
    say: str = ""
    """Not empty: it would answer what the seat is asked now, and a button beside the prompt turns it on with these
    words: "Pass, and every invitation of this round"."""

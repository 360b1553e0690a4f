"""Standing orders and standing answers: choices that the server makes on behalf of a seat.

Both are created by a game's module ``orders`` (see ``docs/how-to/game-input.md``), and are visible only to their seat.
"""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.rules.amounts import Amount


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order that a seat can place: the server makes its choices, up to an amount that other seats don't see.

    It is offered to every seat that may place one, deciding or not. A placed order stays active as long as the seat is
    offered an order with the same ``about``.
    """

    about: str
    """Identifier of what the order is for, unique in the match, such as "lot 12"."""
    amount: Amount
    """Input for the limit: its ``label`` opens the field, its ``say`` places the order."""
    left: str
    """Text of the button while the order is active, such as "Raising up to {}"."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A switch of a seat: while it is on, the server answers for the seat. Other seats don't see the switch.

    It is offered to every seat that may use it, deciding or not. It stays on as long as the seat is offered an answer
    with the same ``name``.
    """

    name: str
    """Identifier of what is answered, unique in the match, such as "pass 3"."""
    title: str
    """Text of the switch, such as "Pass every invitation of this round"."""
    help: str = ""
    """Secondary sentence that explains the switch."""
    say: str = ""
    """Text of a button that turns the switch on, if it would answer the current decision; otherwise "".

    The button is next to the prompt: "Pass, and every invitation of this round".
    """

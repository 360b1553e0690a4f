"""Standing orders and standing answers: choices that the server makes on behalf of a seat.

Both are created by a game's module ``orders`` (see ``docs/how-to/game-input.md``), and are visible only to their seat.
"""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.rules.amounts import Amount


@dataclass(frozen=True, slots=True)
class Order:
    """An offer to a seat to let the server make its choices, such as bids, up to an amount that the seat sets.

    Other seats don't see the amount. The offer is made to every seat that may place an order, deciding or not. A placed
    order stays active as long as the seat is offered an order with the same ``about``.
    """

    about: str
    """Identifier of the matter for which the server acts, such as "lot 12"; each matter of a match has its own."""
    amount: Amount
    """Input for the highest amount: ``label`` is the text of the button that opens it, ``say`` of the submit button."""
    left: str
    """Text of the button that is shown while the order is active, such as "Raising up to {}"."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An offer to a seat to let the server answer certain decisions for it, such as passing for a whole round.

    The seat switches the answer on and off; other seats don't see this. The offer is made to every seat that may use
    it, deciding or not. The answer stays on as long as the seat is offered an answer with the same ``name``.
    """

    name: str
    """Identifier of the decisions that are answered, such as "pass 3"; each answer of a match has its own."""
    title: str
    """Text of the switch, such as "Pass every invitation of this round"."""
    help: str = ""
    """Secondary sentence that explains the switch."""
    say: str = ""
    """Text of a button that switches the answer on if it would make the current decision; otherwise "".

    The button is next to the prompt, for example "Pass, and every invitation of this round".
    """

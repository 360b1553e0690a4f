"""Standing orders and standing answers: choices that a seat delegates to the server.

Both are created by a game's module ``orders`` (see ``docs/how-to/game-input.md``), and are visible to their seat only.
"""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.rules.amounts import Amount


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order that a seat can place: the server chooses for it, up to an amount, without telling anybody.

    It is offered to every seat that may place one, deciding or not. A placed order lasts as long as the same seat is
    offered one with the same ``about``.
    """

    about: str
    """Short identifier of its occasion, unique in the game: "lot 12"."""
    amount: Amount
    """Control for the limit: ``label`` opens it, ``say`` places the order."""
    left: str
    """Text of the button once the order is placed: "Raising up to {}"."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A switch of a seat: while it is on, the server answers for the seat, without telling anybody.

    It is offered to every seat that may use it, deciding or not. It stays on as long as the same seat is offered one
    with the same ``name``.
    """

    name: str
    """Short identifier of its occasion, unique in the game: "pass 3"."""
    title: str
    """Text of the switch: "Pass every invitation of this round"."""
    help: str = ""
    """Secondary sentence."""
    say: str = ""
    """Text of a button that turns it on, if it would answer the current question; else "".

    The button is next to the prompt: "Pass, and every invitation of this round".
    """

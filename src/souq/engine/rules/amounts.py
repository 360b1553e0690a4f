"""Inputs for numbers, such as bids, and the sequences of choices by which the rules represent these numbers."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.errors import IllegalChoice


@dataclass(frozen=True, slots=True)
class Encoding:
    """Representation of the numbers of an input by choices: a sequence of choices for each number, lowest first.

    The lowest amount is encoded as ``lowest``, unless that is empty. The following amounts are ``(*first, add[0])``,
    ``(*first, add[1])`` and so on. Beyond the end of ``add`` the choices start at ``add[0]`` again, with one more
    ``jump`` for each full pass: ``(*first, jump, jump, add[2])``. Without ``jump``, ``add`` needs a choice for every
    amount.

    >>> Encoding(add=(4, 5), jump=3, first=(3,), lowest=(2,)).to(4)
    (3, 3, 5)
    """

    add: tuple[int, ...]
    jump: int = -1
    first: tuple[int, ...] = ()
    lowest: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    """Choices for the highest amount, if they differ from the result of :meth:`to`; otherwise empty.

    It is needed if the last choice from :meth:`to` would be the only legal one, which is therefore made automatically.
    """

    def to(self, nth: int) -> tuple[int, ...]:
        """Return the choices for one of the amounts; ``nth`` counts them from 0, the lowest."""
        if self.lowest:
            if nth == 0:
                return self.lowest
            nth -= 1
        rounds, rest = divmod(nth, len(self.add))
        return (*self.first, *(self.jump,) * rounds, self.add[rest])


@dataclass(frozen=True, slots=True)
class Amount:
    """An input for a number next to the prompt, such as a bid: from ``low`` to ``high`` in steps of ``step``.

    The button ``label`` opens a field with buttons for a smaller and a larger number, the ``quick`` buttons and a
    submit button. Submitting makes the choices that ``encoding`` gives for the number, either all or none, like
    :attr:`Pick.then`; one Undo takes them all back. ``high - low`` is a multiple of ``step``.
    """

    low: int
    high: int
    step: int
    title: str
    """Title of the prompt while the field is open; also the label of the field."""
    say: str
    """Text of the submit button, in which ``{}`` is replaced by the number: "Bid {}"."""
    encoding: Encoding | None = None
    """Encoding of the numbers as choices; None in an :class:`Order`, which only needs the number."""
    label: str = "Other…"
    """Text of the button that opens the field."""
    start: int = 0
    """Initial value of the field; if it isn't a valid amount, the field starts at ``low``."""
    quick: tuple[int, ...] = ()
    """Numbers that further buttons add to the amount, such as 50 and 100. There is always a button for ``step``."""
    hints: tuple[tuple[int, str], ...] = ()
    """Sentences shown under the title, as pairs (lowest amount, sentence) in ascending order.

    Each is shown from its lowest amount up to the next pair's. In a sentence ``{}`` is replaced by the amount and
    ``{rest}`` by ``purse`` minus the amount.
    """
    purse: int = 0
    unit: str = ""
    """Unit shown next to the field: "Dirham"."""
    final: bool = False
    """Whether the submit button itself says that it ends the turn, so that the player isn't asked to confirm."""

    def encode(self, amount: int) -> tuple[int, ...]:
        """Return the choices that encode an amount.

        Raises:
            IllegalChoice: the amount is out of range or not a multiple of ``step`` above ``low``.
        """
        self.check(amount)
        if self.encoding and self.encoding.last and amount == self.high:
            return self.encoding.last
        return self.encoding.to((amount - self.low) // self.step) if self.encoding else ()

    def said(self, choices: tuple[int, ...]) -> int | None:
        """Return the amount that a sequence of choices means, or None if it means no amount."""
        all_of_them = range(self.low, self.high + 1, self.step)
        return next((amount for amount in all_of_them if self.encode(amount) == choices), None)

    def check(self, amount: int) -> None:
        """Check that an amount can be entered.

        Raises:
            IllegalChoice: the amount is out of range or not a multiple of ``step`` above ``low``.
        """
        if not self.low <= amount <= self.high or (amount - self.low) % self.step:
            raise IllegalChoice(f"Choose from {self.low} to {self.high} in steps of {self.step}, not {amount}.")

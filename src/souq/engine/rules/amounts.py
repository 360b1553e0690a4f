"""Numeric inputs, and encodings of their numbers as sequences of choices."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.errors import IllegalChoice


@dataclass(frozen=True, slots=True)
class Encoding:
    """A compact mapping from the index of an amount to the sequence of choices that encodes it.

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
    """Choices that encode the highest amount; empty if :meth:`to` encodes it like any other.

    It is needed if the last choice from :meth:`to` would be the only legal one, which is therefore made automatically.
    """

    def to(self, nth: int) -> tuple[int, ...]:
        """Return the choices for the amount with index ``nth``; 0 is the lowest amount."""
        if self.lowest:
            if nth == 0:
                return self.lowest
            nth -= 1
        rounds, rest = divmod(nth, len(self.add))
        return (*self.first, *(self.jump,) * rounds, self.add[rest])


@dataclass(frozen=True, slots=True)
class Amount:
    """A numeric input next to the prompt: from ``low`` to ``high`` in steps of ``step``.

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
    """Amounts that further buttons add to the field: 50, 100 … A button for ``step`` is always there."""
    hints: tuple[tuple[int, str], ...] = ()
    """Hints as pairs (lowest amount, sentence), ascending; each is shown from its lowest amount on, under the title.

    In a sentence ``{}`` is replaced by the amount and ``{rest}`` by ``purse`` minus the amount.
    """
    purse: int = 0
    unit: str = ""
    """Unit shown next to the field: "Dirham"."""
    final: bool = False
    """Whether submitting ends the turn and the button says so, so that no second confirmation is needed."""

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
        """Return the amount that these choices encode, or None if they encode none."""
        all_of_them = range(self.low, self.high + 1, self.step)
        return next((amount for amount in all_of_them if self.encode(amount) == choices), None)

    def check(self, amount: int) -> None:
        """Check an amount.

        Raises:
            IllegalChoice: the amount is out of range or not a multiple of ``step`` above ``low``.
        """
        if not self.low <= amount <= self.high or (amount - self.low) % self.step:
            raise IllegalChoice(f"Choose from {self.low} to {self.high} in steps of {self.step}, not {amount}.")

"""Numeric inputs, and the choices that encode each number."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.errors import IllegalChoice


@dataclass(frozen=True, slots=True)
class Encoding:
    """A compact mapping from the index of an amount to the choices that encode it.

    The lowest amount is encoded as ``lowest``, unless that is empty. The following amounts are ``(*first, add[0])``,
    ``(*first, add[1])`` and so on. Beyond the end of ``add`` the choices start at ``add[0]`` again, with one more
    ``jump`` for each full pass: ``(*first, jump, jump, add[2])``. Without ``jump`` there are only as many amounts as
    ``add`` has choices.

    >>> Encoding(add=(4, 5), jump=3, first=(3,), lowest=(2,)).to(4)
    (3, 3, 5)
    """

    add: tuple[int, ...]
    jump: int = -1
    first: tuple[int, ...] = ()
    lowest: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    """Choices that encode the highest amount; empty if :meth:`to` encodes it.

    Needed where the last choice of :meth:`to` would be the only legal one, and is therefore made automatically.
    """

    def to(self, nth: int) -> tuple[int, ...]:
        """Return the choices of the ``nth`` amount; 0 is the lowest."""
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
    button that submits. Submitting makes the choices that ``encoding`` gives for the number, all of them or none, like
    :attr:`Pick.then`; one Undo takes them all back. ``high - low`` is a multiple of ``step``.
    """

    low: int
    high: int
    step: int
    title: str
    """Title of the prompt while the control is open; also the label of the field."""
    say: str
    """Text of the submit button; ``{}`` is replaced by the number: "Bid {}"."""
    encoding: Encoding | None = None
    """Choices that encode the numbers. None only in an :class:`Order`."""
    label: str = "Other…"
    """Text of the button that opens the control."""
    start: int = 0
    """Initial value of the field; ``low`` if this isn't one of the amounts."""
    quick: tuple[int, ...] = ()
    """Steps of further buttons that add to the field: 50, 100 … ``step`` always has a button."""
    hints: tuple[tuple[int, str], ...] = ()
    """Hints as (lowest number, sentence), ascending: the sentence is shown under the title from that number on.

    In it ``{}`` is replaced by the amount and ``{rest}`` by ``purse`` minus the amount.
    """
    purse: int = 0
    unit: str = ""
    """Unit shown next to the field: "Dirham"."""
    final: bool = False
    """Whether submitting ends the turn, says so in its text, and needs no second confirmation."""

    def encode(self, amount: int) -> tuple[int, ...]:
        """Return the choices that encode an amount.

        Raises:
            IllegalChoice: the amount is out of range or not on a step.
        """
        self.check(amount)
        if self.encoding and self.encoding.last and amount == self.high:
            return self.encoding.last
        return self.encoding.to((amount - self.low) // self.step) if self.encoding else ()

    def said(self, choices: tuple[int, ...]) -> int | None:
        """Return the amount that these choices encode, or None."""
        all_of_them = range(self.low, self.high + 1, self.step)
        return next((amount for amount in all_of_them if self.encode(amount) == choices), None)

    def check(self, amount: int) -> None:
        """Raise ``IllegalChoice`` if the amount is out of range or not on a step."""
        if not self.low <= amount <= self.high or (amount - self.low) % self.step:
            raise IllegalChoice(f"Choose from {self.low} to {self.high} in steps of {self.step}, not {amount}.")

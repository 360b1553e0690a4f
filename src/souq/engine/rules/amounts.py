"""Numbers that can be said, and the choices that stand for them."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.errors import IllegalChoice


@dataclass(frozen=True, slots=True)
class Encoding:
    """Which choices stand for each of many amounts, without writing them out.

    The lowest amount is ``lowest``, where that is not empty. Of the others the first is ``first`` and ``add[0]``, the
    second ``first`` and ``add[1]``, and so on; those beyond make ``jump`` once for every whole round of ``add``:
    ``(*first, jump, jump, add[2])``. Without ``jump`` there are no more amounts than ``add`` has choices.

    >>> Encoding(add=(4, 5), jump=3, first=(3,), lowest=(2,)).to(4)
    (3, 3, 5)
    """

    add: tuple[int, ...]
    jump: int = -1
    first: tuple[int, ...] = ()
    lowest: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    """Not empty: the choices of the highest amount, where the one that :meth:`to` ends with would be the only one left
    and makes itself."""

    def to(self, nth: int) -> tuple[int, ...]:
        """The choices of the ``nth`` amount; 0 is the lowest."""
        if self.lowest:
            if nth == 0:
                return self.lowest
            nth -= 1
        rounds, rest = divmod(nth, len(self.add))
        return (*self.first, *(self.jump,) * rounds, self.add[rest])


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that can be said: from ``low`` to ``high`` in steps of ``step``, by one control beside the prompt.

    The control opens with the button ``label``: a field, smaller and larger, the ``quick`` ones, and the button that
    says it. Whoever says a number makes the choices that ``encoding`` has for it, as those of :attr:`Pick.then`: all of
    them or none, taken back by one Undo. ``high`` is ``low`` and a whole number of steps.
    """

    low: int
    high: int
    step: int
    title: str
    """In place of the prompt's title while the control is open; also what the field is called."""
    say: str
    """The button that says the number, which stands for ``{}``: "Bid {}"."""
    encoding: Encoding | None = None
    """What the amounts stand for. None only in an :class:`Order`."""
    label: str = "Other…"
    """The button that opens the control."""
    start: int = 0
    """What stands in the field at first; ``low`` unless it is one of the amounts."""
    quick: tuple[int, ...] = ()
    """What further buttons add to the field: 50, 100 … ``step`` has its own."""
    hints: tuple[tuple[int, str], ...] = ()
    """One sentence under the title for amounts from a number on, ascending. In it ``{}`` stands for the amount and
    ``{rest}`` for what it leaves of ``purse``."""
    purse: int = 0
    unit: str = ""
    """Beside the field: "Dirham"."""
    final: bool = False
    """Saying it ends the turn, and says so itself; needs no second confirmation."""

    def encode(self, amount: int) -> tuple[int, ...]:
        """The choices that stand for an amount.

        Raises:
            IllegalChoice: it is not one of those that can be said.
        """
        self.check(amount)
        if self.encoding and self.encoding.last and amount == self.high:
            return self.encoding.last
        return self.encoding.to((amount - self.low) // self.step) if self.encoding else ()

    def said(self, choices: tuple[int, ...]) -> int | None:
        """The amount that these choices stand for, if one does."""
        all_of_them = range(self.low, self.high + 1, self.step)
        return next((amount for amount in all_of_them if self.encode(amount) == choices), None)

    def check(self, amount: int) -> None:
        """Raise ``IllegalChoice`` unless the amount is one of those that can be said."""
        if not self.low <= amount <= self.high or (amount - self.low) % self.step:
            raise IllegalChoice(f"Choose from {self.low} to {self.high} in steps of {self.step}, not {amount}.")

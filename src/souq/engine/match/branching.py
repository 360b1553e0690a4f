"""All possible results of a decision that involves chance, found by trying every number that can be drawn.

Rules draw only with ``below(s, n)``, which can be replaced when they are interpreted. A possible result is identified
by a *script*: the numbers drawn so far. A rule that draws beyond the end of its script stops and reports the ``n`` of
that draw. So every uniform draw of a decision is a branch, nothing is sampled, and the probabilities are exact.

>>> from souq.engine import registry
>>> game = registry.find("desert_bazaar")
>>> opening(game, 3)  # who begins: one of three
Draw(n=3)
>>> opening(game, 3, script=(0,))  # the first throw: one of five faces that count
Draw(n=5)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.rules import chance
from souq.engine.rules.generic import Rules
from souq.engine.rules.record import Batch, clone
from souq.engine.rules.twin import Interpreter, Twin

Script = tuple[int, ...]
"""Numbers that a rule draws in one branch: the results of its calls of ``below(s, n)``, in order."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A random draw for which the script has no number; each number from 0 to ``n`` - 1 is equally likely."""

    n: int


class TooMany(SouqError, ValueError):
    """An error: a position or decision has more possible results of chance than the caller allows."""


class _Fork(Exception):
    """Raised when a rule needs a random number that its script lacks; ``n`` is the number of possible results."""

    def __init__(self, n: int) -> None:
        self.n = n


def _below(s: Any, n: int) -> int:
    """Return the next number of the script.

    Interpreted rules call this function instead of :func:`souq.engine.rules.chance.below`.
    """
    at = s.draws
    if n == 1:
        return 0
    if at == len(s.script):
        raise _Fork(n)
    s.draws = at + 1
    return int(s.script[at])


def _draw(s: Any) -> int:
    """Raise ``TypeError``: a rule that calls :func:`souq.engine.rules.chance.draw` has too many possible results."""
    raise TypeError("A rule calls draw(s) itself; what it may bring can be listed only of below(s, n).")


_branching = Interpreter({chance.below: _below, chance.draw: _draw})


def after(game: Rules, state: Batch, seat: int, choice: int, script: Sequence[int] = ()) -> Draw | Batch:
    """Return the position after a legal choice, if chance draws the numbers of ``script``.

    If the script has too few numbers, return the first draw for which it has none. In the result the chance key is
    blank, and events are off if they were off in ``state``.
    """
    return _run(state, script, lambda s: _branching(game.rules.apply)(s, seat, choice))


def opening(
    game: Game, players: int, options: Mapping[str, Any] | None = None, script: Sequence[int] = ()
) -> Draw | Batch:
    """Return the first position of a game, if chance draws the numbers of ``script`` during the setup.

    If the script has too few numbers, return the first draw for which it has none.

    Raises:
        BadPlayers, BadOption: an argument is invalid; the message says what would be valid.
    """
    state = game.State.new()
    state["players"], state["n_events"] = game.check_players(players), -1
    numbers = [*game.option_numbers(game.check_options(options, players)), 0]
    return _run(state, script, lambda s: _branching(game.rules.setup)(s, numbers))


def guess(game: Rules, state: Batch, seat: int, script: Sequence[int] = ()) -> Draw | Batch:
    """Return a position in which the information hidden from ``seat`` is filled in with the draws of ``script``.

    If the script has too few numbers, return the first draw for which it has none. Seat -1 is a spectator.
    """
    return _run(state, script, lambda s: _branching(game.rules.determinize)(s, seat))


def guesses(game: Rules, state: Batch, seat: int, most: int = 10_000) -> dict[bytes, Fraction]:
    """Return every position that ``seat`` considers possible, as bytes, with the probability of each.

    Raises:
        TooMany: there are more than ``most`` sequences of draws.
    """
    found: dict[bytes, Fraction] = {}
    for ways, (made, probability) in enumerate(_ends(lambda script: guess(game, state, seat, script)), 1):
        if ways > most:
            raise TooMany(
                f"What cannot be known here can be dealt in more than {most} ways: too many to list; sample them."
            )
        found[made.tobytes()] = found.get(made.tobytes(), Fraction(0)) + probability
    return found


def outcomes(game: Rules, state: Batch, seat: int, choice: int) -> Iterator[tuple[Script, Batch, Fraction]]:
    """Yield every possible result of a legal choice: the numbers drawn, the new position, and its probability.

    Different draws may lead to the same position.
    """
    return _walk(lambda script: after(game, state, seat, choice, script), (), Fraction(1))


def _ends(run: Any) -> Iterator[tuple[Batch, Fraction]]:
    return ((made, probability) for _, made, probability in _walk(run, (), Fraction(1)))


def _walk(run: Any, script: Script, probability: Fraction) -> Iterator[tuple[Script, Batch, Fraction]]:
    came = run(script)
    if isinstance(came, Draw):
        for number in range(came.n):
            yield from _walk(run, (*script, number), probability / came.n)
    else:
        yield script, came, probability


def _run(state: Batch, script: Sequence[int], rule: Any) -> Draw | Batch:
    """Run a rule on a copy of a position, drawing the numbers of ``script``, and return the changed copy.

    If the script has too few numbers, return the first draw for which it has none.
    """
    twin = Twin.of(state)
    twin.key, twin.draws, twin.script = [0, 0], 0, script
    if twin.n_events > 0:
        twin.n_events = 0  # as before every decision
    try:
        rule(twin)
    except _Fork as fork:
        return Draw(fork.n)
    twin.draws = 0
    made = clone(state)
    twin.store(made)
    return made
